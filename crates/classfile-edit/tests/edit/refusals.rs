//! Methods that stay as they are, and what is left of the attempt: nothing.

use crate::support::assembler::{ClassAssembler, CodeAssembler, Frame, STATIC};
use crate::support::twin::{How, Kept, NORMAL, THROW, UNWIND, edit, refusal};
use classfile_edit::{ClassEdit, ClassFile, Refusal, Scratch};

const NOP: u8 = 0x00;
const ACONST_NULL: u8 = 0x01;
const RETURN: u8 = 0xb1;
const ATHROW: u8 = 0xbf;

fn method(class: &mut ClassAssembler, name: &str, code: &CodeAssembler) {
    class.method(STATIC, name, "()V", code);
}

/// `len` bytes of code, the last of which is `return`.
fn long(len: usize) -> CodeAssembler {
    let mut code = CodeAssembler::new(1, 0);
    code.nops(len - 1).op(&[RETURN]);
    code
}

/// A class with one method.
fn single(code: &CodeAssembler) -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample");
    method(&mut class, "run", code);
    class.finish()
}

#[test]
fn code_may_grow_to_65_535_bytes() {
    // Entry and exit take six bytes each; the handler that unwinds seven.
    for (how, growth) in [(THROW, 12), (NORMAL, 12), (UNWIND, 19)] {
        let fits = edit(&single(&long(65_535 - growth)), how).unwrap();
        assert_eq!(fits.refusals, []);
        let refused = refusal(&single(&long(65_536 - growth)), how);
        assert_eq!(refused, Refusal::TooLarge { size: 65_536 });
    }
}

#[test]
fn max_stack_may_grow_to_65_535() {
    let returning = |max_stack| {
        let mut code = CodeAssembler::new(max_stack, 0);
        code.op(&[RETURN]);
        single(&code)
    };
    assert_eq!(edit(&returning(65_534), THROW).unwrap().refusals, []);
    assert_eq!(refusal(&returning(65_535), THROW), Refusal::TableFull { table: "max_stack" });
}

#[test]
fn tables_may_have_no_room_for_the_handler_that_unwinds() {
    let mut code = CodeAssembler::new(1, 0);
    let start = code.here();
    code.op(&[NOP]);
    let end = code.here();
    code.op(&[RETURN]);
    let mut full = code.clone();
    for _ in 0..65_535 {
        full.handler(start, end, start, 0);
    }
    assert_eq!(edit(&single(&full), THROW).unwrap().refusals, []);
    assert_eq!(refusal(&single(&full), UNWIND), Refusal::TableFull { table: "exception table" });

    let mut full = code.clone();
    for _ in 0..65_535 {
        full.attribute("Unknown", &[]);
    }
    assert_eq!(edit(&single(&full), THROW).unwrap().refusals, []);
    assert_eq!(refusal(&single(&full), UNWIND), Refusal::TableFull { table: "attribute table" });
}

/// A class whose second method is refused, after its constants were added.
fn second_refused() -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample");
    let mut short = CodeAssembler::new(1, 0);
    short.op(&[ACONST_NULL, ATHROW]).frame(Frame::Same);
    let mut tall = CodeAssembler::new(65_535, 0);
    tall.op(&[NOP, RETURN]);
    method(&mut class, "first", &tall);
    method(&mut class, "second", &long(65_530));
    method(&mut class, "third", &long(65_530));
    class.finish()
}

#[test]
fn a_refused_method_leaves_no_trace() {
    for how in [THROW, UNWIND] {
        let bytes = second_refused();
        let edited = edit(&bytes, how).unwrap();
        let refused: Vec<usize> = edited.refusals.iter().map(|&(index, _)| index).collect();
        assert_eq!(refused, [0, 1, 2]);
        // As if nothing but the two references had been asked for.
        let class = ClassFile::parse(&bytes).unwrap();
        let mut bare = ClassEdit::new(&class);
        bare.pool().method_ref(b"app/Beat", b"i", b"(I)V").unwrap();
        bare.pool().method_ref(b"app/Beat", b"o", b"(I)V").unwrap();
        let bare = Kept::new(bare.finish(&mut Scratch::default()).unwrap());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        edited.link(|_| i32::MAX, &mut left);
        bare.link(|_| i32::MAX, &mut right);
        assert!(left == right, "{how:?}");
    }
}

#[test]
fn methods_beside_a_refused_one_are_edited() {
    let build = |refused: bool| {
        let mut class = ClassAssembler::new("app/Sample");
        let mut code = CodeAssembler::new(1, 0);
        code.op(&[ACONST_NULL, ATHROW]);
        method(&mut class, "first", &code);
        method(&mut class, "second", &if refused { long(65_530) } else { code.clone() });
        method(&mut class, "third", &code);
        class.finish()
    };
    let how: How = UNWIND;
    let refusing = edit(&build(true), how).unwrap();
    assert_eq!(refusing.refusals, [(1, Refusal::TooLarge { size: 65_542 })]);
    let code_of_third = |edited: &Kept| {
        let mut out = Vec::new();
        edited.link(|slot| slot as i32, &mut out);
        let class = ClassFile::parse(&out).unwrap();
        let code = class.code(&class.methods()[2]).unwrap().unwrap();
        (code.bytes().len(), code.handlers().collect::<Vec<_>>())
    };
    assert_eq!(code_of_third(&refusing), code_of_third(&edit(&build(false), how).unwrap()));
}
