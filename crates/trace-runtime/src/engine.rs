//! All tracers together.

use crate::pending::{Pending, Records};
use crate::ring::{Mark, Store, copy_since};
use crate::{Action, Event, Setup, Timestamp};
use std::time::Duration;
use trace_model::report::{Content, Detail, EvilMethod, Report};

/// The tracers of one process. Not for many threads at once: the edge puts a lock around it.
///
/// ```
/// use trace_runtime::{Engine, Event, Message, Setup, Timestamp};
/// # struct Empty;
/// # impl trace_runtime::ring::Store for Empty {
/// #     fn capacity(&self) -> usize { 1 }
/// #     fn written(&self) -> u64 { 0 }
/// #     fn read(&self, _: usize, _: &mut [trace_model::Record]) {}
/// # }
/// let mut engine = Engine::new(Setup::default());
/// let mut actions = Vec::new();
/// engine.handle(Timestamp::from_nanos(0), Event::DispatchBegin { message: Message(1) }, &Empty, &mut actions);
/// actions.clear(); // what was armed
/// engine.handle(Timestamp::from_nanos(700_000_000), Event::DispatchEnd, &Empty, &mut actions);
/// assert_eq!(actions.len(), 1); // an evil method
/// ```
#[derive(Debug)]
pub struct Engine {
    setup: Setup,
    open: Option<(Timestamp, Mark)>,
}

impl Engine {
    /// The tracers at the start of a process.
    pub fn new(setup: Setup) -> Engine {
        Engine { setup, open: None }
    }

    /// Tells the tracers of an event at a time; `records` is the main thread's ring. What they want done is
    /// added to `out`.
    ///
    /// [`Event::DispatchBegin`] is told before the dispatch's record is written, [`Event::DispatchEnd`] after.
    pub fn handle(&mut self, at: Timestamp, event: Event, records: &dyn Store, out: &mut Vec<Action>) {
        match event {
            Event::DispatchBegin { .. } => self.open = Some((at, Mark::now(records))),
            Event::DispatchEnd => {
                let Some((begin, mark)) = self.open.take() else { return };
                let cost = at.since(begin);
                if cost < Duration::from_millis(self.setup.thresholds.evil_method_ms) {
                    return;
                }
                let content = EvilMethod {
                    detail: Detail::Normal,
                    cost: u64::try_from(cost.as_millis()).unwrap_or(u64::MAX),
                    ..EvilMethod::default()
                };
                let report =
                    Report { common: self.setup.common(), content: Content::EvilMethod(Box::new(content)) };
                let records = copy_since(records, mark).map(|copied| Records {
                    copied: copied.records,
                    begin: self.setup.ticks(begin),
                    end: self.setup.ticks(at),
                    dispatch: true,
                    rows: self.setup.thresholds.stack_rows as usize,
                });
                out.push(Action::Report(Pending::new(at, report, records)));
            }
            _ => {}
        }
    }
}
