//! Methods over 32 KB: branches that no longer reach.

use crate::support::assembler::{ClassAssembler, CodeAssembler, Frame, STATIC, Type};
use crate::support::twin::{Calls, THROW, UNWIND, check, check_class, edit, refusal};
use classfile_edit::Refusal;

const ILOAD_0: u8 = 0x1a;
const ILOAD_1: u8 = 0x1b;
const ALOAD_0: u8 = 0x2a;
const IFEQ: u8 = 0x99;
const IFNE: u8 = 0x9a;
const GOTO: u8 = 0xa7;
const JSR: u8 = 0xa8;
const RETURN: u8 = 0xb1;
const GOTO_W: u8 = 0xc8;
const JSR_W: u8 = 0xc9;

/// One `int` in the locals, nothing on the stack.
fn one_int() -> Frame {
    Frame::Full(vec![Type::Int], vec![])
}

fn exit(code: &mut CodeAssembler, calls: &Calls) {
    calls.leave(code);
    code.op(&[RETURN]);
}

#[test]
fn goto_and_jsr_become_wide_in_both_directions() {
    for (narrow, wide) in [(GOTO, GOTO_W), (JSR, JSR_W)] {
        check_class(
            THROW,
            || ClassAssembler::new("app/Sample").version(49, 0),
            |class, calls| {
                let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
                calls.enter(&mut code);
                let end = code.label();
                let start = code.here();
                // 32,765 bytes as it is: 32,771 with the call in front of the return.
                code.jump(calls.pick(narrow, wide), end).nops(32_700);
                exit(&mut code, calls);
                code.nops(61).place(end).jump(calls.pick(narrow, wide), start);
                class.method(STATIC, "run", "(I)V", &code);
            },
        );
    }
}

#[test]
fn the_last_byte_of_reach_is_used() {
    // What is inserted in between makes 6 bytes: the offset becomes 32,767 or 32,768.
    for (gap, wide) in [(32_757, false), (32_758, true)] {
        check(THROW, |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
            calls.enter(&mut code);
            let end = code.label();
            code.jump(calls.pick(GOTO, if wide { GOTO_W } else { GOTO }), end).frame(one_int()).nops(gap);
            exit(&mut code, calls);
            code.place(end).frame(one_int());
            exit(&mut code, calls);
            class.method(STATIC, "run", "(I)V", &code);
        });
    }
}

#[test]
fn conditional_branches_go_through_a_relay() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        let (end, relay, other) = (code.label(), code.label(), code.label());
        code.op(&[ILOAD_0]).jump(IFEQ, calls.pick(end, relay));
        code.op(&[ILOAD_0]).jump(IFNE, calls.pick(end, other)).nops(20_000);
        exit(&mut code, calls);
        if calls.are_in() {
            // One relay for each branch, in their order.
            for relay in [relay, other] {
                code.place(relay).frame(one_int()).jump(GOTO_W, end);
            }
        } else {
            code.place(relay).place(other);
        }
        code.frame(one_int()).nops(12_754);
        exit(&mut code, calls);
        code.place(end).frame(one_int());
        exit(&mut code, calls);
        class.method(STATIC, "run", "(I)V", &code);
    });
}

#[test]
fn conditional_branches_backwards_go_through_a_relay() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        let relay = code.label();
        let start = code.here();
        code.frame(one_int()).nops(15_000);
        exit(&mut code, calls);
        code.place(relay);
        if calls.are_in() {
            code.frame(one_int()).jump(GOTO_W, start);
        }
        code.frame(one_int()).nops(17_764).op(&[ILOAD_0]).jump(IFEQ, calls.pick(start, relay));
        exit(&mut code, calls);
        class.method(STATIC, "run", "(I)V", &code);
    });
}

#[test]
fn the_end_of_the_code_can_hold_a_relay() {
    check(THROW, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        let relay = code.label();
        let start = code.here();
        code.frame(one_int()).nops(32_762);
        // The nearer gap is in a range that does not hold the target.
        let from = code.here();
        code.op(&[0]);
        exit(&mut code, calls);
        code.frame(one_int()).op(&[0]);
        let to = code.here();
        code.op(&[ILOAD_0]).jump(IFNE, calls.pick(start, relay));
        exit(&mut code, calls);
        code.place(relay);
        if calls.are_in() {
            code.frame(one_int()).jump(GOTO_W, start);
        }
        code.handler(from, to, from, 0);
        class.method(STATIC, "run", "(I)V", &code);
    });
}

#[test]
fn frames_are_written_whole_when_a_relay_comes_in_between() {
    check(THROW, |class, calls| {
        let own = class.class("app/Sample");
        let this = |rest: &[Type]| [&[Type::Object(own), Type::Int, Type::Long][..], rest].concat();
        let mut code = CodeAssembler::new(calls.pick(2, 3), 6);
        calls.enter(&mut code);
        let (end, relay) = (code.label(), code.label());
        let full = |kind: Frame, locals: &[Type]| calls.pick(kind, Frame::Full(this(locals), vec![]));
        code.frame(full(Frame::Same, &[]));
        code.op(&[0]).frame(full(Frame::Append(vec![Type::Long, Type::Int]), &[Type::Long, Type::Int]));
        code.op(&[0]).frame(full(Frame::Chop(1), &[Type::Long]));
        let new = code.here();
        let made = Type::Uninitialized(new);
        code.op2(0xbb, own)
            .frame(calls.pick(Frame::Stack1(made), Frame::Full(this(&[Type::Long]), vec![made])));
        code.op(&[0x57]).frame(full(Frame::SameExtended, &[Type::Long]));
        code.op(&[ILOAD_1]).jump(IFEQ, calls.pick(end, relay)).nops(20_000);
        exit(&mut code, calls);
        code.place(relay);
        if calls.are_in() {
            code.frame(Frame::Full(this(&[Type::Long]), vec![])).jump(GOTO_W, end);
        }
        code.frame(full(Frame::Same, &[Type::Long])).nops(12_754);
        exit(&mut code, calls);
        code.place(end).frame(full(Frame::Same, &[Type::Long]));
        exit(&mut code, calls);
        class.method(0, "run", "(IJ)V", &code);
    });
}

#[test]
fn old_classes_need_no_frame_at_a_relay() {
    check_class(
        THROW,
        || ClassAssembler::new("app/Sample").version(49, 0),
        |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
            calls.enter(&mut code);
            let (end, relay) = (code.label(), code.label());
            code.op(&[ILOAD_0]).jump(IFEQ, calls.pick(end, relay)).nops(20_000);
            exit(&mut code, calls);
            code.place(relay);
            if calls.are_in() {
                code.jump(GOTO_W, end);
            }
            code.nops(12_758);
            exit(&mut code, calls);
            code.place(end);
            exit(&mut code, calls);
            class.method(STATIC, "run", "(I)V", &code);
        },
    );
}

/// A far branch of the method `name` over gaps, one of which may lie in a range of a handler.
fn guarded(class: &mut ClassAssembler, calls: &Calls, guards_target: bool) {
    let throwable = class.class("java/lang/Throwable");
    let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
    calls.enter(&mut code);
    let (end, relay) = (code.label(), code.label());
    code.op(&[ILOAD_0]).jump(IFEQ, calls.pick(end, relay)).nops(10_000);
    let start = code.here();
    code.op(&[0]);
    exit(&mut code, calls);
    let put_relay = |code: &mut CodeAssembler, here: bool| {
        if here {
            code.place(relay);
            if calls.are_in() {
                code.frame(one_int()).jump(GOTO_W, end);
            }
        }
        code.frame(one_int());
    };
    // In the middle of the range: only if the handler sees the target's locals anyway.
    put_relay(&mut code, guards_target);
    code.op(&[0]);
    exit(&mut code, calls);
    let stop = code.here();
    put_relay(&mut code, !guards_target);
    code.nops(22_745);
    exit(&mut code, calls);
    code.place(end).frame(one_int()).op(&[0]);
    exit(&mut code, calls);
    let handler = code.here();
    code.frame(Frame::Full(vec![Type::Int], vec![Type::Object(throwable)])).op(&[0x57]);
    exit(&mut code, calls);
    code.handler(start, if guards_target { handler } else { stop }, handler, 0);
    class.method(STATIC, "run", "(I)V", &code);
}

#[test]
fn a_relay_is_not_put_under_a_handler_that_does_not_know_its_types() {
    check(THROW, |class, calls| guarded(class, calls, false));
    check(THROW, |class, calls| guarded(class, calls, true));
}

/// A conditional branch over `gap` bytes and a `return`, with `more` in the method.
fn far(gap: usize, more: impl Fn(&mut CodeAssembler)) -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = CodeAssembler::new(1, 2);
    let end = code.label();
    code.op(&[0x03]).jump(IFEQ, end).nops(gap).op(&[RETURN]);
    code.nops(32_763 - gap).place(end).frame(Frame::Same).op(&[RETURN]);
    more(&mut code);
    class.method(STATIC, "run", "()V", &code);
    class.finish()
}

/// A constructor with a far branch in front of `super()` or behind.
fn far_in_constructor(in_front: bool) -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample");
    let init = class.method_ref("java/lang/Object", "<init>", "()V");
    let mut code = CodeAssembler::new(1, 1);
    let end = code.label();
    if !in_front {
        code.op(&[ALOAD_0]).op2(0xb7, init);
    }
    code.op(&[0x03]).jump(IFEQ, end).op(&[ALOAD_0]).op2(0xb7, init);
    code.nops(20_000).op(&[RETURN]).nops(12_759).place(end).frame(Frame::Same);
    code.op(&[ALOAD_0]).op2(0xb7, init).op(&[RETURN]);
    class.method(1, "<init>", "()V", &code);
    class.finish()
}

#[test]
fn what_cannot_be_relayed_is_refused() {
    let out_of_reach = Refusal::BranchOutOfReach { pc: 1 };
    let nothing = |_: &mut CodeAssembler| {};
    // The only gap is too far to leave room for what may yet come in between.
    assert_eq!(refusal(&far(32_000, nothing), THROW), out_of_reach);
    // There is a gap, but no frame at the target (found by position): version 50 may leave it out.
    let mut class = ClassAssembler::new("app/Sample").version(50, 0);
    let mut code = CodeAssembler::new(1, 1);
    let end = code.label();
    code.op(&[0x03]).jump(IFEQ, end).nops(20_000).op(&[RETURN]).frame(Frame::Same);
    code.nops(12_763).place(end).op(&[RETURN]);
    class.method(STATIC, "run", "()V", &code);
    assert_eq!(refusal(&class.finish(), THROW), out_of_reach);
    // A table that relays are not added to.
    let cldc = |code: &mut CodeAssembler| {
        code.attribute("StackMap", &[0, 0]);
    };
    assert_eq!(refusal(&far(20_000, cldc), THROW), out_of_reach);
    // In a constructor the handler that unwinds must not cover a relay of code in front of super.
    assert_eq!(refusal(&far_in_constructor(true), UNWIND), Refusal::ConstructorFlow);
    assert_eq!(edit(&far_in_constructor(true), THROW).unwrap().refusals, []);
    assert_eq!(edit(&far_in_constructor(false), UNWIND).unwrap().refusals, []);
}
