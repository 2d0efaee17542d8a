//! `StackMapTable`: every kind of frame moved, re-encoded only where its delta leaves the range.

use crate::support::assembler::{ClassAssembler, CodeAssembler, Frame, STATIC, Type};
use crate::support::twin::{THROW, UNWIND, check, check_class, edit};
use classfile_edit::Error;

const GOTO: u8 = 0xa7;
const RETURN: u8 = 0xb1;
const ATHROW: u8 = 0xbf;

/// A method whose branch goes over `gap` bytes and a `return` to a `frame`.
fn over(gap: usize, frame: impl Fn() -> Frame) {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 2);
        calls.enter(&mut code);
        let end = code.label();
        code.jump(GOTO, end).frame(frame()).nops(gap);
        calls.leave(&mut code);
        code.op(&[RETURN]).place(end).frame(frame());
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "(II)V", &code);
    });
}

#[test]
fn every_kind_of_frame_is_moved() {
    // The delta of the last frame is gap: in the class as it is around 63, the most that one byte holds.
    for gap in [0, 1, 55, 56, 57, 58, 59, 62, 63, 64, 65, 127, 128, 200, 256] {
        over(gap, || Frame::Same);
        over(gap, || Frame::SameExtended);
        over(gap, || Frame::Stack1(Type::Int));
        over(gap, || Frame::Stack1(Type::Object(2)));
        over(gap, || Frame::Chop(1));
        over(gap, || Frame::Append(vec![Type::Int]));
        over(gap, || Frame::Append(vec![Type::Long, Type::Top, Type::Object(2)]));
        over(gap, || Frame::Full(vec![Type::Int, Type::Long], vec![Type::Object(2), Type::Top]));
    }
}

#[test]
fn a_frame_at_the_first_instruction_is_behind_the_entry() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        let start = code.here();
        code.frame(Frame::Same).jump(GOTO, start).frame(Frame::Same);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn frames_at_exits_are_in_front_of_the_exit_code() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        let end = code.label();
        code.jump(GOTO, end);
        for _ in 0..3 {
            code.frame(Frame::Same);
            calls.leave(&mut code);
            code.op(&[RETURN]);
        }
        code.place(end).frame(Frame::Same);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn uninitialized_types_name_the_instruction_itself() {
    check(THROW, |class, calls| {
        let object = class.class("app/Sample");
        let mut code = CodeAssembler::new(calls.pick(2, 3), 1);
        calls.enter(&mut code);
        // At pc 0 the frame's offset moves behind the entry, and so does that of the type.
        let new = code.here();
        let (made, end) = (code.label(), code.label());
        code.op2(0xbb, object)
            .op(&[0x1a])
            .jump(0x99, made)
            .frame(Frame::Full(vec![Type::Int], vec![Type::Uninitialized(new)]));
        code.op(&[0x57]).jump(GOTO, end).place(made).frame(Frame::Stack1(Type::Uninitialized(new)));
        code.op(&[0x57]).place(end).frame(Frame::Same);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "(I)V", &code);
    });
}

#[test]
fn the_frame_of_the_unwinding_handler_joins_the_table() {
    check(UNWIND, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        calls.enter(&mut code);
        let (start, end) = (code.here(), code.label());
        code.jump(GOTO, end).place(end).frame(Frame::Same);
        let exit = code.here();
        calls.leave(&mut code);
        code.op(&[RETURN]);
        if calls.are_in() {
            let handler = code.here();
            calls.unwind(&mut code, true);
            code.handler(start, exit, handler, 0);
        }
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn partial_frames_of_version_50_are_moved_as_they_are() {
    // There the old verifier takes over when the frames do not suffice: one frame of two is given.
    check_class(
        THROW,
        || ClassAssembler::new("app/Sample").version(50, 0),
        |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
            calls.enter(&mut code);
            let (one, two) = (code.label(), code.label());
            code.op(&[0x1a]).jump(0x99, one).op(&[0x1a]).jump(0x99, two);
            code.place(one).op(&[0]).place(two).frame(Frame::Same);
            calls.leave(&mut code);
            code.op(&[RETURN]);
            class.method(STATIC, "run", "(I)V", &code);
        },
    );
}

#[test]
fn the_frames_of_cldc_have_absolute_positions() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        let new = code.pc() as u16;
        let object = class.class("app/Sample");
        code.op2(0xbb, object).op(&[0x57]);
        let exit = code.pc() as u16;
        calls.leave(&mut code);
        code.op(&[RETURN]);
        // Two frames: no locals and an uninitialised object; an int and nothing.
        let words = [2, new, 0, 1].map(u16::to_be_bytes).concat();
        let rest = [&[8][..], &new.to_be_bytes(), &exit.to_be_bytes(), &[0, 1, 1, 0, 0]].concat();
        code.attribute("StackMap", &[words, rest].concat());
        class.method(STATIC, "run", "()V", &code);
    });
}

fn broken(info: &[u8]) -> Error {
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = CodeAssembler::new(1, 0);
    code.op(&[0, RETURN]).attribute("StackMapTable", info);
    class.method(STATIC, "run", "()V", &code);
    edit(&class.finish(), THROW).unwrap_err()
}

#[test]
fn broken_tables_are_malformed() {
    for info in [
        &[][..],
        &[0],
        // Fewer frames than counted, more, kinds that do not exist, positions behind the code.
        &[0, 1],
        &[0, 0, 0],
        &[0, 1, 128],
        &[0, 1, 246],
        &[0, 1, 2],
        &[0, 2, 1, 0],
        &[0, 1, 251, 0xFF, 0xFF],
        // Types that do not exist, that are cut, that name no instruction.
        &[0, 1, 64, 9],
        &[0, 1, 64, 7, 0],
        &[0, 1, 64, 8, 0, 2],
        &[0, 1, 255, 0, 0, 0xFF, 0xFF, 1],
    ] {
        assert!(matches!(broken(info), Error::Malformed { .. }), "{info:?}");
    }
}

#[test]
fn a_second_table_is_malformed() {
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = CodeAssembler::new(1, 0);
    code.op(&[0x01, ATHROW]).attribute("StackMapTable", &[0, 0]).attribute("StackMapTable", &[0, 0]);
    class.method(STATIC, "run", "()V", &code);
    let error = edit(&class.finish(), THROW).unwrap_err();
    assert!(matches!(error, Error::Malformed { what: "second StackMapTable", .. }), "{error}");
}
