//! From records to the stack of a report.
//!
//! ```text
//! records --build--> calls, callers before callees --trim--> the few that matter --> rows, keys, text
//! ```
//!
//! On what a well-behaved app records, each step gives what Matrix's `TraceDataUtils` gives. On anything
//! else it gives something sensible where that loses calls, mixes them up or lets costs be negative; the
//! text of [`build`] tells where. All steps take time and memory in proportion to the number of records, and
//! none recurses.

mod build;
mod call;
mod key;
mod trim;
mod uncovered;

pub use build::{Bounds, build};
pub use call::Call;
pub use key::{MAX_PATH, path_key, stack_key};
pub use trim::trim;
pub use uncovered::uncovered;

use trace_model::{Record, StackRow, TimeUnit, stack_text};

/// What a stack is wanted of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Begins with the first record of a dispatch, not with the first record.
    pub strict: bool,
    /// Unit of the records' times and of `end`.
    pub unit: TimeUnit,
    /// Closes the methods that are open after the last record.
    pub end: u64,
    /// How long it took by a tracer's own clock, in milliseconds.
    pub cost_ms: u64,
    /// Rows to trim to.
    pub target_rows: usize,
}

/// What a report says of a stack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackSummary {
    /// Rows of [`StackRow`], one a line.
    pub stack: String,
    /// See [`stack_key`].
    pub stack_key: String,
    /// See [`path_key`].
    pub path_key: String,
    /// See [`uncovered`].
    pub uncovered: Option<f64>,
    /// The tracer's cost, or that of the longest row if it is greater, in milliseconds.
    pub cost_ms: u64,
}

/// Builds the stack of `records`, trims it, and says what a report says of it.
///
/// Without the memory to do so the stack is empty, and what is uncovered is not known.
///
/// ```
/// use trace_model::{MethodId, Record, TimeUnit};
/// use trace_runtime::stack::{Ask, summarise};
/// let load = MethodId::new(7).unwrap();
/// let records = [
///     Record::enter(MethodId::DISPATCH, 100),
///     Record::enter(load, 150),
///     Record::exit(load, 900),
///     Record::exit(MethodId::DISPATCH, 1_000),
/// ];
/// let ask = Ask { strict: true, unit: TimeUnit::Millis, end: 1_000, cost_ms: 1_000, target_rows: 30 };
/// let summary = summarise(&records, &ask);
/// assert_eq!(summary.stack, "0,1048574,1,900\n1,7,1,750\n");
/// assert_eq!((summary.stack_key.as_str(), summary.path_key.as_str()), ("7|", "7|"));
/// assert_eq!(summary.uncovered, Some(0.25));
/// ```
pub fn summarise(records: &[Record], ask: &Ask) -> StackSummary {
    let bounds = Bounds { from_dispatch: ask.strict, end: Some(ask.end) };
    let Ok(calls) = build(records, bounds) else {
        return StackSummary { cost_ms: ask.cost_ms, ..StackSummary::default() };
    };
    let rows = trim(&calls, ask.unit, ask.target_rows);
    let cost_ms = stack_cost(&rows, ask.cost_ms);
    StackSummary {
        stack: stack_text(&rows),
        stack_key: stack_key(&rows, cost_ms),
        path_key: path_key(&calls, ask.unit, cost_ms),
        uncovered: uncovered(&calls, ask.unit, ask.cost_ms),
        cost_ms,
    }
}

/// The cost of a whole stack: what a tracer measured, or the longest row if that is longer, in milliseconds.
pub fn stack_cost(rows: &[StackRow], measured_ms: u64) -> u64 {
    rows.iter().map(|row| row.cost_ms.unsigned_abs()).max().unwrap_or(0).max(measured_ms)
}
