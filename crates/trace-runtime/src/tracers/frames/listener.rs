//! Who else wants to know of frames.

use super::scenes::PerScene;
use super::slice::{Bounds, Drawn};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use trace_model::report::Fps;

/// Listeners of each kind at once.
pub(super) const MAX_LISTENERS: usize = 16;

/// Wants to be told how smoothly scenes are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneListener {
    /// The scene, or any; each is told apart.
    pub scene: Option<String>,
    /// Frame time of a scene after which to tell, more than zero.
    pub interval: Duration,
    /// Frames that dropped fewer are not counted; their time is still part of the interval.
    pub threshold: u32,
}

/// Wants to be told of each bad frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropListener {
    /// How many frames a bad one drops at least, more than zero.
    pub threshold: u32,
}

/// Why a listener is not heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// Its interval is zero.
    #[error("the interval is zero: give at least one millisecond")]
    NoInterval,
    /// Its threshold is zero, which every frame reaches.
    #[error("the threshold is zero: give at least one dropped frame")]
    NoThreshold,
    /// There are too many.
    #[error("there are {MAX_LISTENERS} listeners already: remove one first")]
    TooMany,
}

#[derive(Debug, Default)]
pub(super) struct Listeners {
    pub(super) scenes: BTreeMap<u32, Listening>,
    pub(super) drops: BTreeMap<u32, DropListener>,
}

/// A listener, and what was counted for it.
#[derive(Debug)]
pub(super) struct Listening {
    listener: SceneListener,
    counted: PerScene,
}

impl Listeners {
    pub(super) fn listen(&mut self, id: u32, listener: SceneListener) -> Result<(), Refused> {
        if listener.interval.is_zero() {
            return Err(Refused::NoInterval);
        }
        add(&mut self.scenes, id, Listening { listener, counted: PerScene::default() })
    }

    pub(super) fn listen_drops(&mut self, id: u32, listener: DropListener) -> Result<(), Refused> {
        if listener.threshold == 0 {
            return Err(Refused::NoThreshold);
        }
        add(&mut self.drops, id, listener)
    }
}

fn add<T>(to: &mut BTreeMap<u32, T>, id: u32, listener: T) -> Result<(), Refused> {
    if to.len() >= MAX_LISTENERS && !to.contains_key(&id) {
        return Err(Refused::TooMany);
    }
    to.insert(id, listener);
    Ok(())
}

impl Listening {
    pub(super) fn frame(&mut self, scene: &Arc<str>, drawn: &Drawn, bounds: &Bounds) -> Option<Fps> {
        let SceneListener { scene: wanted, interval, threshold } = &self.listener;
        if wanted.as_deref().is_some_and(|wanted| *wanted != **scene) {
            return None;
        }
        self.counted.frame(scene, drawn, *threshold, bounds, *interval)
    }

    pub(super) fn rest(self) -> Vec<Fps> {
        self.counted.rest()
    }
}
