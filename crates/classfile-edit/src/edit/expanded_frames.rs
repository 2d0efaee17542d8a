//! Frames of a method that has relays.
//!
//! A relay has the types of its branch's target, so the frame there is copied. Frames are written
//! relative to the one before (JVMS 4.7.4), and a relay's comes in between: here all are written whole.

use super::PoolAppender;
use super::bytes::Bytes;
use super::emit::relay_position;
use super::frames::{CatchFrame, Positions, types, write_catch};
use super::layout::Layout;
use super::scan::{Branch, Point, PointKind};
use super::stack_effect::after_field;
use crate::read::cursor::Cursor;
use crate::read::{ClassFile, Method};
use crate::{Error, Refusal};

/// Most bytes that the frames of one method may take; whole frames repeat all locals.
const MOST: usize = 1 << 20;

/// Locals and stack of one frame, encoded with moved offsets.
#[derive(Clone, Debug, Default)]
struct Types {
    bytes: Vec<u8>,
    /// Where each type ends.
    ends: Vec<usize>,
}

/// A frame at a position of the original code.
#[derive(Clone, Debug)]
struct Frame {
    position: u32,
    locals: Types,
    stack: Types,
}

/// What the frames are of.
pub(super) struct Context<'x, 'a> {
    pub(super) class: &'x ClassFile<'a>,
    pub(super) method: &'x Method<'a>,
    pub(super) points: &'x [Point],
    pub(super) branches: &'x [Branch],
    pub(super) layout: &'x Layout,
}

/// Rewrites `info` of a `StackMapTable`, with a frame for each relay.
pub(super) fn rewrite(
    context: &Context<'_, '_>,
    body: Cursor<'_>,
    pool: &mut PoolAppender,
    catch: Option<CatchFrame>,
    out: &mut Vec<u8>,
) -> Result<Result<(), Refusal>, Error> {
    let layout = context.layout;
    let full = Refusal::TableFull { table: "StackMapTable" };
    let mut first = Types::default();
    initial_locals(context, pool, &mut first)?;
    let Some(frames) = read(body, layout, first)? else { return Ok(Err(full)) };

    let mut placed: Vec<(u32, &Frame)> =
        frames.iter().map(|frame| (layout.target(frame.position), frame)).collect();
    for gap in context.points.chunk_by(|a, b| a.pc == b.pc) {
        for (index, point) in gap.iter().enumerate() {
            let PointKind::Relay { branch } = point.kind else { break };
            let Some(branch) = context.branches.get(branch as usize) else { continue };
            let Ok(found) = frames.binary_search_by_key(&branch.target, |frame| frame.position) else {
                // Verified by the old verifier: it needs no frame, and a lone one may be wrong.
                return Ok(Err(Refusal::BranchOutOfReach { pc: branch.pc }));
            };
            placed.extend(
                frames.get(found).map(|frame| (relay_position(layout, point.pc, index as u32), frame)),
            );
        }
    }
    placed.sort_by_key(|&(position, _)| position);

    let start = out.len();
    let Ok(count) = u16::try_from(placed.len() + usize::from(catch.is_some())) else { return Ok(Err(full)) };
    out.u2(count);
    let mut positions = Positions::default();
    for (position, frame) in placed {
        out.u1(255);
        out.u2(positions.new_delta(position));
        for types in [&frame.locals, &frame.stack] {
            out.u2(types.ends.len() as u16);
            out.extend_from_slice(&types.bytes);
        }
        if out.len() - start > MOST {
            return Ok(Err(full));
        }
    }
    if let Some(catch) = catch {
        write_catch(catch, positions.new_delta(catch.position), out);
    }
    Ok(Ok(()))
}

/// Decodes all frames; `None` when they take too much memory.
fn read(mut body: Cursor<'_>, layout: &Layout, mut locals: Types) -> Result<Option<Vec<Frame>>, Error> {
    let mut frames = Vec::new();
    let mut positions = Positions::default();
    let mut size = 0;
    for _ in 0..body.u2()? {
        let tag = body.u1()?;
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => u16::from(tag - 64),
            247..=255 => body.u2()?,
            128..=246 => return Err(body.malformed("unknown kind of frame before here")),
        };
        positions.advance(delta, layout, &body)?;
        let mut stack = Types::default();
        match tag {
            64..=127 | 247 => stack.read(1, &mut body, layout)?,
            248..=250 => locals.chop(usize::from(251 - tag)),
            252..=254 => locals.read(u16::from(tag - 251), &mut body, layout)?,
            255 => {
                locals = Types::default();
                locals.read(body.u2()?, &mut body, layout)?;
                stack.read(body.u2()?, &mut body, layout)?;
            }
            _ => {}
        }
        size += locals.bytes.len() + stack.bytes.len() + 1;
        if size > MOST {
            return Ok(None);
        }
        frames.push(Frame { position: positions.old(), locals: locals.clone(), stack });
    }
    body.done("StackMapTable is longer than its frames")?;
    Ok(Some(frames))
}

/// The types of `this` and the parameters (JVMS 4.10.1.6); their classes may be new to the pool.
fn initial_locals(
    context: &Context<'_, '_>,
    pool: &mut PoolAppender,
    locals: &mut Types,
) -> Result<(), Error> {
    const STATIC: u16 = 0x0008;
    if context.method.access() & STATIC == 0 {
        if context.method.is_constructor() && context.class.name() != b"java/lang/Object" {
            locals.push(6, None);
        } else {
            locals.push(7, Some(context.class.this_index()));
        }
    }
    let descriptor = context.method.descriptor();
    let mut rest = descriptor.strip_prefix(b"(").unwrap_or(descriptor);
    while let Some(first) = rest.first().filter(|&&first| first != b')') {
        let after = after_field(rest);
        let field = rest.get(..rest.len() - after.len()).unwrap_or(rest);
        match first {
            b'B' | b'C' | b'I' | b'S' | b'Z' => locals.push(1, None),
            b'F' => locals.push(2, None),
            b'D' => locals.push(3, None),
            b'J' => locals.push(4, None),
            b'L' => locals.push(7, Some(pool.class(field.get(1..field.len() - 1).unwrap_or(field))?)),
            _ => locals.push(7, Some(pool.class(field)?)),
        }
        rest = after;
    }
    Ok(())
}

impl Types {
    fn push(&mut self, tag: u8, class: Option<u16>) {
        self.bytes.u1(tag);
        if let Some(class) = class {
            self.bytes.u2(class);
        }
        self.ends.push(self.bytes.len());
    }

    fn read(&mut self, count: u16, body: &mut Cursor<'_>, layout: &Layout) -> Result<(), Error> {
        for _ in 0..count {
            types(body, 1, layout, &mut self.bytes)?;
            self.ends.push(self.bytes.len());
        }
        Ok(())
    }

    fn chop(&mut self, count: usize) {
        self.ends.truncate(self.ends.len().saturating_sub(count));
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }
}
