//! How smoothly scenes are drawn.

mod durations;
mod listener;
mod scenes;
mod slice;

pub use listener::{DropListener, Refused, SceneListener};

use crate::{Action, BadFrame, Frame};
use durations::Durations;
use listener::Listeners;
use scenes::PerScene;
use slice::{Bounds, Drawn};
use std::sync::Arc;
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::Fps;

/// Counts frames for each scene: for the report of every slice of frame time, and for listeners.
///
/// How many frames one dropped is judged by the display's refresh rate, and by nothing while that is not
/// known. The time of a frame is its duration, at least that of one refresh: so slices and frames per second
/// depend on no clock.
#[derive(Debug)]
pub struct Frames {
    bounds: Bounds,
    slice: Duration,
    /// In hertz.
    refresh_rate: Option<f64>,
    reported: PerScene,
    listeners: Listeners,
}

/// Refresh rates that are believed, in hertz.
const REFRESH_RATES: std::ops::RangeInclusive<f64> = 1.0..=1_000.0;

impl Frames {
    /// Without listeners, and without a refresh rate.
    pub fn new(thresholds: &Thresholds) -> Frames {
        Frames {
            bounds: Bounds::new(thresholds),
            slice: Duration::from_millis(thresholds.frame_slice_ms),
            refresh_rate: None,
            reported: PerScene::default(),
            listeners: Listeners::default(),
        }
    }

    /// [`Event::Configure`](crate::Event::Configure). What was counted keeps its level.
    pub fn configure(&mut self, thresholds: &Thresholds) {
        self.bounds = Bounds::new(thresholds);
        self.slice = Duration::from_millis(thresholds.frame_slice_ms);
    }

    /// [`Event::RefreshRate`](crate::Event::RefreshRate). A rate that no display has is ignored.
    pub fn refresh_rate(&mut self, hertz: f64) {
        if REFRESH_RATES.contains(&hertz) {
            self.refresh_rate = Some(hertz);
        }
    }

    /// [`Event::Frame`](crate::Event::Frame), while `scene` is visible. What listeners are told is added to
    /// `out`; returns a report when the scene's slice is full.
    ///
    /// Not counted are messages that belong to no vsync, a window's first frame, and durations that cannot
    /// be: some phones give such.
    pub fn frame(&mut self, frame: &Frame, scene: &Arc<str>, out: &mut Vec<Action>) -> Option<Fps> {
        let refresh_rate = self.refresh_rate?;
        if !frame.is_vsync || frame.is_first {
            return None;
        }
        let durations = Durations::of(frame)?;
        let drawn = Drawn::new(durations, refresh_rate);
        self.tell_drops(frame, scene, &drawn, out);
        for (id, listener) in &mut self.listeners.scenes {
            if let Some(fps) = listener.frame(scene, &drawn, &self.bounds) {
                out.push(Action::Frames { listener: *id, fps: Box::new(fps) });
            }
        }
        self.reported.frame(scene, &drawn, 0, &self.bounds, self.slice)
    }

    /// [`Event::ListenFrames`](crate::Event::ListenFrames); replaces the listener of the same number.
    ///
    /// # Errors
    ///
    /// If the interval is zero, or if there are too many listeners.
    pub fn listen(&mut self, id: u32, listener: SceneListener) -> Result<(), Refused> {
        self.listeners.listen(id, listener)
    }

    /// [`Event::ListenDrops`](crate::Event::ListenDrops); replaces the listener of the same number.
    ///
    /// # Errors
    ///
    /// If the threshold is zero, or if there are too many listeners.
    pub fn listen_drops(&mut self, id: u32, listener: DropListener) -> Result<(), Refused> {
        self.listeners.listen_drops(id, listener)
    }

    /// [`Event::Unlisten`](crate::Event::Unlisten). If `tell_rest`, what was counted since the listener was
    /// last told is added to `out`.
    pub fn unlisten(&mut self, id: u32, tell_rest: bool, out: &mut Vec<Action>) {
        self.listeners.drops.remove(&id);
        if let Some(listener) = self.listeners.scenes.remove(&id)
            && tell_rest
        {
            let rest = listener.rest().into_iter();
            out.extend(rest.map(|fps| Action::Frames { listener: id, fps: Box::new(fps) }));
        }
    }

    fn tell_drops(&self, frame: &Frame, scene: &Arc<str>, drawn: &Drawn, out: &mut Vec<Action>) {
        for (id, listener) in &self.listeners.drops {
            if drawn.dropped() >= u64::from(listener.threshold) {
                let bad = BadFrame {
                    scene: scene.to_string(),
                    dropped: drawn.dropped(),
                    refresh_rate: drawn.refresh_rate(),
                    frame: *frame,
                };
                out.push(Action::FrameDropped { listener: *id, bad: Box::new(bad) });
            }
        }
    }
}

#[cfg(test)]
mod tests;
