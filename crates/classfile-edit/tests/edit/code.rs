//! Instructions: calls in their places, branches and switches that follow.

use crate::support::assembler::{CodeAssembler, STATIC};
use crate::support::twin::{NORMAL, THROW, UNWIND, check};

const NOP: u8 = 0x00;
const ICONST_0: u8 = 0x03;
const ILOAD_0: u8 = 0x1a;
const IFEQ: u8 = 0x99;
const GOTO: u8 = 0xa7;
const JSR: u8 = 0xa8;
const RETURN: u8 = 0xb1;
const IRETURN: u8 = 0xac;
const ATHROW: u8 = 0xbf;
const GOTO_W: u8 = 0xc8;
const ACONST_NULL: u8 = 0x01;

#[test]
fn straight_code_is_entered_and_left_once() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        code.op(&[NOP]);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn each_return_is_left_and_branches_to_it_run_the_exit_code() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        let exit = code.label();
        calls.enter(&mut code);
        code.op(&[ILOAD_0]).jump(IFEQ, exit).op(&[ICONST_0]);
        calls.leave(&mut code);
        code.op(&[IRETURN]).place(exit).op(&[ICONST_0]);
        calls.leave(&mut code);
        code.op(&[IRETURN]);
        class.method(STATIC, "run", "(I)I", &code);

        let calls = calls.of(1);
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        let exit = code.label();
        calls.enter(&mut code);
        code.op(&[ILOAD_0]).jump(IFEQ, exit).op(&[NOP]).place(exit);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "jump", "(I)V", &code);
    });
}

#[test]
fn a_loop_to_the_first_instruction_does_not_enter_again() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        let start = code.here();
        code.op(&[ILOAD_0]).jump(IFEQ, start).jump(GOTO, start);
        class.method(STATIC, "run", "(I)V", &code);

        // A branch to itself, first and last of its method.
        let calls = calls.of(1);
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        let start = code.here();
        code.jump(GOTO_W, start);
        class.method(STATIC, "spin", "()V", &code);
    });
}

#[test]
fn a_return_that_is_the_whole_method_is_entered_then_left() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn throws_are_left_only_where_asked() {
    for how in [NORMAL, THROW] {
        check(how, |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
            calls.enter(&mut code);
            code.op(&[ACONST_NULL]);
            if how.exits == THROW.exits {
                calls.leave(&mut code);
            }
            code.op(&[ATHROW]);
            class.method(STATIC, "run", "()V", &code);
        });
    }
}

#[test]
fn switches_keep_their_targets_at_every_padding() {
    for before in 0..8 {
        check(THROW, |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
            let (one, two, other) = (code.label(), code.label(), code.label());
            calls.enter(&mut code);
            // With the first padding the loop goes to the switch's own operand.
            let top = code.here();
            code.nops(before).op(&[ILOAD_0]).tableswitch(-1, other, &[one, two, top]);
            code.place(one).op(&[ILOAD_0]).lookupswitch(other, &[(-5, two), (9, one), (10, top)]);
            code.place(two);
            calls.leave(&mut code);
            code.op(&[RETURN]).place(other).lookupswitch(top, &[]);
            class.method(STATIC, "run", "(I)V", &code);
        });
    }
}

#[test]
fn a_switch_may_be_the_first_instruction() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        let other = code.label();
        calls.enter(&mut code);
        let top = code.here();
        code.tableswitch(0, other, &[top]).place(other);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn subroutines_and_wide_instructions_are_followed() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0x102);
        let subroutine = code.label();
        calls.enter(&mut code);
        // wide iinc, wide iload: two bytes of index that look like returns.
        code.op(&[0xc4, 0x84, 0x00, 0xb1, 0xb1, 0xb1, 0xc4, 0x15, 0x00, 0xb1, 0x57]);
        code.jump(JSR, subroutine);
        calls.leave(&mut code);
        // astore_1, ret 1: leaves the subroutine, not the method.
        code.op(&[RETURN]).place(subroutine).op(&[0x4c, 0xa9, 0x01]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn constants_that_look_like_exits_are_left_alone() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
        calls.enter(&mut code);
        // sipush, bipush, newarray, multianewarray: operands are no instructions.
        code.op(&[0x11, 0xb1, 0xbf, 0x57, 0x10, 0xac, 0x57, 0xc5, 0xb1, 0xb1, 0xb1, 0x57]);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(STATIC, "run", "()V", &code);
    });
}

#[test]
fn unwinding_adds_a_handler_that_spares_the_exits() {
    for (version, framed) in [(49, false), (50, true)] {
        crate::support::twin::check_class(
            UNWIND,
            || crate::support::assembler::ClassAssembler::new("app/Sample").version(version, 0),
            |class, calls| {
                let mut code = CodeAssembler::new(calls.pick(1, 2), 0);
                calls.enter(&mut code);
                let start = code.here();
                code.op(&[ACONST_NULL, 0x57]);
                let end = code.here();
                calls.leave(&mut code);
                code.op(&[RETURN]);
                let throw = code.here();
                code.op(&[ACONST_NULL, ATHROW]);
                let handler = code.here();
                calls.unwind(&mut code, framed);
                if calls.are_in() {
                    code.handler(start, end, handler, 0).handler(throw, handler, handler, 0);
                }
                class.method(STATIC, "run", "()V", &code);
            },
        );
    }
}
