//! All steps in one go.

use super::{Outcome, Progress, Settings, Texts, check, open, publish, refuse, size, write};
use crate::Error;
use crate::assign::{Input as AssignInput, assign};
use crate::class_path;
use crate::options::Rewriting;
use crate::policy::{Policy, R8Names};
use crate::report;
use crate::rewrite::Wanted;
use crate::scan::Pass;
use crate::staging::Staging;
use std::path::{Path, PathBuf};
use std::time::Instant;
use trace_model::mapping::Mapping;

/// What to do.
#[derive(Debug)]
pub struct Job {
    /// Jars and class folders, each with where its output goes.
    pub inputs: Vec<(PathBuf, PathBuf)>,
    /// Jars and class folders that are read for the hierarchy only.
    pub class_path: Vec<PathBuf>,
    /// Which methods.
    pub policy: Policy,
    /// Names before obfuscation, if the inputs are obfuscated.
    pub names: Option<R8Names>,
    /// Which calls.
    pub rewriting: Rewriting,
    /// Ids of an earlier build.
    pub base: Option<Mapping>,
    /// Where the text files go.
    pub texts: Texts,
    /// How inputs are read and outputs written.
    pub settings: Settings,
    /// Do everything but write.
    pub dry_run: bool,
}

/// Instruments all inputs.
///
/// # Errors
/// See [`Error`]. Nothing is written then, and what was there before is still there.
pub fn instrument(job: &Job, progress: &dyn Progress) -> Result<Outcome, Error> {
    let started = Instant::now();
    let sources = || job.inputs.iter().map(|(input, _)| input);
    let targets: Vec<&Path> = job.inputs.iter().map(|(_, target)| target.as_path()).collect();
    let inputs = open(sources(), &job.settings.limits)?;
    check(sources(), targets.iter().copied().chain(job.texts.paths()))?;

    let skips = |name: &[u8]| {
        let source_name = job.names.as_ref().map_or(name, |names| names.class(name));
        job.policy.skips_class(name, source_name).is_some()
    };
    let pass = Pass {
        rewriting: &job.rewriting,
        skips: &skips,
        memory: if job.dry_run { 0 } else { job.settings.memory },
        advance: &|| progress.step(),
    };
    let scan = pass.scan(inputs, |units| progress.begin("reading", units as u64))?;
    let class_path = class_path::read(&job.class_path, &job.settings.limits)?;
    let assignment = assign(AssignInput {
        classes: &scan.findings.facts,
        class_path: &class_path,
        policy: &job.policy,
        names: job.names.as_ref(),
        base: job.base.as_ref(),
    })?;
    let ids = |class: usize| assignment.ids(class);
    let wanted = Wanted {
        rewriting: &job.rewriting,
        facts: &scan.findings.facts,
        ids: &ids,
        focus: &assignment.focus.actions,
    };
    let changes = |class: usize| wanted.changes(class);
    let notes = report::notes(&scan, &assignment.focus.unseen, assignment.counts.vanished, &changes);
    if job.settings.strict {
        refuse(&notes)?;
    }

    let mut summary = report::summary(&scan.findings, &assignment.counts);
    summary.bytes_in = size(sources());
    if !job.dry_run {
        let mut staging = Staging::new();
        let texts = job.texts.begin(&mut staging)?;
        let compression = job.settings.compression;
        let (texts, bytes) = rayon::join(
            || texts.write(&scan.findings, &job.rewriting, &assignment, &summary),
            || write(&scan.inputs, scan.units, &targets, &wanted, compression, &mut staging, progress),
        );
        texts?;
        summary.bytes_out = bytes?;
        publish(staging, progress)?;
    }
    summary.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(Outcome { summary, notes })
}
