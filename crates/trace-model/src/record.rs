//! What the ring holds: one 64-bit number for each event.

use crate::MethodId;
use std::fmt;

/// Entry into or exit from a method, and when.
///
/// | bits | meaning |
/// |---|---|
/// | 63 | 1 = enter, 0 = exit |
/// | 62 to 43 | method id, see [`MethodId`] |
/// | 42 to 0 | time since the start of recording, in the recording's [`TimeUnit`] |
///
/// This is the layout of Matrix's `AppMethodBeat`. Every bit pattern is a record; those of ids that no
/// method has are for whoever reads them to judge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Record(u64);

const ID_BITS: u32 = 20;
const TIME_BITS: u32 = 43;
const ENTER: u64 = 1 << 63;

impl Record {
    /// The greatest time that a record can hold.
    pub const MAX_TIME: u64 = (1 << TIME_BITS) - 1;

    /// The record with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Record {
        Record(bits)
    }

    /// Entry into `id`; of `time` the low 43 bits are kept.
    #[inline]
    pub const fn enter(id: MethodId, time: u64) -> Record {
        Record(ENTER | (id.get() as u64) << TIME_BITS | time & Self::MAX_TIME)
    }

    /// Exit from `id`; of `time` the low 43 bits are kept.
    #[inline]
    pub const fn exit(id: MethodId, time: u64) -> Record {
        Record((id.get() as u64) << TIME_BITS | time & Self::MAX_TIME)
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether it is an entry.
    #[inline]
    pub const fn is_enter(self) -> bool {
        self.0 & ENTER != 0
    }

    /// The id's 20 bits, which may be no [`MethodId`].
    #[inline]
    pub const fn id(self) -> u32 {
        (self.0 >> TIME_BITS) as u32 & ((1 << ID_BITS) - 1)
    }

    /// Whether it begins or ends the dispatch of a message.
    #[inline]
    pub const fn is_dispatch(self) -> bool {
        self.id() == MethodId::DISPATCH.get()
    }

    /// Time since the start of recording.
    #[inline]
    pub const fn time(self) -> u64 {
        self.0 & Self::MAX_TIME
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.is_enter() { "enter" } else { "exit" };
        write!(f, "{side} {} at {}", self.id(), self.time())
    }
}

/// What one step of a record's time is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    /// Milliseconds, as Matrix records them: 278 years fit.
    Millis,
    /// 1,024 nanoseconds, what the nanosecond clock is after a shift by ten bits: 104 days fit.
    #[default]
    Ticks,
}

impl TimeUnit {
    /// Length of one step in nanoseconds.
    pub const fn nanos(self) -> u64 {
        match self {
            TimeUnit::Millis => 1_000_000,
            TimeUnit::Ticks => 1_024,
        }
    }

    /// So many steps in milliseconds, rounded down.
    pub const fn to_millis(self, steps: u64) -> u64 {
        match self {
            TimeUnit::Millis => steps,
            TimeUnit::Ticks => steps.saturating_mul(1_024) / 1_000_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back() {
        let id = MethodId::new(0xA_BCDE).unwrap();
        for record in [Record::enter(id, 12_345), Record::exit(id, 12_345)] {
            assert_eq!((record.id(), record.time()), (0xA_BCDE, 12_345));
            assert_eq!(Record::from_bits(record.bits()), record);
        }
        assert!(Record::enter(id, 0).is_enter() && !Record::exit(id, 0).is_enter());
        assert_eq!(Record::exit(id, Record::MAX_TIME + 7).time(), 6);
        assert_eq!(Record::exit(id, Record::MAX_TIME + 7).id(), 0xA_BCDE);
    }

    #[test]
    fn steps_become_whole_milliseconds() {
        assert_eq!(TimeUnit::Millis.to_millis(7), 7);
        // 1,953.125 ticks are two milliseconds.
        assert_eq!([1_953, 1_954].map(|steps| TimeUnit::Ticks.to_millis(steps)), [1, 2]);
        assert_eq!(TimeUnit::Ticks.to_millis(u64::MAX), u64::MAX / 1_000_000);
    }

    #[test]
    fn bits_are_those_of_the_layout() {
        assert_eq!(Record::enter(MethodId::DISPATCH, 100).bits(), 0xFFFF_F000_0000_0064);
        assert_eq!(Record::exit(MethodId::new(1).unwrap(), 400).bits(), 0x0000_0800_0000_0190);
    }
}
