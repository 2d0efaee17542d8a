//! From new bytes to an entry's data.

use libdeflater::{CompressionLvl, Compressor as Deflater};

use super::{DEFLATED, STORED};

/// How rewritten entries are compressed. Entries that are copied keep their data as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Not at all: the fastest, for outputs that a later step unpacks again.
    Store,
    /// Deflated quickly: libdeflate's level 1.
    Fast,
    /// Deflated thoroughly: libdeflate's level 8. On jars it takes a third more time than
    /// level 6 for half a percent; the levels above take eight times as much for two percent.
    Best,
    /// As the entry was: stored, or deflated at level 6, zlib's and most jar tools' default.
    #[default]
    Keep,
}

impl Compression {
    /// Level of libdeflate for an entry that had `method`; `None` to store.
    fn level(self, method: u16) -> Option<i32> {
        match (self, method) {
            (Compression::Store, _) | (Compression::Keep, STORED) => None,
            (Compression::Fast, _) => Some(1),
            (Compression::Best, _) => Some(8),
            (Compression::Keep, _) => Some(6),
        }
    }
}

/// Compresses entries, one at a time. One per thread.
pub struct Compressor {
    compression: Compression,
    /// Made when first needed: a compressor takes up to a megabyte.
    deflater: Option<Deflater>,
    buffer: Vec<u8>,
}

/// Compressed data and what it was made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<'a> {
    /// [`STORED`] or [`DEFLATED`].
    pub method: u16,
    /// The data.
    pub data: &'a [u8],
}

impl Compressor {
    /// A compressor for entries of one output.
    pub fn new(compression: Compression) -> Self {
        Compressor { compression, deflater: None, buffer: Vec::new() }
    }

    /// Compresses `bytes` for an entry whose method was `method`. Bytes that deflating does not make
    /// fewer are stored.
    pub fn compress<'a>(&'a mut self, bytes: &'a [u8], method: u16) -> Packed<'a> {
        let stored = Packed { method: STORED, data: bytes };
        let Some(level) = self.compression.level(method) else { return stored };
        let deflater = self.deflater.get_or_insert_with(|| {
            Deflater::new(CompressionLvl::new(level).expect("levels are within libdeflate's 1 to 12"))
        });
        // A buffer that is one byte short of the input makes libdeflate give up where storing is better.
        let room = bytes.len().saturating_sub(1);
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        match deflater.deflate_compress(bytes, &mut self.buffer[..room]) {
            Ok(len) => Packed { method: DEFLATED, data: &self.buffer[..len] },
            Err(_) => stored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as u8
        };
        std::iter::repeat_with(next).take(len).collect()
    }

    #[test]
    fn methods_follow_the_choice() {
        let bytes = b"abcabcabcabcabcabcabcabcabcabcabcabc".repeat(20);
        let method = |compression, method| Compressor::new(compression).compress(&bytes, method).method;
        assert_eq!(method(Compression::Store, DEFLATED), STORED);
        assert_eq!(method(Compression::Fast, STORED), DEFLATED);
        assert_eq!(method(Compression::Best, STORED), DEFLATED);
        assert_eq!(method(Compression::Keep, STORED), STORED);
        assert_eq!(method(Compression::Keep, DEFLATED), DEFLATED);
    }

    #[test]
    fn what_does_not_shrink_is_stored() {
        let mut compressor = Compressor::new(Compression::Best);
        for bytes in [vec![], vec![7], noise(5_000)] {
            assert_eq!(compressor.compress(&bytes, DEFLATED), Packed { method: STORED, data: &bytes });
        }
    }

    #[test]
    fn one_compressor_serves_many_entries() {
        let mut compressor = Compressor::new(Compression::Keep);
        for len in [9_000, 100, 70_000, 300] {
            let bytes = vec![b'x'; len];
            let packed = compressor.compress(&bytes, DEFLATED);
            let mut back = vec![0; len];
            let found = libdeflater::Decompressor::new().deflate_decompress(packed.data, &mut back).unwrap();
            assert_eq!((packed.method, found, &back), (DEFLATED, len, &bytes));
        }
    }
}
