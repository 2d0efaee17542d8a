//! Ring scripts: what Matrix's `AppMethodBeat` answers, with a ring of 16 slots.

use crate::matrix_ring::MatrixRing;
use crate::player::Player;
use serde::Deserialize;
use serde_json::Value;

pub(crate) const ONE_RECORD: &str = "a slice of one record is copied as empty";
pub(crate) const WRAP: &str =
    "after a wrap, marks that were overwritten pass for valid, and their slices are wrong";
pub(crate) const EARLY_START: &str = "a start before the first call is ignored";
pub(crate) const FREED: &str = "once the ring is freed, no start brings it back";

/// A script and its answers.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// Each is `[operation]` or `[operation, answer]`.
    steps: Vec<Vec<Value>>,
}

/// A step whose answer differs.
struct Difference {
    text: String,
    /// The defect of Matrix that it comes from; none if it is ours.
    defect: Option<&'static str>,
}

/// Whether Matrix, remade with its defects, answers as expected.
pub(crate) fn is_of_matrix(case: &Case) -> bool {
    let mut matrix = MatrixRing::new();
    case.steps.iter().all(|step| match step.as_slice() {
        [Value::String(operation), expected @ ..] => {
            let answer = matrix.step(operation);
            expected.iter().all(|expected| *expected == answer)
        }
        _ => false,
    })
}

/// Says what differs first.
pub(crate) fn run(case: &Case) -> Result<(), String> {
    match play(case)?.into_iter().next() {
        None => Ok(()),
        Some(difference) => Err(difference.text),
    }
}

/// The defect of Matrix that the first difference comes from, if each comes from one and all that is expected is
/// Matrix's answer.
pub(crate) fn defect(case: &Case) -> Option<&'static str> {
    let differences = play(case).ok().filter(|_| is_of_matrix(case))?;
    let defects: Option<Vec<_>> = differences.into_iter().map(|difference| difference.defect).collect();
    defects?.into_iter().next()
}

fn play(case: &Case) -> Result<Vec<Difference>, String> {
    let mut player = Player::new();
    let mut differences = Vec::new();
    for (number, step) in case.steps.iter().enumerate() {
        let (operation, expected) = match step.as_slice() {
            [Value::String(operation)] => (operation, None),
            [Value::String(operation), expected] => (operation, Some(expected)),
            _ => return Err(format!("step {number} is no [operation] or [operation, answer]")),
        };
        let context = |error| format!("step {number}, {operation}: {error}");
        let answer = player.step(operation).map_err(context)?;
        if let Some(expected) = expected.filter(|expected| **expected != answer) {
            let text = context(format!("{answer} instead of {expected}"));
            differences.push(Difference { text, defect: player.defect(operation, expected, &answer) });
        }
    }
    Ok(differences)
}
