//! Finding the end record, and through it the central directory.

use std::path::Path;

use rawzip::{ErrorKind, ReaderAt, ZipArchive, ZipLocator};

use super::{ArchiveError, Problem};

/// The end record and the longest comment after it (APPNOTE 4.3.16).
const LONGEST_END_RECORD: u64 = 22 + 65_535;

/// A comment may hold the end record's signature; more false ones than this is malice.
const MOST_CANDIDATES: usize = 16;

/// Opens the archive whose end record ends exactly where the file of `len` bytes does.
///
/// That rule tells the true end record from look-alikes inside a comment, and a truncated archive
/// from the complete one that is stored within it (a jar in a jar).
pub(crate) fn locate<R: ReaderAt>(
    mut source: R,
    len: u64,
    path: &Path,
) -> Result<ZipArchive<R>, ArchiveError> {
    if len == 0 {
        return Err(ArchiveError::new(path, Problem::Empty));
    }
    let mut buffer = vec![0; 64 * 1024];
    let mut first_problem = None;
    let mut end = len;
    for _ in 0..MOST_CANDIDATES {
        let search = LONGEST_END_RECORD.saturating_sub(len - end);
        let locator = ZipLocator::new().max_search_space(search);
        let (problem, candidate) = match locator.locate_in_reader(source, &mut buffer, end) {
            Ok(archive) if archive.end_offset() == len => return Ok(archive),
            Ok(archive) => {
                let trailing = len.saturating_sub(archive.end_offset());
                let candidate = archive.eocd_offset();
                source = archive.into_inner();
                (Problem::TrailingBytes(trailing), Some(candidate))
            }
            Err((reader, error)) => {
                source = reader;
                let candidate = error.eocd_offset();
                match error.into_kind() {
                    ErrorKind::IO(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
                        return Err(ArchiveError::new(path, error));
                    }
                    ErrorKind::MissingEndOfCentralDirectory => break,
                    ErrorKind::IO(_) | ErrorKind::Eof => (Problem::Truncated, candidate),
                    kind => (Problem::BadDirectory(kind.to_string()), candidate),
                }
            }
        };
        first_problem.get_or_insert(problem);
        match candidate {
            // Up to the middle of the signature just tried, so that it is not found again.
            Some(candidate) if candidate > 0 => end = candidate + 3,
            _ => break,
        }
    }
    let mut start = [0; 4];
    let begins_like_zip = source.read_exact_at(&mut start, 0).is_ok() && start == *b"PK\x03\x04";
    let problem = match first_problem {
        Some(problem) => problem,
        None if begins_like_zip => Problem::Truncated,
        None => Problem::NotAZip,
    };
    Err(ArchiveError::new(path, problem))
}

#[cfg(test)]
mod tests {
    use super::super::testzip::{open, problem, read_all, stored, zip, zip_after};

    #[test]
    fn an_archive_without_entries_is_valid() {
        assert_eq!(read_all(&zip(&[])).unwrap(), []);
        assert_eq!(zip(&[]).len(), 22);
    }

    #[test]
    fn what_is_no_archive_is_told_apart() {
        assert_eq!(problem(b""), "Empty");
        assert_eq!(problem(b"P"), "NotAZip");
        assert_eq!(problem(b"#!/bin/sh\nexit 1\n"), "NotAZip");
        let whole = zip(&[stored("a", b"some bytes")]);
        for len in 4..whole.len() - 22 {
            assert_eq!(problem(&whole[..len]), "Truncated", "{len} bytes");
        }
        for len in whole.len() - 22..whole.len() {
            assert_eq!(problem(&whole[..len]), "Truncated", "{len} bytes");
        }
    }

    #[test]
    fn a_truncated_archive_is_not_taken_for_the_one_stored_in_it() {
        let inner = zip(&[stored("inner", b"x")]);
        let outer = zip(&[stored("lib.jar", &inner), stored("other", &[7; 500])]);
        assert_eq!(problem(&outer[..outer.len() - 100]), "TrailingBytes(561)");
        assert_eq!(read_all(&outer).unwrap().len(), 2);
    }

    #[test]
    fn a_prefix_is_skipped_and_offsets_follow() {
        let entries = [stored("a", b"1"), stored("b", b"2")];
        let archive = zip_after(b"#!/bin/sh\nexec java -jar $0\n", &entries, b"");
        assert_eq!(read_all(&archive).unwrap().len(), 2);
    }

    #[test]
    fn comments_may_look_like_end_records() {
        let mut false_end = b"PK\x05\x06".to_vec();
        for comment in [b"plain".to_vec(), false_end.clone(), vec![b'x'; 65_535], {
            // A whole end record that ends before the file does.
            false_end.extend([0; 18]);
            false_end.extend(b"tail");
            false_end
        }] {
            let archive = zip_after(b"", &[stored("a", b"1")], &comment);
            assert_eq!(open(&archive).unwrap().comment(), comment);
            assert_eq!(read_all(&archive).unwrap().len(), 1);
        }
    }

    #[test]
    fn trailing_bytes_are_refused() {
        let mut archive = zip(&[stored("a", b"1")]);
        archive.extend(b"\n");
        assert_eq!(problem(&archive), "TrailingBytes(1)");
    }
}
