//! The exception table: on which side of a boundary inserted code falls.

use crate::support::assembler::{ClassAssembler, CodeAssembler, Frame, STATIC, Type};
use crate::support::twin::{THROW, UNWIND, check, edit};
use classfile_edit::Error;

const ACONST_NULL: u8 = 0x01;
const POP: u8 = 0x57;
const ATHROW: u8 = 0xbf;
const RETURN: u8 = 0xb1;

#[test]
fn a_range_keeps_what_it_had() {
    check(THROW, |class, calls| {
        let throwable = class.class("java/lang/Throwable");
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        calls.enter(&mut code);
        // The entry call is outside of a range that starts at 0.
        let start = code.here();
        code.op(&[ACONST_NULL, POP]);
        // A range that ends at an exit ends before the call, one that starts there holds it.
        let exit = code.here();
        calls.leave(&mut code);
        code.op(&[RETURN]);
        let behind = code.here();
        code.frame(Frame::Stack1(Type::Object(throwable))).op(&[POP]);
        let last = code.here();
        calls.leave(&mut code);
        code.op(&[RETURN]);
        let end = code.here();
        code.handler(start, exit, behind, 0);
        code.handler(exit, behind, behind, throwable);
        code.handler(start, end, last, 0);
        code.handler(last, end, start, 0);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn a_handler_may_start_with_an_exit() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        calls.enter(&mut code);
        let start = code.here();
        code.op(&[ACONST_NULL, ATHROW]);
        let handler = code.here();
        // What is caught is thrown on, and nothing covers that.
        calls.leave(&mut code);
        code.op(&[ATHROW]).handler(start, handler, handler, 0);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn a_throw_at_the_very_end_of_a_range_is_covered_and_one_behind_it_is_not() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        calls.enter(&mut code);
        code.op(&[ACONST_NULL]);
        let first = code.here();
        code.op(&[ATHROW]);
        let second = code.here();
        calls.leave(&mut code);
        code.op(&[ATHROW]);
        let third = code.here();
        code.op(&[ATHROW]);
        let end = code.here();
        // Out of order, one inside of the other.
        code.handler(third, end, first, 0).handler(first, second, first, 0).handler(third, end, second, 0);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn own_handlers_come_before_the_one_that_unwinds() {
    check(UNWIND, |class, calls| {
        let throwable = class.class("java/lang/Throwable");
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        calls.enter(&mut code);
        let start = code.here();
        code.op(&[ACONST_NULL, ATHROW]);
        let caught = code.here();
        code.frame(Frame::Stack1(Type::Object(throwable))).op(&[POP]);
        let exit = code.here();
        calls.leave(&mut code);
        code.op(&[RETURN]);
        code.handler(start, caught, caught, throwable);
        if calls.are_in() {
            let handler = code.here();
            calls.unwind(&mut code, true);
            code.handler(start, exit, handler, 0);
        }
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn nothing_is_left_to_unwind_around_a_lone_return() {
    check(UNWIND, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn rows_that_leave_the_code_are_malformed() {
    for row in [[0, 3, 0], [3, 3, 0], [0, 2, 2], [0, 0xFFFF, 0], [0xFFFF, 0xFFFF, 0]] {
        let mut class = ClassAssembler::new("app/Sample");
        let code =
            [&[0, 1, 0, 0, 0, 0, 0, 2, 0, RETURN, 0, 1][..], &row.map(u16::to_be_bytes).concat(), &[0; 4]]
                .concat();
        let code = class.attribute("Code", &code);
        class.raw_method(STATIC, "run", "()V", &[code]);
        let error = edit(&class.finish(), THROW).unwrap_err();
        let expected = "exception handler out of the code";
        assert!(matches!(error, Error::Malformed { what, .. } if what == expected), "{row:?}: {error}");
    }
}
