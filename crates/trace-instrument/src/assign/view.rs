//! Classes under the names that the mapping shows.

use crate::facts::ClassFacts;
use crate::policy::Policy;
use rayon::prelude::*;
use std::borrow::Cow;
use trace_model::SkipReason;

/// A class, or the part of one whose methods stem from one source class, under its source names.
#[derive(Debug)]
pub(super) struct View<'a> {
    /// The methods under their source names.
    pub(super) facts: Cow<'a, ClassFacts>,
    /// Index of the class that holds them.
    pub(super) class: usize,
    /// Why none of them is traced.
    pub(super) skipped: Option<SkipReason>,
    /// Index in the class by index in `facts`; `None` if they are the same.
    methods: Option<Box<[usize]>>,
}

impl View<'_> {
    /// Index in the class of the method at `index` in `facts`.
    pub(super) fn method_in_class(&self, index: usize) -> usize {
        self.methods.as_ref().map_or(index, |methods| methods[index])
    }
}

/// All classes in ascending order of source name.
pub(super) fn views<'a>(classes: &'a [ClassFacts], policy: &Policy) -> Vec<View<'a>> {
    let mut views: Vec<_> = classes
        .par_iter()
        .enumerate()
        .map(|(class, facts)| View {
            facts: Cow::Borrowed(facts),
            class,
            skipped: policy.skips_class(facts.name(), facts.name()),
            methods: None,
        })
        .collect();
    // Entries of an archive are often sorted already, which a stable sort makes use of.
    views.par_sort_by(|a, b| a.facts.name().cmp(b.facts.name()));
    views
}
