//! The first step: what is in some inputs.

use super::{Outcome, Progress, check, open, refuse, size};
use crate::Error;
use crate::archive::Limits;
use crate::assign::{Counts, write_facts};
use crate::class_pass::Trouble;
use crate::facts::Body;
use crate::options::Rewriting;
use crate::report;
use crate::scan::{Pass, Unreadable};
use crate::staging::{Staging, StagingError};
use serde::{Deserialize, Serialize};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::time::Instant;

/// What to collect.
#[derive(Clone, Debug)]
pub struct CollectJob {
    /// Jars and class folders.
    pub inputs: Vec<PathBuf>,
    /// Where the facts go.
    pub output: PathBuf,
    /// Which calls will be put in: decides which methods refuse them.
    pub rewriting: Rewriting,
    /// What archives may ask for.
    pub limits: Limits,
    /// Fail if a class or method cannot be instrumented that should be.
    pub strict: bool,
}

/// What a file of facts says beside the facts.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Collected {
    pub(super) rewriting: Rewriting,
    pub(super) troubles: Vec<(usize, Trouble)>,
    pub(super) unreadable: Vec<Unreadable>,
}

/// Collects the facts of all classes and writes them to one file.
///
/// # Errors
/// See [`Error`]; nothing is written then.
pub fn collect(job: &CollectJob, progress: &dyn Progress) -> Result<Outcome, Error> {
    let started = Instant::now();
    let inputs = open(&job.inputs, &job.limits)?;
    check(&job.inputs, [job.output.as_path()])?;
    let pass = Pass { rewriting: &job.rewriting, skips: &|_| false, memory: 0, advance: &|| progress.step() };
    let scan = pass.scan(inputs, |units| progress.begin("reading", units as u64))?;
    let notes = report::notes(&scan, &[], 0, &|_| false);
    if job.strict {
        refuse(&notes)?;
    }

    let methods = scan.findings.facts.iter().flat_map(|class| class.methods());
    let counts = Counts {
        methods: methods.filter(|method| method.body != Body::Absent).count() as u64,
        ..Counts::default()
    };
    let mut summary = report::summary(&scan.findings, &counts);
    summary.bytes_in = size(&job.inputs);
    let findings = scan.findings;
    let header = Collected {
        rewriting: job.rewriting.clone(),
        troubles: findings.troubles,
        unreadable: findings.unreadable,
    };
    let mut staging = Staging::new();
    let mut file = BufWriter::new(staging.file(&job.output)?);
    let written = write_facts(&mut file, &header, &findings.facts).and_then(|()| file.flush());
    written.map_err(|error| StagingError::io(&job.output, error))?;
    drop(file);
    staging.publish()?;
    summary.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(Outcome { summary, notes })
}
