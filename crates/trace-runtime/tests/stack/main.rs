//! Stacks of records, from well-behaved to senseless.

mod defects;
mod keys;
mod large;
mod model;
mod properties;
#[path = "../support/records.rs"]
mod records;

use records::records;
use trace_model::{TimeUnit, stack_text};
use trace_runtime::stack::{Bounds, build};

const FROM_DISPATCH: Bounds = Bounds { from_dispatch: true, end: None };

/// The rows in milliseconds, with spaces in place of line ends.
fn rows(text: &str, bounds: Bounds) -> String {
    let calls = build(&records(text), bounds).unwrap();
    let rows: Vec<_> = calls.iter().map(|call| call.row(TimeUnit::Millis)).collect();
    stack_text(&rows).trim_end().replace('\n', " ").replace("1048574", "D")
}
