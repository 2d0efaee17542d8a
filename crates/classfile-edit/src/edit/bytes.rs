//! Writing big-endian numbers into a growing buffer.

/// What the editor needs of a `Vec<u8>`.
pub(super) trait Bytes {
    fn u1(&mut self, value: u8);
    fn u2(&mut self, value: u16);
    fn u4(&mut self, value: u32);
    /// Overwrites two bytes that were written before.
    fn set_u2(&mut self, at: usize, value: u16);
    /// Overwrites four bytes that were written before.
    fn set_u4(&mut self, at: usize, value: u32);
}

impl Bytes for Vec<u8> {
    #[inline]
    fn u1(&mut self, value: u8) {
        self.push(value);
    }

    #[inline]
    fn u2(&mut self, value: u16) {
        self.extend_from_slice(&value.to_be_bytes());
    }

    #[inline]
    fn u4(&mut self, value: u32) {
        self.extend_from_slice(&value.to_be_bytes());
    }

    #[inline]
    fn set_u2(&mut self, at: usize, value: u16) {
        if let Some(place) = self.get_mut(at..at + 2) {
            place.copy_from_slice(&value.to_be_bytes());
        }
    }

    #[inline]
    fn set_u4(&mut self, at: usize, value: u32) {
        if let Some(place) = self.get_mut(at..at + 4) {
            place.copy_from_slice(&value.to_be_bytes());
        }
    }
}
