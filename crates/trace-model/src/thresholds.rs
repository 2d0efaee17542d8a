//! From when on something is worth a report.

use serde::{Deserialize, Serialize};

/// All thresholds, with the defaults of Matrix TraceCanary; each field's text names its constant there.
///
/// Durations are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Thresholds {
    /// A dispatch that takes this long is an evil method (`DEFAULT_EVIL_METHOD_THRESHOLD_MS`).
    pub evil_method_ms: u64,
    /// A dispatch that goes on for this long is an ANR (`DEFAULT_ANR`).
    pub anr_ms: u64,
    /// A dispatch that goes on for this long is a lag (`DEFAULT_NORMAL_LAG`).
    pub lag_ms: u64,
    /// An idle handler that runs for this long (`DEFAULT_IDLE_HANDLER_LAG`).
    pub idle_handler_lag_ms: u64,
    /// A touch event that waits or is handled for this long (`DEFAULT_TOUCH_EVENT_LAG`).
    pub touch_lag_ms: u64,
    /// A cold start of this length gets a stack (`DEFAULT_STARTUP_THRESHOLD_MS_COLD`).
    pub cold_start_ms: u64,
    /// A warm start of this length gets a stack (`DEFAULT_STARTUP_THRESHOLD_MS_WARM`).
    pub warm_start_ms: u64,
    /// Frame time after which a scene reports (`DEFAULT_FPS_TIME_SLICE_ALIVE_MS`).
    pub frame_slice_ms: u64,
    /// Dropped frames from which on a frame is frozen (`DEFAULT_DROPPED_FROZEN`).
    pub dropped_frozen: u32,
    /// Dropped frames from which on it is high (`DEFAULT_DROPPED_HIGH`).
    pub dropped_high: u32,
    /// Dropped frames from which on it is middle (`DEFAULT_DROPPED_MIDDLE`).
    pub dropped_middle: u32,
    /// Dropped frames from which on it is normal, below it is best (`DEFAULT_DROPPED_NORMAL`).
    pub dropped_normal: u32,
    /// Messages of a kind in a window from more than which on the kind is dense.
    pub dense_messages: u64,
    /// Length of that window, at most what the newest 5,000 messages span.
    pub dense_window_ms: u64,
    /// Rows that a stack is trimmed to (`TARGET_EVIL_METHOD_STACK`).
    pub stack_rows: u32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            evil_method_ms: 700,
            anr_ms: 5_000,
            lag_ms: 2_000,
            idle_handler_lag_ms: 2_000,
            touch_lag_ms: 2_000,
            cold_start_ms: 10_000,
            warm_start_ms: 4_000,
            frame_slice_ms: 10_000,
            dropped_frozen: 42,
            dropped_high: 24,
            dropped_middle: 9,
            dropped_normal: 3,
            dense_messages: 500,
            dense_window_ms: 10_000,
            stack_rows: 30,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_has_its_default() {
        let some: Thresholds = serde_json::from_str(r#"{"evilMethodMs":500}"#).unwrap();
        assert_eq!(some, Thresholds { evil_method_ms: 500, ..Thresholds::default() });
        assert!(serde_json::from_str::<Thresholds>(r#"{"evilMethod":500}"#).is_err());
    }

    #[test]
    fn defaults_are_those_that_the_library_for_android_has() {
        let golden = include_str!("../../../fixtures/thresholds.json");
        let golden: serde_json::Value = serde_json::from_str(golden).unwrap();
        assert_eq!(serde_json::to_value(Thresholds::default()).unwrap(), golden);
    }
}
