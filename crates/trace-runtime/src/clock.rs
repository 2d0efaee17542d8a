//! The clock of records: almost as exact as the system's, at a twentieth of its price.
//!
//! To ask the system for the time costs some 40 ns, a record without it 2 ns. So within the dispatch of a
//! message, where nearly all records are made, a record takes the time of the one before, until a *tick*
//! tells that some time has passed. Then it asks. Outside of a dispatch each record asks. This file is the
//! model of that clock, to be tested with any course of time; the one that runs is a few lines of Java, as
//! the writer of the ring is:
//!
//! ```java
//! static volatile int tick = PARKED;     // -2; written by the watchdog alone
//! static int seen = NEVER;               // -1; this and the rest by the recorded thread alone
//! static long stamp;
//! static boolean dispatching;
//!
//! static long time() {                   // within i() and o()
//!     if (tick != seen) look();
//!     return stamp;
//! }
//! static void look() {
//!     int now = tick;
//!     seen = dispatching && now >= 0 ? now : NEVER;
//!     stamp = Math.max(stamp, System.nanoTime() - BASE >> 10);
//! }
//! static void dispatch(boolean begins) { // before the record of the begin and before that of the end
//!     dispatching = begins;
//!     look();
//! }
//! ```
//!
//! - Each variable has one writer, so no update is lost and nothing is locked.
//! - Both edges of a dispatch are exact, so its length is. Inside, the times are right to a tick: what one
//!   method gets too little, another one gets too much.
//! - Wherever ticks cannot be relied on, the clock is exact. The watchdog *parks* the tick before it does
//!   anything else, as the app's callback may keep it for long. A dispatch within another one leaves the
//!   rest of the outer one exact; so does an end that is told twice.
//! - Times never go back, which copies of a racing ring rely on.

use crate::Timestamp;
use std::time::Duration;

/// Time between two ticks. Less than the millisecond that is promised, for threads wake late: by Linux's
/// timer slack of 50 µs, and more on a busy machine.
pub const TICK_PERIOD: Duration = Duration::from_micros(900);

/// What the watchdog shows to the recorded thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick(i32);

impl Tick {
    /// No ticks come: each record asks for the time.
    pub const PARKED: Tick = Tick(-2);

    /// The tick after this one. Who parks remembers the last one and goes on from there: a tick that comes again
    /// may be one that was seen already.
    pub const fn next(self) -> Tick {
        Tick(if self.0 < 0 || self.0 == i32::MAX { 0 } else { self.0 + 1 })
    }

    /// The number that the Java side knows.
    pub const fn number(self) -> i32 {
        self.0
    }
}

/// Whole ticks of a record's time ([`TimeUnit::Ticks`](trace_model::TimeUnit::Ticks), 1,024 ns) from `base` to
/// `at`, 0 if that is earlier.
pub const fn record_time(base: Timestamp, at: Timestamp) -> u64 {
    at.as_nanos().saturating_sub(base.as_nanos()) >> 10
}

/// Gives the records of one thread their time.
#[derive(Clone, Debug)]
pub struct TickClock {
    base: Timestamp,
    /// None where each record is exact.
    seen: Option<Tick>,
    stamp: u64,
    dispatching: bool,
}

impl TickClock {
    /// A clock outside of a dispatch whose records count from `base`.
    pub const fn new(base: Timestamp) -> TickClock {
        TickClock { base, seen: None, stamp: 0, dispatching: false }
    }

    /// Time of a record made now, in the unit of [`record_time`]. `exact` asks the system, which is slow.
    pub fn time(&mut self, tick: Tick, exact: impl FnOnce() -> Timestamp) -> u64 {
        if self.seen != Some(tick) {
            self.look(tick, exact());
        }
        self.stamp
    }

    /// Exact time of the record that begins a dispatch.
    pub fn begin(&mut self, tick: Tick, now: Timestamp) -> u64 {
        self.dispatching = true;
        self.look(tick, now);
        self.stamp
    }

    /// Exact time of the record that ends a dispatch.
    pub fn end(&mut self, tick: Tick, now: Timestamp) -> u64 {
        self.dispatching = false;
        self.look(tick, now);
        self.stamp
    }

    fn look(&mut self, tick: Tick, now: Timestamp) {
        self.seen = (self.dispatching && tick != Tick::PARKED).then_some(tick);
        self.stamp = self.stamp.max(record_time(self.base, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_never_run_out() {
        for tick in [Tick::PARKED, Tick(0), Tick(i32::MAX)] {
            assert_ne!(tick.next(), tick);
            assert!(tick.next().number() >= 0);
        }
    }
}
