//! Which messages the main looper dispatches.

use crate::ring::Mark;
use crate::{Message, Timestamp};
use std::time::Duration;

/// Dispatches inside of each other that are told apart. An app whose handlers throw, and which begins a loop anew
/// each time, nests without end; of more than these the outermost are forgotten.
pub(crate) const DEEPEST: usize = 16;

/// A dispatch that has not ended.
#[derive(Debug)]
pub(crate) struct Dispatch {
    /// Different from that of all others.
    pub(crate) number: u64,
    pub(crate) message: Message,
    pub(crate) begin: Timestamp,
    /// The place in the ring where it began.
    pub(crate) mark: Mark,
    /// Whether a lag was noticed.
    pub(crate) lag: bool,
    /// Whether an ANR was noticed, by the looper or by a signal.
    pub(crate) anr: bool,
    /// When the first dispatch inside of it began, and the last one ended.
    nested: Option<(Timestamp, Timestamp)>,
}

impl Dispatch {
    /// When its own code began to run, or last went on after dispatches inside of it.
    pub(crate) fn since(&self) -> Timestamp {
        self.nested.map_or(self.begin, |(_, last)| last)
    }

    /// Time until `end` in its own code. A loop inside of it is not counted, as it may just have waited for messages:
    /// what is slow in there is the dispatches', which are judged by themselves.
    pub(crate) fn own(&self, end: Timestamp) -> Duration {
        match self.nested {
            None => end.since(self.begin),
            Some((first, last)) => first.since(self.begin).saturating_add(end.since(last)),
        }
    }
}

/// The open dispatches, the innermost last.
#[derive(Debug)]
pub(crate) struct Dispatches {
    open: Vec<Dispatch>,
    begun: u64,
}

impl Dispatches {
    pub(crate) fn new() -> Dispatches {
        Dispatches { open: Vec::with_capacity(DEEPEST), begun: 0 }
    }

    /// A dispatch begins; inside of the one at hand, if that has not ended. The one that had to be forgotten is
    /// handed back.
    pub(crate) fn begin(&mut self, at: Timestamp, message: Message, mark: Mark) -> Option<Dispatch> {
        let forgotten = (self.open.len() >= DEEPEST).then(|| self.open.remove(0));
        if let Some(outer) = self.open.last_mut() {
            outer.nested.get_or_insert((at, at));
        }
        self.begun = self.begun.wrapping_add(1);
        self.open.push(Dispatch {
            number: self.begun,
            message,
            begin: at,
            mark,
            lag: false,
            anr: false,
            nested: None,
        });
        forgotten
    }

    /// The innermost dispatch ends. None if none is open: watching began inside of it.
    pub(crate) fn end(&mut self, at: Timestamp) -> Option<Dispatch> {
        let ended = self.open.pop()?;
        if let Some((_, last)) = self.open.last_mut().and_then(|outer| outer.nested.as_mut()) {
            *last = at;
        }
        Some(ended)
    }

    /// The innermost.
    pub(crate) fn current(&mut self) -> Option<&mut Dispatch> {
        self.open.last_mut()
    }

    /// Forgets one of them, the innermost first.
    pub(crate) fn forget(&mut self) -> Option<Dispatch> {
        self.open.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_nanos(millis * 1_000_000)
    }

    #[test]
    fn loop_inside_of_a_dispatch_is_not_its_own_time() {
        let mut dispatches = Dispatches::new();
        dispatches.begin(at(0), Message(1), Mark::default());
        for begin in [100, 5_000] {
            dispatches.begin(at(begin), Message(2), Mark::default());
            let inner = dispatches.end(at(begin + 10)).unwrap();
            assert_eq!(inner.own(at(begin + 10)), Duration::from_millis(10));
        }
        let outer = dispatches.end(at(5_030)).unwrap();
        assert_eq!((outer.number, outer.own(at(5_030))), (1, Duration::from_millis(120)));
        assert!(dispatches.end(at(5_030)).is_none());
    }

    #[test]
    fn lost_ends_do_not_pile_up() {
        let mut dispatches = Dispatches::new();
        let forgotten = (0..100).filter_map(|_| dispatches.begin(at(0), Message(0), Mark::default()));
        let numbers: Vec<u64> = forgotten.map(|dispatch| dispatch.number).collect();
        assert_eq!(numbers, (1..=84).collect::<Vec<_>>());
        assert_eq!(dispatches.open.len(), DEEPEST);
    }
}
