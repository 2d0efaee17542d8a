//! Lines, variables, character ranges and type annotations.

use crate::support::assembler::{ClassAssembler, CodeAssembler, STATIC};
use crate::support::twin::{THROW, check, edit};
use classfile_edit::Error;

const ILOAD_0: u8 = 0x1a;
const ISTORE_1: u8 = 0x3c;
const IRETURN: u8 = 0xac;
const RETURN: u8 = 0xb1;

#[test]
fn lines_follow_in_whatever_order_they_are() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 2);
        // The call at the entry belongs to the first line.
        let first = code.here();
        calls.enter(&mut code);
        code.op(&[ILOAD_0, ISTORE_1]);
        let middle = code.here();
        code.op(&[ILOAD_0]);
        // The call at the exit belongs to the line of the return.
        let last = code.here();
        calls.leave(&mut code);
        code.op(&[IRETURN]);
        code.lines(&[(last, 7), (first, 3), (middle, 5), (middle, 6), (first, 3)]);
        code.lines(&[]);
        class.method(STATIC, "run", "(I)I", &code);
    });
}

#[test]
fn variables_live_as_long_as_before() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 2);
        let start = code.here();
        calls.enter(&mut code);
        code.op(&[ILOAD_0, ISTORE_1]);
        let middle = code.here();
        code.op(&[ILOAD_0]);
        let exit = code.here();
        calls.leave(&mut code);
        code.op(&[IRETURN]);
        let end = code.here();
        // Parameters to the end of the code, one that ends before the exit, one that starts with it, and
        // one that never lives.
        let rest = [1, 2, 3];
        let rows = [
            (start, end, rest),
            (middle, exit, rest),
            (exit, end, rest),
            (middle, middle, rest),
            (end, end, rest),
        ];
        code.variables(&rows);
        class.method(STATIC, "run", "(I)I", &code);
    });
}

#[test]
fn a_variable_that_never_lives_stays_empty_at_an_exit() {
    // The end of an empty range lies before the exit call and its start behind: no wrapping around.
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        code.op(&[ILOAD_0]);
        let exit = code.here();
        calls.leave(&mut code);
        code.op(&[IRETURN]).variables(&[(exit, exit, [1, 2, 3])]);
        class.method(STATIC, "run", "(I)I", &code);
    });
}

#[test]
fn character_ranges_end_with_their_last_byte() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        code.op(&[ILOAD_0]);
        let last_of_load = code.pc() as u16 - 1;
        let exit = code.pc() as u16;
        calls.leave(&mut code);
        code.op(&[IRETURN]);
        let last = code.pc() as u16 - 1;
        let rows = [[0, last_of_load], [exit, last], [0, last]];
        let rest = [0xA; 10];
        let rows: Vec<u8> =
            rows.iter().flat_map(|row| [&row.map(u16::to_be_bytes).concat()[..], &rest].concat()).collect();
        code.attribute("CharacterRangeTable", &[&[0, 3][..], &rows].concat());
        class.method(STATIC, "run", "(I)I", &code);
    });
}

/// A type annotation without values on a target.
fn annotation(target: &[u8]) -> Vec<u8> {
    // One step in the path, then type and no pairs.
    [target, &[1, 3, 0, 0, 9, 0, 0]].concat()
}

#[test]
fn type_annotations_name_the_instruction_itself() {
    for name in ["RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations"] {
        check(THROW, |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(1, 2), 2);
            calls.enter(&mut code);
            let first = (code.pc() as u16).to_be_bytes();
            code.op(&[ILOAD_0]);
            let exit = (code.pc() as u16).to_be_bytes();
            calls.leave(&mut code);
            let instruction = (code.pc() as u16).to_be_bytes();
            code.op(&[IRETURN]);
            let end = code.pc() as u16;
            let len = (end - u16::from_be_bytes(exit)).to_be_bytes();
            let mut rows = vec![annotation(&[0x42, 0, 0])];
            for kind in 0x43..=0x46 {
                rows.push(annotation(&[kind, first[0], first[1]]));
            }
            for kind in 0x47..=0x4b {
                // javac puts casts on the return that they belong to.
                rows.push(annotation(&[kind, instruction[0], instruction[1], 1]));
            }
            // Compilers leave offsets behind for instructions that they dropped.
            rows.push(annotation(&[0x44, 0xFF, 0xFE]));
            for kind in [0x40, 0x41] {
                // From the entry call on, and from the exit call on.
                rows.push(annotation(
                    &[&[kind, 0, 2, 0, 0][..], &end.to_be_bytes(), &[0, 0], &exit, &len, &[0, 1]].concat(),
                ));
            }
            let count = (rows.len() as u16).to_be_bytes();
            code.attribute(name, &[&count[..], &rows.concat()].concat());
            class.method(STATIC, "run", "(I)I", &code);
        });
    }
}

#[test]
fn values_of_annotations_are_walked_however_deep() {
    let mut value = vec![b'I', 0, 1];
    for depth in 0..2_000 {
        // An array of one, or an annotation with one pair.
        value = if depth % 2 == 0 {
            [&b"[\0\x01"[..], &value].concat()
        } else {
            [&b"@\0\x01\0\x01\0\x02"[..], &value].concat()
        };
    }
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        code.op(&[ILOAD_0]);
        calls.leave(&mut code);
        let at = (code.pc() as u16).to_be_bytes();
        code.op(&[IRETURN]);
        // new at the return, no path, type, four pairs: an enum, a class, a string and what is deep.
        let head = [&[0, 1, 0x44][..], &at, &[0, 0, 9, 0, 4]].concat();
        let plain = b"\0\x01e\0\x01\0\x02\0\x01c\0\x01\0\x01s\0\x01\0\x01";
        code.attribute("RuntimeVisibleTypeAnnotations", &[&head[..], plain, &value].concat());
        class.method(STATIC, "run", "(I)I", &code);
    });
}

#[test]
fn broken_tables_are_malformed() {
    for (name, info) in [
        ("LineNumberTable", &[0, 1, 0][..]),
        ("LineNumberTable", &[0, 0, 0]),
        ("LocalVariableTable", &[0, 1, 0, 0, 0, 0]),
        ("LocalVariableTypeTable", &[0, 0, 0]),
        ("CharacterRangeTable", &[0, 1, 0, 0]),
        ("RuntimeVisibleTypeAnnotations", &[0, 1, 0x99]),
        ("RuntimeVisibleTypeAnnotations", &[0, 1, 0x13, 0, 0, 9, 0, 1, 0, 1, b'?']),
        ("RuntimeInvisibleTypeAnnotations", &[0, 0, 0]),
        ("StackMap", &[0, 1, 0, 0, 0, 1, 9]),
    ] {
        let mut class = ClassAssembler::new("app/Sample");
        let mut code = CodeAssembler::new(1, 0);
        code.op(&[0, RETURN]).attribute(name, info);
        class.method(STATIC, "run", "()V", &code);
        let error = edit(&class.finish(), THROW).unwrap_err();
        assert!(matches!(error, Error::Malformed { .. }), "{name} {info:?}: {error}");
    }
}

#[test]
fn rows_behind_the_code_cost_nothing_else() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        // Lines at 65,535 and variables that end there stay in the format's bounds.
        code.attribute("LineNumberTable", &[0, 1, 0xFF, 0xFF, 0, 1]);
        class.method(STATIC, "run", "()V", &code);
    });
}
