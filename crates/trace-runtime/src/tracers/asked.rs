//! Reports that wait for facts from the platform.

use crate::{Action, Answer, Pending, Question};
use trace_model::report::EvilMethod;

/// Numbers of questions.
#[derive(Debug, Default)]
pub(crate) struct Tokens(u64);

impl Tokens {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        self.0
    }
}

/// A report that waits for an answer; at most one at a time, so nothing grows if answers never come.
#[derive(Debug)]
pub(crate) struct Asked(Option<(u64, Box<Pending>)>);

impl Asked {
    pub(crate) const fn new() -> Asked {
        Asked(None)
    }

    /// Asks, and keeps the report until the answer comes. One that waits already goes out as it is.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        report: Box<Pending>,
        tokens: &mut Tokens,
        out: &mut Vec<Action>,
    ) {
        self.give_up(out);
        let token = tokens.next();
        out.push(Action::Ask { token, question });
        self.0 = Some((token, report));
    }

    /// The report that waits here, with the facts put in, if the answer is for it.
    pub(crate) fn answered(&mut self, token: u64, answer: &Answer) -> Option<Box<Pending>> {
        let (_, mut report) = self.0.take_if(|(asked, _)| *asked == token)?;
        if let Some(content) = report.evil_method() {
            fill(content, answer);
        }
        Some(report)
    }

    /// The same, but the report is dropped if the main thread turns out to hang nowhere.
    pub(crate) fn answered_if_hanging(&mut self, token: u64, answer: &Answer) -> Option<Box<Pending>> {
        self.answered(token, answer).filter(|_| !waits_for_messages(answer))
    }

    /// What was asked about is over: the report goes out without the answer.
    pub(crate) fn give_up(&mut self, out: &mut Vec<Action>) {
        if let Some((_, report)) = self.0.take() {
            out.push(Action::Report(report));
        }
    }
}

/// Whether the main thread does nothing at all. What seemed to hang has then ended without our hearing of it, or is
/// a loop of its own that waits for the user.
pub(crate) fn waits_for_messages(answer: &Answer) -> bool {
    let top = answer.thread_stack.as_ref().and_then(|stack| stack.lines().next());
    top.is_some_and(|top| top.contains("android.os.MessageQueue.nativePollOnce"))
}

/// Puts the facts into a report; what it has already stays.
pub(crate) fn fill(content: &mut EvilMethod, answer: &Answer) {
    if content.thread_stack.is_none() {
        content.thread_stack.clone_from(&answer.thread_stack);
        content.thread_state.clone_from(&answer.thread_state);
    }
    content.process_priority = content.process_priority.or(answer.process_priority);
    content.process_nice = content.process_nice.or(answer.process_nice);
    content.memory = content.memory.or(answer.memory);
}
