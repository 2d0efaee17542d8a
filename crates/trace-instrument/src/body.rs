//! Tells methods that are worth tracing from trivial ones.

use crate::facts::Body;
use crate::focus::{FOCUS_DESCRIPTOR, FOCUS_METHOD};
use classfile_edit::opcode::{self, Kind};
use classfile_edit::{ClassFile, Code, Error, Method};

const MONITORENTER: u8 = 0xc2;

/// Judges a method by its instructions. Trivial are
///
/// * accessors: nothing but constants, loads, field access and a return; a constructor may have one
///   `invokespecial` on top, its `super(...)`;
/// * methods that neither call, loop, nor lock: they cannot take long. (For Matrix a loop or a lock
///   without a call was trivial, too. Those can take as long as they like.)
pub(crate) fn judge(code: &Code<'_>, is_constructor: bool) -> Result<Body, Error> {
    let mut accessor = true;
    let mut free_calls = u8::from(is_constructor);
    let mut busy = false;
    for instruction in code.instructions() {
        let instruction = instruction?;
        let pc = i64::from(instruction.pc);
        busy |= match instruction.kind {
            Kind::Call => true,
            Kind::If | Kind::Goto | Kind::GotoWide => instruction.target().is_some_and(|to| to <= pc),
            Kind::Switch => instruction.switch_targets().any(|to| to <= pc),
            _ => instruction.opcode == MONITORENTER,
        };
        match instruction.opcode {
            opcode::INVOKESPECIAL if free_calls > 0 => free_calls -= 1,
            // nop to saload: constants, loads, elements of arrays.
            0..=opcode::SALOAD | opcode::IRETURN..=opcode::RETURN | opcode::GETSTATIC..=opcode::PUTFIELD => {}
            _ => accessor = false,
        }
        if busy && !accessor {
            return Ok(Body::Substantial);
        }
    }
    Ok(Body::Trivial)
}

/// Whether a method is `onWindowFocusChanged(Z)V`.
pub(crate) fn is_focus_method(method: &Method<'_>) -> bool {
    method.name() == FOCUS_METHOD && method.descriptor() == FOCUS_DESCRIPTOR
}

/// Whether straight-line code from the start of `onWindowFocusChanged(Z)V` calls super's.
pub(crate) fn calls_super_focus(class: &ClassFile<'_>, code: &Code<'_>) -> bool {
    for instruction in code.instructions().map_while(Result::ok) {
        match (instruction.kind, instruction.bytes) {
            (Kind::Call, &[opcode::INVOKESPECIAL, a, b]) => {
                let called = class.pool().member(u16::from_be_bytes([a, b]));
                if called.is_ok_and(|called| {
                    called.name == FOCUS_METHOD
                        && called.descriptor == FOCUS_DESCRIPTOR
                        && called.class != class.name()
                }) {
                    return true;
                }
            }
            (Kind::Plain | Kind::Call | Kind::Wide, _) => {}
            _ => return false,
        }
    }
    false
}
