//! The `Code` attribute (JVMS 4.7.3).

use super::attribute::Attributes;
use super::cursor::Cursor;
use super::instructions::Instructions;
use super::pool::Pool;
use crate::Error;

/// The code of one method.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    bytes: &'a [u8],
    /// Where the code starts in the class file.
    pub(crate) at: usize,
    pub(crate) handlers: &'a [[u8; 8]],
    /// Before `attributes_count`.
    pub(crate) attributes: Cursor<'a>,
}

/// One row of the exception table; all positions count bytes from the start of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First protected position.
    pub start: u16,
    /// First position no longer protected.
    pub end: u16,
    /// Where the handler starts.
    pub handler: u16,
    /// Constant-pool index of the class caught; 0 catches everything.
    pub catch_type: u16,
}

impl<'a> Code<'a> {
    #[inline]
    pub(crate) fn read(mut cursor: Cursor<'a>) -> Result<Self, Error> {
        let max_stack = cursor.u2()?;
        let max_locals = cursor.u2()?;
        let len = cursor.u4()? as usize;
        let at = cursor.at();
        if len == 0 || len > usize::from(u16::MAX) {
            return Err(cursor.malformed("code_length is not between 1 and 65,535"));
        }
        let bytes = cursor.bytes(len)?;
        let count = cursor.u2()?;
        let (handlers, _) = cursor.bytes(usize::from(count) * 8)?.as_chunks();
        Ok(Code { max_stack, max_locals, bytes, at, handlers, attributes: cursor })
    }

    /// The instructions as bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// `max_stack`.
    pub fn max_stack(&self) -> u16 {
        self.max_stack
    }

    /// `max_locals`.
    pub fn max_locals(&self) -> u16 {
        self.max_locals
    }

    /// Walks the instructions.
    #[inline]
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions::new(self.bytes, self.at)
    }

    /// Walks the instructions from the one at `pc` on.
    pub(crate) fn instructions_at(&self, pc: u32) -> Instructions<'a> {
        Instructions::starting(self.bytes, self.at, pc)
    }

    /// The exception table in order.
    pub fn handlers(&self) -> impl ExactSizeIterator<Item = Handler> + use<'a> {
        self.handlers.iter().map(|&[a, b, c, d, e, f, g, h]| Handler {
            start: u16::from_be_bytes([a, b]),
            end: u16::from_be_bytes([c, d]),
            handler: u16::from_be_bytes([e, f]),
            catch_type: u16::from_be_bytes([g, h]),
        })
    }

    /// Attributes of the code, such as `StackMapTable`.
    ///
    /// # Errors
    /// [`Error::Malformed`] when the table's length is missing.
    pub fn attributes<'p>(&self, pool: &'p Pool<'a>) -> Result<Attributes<'p, 'a>, Error> {
        Attributes::read(pool, self.attributes)
    }
}
