//! What is known of the messages so far.

use super::dense::Dense;
use super::dispatch::Dispatch;
use super::history::History;
use super::moment::Moment;
use super::texts::Texts;
use crate::Timestamp;
use std::time::Duration;
use trace_model::report::EvilMethod;

/// Their texts, the last ones, and which come often.
#[derive(Debug)]
pub(crate) struct Messages {
    pub(crate) texts: Texts,
    history: History,
    dense: Dense,
}

impl Messages {
    pub(crate) fn new() -> Messages {
        Messages { texts: Texts::default(), history: History::new(), dense: Dense::new() }
    }

    /// A dispatch has ended.
    pub(crate) fn ended(&mut self, dispatch: &Dispatch, at: Timestamp) {
        self.history.add(dispatch.message, at.since(dispatch.begin));
        self.dense.add(dispatch.message, dispatch.begin);
    }

    /// What a report says of an ANR in `dispatch`, if it is in one.
    pub(crate) fn context(&self, dispatch: Option<&Dispatch>, moment: &Moment<'_>) -> EvilMethod {
        let thresholds = &moment.setup.thresholds;
        let window = Duration::from_millis(thresholds.dense_window_ms);
        EvilMethod {
            message: dispatch.and_then(|dispatch| self.texts.of(dispatch.message)).map(str::to_owned),
            history: self.history.text(&self.texts),
            dense_messages: self.dense.text(moment.at, window, thresholds.dense_messages, &self.texts),
            ..EvilMethod::default()
        }
    }
}
