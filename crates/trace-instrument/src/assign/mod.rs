//! Gives every traced method its id.
//!
//! Methods are numbered from 1 in ascending order of (class, name, descriptor), compared as bytes,
//! with the names they had before obfuscation. So ids depend neither on the order of the inputs nor on
//! threads. A method that occurs several times (in two jars, or for several Java versions in one)
//! has one id, and is traced everywhere if it is worth it anywhere.
//!
//! With the mapping of an earlier build, a method keeps the id it had there and new ones go above the
//! highest. An entry whose method is gone, or is no longer traced, stays listed: an id never changes
//! its meaning.

mod exchange;
mod facts_file;
mod number;
mod plan;
mod select;
mod text;
mod view;

pub use exchange::{ExchangeError, ExchangeErrorKind};
pub use facts_file::{read_facts, write_facts};
pub use plan::{Plan, PlannedClass};

use crate::facts::ClassFacts;
use crate::focus::{self, FocusPlan};
use crate::policy::{Policy, R8Names};
use number::Line;
use select::{Block, Ignored};
use std::collections::BTreeMap;
use std::io;
use thiserror::Error;
use trace_model::mapping::Mapping;
use trace_model::{MethodId, Skip, SkipReason};
use view::View;

/// What numbering starts from.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// All classes that may be instrumented.
    pub classes: &'a [ClassFacts],
    /// Further classes, for the hierarchy only.
    pub class_path: &'a [ClassFacts],
    /// The selection rules.
    pub policy: &'a Policy,
    /// Names before obfuscation, if the inputs are obfuscated.
    pub names: Option<&'a R8Names>,
    /// The mapping of an earlier build.
    pub base: Option<&'a Mapping>,
}

/// Ids for all methods of all classes.
#[derive(Debug)]
pub struct Assignment<'a> {
    /// Where window focus is to be reported.
    pub focus: FocusPlan,
    /// How many methods there were, and what became of them.
    pub counts: Counts,
    classes: &'a [ClassFacts],
    base: Option<&'a Mapping>,
    views: Vec<View<'a>>,
    /// The lines of the mapping in ascending order of id.
    lines: Vec<Line>,
    ignored: Vec<Ignored>,
    /// The ids of all methods of all classes, back to back.
    ids: Vec<Option<MethodId>>,
    /// Where in `ids` a class begins; one more than there are classes.
    starts: Vec<usize>,
}

/// Numbers of methods. A method that occurs several times counts each time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Methods with code.
    pub methods: u64,
    /// Methods that have an id.
    pub selected: u64,
    /// Methods that have none, by reason.
    pub skipped: BTreeMap<SkipReason, u64>,
    /// Ids in the mapping, the message dispatch left out.
    pub ids: u64,
    /// Ids of the base mapping that no method has any more.
    pub vanished: u64,
}

/// There are more methods than ids.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the highest method id would be {highest}, but a record holds ids up to {max}: {excess} too many. \
     Leave out packages with a block list{advice}",
    max = MethodId::MAX,
    excess = highest - u64::from(MethodId::MAX),
    advice = if *vanished > 0 {
        format!(", or go without the base mapping, which keeps {vanished} ids of methods that are gone")
    } else {
        String::new()
    }
)]
pub struct TooManyMethods {
    /// The id that the last method would get.
    pub highest: u64,
    /// How many entries of the base mapping no method uses any more.
    pub vanished: u64,
}

/// Numbers all methods that the policy selects.
pub fn assign(input: Input<'_>) -> Result<Assignment<'_>, TooManyMethods> {
    let views = view::views(input.classes, input.policy, input.names);
    let base = input.base.map(number::Base::new);
    let mut blocks = select::select(&views, input.policy, base.as_ref());
    let lines = number::number(&mut blocks, base.as_ref())?;

    let mut counts = Counts { ids: lines.len() as u64, ..Counts::default() };
    counts.vanished = lines.iter().filter(|line| line.is_vanished()).count() as u64;
    let mut starts = vec![0];
    starts.extend(input.classes.iter().scan(0, |end, class| {
        *end += class.method_count();
        Some(*end)
    }));
    let mut ids = vec![None; starts.last().copied().unwrap_or(0)];
    for block in &blocks {
        for (view, method, id) in block.ids() {
            let view = &views[view];
            ids[starts[view.class] + view.method_in_class(method)] = Some(id);
        }
        counts.methods += block.methods;
        for (&reason, count) in &block.skipped {
            *counts.skipped.entry(reason).or_default() += count;
        }
    }
    counts.selected = counts.methods - counts.skipped.values().sum::<u64>();
    let source_name = |name| match input.names {
        Some(names) => names.class(name),
        None => name,
    };
    let focus = focus::plan(
        input.classes,
        input.class_path,
        |class| {
            let class = &input.classes[class];
            let skipped = input.policy.skips_class(class.name(), source_name(class.name()));
            class.is_editable() && skipped.is_none()
        },
        source_name,
    );
    let ignored = blocks.into_iter().flat_map(|block: Block| block.ignored).collect();
    Ok(Assignment {
        focus,
        counts,
        classes: input.classes,
        base: input.base,
        views,
        lines,
        ignored,
        ids,
        starts,
    })
}

impl Assignment<'_> {
    /// The ids of the methods of the class at `class`, in class-file order. A method without an id is
    /// not to be instrumented.
    ///
    /// # Panics
    /// If there is no such class.
    pub fn ids(&self, class: usize) -> &[Option<MethodId>] {
        &self.ids[self.starts[class]..self.starts[class + 1]]
    }

    /// Writes `methodMapping.txt` in large pieces.
    pub fn write_mapping(&self, out: impl io::Write) -> io::Result<()> {
        text::write_mapping(out, &self.lines, &self.views, self.base)
    }

    /// Writes `ignoreMethodMapping.txt`, all methods with code that have no id, in large pieces.
    pub fn write_ignored(&self, out: impl io::Write) -> io::Result<()> {
        text::write_ignored(out, &self.ignored, &self.views)
    }

    /// What has no id and why, in ascending order. A class of which nothing is traced is one item.
    pub fn skips(&self) -> Vec<Skip<'_>> {
        let mut skips = Vec::<Skip<'_>>::with_capacity(self.ignored.len());
        for ignored in &self.ignored {
            let facts = &self.views[ignored.view].facts;
            let method = facts.method(ignored.method);
            let skip = Skip {
                class: facts.name(),
                method: (!ignored.whole_class).then_some((method.name, method.descriptor)),
                reason: ignored.reason,
                detail: None,
            };
            if skips.last() != Some(&skip) {
                skips.push(skip);
            }
        }
        skips
    }
}

#[cfg(test)]
mod tests;
