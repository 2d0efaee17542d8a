//! Dispatches of the main looper, for all tracers that look at them.

use super::Engine;
use crate::ring::{Mark, Store};
use crate::tracers::dispatch::Dispatch;
use crate::tracers::evil;
use crate::tracers::moment::Moment;
use crate::{Action, Message, Timestamp};

impl Engine {
    pub(super) fn dispatch_begin(
        &mut self,
        at: Timestamp,
        message: Message,
        store: &dyn Store,
        out: &mut Vec<Action>,
    ) {
        if let Some(mut forgotten) = self.dispatches.begin(at, message, Mark::now(store)) {
            self.forget(&mut forgotten, out);
        }
        self.lag.begin(at, &self.setup.thresholds, out);
        self.anr.begin(at, &self.setup.thresholds, out);
    }

    pub(super) fn dispatch_end(&mut self, at: Timestamp, store: &dyn Store, out: &mut Vec<Action>) {
        let Some(mut ended) = self.dispatches.end(at) else { return };
        for hang in [&mut self.lag, &mut self.anr] {
            hang.end(&ended, self.dispatches.current().as_deref(), &self.setup.thresholds, out);
        }
        self.signal.dispatch_ended(&mut ended, out);
        self.priority.dispatch_ended(out);
        self.messages.ended(&ended, at);
        evil::ended(&ended, &moment!(self, at, store), &self.messages.texts, out);
    }

    pub(super) fn looper_watched(&mut self, out: &mut Vec<Action>) {
        while let Some(mut forgotten) = self.dispatches.forget() {
            self.forget(&mut forgotten, out);
        }
    }

    /// The end of a dispatch was missed: nobody knows how long it took.
    fn forget(&mut self, dispatch: &mut Dispatch, out: &mut Vec<Action>) {
        for hang in [&mut self.lag, &mut self.anr] {
            hang.end(dispatch, None, &self.setup.thresholds, out);
        }
        self.signal.dispatch_ended(dispatch, out);
    }
}
