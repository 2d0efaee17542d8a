//! `Trace_EvilMethod`.

use serde::{Deserialize, Serialize};

/// Something took too long, on the main thread unless `thread` names another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EvilMethod {
    /// What kind of thing.
    pub detail: Detail,
    /// How long, in milliseconds.
    pub cost: u64,
    /// What the user saw: an Activity's class name, or what the app called it.
    pub scene: String,
    /// Rows of [`StackRow`](crate::StackRow), one a line; empty when nothing was recorded.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stack: String,
    /// Matrix's key: the row that matters most, `id|`.
    #[serde(rename = "stackKey", default, skip_serializing_if = "String::is_empty")]
    pub stack_key: String,
    /// The heaviest chain of calls, `id|id|...`: groups reports of different builds once retraced.
    #[serde(rename = "pathKey", default, skip_serializing_if = "String::is_empty")]
    pub path_key: String,
    /// The part of `cost` that no recorded call covers, 0 to 1: time in code that is not instrumented,
    /// or that was overwritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<f64>,
    /// Stack of the main thread when it was noticed.
    #[serde(rename = "threadStack", default, skip_serializing_if = "Option::is_none")]
    pub thread_stack: Option<String>,
    /// State of the main thread then, as `java.lang.Thread.State` names it.
    #[serde(rename = "threadState", default, skip_serializing_if = "Option::is_none")]
    pub thread_state: Option<String>,
    /// Name of the thread, of a [`Detail::Worker`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// Priority of the process, field 18 of `/proc/self/stat`; of a [`Detail::PriorityModified`] the main thread's
    /// new niceness.
    #[serde(rename = "processPriority", default, skip_serializing_if = "Option::is_none")]
    pub process_priority: Option<i32>,
    /// Niceness of the process, field 19 of `/proc/self/stat`.
    #[serde(rename = "processNice", default, skip_serializing_if = "Option::is_none")]
    pub process_nice: Option<i32>,
    /// New timer slack of the main thread, in nanoseconds, of a [`Detail::TimerSlackModified`].
    #[serde(rename = "processTimerSlack", default, skip_serializing_if = "Option::is_none")]
    pub process_timer_slack: Option<u64>,
    /// Whether the app was in the foreground.
    #[serde(rename = "isProcessForeground")]
    pub is_process_foreground: bool,
    /// Memory in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Memory>,
    /// Of a [`Detail::Startup`]: 1 = cold, 2 = warm.
    #[serde(rename = "subType", default, skip_serializing_if = "Option::is_none")]
    pub sub_type: Option<u8>,
    /// The message whose dispatch it was, as far as known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The messages before it, the newest last: `milliseconds,text`, one a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    /// Kinds of message that came very often lately: `count,text`, one a line, the most frequent first.
    #[serde(rename = "denseMessages", default, skip_serializing_if = "Option::is_none")]
    pub dense_messages: Option<String>,
}

/// What took too long (`Constants.Type` in Matrix).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Detail {
    /// The dispatch of a message.
    #[default]
    Normal,
    /// A dispatch that had not ended after the time of an ANR.
    Anr,
    /// A start of the app.
    Startup,
    /// A dispatch that had not ended after a shorter time: the main thread's stack only.
    Lag,
    /// An idle handler.
    LagIdleHandler,
    /// A touch event.
    LagTouch,
    /// The system signalled an ANR.
    SignalAnr,
    /// Somebody changed the main thread's priority.
    PriorityModified,
    /// Somebody changed the main thread's timer slack.
    #[serde(rename = "TIMERSLACK_MODIFIED")]
    TimerSlackModified,
    /// A task of a worker thread that the app has recorded. Matrix has none.
    Worker,
}

/// Memory in use, in KiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Java heap.
    pub dalvik_heap: u64,
    /// Native heap.
    pub native_heap: u64,
    /// Address space.
    pub vm_size: u64,
}
