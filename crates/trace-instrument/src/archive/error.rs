//! What can be wrong with an archive, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A problem with one archive: which file, which entry, at which byte.
#[derive(Debug)]
pub struct ArchiveError(Box<Context>);

#[derive(Debug)]
struct Context {
    archive: PathBuf,
    entry: Option<String>,
    offset: Option<u64>,
    problem: Problem,
}

/// What is wrong, without the place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The operating system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A file of no bytes.
    #[error("the file is empty, but a jar or zip archive is expected; check what should have written it")]
    Empty,
    /// The input is a folder or a device.
    #[error("not a plain file; give a jar, or a folder of class files")]
    NotAFile,
    /// Neither begins nor ends like a zip archive.
    #[error("not a zip archive (no end record found); give a jar, or a folder of class files")]
    NotAZip,
    /// Begins like a zip archive, but its end is missing.
    #[error("the zip archive is truncated (its end record is missing); download or build it again")]
    Truncated,
    /// Bytes follow the end record.
    #[error("{0} bytes follow the end of the zip archive; it is damaged, or something was appended to it")]
    TrailingBytes(u64),
    /// The central directory cannot be read.
    #[error("the central directory is damaged ({0}); download or build the archive again")]
    BadDirectory(String),
    /// The end record and the central directory disagree.
    #[error(
        "the end record counts {stated} entries, the central directory has {found}; the archive is damaged"
    )]
    EntryCount {
        /// Entries counted by the end record.
        stated: u64,
        /// Entries found.
        found: u64,
    },
    /// No local header where the central directory points to.
    #[error("no local file header here; the archive is damaged")]
    NoLocalHeader,
    /// Local header and central directory differ in the named field.
    #[error("the local file header and the central directory have different {0}s; the archive is damaged")]
    HeadersDiffer(&'static str),
    /// The entry's bytes would lie outside the file or inside the central directory.
    #[error(
        "the entry's {0} bytes reach beyond the part of the file that holds entries; it is truncated or damaged"
    )]
    OutOfBounds(u64),
    /// Two entries share bytes of the file, as zip bombs do.
    #[error("the entry overlaps another one, {0}; refused as a zip bomb")]
    Overlap(String),
    /// A password is needed.
    #[error("the entry is encrypted; encrypted archives cannot be instrumented, decrypt it first")]
    Encrypted,
    /// The name points out of the folder that the archive would be unpacked in, or is no name at all.
    #[error("the entry's name {0}; such archives are unsafe to unpack and refused")]
    UnsafeName(&'static str),
    /// Neither stored nor deflated.
    #[error("unsupported compression method {0}; only stored (0) and deflated (8) entries can be read")]
    UnsupportedMethod(u16),
    /// A stored entry has as many bytes packed as unpacked, but two numbers are recorded.
    #[error("the entry is stored without compression, but its sizes are {0} and {1}; the archive is damaged")]
    StoredSize(u64, u64),
    /// The compressed bytes are no deflate stream.
    #[error("the compressed data is corrupt; download or build the archive again")]
    CorruptData,
    /// The inflated size is not what the central directory states.
    #[error(
        "the data is {found} than the {stated} bytes that the central directory states; the archive is damaged"
    )]
    WrongSize {
        /// Size in bytes by the central directory.
        stated: u64,
        /// `longer` or `shorter`.
        found: &'static str,
    },
    /// The inflated bytes are not those that were packed.
    #[error("the checksum is {found:08x}, but {stated:08x} is recorded; the archive is damaged")]
    WrongChecksum {
        /// CRC-32 by the central directory.
        stated: u32,
        /// CRC-32 of the data.
        found: u32,
    },
    /// A figure of the archive passes one of the [`Limits`](super::Limits).
    #[error("{what} {figure}, over the limit of {limit}; if the archive is to be trusted, raise {option}")]
    OverLimit {
        /// What was counted, with its verb.
        what: &'static str,
        /// The archive's figure.
        figure: u64,
        /// The limit.
        limit: u64,
        /// The command-line option that raises the limit.
        option: &'static str,
    },
}

impl ArchiveError {
    pub(crate) fn new(archive: &Path, problem: impl Into<Problem>) -> Self {
        let archive = archive.to_owned();
        ArchiveError(Box::new(Context { archive, entry: None, offset: None, problem: problem.into() }))
    }

    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.0.offset = Some(offset);
        self
    }

    pub(crate) fn entry(mut self, name: &[u8]) -> Self {
        self.0.entry = Some(printable(name));
        self
    }

    /// The archive's path as it was given.
    pub fn archive(&self) -> &Path {
        &self.0.archive
    }

    /// The entry's name, printable: control characters escaped, bytes that are not UTF-8 replaced.
    pub fn entry_name(&self) -> Option<&str> {
        self.0.entry.as_deref()
    }

    /// Byte offset in the archive.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Context { archive, entry, offset, problem } = &*self.0;
        write!(f, "{}: ", archive.display())?;
        match (entry, offset) {
            (Some(entry), Some(offset)) => write!(f, "entry {entry} at byte {offset}: ")?,
            (Some(entry), None) => write!(f, "entry {entry}: ")?,
            (None, Some(offset)) => write!(f, "at byte {offset}: ")?,
            (None, None) => {}
        }
        problem.fmt(f)
    }
}

impl std::error::Error for ArchiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.problem {
            Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// A name fit for a terminal or a log line. Long names keep their beginning.
pub(crate) fn printable(name: &[u8]) -> String {
    const MOST_CHARS: usize = 300;
    let text = String::from_utf8_lossy(name);
    let mut out = String::with_capacity(text.len().min(MOST_CHARS) + 2);
    for (index, char) in text.chars().enumerate() {
        if index == MOST_CHARS {
            out.push_str("...");
            break;
        }
        match char {
            '\\' => out.push_str("\\\\"),
            char if char.is_control() => out.extend(char.escape_default()),
            char => out.push(char),
        }
    }
    if out.is_empty() { "\"\"".to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_a_terminal() {
        assert_eq!(printable(b"a/B.class"), "a/B.class");
        assert_eq!(printable(b"a\n\x1b[31m\\\0"), "a\\n\\u{1b}[31m\\\\\\u{0}");
        assert_eq!(printable(b"\xFF"), "\u{FFFD}");
        assert_eq!(printable(b""), "\"\"");
        assert!(printable(&[b'x'; 60_000]).len() < 400);
    }

    #[test]
    fn the_message_names_archive_entry_and_offset() {
        let error = ArchiveError::new(Path::new("lib/a.jar"), Problem::Encrypted).entry(b"x/Y.class").at(77);
        assert!(
            error.to_string().starts_with("lib/a.jar: entry x/Y.class at byte 77: the entry is encrypted")
        );
    }
}
