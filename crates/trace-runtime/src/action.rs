//! What the tracers want done.

use crate::tracers::frames::Refused;
use crate::{Frame, Pending, Timestamp};
use serde::{Deserialize, Serialize};
use trace_model::report::Fps;

/// Something to do. None of it may be done inside of the call that asked for it, if it takes long.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send [`Event::Timer`](crate::Event::Timer) at a time. Replaces what the timer was set to.
    Arm {
        /// Which.
        timer: Timer,
        /// When.
        at: Timestamp,
    },
    /// Forget a timer.
    Cancel {
        /// Which.
        timer: Timer,
    },
    /// Find out and send [`Event::Answer`](crate::Event::Answer).
    Ask {
        /// Number of the question, to be sent back.
        token: u64,
        /// What.
        question: Question,
    },
    /// Tell a listener how smoothly a scene was drawn.
    Frames {
        /// Number of the listener.
        listener: u32,
        /// What was counted.
        fps: Box<Fps>,
    },
    /// Tell a listener of a bad frame.
    FrameDropped {
        /// Number of the listener.
        listener: u32,
        /// The frame.
        bad: Box<BadFrame>,
    },
    /// Tell a listener that it will not be told anything.
    Refused {
        /// Number of the listener.
        listener: u32,
        /// Why.
        why: Refused,
    },
    /// Build the report's stack and hand it to the app.
    Report(Box<Pending>),
}

/// A frame that dropped others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BadFrame {
    /// What the user saw.
    pub scene: String,
    /// How many frames it dropped.
    pub dropped: u64,
    /// The display's refresh rate, in hertz.
    pub refresh_rate: f64,
    /// The frame itself.
    pub frame: Frame,
}

/// The timers; there is one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Timer {
    /// The dispatch at hand takes as long as a lag.
    Lag,
    /// The dispatch at hand takes as long as an ANR.
    Anr,
    /// The idle handler at hand.
    IdleHandler,
    /// The touch event at hand.
    Touch,
    /// The system had time to say whether it was an ANR.
    SignalAnr,
}

/// What a tracer wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Question {
    /// The main thread's stack and state.
    MainThread,
    /// That, and priority, niceness and memory of the process.
    Everything,
    /// Whether the system says that the process does not respond, and everything else.
    NotResponding,
}
