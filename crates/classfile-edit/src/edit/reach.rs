//! Methods over 32 KB: branches that inserted code pushes out of their 16 bits.
//!
//! `goto` and `jsr` become `goto_w` and `jsr_w`. A conditional branch has no wide form, and inverting it
//! over a `goto_w` would need a new frame whose types only a verifier knows. So it goes to a *relay*
//! instead: a `goto_w` to the old target, put between two instructions of which the first never falls
//! through. The types at the relay are those at the target, which has a frame to copy.

use super::emit::relay_position;
use super::layout::Layout;
use super::scan::{Branch, Point, PointKind};
use crate::opcode::Kind;
use crate::read::{Code, Handler};
use crate::{Error, Refusal};

/// Widening moves code, which can push further branches out; real methods settle in two or three rounds.
const ROUNDS: usize = 8;
/// How far a relay may be when it is chosen: leaves room for what is inserted later.
const REACH: i64 = 30_000;
/// Gaps that are tried on each side of a branch.
const TRIES: usize = 16;
/// Most comparisons of gaps with handlers in one method, so that no input takes long.
const BUDGET: usize = 1 << 22;

/// Adds points until every branch reaches its target.
pub(super) fn settle(
    code: &Code<'_>,
    (entry_len, exit_len): (u32, u32),
    points: &mut Vec<Point>,
    branches: &[Branch],
    layout: &mut Layout,
) -> Result<Result<(), Refusal>, Error> {
    let gaps = gaps(code)?;
    let handlers: Vec<Handler> = code.handlers().collect();
    let mut budget = BUDGET;
    let mut settled = vec![false; branches.len()];
    for _ in 0..ROUNDS {
        if layout.new_len() > u32::from(u16::MAX) {
            return Ok(Err(Refusal::TooLarge { size: layout.new_len() as usize }));
        }
        let before = points.len();
        for (index, (branch, settled)) in branches.iter().zip(&mut settled).enumerate() {
            if *settled
                || branch.kind == Kind::GotoWide
                || is_near(layout, branch.pc, layout.target(branch.target))
            {
                continue;
            }
            *settled = true;
            if branch.kind == Kind::Goto {
                points.push(Point { pc: branch.pc, kind: PointKind::Widen });
                continue;
            }
            match find_gap(&gaps, &handlers, branch, layout, &mut budget) {
                Some(pc) => points.push(Point { pc, kind: PointKind::Relay { branch: index as u32 } }),
                None => return Ok(Err(Refusal::BranchOutOfReach { pc: branch.pc })),
            }
        }
        if points.len() == before {
            return Ok(relays_are_near(points, branches, layout));
        }
        points.sort_unstable();
        layout.compute(points, entry_len, exit_len, code.bytes().len() as u32);
    }
    Ok(Err(Refusal::BranchOutOfReach { pc: 0 }))
}

fn is_near(layout: &Layout, pc: u32, to: u32) -> bool {
    i16::try_from(i64::from(to) - i64::from(layout.instruction(pc))).is_ok()
}

fn relays_are_near(points: &[Point], branches: &[Branch], layout: &Layout) -> Result<(), Refusal> {
    for gap in points.chunk_by(|a, b| a.pc == b.pc) {
        for (index, point) in gap.iter().enumerate() {
            let PointKind::Relay { branch } = point.kind else { break };
            let Some(branch) = branches.get(branch as usize) else { continue };
            if !is_near(layout, branch.pc, relay_position(layout, point.pc, index as u32)) {
                return Err(Refusal::BranchOutOfReach { pc: branch.pc });
            }
        }
    }
    Ok(())
}

/// The positions behind instructions that never fall through, the end of the code included.
fn gaps(code: &Code<'_>) -> Result<Vec<u32>, Error> {
    let mut gaps = Vec::new();
    for instruction in code.instructions() {
        let instruction = instruction?;
        if instruction.ends_flow() {
            gaps.push(instruction.pc + instruction.bytes.len() as u32);
        }
    }
    Ok(gaps)
}

/// The nearest gap that no handler spoils.
fn find_gap(
    gaps: &[u32],
    handlers: &[Handler],
    branch: &Branch,
    layout: &Layout,
    budget: &mut usize,
) -> Option<u32> {
    let from = i64::from(layout.instruction(branch.pc));
    let next = gaps.partition_point(|&gap| gap <= branch.pc);
    let (below, above) = gaps.split_at_checked(next)?;
    let nearest = below.iter().rev().take(TRIES).chain(above.iter().take(TRIES));
    for &gap in nearest {
        if (i64::from(layout.end(gap)) - from).abs() > REACH {
            continue;
        }
        *budget = budget.checked_sub(handlers.len() + 1)?;
        if handlers.iter().all(|row| may_protect(row, gap, branch.target)) {
            return Some(gap);
        }
    }
    None
}

/// A handler that protects a relay sees the types at the branch's target, so it must protect that too.
fn may_protect(row: &Handler, gap: u32, target: u32) -> bool {
    let (start, end) = (u32::from(row.start), u32::from(row.end));
    !(start < gap && gap < end) || (start <= target && target < end)
}
