//! What stops a run.

use crate::archive::{ArchiveError, FolderError};
use crate::assign::TooManyMethods;
use crate::staging::StagingError;
use std::io;
use std::path::{Path, PathBuf};

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A jar cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A class folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// An output cannot be written.
    #[error(transparent)]
    Staging(#[from] StagingError),
    /// There are more methods than ids.
    #[error(transparent)]
    TooManyMethods(#[from] TooManyMethods),
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of an earlier step cannot be used.
    #[error("{}: {message}", path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its line where there is one.
        message: String,
    },
    /// `--strict`, and something would have stayed as it is.
    #[error("{}\n{count} in all; without --strict these stay as they are and are listed", .first.join("\n"))]
    Strict {
        /// The first few.
        first: Vec<String>,
        /// How many there are.
        count: usize,
    },
    /// The file changed while it was read.
    #[error("{}: it changed while it was read; run again when nothing writes to it", .0.display())]
    Changed(PathBuf),
    /// See [`Progress::is_cancelled`](crate::steps::Progress::is_cancelled).
    #[error("cancelled; nothing was written")]
    Cancelled,
}

impl Error {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Error::Io { path: path.to_owned(), source }
    }

    pub(crate) fn bad_file(path: &Path, message: impl ToString) -> Self {
        Error::BadFile { path: path.to_owned(), message: message.to_string() }
    }
}
