//! Stacks: from records to rows, keys and text.

use serde::Deserialize;
use std::fmt::Debug;
use trace_model::{Record, StackRow, TimeUnit, stack_text};
use trace_runtime::stack::{Ask, Bounds, Call, build, stack_cost, stack_key, summarise, trim};

const UNIT: TimeUnit = TimeUnit::Millis;

/// Records, and what Matrix makes of them.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    #[serde(rename = "in")]
    pub(crate) given: Given,
    #[serde(rename = "out")]
    pub(crate) expected: Expected,
}

/// Arguments of Matrix's methods.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Given {
    /// Of `structuredDataToStack`: whether to begin with a dispatch, and to close open methods.
    pub(crate) strict: bool,
    pub(crate) end_time: i64,
    /// What `end_time` is later than the records' times.
    pub(crate) diff_time: i64,
    /// Of `trimStack`: rows to keep.
    pub(crate) target: i64,
    /// What the tracer measured.
    pub(crate) cost: i64,
    /// In hexadecimal.
    records: Vec<String>,
}

/// Rows are `[depth, id, count, cost]`.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Expected {
    pub(crate) stack: Vec<[i64; 4]>,
    pub(crate) trimmed: Vec<[i64; 4]>,
    pub(crate) stack_cost: u64,
    pub(crate) stack_key: String,
    pub(crate) tree_key_target: String,
    pub(crate) report: String,
    pub(crate) error: Option<String>,
}

impl Given {
    /// The records; what is no number is told as the error.
    pub(crate) fn records(&self) -> Result<Vec<Record>, String> {
        let parse = |hex: &String| u64::from_str_radix(hex, 16).map_err(|error| format!("{hex}: {error}"));
        self.records.iter().map(|hex| parse(hex).map(Record::from_bits)).collect()
    }

    /// When open methods end: Matrix closes them in strict mode only.
    fn end(&self) -> Option<u64> {
        self.strict.then(|| u64::try_from(self.end_time.saturating_sub(self.diff_time)).unwrap_or(0))
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { from_dispatch: self.strict, end: self.end() }
    }
}

/// Says what differs first.
pub(crate) fn run(case: &Case) -> Result<(), String> {
    let (given, expected) = (&case.given, &case.expected);
    let records = given.records()?;
    let calls = build(&records, given.bounds()).map_err(|error| error.to_string())?;
    same("error", &expected.error, &None)?;
    same("stack", &expected.stack, &numbers(&rows(&calls)))?;

    let target = usize::try_from(given.target).unwrap_or(0);
    let measured = u64::try_from(given.cost).unwrap_or(0);
    let trimmed = trim(&calls, UNIT, target);
    let cost = stack_cost(&trimmed, measured);
    let text = stack_text(&trimmed);
    let key = stack_key(&trimmed, cost);
    same("trimmed", &expected.trimmed, &numbers(&trimmed))?;
    same("stackCost", &expected.stack_cost, &cost)?;
    same("stackKey", &expected.stack_key, &key)?;
    same(
        "treeKeyTarget",
        &expected.tree_key_target,
        &trimmed.iter().map(|row| format!("{}|", row.id)).collect(),
    )?;
    same("report", &expected.report, &text)?;

    // All of that in one. Without an end to close open methods at it has no counterpart.
    let Some(end) = given.end() else { return Ok(()) };
    let ask = Ask { strict: given.strict, unit: UNIT, end, cost_ms: measured, target_rows: target };
    let summary = summarise(&records, &ask);
    same("summary", &(text, key, cost), &(summary.stack, summary.stack_key, summary.cost_ms))
}

fn rows(calls: &[Call]) -> Vec<StackRow> {
    calls.iter().map(|call| call.row(UNIT)).collect()
}

fn numbers(rows: &[StackRow]) -> Vec<[i64; 4]> {
    rows.iter().map(|row| [row.depth.into(), row.id.into(), row.count.into(), row.cost_ms]).collect()
}

fn same<T: PartialEq + Debug>(what: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("{what}\n  expected {expected:?}\n  got      {got:?}"))
}
