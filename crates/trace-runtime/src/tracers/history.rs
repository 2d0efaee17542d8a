//! The last messages and how long each took: what went on before an ANR.

use super::moment::millis;
use super::texts::Texts;
use crate::Message;
use std::collections::VecDeque;
use std::time::Duration;

/// Messages that are kept (as Matrix does, `HISTORY_QUEUE_MAX_SIZE`).
const LENGTH: usize = 200;

/// The newest messages, the newest last.
#[derive(Debug)]
pub(crate) struct History(VecDeque<(Message, Duration)>);

impl History {
    pub(crate) fn new() -> History {
        History(VecDeque::with_capacity(LENGTH))
    }

    pub(crate) fn add(&mut self, message: Message, duration: Duration) {
        if self.0.len() >= LENGTH {
            self.0.pop_front();
        }
        self.0.push_back((message, duration));
    }

    /// `milliseconds,text`, one a line; None if there was no message yet.
    pub(crate) fn text(&self, texts: &Texts) -> Option<String> {
        let lines = self.0.iter();
        let lines = lines.map(|(message, cost)| format!("{},{}\n", millis(*cost), texts.or_number(*message)));
        Some(lines.collect()).filter(|text: &String| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_two_hundred_are_kept() {
        let mut history = History::new();
        assert_eq!(history.text(&Texts::default()), None);
        for number in 1..=1_000 {
            history.add(Message(number), Duration::from_millis(number.into()));
        }
        let text = history.text(&Texts::default()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[199]), (200, "801,#801", "1000,#1000"));
    }
}
