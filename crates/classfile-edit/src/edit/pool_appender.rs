//! Appending to the constant pool; what is there is never moved.

use super::bytes::Bytes;
use crate::Error;

/// Most entries of a pool, index 0 included: `constant_pool_count` is a `u2` (JVMS 4.1).
const MOST: usize = 65_535;

/// Room for two methods of one class with a name of usual length.
const USUAL_LEN: usize = 160;

/// Collects new entries. Nothing is searched for first: an equal entry may exist twice.
#[derive(Clone, Debug)]
pub struct PoolAppender {
    original: usize,
    added: usize,
    bytes: Vec<u8>,
}

/// A state of the pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    added: usize,
    len: usize,
}

impl PoolAppender {
    pub(super) fn new(count: usize) -> Self {
        PoolAppender { original: count, added: 0, bytes: Vec::with_capacity(USUAL_LEN) }
    }

    /// Adds a `CONSTANT_Utf8` of modified UTF-8 bytes, at most 65,535 (JVMS 4.4.7).
    ///
    /// # Errors
    /// [`Error::PoolFull`], as for all others; also when `text` is too long.
    pub fn utf8(&mut self, text: &[u8]) -> Result<u16, Error> {
        let len = u16::try_from(text.len()).map_err(|_| self.full())?;
        let index = self.next(1)?;
        self.bytes.u2(len);
        self.bytes.extend_from_slice(text);
        Ok(index)
    }

    /// Adds a `CONSTANT_Class` and its name.
    ///
    /// # Errors
    /// [`Error::PoolFull`]
    pub fn class(&mut self, name: &[u8]) -> Result<u16, Error> {
        let name = self.utf8(name)?;
        self.pair(7, name, None)
    }

    /// Adds a `CONSTANT_Methodref` with all that it needs.
    ///
    /// # Errors
    /// [`Error::PoolFull`]
    pub fn method_ref(&mut self, class: &[u8], name: &[u8], descriptor: &[u8]) -> Result<u16, Error> {
        let class = self.class(class)?;
        self.method_of(class, name, descriptor)
    }

    /// Adds a `CONSTANT_Methodref` of the class at index `class`.
    ///
    /// # Errors
    /// [`Error::PoolFull`]
    pub fn method_of(&mut self, class: u16, name: &[u8], descriptor: &[u8]) -> Result<u16, Error> {
        let name = self.utf8(name)?;
        let descriptor = self.utf8(descriptor)?;
        let name_and_type = self.pair(12, name, Some(descriptor))?;
        self.pair(10, class, Some(name_and_type))
    }

    fn pair(&mut self, tag: u8, first: u16, second: Option<u16>) -> Result<u16, Error> {
        let index = self.next(tag)?;
        self.bytes.u2(first);
        if let Some(second) = second {
            self.bytes.u2(second);
        }
        Ok(index)
    }

    fn next(&mut self, tag: u8) -> Result<u16, Error> {
        self.check_room(1)?;
        let index = self.count();
        self.bytes.u1(tag);
        self.added += 1;
        Ok(index as u16)
    }

    /// Where the pool stands, to come back to.
    pub(super) fn mark(&self) -> Mark {
        Mark { added: self.added, len: self.bytes.len() }
    }

    /// Takes back what was added since.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.added = mark.added;
        self.bytes.truncate(mark.len);
    }

    /// `constant_pool_count` with what was added.
    pub(super) fn count(&self) -> usize {
        self.original + self.added
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Fails unless `more` entries still fit.
    pub(super) fn check_room(&self, more: usize) -> Result<(), Error> {
        if self.count() + more > MOST { Err(self.full()) } else { Ok(()) }
    }

    fn full(&self) -> Error {
        Error::PoolFull { count: self.original }
    }
}
