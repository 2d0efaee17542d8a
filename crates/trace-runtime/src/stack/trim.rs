//! Fewer rows.

use super::Call;
use std::cmp::Ordering;
use trace_model::{StackRow, TimeUnit};

/// How often Matrix raises the bar.
const ROUNDS: usize = 60;
/// By how much, in milliseconds: the step of its clock.
const STEP_MS: u64 = 5;

/// Rows of the long calls, at most `target`, in their order.
///
/// Matrix removes the others in up to 60 rounds. The n-th removes, from the last call up, those shorter than
/// n * 5 ms until `target` are left. If more are left after all rounds, those behind the first `target` go.
///
/// Here only the last round is done. All calls too short for the one before it are gone by then, and which
/// one is the last follows from how many calls have which length.
pub fn trim(calls: &[Call], unit: TimeUnit, target: usize) -> Vec<StackRow> {
    let row = |call: &Call| call.row(unit);
    if calls.len() <= target {
        return calls.iter().map(row).collect();
    }
    // How many rounds a call survives.
    let rounds = |call: &Call| {
        let steps = unit.to_millis(call.cost) / STEP_MS;
        usize::try_from(steps).map_or(ROUNDS, |steps| steps.min(ROUNDS))
    };
    let mut calls_of = [0; ROUNDS + 1];
    for call in calls {
        calls_of[rounds(call)] += 1;
    }
    let mut last = 0;
    let mut longer = calls.len() - calls_of[0];
    while longer > target {
        last += 1;
        longer -= calls_of[last];
    }

    let mut spared = target - longer;
    let stays = |call: &&Call| match rounds(call).cmp(&last) {
        Ordering::Greater => true,
        Ordering::Equal if spared > 0 => {
            spared -= 1;
            true
        }
        Ordering::Equal | Ordering::Less => false,
    };
    calls.iter().filter(stays).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Round by round, as Matrix does it.
    fn in_rounds(calls: &mut Vec<Call>, target: usize) {
        for round in 1..=60 {
            for index in (0..calls.len()).rev() {
                if calls.len() <= target {
                    return;
                }
                if calls[index].cost < round * 5 {
                    calls.remove(index);
                }
            }
        }
        calls.truncate(target);
    }

    proptest! {
        #[test]
        fn leaves_what_rounds_leave(
            costs in prop::collection::vec(prop_oneof![0_u64..40, 0_u64..400, 250_u64..320, 299_u64..302], 0..120),
            target in 0_usize..60,
        ) {
            let calls = costs.iter().zip(1..).map(|(&cost, id)| Call { depth: 0, id, count: 1, cost });
            let mut calls: Vec<Call> = calls.collect();
            let rows = trim(&calls, TimeUnit::Millis, target);
            in_rounds(&mut calls, target);
            let expected: Vec<StackRow> = calls.iter().map(|call| call.row(TimeUnit::Millis)).collect();
            prop_assert_eq!(rows, expected);
        }
    }

    #[test]
    fn lengths_are_compared_as_rows_show_them() {
        // 4,883 ticks are 5.0002 ms, 4,882 are 4.9992 ms: 4 in a row.
        let call = |id, cost| Call { depth: 0, id, count: 1, cost };
        let rows = trim(&[call(1, 4_882), call(2, 4_883), call(3, 4_882)], TimeUnit::Ticks, 1);
        assert_eq!(rows, [StackRow { depth: 0, id: 2, count: 1, cost_ms: 5 }]);
    }
}
