//! One method before and after: is the code the same once the calls are taken out?

use super::text::{self, Place};
use crate::inspect::{Beat, BeatCall, BeatKind, Position, Role, frames, positions};
use classfile_edit::opcode::{self, Kind};
use classfile_edit::{Attribute, ClassFile, Code, Error};
use std::fmt::Write as _;

/// What was inserted into a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inserted {
    pub(super) id: Option<i32>,
    pub(super) enters: u32,
    pub(super) exits: u32,
    pub(super) at: bool,
    pub(super) unwinds: bool,
}

/// The code of a method, and which instructions of it count.
pub(super) struct Body<'c, 'a> {
    class: &'c ClassFile<'a>,
    code: Code<'a>,
    calls: Vec<BeatCall>,
    /// Where the handler stands that closes the method for exceptions, if it has one.
    unwind: Option<u32>,
    /// Positions of the instructions that are not inserted, ascending.
    kept: Vec<u32>,
    /// Inserted `goto_w`, with their targets, ascending.
    relays: Vec<(u32, i64)>,
}

impl<'c, 'a> Body<'c, 'a> {
    /// A method in which every instruction counts.
    pub(super) fn whole(class: &'c ClassFile<'a>, code: Code<'a>) -> Result<Self, Error> {
        let mut kept = Vec::new();
        for instruction in code.instructions() {
            kept.push(instruction?.pc);
        }
        Ok(Body { class, code, calls: Vec::new(), unwind: None, kept, relays: Vec::new() })
    }

    /// A method in which the calls do not count and, if `with_relays`, neither do `goto_w` that only
    /// extend the reach of conditional branches.
    pub(super) fn instrumented(
        class: &'c ClassFile<'a>,
        code: Code<'a>,
        beat: &Beat,
        with_relays: bool,
    ) -> Result<Self, Error> {
        let calls = beat.calls(class, &code)?;
        let mut body = Body { class, code, calls, unwind: None, kept: Vec::new(), relays: Vec::new() };
        body.unwind = body.find_unwind()?;
        let mut calls = body.calls.iter().copied().peekable();
        let mut ended = true;
        for instruction in code.instructions() {
            let instruction = instruction?;
            let pc = instruction.pc;
            while calls.next_if(|call| call.end <= pc).is_some() {}
            if calls.peek().is_some_and(|call| call.start <= pc) || body.unwind.is_some_and(|at| pc >= at) {
                continue;
            }
            if with_relays && ended && instruction.opcode == opcode::GOTO_W {
                body.relays.push((pc, instruction.target().unwrap_or(-1)));
                continue;
            }
            body.kept.push(pc);
            ended = instruction.ends_flow();
        }
        Ok(body)
    }

    /// The handler at the end of the code that calls `o` and throws on.
    fn find_unwind(&self) -> Result<Option<u32>, Error> {
        let Some(last) = self.calls.last().filter(|call| call.kind == BeatKind::Exit) else {
            return Ok(None);
        };
        let mut rows = self.code.handlers();
        let closes = rows.any(|row| u32::from(row.handler) == last.start && row.catch_type == 0);
        let throws_last = self.code.bytes().get(last.end as usize..) == Some(&[opcode::ATHROW]);
        Ok((closes && throws_last).then_some(last.start))
    }

    /// What was inserted.
    pub(super) fn inserted(&self) -> Inserted {
        let mut inserted = Inserted { unwinds: self.unwind.is_some(), ..Inserted::default() };
        for call in &self.calls {
            match call.kind {
                BeatKind::Enter => inserted.enters += 1,
                BeatKind::Exit => inserted.exits += 1,
                BeatKind::At => inserted.at = true,
            }
            inserted.id = inserted.id.or(call.id);
        }
        inserted
    }

    /// How many instructions that count lie before a position.
    fn ordinal(&self, position: i64) -> usize {
        self.kept.partition_point(|&pc| i64::from(pc) < position)
    }

    /// Where a branch goes, counted in instructions that count; none if it enters the method again, or
    /// passes an exit call by.
    fn branch(&self, target: i64) -> Option<usize> {
        let relay = self.relays.binary_search_by_key(&target, |&(pc, _)| i64::from(pc));
        let target = relay.ok().and_then(|index| self.relays.get(index)).map_or(target, |&(_, to)| to);
        let call = self.calls.partition_point(|call| i64::from(call.end) < target);
        let misses = self.calls.get(call).is_some_and(|call| match call.kind {
            BeatKind::Exit => i64::from(call.start) < target,
            BeatKind::Enter | BeatKind::At => i64::from(call.start) <= target && target < i64::from(call.end),
        });
        (!misses).then(|| self.ordinal(target))
    }

    /// The instructions that count, a line each, and the exception table, with positions counted in such
    /// instructions.
    fn instructions(&self) -> Result<String, Error> {
        let mut out = String::with_capacity(self.kept.len() * 16);
        let place = |out: &mut String, target: i64| {
            let _ = match self.branch(target) {
                Some(ordinal) => write!(out, "@{ordinal}"),
                None => write!(out, "@call"),
            };
        };
        let mut kept = self.kept.iter().copied().peekable();
        for instruction in self.code.instructions() {
            let instruction = instruction?;
            if kept.next_if_eq(&instruction.pc).is_some() {
                text::instruction(&mut out, self.class, &instruction, &place);
                out.push('\n');
            }
        }
        for row in self.code.handlers().filter(|row| Some(u32::from(row.handler)) != self.unwind) {
            out.push_str("try ");
            place(&mut out, row.start.into());
            let _ = write!(out, "..{} ", self.ordinal(row.end.into()));
            place(&mut out, row.handler.into());
            out.push(' ');
            text::class_at(&mut out, self.class, row.catch_type);
            out.push('\n');
        }
        Ok(out)
    }

    /// Whether an instruction that counts, or a call before one, begins there, or the code ends.
    fn is_boundary(&self, position: u32) -> bool {
        self.kept.binary_search(&position).is_ok()
            || self.calls.binary_search_by_key(&position, |call| call.start).is_ok()
            || self.relays.binary_search_by_key(&position, |&(pc, _)| pc).is_ok()
            || position as usize == self.code.bytes().len()
    }

    fn has_relays(&self) -> bool {
        !self.relays.is_empty()
    }
}

/// Says what differs beyond inserted calls, or `None`; tables hold indices into the constant pool, so they
/// can only be compared where that was appended to.
pub(super) fn compare(
    before: &Body<'_, '_>,
    after: &Body<'_, '_>,
    with_tables: bool,
) -> Result<Option<String>, Error> {
    let (old, new) = (before.instructions()?, after.instructions()?);
    if let Some((line, (old, new))) = first_difference(&old, &new) {
        return Ok(Some(format!("instruction {line}: `{old}` became `{new}`")));
    }
    if before.code.max_locals() != after.code.max_locals() {
        return Ok(Some("max_locals changed".to_owned()));
    }
    if before.code.max_stack() > after.code.max_stack() {
        return Ok(Some("max_stack became less".to_owned()));
    }
    if with_tables { compare_tables(before, after) } else { Ok(None) }
}

fn first_difference<'t>(old: &'t str, new: &'t str) -> Option<(usize, (&'t str, &'t str))> {
    if old == new {
        return None;
    }
    let longest = old.lines().count().max(new.lines().count());
    let (old, new) =
        (old.lines().chain(std::iter::repeat("nothing")), new.lines().chain(std::iter::repeat("nothing")));
    old.zip(new).take(longest).enumerate().find(|(_, (old, new))| old != new)
}

fn compare_tables(before: &Body<'_, '_>, after: &Body<'_, '_>) -> Result<Option<String>, Error> {
    let mut old = before.code.attributes(before.class.pool())?;
    for attribute in after.code.attributes(after.class.pool())? {
        let attribute = attribute?;
        // A handler that closes the method brings a first StackMapTable with it.
        let brought = old.clone().next().is_none_or(|old| old.is_ok_and(|old| old.name != attribute.name))
            && attribute.name == b"StackMapTable"
            && after.unwind.is_some();
        if brought {
            continue;
        }
        let same = match old.next().transpose()? {
            Some(old) if old.name == attribute.name => same_table(before, &old, after, &attribute),
            _ => false,
        };
        if !same {
            return Ok(Some(format!("its {} differs", attribute.name.escape_ascii())));
        }
    }
    Ok(old.next().transpose()?.map(|gone| format!("its {} is gone", gone.name.escape_ascii())))
}

fn same_table(before: &Body<'_, '_>, old: &Attribute<'_>, after: &Body<'_, '_>, new: &Attribute<'_>) -> bool {
    match old.name {
        // Where relays stand frames are written out in full.
        b"StackMapTable" if after.has_relays() => true,
        b"StackMapTable" => match (normal_frames(before, old.info()), normal_frames(after, new.info())) {
            (Some(old), Some(new)) => old == new,
            _ => false,
        },
        _ => match (positions(old.name, old.info()), positions(new.name, new.info())) {
            (Some(from), Some(to)) if from.is_empty() && to.is_empty() => {
                let moved = matches!(old.name, b"CharacterRangeTable" | b"StackMap");
                moved && old.info().len() == new.info().len() || old.info() == new.info()
            }
            (Some(from), Some(to)) => {
                let pairs = from.iter().zip(&to);
                from.len() == to.len()
                    && without(old.info(), &from) == without(new.info(), &to)
                    && pairs.into_iter().all(|(from, to)| same_position(before, from, after, to))
            }
            _ => old.info() == new.info(),
        },
    }
}

/// An attribute with the positions in it blanked.
fn without(info: &[u8], positions: &[Position]) -> Vec<u8> {
    let mut info = info.to_vec();
    for position in positions {
        if let Some(field) = info.get_mut(position.field..position.field + 2) {
            field.fill(0);
        }
    }
    info
}

fn same_position(before: &Body<'_, '_>, from: &Position, after: &Body<'_, '_>, to: &Position) -> bool {
    // An index in the exception table, to which only rows at its end are added.
    if from.role == Role::Handler {
        return from.at == to.at;
    }
    let broken = !before.is_boundary(from.at);
    (broken || after.is_boundary(to.at)) && before.ordinal(from.at.into()) == after.ordinal(to.at.into())
}

/// Frames as (position, kind, types, positions of `new`), all positions counted in instructions.
type NormalFrame<'a> = (Option<usize>, u8, Vec<&'a [u8]>, Vec<usize>);

fn normal_frames<'a>(body: &Body<'_, '_>, info: &'a [u8]) -> Option<Vec<NormalFrame<'a>>> {
    let frames = frames(info)?.into_iter();
    let real = frames.filter(|frame| body.unwind != Some(frame.position));
    let normal = real.map(|frame| {
        let news = frame.uninitialized.iter().map(|&new| body.ordinal(new.into())).collect();
        (body.branch(frame.position.into()), frame.kind, frame.types, news)
    });
    Some(normal.collect())
}

/// The method as a listing: labels instead of positions, so that code which moved looks the same.
pub(super) fn listing(body: &Body<'_, '_>) -> Result<Vec<String>, Error> {
    let rows = || body.code.handlers().filter(|row| Some(u32::from(row.handler)) != body.unwind);
    let mut labels: Vec<i64> = Vec::new();
    for instruction in body.code.instructions() {
        let instruction = instruction?;
        labels.extend(instruction.target());
        if instruction.kind == Kind::Switch {
            labels.extend(instruction.switch_targets());
        }
    }
    labels.extend(rows().flat_map(|row| [row.start, row.end, row.handler]).map(i64::from));
    labels.sort_unstable();
    labels.dedup();
    let label = |out: &mut String, target: i64| {
        let _ = write!(out, "L{}", labels.partition_point(|&label| label < target));
    };
    let place: Place<'_> = &label;

    let mut lines = Vec::new();
    let mut line = |write: &dyn Fn(&mut String)| {
        let mut text = String::new();
        write(&mut text);
        lines.push(text);
    };
    for instruction in body.code.instructions() {
        let instruction = instruction?;
        let pc = i64::from(instruction.pc);
        if labels.binary_search(&pc).is_ok() {
            line(&|out| {
                label(out, pc);
                out.push(':');
            });
        }
        line(&|out| {
            out.push_str("    ");
            text::instruction(out, body.class, &instruction, place);
        });
    }
    for row in rows() {
        line(&|out| {
            out.push_str("    try ");
            label(out, row.start.into());
            out.push_str("..");
            label(out, row.end.into());
            out.push_str(" catch ");
            text::class_at(out, body.class, row.catch_type);
            out.push_str(" at ");
            label(out, row.handler.into());
        });
    }
    if body.unwind.is_some() {
        line(&|out| out.push_str("    try all of it, catch any at the last call of o"));
    }
    Ok(lines)
}
