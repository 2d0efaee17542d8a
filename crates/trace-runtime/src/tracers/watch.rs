//! A deadline that many short tasks in a row may have, at no cost for each.

use crate::{Action, Timer, Timestamp};
use std::time::Duration;

/// A timer that fires this much late is not to be trusted: the process did not run.
///
/// Matrix drops an ANR that it hears of 6 s after the begin, 1 s after the timer's time (`DEFAULT_ANR_INVALID`).
pub(crate) const LATE: Duration = Duration::from_secs(1);

/// Tells when a task takes too long. Its timer is armed for one task and left alone when that ends: only when it
/// fires is it looked at which task is at hand, and the timer aimed at its deadline. So the timer is armed at
/// most once in the time of a limit, however many tasks there are, and not at all while there are none.
#[derive(Debug)]
pub(crate) struct Watch {
    timer: Timer,
    armed: Option<Timestamp>,
    since: Option<Timestamp>,
}

/// The task at hand takes too long.
#[derive(Debug, PartialEq)]
pub(crate) struct Overdue {
    /// When it began.
    pub(crate) since: Timestamp,
    /// Whether the timer fired so late that this says nothing of the task.
    pub(crate) late: bool,
}

impl Watch {
    pub(crate) const fn new(timer: Timer) -> Watch {
        Watch { timer, armed: None, since: None }
    }

    /// A task begins, in place of the one at hand if there is one.
    pub(crate) fn begin(&mut self, at: Timestamp, limit: Duration, out: &mut Vec<Action>) {
        self.since = Some(at);
        let due = at.plus(limit);
        // What is armed fires in time, unless the clock went back, or the timer was lost.
        if self.armed.is_none_or(|armed| armed > due || at.since(armed) >= LATE) {
            self.arm(due, out);
        }
    }

    /// The task at hand is done.
    pub(crate) fn end(&mut self) {
        self.since = None;
    }

    /// The limit is another one from now on.
    pub(crate) fn limit_changed(&mut self, limit: Duration, out: &mut Vec<Action>) {
        if let Some(since) = self.since {
            self.arm(since.plus(limit), out);
        }
    }

    /// The timer fired. A task is overdue but once.
    pub(crate) fn fired(&mut self, at: Timestamp, limit: Duration, out: &mut Vec<Action>) -> Option<Overdue> {
        self.armed = None;
        let since = self.since?;
        let due = since.plus(limit);
        if at < due {
            self.arm(due, out);
            return None;
        }
        self.since = None;
        Some(Overdue { since, late: at.since(due) >= LATE })
    }

    fn arm(&mut self, at: Timestamp, out: &mut Vec<Action>) {
        self.armed = Some(at);
        out.push(Action::Arm { timer: self.timer, at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(5);

    fn second(seconds: u64) -> Timestamp {
        Timestamp::from_nanos(seconds * 1_000_000_000)
    }

    fn armed(out: &mut Vec<Action>) -> Vec<Timestamp> {
        let times = out.drain(..).map(|action| match action {
            Action::Arm { timer: Timer::Anr, at } => at,
            other => panic!("{other:?}"),
        });
        times.collect()
    }

    #[test]
    fn no_timer_per_message() {
        let (mut watch, mut out) = (Watch::new(Timer::Anr), Vec::new());
        for nanos in 0..1_000 {
            watch.begin(Timestamp::from_nanos(nanos), LIMIT, &mut out);
            watch.end();
        }
        assert_eq!(armed(&mut out), [second(5)]);
        // Nothing at hand: the timer is left alone until a task begins.
        assert_eq!(watch.fired(second(5), LIMIT, &mut out), None);
        assert_eq!(armed(&mut out), []);
        watch.begin(second(8), LIMIT, &mut out);
        assert_eq!(armed(&mut out), [second(13)]);
    }

    #[test]
    fn timer_is_aimed_at_the_task_at_hand_when_it_fires() {
        let (mut watch, mut out) = (Watch::new(Timer::Anr), Vec::new());
        watch.begin(second(0), LIMIT, &mut out);
        watch.end();
        watch.begin(second(3), LIMIT, &mut out);
        assert_eq!(watch.fired(second(5), LIMIT, &mut out), None);
        assert_eq!(armed(&mut out), [second(5), second(8)]);
        assert_eq!(watch.fired(second(8), LIMIT, &mut out), Some(Overdue { since: second(3), late: false }));
        assert_eq!(watch.fired(second(8), LIMIT, &mut out), None, "but once");
    }

    #[test]
    fn timer_that_fires_a_second_late_is_late() {
        for (at, late) in [(5_999_999_999, false), (6_000_000_000, true)] {
            let (mut watch, mut out) = (Watch::new(Timer::Anr), Vec::new());
            watch.begin(second(0), LIMIT, &mut out);
            let overdue = watch.fired(Timestamp::from_nanos(at), LIMIT, &mut out);
            assert_eq!(overdue, Some(Overdue { since: second(0), late }));
        }
    }

    #[test]
    fn lost_timers_and_clocks_that_go_back_do_not_end_the_watch() {
        let (mut watch, mut out) = (Watch::new(Timer::Anr), Vec::new());
        watch.begin(second(100), LIMIT, &mut out);
        assert_eq!(armed(&mut out), [second(105)]);
        watch.begin(second(10), LIMIT, &mut out);
        assert_eq!(armed(&mut out), [second(15)], "back by 90 s");
        watch.begin(second(16), LIMIT, &mut out);
        assert_eq!(armed(&mut out), [second(21)], "never fired at 15 s");
    }

    #[test]
    fn new_limit_is_that_of_the_task_at_hand() {
        let (mut watch, mut out) = (Watch::new(Timer::Anr), Vec::new());
        watch.begin(second(1), LIMIT, &mut out);
        watch.limit_changed(LIMIT * 2, &mut out);
        assert_eq!(watch.fired(second(6), LIMIT * 2, &mut out), None);
        assert_eq!(armed(&mut out), [second(6), second(11), second(11)]);
    }
}
