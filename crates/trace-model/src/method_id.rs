//! The 20-bit number that stands for a method in a trace record.

use std::fmt;
use std::num::NonZeroU32;

/// The id of a traced method, 1 to [`MethodId::MAX`], or [`MethodId::DISPATCH`].
///
/// A record has 20 bits for it. The two highest values are taken: one stands for a message dispatch
/// of the main looper, all ones is reserved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(NonZeroU32);

impl MethodId {
    /// The highest id that a method may have.
    pub const MAX: u32 = 0xF_FFFD;

    /// The id of a message dispatch (`Handler.dispatchMessage`), which no method may have.
    pub const DISPATCH: MethodId = MethodId(NonZeroU32::new(0xF_FFFE).unwrap());

    /// The id of a method, or `None` unless `1 <= id <= MAX`.
    pub const fn new(id: u32) -> Option<MethodId> {
        match NonZeroU32::new(id) {
            Some(id) if id.get() <= Self::MAX => Some(MethodId(id)),
            _ => None,
        }
    }

    /// The id as a number.
    pub const fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for MethodId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for MethodId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MethodId({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_that_no_other_record_uses_are_method_ids() {
        assert_eq!(MethodId::new(0), None);
        assert_eq!(MethodId::new(1).map(MethodId::get), Some(1));
        assert_eq!(MethodId::new(1_048_573).map(MethodId::get), Some(1_048_573));
        assert_eq!(MethodId::new(1_048_574), None);
        assert_eq!(MethodId::new(1_048_575), None);
        assert_eq!(MethodId::DISPATCH.get(), 1_048_574);
    }
}
