//! All steps in one go.

use crate::Error;
use crate::archive::{Compression, Limits};
use crate::assign::{Assignment, Input as AssignInput, assign};
use crate::class_path;
use crate::input::Input;
use crate::options::Rewriting;
use crate::output::Outputs;
use crate::policy::Policy;
use crate::report::{self, Note};
use crate::rewrite::Wanted;
use crate::scan::{Pass, Scan};
use crate::sidecar::{self, Hashing};
use crate::staging::{Staging, StagingError, check_paths};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use trace_model::Summary;
use trace_model::mapping::Mapping;

/// Bytes of edited classes that are kept from the first pass to the second.
pub const DEFAULT_MEMORY: usize = 192 << 20;

/// What to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Jars and class folders, each with where its output goes.
    pub inputs: Vec<(PathBuf, PathBuf)>,
    /// Jars and class folders that are read for the hierarchy only.
    pub class_path: Vec<PathBuf>,
    /// Which methods.
    pub policy: Policy,
    /// Which calls.
    pub rewriting: Rewriting,
    /// Ids of an earlier build.
    pub base: Option<Mapping>,
    /// Where `methodMapping.txt` goes.
    pub mapping: Option<PathBuf>,
    /// Where `ignoreMethodMapping.txt` goes.
    pub ignored: Option<PathBuf>,
    /// Where `methodMapping.json` goes.
    pub sidecar: Option<PathBuf>,
    /// How rewritten entries are compressed.
    pub compression: Compression,
    /// What archives may ask for.
    pub limits: Limits,
    /// Fail if a class or method cannot be instrumented that should be.
    pub strict: bool,
    /// Do everything but write.
    pub dry_run: bool,
    /// Bytes of edited classes to keep in memory; more of them are edited twice.
    pub memory: usize,
}

/// How far a run is; both functions are called from any thread.
pub trait Progress: Sync {
    /// A pass begins that has so many steps.
    fn begin(&self, what: &'static str, steps: u64);
    /// A step is done.
    fn step(&self);
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Numbers.
    pub summary: Summary,
    /// What the user should know.
    pub notes: Vec<Note>,
}

/// Instruments all inputs.
///
/// # Errors
/// See [`Error`]. Nothing is written then, and what was there before is still there.
pub fn instrument(job: &Job, progress: &dyn Progress) -> Result<Outcome, Error> {
    let started = Instant::now();
    let inputs = open(job)?;
    let files = [&job.mapping, &job.ignored, &job.sidecar];
    let targets: Vec<&Path> = job.inputs.iter().map(|(_, target)| target.as_path()).collect();
    check_outputs(job, &files, &targets)?;

    let scan = scan(job, inputs, progress)?;
    let class_path = class_path::read(&job.class_path, &job.limits)?;
    let assignment = assign(AssignInput {
        classes: &scan.facts,
        class_path: &class_path,
        policy: &job.policy,
        names: None,
        base: job.base.as_ref(),
    })?;
    let ids = |class: usize| assignment.ids(class);
    let wanted =
        Wanted { rewriting: &job.rewriting, facts: &scan.facts, ids: &ids, focus: &assignment.focus.actions };
    let notes = report::notes(&scan, &assignment, &|class| wanted.changes(class));
    if job.strict {
        refuse(&notes)?;
    }

    let mut summary = summary(&scan, &assignment);
    for (input, _) in &job.inputs {
        summary.bytes_in += size(input);
    }
    let mut staging = Staging::new();
    if !job.dry_run {
        write_texts(job, &scan, &assignment, &mut staging)?;
        progress.begin("writing", scan.units.len() as u64);
        let outputs = Outputs {
            inputs: &scan.inputs,
            targets: &targets,
            wanted: &wanted,
            compression: job.compression,
            advance: &|| progress.step(),
        };
        let mut units = scan.units;
        summary.bytes_out = outputs.write(&mut units, &mut staging)?;
        staging.publish()?;
    }
    summary.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(Outcome { summary, notes })
}

fn open(job: &Job) -> Result<Vec<Input>, Error> {
    job.inputs.iter().map(|(input, _)| Input::open(input, &job.limits)).collect()
}

fn check_outputs(job: &Job, files: &[&Option<PathBuf>], targets: &[&Path]) -> Result<(), Error> {
    let inputs: Vec<PathBuf> = job.inputs.iter().map(|(input, _)| input.clone()).collect();
    let outputs = targets.iter().copied().chain(files.iter().filter_map(|file| file.as_deref()));
    let outputs: Vec<PathBuf> = outputs.map(Path::to_owned).collect();
    Ok(check_paths(&inputs, &outputs)?)
}

fn scan(job: &Job, inputs: Vec<Input>, progress: &dyn Progress) -> Result<Scan, Error> {
    let skips = |name: &[u8]| job.policy.skips_class(name, name).is_some();
    let pass = Pass {
        rewriting: &job.rewriting,
        skips: &skips,
        memory: if job.dry_run { 0 } else { job.memory },
        advance: &|| progress.step(),
    };
    pass.scan(inputs, |units| progress.begin("reading", units as u64))
}

fn refuse(notes: &[Note]) -> Result<(), Error> {
    const SHOWN: usize = 10;
    let mut all = notes.iter().filter(|note| note.is_strict()).map(Note::to_string);
    let first: Vec<String> = all.by_ref().take(SHOWN).collect();
    if first.is_empty() {
        return Ok(());
    }
    Err(Error::Strict { count: first.len() + all.count(), first })
}

fn summary(scan: &Scan, assignment: &Assignment<'_>) -> Summary {
    Summary {
        classes: (scan.facts.len() + scan.unreadable.len()) as u64,
        methods: assignment.counts.methods,
        instrumented: assignment.counts.selected,
        skipped: report::skipped(&assignment.counts, &scan.unreadable),
        ..Summary::default()
    }
}

/// Size of an input in bytes, of a folder that of its files.
fn size(path: &Path) -> u64 {
    let files = walkdir::WalkDir::new(path).into_iter().flatten();
    files.filter_map(|file| file.metadata().ok()).filter(|file| file.is_file()).map(|file| file.len()).sum()
}

/// Writes the text files.
fn write_texts(
    job: &Job,
    scan: &Scan,
    assignment: &Assignment<'_>,
    staging: &mut Staging,
) -> Result<(), Error> {
    if let Some(path) = &job.ignored {
        let file = staging.file(path)?;
        assignment.write_ignored(file).map_err(|error| StagingError::io(path, error))?;
    }
    let mapping = job.mapping.as_deref();
    let Some(sidecar) = &job.sidecar else {
        if let Some(path) = mapping {
            let file = staging.file(path)?;
            assignment.write_mapping(file).map_err(|error| StagingError::io(path, error))?;
        }
        return Ok(());
    };
    let hash = match mapping {
        Some(path) => {
            let mut file = Hashing::new(staging.file(path)?);
            assignment.write_mapping(&mut file).map_err(|error| StagingError::io(path, error))?;
            file.finish()
        }
        None => hash_of_mapping(assignment),
    };
    let skips = report::skips(scan, assignment);
    let skipped = report::skipped(&assignment.counts, &scan.unreadable);
    let text = sidecar::text(&job.rewriting, assignment, skipped, &skips, &hash);
    let mut file = staging.file(sidecar)?;
    Ok(file.write_all(&text).map_err(|error| StagingError::io(sidecar, error))?)
}

fn hash_of_mapping(assignment: &Assignment<'_>) -> [u8; 32] {
    let mut hash = Hashing::new(std::io::sink());
    assignment.write_mapping(&mut hash).expect("a sink takes everything");
    hash.finish()
}
