//! The system's own word: SIGQUIT, then SIGNAL_ANR.
//!
//! SIGQUIT is sent for other reasons, too, and to all apps when one does not respond. So it is confirmed: by the
//! dispatch at hand going on for long already, or by the system, which takes its time to say so.

use super::asked::{Tokens, fill};
use super::dispatch::Dispatch;
use super::messages::Messages;
use super::moment::{Moment, millis};
use crate::{Action, Answer, Pending, Question, Timer, Timestamp};
use std::time::Duration;
use trace_model::report::{Detail, EvilMethod};

/// A dispatch that is older than this confirms the signal (`FOREGROUND_MSG_THRESHOLD` of Matrix)...
const BLOCKED: Duration = Duration::from_secs(2);

/// ...or this, while the app is in the background (`BACKGROUND_MSG_THRESHOLD`).
const BLOCKED_IN_BACKGROUND: Duration = Duration::from_secs(10);

/// How often the system is asked (`CHECK_ERROR_STATE_INTERVAL`)...
const INTERVAL: Duration = Duration::from_millis(500);

/// ...and how many times, which is for 20 s (`ANR_DUMP_MAX_TIME`).
const TIMES: u32 = 40;

/// The signal that is not confirmed or answered yet.
#[derive(Debug, Default)]
pub(crate) struct Signal(Option<Suspect>);

#[derive(Debug)]
struct Suspect {
    /// Number of the dispatch at hand when the signal came.
    dispatch: Option<u64>,
    /// Whether that confirms it.
    blocked: bool,
    /// The last question's.
    token: u64,
    asked: u32,
    report: Box<Pending>,
}

impl Signal {
    /// The signal came while `current` is the innermost dispatch.
    pub(crate) fn came(
        &mut self,
        current: Option<&mut Dispatch>,
        messages: &Messages,
        moment: &Moment<'_>,
        tokens: &mut Tokens,
        out: &mut Vec<Action>,
    ) {
        // One is looked into already, or this dispatch is known not to respond.
        if self.0.is_some() || current.as_ref().is_some_and(|dispatch| dispatch.anr) {
            return;
        }
        let current = current.map(|dispatch| &*dispatch);
        let age = current.map_or(Duration::ZERO, |dispatch| moment.at.since(dispatch.since()));
        let content =
            EvilMethod { detail: Detail::SignalAnr, cost: millis(age), ..messages.context(current, moment) };
        let records = current.and_then(|dispatch| moment.records(dispatch));
        let suspect = self.0.insert(Suspect {
            dispatch: current.map(|dispatch| dispatch.number),
            blocked: age >= if moment.foreground { BLOCKED } else { BLOCKED_IN_BACKGROUND },
            token: 0,
            asked: 0,
            report: moment.report(content, records),
        });
        suspect.ask(moment.at, tokens, out);
    }

    /// An answer came, maybe to its question.
    pub(crate) fn answered(
        &mut self,
        token: u64,
        answer: &Answer,
        current: Option<&mut Dispatch>,
        out: &mut Vec<Action>,
    ) {
        let Some(suspect) = self.0.as_mut().filter(|suspect| suspect.token == token) else { return };
        if let Some(content) = suspect.report.evil_method() {
            fill(content, answer);
        }
        if suspect.blocked || answer.not_responding == Some(true) {
            self.confirm(current, out);
        }
    }

    /// The timer fired: the system had time to say so.
    pub(crate) fn fired(
        &mut self,
        at: Timestamp,
        current: Option<&mut Dispatch>,
        tokens: &mut Tokens,
        out: &mut Vec<Action>,
    ) {
        match &mut self.0 {
            Some(suspect) if suspect.blocked => self.confirm(current, out),
            Some(suspect) if suspect.asked < TIMES => suspect.ask(at, tokens, out),
            _ => self.0 = None,
        }
    }

    /// A dispatch ended.
    pub(crate) fn dispatch_ended(&mut self, ended: &mut Dispatch, out: &mut Vec<Action>) {
        match &self.0 {
            Some(suspect) if suspect.dispatch == Some(ended.number) => {
                if ended.anr {
                    self.0 = None;
                } else if suspect.blocked {
                    self.confirm(Some(ended), out);
                }
            }
            _ => {}
        }
    }

    /// Reports it, unless the looper's ANR of the same dispatch was noticed meanwhile.
    fn confirm(&mut self, current: Option<&mut Dispatch>, out: &mut Vec<Action>) {
        let Some(suspect) = self.0.take() else { return };
        out.push(Action::Cancel { timer: Timer::SignalAnr });
        let same = current.filter(|dispatch| Some(dispatch.number) == suspect.dispatch);
        if !same.is_some_and(|dispatch| std::mem::replace(&mut dispatch.anr, true)) {
            out.push(Action::Report(suspect.report));
        }
    }
}

impl Suspect {
    fn ask(&mut self, at: Timestamp, tokens: &mut Tokens, out: &mut Vec<Action>) {
        self.asked += 1;
        self.token = tokens.next();
        out.push(Action::Ask { token: self.token, question: Question::NotResponding });
        out.push(Action::Arm { timer: Timer::SignalAnr, at: at.plus(INTERVAL) });
    }
}
