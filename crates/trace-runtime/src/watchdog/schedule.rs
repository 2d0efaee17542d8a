//! When the watchdog's thread has to do what. Knows no thread and no clock.

use crate::clock::TICK_PERIOD;
use crate::{Timer, Timestamp};
use std::time::Duration;

/// A dispatch that goes on for so many ticks gets fewer of them: the error stays below a ten thousandth of its length,
/// and a dispatch whose end nobody told does not keep a core awake for ever.
const TICKS_OF_A_DISPATCH: u32 = 10_000;

/// How long the thread stays awake after a dispatch: a frame at 60 Hz, so that it is woken once for a scroll or an
/// animation and not once for each of its messages.
pub const LINGER: Duration = Duration::from_millis(17);

const TIMERS: [Timer; 5] = [Timer::Lag, Timer::Anr, Timer::IdleHandler, Timer::Touch, Timer::SignalAnr];

/// The end of time: nothing to wait for.
pub(super) const NEVER: Timestamp = Timestamp::from_nanos(u64::MAX);

/// What the thread should do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Raise the tick clock.
    Tick,
    /// Tell the tracers that a timer's time has come.
    Fire(Timer),
    /// Sleep; the looper works.
    Sleep(Timestamp),
    /// Sleep, maybe for ever; the looper is idle.
    Rest(Timestamp),
}

/// Timers, and the ticks of the dispatch at hand.
#[derive(Debug)]
pub(super) struct Schedule {
    timers: [Timestamp; TIMERS.len()],
    dispatch: Option<Timestamp>,
    next_tick: Timestamp,
    busy_until: Timestamp,
}

impl Schedule {
    pub(super) fn new() -> Schedule {
        let start = Timestamp::from_nanos(0);
        Schedule { timers: [NEVER; TIMERS.len()], dispatch: None, next_tick: start, busy_until: start }
    }

    pub(super) fn arm(&mut self, timer: Timer, at: Timestamp) {
        self.timers[place(timer)] = at;
    }

    pub(super) fn cancel(&mut self, timer: Timer) {
        self.timers[place(timer)] = NEVER;
    }

    /// A dispatch begins. One within another replaces it: only loopers of modal dialogs do that.
    pub(super) fn begin(&mut self, at: Timestamp) {
        self.dispatch = Some(at);
        if self.next_tick <= at {
            self.next_tick = at.plus(TICK_PERIOD);
        }
    }

    pub(super) fn end(&mut self, at: Timestamp) {
        self.dispatch = None;
        self.busy_until = at.plus(LINGER);
    }

    /// When there is something to do, [`NEVER`] if there is nothing.
    pub(super) fn next(&self) -> Timestamp {
        let tick = if self.dispatch.is_some() { self.next_tick } else { NEVER };
        self.timers.iter().fold(tick, |first, timer| first.min(*timer))
    }

    /// What to do at `now`, and what was due before, one after the other: the tick first, for records wait for it.
    pub(super) fn step(&mut self, now: Timestamp) -> Step {
        if let Some(begin) = self.dispatch.filter(|_| self.next_tick <= now) {
            self.next_tick = now.plus(TICK_PERIOD.max(now.since(begin) / TICKS_OF_A_DISPATCH));
            return Step::Tick;
        }
        let first = (0..TIMERS.len()).min_by_key(|place| self.timers[*place]).unwrap_or(0);
        if self.timers[first] <= now {
            self.timers[first] = NEVER;
            return Step::Fire(TIMERS[first]);
        }
        if self.dispatch.is_none() {
            if self.busy_until <= now {
                return Step::Rest(self.next());
            }
            // Awake a tick from now in any case: then a dispatch that begins meanwhile need not wake anybody.
            self.next_tick = now.plus(TICK_PERIOD);
        }
        Step::Sleep(self.next_tick.min(self.next()))
    }
}

fn place(timer: Timer) -> usize {
    TIMERS.iter().position(|known| *known == timer).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(micros: u64) -> Timestamp {
        Timestamp::from_nanos(1_000_000_000 + micros * 1_000)
    }

    #[test]
    fn nothing_to_do_is_nothing_to_wait_for() {
        let mut schedule = Schedule::new();
        assert_eq!(schedule.next(), NEVER);
        assert_eq!(schedule.step(at(0)), Step::Rest(NEVER));
    }

    #[test]
    fn a_dispatch_has_ticks() {
        let mut schedule = Schedule::new();
        schedule.begin(at(0));
        assert_eq!(schedule.next(), at(900));
        assert_eq!(schedule.step(at(10)), Step::Sleep(at(900)));
        assert_eq!(schedule.step(at(1_050)), Step::Tick);
        assert_eq!(schedule.step(at(1_051)), Step::Sleep(at(1_950)));
        schedule.end(at(1_500));
        assert_eq!(schedule.next(), NEVER);
    }

    #[test]
    fn in_a_burst_no_dispatch_is_earlier_than_the_next_waking() {
        let mut schedule = Schedule::new();
        schedule.begin(at(0));
        schedule.end(at(500));
        let Step::Sleep(wakes) = schedule.step(at(1_000)) else { panic!() };
        assert_eq!(wakes, at(1_900));
        schedule.begin(at(1_100));
        assert!(schedule.next() >= wakes);
        assert_eq!(schedule.step(at(2_000)), Step::Tick);
    }

    #[test]
    fn after_a_burst_the_thread_rests() {
        let mut schedule = Schedule::new();
        schedule.begin(at(0));
        schedule.end(at(100));
        let mut now = at(100);
        let mut wakings = 0;
        while let Step::Sleep(until) = schedule.step(now) {
            now = until;
            wakings += 1;
        }
        assert_eq!(schedule.step(now), Step::Rest(NEVER));
        assert_eq!(wakings, 19);
    }

    #[test]
    fn timers_fire_once_in_their_order() {
        let mut schedule = Schedule::new();
        schedule.arm(Timer::Anr, at(5_000));
        schedule.arm(Timer::Lag, at(2_000));
        schedule.arm(Timer::Touch, at(1_000));
        schedule.cancel(Timer::Touch);
        assert_eq!(schedule.step(at(0)), Step::Rest(at(2_000)));
        assert_eq!(schedule.step(at(6_000)), Step::Fire(Timer::Lag));
        assert_eq!(schedule.step(at(6_000)), Step::Fire(Timer::Anr));
        assert_eq!(schedule.step(at(6_000)), Step::Rest(NEVER));
    }

    #[test]
    fn a_timer_that_is_armed_again_is_moved() {
        let mut schedule = Schedule::new();
        schedule.arm(Timer::Lag, at(2_000));
        schedule.arm(Timer::Lag, at(4_000));
        assert_eq!(schedule.step(at(3_000)), Step::Rest(at(4_000)));
    }

    #[test]
    fn a_dispatch_without_end_costs_less_and_less() {
        let mut schedule = Schedule::new();
        schedule.begin(at(0));
        let (mut now, mut ticks) = (at(0), 0);
        while now < at(3_600_000_000) {
            match schedule.step(now) {
                Step::Tick => ticks += 1,
                Step::Sleep(until) => now = until,
                step => panic!("{step:?}"),
            }
        }
        assert!(ticks < 80_000, "{ticks} ticks in an hour");
    }
}
