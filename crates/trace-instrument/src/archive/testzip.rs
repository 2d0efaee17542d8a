//! Archives for tests, made field by field so that any field can be wrong.

use std::path::Path;

use super::{ArchiveError, ArchiveReader, DEFLATED, Limits, Problem, RunBuffer, STORED, crc32};

/// One entry; what is left out is derived from `bytes`.
#[derive(Clone)]
pub(crate) struct TestEntry {
    pub(crate) name: Vec<u8>,
    pub(crate) local_name: Option<Vec<u8>>,
    pub(crate) method: u16,
    pub(crate) local_method: Option<u16>,
    pub(crate) flags: u16,
    pub(crate) crc32: u32,
    pub(crate) data: Vec<u8>,
    pub(crate) uncompressed_size: u32,
    pub(crate) compressed_size: Option<u32>,
    pub(crate) extra: Vec<u8>,
    pub(crate) local_extra: Vec<u8>,
    pub(crate) comment: Vec<u8>,
    /// Bytes between this entry's data and the next entry, such as a data descriptor.
    pub(crate) gap: Vec<u8>,
    pub(crate) offset: Option<u32>,
}

pub(crate) fn stored(name: &str, bytes: &[u8]) -> TestEntry {
    TestEntry {
        name: name.into(),
        local_name: None,
        method: STORED,
        local_method: None,
        flags: 0,
        crc32: crc32(bytes),
        data: bytes.to_vec(),
        uncompressed_size: bytes.len() as u32,
        compressed_size: None,
        extra: Vec::new(),
        local_extra: Vec::new(),
        comment: Vec::new(),
        gap: Vec::new(),
        offset: None,
    }
}

pub(crate) fn deflated(name: &str, bytes: &[u8]) -> TestEntry {
    let mut deflater = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut data = vec![0; deflater.deflate_compress_bound(bytes.len())];
    let len = deflater.deflate_compress(bytes, &mut data).unwrap();
    data.truncate(len);
    TestEntry { method: DEFLATED, data, ..stored(name, bytes) }
}

impl TestEntry {
    /// As tools write that do not know the size beforehand: the local header has none.
    pub(crate) fn with_data_descriptor(mut self) -> Self {
        self.flags |= 1 << 3;
        self.gap = b"PK\x07\x08".to_vec();
        for field in [self.crc32, self.data.len() as u32, self.uncompressed_size] {
            self.gap.extend(field.to_le_bytes());
        }
        self
    }
}

/// An archive of `entries` that begins after `prefix`; offsets count from the start of the archive.
pub(crate) fn zip_after(prefix: &[u8], entries: &[TestEntry], comment: &[u8]) -> Vec<u8> {
    let mut out = prefix.to_vec();
    let mut directory = Vec::new();
    for entry in entries {
        let offset = entry.offset.unwrap_or((out.len() - prefix.len()) as u32);
        let described = entry.flags & 1 << 3 != 0;
        let size = entry.compressed_size.unwrap_or(entry.data.len() as u32);
        let fields = [entry.crc32, size, entry.uncompressed_size];
        let local_name = entry.local_name.as_ref().unwrap_or(&entry.name);

        out.extend(b"PK\x03\x04\x14\0");
        u16s(&mut out, &[entry.flags, entry.local_method.unwrap_or(entry.method), 0x1234, 0x5678]);
        u32s(&mut out, &if described { [0; 3] } else { fields });
        u16s(&mut out, &[local_name.len() as u16, entry.local_extra.len() as u16]);
        for part in [local_name, &entry.local_extra, &entry.data, &entry.gap] {
            out.extend(part);
        }

        directory.extend(b"PK\x01\x02");
        u16s(&mut directory, &[0x0314, 20, entry.flags, entry.method, 0x1234, 0x5678]);
        u32s(&mut directory, &fields);
        let lens = [&entry.name, &entry.extra, &entry.comment].map(|part| part.len() as u16);
        u16s(&mut directory, &lens);
        u16s(&mut directory, &[0, 1]);
        u32s(&mut directory, &[0o100_644 << 16, offset]);
        for part in [&entry.name, &entry.extra, &entry.comment] {
            directory.extend(part);
        }
    }
    let start = (out.len() - prefix.len()) as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06");
    let count = entries.len() as u16;
    u16s(&mut out, &[0, 0, count, count]);
    u32s(&mut out, &[directory.len() as u32, start]);
    u16s(&mut out, &[comment.len() as u16]);
    out.extend(comment);
    out
}

pub(crate) fn zip(entries: &[TestEntry]) -> Vec<u8> {
    zip_after(&[], entries, &[])
}

fn u16s(out: &mut Vec<u8>, values: &[u16]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

fn u32s(out: &mut Vec<u8>, values: &[u32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

pub(crate) fn open(bytes: &[u8]) -> Result<ArchiveReader<&[u8]>, ArchiveError> {
    ArchiveReader::new(bytes, bytes.len() as u64, Path::new("test.jar"), &Limits::default())
}

/// Opens, reads and inflates everything: name and bytes of each entry.
pub(crate) fn read_all(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, ArchiveError> {
    read_in_runs_of(bytes, 256 << 10)
}

pub(crate) fn read_in_runs_of(bytes: &[u8], target: u64) -> Result<Vec<(String, Vec<u8>)>, ArchiveError> {
    let reader = open(bytes)?;
    let mut found = Vec::new();
    let mut buffer = RunBuffer::default();
    let mut inflater = super::Inflater::default();
    for run in reader.runs(target) {
        let run = reader.read_run(run, &mut buffer)?;
        for index in run.entries() {
            let raw = run.entry(index)?;
            let bytes = inflater
                .inflate(&raw, reader.limits())
                .map_err(|problem| reader.entry_error(&raw.entry, problem))?;
            found.push((String::from_utf8_lossy(raw.entry.name()).into_owned(), bytes.to_vec()));
        }
    }
    Ok(found)
}

/// The problem that reading everything comes upon.
pub(crate) fn problem(bytes: &[u8]) -> String {
    match read_all(bytes) {
        Ok(_) => "none".to_owned(),
        Err(error) => format!("{:?}", error.problem()),
    }
}

/// Copies every entry as it is to a new archive.
pub(crate) fn copy_all(bytes: &[u8]) -> Result<Vec<u8>, ArchiveError> {
    let reader = open(bytes)?;
    let mut writer = super::ArchiveWriter::new(Vec::new());
    let mut buffer = RunBuffer::default();
    for run in reader.runs(256 << 10) {
        let run = reader.read_run(run, &mut buffer)?;
        for index in run.entries() {
            let raw = run.entry(index)?;
            writer
                .copy(&raw.entry, raw.local_extra, raw.data)
                .map_err(|error| reader.entry_error(&raw.entry, Problem::Io(error)))?;
        }
    }
    writer.finish(reader.comment()).map_err(|error| reader.error(error))
}
