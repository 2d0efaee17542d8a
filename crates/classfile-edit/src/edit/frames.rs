//! Moving the frames of a `StackMapTable` (JVMS 4.7.4).
//!
//! A frame keeps its kind. Only a `same_frame` or `same_locals_1_stack_item_frame` whose delta outgrows
//! its tag becomes the extended form; nothing is ever made shorter, so an unmoved table stays as it was.

use super::bytes::Bytes;
use super::layout::Layout;
use crate::Error;
use crate::read::cursor::Cursor;

/// A frame to append: no locals, one object of a class on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct CatchFrame {
    /// In the new code.
    pub(super) position: u32,
    /// Constant-pool index of `java/lang/Throwable`.
    pub(super) throwable: u16,
}

/// Rewrites `info` of a `StackMapTable`.
pub(super) fn rewrite(
    mut body: Cursor<'_>,
    layout: &Layout,
    catch: Option<CatchFrame>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let count_at = out.len();
    let count = body.u2()?;
    out.u2(count);
    let mut positions = Positions::default();
    for _ in 0..count {
        let tag = body.u1()?;
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => u16::from(tag - 64),
            247..=255 => body.u2()?,
            128..=246 => return Err(body.malformed("unknown kind of frame before here")),
        };
        let delta = positions.advance(delta, layout, &body)?;
        match tag {
            0..=63 if delta < 64 => out.u1(delta as u8),
            64..=127 if delta < 64 => out.u1(delta as u8 + 64),
            _ => {
                out.u1(match tag {
                    0..=63 => 251,
                    64..=127 => 247,
                    _ => tag,
                });
                out.u2(delta);
            }
        }
        match tag {
            64..=127 | 247 => types(&mut body, 1, layout, out)?,
            252..=254 => types(&mut body, u16::from(tag - 251), layout, out)?,
            255 => {
                for _ in 0..2 {
                    let count = body.u2()?;
                    out.u2(count);
                    types(&mut body, count, layout, out)?;
                }
            }
            _ => {}
        }
    }
    body.done("StackMapTable is longer than its frames")?;
    if let Some(catch) = catch {
        // The table is full only if every position has a frame: then there was no room for code either.
        out.set_u2(count_at, count.saturating_add(1));
        write_catch(catch, positions.new_delta(catch.position), out);
    }
    Ok(())
}

/// `info` of a `StackMapTable` that holds nothing but the frame of a handler.
pub(super) fn only_catch(catch: CatchFrame, out: &mut Vec<u8>) {
    out.u2(1);
    write_catch(catch, catch.position as u16, out);
}

pub(super) fn write_catch(catch: CatchFrame, delta: u16, out: &mut Vec<u8>) {
    out.u1(255);
    out.u2(delta);
    out.u2(0);
    out.u2(1);
    out.u1(7);
    out.u2(catch.throwable);
}

/// Turns deltas into positions and back: the first delta counts from 0, later ones skip one position.
#[derive(Default)]
pub(super) struct Positions {
    old: Option<u32>,
    new: Option<u32>,
}

impl Positions {
    /// Moves to the next frame and returns its new delta.
    #[inline]
    pub(super) fn advance(&mut self, delta: u16, layout: &Layout, body: &Cursor<'_>) -> Result<u16, Error> {
        let old = self.old.map_or(0, |old| old + 1) + u32::from(delta);
        if old >= layout.old_len() {
            return Err(body.malformed("frame out of the code before here"));
        }
        self.old = Some(old);
        Ok(self.new_delta(layout.target(old)))
    }

    /// The delta of a frame at `position` of the new code, which becomes the latest one.
    #[inline]
    pub(super) fn new_delta(&mut self, position: u32) -> u16 {
        let base = self.new.replace(position).map_or(0, |new| new + 1);
        position.wrapping_sub(base) as u16
    }

    /// Where the latest frame lies in the original code.
    pub(super) fn old(&self) -> u32 {
        self.old.unwrap_or(0)
    }
}

/// Copies `count` verification types; an `Uninitialized` one names its `new` instruction.
#[inline]
pub(super) fn types(
    body: &mut Cursor<'_>,
    count: u16,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    for _ in 0..count {
        let tag = body.u1()?;
        out.u1(tag);
        match tag {
            0..=6 => {}
            7 => out.u2(body.u2()?),
            8 => {
                let pc = u32::from(body.u2()?);
                if pc >= layout.old_len() {
                    return Err(body.malformed("uninitialized type names no instruction before here"));
                }
                out.u2(layout.instruction(pc) as u16);
            }
            _ => return Err(body.malformed("unknown verification type before here")),
        }
    }
    Ok(())
}
