//! Where each old position lies in the new code.
//!
//! One old position has three new ones when code goes in there:
//!
//! ```text
//!   end ->   relays, entry code
//!   target ->   exit code
//!   instruction ->   the old instruction
//! ```
//!
//! * `target`: branches, handlers, frames and the starts of ranges. A branch to a `return` runs the exit
//!   code; a loop to the first instruction does not enter again; an exit call belongs to the ranges (try,
//!   line, variable) that its `return` belongs to, so a finally block is left as late as before.
//! * `end`: the ends of ranges, exclusive. What goes in between two instructions stays outside of a range
//!   that ended there.
//! * `instruction`: what names the instruction itself: offsets of `Uninitialized` types and of type
//!   annotations.

use super::scan::{Point, PointKind};
use crate::read::padding;
use std::cell::Cell;

/// Length of `goto_w`.
pub(super) const RELAY_LEN: u32 = 5;

/// By how much positions move from `pc` on; deltas are cumulative and never negative.
#[derive(Clone, Copy, Debug)]
struct Shift {
    pc: u32,
    end: u32,
    target: u32,
    instruction: u32,
    after: u32,
}

/// The map from old to new positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    shifts: Vec<Shift>,
    old_len: u32,
    has_relays: bool,
    /// The shift that was found last: neighbours are asked for one after the other.
    last: Cell<usize>,
}

impl Layout {
    /// `points` are sorted; lengths in bytes.
    pub(super) fn compute(&mut self, points: &[Point], entry_len: u32, exit_len: u32, old_len: u32) {
        self.shifts.clear();
        self.old_len = old_len;
        self.has_relays = false;
        self.last.set(0);
        let mut delta = 0;
        for &Point { pc, kind } in points {
            let shift = match self.shifts.last_mut() {
                Some(shift) if shift.pc == pc => shift,
                _ => {
                    let new = Shift { pc, end: delta, target: delta, instruction: delta, after: delta };
                    self.shifts.push(new);
                    match self.shifts.last_mut() {
                        Some(shift) => shift,
                        None => continue,
                    }
                }
            };
            match kind {
                PointKind::Relay { .. } => {
                    self.has_relays = true;
                    shift.raise(RELAY_LEN, true);
                }
                PointKind::Entry => shift.raise(entry_len, true),
                PointKind::Exit => shift.raise(exit_len, false),
                PointKind::Switch { .. } => {
                    let before = pc + padding(pc) as u32;
                    let new = pc + shift.instruction;
                    shift.after = new + padding(new) as u32 - before;
                }
                PointKind::Widen => shift.after += 2,
            }
            delta = shift.after;
        }
    }

    /// Length of the new code in bytes.
    pub(super) fn new_len(&self) -> u32 {
        self.old_len + self.shifts.last().map_or(0, |shift| shift.after)
    }

    /// Whether some branch goes through a relay.
    pub(super) fn has_relays(&self) -> bool {
        self.has_relays
    }

    /// Length of the original code in bytes.
    pub(super) fn old_len(&self) -> u32 {
        self.old_len
    }

    /// See the module's text. Positions behind the code move with its end.
    #[inline]
    pub(super) fn target(&self, pc: u32) -> u32 {
        pc + self.delta(pc, |shift| shift.target)
    }

    /// See the module's text.
    #[inline]
    pub(super) fn end(&self, pc: u32) -> u32 {
        pc + self.delta(pc, |shift| shift.end)
    }

    /// See the module's text.
    #[inline]
    pub(super) fn instruction(&self, pc: u32) -> u32 {
        pc + self.delta(pc, |shift| shift.instruction)
    }

    #[inline]
    fn delta(&self, pc: u32, at: impl Fn(&Shift) -> u32) -> u32 {
        match self.shift_at(pc) {
            Some(shift) if shift.pc == pc => at(shift),
            Some(shift) => shift.after,
            None => 0,
        }
    }

    /// The last shift that is not behind `pc`.
    #[inline]
    fn shift_at(&self, pc: u32) -> Option<&Shift> {
        let last = self.last.get();
        if let Some(shift) = self.shifts.get(last).filter(|shift| shift.pc <= pc)
            && self.shifts.get(last + 1).is_none_or(|next| pc < next.pc)
        {
            return Some(shift);
        }
        let found = self.shifts.partition_point(|shift| shift.pc <= pc).checked_sub(1)?;
        self.last.set(found);
        self.shifts.get(found)
    }
}

impl Shift {
    fn raise(&mut self, len: u32, moves_targets: bool) {
        if moves_targets {
            self.target += len;
        }
        self.instruction += len;
        self.after += len;
    }
}
