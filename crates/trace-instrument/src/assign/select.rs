//! Finds the methods to trace and puts them in order.

use super::number::Base;
use super::view::View;
use crate::facts::Body;
use crate::policy::Policy;
use rayon::prelude::*;
use std::collections::BTreeMap;
use trace_model::{MethodId, SkipReason};

/// Source classes that one task looks at.
const CLASSES_PER_BLOCK: usize = 256;

/// The outcome for some neighbouring source classes.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Methods to trace in ascending order.
    pub(super) keys: Vec<Key>,
    /// Methods not to trace in ascending order.
    pub(super) ignored: Vec<Ignored>,
    /// Methods with code, each time they occur.
    pub(super) methods: u64,
    /// Those that are not traced, by reason.
    pub(super) skipped: BTreeMap<SkipReason, u64>,
    /// Further occurrences of a method: index in `keys`, view, method.
    others: Vec<(usize, usize, usize)>,
}

/// A method to trace, named by one of its occurrences.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) view: usize,
    pub(super) method: usize,
    pub(super) access: u16,
    /// Its index in the base mapping.
    pub(super) base: Option<usize>,
    /// Its id, as soon as it has one.
    pub(super) id: Option<MethodId>,
}

/// A method not to trace, named by one of its occurrences.
#[derive(Debug)]
pub(super) struct Ignored {
    pub(super) view: usize,
    pub(super) method: usize,
    pub(super) reason: SkipReason,
    /// The reason holds for the whole class.
    pub(super) whole_class: bool,
}

impl Block {
    /// View, method and id of each occurrence to instrument.
    pub(super) fn ids(&self) -> impl Iterator<Item = (usize, usize, MethodId)> {
        let firsts = self.keys.iter().filter_map(|key| Some((key.view, key.method, key.id?)));
        let others =
            self.others.iter().filter_map(|&(key, view, method)| Some((view, method, self.keys[key].id?)));
        firsts.chain(others)
    }

    /// Sorts out the methods of `views`, all of one source class.
    fn add_class<'a>(
        &mut self,
        views: &'a [View<'a>],
        first: usize,
        scratch: &mut Vec<Occurrence<'a>>,
        rules: Rules<'_>,
    ) {
        scratch.clear();
        for (view, index) in views.iter().zip(first..) {
            for (method, facts) in view.facts.methods().enumerate() {
                if facts.body == Body::Absent {
                    continue;
                }
                let skipped = view.skipped.or_else(|| rules.policy.skips_method(view.facts.name(), &facts));
                scratch.push(Occurrence {
                    name: facts.name,
                    descriptor: facts.descriptor,
                    view: index,
                    method,
                    access: facts.access,
                    skipped,
                    whole_class: view.skipped.is_some(),
                });
            }
        }
        self.methods += scratch.len() as u64;
        scratch.sort_by(|a, b| (a.name, a.descriptor).cmp(&(b.name, b.descriptor)));
        for same in scratch.chunk_by(|a, b| (a.name, a.descriptor) == (b.name, b.descriptor)) {
            self.add_method(same, views[0].facts.name(), rules.base);
        }
    }

    /// Adds one method, given all its occurrences. If one is worth tracing then all are, however small
    /// another version of the class has made them: a method is traced or it is not.
    fn add_method(&mut self, same: &[Occurrence<'_>], class: &[u8], base: Option<&Base<'_>>) {
        let is_selected = same.iter().any(|occurrence| occurrence.skipped.is_none());
        let is_traced = |occurrence: &&Occurrence<'_>| {
            is_selected && matches!(occurrence.skipped, None | Some(SkipReason::Trivial))
        };
        for reason in same.iter().filter(|other| !is_traced(other)).filter_map(|other| other.skipped) {
            *self.skipped.entry(reason).or_default() += 1;
        }
        let mut traced = same.iter().filter(is_traced);
        if let Some(first) = traced.next() {
            let mut access = first.access;
            for other in traced {
                // Which occurrence comes first is chance, the smallest flags are not.
                access = access.min(other.access);
                self.others.push((self.keys.len(), other.view, other.method));
            }
            let base = base.and_then(|base| base.find(class, first.name, first.descriptor));
            self.keys.push(Key { view: first.view, method: first.method, access, base, id: None });
        } else if let Some((occurrence, reason)) = same
            .iter()
            .filter_map(|occurrence| Some((occurrence, occurrence.skipped?)))
            .min_by_key(|&(_, reason)| reason)
        {
            self.ignored.push(Ignored {
                view: occurrence.view,
                method: occurrence.method,
                reason,
                whole_class: occurrence.whole_class,
            });
        }
    }
}

/// A method with code where it occurs.
struct Occurrence<'a> {
    name: &'a [u8],
    descriptor: &'a [u8],
    view: usize,
    method: usize,
    access: u16,
    skipped: Option<SkipReason>,
    whole_class: bool,
}

#[derive(Clone, Copy)]
struct Rules<'a> {
    policy: &'a Policy,
    base: Option<&'a Base<'a>>,
}

/// Sorts out the methods of all views, which are in ascending order of source name.
pub(super) fn select(views: &[View<'_>], policy: &Policy, base: Option<&Base<'_>>) -> Vec<Block> {
    let rules = Rules { policy, base };
    let mut first = 0;
    let classes: Vec<_> = views
        .chunk_by(|a, b| a.facts.name() == b.facts.name())
        .map(|same| {
            first += same.len();
            (first - same.len(), same)
        })
        .collect();
    classes
        .par_chunks(CLASSES_PER_BLOCK)
        .map(|classes| {
            let mut block = Block::default();
            let mut scratch = Vec::new();
            for &(first, views) in classes {
                block.add_class(views, first, &mut scratch, rules);
            }
            block
        })
        .collect()
}
