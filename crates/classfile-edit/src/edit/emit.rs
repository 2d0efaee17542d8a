//! Writing the new code: copied runs, inserted code, patched branches.

use super::bytes::Bytes;
use super::layout::Layout;
use super::link::Site;
use super::probe::Probe;
use super::scan::{Branch, Point, PointKind};
use crate::opcode::{self, Kind};
use crate::read::{Code, padding};
use crate::{Error, Snippet};

/// Appends the code with everything inserted; branches are patched in place.
pub(super) fn emit(
    code: &Code<'_>,
    probe: &Probe,
    points: &[Point],
    branches: &[Branch],
    layout: &Layout,
    out: &mut Vec<u8>,
    sites: &mut Vec<Site>,
) -> Result<(), Error> {
    let start = out.len();
    let exit = probe.exit.unwrap_or_default();
    let mut copied = 0;
    let copy_to = |out: &mut Vec<u8>, copied: &mut usize, to: u32| {
        out.extend_from_slice(code.bytes().get(*copied..to as usize).unwrap_or(&[]));
        *copied = to as usize;
    };
    for point in points {
        copy_to(out, &mut copied, point.pc);
        match point.kind {
            PointKind::Relay { .. } => {
                out.u1(opcode::GOTO_W);
                out.u4(0);
            }
            PointKind::Entry => probe.entry.emit(out, sites),
            PointKind::Exit => exit.emit(out, sites),
            PointKind::Switch { len } => {
                let old = padding(point.pc);
                let new = padding(layout.instruction(point.pc));
                if old != new {
                    copy_to(out, &mut copied, point.pc + 1);
                    out.extend_from_slice([0; 3].get(..new).unwrap_or(&[]));
                    copied += old;
                }
                copy_to(out, &mut copied, point.pc + len);
            }
            PointKind::Widen => {
                let narrow = code.bytes().get(copied).copied();
                out.u1(if narrow == Some(opcode::JSR) { opcode::JSR_W } else { opcode::GOTO_W });
                out.u4(0);
                copied += 3;
            }
        }
    }
    copy_to(out, &mut copied, code.bytes().len() as u32);

    patch_branches(points, branches, layout, start, out);
    patch_switches(code, points, layout, start, out)
}

fn patch_branches(points: &[Point], branches: &[Branch], layout: &Layout, start: usize, out: &mut Vec<u8>) {
    // Relays and widened branches exist only in methods over 32 KB.
    let mut relayed = vec![];
    let mut widened = vec![];
    let mut relays_before = (u32::MAX, 0);
    for point in points {
        match point.kind {
            PointKind::Relay { branch } => {
                relays_before = (point.pc, if relays_before.0 == point.pc { relays_before.1 + 1 } else { 0 });
                relayed.push((branch, relay_position(layout, point.pc, relays_before.1)));
            }
            PointKind::Widen => widened.push(point.pc),
            _ => {}
        }
    }
    relayed.sort_unstable();
    for (index, branch) in branches.iter().enumerate() {
        let from = layout.instruction(branch.pc);
        let mut to = layout.target(branch.target);
        let place = start + from as usize + 1;
        if let Ok(relay) = relayed.binary_search_by_key(&(index as u32), |&(branch, _)| branch) {
            let relay = relayed.get(relay).map_or(0, |&(_, relay)| relay);
            out.set_u4(start + relay as usize + 1, to.wrapping_sub(relay));
            to = relay;
        }
        let offset = to.wrapping_sub(from);
        let wide = branch.kind == Kind::GotoWide || widened.binary_search(&branch.pc).is_ok();
        if wide { out.set_u4(place, offset) } else { out.set_u2(place, offset as u16) }
    }
}

/// Where the `index`-th relay of the gap before `pc` lies in the new code.
pub(super) fn relay_position(layout: &Layout, pc: u32, index: u32) -> u32 {
    layout.end(pc) + index * super::layout::RELAY_LEN
}

fn patch_switches(
    code: &Code<'_>,
    points: &[Point],
    layout: &Layout,
    start: usize,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    for point in points {
        let PointKind::Switch { .. } = point.kind else { continue };
        let rest = code.bytes().get(point.pc as usize..).unwrap_or(&[]);
        let Some(Ok(instruction)) = code.instructions_at(point.pc).next() else { continue };
        let from = layout.instruction(point.pc);
        let moved = padding(from) as i64 - padding(point.pc) as i64;
        for at in instruction.switch_offsets().into_iter().flatten() {
            let old =
                rest.get(at..).and_then(|bytes| bytes.first_chunk()).map_or(0, |b| i32::from_be_bytes(*b));
            let target = i64::from(point.pc) + i64::from(old);
            if target < 0 || target >= i64::from(layout.old_len()) {
                return Err(Error::Malformed {
                    what: "switch branches out of the code",
                    offset: code.at + point.pc as usize,
                });
            }
            let place = start as i64 + i64::from(from) + at as i64 + moved;
            out.set_u4(place as usize, layout.target(target as u32).wrapping_sub(from));
        }
    }
    Ok(())
}

/// Length of the code that a probe puts at an exit.
pub(super) fn exit_len(exit: Option<&Snippet>) -> u32 {
    exit.map_or(0, Snippet::code_len)
}
