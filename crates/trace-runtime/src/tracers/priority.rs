//! Somebody made the main thread slower: PRIORITY_MODIFIED, TIMERSLACK_MODIFIED.

use super::asked::{Asked, Tokens};
use super::moment::Moment;
use crate::{Action, Answer, Question};
use trace_model::report::{Detail, EvilMethod};

/// The slack that threads have unless they ask for another.
const DEFAULT_SLACK: u64 = 50_000;

/// What was last set.
#[derive(Debug)]
pub(crate) struct Priority {
    nice: i32,
    slack: u64,
    asked_for_nice: Asked,
    asked_for_slack: Asked,
}

impl Priority {
    pub(crate) const fn new() -> Priority {
        Priority {
            nice: 0,
            slack: DEFAULT_SLACK,
            asked_for_nice: Asked::new(),
            asked_for_slack: Asked::new(),
        }
    }

    /// Reports a niceness that lets others go first, but once until it changes.
    pub(crate) fn nice(
        &mut self,
        nice: i32,
        moment: &Moment<'_>,
        tokens: &mut Tokens,
        out: &mut Vec<Action>,
    ) {
        if std::mem::replace(&mut self.nice, nice) == nice || nice <= 0 {
            return;
        }
        let content = EvilMethod {
            detail: Detail::PriorityModified,
            process_priority: Some(nice),
            ..EvilMethod::default()
        };
        let report = moment.report(content, None);
        self.asked_for_nice.ask(Question::MainThread, report, tokens, out);
    }

    /// Reports a slack that lets timers fire later than by default, but once until it changes.
    pub(crate) fn slack(
        &mut self,
        nanos: u64,
        moment: &Moment<'_>,
        tokens: &mut Tokens,
        out: &mut Vec<Action>,
    ) {
        if std::mem::replace(&mut self.slack, nanos) == nanos || nanos <= DEFAULT_SLACK {
            return;
        }
        let content = EvilMethod {
            detail: Detail::TimerSlackModified,
            process_timer_slack: Some(nanos),
            ..EvilMethod::default()
        };
        let report = moment.report(content, None);
        self.asked_for_slack.ask(Question::MainThread, report, tokens, out);
    }

    /// A dispatch ended: who set it is no longer on the stack.
    pub(crate) fn dispatch_ended(&mut self, out: &mut Vec<Action>) {
        self.asked_for_nice.give_up(out);
        self.asked_for_slack.give_up(out);
    }

    /// An answer came, maybe to its question.
    pub(crate) fn answered(&mut self, token: u64, answer: &Answer, out: &mut Vec<Action>) {
        // Whatever the main thread does: another thread may have set it.
        for asked in [&mut self.asked_for_nice, &mut self.asked_for_slack] {
            out.extend(asked.answered(token, answer).map(Action::Report));
        }
    }
}
