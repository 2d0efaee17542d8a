//! Writes the mapping and the list of ignored methods.

use super::number::{Line, LineOf};
use super::select::Ignored;
use super::view::View;
use rayon::prelude::*;
use std::io;
use trace_model::mapping::{ClassLines, Mapping, write_dispatch};

/// Lines that one task writes.
const LINES_PER_PIECE: usize = 4096;

/// Writes `methodMapping.txt`.
pub(super) fn write_mapping(
    mut out: impl io::Write,
    lines: &[Line],
    views: &[View<'_>],
    base: Option<&Mapping>,
) -> io::Result<()> {
    write_lines(&mut out, lines, |out, class, line| match line.of {
        LineOf::Traced { view, method, access } => {
            let facts = &views[view as usize].facts;
            let method = facts.method(method as usize);
            class.turn_to(facts.name());
            class.lines.mapped(out, line.id, u32::from(access), method.name, method.descriptor);
        }
        LineOf::Vanished(index) => {
            if let Some(base) = base {
                let entry = base.entry(index as usize);
                class.turn_to(entry.class);
                class.lines.mapped(out, entry.id, entry.access, entry.name, entry.descriptor);
            }
        }
    })?;
    let mut dispatch = Vec::new();
    write_dispatch(&mut dispatch);
    out.write_all(&dispatch)
}

/// Writes `ignoreMethodMapping.txt`, with the heading that Matrix's `MethodCollector` gives it.
pub(super) fn write_ignored(
    mut out: impl io::Write,
    ignored: &[Ignored],
    views: &[View<'_>],
) -> io::Result<()> {
    out.write_all(b"ignore methods:\n")?;
    write_lines(&mut out, ignored, |out, class, ignored| {
        let facts = &views[ignored.view].facts;
        let method = facts.method(ignored.method);
        class.turn_to(facts.name());
        class.lines.ignored(out, method.name, method.descriptor);
    })
}

/// Formats items in parallel, a few pieces at a time: the text may be large, the buffers are not.
fn write_lines<'a, T: Sync>(
    out: &mut impl io::Write,
    items: &'a [T],
    format: impl Fn(&mut Vec<u8>, &mut CurrentClass<'a>, &'a T) + Sync,
) -> io::Result<()> {
    let mut pieces = vec![Vec::new(); 2 * rayon::current_num_threads()];
    for items in items.chunks(pieces.len() * LINES_PER_PIECE) {
        let used = items.len().div_ceil(LINES_PER_PIECE);
        items.par_chunks(LINES_PER_PIECE).zip(&mut pieces).for_each(|(items, piece)| {
            piece.clear();
            let mut class = CurrentClass::default();
            items.iter().for_each(|item| format(piece, &mut class, item));
        });
        pieces[..used].iter().try_for_each(|piece| out.write_all(piece))?;
    }
    Ok(())
}

/// The class whose lines are being written, so that its name is escaped once.
#[derive(Default)]
struct CurrentClass<'a> {
    name: Option<&'a [u8]>,
    lines: ClassLines,
}

impl<'a> CurrentClass<'a> {
    fn turn_to(&mut self, name: &'a [u8]) {
        if self.name != Some(name) {
            self.name = Some(name);
            self.lines.enter_class(name);
        }
    }
}
