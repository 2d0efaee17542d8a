//! What a run has to say: numbers, what stayed as it is, and what the user should know.

use crate::assign::{Assignment, Counts};
use crate::focus::Unseen;
use crate::input::Input;
use crate::scan::{Scan, Unreadable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use trace_model::{Skip, SkipReason, name};

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

/// Names as they are shown: escaped as in the mapping file.
pub(crate) fn shown(class: &[u8]) -> String {
    name::escape(class)
}

/// Everything that is worth a note after the first pass.
pub(crate) fn notes(scan: &Scan, assignment: &Assignment<'_>, changes: &dyn Fn(usize) -> bool) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut owners = vec![0; scan.facts.len()];
    let mut changed = vec![false; scan.inputs.len()];
    let mut classes = vec![0; scan.inputs.len()];
    for unit in &scan.units {
        let input = unit.unit.input;
        for class in unit.first..unit.first + unit.classes.len() {
            owners[class] = input;
            changed[input] |= changes(class);
            classes[input] += 1;
        }
    }
    for Unreadable { input, entry, reason, detail } in &scan.unreadable {
        classes[*input] += 1;
        let (input, what) = (&scan.inputs[*input], scan.inputs[*input].entry_name(*entry));
        notes.push(Note::Skipped {
            input: input.path().to_owned(),
            what: what.escape_ascii().to_string(),
            reason: *reason,
            detail: detail.clone(),
        });
    }
    for (class, trouble) in &scan.troubles {
        let facts = &scan.facts[*class];
        let mut what = shown(facts.name());
        if let Some(method) = trouble.method {
            let method = facts.method(method);
            what = format!("{what}.{}{}", shown(method.name), shown(method.descriptor));
        }
        notes.push(Note::Skipped {
            input: scan.inputs[owners[*class]].path().to_owned(),
            what,
            reason: trouble.reason,
            detail: trouble.detail.clone(),
        });
    }
    for (index, input) in scan.inputs.iter().enumerate() {
        let Input::Jar(jar) = input else { continue };
        let path = || jar.path().to_owned();
        let entry_name = |index: usize| jar.entry(index).name().escape_ascii().to_string();
        notes.extend(
            jar.duplicates()
                .into_iter()
                .map(|index| Note::Duplicate { input: path(), entry: entry_name(index) }),
        );
        if changed[index] && jar.entries().any(|entry| crate::archive::is_signature_file(entry.name())) {
            notes.push(Note::SignaturesDropped { input: path() });
        }
        if classes[index] == 0 {
            let nested = jar.entries().position(|entry| entry.name().ends_with(b".jar"));
            notes.extend(nested.map(|nested| Note::Nested { input: path(), entry: entry_name(nested) }));
        }
    }
    for &(class, why) in &assignment.focus.unseen {
        notes.push(Note::UnseenFocus { class: shown(scan.facts[class].name()), why });
    }
    if assignment.counts.vanished > 0 {
        notes.push(Note::Vanished { count: assignment.counts.vanished });
    }
    notes
}

/// Everything that stays as it is, in ascending order, with the details that the first pass found.
pub(crate) fn skips<'a>(scan: &'a Scan, assignment: &'a Assignment<'_>) -> Vec<Skip<'a>> {
    let mut details: BTreeMap<(&[u8], Option<(&[u8], &[u8])>), &str> = BTreeMap::new();
    for (class, trouble) in &scan.troubles {
        let facts = &scan.facts[*class];
        let method = trouble.method.map(|method| {
            let method = facts.method(method);
            (method.name, method.descriptor)
        });
        details.entry((facts.name(), method)).or_insert(&trouble.detail);
    }
    let mut skips: BTreeSet<Skip<'a>> = BTreeSet::new();
    for mut skip in assignment.skips() {
        // A class that refuses as a whole is one item, not one for each method.
        if let Some(detail) = details.get(&(skip.class, None)) {
            skip.method = None;
            skip.detail = Some(detail);
        } else if skip.method.is_some() {
            skip.detail = details.get(&(skip.class, skip.method)).copied();
        }
        skips.insert(skip);
    }
    for Unreadable { input, entry, reason, detail } in &scan.unreadable {
        let entry = scan.inputs[*input].entry_name(*entry);
        let class = entry.strip_suffix(b".class").unwrap_or(entry);
        skips.insert(Skip { class, method: None, reason: *reason, detail: Some(detail) });
    }
    skips.into_iter().collect()
}

/// Counts by reason, unreadable classes included: they count as one method each, for nobody knows.
pub(crate) fn skipped(counts: &Counts, unreadable: &[Unreadable]) -> BTreeMap<SkipReason, u64> {
    let mut skipped = counts.skipped.clone();
    for unreadable in unreadable {
        *skipped.entry(unreadable.reason).or_default() += 1;
    }
    skipped
}
