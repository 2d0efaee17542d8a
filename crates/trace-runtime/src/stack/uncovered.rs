//! How much of the time nothing is known of.

use super::Call;
use trace_model::TimeUnit;

/// The share of `cost_ms` that no recorded call covers: 0 if calls directly under dispatches, and calls under
/// nothing, take all of it, 1 if there are none. None for a cost of zero.
///
/// What is not covered went to code that is not instrumented, or its records were overwritten.
pub fn uncovered(calls: &[Call], unit: TimeUnit, cost_ms: u64) -> Option<f64> {
    let mut covered = 0_u64;
    let mut under_dispatch = false;
    for call in calls {
        match call.depth {
            0 => under_dispatch = call.is_dispatch(),
            1 if under_dispatch => {}
            _ => continue,
        }
        if call.depth == 1 || !under_dispatch {
            covered = covered.saturating_add(call.cost);
        }
    }
    let cost = cost_ms as f64 * 1e6;
    let share = 1.0 - covered as f64 * unit.nanos() as f64 / cost;
    (cost_ms > 0).then(|| share.clamp(0.0, 1.0))
}
