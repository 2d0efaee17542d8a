//! How many Activities there are, and when those of the start at hand were created.

use crate::Timestamp;
use std::collections::VecDeque;
use std::time::Duration;

/// Creations that are remembered at once; a start has a few.
const MAX_TIMES: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Activities {
    count: u32,
    /// When the last one was destroyed, if there are none and have been some.
    without: Option<Timestamp>,
    /// Those of the start at hand that had no focus yet.
    times: VecDeque<(Box<str>, Timestamp)>,
}

impl Activities {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// For how long there has been none after there was one.
    pub(super) fn without_any(&self, at: Timestamp) -> Duration {
        self.without.map_or(Duration::ZERO, |since| at.since(since))
    }

    pub(super) fn created(&mut self, at: Timestamp, activity: &str, starting: bool) {
        self.count = self.count.saturating_add(1);
        self.without = None;
        if starting {
            if self.times.len() == MAX_TIMES {
                self.times.pop_front();
            }
            self.times.push_back((activity.into(), at));
        }
    }

    pub(super) fn destroyed(&mut self, at: Timestamp) {
        let left = self.count.saturating_sub(1);
        if left == 0 && self.count > 0 {
            self.without = Some(at);
        }
        self.count = left;
    }

    /// Time since the Activity was created, if this is its first focus; else zero.
    pub(super) fn focused(&mut self, at: Timestamp, activity: &str) -> Duration {
        let newest = self.times.iter().rposition(|(name, _)| **name == *activity);
        let time = newest.and_then(|place| self.times.remove(place));
        time.map_or(Duration::ZERO, |(_, created)| at.since(created))
    }

    pub(super) fn forget_times(&mut self) {
        self.times.clear();
    }
}
