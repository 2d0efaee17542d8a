//! Points in time.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Nanoseconds of one monotonic clock (`CLOCK_MONOTONIC`, on Android `System.nanoTime`).
///
/// Differences never wrap: an earlier time is no time ago.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(u64);

impl Timestamp {
    /// `nanos` after the clock's zero.
    pub const fn from_nanos(nanos: u64) -> Timestamp {
        Timestamp(nanos)
    }

    /// Nanoseconds after the clock's zero.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// Time since `earlier`, zero if it is later.
    pub const fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// This time and `duration` more, at most the end of the clock.
    pub const fn plus(self, duration: Duration) -> Timestamp {
        let nanos = duration.as_nanos();
        let nanos = if nanos > u64::MAX as u128 { u64::MAX } else { nanos as u64 };
        Timestamp(self.0.saturating_add(nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_never_wrap() {
        let (a, b) = (Timestamp::from_nanos(5), Timestamp::from_nanos(7));
        assert_eq!(b.since(a), Duration::from_nanos(2));
        assert_eq!(a.since(b), Duration::ZERO);
        assert_eq!(a.plus(Duration::from_nanos(2)), b);
        assert_eq!(a.plus(Duration::MAX).as_nanos(), u64::MAX);
    }
}
