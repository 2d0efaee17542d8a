//! Slices of many scenes.

use super::slice::{Bounds, Drawn, Slice};
use std::sync::Arc;
use std::time::Duration;
use trace_model::report::Fps;

/// Scenes whose slices are kept at once. A user goes back and forth between fewer in ten seconds of frames;
/// an app that makes scenes up as it goes has thousands.
pub(super) const MAX_SCENES: usize = 32;

/// The slices of the scenes drawn last, the newest first.
#[derive(Debug, Default)]
pub(super) struct PerScene(Vec<(Arc<str>, Slice)>);

impl PerScene {
    /// Adds a frame to a scene's slice, and begins a new one when that is full.
    pub(super) fn frame(
        &mut self,
        scene: &Arc<str>,
        drawn: &Drawn,
        threshold: u32,
        bounds: &Bounds,
        length: Duration,
    ) -> Option<Fps> {
        let slice = self.slice(scene)?;
        slice.add(drawn, threshold, bounds);
        if !slice.is_full(length) {
            return None;
        }
        std::mem::take(slice).report(scene)
    }

    /// What was counted in slices that are not full.
    pub(super) fn rest(self) -> Vec<Fps> {
        self.0.iter().filter_map(|(scene, slice)| slice.report(scene)).collect()
    }

    /// The scene's slice, which is now the newest; the oldest one makes room.
    fn slice(&mut self, scene: &Arc<str>) -> Option<&mut Slice> {
        match self.0.iter().position(|(known, _)| known == scene) {
            Some(0) => {}
            Some(place) => self.0.get_mut(..=place)?.rotate_right(1),
            None => {
                self.0.truncate(MAX_SCENES - 1);
                self.0.insert(0, (Arc::clone(scene), Slice::default()));
            }
        }
        self.0.first_mut().map(|(_, slice)| slice)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}
