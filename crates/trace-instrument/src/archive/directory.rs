//! The central directory: read whole, checked, and kept as the bytes it is.

use std::path::Path;

use rawzip::{MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive};

use super::entry::{Entry, PackedEntry};
use super::error::printable;
use super::names::unsafe_name;
use super::{ArchiveError, Limits, Problem};

/// Size in bytes of a local file header without its variable fields (APPNOTE 4.3.7).
pub(crate) const LOCAL_HEADER_LEN: u64 = 30;
/// Flag bits that mean encryption: of the data (0), strong (6), of the directory (13).
pub(crate) const ENCRYPTED_FLAGS: u16 = 1 << 0 | 1 << 6 | 1 << 13;
/// The directory is held in memory; a million entries take about 100 MiB.
const MAX_DIRECTORY_LEN: u64 = 512 << 20;
/// Method 99 stands for AES, the true method being in an extra field.
const METHOD_AES: u16 = 99;

/// All entries in the order of the central directory, duplicates included.
#[derive(Debug)]
pub(crate) struct Directory {
    bytes: Box<[u8]>,
    entries: Box<[PackedEntry]>,
}

impl Directory {
    pub(crate) fn read<R: ReaderAt>(
        archive: &ZipArchive<R>,
        limits: &Limits,
        path: &Path,
    ) -> Result<Self, ArchiveError> {
        let start = archive.directory_offset();
        let fail = |problem| ArchiveError::new(path, problem).at(start);
        let len = archive.eocd_offset().saturating_sub(start);
        if len > MAX_DIRECTORY_LEN {
            return Err(fail(too_large(len)));
        }
        let stated = archive.entries_hint();
        check_entry_count(stated, limits).map_err(fail)?;

        let mut bytes = vec![0; len as usize].into_boxed_slice();
        archive.get_ref().read_exact_at(&mut bytes, start).map_err(|error| fail(error.into()))?;

        // A record takes 46 bytes at least, so a false count cannot make this large.
        let mut entries = Vec::with_capacity(stated.min(len / 46) as usize);
        let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let mut records = archive.entries(&mut buffer);
        while let Some(record) =
            records.next_entry().map_err(|error| fail(Problem::BadDirectory(error.to_string())))?
        {
            check_entry_count(entries.len() as u64 + 1, limits).map_err(fail)?;
            let name_len = record.file_path().len();
            let variable =
                name_len + record.extra_fields().remaining_bytes().len() + record.comment().as_bytes().len();
            let position = record.central_directory_offset().saturating_sub(start);
            // The casts lose nothing: the format has 16 bits for these lengths, and positions lie
            // within the directory.
            entries.push(PackedEntry {
                local_header_offset: record.local_header_offset(),
                limit: start,
                compressed_size: record.compressed_size_hint(),
                uncompressed_size: record.uncompressed_size_hint(),
                record: position as u32,
                record_len: 46 + variable as u32,
                name_len: name_len as u16,
                flags: record.flags().bits(),
                method: record.compression_method().as_u16(),
            });
        }
        // Some tools write the lower 16 bits of a larger count instead of a zip64 record.
        if stated != entries.len() as u64 && stated != entries.len() as u64 & 0xFFFF {
            return Err(fail(Problem::EntryCount { stated, found: entries.len() as u64 }));
        }
        let mut directory = Directory { bytes, entries: entries.into_boxed_slice() };
        directory.check_entries(limits, path)?;
        directory.set_limits(path)?;
        Ok(directory)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The entry at `index`, if there is one.
    pub(crate) fn get(&self, index: usize) -> Option<Entry<'_>> {
        let packed = self.entries.get(index)?;
        let start = packed.record as usize;
        let record = self.bytes.get(start..start + packed.record_len as usize).unwrap_or_default();
        Some(Entry { packed, record })
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Entry<'_>> {
        (0..self.len()).map(|index| self.get(index).expect("index is in range"))
    }

    fn check_entries(&self, limits: &Limits, path: &Path) -> Result<(), ArchiveError> {
        let mut total: u64 = 0;
        for entry in self.iter() {
            total = total.saturating_add(entry.uncompressed_size());
            check_entry(&entry, total, limits).map_err(|problem| {
                ArchiveError::new(path, problem).entry(entry.name()).at(entry.local_header_offset())
            })?;
        }
        Ok(())
    }

    /// Finds for each entry where its successor in the file begins, and that no two overlap.
    fn set_limits(&mut self, path: &Path) -> Result<(), ArchiveError> {
        let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
        // Already sorted in nearly every archive, which costs this sort one pass.
        order.sort_by_key(|&index| self.entries[index as usize].local_header_offset);
        for (position, &index) in order.iter().enumerate() {
            let next = order.get(position + 1);
            let packed = &self.entries[index as usize];
            let least_len = LOCAL_HEADER_LEN + u64::from(packed.name_len);
            let end = packed
                .local_header_offset
                .checked_add(least_len)
                .and_then(|end| end.checked_add(packed.compressed_size));
            let fail = |problem| {
                let name = self.get(index as usize).map(|entry| entry.name()).unwrap_or_default();
                Err(ArchiveError::new(path, problem).entry(name).at(packed.local_header_offset))
            };
            // Every limit still is the start of the directory.
            if end.is_none_or(|end| end > packed.limit) {
                return fail(Problem::OutOfBounds(packed.compressed_size));
            }
            let Some(&next) = next else { continue };
            let next_offset = self.entries[next as usize].local_header_offset;
            if end.is_none_or(|end| end > next_offset) {
                let other = self.get(next as usize).map(|entry| printable(entry.name()));
                return fail(Problem::Overlap(other.unwrap_or_default()));
            }
            self.entries[index as usize].limit = next_offset;
        }
        Ok(())
    }
}

fn check_entry_count(figure: u64, limits: &Limits) -> Result<(), Problem> {
    if figure <= limits.max_entries {
        return Ok(());
    }
    let limit = limits.max_entries;
    Err(Problem::OverLimit { what: "the number of entries is", figure, limit, option: "--max-entries" })
}

fn check_entry(entry: &Entry<'_>, total: u64, limits: &Limits) -> Result<(), Problem> {
    if let Some(reason) = unsafe_name(entry.name()) {
        return Err(Problem::UnsafeName(reason));
    }
    if entry.flags() & ENCRYPTED_FLAGS != 0 || entry.method() == METHOD_AES {
        return Err(Problem::Encrypted);
    }
    let size = entry.uncompressed_size();
    if entry.method() == super::STORED && size != entry.compressed_size() {
        return Err(Problem::StoredSize(entry.compressed_size(), size));
    }
    let ratio = size / entry.compressed_size().max(1);
    if size > Limits::RATIO_EXEMPT_BYTES && ratio > limits.max_ratio {
        let limit = limits.max_ratio;
        let what = "the entry's compression ratio is";
        return Err(Problem::OverLimit { what, figure: ratio, limit, option: "--max-ratio" });
    }
    if total > limits.max_total_bytes {
        let limit = limits.max_total_bytes;
        let what = "the inflated bytes of the archive up to this entry are";
        return Err(Problem::OverLimit { what, figure: total, limit, option: "--max-total-bytes" });
    }
    Ok(())
}

fn too_large(len: u64) -> Problem {
    Problem::BadDirectory(format!("it has {len} bytes, more than any real archive"))
}

/// Little-endian number at `at`, as everywhere in the format (APPNOTE 4.4.1.1).
pub(crate) fn le_u16(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes)
}

/// Little-endian number at `at`.
pub(crate) fn le_u32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::super::testzip::{TestEntry, deflated, open, problem, stored, zip};
    use super::*;

    fn with_limits(bytes: &[u8], limits: Limits) -> String {
        match super::super::ArchiveReader::new(bytes, bytes.len() as u64, Path::new("t.jar"), &limits) {
            Ok(_) => "none".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn fields_come_from_the_central_directory() {
        let entry = TestEntry {
            extra: b"\xFE\xCA\0\0".to_vec(),
            comment: b"note".to_vec(),
            ..deflated("a/B.class", &[5; 900])
        };
        let bytes = zip(&[stored("META-INF/", b""), entry.clone()]);
        let reader = open(&bytes).unwrap();
        assert!(reader.entry(0).is_folder());
        let found = reader.entry(1);
        assert_eq!(found.name(), b"a/B.class");
        assert_eq!(found.extra(), b"\xFE\xCA\0\0");
        assert_eq!(found.comment(), b"note");
        assert_eq!(found.crc32(), entry.crc32);
        assert_eq!((found.method(), found.uncompressed_size()), (8, 900));
        assert_eq!(found.compressed_size(), entry.data.len() as u64);
        assert_eq!(found.version_made_by(), 0x0314);
        assert_eq!((found.version_needed(), found.internal_attributes()), (20, 1));
        assert_eq!(found.external_attributes(), 0o100_644 << 16);
    }

    #[test]
    fn duplicates_are_kept_and_told() {
        let bytes = zip(&[stored("a", b"1"), stored("b", b"2"), stored("a", b"3"), stored("a", b"4")]);
        let reader = open(&bytes).unwrap();
        assert_eq!(reader.entry_count(), 4);
        assert_eq!(reader.duplicates(), [2, 3]);
    }

    #[test]
    fn unsafe_names_are_refused_with_their_place() {
        let bytes = zip(&[stored("ok", b""), stored("../evil\n", b"")]);
        let error = open(&bytes).unwrap_err();
        assert_eq!(error.entry_name(), Some("../evil\\n"));
        assert_eq!(error.offset(), Some(32));
        assert!(matches!(error.problem(), Problem::UnsafeName(_)));
    }

    #[test]
    fn encrypted_entries_are_refused() {
        for flags in [1, 1 << 6 | 1, 1 << 13] {
            assert_eq!(problem(&zip(&[TestEntry { flags, ..stored("a", b"1") }])), "Encrypted");
        }
        assert_eq!(problem(&zip(&[TestEntry { method: 99, ..stored("a", b"1") }])), "Encrypted");
    }

    #[test]
    fn limits_hold_and_name_their_option() {
        let bytes = zip(&[deflated("bomb", &vec![0; 2 << 20]), stored("b", b"2")]);
        assert_eq!(with_limits(&bytes, Limits { max_ratio: 2_000, ..Limits::default() }), "none");
        let ratio = with_limits(&bytes, Limits { max_ratio: 100, ..Limits::default() });
        assert!(ratio.starts_with("t.jar: entry bomb at byte 0: the entry's compression ratio is "));
        assert!(ratio.ends_with("over the limit of 100; if the archive is to be trusted, raise --max-ratio"));
        let total =
            with_limits(&bytes, Limits { max_total_bytes: 2 << 20, max_ratio: 2_000, ..Limits::default() });
        assert!(
            total.contains("entry b ") && total.contains("2097153") && total.contains("--max-total-bytes")
        );
        let entries = with_limits(&bytes, Limits { max_entries: 1, ..Limits::default() });
        assert!(entries.contains("the number of entries is 2") && entries.contains("--max-entries"));
    }

    #[test]
    fn small_entries_may_have_any_ratio() {
        let bytes = zip(&[deflated("zeros", &vec![0; 1 << 20])]);
        assert_eq!(with_limits(&bytes, Limits { max_ratio: 10, ..Limits::default() }), "none");
    }

    #[test]
    fn overlapping_entries_are_refused() {
        // Two names for the same bytes, and a second header inside the first entry's data.
        let twice = zip(&[stored("a", b"1"), TestEntry { offset: Some(0), ..stored("a", b"1") }]);
        assert_eq!(problem(&twice), "Overlap(\"a\")");
        let inner = zip(&[stored("b", b"2")]);
        let within = zip(&[stored("a", &inner), TestEntry { offset: Some(31), ..stored("b", b"2") }]);
        assert_eq!(problem(&within), "Overlap(\"b\")");
    }

    #[test]
    fn data_stays_within_the_part_of_the_file_that_holds_entries() {
        let far = TestEntry { offset: Some(70), ..stored("a", b"1") };
        assert_eq!(problem(&zip(&[far])), "OutOfBounds(1)");
        let long = TestEntry { compressed_size: Some(40), uncompressed_size: 40, ..stored("a", b"1") };
        assert_eq!(problem(&zip(&[long])), "OutOfBounds(40)");
    }

    #[test]
    fn a_stored_entry_has_one_size() {
        let bytes = zip(&[TestEntry { uncompressed_size: 2, ..stored("a", b"1") }]);
        assert_eq!(problem(&bytes), "StoredSize(1, 2)");
    }

    #[test]
    fn the_end_record_counts_right() {
        let mut bytes = zip(&[stored("a", b"1"), stored("b", b"2")]);
        let end = bytes.len() - 22;
        bytes[end + 10] = 3;
        assert_eq!(problem(&bytes), "EntryCount { stated: 3, found: 2 }");
    }

    #[test]
    fn a_damaged_directory_is_an_error() {
        let mut bytes = zip(&[stored("a", b"1"), stored("b", b"2")]);
        let second = bytes.len() - 22 - 47;
        bytes[second] ^= 1;
        assert!(problem(&bytes).starts_with("BadDirectory"));
    }
}
