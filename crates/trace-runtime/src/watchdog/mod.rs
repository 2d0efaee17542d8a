//! The thread that keeps the timers, raises the tick clock, finishes reports and hands them to the app.
//!
//! It has one thread, which
//!
//! - **sleeps without end while the looper is idle**: it makes no system call and uses no CPU time until somebody
//!   wakes it;
//! - **ticks about once a millisecond while a message is dispatched**, and for [`LINGER`] after, so that in a burst of
//!   messages no dispatch has to wake it. A dispatch wakes it only if nothing was dispatched for that long;
//! - **is a guest of the app's virtual machine only while it works**: see [`Host::attach`].
//!
//! Timers need no call of the system either: they are times that the thread looks at when it ticks anyway.
//!
//! The lock is held while the engine handles an event, and never while the app is called or a stack is built.

mod host;
mod schedule;
mod shared;

pub use host::{App, Host};
pub use schedule::LINGER;

use crate::ring::Store;
use crate::{Dedup, Event, Setup, Timestamp};
use shared::Shared;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

/// Name of the thread, as `/proc/self/task/*/comm` has it.
pub const THREAD_NAME: &str = "trace-watchdog";

/// The tracers of a process with all that they need to live: time, timers and somebody who listens.
///
/// When it is dropped, the thread ends as soon as it has done what it is at. Nobody waits for that: it may be in a
/// callback that waits for whoever drops.
#[derive(Debug)]
pub struct Watchdog {
    shared: Arc<Shared>,
}

impl Watchdog {
    /// Starts the thread. `clock` is the clock of all events.
    ///
    /// # Errors
    /// A system that gives no thread.
    pub fn start(setup: Setup, clock: fn() -> Timestamp, mut host: impl Host) -> std::io::Result<Watchdog> {
        let mut once = setup.each_issue_once.then(Dedup::default);
        let shared = Arc::new(Shared::new(setup, clock));
        let watchdog = Watchdog { shared: Arc::clone(&shared) };
        thread::Builder::new().name(THREAD_NAME.into()).spawn(move || {
            if catch_unwind(AssertUnwindSafe(|| run(&shared, &mut host, &mut once))).is_err() {
                host.panicked();
            }
        })?;
        Ok(watchdog)
    }

    /// Tells the tracers of an event. `records` is the main thread's ring as the calling thread sees it.
    ///
    /// Wakes the thread if there is something to do before it would wake by itself.
    pub fn feed(&self, at: Timestamp, event: Event, records: &dyn Store) {
        self.shared.feed(at, event, records);
    }

    /// Has the watchdog's thread tell the tracers of an event: for threads that have no view of the ring.
    pub fn post(&self, at: Timestamp, event: Event) {
        self.shared.post(at, event);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.end();
    }
}

fn run(shared: &Shared, host: &mut impl Host, once: &mut Option<Dedup>) {
    while shared.wait_for_work() {
        if !host.attach(&mut |app| shared.serve(app, once)) {
            break;
        }
    }
}
