//! What is counted of a scene's frames.

use super::durations::Durations;
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::{DropLevels, Fps};

/// A frame as a display with a refresh rate shows it.
#[derive(Debug)]
pub(super) struct Drawn {
    durations: Durations,
    refresh_rate: f64,
    dropped: u64,
    /// In nanoseconds: its duration, at least that of one refresh.
    time: f64,
}

impl Drawn {
    pub(super) fn new(durations: Durations, refresh_rate: f64) -> Drawn {
        let interval = 1e9 / refresh_rate;
        let time = (durations.total() as f64).max(interval);
        // The nearest number, as in Matrix: a phone's durations and rates are not exact.
        let dropped = ((time - interval) / interval).round() as u64;
        Drawn { durations, refresh_rate, dropped, time }
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    pub(super) fn refresh_rate(&self) -> f64 {
        self.refresh_rate
    }
}

/// From how many dropped frames on a frame is of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    frozen: u64,
    high: u64,
    middle: u64,
    normal: u64,
}

impl Bounds {
    pub(super) fn new(thresholds: &Thresholds) -> Bounds {
        Bounds {
            frozen: thresholds.dropped_frozen.into(),
            high: thresholds.dropped_high.into(),
            middle: thresholds.dropped_middle.into(),
            normal: thresholds.dropped_normal.into(),
        }
    }

    fn level<'a>(&self, levels: &'a mut DropLevels, dropped: u64) -> &'a mut u64 {
        match dropped {
            _ if dropped >= self.frozen => &mut levels.dropped_frozen,
            _ if dropped >= self.high => &mut levels.dropped_high,
            _ if dropped >= self.middle => &mut levels.dropped_middle,
            _ if dropped >= self.normal => &mut levels.dropped_normal,
            _ => &mut levels.dropped_best,
        }
    }
}

/// A scene's frames since it was last told of.
#[derive(Clone, Debug, Default)]
pub(super) struct Slice {
    frames: u64,
    /// Time of all frames, counted or not, in nanoseconds.
    elapsed: f64,
    /// Time of the counted ones.
    time: f64,
    refresh_rates: f64,
    level: DropLevels,
    sum: DropLevels,
    durations: Durations,
    max: Durations,
}

impl Slice {
    /// A frame that dropped fewer than `threshold` frames takes its time and is not counted.
    pub(super) fn add(&mut self, drawn: &Drawn, threshold: u32, bounds: &Bounds) {
        self.elapsed += drawn.time;
        if drawn.dropped < u64::from(threshold) {
            return;
        }
        self.frames = self.frames.saturating_add(1);
        self.time += drawn.time;
        self.refresh_rates += drawn.refresh_rate;
        let level = bounds.level(&mut self.level, drawn.dropped);
        *level = level.saturating_add(1);
        let sum = bounds.level(&mut self.sum, drawn.dropped);
        *sum = sum.saturating_add(drawn.dropped);
        self.durations.add(&drawn.durations);
        self.max.raise(&drawn.durations);
    }

    /// Whether it is as long as `slice`, but for what is lost in adding fractions of nanoseconds.
    pub(super) fn is_full(&self, slice: Duration) -> bool {
        self.elapsed + 1.0 >= slice.as_nanos() as f64
    }

    /// None if nothing was counted.
    pub(super) fn report(&self, scene: &str) -> Option<Fps> {
        if self.frames == 0 {
            return None;
        }
        let frames = self.frames as f64;
        let refresh_rate = self.refresh_rates / frames;
        Some(Fps {
            scene: scene.to_owned(),
            drop_level: self.level,
            drop_sum: self.sum,
            // Never more than the refresh rate, as no frame takes less than a refresh.
            fps: thousandths(1e9 * frames / self.time),
            refresh_rate: Some(thousandths(refresh_rate)),
            frames: self.frames,
            mean: self.durations.report(self.frames),
            max: self.max.report(1),
        })
    }
}

fn thousandths(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}
