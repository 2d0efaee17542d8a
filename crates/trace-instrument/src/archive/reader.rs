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
        // Looked at before it is opened: opening a pipe waits for its other end.
        if !path.metadata().map_err(fail)?.is_file() {
            return Err(ArchiveError::new(path, Problem::NotAFile));
        }
        let file = File::open(path).map_err(fail)?;
        let metadata = file.metadata().map_err(fail)?;
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

    /// Reads the entries of one run, with one read. The buffer grows to the run's length, which only
    /// a single entry larger than the target can make more than the target.
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

#[cfg(test)]
mod tests {
    use super::super::testzip::{deflated, stored, zip};
    use super::super::{Inflater, crc32};
    use super::*;

    #[test]
    fn paths_that_are_no_archive_files_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let problem = |path: &Path| ArchiveReader::open(path, &Limits::default()).unwrap_err();
        let missing = problem(&folder.path().join("missing.jar"));
        assert!(
            matches!(missing.problem(), Problem::Io(error) if error.kind() == std::io::ErrorKind::NotFound)
        );
        assert!(missing.to_string().contains("missing.jar: "));
        assert!(matches!(problem(folder.path()).problem(), Problem::NotAFile));
    }

    #[test]
    fn threads_share_a_reader() {
        let names: Vec<String> = (0..100).map(|index| format!("e{index}")).collect();
        let entries: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(index, name)| {
                let bytes = vec![index as u8; 1_000];
                if index % 2 == 0 { stored(name, &bytes) } else { deflated(name, &bytes) }
            })
            .collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), zip(&entries)).unwrap();
        let reader = ArchiveReader::open(file.path(), &Limits::default()).unwrap();
        let read = || {
            let (mut buffer, mut inflater) = (RunBuffer::default(), Inflater::default());
            let mut sums = Vec::new();
            for run in reader.runs(2_000) {
                let run = reader.read_run(run, &mut buffer).unwrap();
                for index in run.entries() {
                    let raw = run.entry(index).unwrap();
                    sums.push(crc32(inflater.inflate(&raw, reader.limits()).unwrap()));
                }
            }
            sums
        };
        let expected: Vec<u32> = entries.iter().map(|entry| entry.crc32).collect();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), expected);
            }
        });
    }
}
