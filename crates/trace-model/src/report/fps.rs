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
