//! Every position that a method names must be where an instruction begins (JVMS 4.9.1, 4.7.3, 4.7.4).

use super::finding::Findings;
use super::marks::Marks;
use crate::inspect::{Role, frames, positions};
use classfile_edit::opcode::Kind;
use classfile_edit::{Attribute, ClassFile, Code, Error};

const NEW: u8 = 0xbb;
/// Frames count from this version on.
const FRAMES_SINCE: u16 = 50;

/// Checks one method; `marks` are those of its code.
pub(super) fn check(
    class: &ClassFile<'_>,
    code: &Code<'_>,
    marks: &Marks,
    found: &mut Findings,
) -> Result<(), Error> {
    check_branches(code, marks, found)?;
    check_handlers(code, marks, found);
    let framed = class.version().0 >= FRAMES_SINCE;
    for attribute in code.attributes(class.pool())? {
        let attribute = attribute?;
        match attribute.name {
            b"StackMapTable" if framed => check_frames(code, &attribute, marks, found),
            _ => check_positions(code, &attribute, marks, found),
        }
    }
    Ok(())
}

fn check_branches(code: &Code<'_>, marks: &Marks, found: &mut Findings) -> Result<(), Error> {
    let mut last = None;
    for instruction in code.instructions() {
        let instruction = instruction?;
        let switch = (instruction.kind == Kind::Switch).then(|| instruction.switch_targets());
        for target in instruction.target().into_iter().chain(switch.into_iter().flatten()) {
            if !marks.is_start(target) {
                found.error(instruction.pc, format!("branch to {target}, where no instruction begins"));
            }
        }
        last = Some(instruction);
    }
    if let Some(last) = last.filter(|last| !last.ends_flow()) {
        found.error(last.pc, "the code can run off its end");
    }
    Ok(())
}

fn check_handlers(code: &Code<'_>, marks: &Marks, found: &mut Findings) {
    for (row, handler) in code.handlers().enumerate() {
        let ranges = [
            (marks.is_start(handler.start.into()), "start", handler.start),
            (marks.is_end(handler.end.into()), "end", handler.end),
            (marks.is_start(handler.handler.into()), "handler", handler.handler),
        ];
        for (_, what, at) in ranges.iter().filter(|(good, ..)| !good) {
            found.error(
                u32::from(*at),
                format!("{what} of row {row} of the exception table is not where an instruction begins"),
            );
        }
        if handler.start >= handler.end {
            found.error(
                u32::from(handler.start),
                format!("row {row} of the exception table protects nothing"),
            );
        }
    }
}

fn check_frames(code: &Code<'_>, attribute: &Attribute<'_>, marks: &Marks, found: &mut Findings) {
    let Some(frames) = frames(attribute.info()) else {
        found.error(None, "the StackMapTable is not well formed");
        return;
    };
    for frame in frames {
        if !marks.is_start(frame.position.into()) {
            found.error(frame.position, "a frame of the StackMapTable stands where no instruction begins");
        }
        for new in frame.uninitialized {
            if !marks.is_start(new.into()) || code.bytes().get(usize::from(new)) != Some(&NEW) {
                found.error(
                    frame.position,
                    format!("a frame has a type made by the `new` at {new}, but there is none"),
                );
            }
        }
    }
}

/// Virtual machines pass over bad rows of these tables, and obfuscators write such rows: a warning.
fn check_positions(code: &Code<'_>, attribute: &Attribute<'_>, marks: &Marks, found: &mut Findings) {
    let table = attribute.name.escape_ascii();
    let Some(positions) = positions(attribute.name, attribute.info()) else {
        found.warning(None, format!("the {table} is not well formed"));
        return;
    };
    for position in positions {
        let good = match position.role {
            Role::Instruction => marks.is_start(position.at.into()),
            Role::End => marks.is_end(position.at.into()),
            Role::Handler => (position.at as usize) < code.handlers().len(),
        };
        if !good {
            let what = match position.role {
                Role::Handler => "a row of the exception table that is not there",
                _ => "a position where no instruction begins",
            };
            found.warning(position.at, format!("the {table} names {what}"));
        }
    }
}
