//! Reading neighbouring entries together.
//!
//! A jar holds thousands of entries of a few kilobytes, nearly always back to back and in the order of
//! the central directory. One positioned read then serves a hundred of them. Where that does not hold
//! (another order, gaps), runs become shorter, down to single entries; nothing else changes.

use std::ops::Range;

use rawzip::ReaderAt;

use super::directory::{Directory, LOCAL_HEADER_LEN};
use super::entry::PackedEntry;
use super::{ArchiveError, ArchiveReader, RawEntry};

/// Splits the entries, in order, into ranges that one read of about `target` bytes can serve.
pub(crate) fn split(directory: &Directory, target: u64) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut bytes = 0;
    let mut previous: Option<&PackedEntry> = None;
    for (index, entry) in directory.iter().enumerate() {
        let joins = previous.is_some_and(|previous| {
            let adjacent = previous.limit == entry.packed.local_header_offset;
            adjacent && read_len(previous) == slot_len(previous)
        });
        let len = read_len(entry.packed);
        if index > start && (!joins || bytes + len > target) {
            runs.push(start..index);
            start = index;
            bytes = 0;
        }
        bytes += len;
        previous = Some(entry.packed);
    }
    if start < directory.len() {
        runs.push(start..directory.len());
    }
    runs
}

/// Bytes from this entry's header to the next entry in the file.
fn slot_len(entry: &PackedEntry) -> u64 {
    entry.limit.saturating_sub(entry.local_header_offset)
}

/// Bytes to read for this entry: its slot, unless that is larger than any local header and the data
/// can be. (The length of the local extra field is known only after reading it.)
fn read_len(entry: &PackedEntry) -> u64 {
    let most = LOCAL_HEADER_LEN + u64::from(entry.name_len) + u64::from(u16::MAX);
    // The compressed size was checked to lie within the file.
    slot_len(entry).min(most.saturating_add(entry.compressed_size))
}

/// Memory to read runs into, to be used again for the next run.
#[derive(Debug, Default)]
pub struct RunBuffer(Vec<u8>);

/// Some neighbouring entries, read.
#[derive(Debug)]
pub struct Run<'a, R> {
    reader: &'a ArchiveReader<R>,
    entries: Range<usize>,
    bytes: &'a [u8],
    offset: u64,
}

impl<'a, R: ReaderAt> Run<'a, R> {
    pub(crate) fn read(
        reader: &'a ArchiveReader<R>,
        entries: Range<usize>,
        buffer: &'a mut RunBuffer,
    ) -> Result<Self, ArchiveError> {
        let first = reader.directory.get(entries.start);
        let last = entries.end.checked_sub(1).and_then(|last| reader.directory.get(last));
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(Run { reader, entries: 0..0, bytes: &[], offset: 0 });
        };
        let offset = first.local_header_offset();
        let end = last.local_header_offset() + read_len(last.packed);
        let fail = |error: std::io::Error| reader.error(error).entry(first.name()).at(offset);
        // A range that `runs` did not make may go backwards: then its entries are not found.
        let len = usize::try_from(end.saturating_sub(offset))
            .map_err(|_| fail(std::io::ErrorKind::FileTooLarge.into()))?;
        // Never shrunk: growing again would mean writing zeros again.
        if buffer.0.len() < len {
            buffer.0.resize(len, 0);
        }
        let bytes = &mut buffer.0[..len];
        reader.source.read_exact_at(bytes, offset).map_err(fail)?;
        Ok(Run { reader, entries, bytes, offset })
    }

    /// Indices of the run's entries.
    pub fn entries(&self) -> Range<usize> {
        self.entries.clone()
    }

    /// The entry at `index` of the archive.
    ///
    /// # Errors
    /// If its local header is missing or contradicts the central directory, or if its data reaches
    /// into the next entry.
    ///
    /// # Panics
    /// If `index` is not one of [`Run::entries`].
    pub fn entry(&self, index: usize) -> Result<RawEntry<'a>, ArchiveError> {
        assert!(self.entries.contains(&index), "entry {index} is not in run {:?}", self.entries);
        let entry = self.reader.entry(index);
        let start = entry.local_header_offset().saturating_sub(self.offset);
        let end = start.saturating_add(read_len(entry.packed));
        // `as`: out of range of the run's bytes means an empty slice, as it should.
        let bytes = self.bytes.get(start as usize..end as usize).unwrap_or_default();
        RawEntry::parse(entry, bytes).map_err(|problem| self.reader.entry_error(&entry, problem))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testzip::{TestEntry, open, read_in_runs_of, stored, zip};

    fn ten() -> Vec<TestEntry> {
        (0..10_u8).map(|index| stored(&format!("e{index}"), &[index; 100])).collect()
    }

    #[test]
    fn neighbours_are_read_together() {
        let bytes = zip(&ten());
        let reader = open(&bytes).unwrap();
        assert_eq!(reader.runs(u64::MAX), std::slice::from_ref(&(0..10)));
        // Each entry takes 132 bytes.
        assert_eq!(reader.runs(400), [0..3, 3..6, 6..9, 9..10]);
        assert_eq!(reader.runs(0).len(), 10);
        assert!(open(&zip(&[])).unwrap().runs(400).is_empty());
    }

    #[test]
    fn any_order_and_any_gap_gives_the_same_entries() {
        let whole = read_in_runs_of(&zip(&ten()), 1000).unwrap();
        assert_eq!(whole.len(), 10);

        let mut entries = ten();
        entries[4].gap = vec![9; 300_000];
        let gap = zip(&entries);
        assert_eq!(open(&gap).unwrap().runs(u64::MAX), [0..5, 5..10]);
        assert_eq!(read_in_runs_of(&gap, u64::MAX).unwrap(), whole);

        // The directory lists them backwards.
        let entries: Vec<TestEntry> = ten()
            .into_iter()
            .zip((0..10).rev())
            .map(|(entry, at)| TestEntry { offset: Some(at * 132), ..entry })
            .collect();
        let mut backwards = zip(&entries);
        let names: Vec<Vec<u8>> = entries.iter().rev().map(|entry| entry.name.clone()).collect();
        for (index, name) in names.iter().enumerate() {
            backwards[index * 132 + 30..index * 132 + 32].copy_from_slice(name);
            let byte = 9 - index as u8;
            backwards[index * 132 + 32..index * 132 + 132].fill(byte);
        }
        assert_eq!(open(&backwards).unwrap().runs(u64::MAX).len(), 10);
        assert_eq!(read_in_runs_of(&backwards, u64::MAX).unwrap(), whole);
    }

    #[test]
    #[should_panic(expected = "entry 3 is not in run 0..3")]
    fn asking_a_run_for_another_entry_is_a_mistake() {
        let bytes = zip(&ten());
        let reader = open(&bytes).unwrap();
        let mut buffer = super::RunBuffer::default();
        let _ = reader.read_run(0..3, &mut buffer).unwrap().entry(3);
    }
}
