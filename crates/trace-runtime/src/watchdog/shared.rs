//! What the watchdog's thread and those who feed it share.

use super::host::App;
use super::schedule::{NEVER, Schedule, Step};
use crate::ring::Store;
use crate::tracers::frames::Refused;
use crate::{Action, BadFrame, Dedup, Engine, Event, Pending, Question, Setup, Timestamp};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};
use trace_model::report::Fps;

/// Jobs that wait for the thread, at most: while a callback blocks it, reports with all their records must not
/// pile up.
const JOBS: usize = 16;

#[derive(Debug)]
pub(super) struct Shared {
    clock: fn() -> Timestamp,
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Debug)]
struct State {
    engine: Engine,
    schedule: Schedule,
    jobs: VecDeque<Job>,
    /// Jobs that found no place, and of which nobody was told yet.
    lost: u64,
    /// When the thread wakes by itself; the start of time while it is awake.
    wakes: Timestamp,
    ending: bool,
    /// Empty between events; kept for its memory.
    actions: Vec<Action>,
}

const AWAKE: Timestamp = Timestamp::from_nanos(0);

/// What the thread does for others. None of it needs the lock but [`Job::Handle`].
#[derive(Debug)]
enum Job {
    Handle(Timestamp, Event),
    Ask(u64, Question),
    Report(Box<Pending>),
    Frames(u32, Box<Fps>),
    BadFrame(u32, Box<BadFrame>),
    Refused(u32, Refused),
    /// So many jobs found no place.
    Lost(u64),
    Tick,
}

impl Shared {
    pub(super) fn new(setup: Setup, clock: fn() -> Timestamp) -> Shared {
        let state = State {
            engine: Engine::new(setup),
            schedule: Schedule::new(),
            jobs: VecDeque::with_capacity(JOBS),
            lost: 0,
            wakes: AWAKE,
            ending: false,
            actions: Vec::new(),
        };
        Shared { clock, state: Mutex::new(state), wake: Condvar::new() }
    }

    pub(super) fn feed(&self, at: Timestamp, event: Event, records: &dyn Store) {
        let Some(mut state) = self.lock() else { return };
        match event {
            Event::DispatchBegin { .. } => state.schedule.begin(at),
            Event::DispatchEnd => state.schedule.end(at),
            _ => {}
        }
        state.handle(at, event, records);
        self.wake_if_due(state);
    }

    pub(super) fn post(&self, at: Timestamp, event: Event) {
        let Some(mut state) = self.lock() else { return };
        state.add(Job::Handle(at, event));
        self.wake_if_due(state);
    }

    pub(super) fn end(&self) {
        if let Some(mut state) = self.lock() {
            state.ending = true;
            drop(state);
            self.wake.notify_one();
        }
    }

    /// Returns once there is something for which the app is needed; false if the thread should end.
    pub(super) fn wait_for_work(&self) -> bool {
        let Some(mut state) = self.lock() else { return false };
        loop {
            let now = (self.clock)();
            if state.ending {
                return false;
            }
            if state.next() <= now {
                return true;
            }
            let (Step::Sleep(until) | Step::Rest(until)) = state.schedule.step(now) else { return true };
            match self.sleep(state, now, until) {
                Some(woken) => state = woken,
                None => return false,
            }
        }
    }

    /// Does what is due until the looper is idle. With `once`, what was reported before is not reported again.
    pub(super) fn serve(&self, app: &mut dyn App, once: &mut Option<Dedup>) {
        while let Some(job) = self.next_job(app) {
            if !matches!(job, Job::Tick) {
                // Nobody knows for how long no tick comes now.
                app.park_tick();
            }
            match job {
                Job::Handle(..) => {}
                Job::Ask(token, question) => app.ask(token, question),
                Job::Report(pending) => self.finish(*pending, app, once),
                Job::Frames(listener, fps) => app.frames(listener, &fps),
                Job::BadFrame(listener, bad) => app.bad_frame(listener, &bad),
                Job::Refused(listener, why) => app.log(&format!("frame listener {listener}: {why}")),
                Job::Lost(count) => app.log(&format!(
                    "{count} reports, questions or events were dropped: a callback takes too long"
                )),
                Job::Tick => app.tick(),
            }
        }
    }

    /// Handles events and sleeps, until there is something to do for the app. None once the looper is idle or the
    /// thread should end.
    fn next_job(&self, app: &dyn App) -> Option<Job> {
        let mut state = self.lock()?;
        while !state.ending {
            if state.lost > 0 {
                return Some(Job::Lost(std::mem::take(&mut state.lost)));
            }
            match state.jobs.pop_front() {
                Some(Job::Handle(at, event)) => {
                    state.handle(at, event, app.records());
                    continue;
                }
                None => {}
                job => return job,
            }
            let now = (self.clock)();
            match state.schedule.step(now) {
                Step::Tick => return Some(Job::Tick),
                Step::Fire(timer) => state.handle(now, Event::Timer { timer }, app.records()),
                Step::Sleep(until) => state = self.sleep(state, now, until)?,
                Step::Rest(_) => return None,
            }
        }
        None
    }

    fn finish(&self, pending: Pending, app: &mut dyn App, once: &mut Option<Dedup>) {
        let age = (self.clock)().since(pending.at());
        let mut report = pending.finish();
        if once.as_mut().is_some_and(|once| !once.is_new(&report)) {
            return;
        }
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(age);
        report.common.time = u64::try_from(wall.as_millis()).unwrap_or(u64::MAX);
        app.report(report);
    }

    /// None once a thread has panicked with the lock: what it left behind is not to be trusted.
    fn lock(&self) -> Option<MutexGuard<'_, State>> {
        self.state.lock().ok()
    }

    fn wake_if_due(&self, mut state: MutexGuard<'_, State>) {
        let due = state.next() < state.wakes;
        if due {
            state.wakes = AWAKE;
        }
        drop(state);
        if due {
            self.wake.notify_one();
        }
    }

    fn sleep<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        now: Timestamp,
        until: Timestamp,
    ) -> Option<MutexGuard<'a, State>> {
        state.wakes = until;
        let mut woken = if until == NEVER {
            self.wake.wait(state).ok()?
        } else {
            self.wake.wait_timeout(state, until.since(now)).ok()?.0
        };
        woken.wakes = AWAKE;
        Some(woken)
    }
}

impl State {
    /// When there is something to do: a job, a tick or a timer.
    fn next(&self) -> Timestamp {
        if self.jobs.is_empty() { self.schedule.next() } else { AWAKE }
    }

    fn handle(&mut self, at: Timestamp, event: Event, records: &dyn Store) {
        let mut actions = std::mem::take(&mut self.actions);
        self.engine.handle(at, event, records, &mut actions);
        for action in actions.drain(..) {
            match action {
                Action::Arm { timer, at } => self.schedule.arm(timer, at),
                Action::Cancel { timer } => self.schedule.cancel(timer),
                Action::Ask { token, question } => self.add(Job::Ask(token, question)),
                Action::Report(pending) => self.add(Job::Report(pending)),
                Action::Frames { listener, fps } => self.add(Job::Frames(listener, fps)),
                Action::FrameDropped { listener, bad } => self.add(Job::BadFrame(listener, bad)),
                Action::Refused { listener, why } => self.add(Job::Refused(listener, why)),
            }
        }
        self.actions = actions;
    }

    fn add(&mut self, job: Job) {
        if self.jobs.len() < JOBS {
            self.jobs.push_back(job);
        } else {
            self.lost += 1;
        }
    }
}
