//! All tracers together.

use crate::ring::{Mark, Store};
use crate::tracers::anr::{Hang, Kind};
use crate::tracers::asked::Tokens;
use crate::tracers::dispatch::Dispatches;
use crate::tracers::frames::{DropListener, Frames, SceneListener};
use crate::tracers::idle::Idle;
use crate::tracers::messages::Messages;
use crate::tracers::moment::Moment;
use crate::tracers::priority::Priority;
use crate::tracers::scene::Scenes;
use crate::tracers::signal::Signal;
use crate::tracers::startup::{Slow, Started, Startup};
use crate::tracers::task::Task;
use crate::tracers::touch::Touch;
use crate::{Action, Answer, Event, Pending, ReportKind, Setup, Timer, Timestamp};
use std::time::Duration;
use trace_model::report::{Content, Detail, EvilMethod, Report};

/// The tracers of one process. Not for many threads at once: the edge puts a lock around it.
///
/// ```
/// use trace_runtime::{Engine, Event, Message, Setup, Timestamp};
/// # struct Empty;
/// # impl trace_runtime::ring::Store for Empty {
/// #     fn capacity(&self) -> usize { 1 }
/// #     fn written(&self) -> u64 { 0 }
/// #     fn read(&self, _: usize, _: &mut [trace_model::Record]) {}
/// # }
/// let mut engine = Engine::new(Setup::default());
/// let mut actions = Vec::new();
/// engine.handle(Timestamp::from_nanos(0), Event::DispatchBegin { message: Message(1) }, &Empty, &mut actions);
/// actions.clear(); // what was armed
/// engine.handle(Timestamp::from_nanos(700_000_000), Event::DispatchEnd, &Empty, &mut actions);
/// assert_eq!(actions.len(), 1); // an evil method
/// ```
#[derive(Debug)]
pub struct Engine {
    setup: Setup,
    tokens: Tokens,
    scenes: Scenes,
    startup: Startup,
    frames: Frames,
    dispatches: Dispatches,
    messages: Messages,
    lag: Hang,
    anr: Hang,
    idle: Idle,
    touch: Touch,
    signal: Signal,
    priority: Priority,
}

/// A [`Moment`] borrows some fields of the engine, tracers are others.
macro_rules! moment {
    ($engine:ident, $at:ident, $store:ident) => {
        Moment {
            at: $at,
            store: $store,
            setup: &$engine.setup,
            scene: $engine.scenes.visible(),
            foreground: $engine.scenes.is_foreground(),
        }
    };
}

mod dispatches;

impl Engine {
    /// The tracers at the start of a process.
    pub fn new(setup: Setup) -> Engine {
        let splash = setup.splash_activities.iter().cloned();
        Engine {
            startup: Startup::new(setup.api_level, splash, &setup.thresholds),
            frames: Frames::new(&setup.thresholds),
            scenes: Scenes::new(),
            setup,
            tokens: Tokens::default(),
            dispatches: Dispatches::new(),
            messages: Messages::new(),
            lag: Hang::new(Kind::Lag),
            anr: Hang::new(Kind::Anr),
            idle: Idle::new(),
            touch: Touch::new(),
            signal: Signal::default(),
            priority: Priority::new(),
        }
    }

    /// Tells the tracers of an event at a time; `store` is the main thread's ring. What they want done is added
    /// to `out`.
    ///
    /// A dispatch that takes less than any threshold allocates nothing here, and if `out` has room, nothing at all.
    pub fn handle(&mut self, at: Timestamp, event: Event, store: &dyn Store, out: &mut Vec<Action>) {
        let before = out.len();
        self.tell(at, event, store, out);
        if !self.setup.off.is_empty() {
            self.drop_unwanted(before, out);
        }
    }

    /// A task of a worker thread has ended; `store` is that thread's ring. Gives its report, if it took as long as an
    /// evil method does.
    pub fn task_ended(&self, at: Timestamp, task: &Task, store: &dyn Store) -> Option<Box<Pending>> {
        let wanted = !self.setup.off.contains(&ReportKind::EvilMethod);
        wanted.then(|| task.ended(&moment!(self, at, store))).flatten()
    }

    /// Tracers take no heed of what nobody wants: reports are rare, and so each has but one way through them.
    fn drop_unwanted(&self, before: usize, out: &mut Vec<Action>) {
        let mut at = 0;
        out.retain(|action| {
            at += 1;
            match action {
                Action::Report(pending) if at > before => {
                    !self.setup.off.contains(&ReportKind::of(&pending.report().content))
                }
                _ => true,
            }
        });
    }

    fn tell(&mut self, at: Timestamp, event: Event, store: &dyn Store, out: &mut Vec<Action>) {
        match event {
            Event::DispatchBegin { message } => self.dispatch_begin(at, message, store, out),
            Event::DispatchEnd => self.dispatch_end(at, store, out),
            Event::LooperWatched => self.looper_watched(out),
            Event::FirstCall => self.startup.first_call(at),
            Event::SystemMessage { what, launches_activity } => {
                let started = self.startup.system_message(at, what, launches_activity);
                self.started(at, started, store, out);
            }
            Event::ActivityCreated { activity, fresh } => {
                self.scenes.created(&activity);
                self.startup.activity_created(at, &activity, fresh, Mark::now(store));
            }
            Event::ActivityStarted { activity } => self.scenes.started(&activity),
            Event::ActivityResumed { activity } => self.scenes.resumed(&activity),
            Event::ActivityPaused { .. } => {}
            Event::ActivityStopped { activity } => self.scenes.stopped(&activity),
            Event::ActivityDestroyed { activity } => {
                self.scenes.destroyed(&activity);
                self.startup.activity_destroyed(at);
            }
            Event::FocusChanged { activity, focused } => {
                let started = focused.then(|| self.startup.focused(at, &activity)).flatten();
                self.started(at, started, store, out);
            }
            Event::SceneChanged { scene } => self.scenes.named(scene.as_deref()),
            Event::MessageText { message, text } => self.messages.texts.learn(message, text),
            Event::IdleBegin => self.idle.begin(at, &self.setup.thresholds, out),
            Event::IdleEnd => self.idle.end(out),
            Event::TouchReceived => self.touch.received(at, &self.setup.thresholds, out),
            Event::TouchFinished => self.touch.finished(at, &self.setup.thresholds, out),
            Event::Timer { timer } => self.timer(at, timer, store, out),
            Event::Answer { token, answer } => self.answer(token, &answer, out),
            Event::SigQuit => {
                let (current, moment) = (self.dispatches.current(), moment!(self, at, store));
                self.signal.came(current, &self.messages, &moment, &mut self.tokens, out);
            }
            Event::PriorityChanged { nice } => {
                self.priority.nice(nice, &moment!(self, at, store), &mut self.tokens, out);
            }
            Event::TimerSlackChanged { nanos } => {
                self.priority.slack(nanos, &moment!(self, at, store), &mut self.tokens, out);
            }
            Event::Configure { thresholds } => {
                self.setup.thresholds = *thresholds;
                self.lag.configure(&thresholds, out);
                self.anr.configure(&thresholds, out);
                self.idle.configure(&thresholds, out);
                self.touch.configure(&thresholds, out);
                self.startup.configure(&thresholds);
                self.frames.configure(&thresholds);
            }
            Event::Frame(frame) => {
                // What is drawn in the background, nobody sees.
                let seen = self.scenes.is_foreground();
                let fps = seen.then(|| self.frames.frame(&frame, self.scenes.visible(), out)).flatten();
                if let Some(fps) = fps {
                    self.report(at, Content::Fps(Box::new(fps)), out);
                }
            }
            Event::RefreshRate { hertz } => self.frames.refresh_rate(hertz),
            Event::ListenFrames { listener, scene, interval_ms, threshold } => {
                let interval = Duration::from_millis(interval_ms);
                let listening = self.frames.listen(listener, SceneListener { scene, interval, threshold });
                out.extend(listening.err().map(|why| Action::Refused { listener, why }));
            }
            Event::ListenDrops { listener, threshold } => {
                let listening = self.frames.listen_drops(listener, DropListener { threshold });
                out.extend(listening.err().map(|why| Action::Refused { listener, why }));
            }
            Event::Unlisten { listener, tell_rest } => self.frames.unlisten(listener, tell_rest, out),
        }
    }

    /// A start of the app has ended, perhaps.
    fn started(&self, at: Timestamp, started: Option<Started>, store: &dyn Store, out: &mut Vec<Action>) {
        let Some(Started { report, slow }) = started else { return };
        self.report(at, Content::StartUp(report), out);
        if let Some(Slow { mark, begin, cost_ms, sub_type }) = slow {
            let moment = moment!(self, at, store);
            let content = EvilMethod {
                detail: Detail::Startup,
                cost: cost_ms,
                sub_type: Some(sub_type),
                ..EvilMethod::default()
            };
            let records = moment.records_since(mark, begin, false);
            out.push(Action::Report(moment.report(content, records)));
        }
    }

    fn report(&self, at: Timestamp, content: Content, out: &mut Vec<Action>) {
        let report = Report { common: self.setup.common(), content };
        out.push(Action::Report(Pending::new(at, report, None)));
    }

    fn timer(&mut self, at: Timestamp, timer: Timer, store: &dyn Store, out: &mut Vec<Action>) {
        let (current, moment) = (self.dispatches.current(), moment!(self, at, store));
        match timer {
            Timer::Lag => self.lag.fired(current, &self.messages, &moment, &mut self.tokens, out),
            Timer::Anr => self.anr.fired(current, &self.messages, &moment, &mut self.tokens, out),
            Timer::IdleHandler => self.idle.fired(&moment, &mut self.tokens, out),
            Timer::Touch => self.touch.fired(&moment, &mut self.tokens, out),
            Timer::SignalAnr => self.signal.fired(at, current, &mut self.tokens, out),
        }
    }

    fn answer(&mut self, token: u64, answer: &Answer, out: &mut Vec<Action>) {
        self.lag.answered(token, answer, out);
        self.anr.answered(token, answer, out);
        self.idle.answered(token, answer, out);
        self.touch.answered(token, answer, out);
        self.signal.answered(token, answer, self.dispatches.current(), out);
        self.priority.answered(token, answer, out);
    }
}
