//! A day of an app's main looper, with all that goes wrong: stalls, loops inside of messages, a ring that is too
//! small, clocks that jump, timers that are late, stale or lost, answers that never come, begins and ends that are not
//! told, consumers that panic. Each report must be the one that a simple model expects, and nothing may grow.
//!
//! With `TRACE_FULL` set there are more days.

mod looper;
mod memory;
mod model;

use looper::Looper;
use std::time::Duration;

#[test]
fn no_report_is_lost_or_doubled_and_nothing_grows() {
    let days = if std::env::var_os("TRACE_FULL").is_some() { 30 } else { 1 };
    for seed in 0..days {
        let mut looper = Looper::new(seed);
        looper.tell_texts();
        looper.run(Duration::from_secs(2 * 3_600));
        let before = memory::live();
        looper.run(Duration::from_secs(22 * 3_600));
        let grown = memory::live().saturating_sub(before);
        // What pending reports take may be held at the second time only.
        assert!(grown < 32 << 10, "grown by {grown} bytes in {} messages", looper.messages());
        looper.check();
        eprintln!(
            "day {seed}: {} messages, {} reports, grown by {grown} bytes",
            looper.messages(),
            looper.reports()
        );
    }
}
