//! Classes under the names that the mapping shows.

use crate::facts::{ClassFacts, MethodFacts};
use crate::policy::{Policy, R8Names};
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
pub(super) fn views<'a>(
    classes: &'a [ClassFacts],
    policy: &Policy,
    names: Option<&R8Names>,
) -> Vec<View<'a>> {
    let classes = classes.par_iter().enumerate();
    let mut views: Vec<_> = match names {
        None => classes.map(|(class, facts)| under_own_names(class, facts, policy)).collect(),
        Some(names) => {
            classes.flat_map_iter(|(class, facts)| under_source_names(class, facts, policy, names)).collect()
        }
    };
    // Entries of an archive are often sorted already, which a stable sort makes use of.
    views.par_sort_by(|a, b| a.facts.name().cmp(b.facts.name()));
    views
}

fn under_own_names<'a>(class: usize, facts: &'a ClassFacts, policy: &Policy) -> View<'a> {
    let skipped = policy.skips_class(facts.name(), facts.name());
    View { facts: Cow::Borrowed(facts), class, skipped, methods: None }
}

/// One view for each source class that R8 put into this class: nearly always one.
fn under_source_names<'a>(
    class: usize,
    facts: &'a ClassFacts,
    policy: &Policy,
    names: &R8Names,
) -> Vec<View<'a>> {
    let mut methods: Vec<_> = facts
        .methods()
        .enumerate()
        .map(|(index, method)| (index, method, names.method(facts.name(), method.name, method.descriptor)))
        .collect();
    methods.sort_by(|(_, _, a), (_, _, b)| a.class.cmp(b.class));
    methods
        .chunk_by(|(_, _, a), (_, _, b)| a.class == b.class)
        .map(|methods| {
            let source_class = methods[0].2.class;
            let renamed = methods.iter().map(|(_, method, source)| MethodFacts {
                name: source.name,
                descriptor: &source.descriptor,
                ..*method
            });
            View {
                facts: Cow::Owned(ClassFacts::new(facts.access(), source_class, None, renamed)),
                class,
                skipped: policy.skips_class(facts.name(), source_class),
                methods: Some(methods.iter().map(|&(index, _, _)| index).collect()),
            }
        })
        .collect()
}
