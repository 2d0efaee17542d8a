//! The text files of a run.

use super::sidecar::{self, Hashing};
use crate::Error;
use crate::assign::Assignment;
use crate::options::Rewriting;
use crate::report;
use crate::scan::Findings;
use crate::staging::{Staging, StagingError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use trace_model::Summary;

/// Where the text files go.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// `methodMapping.txt`.
    pub mapping: Option<PathBuf>,
    /// `ignoreMethodMapping.txt`.
    pub ignored: Option<PathBuf>,
    /// `methodMapping.json`.
    pub sidecar: Option<PathBuf>,
}

impl Texts {
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.mapping, &self.ignored, &self.sidecar].into_iter().filter_map(|path| path.as_deref())
    }

    pub(super) fn write(
        &self,
        findings: &Findings,
        rewriting: &Rewriting,
        assignment: &Assignment<'_>,
        summary: &Summary,
        staging: &mut Staging,
    ) -> Result<(), Error> {
        if let Some(path) = &self.ignored {
            let file = staging.file(path)?;
            assignment.write_ignored(file).map_err(|error| StagingError::io(path, error))?;
        }
        let Some(path) = &self.sidecar else {
            return self.write_mapping(assignment, staging, |file| file).map(|_| ());
        };
        let hash = match self.write_mapping(assignment, staging, Hashing::new)? {
            Some(file) => file.finish(),
            None => hash_of_mapping(assignment),
        };
        let skips = report::skips(findings, assignment);
        let text = sidecar::text(rewriting, summary, &skips, &hash);
        let mut file = staging.file(path)?;
        Ok(file.write_all(&text).map_err(|error| StagingError::io(path, error))?)
    }

    fn write_mapping<W: io::Write>(
        &self,
        assignment: &Assignment<'_>,
        staging: &mut Staging,
        wrap: impl FnOnce(std::fs::File) -> W,
    ) -> Result<Option<W>, Error> {
        let Some(path) = &self.mapping else { return Ok(None) };
        let mut file = wrap(staging.file(path)?);
        assignment.write_mapping(&mut file).map_err(|error| StagingError::io(path, error))?;
        Ok(Some(file))
    }
}

fn hash_of_mapping(assignment: &Assignment<'_>) -> [u8; 32] {
    let mut hash = Hashing::new(io::sink());
    assignment.write_mapping(&mut hash).expect("a sink takes everything");
    hash.finish()
}
