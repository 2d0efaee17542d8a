//! The text files of a run.

use super::sidecar::{self, Hashing};
use crate::Error;
use crate::assign::Assignment;
use crate::options::Rewriting;
use crate::report;
use crate::scan::Findings;
use crate::staging::{Staging, StagingError};
use std::fs::File;
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

    /// Begins the files, so that they can be written while other outputs are.
    pub(super) fn begin(&self, staging: &mut Staging) -> Result<OpenTexts, Error> {
        let mut begin = |path: &Option<PathBuf>| -> Result<Option<(PathBuf, File)>, Error> {
            let Some(path) = path else { return Ok(None) };
            Ok(Some((path.clone(), staging.file(path)?)))
        };
        Ok(OpenTexts {
            mapping: begin(&self.mapping)?,
            ignored: begin(&self.ignored)?,
            sidecar: begin(&self.sidecar)?,
        })
    }
}

/// The text files, begun.
pub(super) struct OpenTexts {
    mapping: Option<(PathBuf, File)>,
    ignored: Option<(PathBuf, File)>,
    sidecar: Option<(PathBuf, File)>,
}

impl OpenTexts {
    pub(super) fn write(
        self,
        findings: &Findings,
        rewriting: &Rewriting,
        assignment: &Assignment<'_>,
        summary: &Summary,
    ) -> Result<(), Error> {
        if let Some((path, file)) = self.ignored {
            assignment.write_ignored(file).map_err(|error| StagingError::io(&path, error))?;
        }
        let Some((sidecar_path, mut sidecar_file)) = self.sidecar else {
            if let Some((path, file)) = self.mapping {
                assignment.write_mapping(file).map_err(|error| StagingError::io(&path, error))?;
            }
            return Ok(());
        };
        let hash = match self.mapping {
            Some((path, file)) => {
                let mut file = Hashing::new(file);
                assignment.write_mapping(&mut file).map_err(|error| StagingError::io(&path, error))?;
                file.finish()
            }
            None => hash_of_mapping(assignment),
        };
        let skips = report::skips(findings, assignment);
        let text = sidecar::text(rewriting, summary, &skips, &hash);
        Ok(sidecar_file.write_all(&text).map_err(|error| StagingError::io(&sidecar_path, error))?)
    }
}

fn hash_of_mapping(assignment: &Assignment<'_>) -> [u8; 32] {
    let mut hash = Hashing::new(io::sink());
    assignment.write_mapping(&mut hash).expect("a sink takes everything");
    hash.finish()
}
