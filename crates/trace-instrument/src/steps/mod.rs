//! What the program does: everything at once, or step by step for build systems that spread the work.

mod assign;
mod collect;
mod instrument;
mod rewrite;
mod sidecar;
mod texts;

pub use assign::{AssignJob, assign_collected};
pub use collect::{CollectJob, collect};
pub use instrument::{Job, instrument};
pub use rewrite::{RewriteJob, rewrite};
pub use texts::Texts;

use crate::Error;
use crate::archive::{Compression, Limits};
use crate::input::Input;
use crate::output::Outputs;
use crate::report::Note;
use crate::rewrite::Wanted;
use crate::scan::ScannedUnit;
use crate::staging::{Staging, check_paths};
use std::path::{Path, PathBuf};
use trace_model::Summary;

/// How inputs are read and outputs written.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How rewritten entries are compressed.
    pub compression: Compression,
    /// What archives may ask for.
    pub limits: Limits,
    /// Fail if a class or method cannot be instrumented that should be.
    pub strict: bool,
    /// Bytes of edited classes to keep from the first pass to the second; more of them are edited twice.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            compression: Compression::default(),
            limits: Limits::default(),
            strict: false,
            memory: 192 << 20,
        }
    }
}

/// How far a run is, and whether it should go on; all functions are called from any thread.
pub trait Progress: Sync {
    /// A pass begins that has so many steps.
    fn begin(&self, what: &'static str, steps: u64);
    /// A step is done.
    fn step(&self);
    /// Whether the run should end with [`Error::Cancelled`]. Asked before each step of writing, and before
    /// anything is published.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Numbers.
    pub summary: Summary,
    /// What the user should know.
    pub notes: Vec<Note>,
}

fn open<'p>(inputs: impl IntoIterator<Item = &'p PathBuf>, limits: &Limits) -> Result<Vec<Input>, Error> {
    inputs.into_iter().map(|input| Input::open(input, limits)).collect()
}

/// Fails if an output is one of the inputs, or two outputs are in one place.
fn check<'p>(
    inputs: impl IntoIterator<Item = &'p PathBuf>,
    outputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Error> {
    let inputs: Vec<PathBuf> = inputs.into_iter().cloned().collect();
    let outputs: Vec<PathBuf> = outputs.into_iter().map(Path::to_owned).collect();
    Ok(check_paths(&inputs, &outputs)?)
}

/// Fails under `--strict` if there is anything to fail for.
fn refuse(notes: &[Note]) -> Result<(), Error> {
    const SHOWN: usize = 10;
    let mut all = notes.iter().filter(|note| note.is_strict()).map(Note::to_string);
    let first: Vec<String> = all.by_ref().take(SHOWN).collect();
    if first.is_empty() {
        return Ok(());
    }
    Err(Error::Strict { count: first.len() + all.count(), first })
}

/// Writes every input to its target, in staging; returns the size of the outputs in bytes.
fn write(
    inputs: &[Input],
    mut units: Vec<ScannedUnit>,
    targets: &[&Path],
    wanted: &Wanted<'_>,
    compression: Compression,
    staging: &mut Staging,
    progress: &dyn Progress,
) -> Result<u64, Error> {
    progress.begin("writing", units.len() as u64);
    let outputs = Outputs { inputs, targets, wanted, compression, progress };
    outputs.write(&mut units, staging)
}

/// The last moment to leave everything as it was.
fn publish(staging: Staging, progress: &dyn Progress) -> Result<(), Error> {
    if progress.is_cancelled() {
        return Err(Error::Cancelled);
    }
    Ok(staging.publish()?)
}

/// Size of all inputs in bytes, of a folder that of its files.
fn size<'p>(inputs: impl IntoIterator<Item = &'p PathBuf>) -> u64 {
    let files = inputs.into_iter().flat_map(walkdir::WalkDir::new).flatten();
    files.filter_map(|file| file.metadata().ok()).filter(|file| file.is_file()).map(|file| file.len()).sum()
}
