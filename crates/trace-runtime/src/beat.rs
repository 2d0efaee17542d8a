//! Whether records are made: the states of Matrix's `AppMethodBeat`.
//!
//! | state | first call | start | stop | after 10 s | release |
//! |---|---|---|---|---|---|
//! | DEFAULT | READY, or STARTED if a start was kept | is kept | a kept start is forgotten | RELEASED | RELEASED |
//! | READY | | STARTED | | EXPIRED_START | RELEASED |
//! | STARTED | | | STOPPED | | |
//! | STOPPED | | STARTED | | | RELEASED |
//! | EXPIRED_START | | STARTED | | | RELEASED |
//! | RELEASED | | STARTED, with a new ring | | | |
//!
//! Records are made in DEFAULT, READY and STARTED, as the calls before the app starts the tracer are those of
//! its start. Unlike the original, a start before the first call is not forgotten, and a ring that was
//! released comes back with the next start.
//!
//! Like the calls, the states that run are Java's; this is their model, which Matrix's own answers are compared with.

use crate::Timestamp;
use std::time::Duration;

/// How long a process may take to start the tracer (`Constants.DEFAULT_RELEASE_BUFFER_DELAY`), first from
/// when the recording was loaded and then from the first call.
pub const START_LIMIT: Duration = Duration::from_secs(10);

/// A state of [`Beat`], with the original's number in `status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum State {
    /// Nothing was called yet.
    Default = i32::MAX,
    /// The app runs; it has not started the tracer.
    Ready = 1,
    /// The app has started the tracer.
    Started = 2,
    /// The app has stopped the tracer.
    Stopped = -1,
    /// The app did not start the tracer in time; its ring is kept.
    ExpiredStart = -2,
    /// The same, and there is no ring.
    Released = -3,
}

impl State {
    /// Whether calls are recorded.
    pub const fn records(self) -> bool {
        matches!(self, State::Default | State::Ready | State::Started)
    }
}

/// What the edge has to do after a change of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Change {
    /// Nothing more.
    None,
    /// Hook `ActivityThread`'s handler and the main looper. What fails there is logged: the app's call goes on.
    Hook,
    /// Make a ring, then hook. Without memory for it: [`Beat::give_up`].
    MakeRing,
    /// Take the hooks out and let the ring go.
    Release,
}

/// The state machine. Time comes with each call; [`elapse`](Self::elapse) has to be called at
/// [`deadline`](Self::deadline).
#[derive(Clone, Debug)]
pub struct Beat {
    state: State,
    hooked: bool,
    /// The app wants to trace, as soon as there is something to trace.
    start_kept: bool,
    /// When the time to start began.
    since: Timestamp,
}

impl Beat {
    /// Recording was loaded.
    pub const fn new(at: Timestamp) -> Beat {
        Beat { state: State::Default, hooked: false, start_kept: false, since: at }
    }

    /// The state.
    pub const fn state(&self) -> State {
        self.state
    }

    /// The first recorded call of the process, on any thread. Later ones change nothing.
    pub fn first_call(&mut self, at: Timestamp) -> Change {
        if self.state != State::Default {
            return Change::None;
        }
        self.since = at;
        self.state = if self.start_kept { State::Started } else { State::Ready };
        self.hook()
    }

    /// The app starts the tracer.
    pub fn start(&mut self) -> Change {
        match self.state {
            State::Started => Change::None,
            State::Default => {
                self.start_kept = true;
                Change::None
            }
            State::Released => {
                self.state = State::Started;
                self.hooked = true;
                Change::MakeRing
            }
            State::Ready | State::Stopped | State::ExpiredStart => {
                self.state = State::Started;
                self.hook()
            }
        }
    }

    /// The app stops the tracer that it has started.
    pub fn stop(&mut self) {
        self.start_kept = false;
        if self.state == State::Started {
            self.state = State::Stopped;
        }
    }

    /// The app wants nothing recorded, whether it has started the tracer or not (`forceStop`).
    pub fn force_stop(&mut self) {
        self.start_kept = false;
        if self.state != State::Released {
            self.state = State::Stopped;
        }
    }

    /// Lets the ring go, unless the app has started the tracer.
    pub fn release(&mut self) -> Change {
        if self.start_kept || matches!(self.state, State::Started | State::Released) {
            return Change::None;
        }
        self.give_up()
    }

    /// There is no memory for the ring: nothing is recorded until the app starts the tracer again.
    pub fn give_up(&mut self) -> Change {
        self.state = State::Released;
        self.hooked = false;
        self.start_kept = false;
        Change::Release
    }

    /// When the app's time to start the tracer is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        let waits = matches!(self.state, State::Default | State::Ready) && !self.start_kept;
        waits.then(|| self.since.plus(START_LIMIT))
    }

    /// Time has passed.
    pub fn elapse(&mut self, at: Timestamp) -> Change {
        if self.deadline().is_none_or(|deadline| at < deadline) {
            return Change::None;
        }
        if self.state == State::Default {
            return self.give_up();
        }
        self.state = State::ExpiredStart;
        Change::None
    }

    fn hook(&mut self) -> Change {
        if std::mem::replace(&mut self.hooked, true) { Change::None } else { Change::Hook }
    }
}
