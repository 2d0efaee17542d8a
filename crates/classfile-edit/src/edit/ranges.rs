//! Debug tables whose rows are code ranges: lines, variables, character ranges, and the frames of the
//! old preverifier.

use super::bytes::Bytes;
use super::layout::Layout;
use crate::Error;
use crate::read::cursor::Cursor;

/// `LineNumberTable` (JVMS 4.7.12): the entry code belongs to the first line.
pub(super) fn lines(body: Cursor<'_>, layout: &Layout, out: &mut Vec<u8>) -> Result<(), Error> {
    let rows = rows::<4>(body, out, "LineNumberTable is longer than its rows")?;
    for [a, b, ..] in rows {
        [*a, *b] = start(layout, u16::from_be_bytes([*a, *b])).to_be_bytes();
    }
    Ok(())
}

/// `LocalVariableTable` and `LocalVariableTypeTable` (JVMS 4.7.13, 4.7.14): parameters live from the
/// entry code on.
pub(super) fn variables(body: Cursor<'_>, layout: &Layout, out: &mut Vec<u8>) -> Result<(), Error> {
    let rows = rows::<10>(body, out, "table of local variables is longer than its rows")?;
    for [a, b, c, d, ..] in rows {
        let (start, len) = range(layout, u16::from_be_bytes([*a, *b]), u16::from_be_bytes([*c, *d]));
        [*a, *b] = start.to_be_bytes();
        [*c, *d] = len.to_be_bytes();
    }
    Ok(())
}

/// Copies a table of a `u2` count and rows of `N` bytes, and hands the rows out to be changed.
fn rows<'o, const N: usize>(
    mut body: Cursor<'_>,
    out: &'o mut Vec<u8>,
    longer: &'static str,
) -> Result<&'o mut [[u8; N]], Error> {
    let start = out.len() + 2;
    out.extend_from_slice(body.ahead());
    let count = body.u2()?;
    body.skip(usize::from(count) * N)?;
    body.done(longer)?;
    Ok(out.get_mut(start..).unwrap_or(&mut []).as_chunks_mut().0)
}

/// `CharacterRangeTable` (javac -Xjcov): the end is the last byte that belongs to the range.
pub(super) fn characters(mut body: Cursor<'_>, layout: &Layout, out: &mut Vec<u8>) -> Result<(), Error> {
    let count = body.u2()?;
    out.u2(count);
    for _ in 0..count {
        out.u2(start(layout, body.u2()?));
        let last = u32::from(body.u2()?);
        out.u2(narrow(layout.end(last + 1).saturating_sub(1)));
        out.extend_from_slice(body.bytes(10)?);
    }
    body.done("CharacterRangeTable is longer than its rows")
}

/// `StackMap` (CLDC 1.1, 5.3.1): frames at absolute positions, types as in JVMS 4.7.4.
pub(super) fn cldc_frames(mut body: Cursor<'_>, layout: &Layout, out: &mut Vec<u8>) -> Result<(), Error> {
    let count = body.u2()?;
    out.u2(count);
    for _ in 0..count {
        out.u2(narrow(layout.target(u32::from(body.u2()?))));
        for _ in 0..2 {
            let types = body.u2()?;
            out.u2(types);
            super::frames::types(&mut body, types, layout, out)?;
        }
    }
    body.done("StackMap is longer than its frames")
}

/// The range of a variable as (start, length).
#[inline]
pub(super) fn range(layout: &Layout, old_start: u16, len: u16) -> (u16, u16) {
    let new_start = start(layout, old_start);
    let end = layout.end(u32::from(old_start) + u32::from(len));
    (new_start, narrow(end.saturating_sub(u32::from(new_start))))
}

/// A range that started with the method still does.
#[inline]
fn start(layout: &Layout, pc: u16) -> u16 {
    if pc == 0 { 0 } else { narrow(layout.target(u32::from(pc))) }
}

/// Debug tables of obfuscated classes may point behind the code; such a row is not worth the class.
fn narrow(position: u32) -> u16 {
    position.min(u32::from(u16::MAX)) as u16
}
