//! The calls of `i` and `o` must come in pairs with one id.

use super::finding::Findings;
use crate::focus::{FOCUS_DESCRIPTOR, FOCUS_METHOD};
use crate::inspect::{BeatCall, BeatKind};
use classfile_edit::opcode::{self, Kind};
use classfile_edit::{ClassFile, Code, Error, Method};

/// Checks the calls of one method and returns its id, if it has a valid one.
///
/// * `i` is the first thing that a method does, and no branch comes back to it. In a constructor it may
///   stand behind `super(...)` or `this(...)`, once for each such call.
/// * Each return has its `o` in front, and a branch to the return runs it.
/// * `o` stands nowhere else but in front of a return or an `athrow`.
pub(super) fn check(
    class: &ClassFile<'_>,
    method: &Method<'_>,
    code: &Code<'_>,
    calls: &[BeatCall],
    found: &mut Findings,
) -> Result<Option<i32>, Error> {
    let mut id = None;
    for call in calls {
        if !call.is_plain() {
            found.error(call.call, format!("the arguments of {} are no constants", name(call.kind)));
        }
        if call.kind == BeatKind::At {
            if (method.name(), method.descriptor()) != (FOCUS_METHOD, FOCUS_DESCRIPTOR) {
                found.error(call.call, "at is called, but this is not onWindowFocusChanged(boolean)");
            }
        } else if let Some(own) = call.id {
            match id {
                None => id = Some(own),
                Some(first) if first != own => {
                    found.error(
                        call.call,
                        format!("{} has id {own}, but the method's is {first}", name(call.kind)),
                    );
                }
                Some(_) => {}
            }
        }
    }
    let of_kind = |kind| calls.iter().filter(move |call| call.kind == kind);
    let enters: Vec<&BeatCall> = of_kind(BeatKind::Enter).collect();
    let exits: Vec<&BeatCall> = of_kind(BeatKind::Exit).collect();
    match (enters.first(), exits.first()) {
        (None, None) => return Ok(None),
        (None, Some(exit)) => found.error(exit.call, "the method is left by o, but never entered by i"),
        _ => {}
    }
    check_flow(class, method, code, &enters, &exits, found)?;
    Ok(id)
}

fn name(kind: BeatKind) -> &'static str {
    match kind {
        BeatKind::Enter => "i",
        BeatKind::Exit => "o",
        BeatKind::At => "at",
    }
}

/// `enters` and `exits` are sorted, for calls are found in the order of the code.
fn check_flow(
    class: &ClassFile<'_>,
    method: &Method<'_>,
    code: &Code<'_>,
    enters: &[&BeatCall],
    exits: &[&BeatCall],
    found: &mut Findings,
) -> Result<(), Error> {
    let at_start = enters.first().is_some_and(|enter| enter.start == 0);
    let mut behind_init = false;
    for instruction in code.instructions() {
        let instruction = instruction?;
        let pc = instruction.pc;
        let enters_here = pc > 0 && enters.binary_search_by_key(&pc, |enter| enter.start).is_ok();
        if enters_here && (!method.is_constructor() || at_start || !behind_init) {
            found.error(pc, "i is called in the middle of the method");
        }
        let closed = exits.binary_search_by_key(&pc, |exit| exit.end).is_ok();
        match instruction.kind {
            Kind::Return if !closed => found.error(pc, "the method returns without o"),
            Kind::Return | Kind::Throw => {}
            _ if closed => found.error(pc, "o is called, but the method goes on"),
            _ => {}
        }
        let switch = (instruction.kind == Kind::Switch).then(|| instruction.switch_targets());
        for target in instruction.target().into_iter().chain(switch.into_iter().flatten()) {
            if at_start && target == 0 {
                found.error(pc, "branch back to the start, which enters the method again");
            }
            if let Some(exit) = skipped(exits, target) {
                found.error(pc, format!("branch to {target} skips the o at {}", exit.start));
            }
        }
        behind_init = is_init(class, &instruction);
    }
    Ok(())
}

/// The exit call that a branch to `target` jumps over or into.
fn skipped<'c>(exits: &[&'c BeatCall], target: i64) -> Option<&'c BeatCall> {
    let before = exits.partition_point(|exit| i64::from(exit.start) < target);
    let exit = exits.get(before.checked_sub(1)?)?;
    (target <= i64::from(exit.end)).then_some(exit)
}

/// Whether it calls a constructor.
fn is_init(class: &ClassFile<'_>, instruction: &classfile_edit::Instruction<'_>) -> bool {
    match *instruction.bytes {
        [opcode::INVOKESPECIAL, a, b] => {
            class.pool().member(u16::from_be_bytes([a, b])).is_ok_and(|called| called.name == b"<init>")
        }
        _ => false,
    }
}
