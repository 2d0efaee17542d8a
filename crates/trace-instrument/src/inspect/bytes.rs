//! Reading the tables inside attributes.

/// Big-endian numbers from the front of a slice; `None` once it is used up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn u1(&mut self) -> Option<u8> {
        let (&value, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(value)
    }

    pub(crate) fn u2(&mut self) -> Option<u16> {
        let (&value, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_be_bytes(value))
    }

    pub(crate) fn u4(&mut self) -> Option<u32> {
        let (&value, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(value))
    }
}
