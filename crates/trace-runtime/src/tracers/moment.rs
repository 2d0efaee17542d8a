//! What is so when an event happens, whichever tracer looks.

use super::dispatch::Dispatch;
use crate::pending::{Pending, Records};
use crate::ring::{Mark, Store, copy_since};
use crate::{Setup, Timestamp};
use std::time::Duration;
use trace_model::report::{Content, EvilMethod, Report};

/// The time, the records and the app.
pub(crate) struct Moment<'a> {
    pub(crate) at: Timestamp,
    /// The main thread's ring.
    pub(crate) store: &'a dyn Store,
    /// Thresholds, and what all reports say.
    pub(crate) setup: &'a Setup,
    /// What the user sees.
    pub(crate) scene: &'a str,
    /// Whether the user sees any of the app.
    pub(crate) foreground: bool,
}

impl Moment<'_> {
    /// A report of `content`, with a stack of `records` if there are any.
    pub(crate) fn report(&self, content: EvilMethod, records: Option<Records>) -> Box<Pending> {
        let content =
            EvilMethod { scene: self.scene.to_owned(), is_process_foreground: self.foreground, ..content };
        let content = Content::EvilMethod(Box::new(content));
        Pending::new(self.at, Report { common: self.setup.common(), content }, records)
    }

    /// The records of a dispatch until now, as far as they are left.
    pub(crate) fn records(&self, dispatch: &Dispatch) -> Option<Records> {
        self.records_since(dispatch.mark, dispatch.begin, true)
    }

    /// The records since a mark until now, as far as they are left.
    pub(crate) fn records_since(&self, mark: Mark, begin: Timestamp, dispatch: bool) -> Option<Records> {
        copy_since(self.store, mark).map(|copied| Records {
            copied,
            begin: self.setup.ticks(begin),
            end: self.setup.ticks(self.at),
            dispatch,
            rows: self.setup.thresholds.stack_rows as usize,
        })
    }
}

/// A duration as reports have it.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
