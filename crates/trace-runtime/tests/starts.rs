//! Starts against a model that thinks in sessions, where the tracer sees single events.

use proptest::prelude::*;
use trace_model::Thresholds;
use trace_model::report::{Content, Detail, StartUp};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Engine, Event, Setup, Timestamp};

/// A wait that is no part of a start.
const TOO_LONG: u64 = 30_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MadeFor {
    Activity,
    /// An Activity, on a phone that does not show the system's messages.
    UnseenActivity,
    Service,
    Receiver,
}

/// From the creation of the first Activity until there is none.
#[derive(Clone, Debug)]
struct Session {
    /// Milliseconds without an Activity before.
    gap: u64,
    /// Milliseconds from the creation of a splash screen to its focus.
    splash: Option<u64>,
    /// Milliseconds from each creation of the Activity to the turn of the screen that ends it.
    turns: Vec<u64>,
    /// Milliseconds from the last creation to the focus, if the user waits for it.
    focus: Option<u64>,
    /// Turns of the screen and visits of other apps after that.
    later: Vec<bool>,
}

/// A process: milliseconds from its first call to the end of the application's creation, and what follows.
#[derive(Clone, Debug)]
struct Life {
    made_for: MadeFor,
    created: u64,
    sessions: Vec<Session>,
}

fn wait() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0_u64..12_000, 1 => 29_990_u64..30_010, 1 => 30_000_u64..90_000_000]
}

fn session() -> impl Strategy<Value = Session> {
    let splash = prop::option::weighted(0.3, wait());
    let turns = prop::collection::vec(0_u64..5_000, 0..3);
    let focus = prop::option::weighted(0.8, wait());
    let later = prop::collection::vec(any::<bool>(), 0..3);
    (wait(), splash, turns, focus, later).prop_map(|(gap, splash, turns, focus, later)| Session {
        gap,
        splash,
        turns,
        focus,
        later,
    })
}

fn life() -> impl Strategy<Value = Life> {
    let made_for = prop_oneof![
        3 => Just(MadeFor::Activity),
        1 => Just(MadeFor::UnseenActivity),
        1 => Just(MadeFor::Service),
        1 => Just(MadeFor::Receiver),
    ];
    (made_for, wait(), prop::collection::vec(session(), 0..5))
        .prop_map(|(made_for, created, sessions)| Life { made_for, created, sessions })
}

/// The engine, and its clock.
struct Phone {
    engine: Engine,
    ring: Ring,
    now: u64,
    actions: Vec<Action>,
}

impl Phone {
    fn new() -> Phone {
        let setup = Setup { api_level: 34, splash_activities: vec!["Splash".into()], ..Setup::default() };
        Phone {
            engine: Engine::new(setup),
            ring: Ring::with_slots(1).unwrap(),
            now: 5_000,
            actions: Vec::new(),
        }
    }

    fn tell(&mut self, event: Event) {
        let at = Timestamp::from_nanos(self.now * 1_000_000);
        self.engine.handle(at, event, &self.ring, &mut self.actions);
    }

    fn create(&mut self, activity: &str, fresh: bool) {
        self.tell(Event::ActivityCreated { activity: activity.into(), fresh });
        self.tell(Event::ActivityStarted { activity: activity.into() });
        self.tell(Event::ActivityResumed { activity: activity.into() });
    }

    fn focus(&mut self, activity: &str, focused: bool) {
        self.tell(Event::FocusChanged { activity: activity.into(), focused });
    }

    fn destroy(&mut self, activity: &str) {
        self.tell(Event::ActivityStopped { activity: activity.into() });
        self.tell(Event::ActivityDestroyed { activity: activity.into() });
    }
}

/// What the process has not reported yet.
#[derive(Default)]
struct Model {
    expected: Vec<StartUp>,
    /// The cold start goes on.
    cold: bool,
    /// It had a wait that is too long.
    waited: bool,
    first_screen: Option<u64>,
}

fn live(life: &Life) -> (Phone, Vec<StartUp>) {
    let mut phone = Phone::new();
    let mut model = Model { cold: true, ..Model::default() };
    let first_call = phone.now;
    phone.tell(Event::FirstCall);
    phone.now += life.created;
    let code = match life.made_for {
        MadeFor::Activity => 159,
        MadeFor::UnseenActivity => 0,
        MadeFor::Service => 114,
        MadeFor::Receiver => 113,
    };
    if code != 0 {
        phone.tell(Event::SystemMessage { what: code, launches_activity: code == 159 });
    }
    let is_component = matches!(life.made_for, MadeFor::Service | MadeFor::Receiver);
    let mut created = life.created;
    if is_component || created >= TOO_LONG && code != 0 {
        model.cold = false;
    }
    if is_component && created < TOO_LONG {
        model.expected.push(StartUp {
            application_create: created,
            application_create_scene: code,
            startup_duration: created,
            ..StartUp::default()
        });
    }

    for (number, session) in life.sessions.iter().enumerate() {
        phone.now += session.gap;
        if number > 0 && session.gap >= TOO_LONG {
            model.cold = false;
        }
        if number == 0 && code == 0 {
            created += session.gap;
            model.cold &= created < TOO_LONG;
        }
        let begin = phone.now;
        let mut waited = false;
        if let Some(wait) = session.splash {
            phone.create("Splash", true);
            phone.now += wait;
            phone.focus("Splash", true);
            waited |= wait >= TOO_LONG;
            model.first_screen.get_or_insert(phone.now - first_call);
            phone.focus("Splash", false);
            phone.create("Main", true);
            phone.destroy("Splash");
        } else {
            phone.create("Main", true);
        }
        for turn in &session.turns {
            phone.now += turn;
            phone.destroy("Main");
            phone.create("Main", false);
        }
        model.waited |= waited;
        if let Some(wait) = session.focus {
            phone.now += wait;
            phone.focus("Main", true);
            waited |= wait >= TOO_LONG;
            let first_screen = *model.first_screen.get_or_insert(phone.now - first_call);
            let start = StartUp { application_create_scene: code, ..StartUp::default() };
            if !model.cold {
                let startup_duration = phone.now - begin;
                let start = StartUp { startup_duration, is_warm_start_up: true, ..start };
                model.expected.extend((!waited).then_some(start));
            } else if !model.waited && !waited {
                model.expected.push(StartUp {
                    application_create: created,
                    first_activity_create: first_screen,
                    startup_duration: phone.now - first_call,
                    ..start
                });
            }
            model.cold = false;
        }
        for turn in &session.later {
            phone.now += 700;
            phone.focus("Main", false);
            if *turn {
                phone.destroy("Main");
                phone.create("Main", false);
            } else {
                phone.tell(Event::ActivityStopped { activity: "Main".into() });
                phone.tell(Event::ActivityStarted { activity: "Main".into() });
            }
            if session.focus.is_some() {
                phone.focus("Main", true);
            }
        }
        phone.destroy("Main");
    }
    (phone, model.expected)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn each_start_is_reported_once_and_with_its_length(life in life()) {
        let (phone, expected) = live(&life);
        let (mut starts, mut slow) = (Vec::new(), Vec::new());
        for action in phone.actions {
            match action {
                Action::Report(pending) => match pending.finish().content {
                    Content::StartUp(start) => starts.push(start),
                    Content::EvilMethod(evil) => {
                        prop_assert_eq!(evil.detail, Detail::Startup);
                        slow.push((evil.cost, evil.sub_type));
                    }
                    other => prop_assert!(false, "{other:?}"),
                },
                other => prop_assert!(false, "{other:?}"),
            }
        }
        let thresholds = Thresholds::default();
        let is_slow = |start: &&StartUp| {
            let limit =
                if start.is_warm_start_up { thresholds.warm_start_ms } else { thresholds.cold_start_ms };
            start.startup_duration >= limit
        };
        let expected_slow: Vec<_> = expected
            .iter()
            .filter(is_slow)
            .map(|start| (start.startup_duration, Some(1 + u8::from(start.is_warm_start_up))))
            .collect();
        prop_assert_eq!(starts, expected);
        prop_assert_eq!(slow, expected_slow);
    }
}
