//! A checked position in the bytes of a class file.

use crate::Error;

/// Reads big-endian numbers; knows its absolute offset, so that errors can name it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    /// The whole class file, cut where this cursor must stop.
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0 }
    }

    /// Bytes from the start of the class file.
    #[inline]
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    #[inline]
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    #[inline]
    pub(crate) fn u1(&mut self) -> Result<u8, Error> {
        let value = *self.bytes.get(self.at).ok_or_else(|| self.end())?;
        self.at += 1;
        Ok(value)
    }

    #[inline]
    pub(crate) fn u2(&mut self) -> Result<u16, Error> {
        let (value, _) = self.ahead().split_first_chunk().ok_or_else(|| self.end())?;
        self.at += 2;
        Ok(u16::from_be_bytes(*value))
    }

    #[inline]
    pub(crate) fn u4(&mut self) -> Result<u32, Error> {
        let (value, _) = self.ahead().split_first_chunk().ok_or_else(|| self.end())?;
        self.at += 4;
        Ok(u32::from_be_bytes(*value))
    }

    /// The next `len` bytes.
    #[inline]
    pub(crate) fn bytes(&mut self, len: usize) -> Result<&'a [u8], Error> {
        let taken = self.ahead().get(..len).ok_or_else(|| self.end())?;
        self.at += len;
        Ok(taken)
    }

    #[inline]
    pub(crate) fn skip(&mut self, len: usize) -> Result<(), Error> {
        self.bytes(len).map(|_| ())
    }

    /// A cursor over the next `len` bytes; this one moves past them.
    #[inline]
    pub(crate) fn sub(&mut self, len: usize) -> Result<Cursor<'a>, Error> {
        let start = self.at;
        self.skip(len)?;
        Ok(Cursor { bytes: self.bytes.get(..self.at).unwrap_or(self.bytes), at: start })
    }

    /// What was read between `start` and here.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.at).unwrap_or(&[])
    }

    /// All that is left.
    #[inline]
    pub(crate) fn ahead(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }

    /// Fails unless everything was read.
    #[inline]
    pub(crate) fn done(&self, what: &'static str) -> Result<(), Error> {
        if self.is_empty() { Ok(()) } else { Err(self.malformed(what)) }
    }

    #[cold]
    pub(crate) fn malformed(&self, what: &'static str) -> Error {
        Error::Malformed { what, offset: self.at }
    }

    #[cold]
    fn end(&self) -> Error {
        self.malformed("unexpected end of data")
    }
}
