//! An archive opened for reading.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rawzip::{FileReader, ReaderAt};

use super::directory::Directory;
use super::{ArchiveError, Entry, Limits, Problem, Run, RunBuffer, locate, runs};

/// An archive whose central directory has been read and checked.
///
/// Reading takes `&self`: threads may share one reader.
#[derive(Debug)]
pub struct ArchiveReader<R = FileReader> {
    pub(crate) source: R,
    pub(crate) directory: Directory,
    comment: Vec<u8>,
    path: PathBuf,
    limits: Limits,
}

impl ArchiveReader {
    /// Opens the archive at `path`.
    ///
    /// # Errors
    /// If it cannot be read, is no zip archive, is damaged, passes a limit, or has an entry that is
    /// encrypted, overlaps another one, or has an unsafe name.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self, ArchiveError> {
        let fail = |error| ArchiveError::new(path, error);
        let file = File::open(path).map_err(fail)?;
        let metadata = file.metadata().map_err(fail)?;
        if !metadata.is_file() {
            return Err(ArchiveError::new(path, Problem::NotAFile));
        }
        Self::new(FileReader::from(file), metadata.len(), path, limits)
    }
}

impl<R: ReaderAt> ArchiveReader<R> {
    /// Opens an archive of `len` bytes that is not a file; `path` stands for it in messages.
    ///
    /// # Errors
    /// As [`ArchiveReader::open`].
    pub fn new(source: R, len: u64, path: &Path, limits: &Limits) -> Result<Self, ArchiveError> {
        let archive = locate::locate(source, len, path)?;
        let directory = Directory::read(&archive, limits, path)?;
        let mut comment = Vec::new();
        std::io::Read::read_to_end(&mut archive.comment(), &mut comment)
            .map_err(|error| ArchiveError::new(path, error))?;
        let source = archive.into_inner();
        Ok(ArchiveReader { source, directory, comment, path: path.to_owned(), limits: limits.clone() })
    }

    /// Splits the archive into runs of entries that lie back to back, of about `target` bytes each;
    /// all entries, in order. Pass them to [`ArchiveReader::read_run`].
    pub fn runs(&self, target: u64) -> Vec<Range<usize>> {
        runs::split(&self.directory, target)
    }

    /// Reads the entries of one run, with one read.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read_run<'a>(
        &'a self,
        run: Range<usize>,
        buffer: &'a mut RunBuffer,
    ) -> Result<Run<'a, R>, ArchiveError> {
        Run::read(self, run, buffer)
    }
}

impl<R> ArchiveReader<R> {
    /// The path it was opened with.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The limits it was opened with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The archive's own comment, which follows the end record.
    pub fn comment(&self) -> &[u8] {
        &self.comment
    }

    /// Number of entries, the indices of [`ArchiveReader::entry`].
    pub fn entry_count(&self) -> usize {
        self.directory.len()
    }

    /// The entry at `index` in the order of the central directory.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn entry(&self, index: usize) -> Entry<'_> {
        self.directory.get(index).expect("entry index is in range")
    }

    /// All entries in the order of the central directory, duplicates included.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<'_>> {
        self.directory.iter()
    }

    /// Entries, by index, that have the name of an earlier one. Class loaders take one of them and
    /// ignore the others; which one depends on the loader.
    pub fn duplicates(&self) -> Vec<usize> {
        // The standard hasher is keyed, so chosen names cannot make this slow.
        let mut names = std::collections::HashSet::with_capacity(self.entry_count());
        let entries = self.entries().enumerate();
        entries.filter(|(_, entry)| !names.insert(entry.name())).map(|(index, _)| index).collect()
    }

    pub(crate) fn error(&self, problem: impl Into<Problem>) -> ArchiveError {
        ArchiveError::new(&self.path, problem)
    }

    /// An error of this archive that names the entry and where it begins.
    pub fn entry_error(&self, entry: &Entry<'_>, problem: Problem) -> ArchiveError {
        self.error(problem).entry(entry.name()).at(entry.local_header_offset())
    }
}
