//! From an entry's data to its bytes.

use libdeflater::{DecompressionError, Decompressor};

use super::{DEFLATED, Limits, Problem, RawEntry, STORED};

/// Inflates entries, one at a time, into memory that it keeps. One per thread.
#[derive(Default)]
pub struct Inflater {
    decompressor: Decompressor,
    buffer: Vec<u8>,
}

/// Memory beyond this is given back once an entry no longer needs it.
const KEPT_BYTES: usize = 8 << 20;

impl Inflater {
    /// The bytes of `raw`, checked against size and checksum; stored data is not copied.
    ///
    /// # Errors
    /// [`Problem::UnsupportedMethod`], [`Problem::OverLimit`], [`Problem::CorruptData`],
    /// [`Problem::WrongSize`] or [`Problem::WrongChecksum`];
    /// [`ArchiveReader::entry_error`](super::ArchiveReader::entry_error) adds the place.
    pub fn inflate<'a>(&'a mut self, raw: &RawEntry<'a>, limits: &Limits) -> Result<&'a [u8], Problem> {
        let stated = raw.entry.uncompressed_size();
        if stated > limits.max_entry_bytes {
            return Err(Problem::OverLimit {
                what: "the entry's inflated size in bytes is",
                figure: stated,
                limit: limits.max_entry_bytes,
                option: "--max-entry-bytes",
            });
        }
        let bytes = match raw.entry.method() {
            STORED => raw.data,
            DEFLATED => self.inflate_exactly(raw.data, stated)?,
            method => return Err(Problem::UnsupportedMethod(method)),
        };
        let (stated, found) = (raw.entry.crc32(), crc32(bytes));
        if stated != found {
            return Err(Problem::WrongChecksum { stated, found });
        }
        Ok(bytes)
    }

    fn inflate_exactly(&mut self, data: &[u8], stated: u64) -> Result<&[u8], Problem> {
        let len = usize::try_from(stated).map_err(|_| Problem::CorruptData)?;
        if self.buffer.len() > KEPT_BYTES && len <= KEPT_BYTES {
            self.buffer.truncate(KEPT_BYTES);
            self.buffer.shrink_to_fit();
        }
        // Never shrunk otherwise: growing again would mean writing zeros again.
        if self.buffer.len() < len {
            self.buffer.resize(len, 0);
        }
        let buffer = &mut self.buffer[..len];
        match self.decompressor.deflate_decompress(data, buffer) {
            Ok(found) if found == len => Ok(buffer),
            Ok(_) => Err(Problem::WrongSize { stated, found: "shorter" }),
            Err(DecompressionError::InsufficientSpace) => Err(Problem::WrongSize { stated, found: "longer" }),
            Err(DecompressionError::BadData) => Err(Problem::CorruptData),
        }
    }
}

/// CRC-32 as zip archives use it (APPNOTE 4.4.7).
pub fn crc32(bytes: &[u8]) -> u32 {
    libdeflater::crc32(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::testzip::{TestEntry, deflated, problem, read_all, stored, zip};
    use super::*;

    #[test]
    fn bytes_come_back() {
        let text = b"to be or not to be, ".repeat(1_000);
        let files = read_all(&zip(&[deflated("a", &text), deflated("b", b""), stored("c", &text)])).unwrap();
        assert_eq!(files[0].1, text);
        assert_eq!(files[1].1, b"");
        assert_eq!(files[2].1, text);
    }

    #[test]
    fn damage_is_found() {
        let good = deflated("a", &[b'x'; 500]);
        let size = |uncompressed_size| problem(&zip(&[TestEntry { uncompressed_size, ..good.clone() }]));
        assert_eq!(size(499), "WrongSize { stated: 499, found: \"longer\" }");
        assert_eq!(size(501), "WrongSize { stated: 501, found: \"shorter\" }");
        let checksum = TestEntry { crc32: 1, ..stored("a", b"1") };
        assert_eq!(problem(&zip(&[checksum])), "WrongChecksum { stated: 1, found: 2212294583 }");
        let corrupt = TestEntry { data: vec![0xFF; 9], ..good.clone() };
        assert_eq!(problem(&zip(&[corrupt])), "CorruptData");
        let method = TestEntry { method: 12, ..good };
        assert_eq!(problem(&zip(&[method])), "UnsupportedMethod(12)");
    }

    #[test]
    fn a_large_entry_is_refused_before_memory_is_taken() {
        let bytes = zip(&[deflated("a", &[0; 5_000])]);
        let reader = super::super::testzip::open(&bytes).unwrap();
        let mut buffer = super::super::RunBuffer::default();
        let run = reader.read_run(0..1, &mut buffer).unwrap();
        let raw = run.entry(0).unwrap();
        let limits = Limits { max_entry_bytes: 4_999, ..Limits::default() };
        let mut inflater = Inflater::default();
        let problem = inflater.inflate(&raw, &limits).unwrap_err();
        assert!(problem.to_string().contains("is 5000, over the limit of 4999"), "{problem}");
        assert!(problem.to_string().ends_with("raise --max-entry-bytes"));
        assert!(inflater.buffer.is_empty());
    }
}
