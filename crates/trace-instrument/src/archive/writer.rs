//! Writing an archive front to back, entry by entry.

use std::io::{self, Write};

use super::extra::{self, ZIP64};
use super::{DEFLATED, Entry, STORED};

/// 1980-02-01 00:00:00 in DOS form, time then date (APPNOTE 4.4.6). The earliest month that stays
/// within the format's years in every time zone; build tools use it for reproducible archives.
const TIME_STAMP: u32 = 0x0041 << 16;

/// Flags that remain true of data that is copied: all but the data descriptor's.
const COPIED_FLAGS: u16 = !(1 << 3);
/// Flags that remain true of new data: only the name's encoding, UTF-8.
const NEW_DATA_FLAGS: u16 = 1 << 11;

/// Versions needed to extract (APPNOTE 4.4.3.2).
const VERSION_STORED: u16 = 10;
const VERSION_DEFLATED: u16 = 20;
const VERSION_ZIP64: u16 = 45;

/// A field of 32 bits with this value stands for one in the zip64 extra field (APPNOTE 4.4.1.4).
const IN_ZIP64: u32 = u32::MAX;

/// The data that replaces an entry's.
#[derive(Clone, Copy, Debug)]
pub struct NewData<'a> {
    /// [`STORED`] or [`DEFLATED`].
    pub method: u16,
    /// CRC-32 of the inflated bytes.
    pub crc32: u32,
    /// Inflated size in bytes.
    pub uncompressed_size: u64,
    /// The data, compressed by `method`.
    pub data: &'a [u8],
}

/// Writes entries to `W` without seeking: their sizes are known beforehand and stand in the local
/// headers, so that streaming readers can read them too.
///
/// Nothing is buffered: give it a [`std::io::BufWriter`] or large writes.
pub struct ArchiveWriter<W> {
    out: W,
    offset: u64,
    entries: u64,
    directory: Vec<u8>,
    header: Vec<u8>,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive at the start of `out`.
    pub fn new(out: W) -> Self {
        Self::at_offset(out, 0)
    }

    fn at_offset(out: W, offset: u64) -> Self {
        ArchiveWriter { out, offset, entries: 0, directory: Vec::new(), header: Vec::new() }
    }

    /// Copies an entry as it is, `local_extra` and `data` coming from its
    /// [`RawEntry`](super::RawEntry). Only the time stamp, the data descriptor and zip64 fields change.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn copy(&mut self, entry: &Entry<'_>, local_extra: &[u8], data: &[u8]) -> io::Result<()> {
        let data = NewData {
            method: entry.method(),
            crc32: entry.crc32(),
            uncompressed_size: entry.uncompressed_size(),
            data,
        };
        self.put(entry, entry.flags() & COPIED_FLAGS, local_extra, &data)
    }

    /// Writes an entry with new data; name, comment, attributes and extra fields are kept.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&mut self, entry: &Entry<'_>, local_extra: &[u8], data: &NewData<'_>) -> io::Result<()> {
        self.put(entry, entry.flags() & NEW_DATA_FLAGS, local_extra, data)
    }

    fn put(
        &mut self,
        entry: &Entry<'_>,
        flags: u16,
        local_extra: &[u8],
        data: &NewData<'_>,
    ) -> io::Result<()> {
        let name = entry.name();
        let compressed_size = data.data.len() as u64;
        let sizes = [data.uncompressed_size, compressed_size];
        // A local header has either both sizes in zip64 form or none (APPNOTE 4.5.3).
        let large = sizes.iter().any(|&size| short(size) == IN_ZIP64);
        let version = match data.method {
            _ if large || short(self.offset) == IN_ZIP64 => VERSION_ZIP64,
            DEFLATED => VERSION_DEFLATED,
            STORED => VERSION_STORED,
            _ => 0,
        };
        let version = version.max(entry.version_needed());

        let header = &mut self.header;
        header.clear();
        header.extend_from_slice(b"PK\x03\x04");
        push_u16s(header, [version, flags, data.method]);
        push_u32s(header, [TIME_STAMP, data.crc32]);
        push_u32s(header, if large { [IN_ZIP64; 2] } else { [short(compressed_size), short(sizes[0])] });
        push_u16s(header, [len_u16(name)?, 0]);
        header.extend_from_slice(name);
        let extra_start = header.len();
        if large {
            push_zip64(header, &sizes);
        }
        extra::keep(local_extra, header);
        set_len(header, 28, extra_start)?;

        let directory = &mut self.directory;
        let record = directory.len();
        directory.extend_from_slice(b"PK\x01\x02");
        push_u16s(directory, [entry.version_made_by(), version, flags, data.method]);
        push_u32s(directory, [TIME_STAMP, data.crc32, short(compressed_size), short(sizes[0])]);
        push_u16s(directory, [len_u16(name)?, 0, len_u16(entry.comment())?, 0, entry.internal_attributes()]);
        push_u32s(directory, [entry.external_attributes(), short(self.offset)]);
        directory.extend_from_slice(name);
        let extra_start = directory.len();
        let fields = [sizes[0], compressed_size, self.offset].into_iter();
        let fields: Vec<u64> = fields.filter(|&field| short(field) == IN_ZIP64).collect();
        if !fields.is_empty() {
            push_zip64(directory, &fields);
        }
        extra::keep(entry.extra(), directory);
        set_len(directory, record + 30, extra_start)?;
        directory.extend_from_slice(entry.comment());

        self.out.write_all(&self.header)?;
        self.out.write_all(data.data)?;
        self.offset += self.header.len() as u64 + compressed_size;
        self.entries += 1;
        Ok(())
    }

    /// Ends the archive and hands back what it was written to, not flushed.
    ///
    /// # Errors
    /// If `out` cannot be written, or if `comment` has more than 65,535 bytes.
    pub fn finish(mut self, comment: &[u8]) -> io::Result<W> {
        let (start, len) = (self.offset, self.directory.len() as u64);
        let count = u16::try_from(self.entries).unwrap_or(u16::MAX);
        let mut end = Vec::new();
        if count == u16::MAX || short(start) == IN_ZIP64 || short(len) == IN_ZIP64 {
            let end_record = start + len;
            end.extend_from_slice(b"PK\x06\x06");
            push_u64s(&mut end, [44]); // bytes of this record after this field (APPNOTE 4.3.14)
            push_u16s(&mut end, [VERSION_ZIP64, VERSION_ZIP64]);
            push_u32s(&mut end, [0, 0]);
            push_u64s(&mut end, [self.entries, self.entries, len, start]);
            end.extend_from_slice(b"PK\x06\x07");
            push_u32s(&mut end, [0]);
            push_u64s(&mut end, [end_record]);
            push_u32s(&mut end, [1]);
        }
        end.extend_from_slice(b"PK\x05\x06");
        push_u16s(&mut end, [0, 0, count, count]);
        push_u32s(&mut end, [short(len), short(start)]);
        push_u16s(&mut end, [len_u16(comment)?]);
        end.extend_from_slice(comment);
        self.out.write_all(&self.directory)?;
        self.out.write_all(&end)?;
        Ok(self.out)
    }
}

/// The 32-bit field for `value`.
fn short(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(IN_ZIP64)
}

fn len_u16(bytes: &[u8]) -> io::Result<u16> {
    u16::try_from(bytes.len()).map_err(|_| too_long())
}

fn too_long() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "a zip archive cannot hold names, comments or extra fields over 65,535 bytes",
    )
}

/// Writes the length of what follows `start` to the two bytes at `at`.
fn set_len(bytes: &mut [u8], at: usize, start: usize) -> io::Result<()> {
    let len = len_u16(&bytes[start..])?;
    bytes[at..at + 2].copy_from_slice(&len.to_le_bytes());
    Ok(())
}

fn push_zip64(out: &mut Vec<u8>, fields: &[u64]) {
    push_u16s(out, [ZIP64, 8 * fields.len() as u16]);
    fields.iter().for_each(|field| out.extend_from_slice(&field.to_le_bytes()));
}

fn push_u16s<const N: usize>(out: &mut Vec<u8>, values: [u16; N]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

fn push_u32s<const N: usize>(out: &mut Vec<u8>, values: [u32; N]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

fn push_u64s<const N: usize>(out: &mut Vec<u8>, values: [u64; N]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::super::testzip::{TestEntry, copy_all, deflated, open, read_all, stored, zip, zip_after};
    use super::super::{RunBuffer, crc32};
    use super::*;

    #[test]
    fn copying_normalises_once_and_then_changes_nothing() {
        let text = b"some text that can be deflated ".repeat(50);
        let entry = TestEntry {
            flags: 1 << 11,
            extra: b"\x55\x54\x01\0\0\xFE\xCA\0\0".to_vec(),
            local_extra: b"\x35\xD9\x02\0\x04\0\0\0".to_vec(),
            comment: b"kept".to_vec(),
            ..deflated("a", &text)
        };
        let plain = entry.clone();
        let input = zip_after(b"prefix", &[entry.with_data_descriptor(), stored("b", b"2")], b"hello");
        let output = copy_all(&input).unwrap();
        assert_eq!(copy_all(&output).unwrap(), output);
        assert_eq!(read_all(&output).unwrap(), read_all(&input).unwrap());

        let reader = open(&output).unwrap();
        assert_eq!(reader.comment(), b"hello");
        let copy = reader.entry(0);
        assert_eq!((copy.flags(), copy.method()), (1 << 11, DEFLATED));
        assert_eq!((copy.comment(), copy.extra()), (&b"kept"[..], &b"\xFE\xCA\0\0"[..]));
        assert_eq!((copy.internal_attributes(), copy.external_attributes()), (1, 0o100_644 << 16));
        let mut buffer = RunBuffer::default();
        let run = reader.read_run(0..2, &mut buffer).unwrap();
        let raw = run.entry(0).unwrap();
        assert_eq!((raw.local_extra, raw.data), (&plain.local_extra[..], &plain.data[..]));
        // Time and date, checksum and sizes stand in the local header.
        assert_eq!(output[10..14], [0, 0, 0x41, 0]);
        assert_eq!(output[14..18], plain.crc32.to_le_bytes());
        assert_eq!(output[18..22], (plain.data.len() as u32).to_le_bytes());
        assert_eq!(output[22..26], (text.len() as u32).to_le_bytes());
    }

    #[test]
    fn new_data_replaces_old() {
        let entry =
            TestEntry { flags: 1 << 11 | 1 << 1, comment: b"kept".to_vec(), ..deflated("a", &[1; 99]) };
        let input = zip(&[entry]);
        let reader = open(&input).unwrap();
        let mut writer = ArchiveWriter::new(Vec::new());
        let data = NewData { method: STORED, crc32: crc32(b"new"), uncompressed_size: 3, data: b"new" };
        writer.write(&reader.entry(0), b"", &data).unwrap();
        let output = writer.finish(b"").unwrap();
        assert_eq!(read_all(&output).unwrap(), [("a".to_owned(), b"new".to_vec())]);
        let output = open(&output).unwrap();
        assert_eq!((output.entry(0).flags(), output.entry(0).comment()), (1 << 11, &b"kept"[..]));
    }

    #[test]
    fn another_library_reads_the_same() {
        let text = b"some text that can be deflated ".repeat(50);
        let input =
            zip(&[deflated("d/a", &text).with_data_descriptor(), stored("d/", b""), stored("b", b"2")]);
        let output = copy_all(&input).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(output)).unwrap();
        assert_eq!(archive.len(), 3);
        let mut file = archive.by_name("d/a").unwrap();
        let time = file.last_modified().unwrap();
        assert_eq!((time.year(), time.month(), time.day(), time.hour()), (1980, 2, 1, 0));
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, text);
    }

    #[test]
    fn more_than_65_535_entries_take_zip64() {
        let one = zip(&[stored("a", b"1")]);
        let one = open(&one).unwrap();
        for count in [65_534, 65_535, 70_000] {
            let mut writer = ArchiveWriter::new(Vec::new());
            for _ in 0..count {
                writer.copy(&one.entry(0), b"", b"1").unwrap();
            }
            let output = writer.finish(b"comment").unwrap();
            let large = output.windows(4).any(|window| window == b"PK\x06\x06");
            assert_eq!(large, count >= 65_535);
            let reader = open(&output).unwrap();
            assert_eq!((reader.entry_count(), reader.comment()), (count, &b"comment"[..]));
            assert_eq!(zip::ZipArchive::new(Cursor::new(&output)).unwrap().len(), 1);
        }
    }

    /// An archive of which all but the last bytes are zeros.
    struct Tail {
        start: u64,
        bytes: Vec<u8>,
    }

    impl super::super::ReaderAt for Tail {
        fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
            let mut len = 0;
            for (slot, at) in buf.iter_mut().zip(offset..self.start + self.bytes.len() as u64) {
                *slot = at.checked_sub(self.start).map_or(0, |at| self.bytes[at as usize]);
                len += 1;
            }
            Ok(len)
        }
    }

    #[test]
    fn offsets_beyond_4_gib_take_zip64() {
        let one = TestEntry { extra: b"\xFE\xCA\0\0".to_vec(), ..stored("a", b"1") };
        let one = zip(&[one]);
        let one = open(&one).unwrap();
        for start in [u64::from(u32::MAX) - 1, u64::from(u32::MAX), 5 << 32] {
            let mut writer = ArchiveWriter::at_offset(Vec::new(), start);
            writer.copy(&one.entry(0), b"", b"1").unwrap();
            writer.copy(&one.entry(0), b"", b"1").unwrap();
            let bytes = writer.finish(b"").unwrap();
            let len = start + bytes.len() as u64;
            let tail = Tail { start, bytes };
            let path = std::path::Path::new("large.jar");
            let reader = super::super::ArchiveReader::new(tail, len, path, &Default::default()).unwrap();
            assert_eq!(reader.entry(0).local_header_offset(), start);
            assert_eq!(reader.entry(1).local_header_offset(), start + 32);
            assert_eq!(reader.entry(1).version_needed(), 45);
            let mut buffer = RunBuffer::default();
            let run = reader.read_run(0..2, &mut buffer).unwrap();
            assert_eq!(run.entry(1).unwrap().data, b"1");
            let fields = 8;
            let zip64 = [&[1, 0, fields, 0][..], &(start + 32).to_le_bytes(), b"\xFE\xCA\0\0"].concat();
            assert_eq!(run.entry(1).unwrap().entry.extra(), zip64);
        }
    }

    #[test]
    fn sizes_beyond_4_gib_take_zip64() {
        let one = zip(&[deflated("a", b"1")]);
        let one = open(&one).unwrap();
        let mut writer = ArchiveWriter::new(Vec::new());
        let size = 5 << 32;
        let data = NewData { method: DEFLATED, crc32: 7, uncompressed_size: size, data: b"xy" };
        writer.write(&one.entry(0), b"\xFE\xCA\0\0", &data).unwrap();
        let output = writer.finish(b"").unwrap();
        // Both sizes in the local header, the large one alone in the central directory.
        let local = [&[1, 0, 16, 0][..], &size.to_le_bytes(), &2_u64.to_le_bytes(), b"\xFE\xCA\0\0"].concat();
        assert_eq!(output[18..26], [0xFF; 8]);
        assert_eq!(output[31..31 + local.len()], local);
        let limits =
            super::super::Limits { max_ratio: u64::MAX, max_total_bytes: u64::MAX, ..Default::default() };
        let len = output.len() as u64;
        let path = std::path::Path::new("large.jar");
        let reader = super::super::ArchiveReader::new(output, len, path, &limits).unwrap();
        assert_eq!(reader.entry(0).uncompressed_size(), size);
        assert_eq!(reader.entry(0).compressed_size(), 2);
        let mut buffer = RunBuffer::default();
        assert_eq!(reader.read_run(0..1, &mut buffer).unwrap().entry(0).unwrap().data, b"xy");
    }

    #[test]
    fn comments_that_do_not_fit_are_an_error() {
        assert!(ArchiveWriter::new(Vec::new()).finish(&[0; 65_536]).is_err());
    }
}
