//! Compares jars and class folders before and after instrumenting: what was inserted, and whether that
//! is all.
//!
//! A method is the same if its instructions, tables and attributes are, once the calls are taken out of
//! it. Changes that instrumenting implies are told apart from others: signatures dropped, the digests
//! gone from the manifest. Time stamps are not compared.

mod class;
mod listing;
mod method;
mod text;

pub use class::MethodDiff;
pub use listing::class_listing;

use crate::Error;
use crate::archive::{Limits, is_manifest, is_signature_file, printable, strip_digests};
use crate::input::{self, Input, Reading, Unit, entry_bytes, is_class};
use crate::steps::Progress;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

/// What to compare.
#[derive(Clone, Debug)]
pub struct DiffJob {
    /// Pairs of jars or class folders: before, after.
    pub pairs: Vec<(PathBuf, PathBuf)>,
    /// Internal name of the class that inserted calls go to.
    pub owner: String,
    /// What archives may ask for.
    pub limits: Limits,
}

/// What differs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Diff {
    /// Entries that are the same.
    pub same: u64,
    /// Classes in which something was inserted.
    pub classes: Vec<ClassDiff>,
    /// Entries that instrumenting drops: signatures.
    pub dropped: Vec<String>,
    /// Manifests that have lost their digests and nothing else.
    pub manifests: Vec<String>,
    /// Everything else.
    pub other: Vec<Difference>,
    /// Wall-clock time in milliseconds.
    pub elapsed_ms: u64,
}

/// A class in which something was inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassDiff {
    /// The entry of the class.
    pub entry: String,
    /// Its methods that changed.
    pub methods: Vec<MethodDiff>,
}

/// Something that instrumenting does not explain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The entry; the jar itself where it is about that.
    pub entry: String,
    /// The method, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// What differs.
    pub message: String,
}

/// Compares all pairs.
///
/// # Errors
/// If one of the inputs cannot be read.
pub fn diff(job: &DiffJob, progress: &dyn Progress) -> Result<Diff, Error> {
    let started = Instant::now();
    let mut diff = Diff::default();
    for (before, after) in &job.pairs {
        let before = Input::open(before, &job.limits)?;
        let after = [Input::open(after, &job.limits)?];
        Pair::new(&before, &after[0], job.owner.as_bytes()).compare(
            &input::units(&after),
            progress,
            &mut diff,
        )?;
    }
    diff.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(diff)
}

struct Pair<'a> {
    before: &'a Input,
    after: &'a Input,
    owner: &'a [u8],
    /// For each entry after: the one before of the same name; of several the one of the same rank.
    partner: Vec<Option<usize>>,
    /// Entries before that have no partner.
    gone: Vec<usize>,
}

/// What became of one entry.
enum Entry {
    Same,
    Manifest,
    Class(class::Outcome),
    Other(String),
}

impl<'a> Pair<'a> {
    fn new(before: &'a Input, after: &'a Input, owner: &'a [u8]) -> Self {
        let mut by_name: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for index in (0..before.entry_count()).rev() {
            by_name.entry(before.entry_name(index)).or_default().push(index);
        }
        let partner = (0..after.entry_count())
            .map(|index| by_name.get_mut(after.entry_name(index)).and_then(Vec::pop))
            .collect();
        let mut gone: Vec<usize> = by_name.into_values().flatten().collect();
        gone.sort_unstable();
        Pair { before, after, owner, partner, gone }
    }

    fn compare(&self, units: &[Unit], progress: &dyn Progress, diff: &mut Diff) -> Result<(), Error> {
        progress.begin("comparing", units.len() as u64);
        let results: Vec<Vec<(usize, Entry)>> = units
            .par_iter()
            .with_max_len(1)
            .map_init(
                || (Reading::default(), Reading::default()),
                |(old, new), unit| {
                    let entries = unit.entries.clone().map(|index| Ok((index, self.entry(index, old, new)?)));
                    let entries = entries.collect::<Result<_, Error>>();
                    progress.step();
                    entries
                },
            )
            .collect::<Result<_, Error>>()?;

        for (index, entry) in results.into_iter().flatten() {
            self.add(index, entry, diff);
        }
        for &index in &self.gone {
            let name = shown(self.before.entry_name(index));
            if is_signature_file(self.before.entry_name(index)) {
                diff.dropped.push(name);
            } else {
                diff.other.push(Difference::of(name, "the entry is gone"));
            }
        }
        let order: Vec<usize> = self.partner.iter().copied().flatten().collect();
        if !order.is_sorted() {
            let path = self.after.path().display().to_string();
            diff.other.push(Difference::of(path, "the order of the entries changed"));
        }
        if let (Input::Jar(before), Input::Jar(after)) = (self.before, self.after)
            && before.comment() != after.comment()
        {
            diff.other.push(Difference::of(after.path().display().to_string(), "the jar's comment changed"));
        }
        Ok(())
    }

    fn add(&self, index: usize, entry: Entry, diff: &mut Diff) {
        let name = || shown(self.after.entry_name(index));
        match entry {
            Entry::Same => diff.same += 1,
            Entry::Manifest => diff.manifests.push(name()),
            Entry::Other(message) => diff.other.push(Difference::of(name(), &message)),
            Entry::Class(outcome) => {
                if !outcome.methods.is_empty() {
                    diff.classes.push(ClassDiff { entry: name(), methods: outcome.methods });
                }
                let other = outcome.other.into_iter();
                diff.other.extend(other.map(|(method, message)| Difference {
                    entry: name(),
                    method,
                    message,
                }));
            }
        }
    }

    fn entry(&self, index: usize, old: &mut Reading, new: &mut Reading) -> Result<Entry, Error> {
        let name = self.after.entry_name(index);
        let Some(partner) = self.partner[index] else {
            return Ok(Entry::Other("the entry is new".to_owned()));
        };
        if let (Input::Jar(before), Input::Jar(after)) = (self.before, self.after) {
            let [before, after] = [before.entry(partner), after.entry(index)];
            let same = |entry: &crate::archive::Entry<'_>| (entry.crc32(), entry.uncompressed_size());
            if same(&before) == same(&after) {
                return Ok(Entry::Same);
            }
        }
        let before = entry_bytes(self.before, partner, old)?;
        let after = entry_bytes(self.after, index, new)?;
        if before == after {
            return Ok(Entry::Same);
        }
        if is_manifest(name) && strip_digests(&before).as_deref() == Some(&*after) {
            return Ok(Entry::Manifest);
        }
        if !is_class(name) {
            return Ok(Entry::Other("the content changed".to_owned()));
        }
        Ok(match class::diff(&before, &after, self.owner) {
            Ok(outcome) if outcome.methods.is_empty() && outcome.other.is_empty() => {
                Entry::Other("the bytes changed, but no method did".to_owned())
            }
            Ok(outcome) => Entry::Class(outcome),
            Err(error) => Entry::Other(format!("the content changed, and is no class file: {error}")),
        })
    }
}

impl Difference {
    fn of(entry: String, message: &str) -> Self {
        Difference { entry, method: None, message: message.to_owned() }
    }
}

fn shown(name: &[u8]) -> String {
    printable(name)
}
