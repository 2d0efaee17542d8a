//! The exception table: moved rows, and the row of the handler that closes a method.

use super::bytes::Bytes;
use super::layout::Layout;
use super::scan::{Point, PointKind};
use crate::read::{Code, Handler};
use crate::{Error, Refusal};

/// Fails if a row leaves the code: moved, it could come to mean something.
pub(super) fn check(code: &Code<'_>) -> Result<(), Error> {
    let len = code.bytes().len();
    let leaves = |row: Handler| usize::from(row.start.max(row.end)) > len || usize::from(row.handler) >= len;
    if code.handlers().any(leaves) {
        return Err(Error::Malformed { what: "exception handler out of the code", offset: code.at + len });
    }
    Ok(())
}

/// Writes the moved rows, then one row per range of `unwind` with the handler at `handler`.
///
/// The new rows come last: the method's own handlers are found first (JVMS 2.10).
pub(super) fn write(
    code: &Code<'_>,
    layout: &Layout,
    unwind: &[(u32, u32)],
    handler: u32,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let count = u16::try_from(code.handlers.len() + unwind.len())
        .map_err(|_| Refusal::TableFull { table: "exception table" })?;
    out.u2(count);
    for row in code.handlers() {
        out.u2(layout.target(u32::from(row.start)) as u16);
        out.u2(layout.end(u32::from(row.end)) as u16);
        out.u2(layout.target(u32::from(row.handler)) as u16);
        out.u2(row.catch_type);
    }
    for &(start, end) in unwind {
        out.u2(start as u16);
        out.u2(end as u16);
        out.u2(handler as u16);
        out.u2(0);
    }
    Ok(())
}

/// What the closing handler protects, in new positions: the old intervals `body` without the exit code
/// and the `return` behind it, for once the exit code has begun the method counts as left.
pub(super) fn unwind_ranges(body: &[(u32, u32)], points: &[Point], layout: &Layout) -> Vec<(u32, u32)> {
    let mut ranges = Vec::new();
    let mut push = |start: u32, end: u32| {
        if start < end {
            ranges.push((start, end));
        }
    };
    let mut exits = points.iter().filter(|point| point.kind == PointKind::Exit).peekable();
    for &(start, end) in body {
        let mut from = layout.target(start);
        while exits.next_if(|exit| exit.pc < start).is_some() {}
        while let Some(exit) = exits.next_if(|exit| exit.pc < end) {
            push(from, layout.target(exit.pc));
            from = layout.instruction(exit.pc) + 1;
        }
        push(from, layout.end(end));
    }
    ranges
}
