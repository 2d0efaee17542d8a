//! Hands out the numbers.

use super::TooManyMethods;
use super::select::Block;
use rustc_hash::FxHashMap;
use trace_model::MethodId;
use trace_model::mapping::Mapping;

/// The mapping of an earlier build, to be searched by method.
#[derive(Debug)]
pub(super) struct Base<'a> {
    pub(super) mapping: &'a Mapping,
    by_method: FxHashMap<MethodKey<'a>, usize>,
}

/// Class, name and descriptor.
type MethodKey<'a> = (&'a [u8], &'a [u8], &'a [u8]);

impl<'a> Base<'a> {
    pub(super) fn new(mapping: &'a Mapping) -> Self {
        let by_method = mapping
            .entries()
            .enumerate()
            .map(|(index, entry)| ((entry.class, entry.name, entry.descriptor), index))
            .collect();
        Base { mapping, by_method }
    }

    pub(super) fn find(&self, class: &[u8], name: &[u8], descriptor: &[u8]) -> Option<usize> {
        self.by_method.get(&(class, name, descriptor)).copied()
    }
}

/// A line of the mapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) id: MethodId,
    pub(super) of: LineOf,
}

/// Where the names of a line are.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineOf {
    /// A method to trace.
    Traced { view: u32, method: u32, access: u16 },
    /// The entry of this index in the base mapping, which no method uses any more.
    Vanished(u32),
}

impl Line {
    pub(super) fn is_vanished(self) -> bool {
        matches!(self.of, LineOf::Vanished(_))
    }
}

/// Gives each key its id. Returns the lines of the mapping in ascending order of id.
pub(super) fn number(blocks: &mut [Block], base: Option<&Base<'_>>) -> Result<Vec<Line>, TooManyMethods> {
    let entries = base.map_or(0, |base| base.mapping.len());
    let highest = base.and_then(|base| base.mapping.entries().last()).map_or(0, |entry| entry.id.get());
    let kept = blocks.iter().flat_map(|block| &block.keys).filter(|key| key.base.is_some()).count();
    let keys: usize = blocks.iter().map(|block| block.keys.len()).sum();
    let too_many = TooManyMethods {
        highest: u64::from(highest) + (keys - kept) as u64,
        vanished: (entries - kept) as u64,
    };
    if too_many.highest > u64::from(MethodId::MAX) {
        return Err(too_many);
    }

    let mut lines = Vec::with_capacity(keys + entries - kept);
    let mut used = vec![false; entries];
    let mut next = highest;
    for block in blocks {
        for key in &mut block.keys {
            let id = match (key.base, base) {
                (Some(entry), Some(base)) => {
                    used[entry] = true;
                    base.mapping.entry(entry).id
                }
                _ => {
                    next += 1;
                    MethodId::new(next).expect("the highest id was checked")
                }
            };
            key.id = Some(id);
            let of = LineOf::Traced { view: key.view as u32, method: key.method as u32, access: key.access };
            lines.push(Line { id, of });
        }
    }
    if let Some(base) = base {
        let vanished = base.mapping.entries().zip(used).enumerate().filter(|(_, (_, used))| !used);
        lines.extend(
            vanished.map(|(index, (entry, _))| Line { id: entry.id, of: LineOf::Vanished(index as u32) }),
        );
        lines.sort_unstable_by_key(|line| line.id);
    }
    Ok(lines)
}
