//! What a run has to say: numbers, what stayed as it is, and what the user should know.

use crate::archive::{ArchiveReader, is_signature_file, printable};
use crate::assign::{Assignment, Counts};
use crate::facts::ClassFacts;
use crate::focus::Unseen;
use crate::input::Input;
use crate::scan::{Findings, Scan, Unreadable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use trace_model::{Skip, SkipReason, Summary, name};

/// Something that the user should know, though the run went on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A class, or one method of it, stays as it is against the user's likely wish.
    Skipped {
        /// The jar or folder.
        input: PathBuf,
        /// Class, or entry, and method.
        what: String,
        /// The reason.
        reason: SkipReason,
        /// More of it.
        detail: String,
    },
    /// Two entries of a jar have one name; both are kept.
    Duplicate {
        /// The jar.
        input: PathBuf,
        /// The name.
        entry: String,
    },
    /// Signatures of a jar were dropped: its classes are no longer those that were signed.
    SignaturesDropped {
        /// The jar.
        input: PathBuf,
    },
    /// Focus changes of an Activity stay unseen.
    UnseenFocus {
        /// The Activity.
        class: String,
        /// Why.
        why: Unseen,
    },
    /// Ids of the base mapping that no method has any more.
    Vanished {
        /// How many.
        count: u64,
    },
    /// A jar holds no class, but other archives, which are not looked into.
    Nested {
        /// The jar.
        input: PathBuf,
        /// One of the archives in it.
        entry: String,
    },
}

impl Note {
    /// Whether `--strict` makes an error of it.
    pub fn is_strict(&self) -> bool {
        matches!(self, Note::Skipped { .. } | Note::Duplicate { .. })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Skipped { input, what, reason, detail } => {
                write!(f, "{}: {what}: {reason}: {detail}; left as it is", input.display())
            }
            Note::Duplicate { input, entry } => {
                write!(f, "{}: {entry}: two entries have this name; both are kept", input.display())
            }
            Note::SignaturesDropped { input } => {
                write!(f, "{}: signatures dropped, for they no longer hold; sign the output", input.display())
            }
            Note::UnseenFocus { class, why } => write!(f, "{class}: {why}; its start is not measured"),
            Note::Vanished { count } => {
                write!(
                    f,
                    "{count} ids of the base mapping belong to methods that are gone; they stay reserved"
                )
            }
            Note::Nested { input, entry } => {
                write!(
                    f,
                    "{}: no classes, but {entry}, which is not looked into; unpack it first",
                    input.display()
                )
            }
        }
    }
}

/// What is worth a note after numbering.
pub(crate) fn numbering_notes(facts: &[ClassFacts], focus: &[(usize, Unseen)], vanished: u64) -> Vec<Note> {
    let unseen = focus.iter();
    let mut notes: Vec<Note> = unseen
        .map(|&(class, why)| Note::UnseenFocus { class: name::escape(facts[class].name()), why })
        .collect();
    if vanished > 0 {
        notes.push(Note::Vanished { count: vanished });
    }
    notes
}

/// Everything that is worth a note after the first pass.
pub(crate) fn notes(
    scan: &Scan,
    focus: &[(usize, Unseen)],
    vanished: u64,
    changes: &dyn Fn(usize) -> bool,
) -> Vec<Note> {
    let mut notes = skipped_notes(scan);
    notes.extend(numbering_notes(&scan.findings.facts, focus, vanished));
    for (index, input) in scan.inputs.iter().enumerate() {
        let Input::Jar(jar) = input else { continue };
        let units = scan.units.iter().filter(|unit| unit.unit.input == index);
        let mut classes = units.flat_map(|unit| unit.first..unit.first + unit.classes.len()).peekable();
        let no_class = classes.peek().is_none();
        jar_notes(jar, no_class, classes.any(changes), &mut notes);
    }
    notes
}

fn jar_notes(jar: &ArchiveReader, no_class: bool, changed: bool, notes: &mut Vec<Note>) {
    let input = || jar.path().to_owned();
    let entry_name = |index: usize| printable(jar.entry(index).name());
    let duplicates = jar.duplicates().into_iter();
    notes.extend(duplicates.map(|index| Note::Duplicate { input: input(), entry: entry_name(index) }));
    if changed && jar.entries().any(|entry| is_signature_file(entry.name())) {
        notes.push(Note::SignaturesDropped { input: input() });
    }
    if no_class {
        let nested = jar.entries().position(|entry| entry.name().ends_with(b".jar"));
        notes.extend(nested.map(|nested| Note::Nested { input: input(), entry: entry_name(nested) }));
    }
}

/// Classes and methods that stay as they are against the user's likely wish.
pub(crate) fn skipped_notes(scan: &Scan) -> Vec<Note> {
    let Findings { facts, troubles, unreadable } = &scan.findings;
    let mut notes = Vec::with_capacity(unreadable.len() + troubles.len());
    for Unreadable { input, entry, reason, detail } in unreadable {
        notes.push(Note::Skipped {
            input: scan.inputs[*input].path().to_owned(),
            what: entry.clone(),
            reason: *reason,
            detail: detail.clone(),
        });
    }
    for (class, trouble) in troubles {
        let facts = &facts[*class];
        let mut what = name::escape(facts.name());
        if let Some(method) = trouble.method {
            let method = facts.method(method);
            what = format!("{what} {} {}", name::escape(method.name), name::escape(method.descriptor));
        }
        let unit = scan.units.partition_point(|unit| unit.first <= *class).saturating_sub(1);
        notes.push(Note::Skipped {
            input: scan.inputs[scan.units[unit].unit.input].path().to_owned(),
            what,
            reason: trouble.reason,
            detail: trouble.detail.clone(),
        });
    }
    notes
}

/// Everything that stays as it is, in ascending order, with the details that the first pass found.
pub(crate) fn skips<'a>(findings: &'a Findings, assignment: &'a Assignment<'_>) -> Vec<Skip<'a>> {
    type Place<'a> = (&'a [u8], Option<(&'a [u8], &'a [u8])>, SkipReason);
    let mut details: BTreeMap<Place<'_>, &str> = BTreeMap::new();
    for (class, trouble) in &findings.troubles {
        let facts = &findings.facts[*class];
        let method = trouble.method.map(|method| {
            let method = facts.method(method);
            (method.name, method.descriptor)
        });
        details.entry((facts.name(), method, trouble.reason)).or_insert(&trouble.detail);
    }
    let mut skips: BTreeSet<Skip<'a>> = BTreeSet::new();
    for mut skip in assignment.skips() {
        // A class that refuses as a whole is one item, not one for each method.
        if let Some(detail) = details.get(&(skip.class, None, skip.reason)) {
            skip.method = None;
            skip.detail = Some(detail);
        } else {
            skip.detail = details.get(&(skip.class, skip.method, skip.reason)).copied();
        }
        skips.insert(skip);
    }
    for Unreadable { entry, reason, detail, .. } in &findings.unreadable {
        let class = entry.strip_suffix(".class").unwrap_or(entry).as_bytes();
        skips.insert(Skip { class, method: None, reason: *reason, detail: Some(detail) });
    }
    skips.into_iter().collect()
}

/// Numbers of classes and methods. Nobody knows the methods of an unreadable class: it counts as one.
pub(crate) fn summary(findings: &Findings, counts: &Counts) -> Summary {
    let mut skipped = counts.skipped.clone();
    for unreadable in &findings.unreadable {
        *skipped.entry(unreadable.reason).or_default() += 1;
    }
    Summary {
        classes: (findings.facts.len() + findings.unreadable.len()) as u64,
        methods: counts.methods,
        instrumented: counts.selected,
        skipped,
        ..Summary::default()
    }
}
