//! What must be reported, worked out in the plainest way: no timers, no allocation tricks, no sharing.

use std::collections::BTreeMap;
use std::time::Duration;
use trace_model::Thresholds;
use trace_model::report::Detail;
use trace_runtime::{Answer, Event, Timer, Timestamp};

const LATE: Duration = Duration::from_secs(1);

/// A report: what, and how many milliseconds.
pub(crate) type Expected = (Detail, u64);

#[derive(Default)]
struct Open {
    id: u64,
    begin: Timestamp,
    /// When its own code last began to run.
    running: Timestamp,
    /// Its own time before the first loop inside of it.
    before_loops: Option<Duration>,
    lag: Deadline,
    anr: Deadline,
}

/// A deadline of a dispatch.
#[derive(Clone, Copy, Default)]
struct Deadline {
    /// It has passed, and was looked at.
    passed: bool,
    /// It was worth a report.
    noticed: bool,
}

struct Waiting {
    dispatch: u64,
    token: u64,
    cost: u64,
}

struct Suspect {
    dispatch: Option<u64>,
    blocked: bool,
    token: u64,
    asked: u32,
    cost: u64,
}

#[derive(Default)]
pub(crate) struct Model {
    thresholds: Thresholds,
    begun: u64,
    open: Vec<Open>,
    waiting: BTreeMap<Detail, Waiting>,
    suspect: Option<Suspect>,
    started: u32,
    idle: Option<Timestamp>,
    touch: Option<Timestamp>,
    touches: u32,
    touch_reported: Option<Timestamp>,
    nice: i32,
    slack: u64,
}

impl Model {
    pub(crate) fn new() -> Model {
        Model { slack: 50_000, ..Model::default() }
    }

    /// How deep dispatches nest now.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the dispatch at hand is known to lag, and not to respond.
    pub(crate) fn noticed(&self) -> (bool, bool) {
        self.open.last().map_or((false, false), |open| (open.lag.noticed, open.anr.noticed))
    }

    /// What an event must lead to; `token` is the question that was asked then.
    pub(crate) fn step(&mut self, at: Timestamp, event: &Event, token: Option<u64>) -> Vec<Expected> {
        let mut out = Vec::new();
        match event {
            Event::DispatchBegin { .. } => self.begin(at, &mut out),
            Event::DispatchEnd => self.end(at, &mut out),
            Event::LooperWatched => {
                while let Some(open) = self.open.pop() {
                    self.over(&open, &mut out);
                }
            }
            Event::IdleBegin => {
                self.flush(Detail::LagIdleHandler, &mut out);
                self.idle = Some(at);
            }
            Event::IdleEnd => {
                self.flush(Detail::LagIdleHandler, &mut out);
                self.idle = None;
            }
            Event::TouchReceived => {
                if self.touches == 0 {
                    self.touch = Some(at);
                }
                self.touches += 1;
            }
            Event::TouchFinished => {
                self.flush(Detail::LagTouch, &mut out);
                self.touches = self.touches.saturating_sub(1);
                self.touch = (self.touches > 0).then_some(at);
            }
            Event::Timer { timer } => self.timer(at, *timer, token, &mut out),
            Event::Answer { token, answer } => self.answer(*token, answer, &mut out),
            Event::SigQuit => self.signal(at, token),
            Event::PriorityChanged { nice } => {
                if *nice > 0 && self.nice != *nice {
                    self.wait(Detail::PriorityModified, 0, token, 0, &mut out);
                }
                self.nice = *nice;
            }
            Event::TimerSlackChanged { nanos } => {
                if *nanos > 50_000 && self.slack != *nanos {
                    self.wait(Detail::TimerSlackModified, 0, token, 0, &mut out);
                }
                self.slack = *nanos;
            }
            Event::Configure { thresholds } => self.thresholds = **thresholds,
            Event::ActivityStarted { .. } => self.started += 1,
            Event::ActivityStopped { .. } => self.started -= 1,
            _ => {}
        }
        out
    }

    fn begin(&mut self, at: Timestamp, out: &mut Vec<Expected>) {
        if self.open.len() == 16 {
            let oldest = self.open.remove(0);
            self.over(&oldest, out);
        }
        if let Some(outer) = self.open.last_mut() {
            outer.before_loops.get_or_insert(at.since(outer.begin));
        }
        self.begun += 1;
        self.open.push(Open { id: self.begun, begin: at, running: at, ..Open::default() });
    }

    fn end(&mut self, at: Timestamp, out: &mut Vec<Expected>) {
        let Some(ended) = self.open.pop() else { return };
        self.over(&ended, out);
        self.flush(Detail::PriorityModified, out);
        self.flush(Detail::TimerSlackModified, out);
        let own = ended.before_loops.unwrap_or_default() + at.since(ended.running);
        if own >= Duration::from_millis(self.thresholds.evil_method_ms) {
            out.push((Detail::Normal, millis(own)));
        }
        if let Some(outer) = self.open.last_mut() {
            outer.running = at;
            for deadline in [&mut outer.lag, &mut outer.anr] {
                deadline.passed = deadline.noticed;
            }
        }
    }

    /// Nothing more will come to be known of a dispatch.
    fn over(&mut self, open: &Open, out: &mut Vec<Expected>) {
        for detail in [Detail::Lag, Detail::Anr] {
            if self.waiting.get(&detail).is_some_and(|waiting| waiting.dispatch == open.id) {
                self.flush(detail, out);
            }
        }
        if let Some(suspect) = self.suspect.take_if(|suspect| suspect.dispatch == Some(open.id)) {
            match (open.anr.noticed, suspect.blocked) {
                (true, _) => {}
                (false, true) => out.push((Detail::SignalAnr, suspect.cost)),
                (false, false) => self.suspect = Some(suspect),
            }
        }
    }

    fn timer(&mut self, at: Timestamp, timer: Timer, token: Option<u64>, out: &mut Vec<Expected>) {
        let ms = Duration::from_millis;
        match timer {
            Timer::Lag | Timer::Anr => {
                let Some(open) = self.open.last_mut() else { return };
                let (detail, limit, deadline) = match timer {
                    Timer::Lag => (Detail::Lag, self.thresholds.lag_ms, &mut open.lag),
                    _ => (Detail::Anr, self.thresholds.anr_ms, &mut open.anr),
                };
                let due = open.running.plus(ms(limit));
                if deadline.passed || at < due {
                    return;
                }
                deadline.passed = true;
                if at.since(due) < LATE && !deadline.noticed {
                    deadline.noticed = true;
                    let (id, cost) = (open.id, millis(at.since(open.running)));
                    self.wait(detail, id, token, cost, out);
                }
            }
            Timer::IdleHandler => {
                let limit = ms(self.thresholds.idle_handler_lag_ms);
                if let Some(since) = self.idle.take_if(|since| at >= since.plus(limit))
                    && at.since(since.plus(limit)) < LATE
                {
                    self.wait(Detail::LagIdleHandler, 0, token, millis(at.since(since)), out);
                }
            }
            Timer::Touch => {
                let limit = ms(self.thresholds.touch_lag_ms);
                let Some(since) = self.touch.take_if(|since| at >= since.plus(limit)) else { return };
                self.touches = 0;
                let again = self.touch_reported.is_some_and(|last| at >= last && at < last.plus(limit * 2));
                if at.since(since.plus(limit)) < LATE && !again {
                    self.touch_reported = Some(at);
                    self.wait(Detail::LagTouch, 0, token, millis(at.since(since)), out);
                }
            }
            Timer::SignalAnr => match &mut self.suspect {
                Some(suspect) if suspect.blocked => self.confirm(out),
                Some(suspect) if suspect.asked < 40 => {
                    suspect.asked += 1;
                    suspect.token = token.expect("asked again");
                }
                _ => self.suspect = None,
            },
        }
    }

    fn signal(&mut self, at: Timestamp, token: Option<u64>) {
        let open = self.open.last();
        if self.suspect.is_some() || open.is_some_and(|open| open.anr.noticed) {
            return;
        }
        let age = open.map_or(Duration::ZERO, |open| at.since(open.running));
        self.suspect = Some(Suspect {
            dispatch: open.map(|open| open.id),
            blocked: age >= Duration::from_secs(if self.started > 0 { 2 } else { 10 }),
            token: token.expect("asked"),
            asked: 1,
            cost: millis(age),
        });
    }

    fn answer(&mut self, token: u64, answer: &Answer, out: &mut Vec<Expected>) {
        let idle = answer.thread_stack.as_ref().is_some_and(|stack| stack.contains("nativePollOnce"));
        let details: Vec<Detail> = self.waiting.keys().copied().collect();
        for detail in details {
            if self.waiting.get(&detail).is_some_and(|waiting| waiting.token == token) {
                if idle && !matches!(detail, Detail::PriorityModified | Detail::TimerSlackModified) {
                    self.waiting.remove(&detail);
                } else {
                    self.flush(detail, out);
                }
            }
        }
        if self.suspect.as_ref().is_some_and(|suspect| {
            suspect.token == token && (suspect.blocked || answer.not_responding == Some(true))
        }) {
            self.confirm(out);
        }
    }

    fn confirm(&mut self, out: &mut Vec<Expected>) {
        let Some(suspect) = self.suspect.take() else { return };
        let open = self.open.last_mut().filter(|open| Some(open.id) == suspect.dispatch);
        if let Some(open) = open {
            if open.anr.noticed {
                return;
            }
            open.anr.noticed = true;
        }
        out.push((Detail::SignalAnr, suspect.cost));
    }

    fn wait(
        &mut self,
        detail: Detail,
        dispatch: u64,
        token: Option<u64>,
        cost: u64,
        out: &mut Vec<Expected>,
    ) {
        self.flush(detail, out);
        let token = token.expect("facts were asked for");
        self.waiting.insert(detail, Waiting { dispatch, token, cost });
    }

    fn flush(&mut self, detail: Detail, out: &mut Vec<Expected>) {
        out.extend(self.waiting.remove(&detail).map(|waiting| (detail, waiting.cost)));
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}
