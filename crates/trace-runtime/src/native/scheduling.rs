//! How the scheduler treats a thread: niceness and timer slack.
//!
//! An app whose main thread somebody made nicer, or whose timers somebody made lazier, is slow with no slow method
//! anywhere. Matrix hooks `setpriority` and `prctl` in every library of the process to see who does that. This
//! module only looks: two system calls, no foreign code changed, nothing to break on the next Android version. The
//! price is that a change is seen when the main thread looks next (once a second while it works), without
//! the stack of whoever made it.
//!
//! The thread must look itself: the kernel lets no thread read another one's timer slack without `CAP_SYS_NICE`.

/// Niceness and timer slack of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheduling {
    /// -20, the first to run, to 19.
    pub nice: i32,
    /// By how much its timers may be late, in nanoseconds; 50,000 by default.
    pub timer_slack: u64,
}

impl Scheduling {
    /// Of the thread that asks.
    pub fn of_this_thread() -> Option<Scheduling> {
        // SAFETY: takes numbers, gives a number. The system call itself gives 20 - nice, so that nothing below 1 can
        // be mistaken for a niceness.
        let priority = unsafe { libc::syscall(libc::SYS_getpriority, libc::PRIO_PROCESS, 0) };
        // SAFETY: takes a number, gives a number.
        let slack = unsafe { libc::prctl(libc::PR_GET_TIMERSLACK) };
        if priority < 1 || slack < 0 {
            return None;
        }
        Some(Scheduling { nice: 20 - i32::try_from(priority).ok()?, timer_slack: u64::try_from(slack).ok()? })
    }
}

/// Remembers how a thread was treated when it last looked.
#[derive(Clone, Copy, Debug, Default)]
pub struct SchedulingWatch(Option<Scheduling>);

impl SchedulingWatch {
    /// What has changed since the last look: new niceness, new timer slack. The first look finds no change.
    pub fn look(&mut self, now: Option<Scheduling>) -> (Option<i32>, Option<u64>) {
        let (Some(new), old) = (now, self.0) else { return (None, None) };
        self.0 = now;
        let Some(old) = old else { return (None, None) };
        (
            (new.nice != old.nice).then_some(new.nice),
            (new.timer_slack != old.timer_slack).then_some(new.timer_slack),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_seen_once() {
        let mut watch = SchedulingWatch::default();
        let first = Scheduling { nice: -10, timer_slack: 50_000 };
        assert_eq!(watch.look(Some(first)), (None, None));
        assert_eq!(watch.look(Some(Scheduling { nice: 10, ..first })), (Some(10), None));
        assert_eq!(watch.look(Some(Scheduling { nice: 10, ..first })), (None, None));
        assert_eq!(watch.look(None), (None, None));
        assert_eq!(watch.look(Some(Scheduling { nice: -10, timer_slack: 9 })), (Some(-10), Some(9)));
    }

    #[test]
    fn a_thread_that_changes_itself_sees_it() {
        std::thread::spawn(|| {
            let mut watch = SchedulingWatch::default();
            let start = Scheduling::of_this_thread().unwrap();
            watch.look(Some(start));
            let nice = (start.nice + 3).min(19);
            // SAFETY: takes numbers; of this thread only, which ends with the test.
            unsafe {
                assert_eq!(libc::setpriority(libc::PRIO_PROCESS, 0, nice), 0);
                assert_eq!(libc::prctl(libc::PR_SET_TIMERSLACK, 123_456_u64), 0);
            }
            let seen = watch.look(Scheduling::of_this_thread());
            assert_eq!(seen, ((nice != start.nice).then_some(nice), Some(123_456)));
        })
        .join()
        .unwrap();
    }
}
