//! One entry of a central directory.

use super::directory::{le_u16, le_u32};

/// Compression method of entries that are not compressed (APPNOTE 4.4.5).
pub const STORED: u16 = 0;
/// Compression method of deflated entries (APPNOTE 4.4.5).
pub const DEFLATED: u16 = 8;

/// An entry as the central directory describes it. Cheap to copy: it borrows from the reader.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub(crate) packed: &'a PackedEntry,
    /// The central directory header and its variable fields (APPNOTE 4.3.12).
    pub(crate) record: &'a [u8],
}

/// What is kept of an entry beside its record: the fields that zip64 may override.
#[derive(Clone, Debug)]
pub(crate) struct PackedEntry {
    pub(crate) local_header_offset: u64,
    /// Where the bytes of the next entry in file order, or the central directory, begin.
    pub(crate) limit: u64,
    pub(crate) compressed_size: u64,
    pub(crate) uncompressed_size: u64,
    /// Position of the record in the directory's bytes.
    pub(crate) record: u32,
    pub(crate) record_len: u32,
    pub(crate) name_len: u16,
    pub(crate) flags: u16,
    pub(crate) method: u16,
}

/// Size in bytes of a central directory header without its variable fields (APPNOTE 4.3.12).
const CENTRAL_HEADER_LEN: usize = 46;

impl<'a> Entry<'a> {
    /// The name's bytes: UTF-8 if bit 11 of the flags is set, and in nearly every jar without it.
    pub fn name(&self) -> &'a [u8] {
        self.part(CENTRAL_HEADER_LEN, usize::from(self.packed.name_len))
    }

    /// Extra fields of the central directory.
    pub fn extra(&self) -> &'a [u8] {
        let start = CENTRAL_HEADER_LEN + usize::from(self.packed.name_len);
        self.part(start, usize::from(self.u16_at(30)))
    }

    /// The entry's comment.
    pub fn comment(&self) -> &'a [u8] {
        let start = CENTRAL_HEADER_LEN + usize::from(self.packed.name_len) + usize::from(self.u16_at(30));
        self.part(start, usize::from(self.u16_at(32)))
    }

    /// True for the entry of a folder: its name ends with a slash.
    pub fn is_folder(&self) -> bool {
        self.name().ends_with(b"/")
    }

    /// General purpose flags (APPNOTE 4.4.4).
    pub fn flags(&self) -> u16 {
        self.packed.flags
    }

    /// Compression method, [`STORED`] and [`DEFLATED`] among others.
    pub fn method(&self) -> u16 {
        self.packed.method
    }

    /// CRC-32 of the inflated bytes.
    pub fn crc32(&self) -> u32 {
        le_u32(self.record, 16).unwrap_or(0)
    }

    /// Bytes in the archive.
    pub fn compressed_size(&self) -> u64 {
        self.packed.compressed_size
    }

    /// Bytes after inflating.
    pub fn uncompressed_size(&self) -> u64 {
        self.packed.uncompressed_size
    }

    /// Where in the file the entry begins.
    pub fn local_header_offset(&self) -> u64 {
        self.packed.local_header_offset
    }

    /// Version and system of the tool that wrote the entry (APPNOTE 4.4.2).
    pub fn version_made_by(&self) -> u16 {
        self.u16_at(4)
    }

    /// Version a tool needs to extract the entry (APPNOTE 4.4.3).
    pub fn version_needed(&self) -> u16 {
        self.u16_at(6)
    }

    /// Internal attributes (APPNOTE 4.4.14); bit 0 marks text.
    pub fn internal_attributes(&self) -> u16 {
        self.u16_at(36)
    }

    /// External attributes (APPNOTE 4.4.15): permissions, by the system that wrote the entry.
    pub fn external_attributes(&self) -> u32 {
        le_u32(self.record, 38).unwrap_or(0)
    }

    fn u16_at(&self, at: usize) -> u16 {
        le_u16(self.record, at).unwrap_or(0)
    }

    fn part(&self, start: usize, len: usize) -> &'a [u8] {
        self.record.get(start..start + len).unwrap_or_default()
    }
}
