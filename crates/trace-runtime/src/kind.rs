//! Kinds of report, to switch them off.

use serde::{Deserialize, Serialize};
use trace_model::report::{Content, Detail};

/// What an app can want reports of, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReportKind {
    /// Messages that took long, and tasks of worker threads.
    EvilMethod,
    /// Messages that go on for the time of an ANR, and ANRs that the system signals.
    Anr,
    /// Messages that go on for long.
    Lag,
    /// Starts of the app, with stacks of the slow ones.
    StartUp,
    /// How smoothly scenes are drawn.
    Fps,
    /// Idle handlers.
    IdleHandler,
    /// Touch events.
    Touch,
    /// Changes of how the main thread is scheduled.
    Priority,
}

impl ReportKind {
    /// The kind of a report.
    pub fn of(content: &Content) -> ReportKind {
        match content {
            Content::StartUp(_) => ReportKind::StartUp,
            Content::Fps(_) => ReportKind::Fps,
            Content::EvilMethod(evil) => match evil.detail {
                Detail::Normal | Detail::Worker => ReportKind::EvilMethod,
                Detail::Anr | Detail::SignalAnr => ReportKind::Anr,
                Detail::Lag => ReportKind::Lag,
                Detail::Startup => ReportKind::StartUp,
                Detail::LagIdleHandler => ReportKind::IdleHandler,
                Detail::LagTouch => ReportKind::Touch,
                Detail::PriorityModified | Detail::TimerSlackModified => ReportKind::Priority,
            },
        }
    }
}
