//! Zip archives put together byte by byte, for what no honest writer makes (APPNOTE 4.3).

/// An archive under construction; all entries are stored.
#[derive(Default)]
pub(crate) struct HandmadeZip {
    entries: Vec<Entry>,
}

struct Entry {
    name: Vec<u8>,
    data: Vec<u8>,
    flags: u16,
}

/// General purpose bit 0: encrypted.
const ENCRYPTED: u16 = 1;

impl HandmadeZip {
    pub(crate) fn entry(mut self, name: impl AsRef<[u8]>, data: &[u8]) -> Self {
        self.entries.push(Entry { name: name.as_ref().to_vec(), data: data.to_vec(), flags: 0 });
        self
    }

    /// Marks the last entry as encrypted.
    pub(crate) fn encrypted(mut self) -> Self {
        self.entries.last_mut().expect("an entry").flags |= ENCRYPTED;
        self
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
            common.extend(0_u16.to_le_bytes());
            common.extend(0_u16.to_le_bytes());
            common.extend(0x21_u16.to_le_bytes());
            common.extend(crc32fast::hash(&entry.data).to_le_bytes());
            common.extend((entry.data.len() as u32).to_le_bytes());
            common.extend((entry.data.len() as u32).to_le_bytes());
            common.extend((entry.name.len() as u16).to_le_bytes());
            common.extend(0_u16.to_le_bytes());
            out.extend(b"PK\x03\x04");
            out.extend(&common);
            out.extend(&entry.name);
            out.extend(&entry.data);
            directory.extend(b"PK\x01\x02\x14\0");
            directory.extend(&common);
            directory.extend([0; 10]);
            directory.extend(offset.to_le_bytes());
            directory.extend(&entry.name);
        }
        let start = out.len() as u32;
        let count = self.entries.len() as u16;
        out.extend(&directory);
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend((directory.len() as u32).to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend(0_u16.to_le_bytes());
        out
    }
}
