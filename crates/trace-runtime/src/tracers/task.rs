//! Tasks of worker threads: `Trace_EvilMethod`, WORKER.

use super::moment::{Moment, millis};
use crate::ring::{Mark, Store};
use crate::{Pending, Timestamp};
use std::time::Duration;
use trace_model::report::{Detail, EvilMethod};

/// What a worker thread is at, whose calls are recorded because the app wants it.
///
/// Such a thread has a ring of its own, so neither a mark nor a record of it can be taken for one of the main thread.
/// Whoever feeds events keeps the task from its begin to its end, and hands both to the core with that ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    thread: String,
    begin: Timestamp,
    mark: Mark,
}

impl Task {
    /// A task begins on the thread of this name; `store` is the thread's ring.
    pub fn begin(at: Timestamp, thread: &str, store: &dyn Store) -> Task {
        Task { thread: thread.to_owned(), begin: at, mark: Mark::now(store) }
    }

    /// Its report, if it took long.
    pub(crate) fn ended(&self, moment: &Moment<'_>) -> Option<Box<Pending>> {
        let cost = moment.at.since(self.begin);
        if cost < Duration::from_millis(moment.setup.thresholds.evil_method_ms) {
            return None;
        }
        let content = EvilMethod {
            detail: Detail::Worker,
            cost: millis(cost),
            thread: Some(self.thread.clone()),
            ..EvilMethod::default()
        };
        Some(moment.report(content, moment.records_since(self.mark, self.begin, false)))
    }
}
