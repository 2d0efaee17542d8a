use super::*;
use assembler::{ClassAssembler, CodeAssembler};

#[path = "../../../classfile-edit/tests/support/assembler.rs"]
mod assembler;

const UNWIND: options::Exits = options::Exits::Unwind;

fn rewriting(exits: options::Exits) -> Rewriting {
    Rewriting { exits, ..Rewriting::default() }
}

fn scanned(bytes: &[u8], rewriting: &Rewriting) -> (ScannedClass, Vec<u8>) {
    let mut kept = Vec::new();
    let class = scan(bytes, rewriting, |_| false, &mut Scratch::default(), &mut kept).unwrap();
    (class, kept)
}

/// Code that calls something and throws, `len` bytes long.
fn calling(class: &mut ClassAssembler, len: usize) -> CodeAssembler {
    let called = class.method_ref("app/Other", "call", "()V");
    let mut code = CodeAssembler::new(1, 0);
    code.op2(0xb8, called).op(&[0x01]).nops(len - 5).op(&[0xbf]);
    code
}

/// A class with one method for each length of code.
fn class_of(lens: &[usize]) -> ClassAssembler {
    let mut class = ClassAssembler::new("app/Sample");
    for (index, &len) in lens.iter().enumerate() {
        let code = calling(&mut class, len);
        class.method(assembler::STATIC, &format!("run{index}"), "()V", &code);
    }
    class
}

#[track_caller]
fn refused_whole(bytes: &[u8], reason: SkipReason) {
    let (class, kept) = scanned(bytes, &rewriting(options::Exits::Throw));
    assert!(class.guess.is_none() && kept.is_empty());
    let [trouble] = &class.troubles[..] else { panic!("{:?}", class.troubles) };
    assert_eq!((trouble.method, trouble.reason), (None, reason));
    assert!(class.facts.methods().all(|method| matches!(method.body, Body::Absent | Body::Refused(_))));
}

#[test]
fn a_guess_is_what_a_second_edit_gives_though_methods_refused() {
    // Of three methods the first and the last are too large, once what unwinds is counted.
    let bytes = class_of(&[65_525, 10, 65_535]).finish();
    let rewriting = rewriting(UNWIND);
    let (class, kept) = scanned(&bytes, &rewriting);
    let refused: Vec<_> = class.troubles.iter().map(|trouble| (trouble.method, trouble.reason)).collect();
    assert_eq!(refused, [(Some(0), SkipReason::TooLarge), (Some(2), SkipReason::TooLarge)]);
    let ids = [None, MethodId::new(40_000), None];
    let guess = class.guess.unwrap();
    assert!(guess.is_right(&class.facts, &ids, FocusAction::None, &rewriting));
    let (mut linked, mut again) = (Vec::new(), Vec::new());
    guess.link(&kept, &ids, &mut linked);
    rewrite(&bytes, &rewriting, &ids, FocusAction::None, &mut Scratch::default(), &mut again).unwrap();
    assert!(linked == again);
}

#[test]
fn a_full_constant_pool_is_named_as_the_reason() {
    let mut class = class_of(&[10]);
    class.fill_pool(65_535 - 10);
    refused_whole(&class.finish(), SkipReason::ConstantPoolFull);
}

#[test]
fn a_class_full_of_methods_is_left_alone() {
    let mut class = class_of(&[10]);
    for _ in 1..65_535 {
        class.raw_method(0x0401, "abstract", "()V", &[]);
    }
    refused_whole(&class.finish(), SkipReason::Unsupported);
}

#[test]
fn every_refused_method_is_listed() {
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = calling(&mut class, 10);
    for index in 0..3_000 {
        // No room on the operand stack of every third.
        code = code.with_max_stack(if index % 3 == 0 { 65_535 } else { 1 });
        class.method(assembler::STATIC, &format!("run{index}"), "()V", &code);
    }
    let (class, _) = scanned(&class.finish(), &rewriting(options::Exits::Throw));
    assert_eq!(class.troubles.len(), 1_000);
    for (index, method) in class.facts.methods().enumerate() {
        let expected =
            if index % 3 == 0 { Body::Refused(SkipReason::Unsupported) } else { Body::Substantial };
        assert_eq!(method.body, expected, "{index}");
    }
}

#[test]
fn names_cannot_ask_for_more_memory_than_any_program_needs() {
    // One long name in the file, one copy of it for each method in memory.
    let mut class = ClassAssembler::new("app/Sample");
    let name = "x".repeat(60_000);
    for _ in 0..1_000 {
        class.raw_method(0x0401, &name, "()V", &[]);
    }
    let mut kept = Vec::new();
    let rewriting = rewriting(options::Exits::Throw);
    let result = scan(&class.finish(), &rewriting, |_| false, &mut Scratch::default(), &mut kept);
    assert!(matches!(result, Err(Error::Malformed { .. })));
}
