//! Reports whose stack is still to be built.

use crate::Timestamp;
use trace_model::Record;
use trace_model::report::Report;

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
    /// All since the mark that are left.
    pub(crate) copied: Vec<Record>,
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

    /// Builds the stack.
    pub fn finish(self) -> Report {
        self.report
    }
}
