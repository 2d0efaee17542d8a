//! Fewer rows.

use super::Call;
use trace_model::TimeUnit;

/// How often the bar is raised.
const ROUNDS: usize = 60;
/// By how much, in milliseconds: the step of Matrix's clock.
const STEP_MS: u64 = 5;

/// Leaves at most `target` calls, the long ones.
///
/// Matrix does this in up to 60 rounds. The n-th removes, from the last call up, those shorter than n * 5 ms until
/// `target` are left. If more are left after all rounds, those behind the first `target` go.
///
/// Here only the last round is done. All calls too short for the one before it are gone by then, and which
/// one is the last follows from how many calls have which length.
pub fn trim(calls: &mut Vec<Call>, unit: TimeUnit, target: usize) {
    if calls.len() <= target {
        return;
    }
    let steps = |call: &Call| unit.to_millis(call.cost) / STEP_MS;

    // How many calls survive all rounds up to the n-th, while that is more than the target.
    let mut of_length = [0_usize; ROUNDS];
    for call in calls.iter() {
        if let Some(count) = usize::try_from(steps(call)).ok().and_then(|steps| of_length.get_mut(steps)) {
            *count += 1;
        }
    }
    let mut rounds = 0;
    let mut left = calls.len();
    for shorter in of_length {
        if left - shorter <= target {
            break;
        }
        left -= shorter;
        rounds += 1;
    }

    calls.retain(|call| steps(call) >= rounds);
    if rounds < ROUNDS as u64 {
        remove_from_the_end(calls, left - target, |call| steps(call) == rounds);
    }
    calls.truncate(target);
}

/// Removes the last `number` calls that are `short`.
fn remove_from_the_end(calls: &mut Vec<Call>, number: usize, short: impl Fn(&Call) -> bool) {
    let mut spared = calls.iter().filter(|call| short(call)).count().saturating_sub(number);
    calls.retain(|call| {
        let keep = !short(call) || spared > 0;
        spared -= usize::from(keep && short(call));
        keep
    });
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
            let mut trimmed: Vec<Call> = calls.collect();
            let mut expected = trimmed.clone();
            trim(&mut trimmed, TimeUnit::Millis, target);
            in_rounds(&mut expected, target);
            prop_assert_eq!(trimmed, expected);
        }
    }

    #[test]
    fn lengths_are_compared_as_rows_show_them() {
        // 4,883 ticks are 5.0002 ms, 4,882 are 4.9992 ms: 4 in a row.
        let call = |id, cost| Call { depth: 0, id, count: 1, cost };
        let mut calls = vec![call(1, 4_882), call(2, 4_883), call(3, 4_882)];
        trim(&mut calls, TimeUnit::Ticks, 1);
        assert_eq!(calls, [call(2, 4_883)]);
    }
}
