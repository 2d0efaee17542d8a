//! `Trace_FPS`.

use serde::{Deserialize, Serialize};

/// How smoothly a scene was drawn during one slice of frame time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fps {
    /// What the user saw: an Activity's class name, or what the app called it.
    pub scene: String,
    /// Frames of each level.
    #[serde(rename = "dropLevel")]
    pub drop_level: DropLevels,
    /// Dropped frames in each level.
    #[serde(rename = "dropSum")]
    pub drop_sum: DropLevels,
    /// Frames a second, at most the display's refresh rate.
    pub fps: f64,
    /// The display's refresh rate, in hertz.
    #[serde(rename = "refreshRate", default, skip_serializing_if = "Option::is_none")]
    pub refresh_rate: Option<f64>,
    /// Frames of the slice.
    #[serde(default)]
    pub frames: u64,
    /// Mean of each duration over the slice's frames, under the names of Matrix.
    #[serde(flatten)]
    pub mean: FrameDurations,
    /// The greatest of each duration.
    #[serde(rename = "maxDurations", default, skip_serializing_if = "FrameDurations::is_empty")]
    pub max: FrameDurations,
}

/// The durations of a frame, in nanoseconds; `FrameMetrics` of Android says what each is. What was never
/// measured is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FrameDurations {
    /// `UNKNOWN_DELAY_DURATION`.
    #[serde(rename = "UNKNOWN_DELAY_DURATION", skip_serializing_if = "Option::is_none")]
    pub unknown_delay: Option<u64>,
    /// `INPUT_HANDLING_DURATION`.
    #[serde(rename = "INPUT_HANDLING_DURATION", skip_serializing_if = "Option::is_none")]
    pub input: Option<u64>,
    /// `ANIMATION_DURATION`.
    #[serde(rename = "ANIMATION_DURATION", skip_serializing_if = "Option::is_none")]
    pub animation: Option<u64>,
    /// `LAYOUT_MEASURE_DURATION`.
    #[serde(rename = "LAYOUT_MEASURE_DURATION", skip_serializing_if = "Option::is_none")]
    pub layout: Option<u64>,
    /// `DRAW_DURATION`.
    #[serde(rename = "DRAW_DURATION", skip_serializing_if = "Option::is_none")]
    pub draw: Option<u64>,
    /// `SYNC_DURATION`.
    #[serde(rename = "SYNC_DURATION", skip_serializing_if = "Option::is_none")]
    pub sync: Option<u64>,
    /// `COMMAND_ISSUE_DURATION`.
    #[serde(rename = "COMMAND_ISSUE_DURATION", skip_serializing_if = "Option::is_none")]
    pub command_issue: Option<u64>,
    /// `SWAP_BUFFERS_DURATION`.
    #[serde(rename = "SWAP_BUFFERS_DURATION", skip_serializing_if = "Option::is_none")]
    pub swap_buffers: Option<u64>,
    /// `TOTAL_DURATION`.
    #[serde(rename = "TOTAL_DURATION", skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// `GPU_DURATION` (API 31).
    #[serde(rename = "GPU_DURATION", skip_serializing_if = "Option::is_none")]
    pub gpu: Option<u64>,
}

impl FrameDurations {
    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        *self == FrameDurations::default()
    }
}

/// One number for each level of dropped frames; `Thresholds` has the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct DropLevels {
    /// 42 and more.
    pub dropped_frozen: u64,
    /// 24 to 41.
    pub dropped_high: u64,
    /// 9 to 23.
    pub dropped_middle: u64,
    /// 3 to 8.
    pub dropped_normal: u64,
    /// 0 to 2.
    pub dropped_best: u64,
}
