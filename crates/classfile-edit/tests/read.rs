//! Reading: the outline of a class, its pool, and its instructions, whole or broken.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests")]

use assembler::{ClassAssembler, CodeAssembler, STATIC};
use classfile_edit::opcode::Kind;
use classfile_edit::{ClassFile, Error, Member};

#[path = "support/assembler.rs"]
mod assembler;

/// A class with one method of this code.
fn class_of(code: &[u8]) -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample");
    let mut assembler = CodeAssembler::new(3, 4);
    assembler.op(code);
    class.method(STATIC, "run", "()V", &assembler);
    class.finish()
}

/// Position and length of each instruction, then the error if there is one.
fn walk(code: &[u8]) -> (Vec<(u32, usize)>, Option<Error>) {
    let bytes = class_of(code);
    let class = ClassFile::parse(&bytes).unwrap();
    let code = class.code(&class.methods()[0]).unwrap().unwrap();
    let mut instructions = code.instructions();
    let read = instructions.by_ref().map_while(|instruction| match instruction {
        Ok(instruction) => Some(Ok((instruction.pc, instruction.bytes.len()))),
        Err(error) => Some(Err(error)),
    });
    let (mut found, mut failed) = (Vec::new(), None);
    for item in read {
        match item {
            Ok(item) => found.push(item),
            Err(error) => assert_eq!(failed.replace(error), None, "nothing comes after an error"),
        }
    }
    (found, failed)
}

#[test]
fn every_opcode_has_the_length_of_its_operands() {
    // JVMS 6.5: opcodes by the bytes of their operands; all others from nop to monitorexit have none.
    let one = [0x10, 0x12, 0x15, 0x16, 0x17, 0x18, 0x19, 0x36, 0x37, 0x38, 0x39, 0x3a, 0xa9, 0xbc];
    let two = [0x11, 0x13, 0x14, 0x84, 0xa7, 0xa8, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xbb];
    let more_with_two = [0xbd, 0xc0, 0xc1, 0xc6, 0xc7];
    for opcode in (0x00..=0xc9_u8).filter(|opcode| !matches!(opcode, 0xaa | 0xab | 0xc4)) {
        let operands = match opcode {
            0xc5 => 3,
            0xb9 | 0xba | 0xc8 | 0xc9 => 4,
            0x99..=0xa6 => 2,
            _ if two.contains(&opcode) || more_with_two.contains(&opcode) => 2,
            _ => usize::from(one.contains(&opcode)),
        };
        let code = [&[opcode][..], &[0; 4][..operands], &[0xb1]].concat();
        assert_eq!(walk(&code), (vec![(0, operands + 1), (operands as u32 + 1, 1)], None), "{opcode:#x}");
        // Without its last byte it is broken.
        if operands > 0 {
            let (found, failed) = walk(&code[..operands]);
            assert!(found.is_empty() && failed.is_some(), "{opcode:#x}");
        }
    }
}

#[test]
fn wide_takes_one_of_the_instructions_that_have_a_local() {
    for opcode in 0..=0xff_u8 {
        let len = match opcode {
            0x15..=0x19 | 0x36..=0x3a | 0xa9 => Some(4),
            0x84 => Some(6),
            _ => None,
        };
        let (found, failed) = walk(&[0xc4, opcode, 0, 1, 0, 0, 0xb1]);
        assert_eq!(found.first().map(|&(_, len)| len), len, "{opcode:#x}");
        assert_eq!(failed.is_some(), len.is_none(), "{opcode:#x}");
    }
    assert!(walk(&[0xc4]).1.is_some());
}

#[test]
fn unknown_opcodes_are_errors_that_say_where() {
    for opcode in 0xca..=0xff_u8 {
        let (found, failed) = walk(&[0, opcode, 0]);
        assert_eq!(found, [(0, 1)]);
        let bytes = class_of(&[0, opcode, 0]);
        let Some(Error::Malformed { offset, .. }) = failed else { unreachable!("{failed:?}") };
        assert_eq!(bytes[offset - 1..=offset], [0, opcode]);
    }
}

#[test]
fn switches_may_be_broken_in_many_ways() {
    let table = |words: &[i32]| {
        let words: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        [&[0xaa, 0, 0, 0][..], &words].concat()
    };
    let lookup = |words: &[i32]| [&[0xab][..], &table(words)[1..]].concat();
    for (code, len) in [
        (table(&[0, 5, 5, 0]), Some(20)),
        (table(&[0, -1, 1, 0, 0, 0]), Some(28)),
        (table(&[0, 5, 4]), None),
        (table(&[0, 5, 6, 0]), None),
        (table(&[0, i32::MIN, i32::MAX, 0]), None),
        (table(&[0, 0]), None),
        (lookup(&[0, 0]), Some(12)),
        (lookup(&[0, 1, 9, 0]), Some(20)),
        (lookup(&[0, 2, 9, 0]), None),
        (lookup(&[0, -1]), None),
        (lookup(&[0, i32::MAX, 0, 0]), None),
        (lookup(&[0]), None),
        (vec![0xaa], None),
        (vec![0xab, 0, 0], None),
    ] {
        let (found, failed) = walk(&code);
        assert_eq!(found.first().map(|&(_, len)| len), len, "{code:?}");
        assert_eq!(failed.is_some(), len.is_none(), "{code:?}");
    }
}

#[test]
fn branches_and_switches_tell_their_targets() {
    let mut code = CodeAssembler::new(1, 1);
    let (top, end) = (code.here(), code.label());
    code.op(&[0x1a]).jump(0x99, end).jump(0xc8, top).op(&[0x1a]).lookupswitch(top, &[(3, end), (4, top)]);
    code.op(&[0x1a]).tableswitch(0, end, &[top]).place(end).op(&[0xb1]);
    let end = code.pc() as i64 - 1;
    let mut class = ClassAssembler::new("app/Sample");
    class.method(STATIC, "run", "(I)V", &code);
    let bytes = class.finish();
    let class = ClassFile::parse(&bytes).unwrap();
    let code = class.code(&class.methods()[0]).unwrap().unwrap();
    let found: Vec<_> = code
        .instructions()
        .map(Result::unwrap)
        .map(|i| (i.kind, i.target(), i.switch_targets().collect::<Vec<_>>(), i.ends_flow()))
        .filter(|(kind, ..)| *kind != Kind::Plain)
        .collect();
    assert_eq!(
        found,
        [
            (Kind::If, Some(end), vec![], false),
            (Kind::GotoWide, Some(0), vec![], true),
            (Kind::Switch, None, vec![0, end, 0], true),
            (Kind::Switch, None, vec![end, 0], true),
            (Kind::Return, None, vec![], true),
        ]
    );
}

#[test]
fn the_pool_knows_what_an_entry_is() {
    let mut class = ClassAssembler::new("app/Sample");
    let long = class.long(7);
    let field = class.field_ref("app/Other", "name", "I");
    let bytes = class.finish();
    let class = ClassFile::parse(&bytes).unwrap();
    let pool = class.pool();
    let member = Member { class: &b"app/Other"[..], name: b"name", descriptor: b"I" };
    assert_eq!(pool.member(field), Ok(member));
    assert_eq!((class.name(), class.super_name()), (&b"app/Sample"[..], Some(&b"java/lang/Object"[..])));
    assert_eq!((pool.tag(long), pool.tag(long + 1)), (Some(5), None));
    assert!(pool.has_utf8(b"app/Other") && !pool.has_utf8(b"app/Othe") && !pool.has_utf8(b"app/Other2"));
    // Index 0, the second half of a long, one too many, the wrong kind.
    for index in [0, long + 1, pool.count() as u16, u16::MAX, long] {
        assert!(pool.utf8(index).is_err() && pool.class_name(index).is_err() && pool.member(index).is_err());
    }
}

#[test]
fn a_class_cut_anywhere_is_malformed() {
    let bytes = class_of(&[0, 0xb1]);
    for len in 0..bytes.len() {
        let error = ClassFile::parse(&bytes[..len]).unwrap_err();
        assert!(matches!(error, Error::Malformed { offset, .. } if offset <= len), "{len}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    let expected = Error::Malformed { what: "extra bytes after the class", offset: bytes.len() };
    assert_eq!(ClassFile::parse(&longer).unwrap_err(), expected);
}

#[test]
fn versions_from_45_3_to_the_newest_are_read() {
    for (major, minor, is_read) in [
        (0, 0, false),
        (44, 9, false),
        (45, 2, false),
        (45, 3, true),
        (45, 65_535, true),
        (46, 0, true),
        (69, 0, true),
        (69, 65_535, true),
        (70, 0, false),
        (65_535, 0, false),
    ] {
        let bytes = ClassAssembler::new("app/Sample").version(major, minor).finish();
        match ClassFile::parse(&bytes) {
            Ok(class) => assert!(is_read && class.version() == (major, minor)),
            Err(error) => {
                assert!(!is_read);
                assert_eq!(error, Error::Unsupported { major, minor });
            }
        }
    }
}

#[test]
fn code_must_be_there_once_and_have_a_length() {
    let with = |attributes: usize, len: u8| {
        let mut class = ClassAssembler::new("app/Sample");
        let code = class.attribute("Code", &[0, 0, 0, 0, 0, 0, 0, len, 0xb1, 0, 0, 0, 0]);
        class.raw_method(STATIC, "run", "()V", &vec![code; attributes]);
        class.finish()
    };
    assert!(ClassFile::parse(&with(2, 1)).is_err());
    let read = |len| {
        let bytes = with(1, len);
        let class = ClassFile::parse(&bytes).unwrap();
        class.code(&class.methods()[0]).map(|code| code.unwrap().bytes().len())
    };
    assert_eq!(read(1), Ok(1));
    assert!(read(0).is_err() && read(20).is_err());
}
