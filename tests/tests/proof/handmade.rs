//! Zip archives put together byte by byte, for what no honest writer makes (APPNOTE 4.3).

/// An archive under construction.
#[derive(Default)]
pub(crate) struct HandmadeZip {
    entries: Vec<Entry>,
    comment: Vec<u8>,
}

#[derive(Default)]
struct Entry {
    name: Vec<u8>,
    /// Inflated.
    data: Vec<u8>,
    /// As it lies in the archive.
    packed: Vec<u8>,
    flags: u16,
    method: u16,
    time: u32,
    extra: Vec<u8>,
    comment: Vec<u8>,
}

/// General purpose bit 0: encrypted.
const ENCRYPTED: u16 = 1;
const DEFLATED: u16 = 8;
/// 1980-01-01, 00:00.
const EPOCH: u32 = 0x21_0000;

impl HandmadeZip {
    /// Adds a stored entry.
    pub(crate) fn entry(mut self, name: impl AsRef<[u8]>, data: &[u8]) -> Self {
        self.entries.push(Entry {
            name: name.as_ref().to_vec(),
            data: data.to_vec(),
            packed: data.to_vec(),
            time: EPOCH,
            ..Entry::default()
        });
        self
    }

    /// Marks the last entry as encrypted.
    pub(crate) fn encrypted(mut self) -> Self {
        self.last().flags |= ENCRYPTED;
        self
    }

    /// Packs the last entry as one stored block of deflate, as no compressor would.
    pub(crate) fn oddly_deflated(mut self) -> Self {
        let last = self.last();
        let len = last.data.len() as u16;
        last.method = DEFLATED;
        last.packed = [&[1], &len.to_le_bytes()[..], &(!len).to_le_bytes()[..], &last.data].concat();
        self
    }

    /// Gives the last entry an extra field and a comment.
    pub(crate) fn adorned(mut self, extra: &[u8], comment: &str) -> Self {
        self.last().extra = extra.to_vec();
        self.last().comment = comment.into();
        self
    }

    /// Sets the time stamps of all entries: date and time of MS-DOS.
    pub(crate) fn at(mut self, time: u32) -> Self {
        self.entries.iter_mut().for_each(|entry| entry.time = time);
        self
    }

    pub(crate) fn comment(mut self, comment: &str) -> Self {
        self.comment = comment.into();
        self
    }

    fn last(&mut self) -> &mut Entry {
        self.entries.last_mut().expect("an entry")
    }

    /// The bytes of the archive.
    pub(crate) fn finish(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut directory = Vec::new();
        for entry in &self.entries {
            let offset = out.len() as u32;
            let mut common = Vec::new();
            common.extend(20_u16.to_le_bytes());
            common.extend(entry.flags.to_le_bytes());
            common.extend(entry.method.to_le_bytes());
            common.extend(entry.time.to_le_bytes());
            common.extend(crc32fast::hash(&entry.data).to_le_bytes());
            common.extend((entry.packed.len() as u32).to_le_bytes());
            common.extend((entry.data.len() as u32).to_le_bytes());
            common.extend((entry.name.len() as u16).to_le_bytes());
            common.extend((entry.extra.len() as u16).to_le_bytes());
            out.extend(b"PK\x03\x04");
            out.extend(&common);
            out.extend(&entry.name);
            out.extend(&entry.extra);
            out.extend(&entry.packed);
            directory.extend(b"PK\x01\x02\x14\0");
            directory.extend(&common);
            directory.extend((entry.comment.len() as u16).to_le_bytes());
            directory.extend([0; 8]);
            directory.extend(offset.to_le_bytes());
            directory.extend(&entry.name);
            directory.extend(&entry.extra);
            directory.extend(&entry.comment);
        }
        let start = out.len() as u32;
        let count = self.entries.len() as u16;
        out.extend(&directory);
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend((directory.len() as u32).to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend((self.comment.len() as u16).to_le_bytes());
        out.extend(&self.comment);
        out
    }
}
