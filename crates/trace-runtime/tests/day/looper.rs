//! An app, its looper and the edge, all of them unreliable.

use crate::memory;
use crate::model::{Expected, Model};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;
use trace_model::report::{Content, Detail};
use trace_model::{MethodId, Record, Thresholds};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Answer, Engine, Event, Frame, Message, Pending, Setup, Timer, Timestamp};

/// Few, so that slow dispatches are overwritten often.
const SLOTS: usize = 1 << 9;
const MS: u64 = 1_000_000;
const SECOND: u64 = 1_000 * MS;

pub(crate) struct Looper {
    engine: Engine,
    model: Model,
    ring: Ring,
    random: Random,
    now: u64,
    timers: BTreeMap<Timer, u64>,
    /// Questions and when they will be answered.
    questions: VecDeque<(u64, u64)>,
    /// Since when all timers came in time.
    calm_since: u64,
    messages: u64,
    reports: BTreeMap<Detail, u64>,
    /// When a dispatch inside of another began last.
    nested: u64,
    thresholds: Thresholds,
    missed_by_consumer: u64,
    checked_deadlines: u64,
    quick_messages: u64,
    actions: Vec<Action>,
}

impl Looper {
    pub(crate) fn new(seed: u64) -> Looper {
        Looper {
            engine: Engine::new(Setup::default()),
            model: Model::new(),
            ring: Ring::with_slots(SLOTS).unwrap(),
            random: Random(seed),
            now: 48 * 3_600 * SECOND,
            timers: BTreeMap::new(),
            questions: VecDeque::with_capacity(16),
            calm_since: 0,
            messages: 0,
            reports: BTreeMap::new(),
            nested: 0,
            thresholds: Thresholds::default(),
            missed_by_consumer: 0,
            checked_deadlines: 0,
            quick_messages: 0,
            actions: Vec::with_capacity(64),
        }
    }

    /// More kinds of message than are remembered.
    pub(crate) fn tell_texts(&mut self) {
        for kind in 0..3_000 {
            self.tell(Event::MessageText { message: Message(kind), text: "x".repeat(600) });
        }
    }

    pub(crate) fn messages(&self) -> u64 {
        self.messages
    }

    pub(crate) fn reports(&self) -> u64 {
        self.reports.values().sum()
    }

    /// Whether the day had something of everything: else the test shows less than it says.
    pub(crate) fn check(&self) {
        use Detail::*;
        let details =
            [Normal, Lag, Anr, LagIdleHandler, LagTouch, SignalAnr, PriorityModified, TimerSlackModified];
        for detail in details {
            assert!(
                self.reports.get(&detail).is_some_and(|count| *count > 20),
                "{detail:?}: {:?}",
                self.reports
            );
        }
        assert!(self.missed_by_consumer > 20 && self.checked_deadlines > 100);
        assert!(self.messages > 100_000 && self.quick_messages * 10 > self.messages * 9);
    }

    /// The looper runs for so long.
    pub(crate) fn run(&mut self, time: Duration) {
        let mut left = time.as_nanos() as u64;
        while left > 0 {
            let begin = self.now;
            self.between_messages();
            if self.model.depth() < 12 {
                self.message(0);
            } else {
                // Ends that were lost have piled up.
                self.tell(Event::LooperWatched);
            }
            // Where the clock jumped, some time is to be counted nevertheless.
            left = left.saturating_sub(self.now.saturating_sub(begin).clamp(MS, 60 * SECOND));
        }
        while self.model.depth() > 0 {
            self.tell(Event::LooperWatched);
        }
    }

    fn between_messages(&mut self) {
        let wait = match self.random.below(1_000) {
            0 => self.random.below(30 * SECOND),
            1..100 => self.random.below(300 * MS),
            _ => self.random.below(8 * MS),
        };
        self.wait(wait);
        match self.random.below(4_000) {
            0 | 8..12 => self.idle_handler(),
            1 => self.clock_jumps(),
            2 => self.tell(Event::LooperWatched),
            3 => self.configure(),
            4 => self.tell(Event::SigQuit),
            5 => self.tell(Event::DispatchEnd),
            6 => {
                self.tell(Event::ActivityStarted { activity: "app.Main".into() });
                self.message(0);
                self.stall();
                self.message(0);
                self.tell(Event::ActivityStopped { activity: "app.Main".into() });
            }
            7 => {
                let text = "x".repeat(self.random.below(600) as usize);
                let message = Message(self.random.below(3_000) as u32);
                self.tell(Event::MessageText { message, text });
            }
            _ => {}
        }
    }

    fn message(&mut self, depth: u32) {
        self.messages += 1;
        let begin = self.now;
        let calm =
            self.calm_since < begin && begin - self.calm_since > 10 * SECOND && self.model.depth() == 0;
        let kind = Message(self.random.below(40) as u32);
        let is_begin_told = self.random.below(20_000) != 0;
        if is_begin_told {
            self.tell(Event::DispatchBegin { message: kind });
        }
        self.ring.push(self.record(true, MethodId::DISPATCH));
        self.body(depth);
        self.ring.push(self.record(false, MethodId::DISPATCH));
        // A timer comes a few milliseconds late, so a deadline just passed may not be noticed.
        let took = Duration::from_nanos(self.now.saturating_sub(begin));
        if calm && self.calm_since < begin && is_begin_told && self.model.depth() == 1 && depth == 0 {
            let (lag, anr) = self.model.noticed();
            for (noticed, limit) in [(lag, self.thresholds.lag_ms), (anr, self.thresholds.anr_ms)] {
                if took > Duration::from_millis(limit + 100) && self.nested < begin {
                    assert!(noticed, "nobody noticed {took:?} at {begin}");
                    self.checked_deadlines += 1;
                }
            }
        }
        if self.random.below(20_000) != 0 {
            self.tell(Event::DispatchEnd);
        }
    }

    /// What a handler does.
    fn body(&mut self, depth: u32) {
        let calls = if self.random.below(2_000) == 0 { SLOTS as u64 } else { self.random.below(6) };
        for _ in 0..calls {
            let id = MethodId::new(1 + self.random.below(500) as u32).unwrap();
            self.ring.push(self.record(true, id));
            // Now and then an exception leaves it open.
            if self.random.below(50) != 0 {
                self.ring.push(self.record(false, id));
            }
        }
        match self.random.below(2_000) {
            0 | 1 => self.stall(),
            2 if depth < 3 => {
                self.stall_or_not();
                for _ in 0..self.random.below(4) {
                    self.nested = self.now;
                    self.message(depth + 1);
                    self.nested = self.now;
                    self.stall_or_not();
                }
            }
            3 => self.touch(),
            4 => {
                let nice = [0, -10, 10, 19][self.random.below(4) as usize];
                self.tell(Event::PriorityChanged { nice });
                let nanos = [50_000, 40_000_000, 1][self.random.below(3) as usize];
                self.tell(Event::TimerSlackChanged { nanos });
                self.stall_or_not();
            }
            5 => {
                self.wait_a_while(12 * SECOND);
                self.tell(Event::SigQuit);
                self.wait_a_while(6 * SECOND);
            }
            6 if self.random.below(10) == 0 => self.clock_jumps(),
            7 if self.random.below(10) == 0 => self.configure(),
            _ => {
                let nanos = self.random.below(3 * MS);
                self.wait(nanos);
            }
        }
    }

    fn stall_or_not(&mut self) {
        if self.random.below(3) == 0 {
            self.stall();
        }
    }

    fn stall(&mut self) {
        self.wait_a_while(9 * SECOND);
    }

    fn wait_a_while(&mut self, most: u64) {
        let nanos = self.random.below(most);
        self.wait(nanos);
    }

    fn touch(&mut self) {
        for _ in 0..=self.random.below(3) {
            self.tell(Event::TouchReceived);
            self.stall_or_not();
        }
        for _ in 0..=self.random.below(3) {
            self.tell(Event::TouchFinished);
            let frame = Frame { is_vsync: true, total: self.random.below(100 * MS), ..Frame::default() };
            self.tell(Event::Frame(frame));
        }
    }

    fn idle_handler(&mut self) {
        self.tell(Event::IdleBegin);
        self.stall_or_not();
        if self.random.below(10) != 0 {
            self.tell(Event::IdleEnd);
        }
    }

    fn clock_jumps(&mut self) {
        let by = self.random.below(3_600 * SECOND);
        self.now = if self.random.below(2) == 0 { self.now + by } else { self.now - by };
        self.calm_since = self.now;
    }

    fn configure(&mut self) {
        let mut thresholds = Thresholds::default();
        if self.random.below(2) == 0 {
            thresholds.evil_method_ms = self.random.below(2_000);
            thresholds.lag_ms = self.random.below(3_000);
            thresholds.anr_ms = self.random.below(8_000);
            thresholds.touch_lag_ms = self.random.below(3_000);
            thresholds.idle_handler_lag_ms = self.random.below(3_000);
        }
        self.thresholds = thresholds;
        self.calm_since = self.now;
        self.tell(Event::Configure { thresholds: Box::new(thresholds) });
    }

    /// Time goes by; what the edge has to tell meanwhile, it tells.
    fn wait(&mut self, nanos: u64) {
        let end = self.now + nanos;
        loop {
            let timer = self.timers.iter().map(|(timer, at)| (*at, *timer)).min();
            let answer = self.questions.iter().map(|(token, at)| (*at, *token)).min();
            let next = timer.map(|(at, _)| at).into_iter().chain(answer.map(|(at, _)| at)).min();
            let Some(at) = next.filter(|at| *at <= end) else { break };
            self.now = self.now.max(at);
            if let Some((_, timer)) = timer.filter(|(due, _)| *due == at) {
                self.timers.remove(&timer);
                self.tell(Event::Timer { timer });
            } else if let Some((_, token)) = answer {
                self.questions.retain(|(other, _)| *other != token);
                self.answer(token);
            }
        }
        self.now = end;
        match self.random.below(5_000) {
            0 => self.tell(Event::Timer { timer: Timer::Lag }),
            1 => self.tell(Event::Timer { timer: Timer::Anr }),
            2 => self.tell(Event::Timer { timer: Timer::Touch }),
            3 => self.tell(Event::Timer { timer: Timer::IdleHandler }),
            4 => self.tell(Event::Timer { timer: Timer::SignalAnr }),
            5 => self.answer(u64::MAX),
            _ => {}
        }
    }

    fn answer(&mut self, token: u64) {
        let top = if self.random.below(5) == 0 {
            "android.os.MessageQueue.nativePollOnce"
        } else {
            "app.Main.work"
        };
        let answer = Answer {
            thread_stack: (self.random.below(10) != 0).then(|| format!("{top}(Native Method)\n\tothers")),
            not_responding: Some(self.random.below(4) == 0),
            ..Answer::default()
        };
        self.tell(Event::Answer { token, answer: Box::new(answer) });
    }

    /// Feeds the engine and the model, and compares.
    fn tell(&mut self, event: Event) {
        let at = Timestamp::from_nanos(self.now);
        let for_model = event.clone();
        let allocations = memory::allocations();
        self.engine.handle(at, event, &self.ring, &mut self.actions);
        let allocated = memory::allocations() - allocations;

        let mut token = None;
        let mut found = Vec::new();
        let mut actions = std::mem::take(&mut self.actions);
        for action in actions.drain(..) {
            match action {
                Action::Arm { timer, at } => self.arm(timer, at.as_nanos()),
                Action::Cancel { timer } => drop(self.timers.remove(&timer)),
                Action::Ask { token: asked, .. } => {
                    assert_eq!(token.replace(asked), None, "one question at a time");
                    self.ask(asked);
                }
                Action::Report(pending) => found.extend(self.consume(*pending)),
                other => panic!("{other:?}"),
            }
        }
        let quick = matches!(for_model, Event::DispatchBegin { .. } | Event::DispatchEnd) && found.is_empty();
        if quick {
            assert_eq!(allocated, 0, "{for_model:?} at {at:?}");
            self.quick_messages += u64::from(matches!(for_model, Event::DispatchEnd));
        }
        let mut expected = self.model.step(at, &for_model, token);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{for_model:?} at {at:?}, message {}", self.messages);
        self.actions = actions;
    }

    fn arm(&mut self, timer: Timer, due: u64) {
        let late = match self.random.below(400) {
            0 => self.random.below(3 * SECOND),
            1 => {
                self.calm_since = self.calm_since.max(due + 10 * SECOND);
                self.timers.remove(&timer);
                return;
            }
            _ => self.random.below(5 * MS),
        };
        if late > 5 * MS {
            self.calm_since = self.calm_since.max(due + late);
        }
        self.timers.insert(timer, due + late);
    }

    fn ask(&mut self, token: u64) {
        if self.questions.len() == 16 {
            self.questions.pop_front();
        }
        let delay = match self.random.below(10) {
            0 => return,
            1 => self.random.below(20 * SECOND),
            _ => self.random.below(30 * MS),
        };
        self.questions.push_back((token, self.now + delay));
    }

    /// What a consumer does that may panic.
    fn consume(&mut self, pending: Pending) -> Option<Expected> {
        let panics = self.random.below(20) == 0;
        let Content::EvilMethod(content) = &pending.report().content else { return None };
        let told = (content.detail, content.cost);
        *self.reports.entry(content.detail).or_default() += 1;
        let consumed = catch_unwind(AssertUnwindSafe(|| {
            if panics {
                resume_unwind(Box::new("the consumer's own fault"));
            }
            let Content::EvilMethod(content) = pending.finish().content else { return };
            assert!(content.uncovered.is_none_or(|part| (0.0..=1.0).contains(&part)));
            if !content.stack.is_empty() {
                assert!(content.stack.starts_with("0,1048574,"), "{}", content.stack);
            }
        }));
        self.missed_by_consumer += u64::from(panics && consumed.is_err());
        if !panics {
            consumed.expect("the stack is sound");
        }
        Some(told)
    }

    fn record(&self, is_enter: bool, id: MethodId) -> Record {
        let time = self.now >> 10;
        if is_enter { Record::enter(id, time) } else { Record::exit(id, time) }
    }
}

/// SplitMix64: the same day each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}
