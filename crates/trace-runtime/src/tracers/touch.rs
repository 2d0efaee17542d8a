//! Touch events that wait long for their answer: LAG_TOUCH.

use super::asked::{Asked, Tokens};
use super::moment::{Moment, millis};
use super::watch::Watch;
use crate::{Action, Answer, Question, Timer, Timestamp};
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::{Detail, EvilMethod};

/// A watch over the touch events that were received and not answered.
#[derive(Debug)]
pub(crate) struct Touch {
    watch: Watch,
    asked: Asked,
    waiting: u32,
    reported: Option<Timestamp>,
}

impl Touch {
    pub(crate) const fn new() -> Touch {
        Touch { watch: Watch::new(Timer::Touch), asked: Asked::new(), waiting: 0, reported: None }
    }

    pub(crate) fn received(&mut self, at: Timestamp, thresholds: &Thresholds, out: &mut Vec<Action>) {
        if self.waiting == 0 {
            self.watch.begin(at, limit(thresholds), out);
        }
        self.waiting = self.waiting.saturating_add(1);
    }

    /// One of them is answered. The others' time counts from now: when they came is not kept.
    pub(crate) fn finished(&mut self, at: Timestamp, thresholds: &Thresholds, out: &mut Vec<Action>) {
        self.asked.give_up(out);
        self.waiting = self.waiting.saturating_sub(1);
        match self.waiting {
            0 => self.watch.end(),
            _ => self.watch.begin(at, limit(thresholds), out),
        }
    }

    pub(crate) fn configure(&mut self, thresholds: &Thresholds, out: &mut Vec<Action>) {
        self.watch.limit_changed(limit(thresholds), out);
    }

    /// The timer fired.
    pub(crate) fn fired(&mut self, moment: &Moment<'_>, tokens: &mut Tokens, out: &mut Vec<Action>) {
        let at = moment.at;
        let limit = limit(&moment.setup.thresholds);
        let Some(overdue) = self.watch.fired(at, limit, out) else { return };
        // If the answer was lost, the next event is not to wait for it.
        self.waiting = 0;
        // One long stall holds up many events. A clock that went back forgets the last report.
        let again = self.reported.is_some_and(|last| last <= at && at.since(last) < limit.saturating_mul(2));
        if overdue.late || again {
            return;
        }
        self.reported = Some(at);
        let cost = millis(at.since(overdue.since));
        let content = EvilMethod { detail: Detail::LagTouch, cost, ..EvilMethod::default() };
        self.asked.ask(Question::MainThread, moment.report(content, None), tokens, out);
    }

    /// An answer came, maybe to its question.
    pub(crate) fn answered(&mut self, token: u64, answer: &Answer, out: &mut Vec<Action>) {
        out.extend(self.asked.answered_if_hanging(token, answer).map(Action::Report));
    }
}

fn limit(thresholds: &Thresholds) -> Duration {
    Duration::from_millis(thresholds.touch_lag_ms)
}
