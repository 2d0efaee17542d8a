//! Events in no sensible order, at times that jump: the tracers neither panic nor grow.

use proptest::prelude::*;
use trace_model::{MethodId, Record, Thresholds};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Answer, Engine, Event, Frame, Message, Setup, Timer, Timestamp};

/// The event that some numbers stand for.
fn event(kind: u8, one: u64, other: u64) -> Event {
    let activity = format!("Activity {}", one % 7);
    let listener = (one % 40) as u32;
    let flag = other.is_multiple_of(2);
    match kind % 30 {
        0 => Event::FirstCall,
        1 => Event::LooperWatched,
        2 | 3 => Event::DispatchBegin { message: Message(one as u32) },
        4 => Event::DispatchEnd,
        5 => Event::MessageText { message: Message(one as u32), text: one.to_string() },
        6 => Event::IdleBegin,
        7 => Event::IdleEnd,
        8 => Event::TouchReceived,
        9 => Event::TouchFinished,
        10 => Event::SystemMessage { what: 90 + (one % 80) as i32, launches_activity: flag },
        11 => Event::ActivityCreated { activity, fresh: flag },
        12 => Event::ActivityStarted { activity },
        13 => Event::ActivityResumed { activity },
        14 => Event::ActivityPaused { activity },
        15 => Event::ActivityStopped { activity },
        16 => Event::ActivityDestroyed { activity },
        17 => Event::FocusChanged { activity, focused: flag },
        18 => Event::SceneChanged { scene: flag.then(|| one.to_string()) },
        19 => Event::RefreshRate { hertz: f64::from_bits(one) },
        20 => Event::RefreshRate { hertz: 30.0 + (one % 100) as f64 },
        21 => Event::Frame(Frame { is_vsync: flag, total: other, draw: one, ..Frame::default() }),
        22 => Event::ListenFrames { listener, scene: None, interval_ms: other, threshold: (one % 3) as u32 },
        23 => Event::ListenDrops { listener, threshold: (other % 50) as u32 },
        24 => Event::Unlisten { listener, tell_rest: flag },
        25 => {
            let timers = [Timer::Lag, Timer::Anr, Timer::IdleHandler, Timer::Touch, Timer::SignalAnr];
            Event::Timer { timer: timers[one as usize % timers.len()] }
        }
        26 => {
            let answer = Answer { not_responding: Some(flag), ..Answer::default() };
            Event::Answer { token: one % 64, answer: Box::new(answer) }
        }
        27 => Event::SigQuit,
        28 if flag => Event::PriorityChanged { nice: one as i32 },
        28 => Event::TimerSlackChanged { nanos: one },
        _ => {
            let mut thresholds = Thresholds::default();
            thresholds.evil_method_ms = one % 1_000;
            thresholds.anr_ms = other;
            thresholds.frame_slice_ms = one;
            thresholds.dropped_frozen = other as u32;
            Event::Configure { thresholds: Box::new(thresholds) }
        }
    }
}

fn tell(engine: &mut Engine, ring: &mut Ring, at: u64, event: Event) -> Vec<Action> {
    let id = MethodId::new(1 + at as u32 % 5).unwrap();
    ring.push(if at.is_multiple_of(2) { Record::enter(id, at >> 10) } else { Record::exit(id, at >> 10) });
    let mut actions = Vec::new();
    engine.handle(Timestamp::from_nanos(at), event, ring, &mut actions);
    actions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn nothing_panics(
        api_level in 0_u32..40,
        events in prop::collection::vec((any::<u8>(), any::<u64>(), any::<u64>(), any::<u64>()), 0..300),
    ) {
        let mut ring = Ring::with_slots(16).unwrap();
        let mut engine = Engine::new(Setup { api_level, ..Setup::default() });
        for (kind, one, other, at) in events {
            for action in tell(&mut engine, &mut ring, at, event(kind, one, other)) {
                if let Action::Report(pending) = action {
                    pending.finish();
                }
            }
        }
    }
}

/// What the engine holds, as text: names, sums and records alike.
#[test]
fn nothing_grows() {
    let mut ring = Ring::with_slots(16).unwrap();
    let mut engine = Engine::new(Setup::default());
    let mut random = 1_u64;
    let mut next = || {
        // The multiplier and increment of PCG's linear congruential generator.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random >> 16
    };
    let mut sizes = Vec::new();
    for round in 0..40 {
        for number in 0..20_000 {
            // Mostly forward, so that there is something to measure.
            let at = if number % 50 == 0 { next() } else { (round * 20_000 + number) * 10_000_000 };
            let event = event(next() as u8, next(), next());
            tell(&mut engine, &mut ring, at, event);
        }
        sizes.push(format!("{engine:?}").len());
    }
    // Everything is full after some rounds. A single number kept of every thirtieth event would be twice as much.
    assert!(sizes.iter().all(|size| *size < 500_000), "{sizes:?}");
}
