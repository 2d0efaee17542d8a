//! What the platform tells the tracers.

use crate::action::Question;
use crate::{Timer, Timestamp};
use serde::{Deserialize, Serialize};
use trace_model::Thresholds;
use trace_model::report::Memory;

/// An event and when it happened.
///
/// In scripts, a line of JSON: `{"at":1500000000,"event":"dispatchBegin","message":3}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedEvent {
    /// In nanoseconds of the monotonic clock.
    pub at: Timestamp,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// Something happened. Events of the main thread come in its order; timers and answers come from the
/// watchdog's thread at any time, even late.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// The first traced call of the process: the start of a cold start.
    FirstCall,
    /// The looper is watched from now on, or anew after its printer was replaced: dispatches that it is in are not
    /// known, and those that were begun are forgotten.
    LooperWatched,
    /// The main looper begins with a message (`Printer`, `>`).
    DispatchBegin {
        /// What kind of message, 0 for not known.
        #[serde(default)]
        message: Message,
    },
    /// The main looper is done with it (`Printer`, `<`).
    DispatchEnd,
    /// The text of a kind of message, told before its first use.
    MessageText {
        /// Number that events use for it.
        message: Message,
        /// `target callback what`, as the looper prints them.
        text: String,
    },
    /// An idle handler begins to run.
    IdleBegin,
    /// An idle handler is done.
    IdleEnd,
    /// The input channel received an event: its handling should end soon.
    TouchReceived,
    /// The input channel sent the answer.
    TouchFinished,
    /// `ActivityThread`'s handler handles a message.
    SystemMessage {
        /// `Message.what`.
        what: i32,
        /// Whether it is a transaction (159) that launches an Activity.
        #[serde(default)]
        launches_activity: bool,
    },
    /// `Activity.onCreate` begins.
    ActivityCreated {
        /// Class name.
        activity: String,
        /// Whether the Activity begins anew: not one made again after a change of configuration.
        #[serde(default = "yes")]
        fresh: bool,
    },
    /// `Activity.onStart`.
    ActivityStarted {
        /// Class name.
        activity: String,
    },
    /// `Activity.onResume`.
    ActivityResumed {
        /// Class name.
        activity: String,
    },
    /// `Activity.onPause`.
    ActivityPaused {
        /// Class name.
        activity: String,
    },
    /// `Activity.onStop`.
    ActivityStopped {
        /// Class name.
        activity: String,
    },
    /// `Activity.onDestroy`.
    ActivityDestroyed {
        /// Class name.
        activity: String,
    },
    /// An Activity's window won or lost the focus: `AppMethodBeat.at`.
    FocusChanged {
        /// Class name.
        activity: String,
        /// Whether it has it now.
        focused: bool,
    },
    /// The app names what the user sees, in place of the visible Activity; `None` ends that.
    SceneChanged {
        /// For example a Fragment's name or a Compose route.
        scene: Option<String>,
    },
    /// A frame was drawn.
    Frame(Frame),
    /// The display's refresh rate, in hertz.
    RefreshRate {
        /// At least 1.
        hertz: f64,
    },
    /// Somebody wants to be told how smoothly a scene is drawn: `Action::Frames`.
    ListenFrames {
        /// Number of the listener, new or to be replaced.
        listener: u32,
        /// The scene; any when left out, each told apart.
        #[serde(default)]
        scene: Option<String>,
        /// Frame time of a scene after which to tell, at least 1.
        interval_ms: u64,
        /// Frames that dropped fewer are not counted.
        #[serde(default)]
        threshold: u32,
    },
    /// Somebody wants to be told of each bad frame: `Action::FrameDropped`.
    ListenDrops {
        /// Number of the listener, new or to be replaced.
        listener: u32,
        /// How many frames a bad one drops, at least.
        threshold: u32,
    },
    /// A listener wants no more.
    Unlisten {
        /// Its number.
        listener: u32,
        /// Whether it still wants what was counted since it was last told.
        #[serde(default)]
        tell_rest: bool,
    },
    /// A timer's time has come; maybe late, maybe although it was cancelled a moment ago.
    Timer {
        /// Which.
        timer: Timer,
    },
    /// What a tracer asked for.
    Answer {
        /// Which [`Action::Ask`](crate::Action::Ask) it is for.
        token: u64,
        /// The facts.
        #[serde(flatten)]
        answer: Box<Answer>,
    },
    /// The process was sent SIGQUIT.
    SigQuit,
    /// Somebody set the main thread's niceness.
    PriorityChanged {
        /// New niceness.
        nice: i32,
    },
    /// Somebody set the main thread's timer slack.
    TimerSlackChanged {
        /// New slack.
        nanos: u64,
    },
    /// New thresholds (dynamic configuration).
    Configure {
        /// All of them.
        thresholds: Box<Thresholds>,
    },
}

/// Number of a kind of message; who feeds events keeps equal messages' numbers equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Message(pub u32);

impl Message {
    /// Nothing is known of it.
    pub const UNKNOWN: Message = Message(0);
}

/// A frame, as `FrameMetrics` tells it (API 24), or from `Choreographer`'s callbacks before. Durations are in
/// nanoseconds; 0 where not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Frame {
    /// Whether it belongs to a vsync: other messages are no frames.
    pub is_vsync: bool,
    /// When the frame should have begun.
    pub intended_vsync: Timestamp,
    /// When it began.
    pub vsync: Timestamp,
    /// `UNKNOWN_DELAY_DURATION`.
    pub unknown_delay: u64,
    /// `INPUT_HANDLING_DURATION`.
    pub input: u64,
    /// `ANIMATION_DURATION`.
    pub animation: u64,
    /// `LAYOUT_MEASURE_DURATION`, or all of the traversal.
    pub layout: u64,
    /// `DRAW_DURATION`.
    pub draw: u64,
    /// `SYNC_DURATION`.
    pub sync: u64,
    /// `COMMAND_ISSUE_DURATION`.
    pub command_issue: u64,
    /// `SWAP_BUFFERS_DURATION`.
    pub swap_buffers: u64,
    /// `GPU_DURATION` (API 31).
    pub gpu: u64,
    /// `TOTAL_DURATION`.
    pub total: u64,
    /// Whether it is a window's first (`FIRST_DRAW_FRAME`), which no level counts.
    pub is_first: bool,
}

/// Facts that a tracer asked for; what could not be had is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Answer {
    /// Stack of the main thread.
    pub thread_stack: Option<String>,
    /// State of the main thread.
    pub thread_state: Option<String>,
    /// Priority of the process.
    pub process_priority: Option<i32>,
    /// Niceness of the process.
    pub process_nice: Option<i32>,
    /// Memory in use.
    pub memory: Option<Memory>,
    /// Whether the system says that the process does not respond.
    pub not_responding: Option<bool>,
    /// Questions that this answers, for who looks at scripts.
    pub of: Option<Question>,
}

fn yes() -> bool {
    true
}
