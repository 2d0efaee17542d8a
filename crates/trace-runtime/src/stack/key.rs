//! What reports are grouped by.

use super::Call;
use std::cmp::Reverse;
use std::fmt::Write as _;
use trace_model::{MethodId, StackRow, TimeUnit};

/// Calls of [`path_key`], at most: recursion is not to make a key of a megabyte.
pub const MAX_PATH: usize = 64;

/// Matrix's key: the id of the row that matters most, `id|`.
///
/// That is the one with the greatest `(depth + 1) * cost` of those which take 30 % of the stack's cost,
/// the first one if they are equal; but not the dispatch of the message if there is another. If no row takes so
/// much, it is the first row. No rows, no key.
pub fn stack_key(rows: &[StackRow], cost_ms: u64) -> String {
    let limit = limit_ms(cost_ms);
    let weight = |row: &StackRow| (u128::from(row.depth) + 1) * u128::from(row.cost_ms.max(0).unsigned_abs());
    let heaviest_but = |skipped: Option<usize>| {
        let heavy =
            rows.iter().enumerate().filter(|&(place, row)| row.cost_ms >= limit && skipped != Some(place));
        heavy.max_by_key(|&(place, row)| (weight(row), Reverse(place)))
    };
    let chosen = match heaviest_but(None) {
        Some((place, row)) if row.id == MethodId::DISPATCH.get() => {
            heaviest_but(Some(place)).map_or(Some(row), |(_, other)| Some(other))
        }
        Some((_, row)) => Some(row),
        None => rows.first(),
    };
    chosen.map_or_else(String::new, |row| format!("{}|", row.id))
}

/// The heaviest chain of calls, `id|id|...`: from the top to the callee that takes most, as long as it takes
/// 30 % of the stack's cost. Dispatches of messages are left out.
///
/// Takes all calls, not only those that trimming leaves, so it does not change with the number of rows.
pub fn path_key(calls: &[Call], unit: TimeUnit, cost_ms: u64) -> String {
    let limit = limit_ms(cost_ms);
    // The heaviest chain so far: depth and place are the same. What lies deeper than `skip` is in a subtree
    // that something heavier beside it rules out.
    let mut path: Vec<&Call> = Vec::new();
    let mut skip = u32::MAX;
    for call in calls {
        let depth = call.depth as usize;
        if call.depth > skip || depth >= MAX_PATH {
            continue;
        }
        let heavier = path.get(depth).is_none_or(|best| call.cost > best.cost);
        if heavier && call.row(unit).cost_ms >= limit {
            path.truncate(depth);
            path.push(call);
            skip = u32::MAX;
        } else {
            skip = call.depth;
        }
    }
    path.iter().filter(|call| !call.is_dispatch()).fold(String::new(), |mut key, call| {
        // Writing to a string cannot fail.
        let _ = write!(key, "{}|", call.id);
        key
    })
}

/// 30 % of a cost, rounded as Matrix rounds it.
fn limit_ms(cost_ms: u64) -> i64 {
    (cost_ms as f32 * 0.3) as i64
}
