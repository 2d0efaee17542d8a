//! What must hold for the stack of any bytes that are taken for records.

use trace_model::{Record, StackRow, TimeUnit};
use trace_runtime::stack::{Ask, Bounds, Call, StackSummary, build, path_key, summarise, trim};

/// The bytes before the records: which part the stack is of, the unit, rows to trim to; the end; the cost.
const HEAD: usize = 9;

/// Builds a stack of the bytes in the way that their head says. Hands back how many rows it has.
///
/// # Panics
/// If anything does not hold.
pub(crate) fn check(bytes: &[u8]) -> usize {
    let Some((head, records)) = bytes.split_at_checked(HEAD) else { return 0 };
    let records: Vec<Record> = records
        .chunks_exact(8)
        .map(|chunk| Record::from_bits(u64::from_be_bytes(chunk.try_into().expect("eight bytes"))))
        .collect();
    let unit = if head[0] & 1 == 0 { TimeUnit::Millis } else { TimeUnit::Ticks };
    let end = u64::from(u32::from_be_bytes([head[1], head[2], head[3], head[4]])) << (head[0] >> 4);
    let cost_ms = u64::from(u32::from_be_bytes([head[5], head[6], head[7], head[8]])) << (head[0] >> 4);
    let target_rows = usize::from(head[0] >> 2 & 3) * 10;
    let strict = head[0] & 2 != 0;

    for end in [None, Some(end)] {
        for from_dispatch in [false, true] {
            let calls = build(&records, Bounds { from_dispatch, end }).expect("enough memory");
            check_calls(&calls, &records, !from_dispatch && end.is_some());
            check_trim(&calls, unit, target_rows);
            check_path(&calls, unit, cost_ms);
        }
    }
    let ask = Ask { strict, unit, end, cost_ms, target_rows };
    let summary = summarise(&records, &ask);
    check_summary(&summary, &ask);
    summary.stack.lines().count()
}

/// In pre-order, and from entries that are there; from all of them if nothing is left out.
fn check_calls(calls: &[Call], records: &[Record], all: bool) {
    let mut next_depth = 0;
    for call in calls {
        assert!(call.depth <= next_depth, "{call:?} has no caller");
        assert!(call.count > 0 && (call.count == 1 || call.depth > 0), "{call:?}");
        next_depth = call.depth + 1;
    }
    let entries = records.iter().filter(|record| record.is_enter()).count();
    let counted: usize = calls.iter().map(|call| call.count as usize).sum();
    assert!(counted <= entries && (!all || counted == entries), "{counted} of {entries} entries");
}

/// Some of the rows, in their order.
fn check_trim(calls: &[Call], unit: TimeUnit, target: usize) {
    let rows = trim(calls, unit, target);
    assert_eq!(rows.len(), calls.len().min(target));
    let mut all = calls.iter().map(|call| call.row(unit));
    assert!(rows.iter().all(|row| all.any(|other| other == *row)), "a row from nowhere");
}

/// A call that takes more than half of the cost at the top is where the path begins.
fn check_path(calls: &[Call], unit: TimeUnit, cost_ms: u64) {
    let top: Vec<&Call> = calls.iter().filter(|call| call.depth == 0).collect();
    let path = path_key(calls, unit, cost_ms);
    assert!(path.split_terminator('|').all(|id| calls.iter().any(|call| call.id.to_string() == id)));
    let heaviest = top.iter().rev().max_by_key(|call| call.cost);
    if let Some(call) =
        heaviest.filter(|call| !call.is_dispatch() && unit.to_millis(call.cost) / 2 > cost_ms / 2)
    {
        assert!(path.starts_with(&format!("{}|", call.id)), "{path} does not begin with {call:?}");
    }
}

fn check_summary(summary: &StackSummary, ask: &Ask) {
    let rows: Vec<StackRow> = summary.stack.lines().map(|line| line.parse().expect("a row")).collect();
    assert!(rows.len() <= ask.target_rows);
    assert!(rows.iter().all(|row| (0..=summary.cost_ms as i64).contains(&row.cost_ms)), "{summary:?}");
    let key = summary.stack_key.strip_suffix('|');
    assert_eq!(key.is_some(), !rows.is_empty());
    assert!(key.is_none_or(|key| rows.iter().any(|row| row.id.to_string() == key)));
    assert_eq!(summary.uncovered.is_some(), ask.cost_ms > 0);
    assert!(summary.uncovered.is_none_or(|share| (0.0..=1.0).contains(&share)), "{summary:?}");
}
