//! Writes the mapping and the list of ignored methods, in parallel.

use super::number::{Base, Line, LineOf};
use super::select::{Block, Ignored};
use super::view::View;
use rayon::prelude::*;
use std::io;
use trace_model::mapping::{ClassLines, write_dispatch};

/// Lines that one task writes.
const LINES_PER_PIECE: usize = 4096;

/// A guess at the bytes of a line, to allocate once.
const BYTES_PER_LINE: usize = 144;

/// A large text, in pieces that were written in parallel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pieces: Vec<Vec<u8>>,
}

impl Text {
    /// The pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().map(Vec::as_slice)
    }

    /// Writes the text.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        self.pieces().try_for_each(|piece| out.write_all(piece))
    }
}

/// The text of `methodMapping.txt`.
pub(super) fn mapping(lines: &[Line], views: &[View<'_>], blocks: &[Block], base: Option<&Base<'_>>) -> Text {
    let mut text = in_pieces(lines, |out, class_lines, line| match line.of {
        LineOf::Key { block, key } => {
            let key = &blocks[block as usize].keys[key as usize];
            let facts = &views[key.view].facts;
            let method = facts.method(key.method);
            class_lines.turn_to(facts.name());
            class_lines.lines.mapped(out, line.id, u32::from(key.access), method.name, method.descriptor);
        }
        LineOf::Vanished(index) => {
            if let Some(base) = base {
                let entry = base.mapping.entry(index as usize);
                class_lines.turn_to(entry.class);
                class_lines.lines.mapped(out, entry.id, entry.access, entry.name, entry.descriptor);
            }
        }
    });
    let mut dispatch = Vec::new();
    write_dispatch(&mut dispatch);
    text.pieces.push(dispatch);
    text
}

/// The text of `ignoreMethodMapping.txt`, with the heading that Matrix's `MethodCollector` gives it.
pub(super) fn ignored(ignored: &[Ignored], views: &[View<'_>]) -> Text {
    let mut text = in_pieces(ignored, |out, class_lines, ignored| {
        let facts = &views[ignored.view].facts;
        let method = facts.method(ignored.method);
        class_lines.turn_to(facts.name());
        class_lines.lines.ignored(out, method.name, method.descriptor);
    });
    text.pieces.insert(0, b"ignore methods:\n".to_vec());
    text
}

fn in_pieces<'a, T: Sync>(
    items: &'a [T],
    write: impl Fn(&mut Vec<u8>, &mut CurrentClass<'a>, &'a T) + Sync,
) -> Text {
    let pieces = items
        .par_chunks(LINES_PER_PIECE)
        .map(|items| {
            let mut out = Vec::with_capacity(items.len() * BYTES_PER_LINE);
            let mut class_lines = CurrentClass::default();
            items.iter().for_each(|item| write(&mut out, &mut class_lines, item));
            out
        })
        .collect();
    Text { pieces }
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
