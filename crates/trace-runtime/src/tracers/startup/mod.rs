//! How long starts of the app take.
//!
//! ```text
//! first call          launch message  created  focus       created   focus        all destroyed  created   focus
//! |                         |            |       |             |       |                |            |       |
//! |--- application_create --|            .       .             .       .                .            .       .
//! |-------- first_activity_create --------- (splash)           .       .                .            .       .
//! |----------------------- startup_duration, cold --------------- (not a splash)        .            |-warm--|
//! ```

mod activities;

use super::app_create::{AppCreate, Created};
use crate::Timestamp;
use crate::ring::Mark;
use activities::Activities;
use std::collections::BTreeSet;
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::StartUp;

/// A wait of this length is no part of a start: the screen was off, or the process lay idle. A start with
/// such a wait, from an Activity's creation to its focus, between two Activities, or in the creation of the
/// application, is not reported.
const TOO_LONG: Duration = Duration::from_secs(30);

/// Before the first record ever, which is that of the first call.
const FIRST_CALL: Mark = Mark::after(0);

/// Measures each start of the app, cold or warm, and says which ones are too slow.
///
/// The start of a process ends with the focus of its first Activity that is no splash screen; if the process
/// was made for a service or a receiver, with the creation of the application. Every later start is a warm
/// one: an Activity is created while there is none, until one that is no splash screen has the focus.
#[derive(Debug)]
pub struct Startup {
    create: AppCreate,
    splash: BTreeSet<String>,
    thresholds: Limits,
    activities: Activities,
    phase: Phase,
}

/// A start that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// What is reported of each start.
    pub report: StartUp,
    /// What is reported besides if it was too slow.
    pub slow: Option<Slow>,
}

/// A start that was too slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slow {
    /// Place of its first record.
    pub mark: Mark,
    /// When it began.
    pub begin: Timestamp,
    /// How long it took, in milliseconds.
    pub cost_ms: u64,
    /// 1 = cold, 2 = warm.
    pub sub_type: u8,
}

#[derive(Debug)]
struct Limits {
    cold_ms: u64,
    warm_ms: u64,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The process starts; in milliseconds, when the first Activity had the focus.
    Cold { first_screen: Option<u64>, waited: bool },
    /// Nothing starts.
    Alive,
    /// The first Activity after a time without any starts.
    Warm { begin: Timestamp, mark: Mark, waited: bool },
}

impl Startup {
    /// At the start of a process on a system of this API level, 0 if it is not known; `splash` has the class
    /// names of the Activities that only show while the app starts.
    pub fn new(api_level: u32, splash: impl IntoIterator<Item = String>, thresholds: &Thresholds) -> Startup {
        Startup {
            create: AppCreate::new(api_level),
            splash: splash.into_iter().collect(),
            thresholds: Limits::new(thresholds),
            activities: Activities::default(),
            phase: Phase::Cold { first_screen: None, waited: false },
        }
    }

    /// [`Event::Configure`](crate::Event::Configure).
    pub fn configure(&mut self, thresholds: &Thresholds) {
        self.thresholds = Limits::new(thresholds);
    }

    /// [`Event::FirstCall`](crate::Event::FirstCall).
    pub fn first_call(&mut self, at: Timestamp) {
        self.create.first_call(at);
    }

    /// [`Event::SystemMessage`](crate::Event::SystemMessage).
    pub fn system_message(&mut self, at: Timestamp, what: i32, launches_activity: bool) -> Option<Started> {
        let created = self.create.system_message(at, what, launches_activity)?;
        self.application_created(created)
    }

    /// [`Event::ActivityCreated`](crate::Event::ActivityCreated); `mark` is the place of the newest record.
    pub fn activity_created(&mut self, at: Timestamp, activity: &str, fresh: bool, mark: Mark) {
        if let Some(created) = self.create.activity_created(at) {
            self.application_created(created);
        }
        let alone = self.activities.is_empty();
        if alone && matches!(self.phase, Phase::Cold { .. }) && self.activities.without_any(at) >= TOO_LONG {
            self.end();
        }
        if alone && fresh && !matches!(self.phase, Phase::Cold { .. }) {
            self.phase = Phase::Warm { begin: at, mark, waited: false };
        }
        self.activities.created(at, activity, !matches!(self.phase, Phase::Alive));
    }

    /// [`Event::ActivityDestroyed`](crate::Event::ActivityDestroyed).
    pub fn activity_destroyed(&mut self, at: Timestamp) {
        self.activities.destroyed(at);
    }

    /// [`Event::FocusChanged`](crate::Event::FocusChanged) to an Activity that has the focus now.
    pub fn focused(&mut self, at: Timestamp, activity: &str) -> Option<Started> {
        if matches!(self.phase, Phase::Alive) {
            return None;
        }
        let has_waited = self.activities.focused(at, activity) >= TOO_LONG;
        let is_splash = self.splash.contains(activity);
        match &mut self.phase {
            Phase::Alive => None,
            Phase::Cold { first_screen, waited } => {
                let (Some(begin), Some(created)) = (self.create.begin(), self.create.created()) else {
                    self.end();
                    return None;
                };
                *waited |= has_waited;
                let cost = millis(at.since(begin));
                let first_activity_create = *first_screen.get_or_insert(cost);
                if is_splash {
                    return None;
                }
                let is_start = !*waited;
                self.end();
                is_start.then(|| self.cold(begin, created, first_activity_create, cost))
            }
            Phase::Warm { begin, mark, waited } => {
                *waited |= has_waited;
                if is_splash {
                    return None;
                }
                let (begin, mark, is_start) = (*begin, *mark, !*waited);
                self.end();
                is_start.then(|| self.warm(begin, mark, millis(at.since(begin))))
            }
        }
    }

    fn application_created(&mut self, created: Created) -> Option<Started> {
        if created.cost >= TOO_LONG {
            // A provider started the process, and nothing more was wanted of it until now.
            self.end();
            return None;
        }
        if created.for_activity {
            return None;
        }
        self.end();
        let begin = self.create.begin()?;
        Some(self.cold(begin, created, 0, millis(created.cost)))
    }

    fn end(&mut self) {
        self.phase = Phase::Alive;
        self.activities.forget_times();
    }

    fn cold(&self, begin: Timestamp, created: Created, first_activity_create: u64, cost_ms: u64) -> Started {
        let report = StartUp {
            application_create: millis(created.cost),
            application_create_scene: created.code,
            first_activity_create,
            startup_duration: cost_ms,
            is_warm_start_up: false,
        };
        let slow = Slow { mark: FIRST_CALL, begin, cost_ms, sub_type: 1 };
        Started { report, slow: (cost_ms >= self.thresholds.cold_ms).then_some(slow) }
    }

    fn warm(&self, begin: Timestamp, mark: Mark, cost_ms: u64) -> Started {
        let report = StartUp {
            application_create: 0,
            application_create_scene: self.create.created().map_or(0, |created| created.code),
            first_activity_create: 0,
            startup_duration: cost_ms,
            is_warm_start_up: true,
        };
        let slow = Slow { mark, begin, cost_ms, sub_type: 2 };
        Started { report, slow: (cost_ms >= self.thresholds.warm_ms).then_some(slow) }
    }
}

impl Limits {
    fn new(thresholds: &Thresholds) -> Limits {
        Limits { cold_ms: thresholds.cold_start_ms, warm_ms: thresholds.warm_start_ms }
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
