//! The second step: ids for everything that was collected.

use super::collect::Collected;
use super::{Outcome, Texts, check};
use crate::Error;
use crate::archive::Limits;
use crate::assign::{Input as AssignInput, assign, read_facts};
use crate::class_path;
use crate::options::Rewriting;
use crate::policy::{BlockList, Policy, R8Names};
use crate::report;
use crate::scan::Findings;
use crate::staging::{Staging, StagingError};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;
use trace_model::mapping::Mapping;

/// What to number.
#[derive(Debug)]
pub struct AssignJob {
    /// Files of facts, of all inputs.
    pub collected: Vec<PathBuf>,
    /// Jars and class folders that are read for the hierarchy only.
    pub class_path: Vec<PathBuf>,
    /// What the user wants left alone.
    pub block_list: BlockList,
    /// Names before obfuscation, if the inputs are obfuscated.
    pub names: Option<R8Names>,
    /// Ids of an earlier build.
    pub base: Option<Mapping>,
    /// Where the plan goes.
    pub plan: PathBuf,
    /// Where the text files go.
    pub texts: Texts,
    /// What archives of the class path may ask for.
    pub limits: Limits,
}

/// Numbers all methods and writes the plan and the text files.
///
/// # Errors
/// See [`Error`]; nothing is written then.
pub fn assign_collected(job: AssignJob) -> Result<Outcome, Error> {
    let started = Instant::now();
    check(&job.collected, [job.plan.as_path()].into_iter().chain(job.texts.paths()))?;
    let (rewriting, findings) = read(&job.collected)?;
    let class_path = class_path::read(&job.class_path, &job.limits)?;
    let policy = Policy {
        block_list: job.block_list,
        owner: rewriting.owner.clone().into_bytes(),
        include_trivial: rewriting.include_trivial,
    };
    let assignment = assign(AssignInput {
        classes: &findings.facts,
        class_path: &class_path,
        policy: &policy,
        names: job.names.as_ref(),
        base: job.base.as_ref(),
    })?;

    let mut summary = report::summary(&findings, &assignment.counts);
    let mut staging = Staging::new();
    job.texts.begin(&mut staging)?.write(&findings, &rewriting, &assignment, &summary)?;
    let mut file = BufWriter::new(staging.file(&job.plan)?);
    let written = assignment.write_plan(&mut file, &rewriting).and_then(|()| file.flush());
    written.map_err(|error| StagingError::io(&job.plan, error))?;
    drop(file);
    staging.publish()?;

    let counts = &assignment.counts;
    let notes = report::numbering_notes(&findings.facts, &assignment.focus.unseen, counts.vanished);
    summary.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(Outcome { summary, notes })
}

/// Reads all files of facts as if they were of one run.
fn read(paths: &[PathBuf]) -> Result<(Rewriting, Findings), Error> {
    let mut all = Findings::default();
    let mut options: Option<(Rewriting, &Path)> = None;
    for (input, path) in paths.iter().enumerate() {
        let file = std::fs::read(path).map_err(|source| Error::io(path, source))?;
        let (collected, facts) =
            read_facts::<Collected>(&file).map_err(|error| Error::bad_file(path, error))?;
        match &options {
            None => options = Some((collected.rewriting, path)),
            Some((first, other)) if *first != collected.rewriting => {
                let other = other.display();
                return Err(Error::bad_file(
                    path,
                    format!("it was collected with other options than {other}"),
                ));
            }
            Some(_) => {}
        }
        let base = all.facts.len();
        all.facts.extend(facts);
        for (class, trouble) in collected.troubles {
            let index = base.saturating_add(class);
            if all
                .facts
                .get(index)
                .is_none_or(|class| trouble.method.is_some_and(|method| method >= class.method_count()))
            {
                return Err(Error::bad_file(path, "a skip names a class that is not in the file"));
            }
            all.troubles.push((index, trouble));
        }
        all.unreadable.extend(collected.unreadable.into_iter().map(|mut unreadable| {
            unreadable.input = input;
            unreadable
        }));
    }
    Ok((options.map(|(rewriting, _)| rewriting).unwrap_or_default(), all))
}
