//! Which kinds of message come so often that they keep others waiting.

use super::texts::Texts;
use crate::{Message, Timestamp};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// Messages that are looked at (as Matrix does, `RECENT_QUEUE_MAX_SIZE`).
const LENGTH: usize = 5_000;

/// The newest messages and when they began, the newest last.
#[derive(Debug)]
pub(crate) struct Dense(VecDeque<(Message, Timestamp)>);

impl Dense {
    pub(crate) fn new() -> Dense {
        Dense(VecDeque::with_capacity(LENGTH))
    }

    pub(crate) fn add(&mut self, message: Message, begin: Timestamp) {
        if self.0.len() >= LENGTH {
            self.0.pop_front();
        }
        self.0.push_back((message, begin));
    }

    /// Kinds of which more than `most` began in the `window` before `now`: `count,text`, one a line, the most
    /// frequent first. None if there are none. Messages of which nothing is known are no kind.
    pub(crate) fn text(&self, now: Timestamp, window: Duration, most: u64, texts: &Texts) -> Option<String> {
        let mut counts = BTreeMap::<Message, u64>::new();
        for (message, begin) in self.0.iter().rev() {
            if *begin <= now && now.since(*begin) <= window && *message != Message::UNKNOWN {
                *counts.entry(*message).or_default() += 1;
            }
        }
        let mut dense: Vec<_> = counts.into_iter().filter(|(_, count)| *count > most).collect();
        dense.sort_by_key(|(message, count)| (Reverse(*count), *message));
        let lines = dense.iter().map(|(message, count)| format!("{count},{}\n", texts.or_number(*message)));
        Some(lines.collect()).filter(|text: &String| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_n_of_a_kind_in_a_window_are_dense() {
        let mut dense = Dense::new();
        let at = |millis: u64| Timestamp::from_nanos(millis * 1_000_000);
        for millis in 0..100 {
            dense.add(Message(1), at(millis));
            dense.add(Message(2), at(millis / 2));
        }
        let text = |window: u64, most: u64| {
            dense.text(at(99), Duration::from_millis(window), most, &Texts::default())
        };
        assert_eq!(text(99, 99).as_deref(), Some("100,#1\n100,#2\n"));
        assert_eq!(text(60, 50).as_deref(), Some("61,#1\n"));
        assert_eq!(text(99, 100), None);
    }

    #[test]
    fn newest_five_thousand_are_looked_at() {
        let mut dense = Dense::new();
        for _ in 0..LENGTH * 3 {
            dense.add(Message(7), Timestamp::default());
        }
        let text = dense.text(Timestamp::default(), Duration::ZERO, 0, &Texts::default());
        assert_eq!(text.as_deref(), Some("5000,#7\n"));
    }
}
