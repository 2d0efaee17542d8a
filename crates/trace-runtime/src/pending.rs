//! Reports whose stack is still to be built.

use crate::Timestamp;
use crate::ring::Copied;
use crate::stack::{Ask, summarise};
use trace_model::report::{Content, EvilMethod, Report};
use trace_model::{MethodId, Record, TimeUnit};

/// A report without its stack, and the records to build it from.
///
/// Copying records is quick enough for the main thread, building a stack is not: so tracers hand out this, and
/// the edge calls [`finish`](Pending::finish) on a thread that nobody waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    at: Timestamp,
    report: Report,
    records: Option<Records>,
}

/// What a stack is built from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Records {
    /// What was written since.
    pub(crate) copied: Copied,
    /// When what is reported began, in the records' time.
    pub(crate) begin: u64,
    /// When it ended, or was looked at.
    pub(crate) end: u64,
    /// Whether it was the dispatch of a message.
    pub(crate) dispatch: bool,
    /// Rows of the stack, at most.
    pub(crate) rows: usize,
}

impl Pending {
    pub(crate) fn new(at: Timestamp, report: Report, records: Option<Records>) -> Box<Pending> {
        Box::new(Pending { at, report, records })
    }

    /// When it was noticed. The edge, which has a wall clock, tells [`Common::time`] from it.
    ///
    /// [`Common::time`]: trace_model::report::Common::time
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// The report as far as it is known.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What facts that were asked for go into, if it is a report that has room for them.
    pub(crate) fn evil_method(&mut self) -> Option<&mut EvilMethod> {
        match &mut self.report.content {
            Content::EvilMethod(content) => Some(content),
            Content::StartUp(_) | Content::Fps(_) => None,
        }
    }

    /// Builds the stack. Takes time in proportion to the number of records: 30 ms for a million.
    pub fn finish(mut self) -> Report {
        if let (Some(records), Content::EvilMethod(content)) = (self.records.take(), &mut self.report.content)
        {
            let ask = Ask {
                strict: records.dispatch,
                unit: TimeUnit::Ticks,
                end: records.end,
                cost_ms: content.cost,
                target_rows: records.rows,
            };
            let summary = summarise(&records.with_dispatch(), &ask);
            content.stack = summary.stack;
            content.stack_key = summary.stack_key;
            content.path_key = summary.path_key;
            content.uncovered = summary.uncovered;
        }
        self.report
    }
}

impl Records {
    /// The records; those of a dispatch begin with its own, also if that was overwritten, or written too early.
    fn with_dispatch(self) -> Vec<Record> {
        let mut records = self.copied.records;
        let whole = self.copied.lost == 0;
        if let Some(first) = records.first().filter(|_| self.dispatch).copied() {
            let begins = first.is_enter() && first.is_dispatch();
            if !(whole && begins) && records.try_reserve(1).is_ok() {
                records.insert(0, Record::enter(MethodId::DISPATCH, self.begin.min(first.time())));
            }
        }
        records
    }
}
