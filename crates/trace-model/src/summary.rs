//! What a run did, in numbers.

use crate::SkipReason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The object that the instrumenter prints with `--json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Class files seen.
    pub classes: u64,
    /// Methods with code in them.
    pub methods: u64,
    /// Methods that got calls.
    pub instrumented: u64,
    /// Methods that were left as they are, by reason.
    pub skipped: BTreeMap<SkipReason, u64>,
    /// Size of all inputs in bytes.
    pub bytes_in: u64,
    /// Size of all outputs in bytes.
    pub bytes_out: u64,
    /// Wall-clock time of the run in milliseconds.
    pub elapsed_ms: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_those_that_scripts_read() {
        let summary = Summary {
            classes: 1,
            methods: 5,
            instrumented: 3,
            skipped: BTreeMap::from([(SkipReason::TooLarge, 1), (SkipReason::Trivial, 1)]),
            bytes_in: 6,
            bytes_out: 7,
            elapsed_ms: 8,
        };
        assert_eq!(
            serde_json::to_string(&summary).unwrap(),
            r#"{"classes":1,"methods":5,"instrumented":3,"skipped":{"trivial":1,"too_large":1},"bytes_in":6,"bytes_out":7,"elapsed_ms":8}"#
        );
    }
}
