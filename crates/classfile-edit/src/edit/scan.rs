//! One pass over the instructions: where code goes in, and what must follow when positions move.

use crate::opcode::Kind;
use crate::read::Code;
use crate::{Error, Exits};

/// Something that moves positions, in the order of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    /// In bytes from the start of the original code.
    pub(super) pc: u32,
    pub(super) kind: PointKind,
}

/// What happens at a [`Point`]. At one position the kinds follow each other in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PointKind {
    /// A `goto_w` for a conditional branch that no longer reaches its target; stands between two
    /// instructions of which the first never falls through.
    Relay { branch: u32 },
    /// The entry code.
    Entry,
    /// The exit code, in front of a `*return` or `athrow`.
    Exit,
    /// A switch, whose padding may change; `len` is its length as it was.
    Switch { len: u32 },
    /// A `goto` or `jsr` that becomes `goto_w` or `jsr_w`.
    Widen,
}

/// A branch with a 16-bit or 32-bit offset that is no switch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) pc: u32,
    pub(super) target: u32,
    pub(super) kind: Kind,
}

/// Finds all points and branches.
///
/// `entries` are the sorted positions of the entry code, `left` says whether an exit at a position gets
/// the exit code.
pub(super) fn scan(
    code: &Code<'_>,
    entries: &[u32],
    leaves: impl Fn(u32, Kind) -> bool,
    points: &mut Vec<Point>,
    branches: &mut Vec<Branch>,
) -> Result<(), Error> {
    points.clear();
    branches.clear();
    let len = code.bytes().len() as i64;
    let inside = entries.iter().filter(|&&pc| i64::from(pc) < len);
    points.extend(inside.map(|&pc| Point { pc, kind: PointKind::Entry }));
    let mut instructions = code.instructions();
    loop {
        instructions.skip_plain();
        let Some(instruction) = instructions.next() else { break };
        let instruction = instruction?;
        let pc = instruction.pc;
        match instruction.kind {
            Kind::If | Kind::Goto | Kind::GotoWide => {
                let target = instruction.target().unwrap_or(-1);
                if target < 0 || target >= len {
                    return Err(Error::Malformed {
                        what: "branch out of the code",
                        offset: code.at + pc as usize,
                    });
                }
                branches.push(Branch { pc, target: target as u32, kind: instruction.kind });
            }
            Kind::Switch => {
                let len = instruction.bytes.len() as u32;
                points.push(Point { pc, kind: PointKind::Switch { len } });
            }
            kind @ (Kind::Return | Kind::Throw) if leaves(pc, kind) => {
                points.push(Point { pc, kind: PointKind::Exit });
            }
            _ => {}
        }
    }
    if entries != [0] {
        points.sort_unstable();
    }
    Ok(())
}

/// The positions that some handler of the method protects, as sorted intervals that do not touch.
pub(super) fn covered(code: &Code<'_>, exits: Exits) -> Vec<(u32, u32)> {
    if exits == Exits::Normal || code.handlers.is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<(u32, u32)> =
        code.handlers().map(|handler| (u32::from(handler.start), u32::from(handler.end))).collect();
    rows.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::with_capacity(rows.len());
    for (start, end) in rows {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// Whether `pc` lies in one of the sorted intervals.
pub(super) fn contains(intervals: &[(u32, u32)], pc: u32) -> bool {
    let after = intervals.partition_point(|&(start, _)| start <= pc);
    after.checked_sub(1).and_then(|index| intervals.get(index)).is_some_and(|&(_, end)| pc < end)
}
