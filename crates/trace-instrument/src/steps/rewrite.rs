//! The third step: the calls and ids of a plan put into some of its inputs.

use super::{Outcome, Progress, Settings, check, open, publish, refuse, size, write};
use crate::Error;
use crate::assign::{Counts, Plan, PlannedClass};
use crate::facts::Body;
use crate::focus::FocusAction;
use crate::options::Rewriting;
use crate::report;
use crate::rewrite::Wanted;
use crate::scan::{Findings, Pass};
use crate::staging::Staging;
use std::path::{Path, PathBuf};
use std::time::Instant;
use trace_model::name;

/// What to rewrite.
#[derive(Clone, Debug)]
pub struct RewriteJob {
    /// Jars and class folders, each with where its output goes.
    pub inputs: Vec<(PathBuf, PathBuf)>,
    /// What numbering left.
    pub plan: PathBuf,
    /// How inputs are read and outputs written.
    pub settings: Settings,
}

/// Rewrites inputs by their plan, to the bytes that [`instrument`](super::instrument()) writes.
///
/// # Errors
/// See [`Error`]; nothing is written then.
pub fn rewrite(job: &RewriteJob, progress: &dyn Progress) -> Result<Outcome, Error> {
    let started = Instant::now();
    let sources = || job.inputs.iter().map(|(input, _)| input);
    let targets: Vec<&Path> = job.inputs.iter().map(|(_, target)| target.as_path()).collect();
    let inputs = open(sources(), &job.settings.limits)?;
    check(sources().chain([&job.plan]), targets.iter().copied())?;
    let file = std::fs::read(&job.plan).map_err(|source| Error::io(&job.plan, source))?;
    let plan = Plan::<Rewriting>::read(&file).map_err(|error| Error::bad_file(&job.plan, error))?;
    drop(file);

    let pass = Pass {
        rewriting: &plan.options,
        skips: &|_| false,
        memory: job.settings.memory,
        advance: &|| progress.step(),
    };
    let scan = pass.scan(inputs, |units| progress.begin("reading", units as u64))?;
    let planned = find_all(&plan, &scan.findings, &job.plan)?;
    let focus: Vec<FocusAction> = planned.iter().map(|class| class.focus).collect();
    let ids = |class: usize| &*planned[class].ids;
    let wanted = Wanted { rewriting: &plan.options, facts: &scan.findings.facts, ids: &ids, focus: &focus };
    let changes = |class: usize| wanted.changes(class);
    let notes = report::notes(&scan, &[], 0, &changes);
    if job.settings.strict {
        refuse(&notes)?;
    }

    let mut summary = report::summary(&scan.findings, &counts(&scan.findings, &planned));
    summary.bytes_in = size(sources());
    let mut staging = Staging::new();
    let compression = job.settings.compression;
    summary.bytes_out =
        write(&scan.inputs, scan.units, &targets, &wanted, compression, &mut staging, progress)?;
    publish(staging, progress)?;
    summary.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(Outcome { summary, notes })
}

fn find_all<'p>(
    plan: &'p Plan<Rewriting>,
    findings: &Findings,
    path: &Path,
) -> Result<Vec<&'p PlannedClass>, Error> {
    let find = |facts| {
        plan.find(facts).ok_or_else(|| {
            let class = name::escape(facts.name());
            Error::bad_file(
                path,
                format!("{class} is not in this plan as it is now; collect and assign again"),
            )
        })
    };
    findings.facts.iter().map(find).collect()
}

/// Why a method has no id the plan does not say: only assigning knows that, and counts it.
fn counts(findings: &Findings, planned: &[&PlannedClass]) -> Counts {
    let methods = findings.facts.iter().flat_map(|class| class.methods());
    Counts {
        methods: methods.filter(|method| method.body != Body::Absent).count() as u64,
        selected: planned.iter().map(|class| class.ids.iter().flatten().count() as u64).sum(),
        ..Counts::default()
    }
}
