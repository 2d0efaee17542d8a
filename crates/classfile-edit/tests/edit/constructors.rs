//! Constructors: where `super(...)` or `this(...)` is called, and what may be protected.

use crate::support::assembler::{ClassAssembler, CodeAssembler, Frame, Type};
use crate::support::twin::{AFTER_SUPER, Calls, How, THROW, UNWIND, check, check_class, refusal};
use classfile_edit::{ConstructorEntry, Exits, Refusal};

const ACONST_NULL: u8 = 0x01;
const ILOAD_1: u8 = 0x1b;
const ALOAD_0: u8 = 0x2a;
const POP: u8 = 0x57;
const DUP: u8 = 0x59;
const SWAP: u8 = 0x5f;
const IFEQ: u8 = 0x99;
const GOTO: u8 = 0xa7;
const RETURN: u8 = 0xb1;
const SPECIAL: u8 = 0xb7;
const NEW: u8 = 0xbb;
const ATHROW: u8 = 0xbf;

const UNWIND_AFTER_SUPER: How = How { exits: Exits::Unwind, constructor_entry: ConstructorEntry::AfterSuper };

fn object_init(class: &mut ClassAssembler) -> u16 {
    class.method_ref("java/lang/Object", "<init>", "()V")
}

/// A constructor `(I)V` whose code up to the call of super, and that call, is `head`; behind it is an exit.
#[track_caller]
fn entered_behind(head: impl Fn(&mut ClassAssembler, &mut CodeAssembler)) {
    check(AFTER_SUPER, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(6, 7), 70);
        head(class, &mut code);
        calls.enter(&mut code);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(1, "<init>", "(I)V", &code);
    });
}

#[test]
fn plain_constructors_are_entered_at_the_start_or_behind_super() {
    for how in [THROW, AFTER_SUPER] {
        check(how, |class, calls| {
            let init = object_init(class);
            let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
            let late = how.constructor_entry == ConstructorEntry::AfterSuper;
            if !late {
                calls.enter(&mut code);
            }
            code.op(&[ALOAD_0]).op2(SPECIAL, init);
            if late {
                calls.enter(&mut code);
            }
            calls.leave(&mut code);
            code.op(&[RETURN]);
            class.method(1, "<init>", "()V", &code);
        });
    }
}

#[test]
fn an_object_of_the_same_class_in_the_arguments_is_not_this() {
    entered_behind(|class, code| {
        let own = class.class("app/Sample");
        let init = class.method_ref("app/Sample", "<init>", "(I)V");
        let this = class.method_ref("app/Sample", "<init>", "(Lapp/Sample;)V");
        code.op(&[ALOAD_0]).op2(NEW, own).op(&[DUP, ILOAD_1]).op2(SPECIAL, init).op2(SPECIAL, this);
    });
}

#[test]
fn this_is_followed_through_copies_and_locals() {
    entered_behind(|class, code| {
        let init = object_init(class);
        code.op(&[ALOAD_0, ACONST_NULL, SWAP, 0x5a, POP, POP, DUP, POP]).op2(SPECIAL, init);
    });
    entered_behind(|class, code| {
        let init = object_init(class);
        // astore_2, aload_2; astore 63, aload 63; wide astore 5, wide aload 5.
        code.op(&[ALOAD_0, 0x4d, 0x2c, 0x3a, 63, 0x19, 63, 0xc4, 0x3a, 0, 5, 0xc4, 0x19, 0, 5]);
        code.op2(SPECIAL, init);
    });
}

#[test]
fn every_shuffle_keeps_this_in_its_slot() {
    // Each leaves `this` on top, or second with one slot above.
    let shuffles: [&[u8]; 7] = [
        // dup
        &[ALOAD_0, 0x59, POP],
        // dup_x1: null, this -> this, null, this
        &[ACONST_NULL, ALOAD_0, 0x5a, POP, POP],
        // dup_x2: null, null, this -> this, null, null, this
        &[ACONST_NULL, ACONST_NULL, ALOAD_0, 0x5b, POP, POP, POP],
        // dup2: null, this -> null, this, null, this
        &[ACONST_NULL, ALOAD_0, 0x5c, POP, POP],
        // dup2_x1: null, null, this -> null, this, null, null, this
        &[ACONST_NULL, ACONST_NULL, ALOAD_0, 0x5d, POP, POP, POP],
        // dup2_x2: null, null, null, this -> null, this, null, null, null, this
        &[ACONST_NULL, ACONST_NULL, ACONST_NULL, ALOAD_0, 0x5e, POP, POP, POP, POP],
        // swap
        &[ALOAD_0, ACONST_NULL, SWAP, 0x5f, POP],
    ];
    for shuffle in shuffles {
        entered_behind(|class, code| {
            let init = object_init(class);
            code.op(shuffle).op2(SPECIAL, init);
        });
    }
}

#[test]
fn long_arguments_take_two_slots() {
    entered_behind(|class, code| {
        let wide = class.method_ref("app/Sample", "<init>", "(JLjava/lang/String;D[[J)V");
        let field = class.field_ref("app/Sample", "time", "J");
        let make = class.method_ref("app/Sample", "make", "(IJ)D");
        // this, getstatic long, null, (1, lconst_0) -> double, null
        code.op(&[ALOAD_0]).op2(0xb2, field).op(&[ACONST_NULL, 0x04, 0x09]).op2(0xb8, make);
        code.op(&[ACONST_NULL]).op2(SPECIAL, wide);
    });
}

/// Groovy: a switch picks one of several constructors of super.
#[test]
fn every_arm_of_a_switch_may_call_super() {
    let build = |class: &mut ClassAssembler, calls: &Calls| {
        let init = object_init(class);
        let own = class.class("app/Sample");
        let mut code = CodeAssembler::new(calls.pick(2, 3), 2);
        let (one, two, end) = (code.label(), code.label(), code.label());
        let before = || Frame::Full(vec![Type::UninitializedThis, Type::Int], vec![Type::UninitializedThis]);
        code.op(&[ALOAD_0, ILOAD_1]).tableswitch(0, two, &[one, two]);
        code.place(one).frame(before()).op2(SPECIAL, init);
        calls.enter(&mut code);
        let first = code.here();
        code.jump(GOTO, end);
        let first_end = code.here();
        code.place(two).frame(before()).op(&[0]).op2(SPECIAL, init);
        calls.enter(&mut code);
        // Flow from the first arm must not enter again here: the entry lies in front of the frame.
        let second = code.here();
        code.place(end).frame(Frame::Full(vec![Type::Object(own), Type::Int], vec![])).op(&[0]);
        let exit = code.here();
        calls.leave(&mut code);
        code.op(&[RETURN]);
        (code, [first, first_end, second, exit])
    };
    check(AFTER_SUPER, |class, calls| {
        let (code, _) = build(class, calls);
        class.method(1, "<init>", "(I)V", &code);
    });
    check(UNWIND_AFTER_SUPER, |class, calls| {
        let (mut code, [first, first_end, second, exit]) = build(class, calls);
        if calls.are_in() {
            let handler = code.here();
            calls.unwind(&mut code, true);
            code.handler(first, first_end, handler, 0).handler(second, exit, handler, 0);
        }
        class.method(1, "<init>", "(I)V", &code);
    });
}

#[test]
fn super_may_lie_behind_branches_and_before_them() {
    check(AFTER_SUPER, |class, calls| {
        let init = object_init(class);
        let mut code = CodeAssembler::new(calls.pick(2, 3), 2);
        let (forward, back) = (code.label(), code.label());
        code.jump(GOTO, forward);
        // In the order of the code super comes first, in that of the flow last.
        code.place(back).op(&[ALOAD_0]).op2(SPECIAL, init);
        calls.enter(&mut code);
        let end = code.label();
        code.jump(GOTO, end).place(forward).op(&[ILOAD_1]).jump(IFEQ, back);
        // An exit without super is not left.
        code.op(&[ACONST_NULL, ATHROW]).place(end);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(1, "<init>", "(I)V", &code);
    });
}

#[test]
fn handlers_before_super_belong_to_what_is_not_initialised() {
    for how in [AFTER_SUPER, UNWIND] {
        check(how, |class, calls| {
            let init = object_init(class);
            let own = class.class("app/Sample");
            let throwable = class.class("java/lang/Throwable");
            let after = how.constructor_entry == ConstructorEntry::AfterSuper;
            let mut code = CodeAssembler::new(calls.pick(2, 3), 2);
            if !after {
                calls.enter(&mut code);
            }
            let (call, caught) = (code.label(), code.label());
            let start = code.here();
            code.op(&[0]).jump(GOTO, call);
            let end = code.here();
            code.place(caught);
            code.frame(Frame::Full(vec![Type::UninitializedThis, Type::Int], vec![Type::Object(throwable)]));
            code.op(&[ILOAD_1]).jump(IFEQ, call).op(&[POP, ACONST_NULL]);
            // Thrown on before super: no exit if it is entered behind, else one that `unwind` cannot protect.
            if !after {
                calls.leave(&mut code);
            }
            code.op(&[ATHROW]);
            code.place(call).frame(Frame::Full(vec![Type::UninitializedThis, Type::Int], vec![]));
            code.op(&[ALOAD_0]).op2(SPECIAL, init);
            if after {
                calls.enter(&mut code);
            }
            let body = code.here();
            code.frame(Frame::Full(vec![Type::Object(own), Type::Int], vec![])).op(&[0]);
            let exit = code.here();
            calls.leave(&mut code);
            code.op(&[RETURN]).handler(start, end, caught, throwable);
            if !after && calls.are_in() {
                let handler = code.here();
                calls.unwind(&mut code, true);
                code.handler(body, exit, handler, 0);
            }
            class.method(1, "<init>", "(I)V", &code);
        });
    }
}

#[test]
fn handlers_behind_super_are_followed() {
    check(AFTER_SUPER, |class, calls| {
        let init = object_init(class);
        let mut code = CodeAssembler::new(calls.pick(1, 2), 2);
        code.op(&[ALOAD_0]).op2(SPECIAL, init);
        calls.enter(&mut code);
        let start = code.here();
        code.op(&[0]);
        let end = code.here();
        calls.leave(&mut code);
        code.op(&[RETURN]);
        // Rows in the reverse order of the flow: the second handler is reached from the first alone.
        let second = code.label();
        let first = code.here();
        code.op(&[POP]);
        let first_end = code.here();
        code.jump(GOTO, start).place(second);
        calls.leave(&mut code);
        code.op(&[ATHROW]);
        code.handler(first, first_end, second, 0).handler(start, end, first, 0);
        class.method(1, "<init>", "(I)V", &code);
    });
}

#[test]
fn a_constructor_without_super_is_entered_at_the_start() {
    check(AFTER_SUPER, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(1, 2), 1);
        calls.enter(&mut code);
        code.op(&[ACONST_NULL]);
        calls.leave(&mut code);
        code.op(&[ATHROW]);
        class.method(1, "<init>", "()V", &code);
    });
    check_class(
        AFTER_SUPER,
        || ClassAssembler::new("java/lang/Object"),
        |class, calls| {
            let mut code = CodeAssembler::new(calls.pick(0, 1), 1);
            calls.enter(&mut code);
            calls.leave(&mut code);
            code.op(&[RETURN]);
            class.method(1, "<init>", "()V", &code);
        },
    );
}

#[test]
fn class_initialisers_are_methods_like_others() {
    check(AFTER_SUPER, |class, calls| {
        let mut code = CodeAssembler::new(calls.pick(0, 1), 0);
        calls.enter(&mut code);
        calls.leave(&mut code);
        code.op(&[RETURN]);
        class.method(8, "<clinit>", "()V", &code);
    });
}

/// A constructor in which the old verifier lets two states meet.
fn contradiction(through_handler: bool) -> Vec<u8> {
    let mut class = ClassAssembler::new("app/Sample").version(49, 0);
    let init = object_init(&mut class);
    let mut code = CodeAssembler::new(2, 2);
    let meet = code.label();
    let start = code.here();
    code.op(&[ILOAD_1]);
    if !through_handler {
        code.jump(IFEQ, meet);
    }
    code.op(&[ALOAD_0]).op2(SPECIAL, init).op(&[0, ACONST_NULL, POP]);
    let end = code.here();
    code.op(&[RETURN]).place(meet).op(&[ACONST_NULL, ATHROW]);
    if through_handler {
        code.handler(start, end, meet, 0);
    } else {
        code.jump(GOTO, start);
        let last = code.here();
        code.op(&[0]).jump(GOTO, meet);
        code.handler(end, meet, last, 0);
    }
    class.method(1, "<init>", "(I)V", &code);
    class.finish()
}

#[test]
fn flows_that_contradict_each_other_are_refused() {
    for through_handler in [false, true] {
        for how in [AFTER_SUPER, UNWIND] {
            assert_eq!(refusal(&contradiction(through_handler), how), Refusal::ConstructorFlow);
        }
    }
}

#[test]
fn constructors_made_to_take_long_are_refused() {
    // A deep stack, copied for each of many targets.
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = CodeAssembler::new(20_000, 1);
    code.op(&[ACONST_NULL; 20_000]);
    let targets: Vec<_> = (0..1_000).map(|_| code.label()).collect();
    let default = code.label();
    code.tableswitch(0, default, &targets);
    for target in targets {
        code.place(target).op(&[0]);
    }
    code.place(default).op(&[RETURN]);
    class.method(1, "<init>", "()V", &code);
    assert_eq!(refusal(&class.finish(), AFTER_SUPER), Refusal::ConstructorFlow);

    // A descriptor of 60,000 bytes, read at each of many calls.
    let mut class = ClassAssembler::new("app/Sample");
    let long = format!("(L{};)V", "x".repeat(60_000));
    let method = class.method_ref("app/Sample", "call", &long);
    let mut code = CodeAssembler::new(1, 1);
    for _ in 0..10_000 {
        code.op(&[ACONST_NULL]).op2(0xb8, method);
    }
    code.op(&[RETURN]);
    class.method(1, "<init>", "()V", &code);
    assert_eq!(refusal(&class.finish(), AFTER_SUPER), Refusal::ConstructorFlow);

    // Handlers in reverse, each reached from the one before alone.
    let mut class = ClassAssembler::new("app/Sample");
    let mut code = CodeAssembler::new(1, 1);
    let places: Vec<_> = (0..5_000)
        .map(|_| {
            let place = code.here();
            code.op(&[ATHROW]);
            place
        })
        .collect();
    for place in places.windows(2).rev() {
        code.handler(place[0], place[1], place[1], 0);
    }
    class.method(1, "<init>", "()V", &code);
    assert_eq!(refusal(&class.finish(), UNWIND), Refusal::ConstructorFlow);
}

#[test]
fn many_handlers_around_much_code_are_no_reason_to_refuse() {
    let mut class = ClassAssembler::new("app/Sample");
    let init = object_init(&mut class);
    let mut code = CodeAssembler::new(2, 1);
    code.op(&[ALOAD_0]).op2(SPECIAL, init);
    let start = code.here();
    code.nops(20_000);
    let end = code.here();
    code.op(&[RETURN]);
    for _ in 0..500 {
        let handler = code.here();
        code.op(&[ATHROW]).handler(start, end, handler, 0);
    }
    class.method(1, "<init>", "()V", &code);
    let edited = crate::support::twin::edit(&class.finish(), AFTER_SUPER).unwrap();
    assert_eq!(edited.refusals, []);
}
