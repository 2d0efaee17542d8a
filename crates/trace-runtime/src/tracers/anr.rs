//! A dispatch that does not end: LAG after 2 s, ANR after 5 s.

use super::asked::{Asked, Tokens};
use super::dispatch::Dispatch;
use super::messages::Messages;
use super::moment::{Moment, millis};
use super::watch::Watch;
use crate::{Action, Answer, Question, Timer, Timestamp};
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::{Detail, EvilMethod};

/// Which of the two is watched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Only the main thread's stack is wanted.
    Lag,
    /// Records, facts of the process and the messages before are wanted, too.
    Anr,
}

impl Kind {
    fn limit(self, thresholds: &Thresholds) -> Duration {
        Duration::from_millis(match self {
            Kind::Lag => thresholds.lag_ms,
            Kind::Anr => thresholds.anr_ms,
        })
    }

    /// Whether it was noticed in the dispatch.
    fn noticed(self, dispatch: &Dispatch) -> bool {
        match self {
            Kind::Lag => dispatch.lag,
            Kind::Anr => dispatch.anr,
        }
    }

    fn notice(self, dispatch: &mut Dispatch) {
        match self {
            Kind::Lag => dispatch.lag = true,
            Kind::Anr => dispatch.anr = true,
        }
    }
}

/// A watch over the innermost dispatch.
#[derive(Debug)]
pub(crate) struct Hang {
    kind: Kind,
    watch: Watch,
    asked: Asked,
    /// Number of the dispatch that `asked` is about.
    about: u64,
}

impl Hang {
    pub(crate) const fn new(kind: Kind) -> Hang {
        let timer = match kind {
            Kind::Lag => Timer::Lag,
            Kind::Anr => Timer::Anr,
        };
        Hang { kind, watch: Watch::new(timer), asked: Asked::new(), about: 0 }
    }

    /// A dispatch begins.
    pub(crate) fn begin(&mut self, at: Timestamp, thresholds: &Thresholds, out: &mut Vec<Action>) {
        self.watch.begin(at, self.kind.limit(thresholds), out);
    }

    /// A dispatch ended; `outer` is the one that goes on, if it was inside of one.
    pub(crate) fn end(
        &mut self,
        ended: &Dispatch,
        outer: Option<&Dispatch>,
        thresholds: &Thresholds,
        out: &mut Vec<Action>,
    ) {
        if ended.number == self.about {
            self.asked.give_up(out);
        }
        let going_on = outer.filter(|outer| !self.kind.noticed(outer));
        match going_on {
            Some(outer) => self.watch.begin(outer.since(), self.kind.limit(thresholds), out),
            None => self.watch.end(),
        }
    }

    pub(crate) fn configure(&mut self, thresholds: &Thresholds, out: &mut Vec<Action>) {
        self.watch.limit_changed(self.kind.limit(thresholds), out);
    }

    /// The timer fired while `current` is the innermost dispatch.
    pub(crate) fn fired(
        &mut self,
        current: Option<&mut Dispatch>,
        messages: &Messages,
        moment: &Moment<'_>,
        tokens: &mut Tokens,
        out: &mut Vec<Action>,
    ) {
        let limit = self.kind.limit(&moment.setup.thresholds);
        let Some(overdue) = self.watch.fired(moment.at, limit, out) else { return };
        let Some(dispatch) = current else { return };
        if overdue.late || self.kind.noticed(dispatch) {
            return;
        }
        self.kind.notice(dispatch);
        let cost = millis(moment.at.since(overdue.since));
        let report = match self.kind {
            Kind::Lag => {
                let message = messages.texts.of(dispatch.message).map(str::to_owned);
                let content = EvilMethod { detail: Detail::Lag, cost, message, ..EvilMethod::default() };
                moment.report(content, None)
            }
            Kind::Anr => {
                let context = messages.context(Some(dispatch), moment);
                let content = EvilMethod { detail: Detail::Anr, cost, ..context };
                moment.report(content, moment.records(dispatch))
            }
        };
        let question = match self.kind {
            Kind::Lag => Question::MainThread,
            Kind::Anr => Question::Everything,
        };
        self.about = dispatch.number;
        self.asked.ask(question, report, tokens, out);
    }

    /// An answer came, maybe to its question.
    pub(crate) fn answered(&mut self, token: u64, answer: &Answer, out: &mut Vec<Action>) {
        out.extend(self.asked.answered_if_hanging(token, answer).map(Action::Report));
    }
}
