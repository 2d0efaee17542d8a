//! Idle handlers that run long: LAG_IDLE_HANDLER.

use super::asked::{Asked, Tokens};
use super::moment::{Moment, millis};
use super::watch::Watch;
use crate::{Action, Answer, Question, Timer, Timestamp};
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::{Detail, EvilMethod};

/// A watch over the idle handler at hand.
#[derive(Debug)]
pub(crate) struct Idle {
    watch: Watch,
    asked: Asked,
}

impl Idle {
    pub(crate) const fn new() -> Idle {
        Idle { watch: Watch::new(Timer::IdleHandler), asked: Asked::new() }
    }

    pub(crate) fn begin(&mut self, at: Timestamp, thresholds: &Thresholds, out: &mut Vec<Action>) {
        self.asked.give_up(out);
        self.watch.begin(at, limit(thresholds), out);
    }

    pub(crate) fn end(&mut self, out: &mut Vec<Action>) {
        self.asked.give_up(out);
        self.watch.end();
    }

    pub(crate) fn configure(&mut self, thresholds: &Thresholds, out: &mut Vec<Action>) {
        self.watch.limit_changed(limit(thresholds), out);
    }

    /// The timer fired.
    pub(crate) fn fired(&mut self, moment: &Moment<'_>, tokens: &mut Tokens, out: &mut Vec<Action>) {
        let overdue = self.watch.fired(moment.at, limit(&moment.setup.thresholds), out);
        let Some(overdue) = overdue.filter(|overdue| !overdue.late) else { return };
        let cost = millis(moment.at.since(overdue.since));
        let content = EvilMethod { detail: Detail::LagIdleHandler, cost, ..EvilMethod::default() };
        self.asked.ask(Question::MainThread, moment.report(content, None), tokens, out);
    }

    /// An answer came, maybe to its question.
    pub(crate) fn answered(&mut self, token: u64, answer: &Answer, out: &mut Vec<Action>) {
        out.extend(self.asked.answered_if_hanging(token, answer).map(Action::Report));
    }
}

fn limit(thresholds: &Thresholds) -> Duration {
    Duration::from_millis(thresholds.idle_handler_lag_ms)
}
