//! Ids that come late, the constants that they cost, and what is added to a class.

use crate::support::assembler::{ClassAssembler, CodeAssembler, STATIC};
use crate::support::twin::{THROW, edit, link};
use classfile_edit::{ClassEdit, ClassFile, Error, NewMethod, Probe, Scratch};

const RETURN: u8 = 0xb1;
const SIPUSH: u8 = 0x11;
const LDC_W: u8 = 0x13;

/// A class with `count` methods of one `return`, its pool filled up to `pool` entries.
fn class_of(count: usize, pool: u16) -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = CodeAssembler::new(0, 0);
    code.op(&[RETURN]);
    for _ in 0..count {
        class.method(STATIC, "run", "()V", &code);
    }
    class.fill_pool(pool);
    class.finish()
}

/// The instructions that push the ids: opcode and operand, per method at entry and at exit.
fn pushes(bytes: &[u8]) -> Vec<[(u8, u16); 2]> {
    let class = ClassFile::parse(bytes).unwrap();
    let read = |at: usize, code: &[u8]| (code[at], u16::from_be_bytes([code[at + 1], code[at + 2]]));
    class
        .methods()
        .iter()
        .map(|method| {
            let code = class.code(method).unwrap().unwrap();
            [read(0, code.bytes()), read(6, code.bytes())]
        })
        .collect()
}

#[test]
fn small_ids_are_pushed_and_large_ones_become_constants() {
    let bytes = class_of(5, 0);
    let ids = [0, 32_767, 32_768, -32_769, i32::MAX];
    let edited = edit(&bytes, THROW).unwrap();
    let mut out = b"what was there".to_vec();
    let start = out.len();
    edited.link(|slot| ids[slot as usize], &mut out);
    let linked = &out[start..];

    let count = ClassFile::parse(&bytes).unwrap().pool().count() as u16;
    let first = count + 12;
    let constant = |index: u16| [(LDC_W, index); 2];
    assert_eq!(
        pushes(linked),
        [[(SIPUSH, 0); 2], [(SIPUSH, 32_767); 2], constant(first), constant(first + 1), constant(first + 2)]
    );
    let class = ClassFile::parse(linked).unwrap();
    assert_eq!(class.pool().count(), usize::from(first) + 3);
    assert_eq!(class.pool().tag(first), Some(3));
    // The constants are the last entries of the pool.
    let constants: Vec<u8> = ids[2..].iter().flat_map(|id| [&[3][..], &id.to_be_bytes()].concat()).collect();
    let end = linked.windows(constants.len()).position(|window| window == constants);
    assert!(end.is_some());
    assert_eq!(out[..start], *b"what was there");
}

#[test]
fn linking_twice_gives_the_same_bytes() {
    let bytes = class_of(3, 0);
    let edited = edit(&bytes, THROW).unwrap();
    assert_eq!(link(&edited), link(&edited));
    assert_eq!(link(&edited), link(&edit(&bytes, THROW).unwrap()));
}

#[test]
fn the_last_entry_of_the_pool_can_be_used() {
    // Twelve entries for the calls, one constant for each method.
    let fits = class_of(3, 65_535 - 12 - 3);
    let edited = edit(&fits, THROW).unwrap();
    let mut out = Vec::new();
    edited.link(|slot| 100_000 + slot as i32, &mut out);
    assert_eq!(ClassFile::parse(&out).unwrap().pool().count(), 65_535);
    assert_eq!(pushes(&out)[2], [(LDC_W, 65_534); 2]);

    for (methods, count) in [(3, 65_535 - 12 - 2), (4, 65_535 - 12 - 3), (1, 65_535 - 11), (1, 65_535)] {
        let full = class_of(methods, count);
        assert_eq!(edit(&full, THROW).unwrap_err(), Error::PoolFull { count: count.into() });
    }
}

#[test]
fn a_pool_entry_that_is_too_long_is_refused() {
    let bytes = class_of(1, 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut edit = ClassEdit::new(&class);
    assert!(edit.pool().utf8(&[b'x'; 65_535]).is_ok());
    assert!(edit.pool().utf8(&[b'x'; 65_536]).is_err());
}

#[test]
fn nothing_inserted_means_nothing_changed() {
    let bytes = class_of(3, 500);
    let class = ClassFile::parse(&bytes).unwrap();
    for edits in [&[][..], &[1], &[0, 1, 2]] {
        let mut edit = ClassEdit::new(&class);
        for &index in edits {
            edit.insert(index, Probe::default());
        }
        let mut out = Vec::new();
        edit.finish(&mut Scratch::default()).unwrap().link(|_| 0, &mut out);
        assert!(out == bytes, "{edits:?}");
    }
}

fn added() -> NewMethod {
    NewMethod {
        access: 1,
        name: b"added".to_vec(),
        descriptor: b"()V".to_vec(),
        max_stack: 3,
        max_locals: 4,
        code: vec![0, RETURN],
    }
}

#[test]
fn an_added_method_comes_last() {
    let bytes = class_of(2, 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut edit = ClassEdit::new(&class);
    edit.add_method(added());
    let mut out = Vec::new();
    edit.finish(&mut Scratch::default()).unwrap().link(|_| 0, &mut out);
    let edited = ClassFile::parse(&out).unwrap();
    let [_, _, method] = edited.methods() else { panic!("three methods") };
    assert_eq!((method.access(), method.name(), method.descriptor()), (1, &b"added"[..], &b"()V"[..]));
    let code = edited.code(method).unwrap().unwrap();
    assert_eq!((code.max_stack(), code.max_locals(), code.bytes()), (3, 4, &[0, RETURN][..]));
    assert_eq!(code.handlers().len(), 0);
    assert!(code.attributes(edited.pool()).unwrap().is_empty());
}

#[test]
fn there_may_be_no_room_for_another_method() {
    let mut class = ClassAssembler::new("app/Sample");
    for _ in 0..65_535 {
        class.raw_method(0x0401, "run", "()V", &[]);
    }
    let bytes = class.finish();
    let class = ClassFile::parse(&bytes).unwrap();
    let mut edit = ClassEdit::new(&class);
    edit.add_method(added());
    assert!(matches!(edit.finish(&mut Scratch::default()), Err(Error::Malformed { .. })));
}
