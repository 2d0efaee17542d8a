//! The watchdog's thread, with a host that is no virtual machine.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use trace_model::report::{Content, Detail, Fps, Report};
use trace_model::{Record, Thresholds};
use trace_runtime::clock::TICK_PERIOD;
use trace_runtime::native::{now, process};
use trace_runtime::ring::Store;
use trace_runtime::watchdog::{App, Host, LINGER, THREAD_NAME, Watchdog};
use trace_runtime::{BadFrame, Event, Message, Question, Setup, Timestamp};

/// The thread is found by its name: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[derive(Debug)]
enum Told {
    Attached,
    Detached,
    Tick,
    Parked,
    Report(Report),
    Log(String),
    Panicked,
}

struct Nothing;

impl Store for Nothing {
    fn capacity(&self) -> usize {
        1
    }
    fn written(&self) -> u64 {
        0
    }
    fn read(&self, _: usize, _: &mut [Record]) {}
}

struct Ears {
    told: Sender<Told>,
    in_report: Box<dyn Fn() + Send>,
}

impl Ears {
    fn tell(&self, what: Told) {
        // Nobody listens any more when the test is over.
        let _ = self.told.send(what);
    }
}

impl Host for Ears {
    fn attach(&mut self, serve: &mut dyn FnMut(&mut dyn App)) -> bool {
        self.tell(Told::Attached);
        serve(self);
        self.tell(Told::Detached);
        true
    }
    fn panicked(&mut self) {
        self.tell(Told::Panicked);
    }
}

impl App for Ears {
    fn records(&self) -> &dyn Store {
        &Nothing
    }
    fn tick(&mut self) {
        self.tell(Told::Tick);
    }
    fn park_tick(&mut self) {
        self.tell(Told::Parked);
    }
    fn ask(&mut self, _: u64, _: Question) {}
    fn report(&mut self, report: Report) {
        (self.in_report)();
        self.tell(Told::Report(report));
    }
    fn frames(&mut self, _: u32, _: &Fps) {}
    fn bad_frame(&mut self, _: u32, _: &BadFrame) {}
    fn log(&mut self, line: &str) {
        self.tell(Told::Log(line.to_owned()));
    }
}

struct Rig {
    watchdog: Watchdog,
    told: Receiver<Told>,
    _alone: MutexGuard<'static, ()>,
}

fn rig() -> Rig {
    rig_with(|| {})
}

fn rig_with(in_report: impl Fn() + Send + 'static) -> Rig {
    rig_of(Setup::default(), in_report)
}

fn rig_of(setup: Setup, in_report: impl Fn() + Send + 'static) -> Rig {
    let alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poison| poison.into_inner());
    wait_until(|| process::threads_named(THREAD_NAME).is_empty());
    let (tell, told) = channel();
    let thresholds: Thresholds = serde_json::from_str(r#"{"evilMethodMs":30}"#).unwrap();
    let setup = Setup { thresholds, base: now(), ..setup };
    let watchdog = Watchdog::start(setup, now, Ears { told: tell, in_report: Box::new(in_report) }).unwrap();
    Rig { watchdog, told, _alone: alone }
}

impl Rig {
    fn begin(&self) {
        self.watchdog.feed(now(), Event::DispatchBegin { message: Message(1) }, &Nothing);
    }
    fn end(&self) {
        self.watchdog.feed(now(), Event::DispatchEnd, &Nothing);
    }
    fn wait_for(&self, matches: impl Fn(&Told) -> bool) -> Told {
        loop {
            let told = self.told.recv_timeout(Duration::from_secs(20)).expect("something is told");
            if matches(&told) {
                return told;
            }
        }
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "waited in vain");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Nanoseconds on a core, and how often the thread went to sleep.
fn work_of(thread: i32) -> (u64, u64) {
    let read = |file: &str| fs::read_to_string(format!("/proc/self/task/{thread}/{file}")).unwrap();
    let nanos = read("schedstat").split(' ').next().unwrap().parse().unwrap();
    let status = read("status");
    let sleeps = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")).unwrap();
    (nanos, sleeps.trim().parse().unwrap())
}

fn the_thread() -> i32 {
    wait_until(|| process::threads_named(THREAD_NAME).len() == 1);
    process::threads_named(THREAD_NAME)[0]
}

#[test]
fn while_the_looper_is_idle_the_thread_does_not_run_at_all() {
    let rig = rig();
    let thread = the_thread();
    rig.begin();
    rig.wait_for(|told| matches!(told, Told::Tick));
    rig.end();
    rig.wait_for(|told| matches!(told, Told::Detached));
    // Asleep for good once two looks, some time apart, find the same.
    let mut before = work_of(thread);
    loop {
        thread::sleep(4 * LINGER);
        let after = work_of(thread);
        if after == before {
            break;
        }
        before = after;
    }
    thread::sleep(Duration::from_secs(1));
    assert_eq!(work_of(thread), before, "CPU nanoseconds and sleeps of an idle second");

    // It was asleep, not dead.
    rig.begin();
    rig.wait_for(|told| matches!(told, Told::Tick));
}

#[test]
fn a_slow_dispatch_is_reported_with_the_wall_clock() {
    let rig = rig();
    rig.begin();
    thread::sleep(Duration::from_millis(60));
    rig.end();
    let Told::Report(report) = rig.wait_for(|told| matches!(told, Told::Report(_))) else { unreachable!() };
    let Content::EvilMethod(content) = report.content else { panic!("{report:?}") };
    assert!(content.detail == Detail::Normal && content.cost >= 60);
    assert!(report.common.time > 1_600_000_000_000);
}

#[test]
fn each_issue_is_reported_once_if_that_is_wanted() {
    for (each_issue_once, expected) in [(false, 3), (true, 2)] {
        let rig = rig_of(Setup { each_issue_once, ..Setup::default() }, || {});
        for scene in [None, None, Some("other")] {
            rig.watchdog.feed(now(), Event::SceneChanged { scene: scene.map(str::to_owned) }, &Nothing);
            rig.begin();
            thread::sleep(Duration::from_millis(60));
            rig.end();
        }
        let mut reports = 0;
        loop {
            let Told::Report(report) = rig.wait_for(|told| matches!(told, Told::Report(_))) else {
                unreachable!()
            };
            reports += 1;
            // Reports come in their order, so none of the first scene is behind this one.
            if matches!(report.content, Content::EvilMethod(content) if content.scene == "other") {
                break;
            }
        }
        assert_eq!(reports, expected);
    }
}

#[test]
fn short_dispatches_need_no_virtual_machine() {
    let rig = rig();
    // A machine under load may stop this thread inside of a dispatch, which then has a tick, by right: try again.
    let in_peace = (0..50).any(|_| {
        thread::sleep(2 * LINGER);
        rig.told.try_iter().for_each(drop);
        let before = now();
        (0..100).for_each(|_| {
            rig.begin();
            rig.end();
        });
        let elapsed = now().since(before);
        thread::sleep(2 * LINGER);
        elapsed < TICK_PERIOD && rig.told.try_iter().count() == 0
    });
    assert!(in_peace);
}

#[test]
fn while_the_app_is_called_the_tick_is_parked() {
    let rig = rig();
    rig.begin();
    thread::sleep(Duration::from_millis(60));
    rig.end();
    let mut last = Told::Attached;
    loop {
        match rig.told.recv_timeout(Duration::from_secs(20)).expect("something is told") {
            Told::Report(_) => break,
            told => last = told,
        }
    }
    assert!(matches!(last, Told::Parked), "{last:?}");
}

#[test]
fn a_callback_that_blocks_costs_no_memory() {
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock().unwrap();
    let in_report = Arc::clone(&gate);
    let rig = rig_with(move || drop(in_report.lock()));
    rig.begin();
    thread::sleep(Duration::from_millis(60));
    rig.end();
    (0..100).for_each(|_| rig.watchdog.post(now(), Event::RefreshRate { hertz: 60.0 }));
    drop(closed);
    let Told::Log(line) = rig.wait_for(|told| matches!(told, Told::Log(_))) else { unreachable!() };
    assert!(line.contains(" were dropped"), "{line}");
    rig.wait_for(|told| matches!(told, Told::Report(_)));
    rig.begin();
    rig.wait_for(|told| matches!(told, Told::Tick));
}

#[test]
fn posted_events_and_the_end() {
    let rig = rig();
    the_thread();
    rig.watchdog.post(now(), Event::SigQuit);
    rig.wait_for(|told| matches!(told, Told::Detached));
    drop(rig.watchdog);
    wait_until(|| process::threads_named(THREAD_NAME).is_empty());
}

#[test]
fn a_panic_ends_the_thread_and_nothing_else() {
    let rig = rig_with(|| panic!("planted"));
    rig.begin();
    thread::sleep(Duration::from_millis(60));
    rig.end();
    rig.wait_for(|told| matches!(told, Told::Panicked));
    rig.begin();
    rig.end();
    rig.watchdog.post(Timestamp::default(), Event::SigQuit);
}
