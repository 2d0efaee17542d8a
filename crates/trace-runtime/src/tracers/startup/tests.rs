use super::*;
use trace_model::report::StartUp;

const MAIN: &str = "app.Main";
const SPLASH: &str = "app.Splash";

/// Place of what is created.
const LATER: Mark = Mark::after(1_000);

fn at(ms: u64) -> Timestamp {
    Timestamp::from_nanos(7_000_000_000 + ms * 1_000_000)
}

fn startup() -> Startup {
    Startup::new(34, [SPLASH.to_owned()], &Thresholds::default())
}

/// A process whose first call was at 0 and whose application was created at 100, for an Activity.
fn launched() -> Startup {
    let mut startup = startup();
    startup.first_call(at(0));
    assert_eq!(startup.system_message(at(100), 159, true), None);
    startup
}

/// A process that lives on without Activities, its start reported.
fn alive() -> Startup {
    let mut startup = launched();
    startup.activity_created(at(150), MAIN, true, LATER);
    assert!(startup.focused(at(400), MAIN).is_some());
    startup.activity_destroyed(at(1_000));
    startup
}

fn cold(application_create: u64, first_activity_create: u64, startup_duration: u64) -> StartUp {
    StartUp {
        application_create,
        application_create_scene: 159,
        first_activity_create,
        startup_duration,
        is_warm_start_up: false,
    }
}

fn warm(startup_duration: u64) -> StartUp {
    StartUp { is_warm_start_up: true, ..cold(0, 0, startup_duration) }
}

fn report(started: Option<Started>) -> Option<StartUp> {
    started.map(|started| started.report)
}

#[test]
fn a_cold_start_ends_with_the_focus_of_the_first_activity() {
    let mut startup = launched();
    startup.activity_created(at(150), MAIN, true, LATER);
    let started = startup.focused(at(400), MAIN).unwrap();
    assert_eq!(started, Started { report: cold(100, 400, 400), slow: None });
    assert_eq!(startup.focused(at(500), MAIN), None, "once");
    startup.activity_created(at(600), "app.Second", true, LATER);
    assert_eq!(startup.focused(at(700), "app.Second"), None, "another Activity is no start");
}

#[test]
fn a_splash_screen_does_not_end_a_cold_start() {
    let mut startup = launched();
    startup.activity_created(at(150), SPLASH, true, LATER);
    assert_eq!(startup.focused(at(300), SPLASH), None);
    startup.activity_created(at(900), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(1_200), MAIN)), Some(cold(100, 300, 1_200)));
}

/// Matrix takes any second focus for the end.
#[test]
fn a_splash_screen_that_gets_the_focus_again_does_not_end_a_cold_start() {
    let mut startup = launched();
    startup.activity_created(at(150), SPLASH, true, LATER);
    assert_eq!(startup.focused(at(300), SPLASH), None);
    assert_eq!(startup.focused(at(700), SPLASH), None, "a dialog for a permission was above it");
    startup.activity_created(at(900), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(1_200), MAIN)), Some(cold(100, 300, 1_200)));
}

#[test]
fn a_warm_start_is_the_first_activity_in_a_process_without_any() {
    let mut startup = alive();
    startup.activity_created(at(5_000), MAIN, true, LATER);
    assert_eq!(startup.focused(at(5_300), MAIN), Some(Started { report: warm(300), slow: None }));
    assert_eq!(startup.focused(at(5_400), MAIN), None, "once");
}

#[test]
fn a_warm_start_goes_on_behind_a_splash_screen() {
    let mut startup = alive();
    startup.activity_created(at(5_000), SPLASH, true, LATER);
    assert_eq!(startup.focused(at(5_300), SPLASH), None);
    startup.activity_created(at(5_400), MAIN, true, LATER);
    startup.activity_destroyed(at(5_500));
    assert_eq!(report(startup.focused(at(5_900), MAIN)), Some(warm(900)));
}

/// Matrix has 0 for "not measured".
#[test]
fn a_warm_start_within_a_millisecond_is_one() {
    let mut startup = alive();
    startup.activity_created(at(5_000), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(5_000), MAIN)), Some(warm(0)));
}

#[test]
fn an_activity_made_again_after_a_change_of_configuration_is_no_start() {
    let mut startup = launched();
    startup.activity_created(at(150), MAIN, true, LATER);
    assert!(startup.focused(at(400), MAIN).is_some());
    startup.activity_destroyed(at(1_000));
    startup.activity_created(at(1_001), MAIN, false, LATER);
    assert_eq!(startup.focused(at(1_100), MAIN), None);
}

#[test]
fn a_change_of_configuration_during_a_start_does_not_end_it() {
    let mut startup = alive();
    startup.activity_created(at(5_000), MAIN, true, LATER);
    startup.activity_destroyed(at(5_100));
    startup.activity_created(at(5_101), MAIN, false, LATER);
    assert_eq!(report(startup.focused(at(5_300), MAIN)), Some(warm(300)));
}

#[test]
fn a_process_for_a_service_or_receiver_has_started_when_the_application_was_created() {
    for code in [113, 114] {
        let mut startup = startup();
        startup.first_call(at(0));
        let expected = StartUp { application_create_scene: code, ..cold(80, 0, 80) };
        assert_eq!(
            startup.system_message(at(80), code, false),
            Some(Started { report: expected, slow: None })
        );
        assert_eq!(startup.system_message(at(90), 114, false), None, "once");
        startup.activity_created(at(60_000), MAIN, true, LATER);
        let expected = StartUp { application_create_scene: code, ..warm(250) };
        assert_eq!(
            report(startup.focused(at(60_250), MAIN)),
            Some(expected),
            "its first Activity starts warm"
        );
    }
}

/// Also of a process that never shows an Activity; Matrix must be told that it has none.
#[test]
fn a_slow_process_for_a_service_gets_a_stack() {
    let mut startup = startup();
    startup.first_call(at(0));
    let slow = startup.system_message(at(10_000), 114, false).unwrap().slow;
    assert_eq!(slow, Some(Slow { mark: Mark::after(0), begin: at(0), cost_ms: 10_000, sub_type: 1 }));
}

#[test]
fn slow_starts_get_a_stack_from_their_threshold_on() {
    for (cost, is_slow) in [(9_999, false), (10_000, true), (10_001, true)] {
        let mut startup = launched();
        startup.activity_created(at(150), MAIN, true, LATER);
        let started = startup.focused(at(cost), MAIN).unwrap();
        let slow = Slow { mark: Mark::after(0), begin: at(0), cost_ms: cost, sub_type: 1 };
        assert_eq!(started.slow, is_slow.then_some(slow));
    }
    for (cost, is_slow) in [(3_999, false), (4_000, true)] {
        let mut startup = alive();
        startup.activity_created(at(5_000), MAIN, true, LATER);
        let started = startup.focused(at(5_000 + cost), MAIN).unwrap();
        let slow = Slow { mark: LATER, begin: at(5_000), cost_ms: cost, sub_type: 2 };
        assert_eq!(started.slow, is_slow.then_some(slow));
    }
}

#[test]
fn thresholds_can_be_configured() {
    let mut startup = launched();
    let mut thresholds = Thresholds::default();
    thresholds.cold_start_ms = 400;
    startup.configure(&thresholds);
    startup.activity_created(at(150), MAIN, true, LATER);
    assert!(startup.focused(at(400), MAIN).unwrap().slow.is_some());
}

#[test]
fn thirty_seconds_from_creation_to_focus_are_no_start() {
    for (wait, is_start) in [(29_999, true), (30_000, false)] {
        let mut startup = launched();
        startup.activity_created(at(150), MAIN, true, LATER);
        assert_eq!(startup.focused(at(150 + wait), MAIN).is_some(), is_start, "cold after {wait}");

        let mut startup = alive();
        startup.activity_created(at(5_000), MAIN, true, LATER);
        assert_eq!(startup.focused(at(5_000 + wait), MAIN).is_some(), is_start, "warm after {wait}");
        assert_eq!(startup.focused(at(90_000), MAIN), None, "and it is over");
    }
}

/// Matrix only looks at the last Activity's own time.
#[test]
fn thirty_seconds_of_a_splash_screen_without_focus_are_no_start() {
    let mut startup = launched();
    startup.activity_created(at(150), SPLASH, true, LATER);
    assert_eq!(startup.focused(at(40_000), SPLASH), None);
    startup.activity_created(at(40_100), MAIN, true, LATER);
    assert_eq!(startup.focused(at(40_200), MAIN), None);
}

/// In Matrix, the Activity that comes an hour later has a cold start of an hour.
#[test]
fn a_process_left_before_any_focus_is_no_start_of_an_hour() {
    let mut startup = launched();
    startup.activity_created(at(150), "app.Trampoline", true, LATER);
    startup.activity_destroyed(at(160));
    startup.activity_created(at(3_600_000), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(3_600_200), MAIN)), Some(warm(200)));
}

#[test]
fn a_trampoline_is_part_of_a_cold_start() {
    let mut startup = launched();
    startup.activity_created(at(150), "app.Trampoline", true, LATER);
    startup.activity_destroyed(at(160));
    startup.activity_created(at(200), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(500), MAIN)), Some(cold(100, 500, 500)));
}

/// No message tells of a provider: in Matrix, the application is created when an Activity follows.
#[test]
fn a_process_started_by_a_provider_has_no_start_of_an_hour() {
    let mut startup = startup();
    startup.first_call(at(0));
    assert_eq!(startup.system_message(at(3_600_000), 159, true), None);
    startup.activity_created(at(3_600_050), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(3_600_250), MAIN)), Some(warm(200)));
}

#[test]
fn without_a_first_call_there_is_no_cold_start() {
    let mut startup = startup();
    assert_eq!(startup.system_message(at(100), 159, true), None);
    startup.activity_created(at(150), MAIN, true, LATER);
    assert_eq!(startup.focused(at(400), MAIN), None);
    startup.activity_destroyed(at(500));
    startup.activity_created(at(600), MAIN, true, LATER);
    assert_eq!(report(startup.focused(at(700), MAIN)), Some(warm(100)));
}

/// Matrix measures nothing where the system's messages can't be seen.
#[test]
fn without_messages_a_cold_start_is_measured() {
    let mut startup = startup();
    startup.first_call(at(0));
    startup.activity_created(at(150), MAIN, true, LATER);
    let expected = StartUp { application_create_scene: 0, ..cold(150, 400, 400) };
    assert_eq!(report(startup.focused(at(400), MAIN)), Some(expected));
}

#[test]
fn a_clock_that_goes_back_gives_short_starts_only() {
    let mut startup = launched();
    startup.activity_created(at(150), MAIN, true, LATER);
    assert_eq!(report(startup.focused(Timestamp::from_nanos(0), MAIN)), Some(cold(100, 0, 0)));
}

#[test]
fn creations_do_not_pile_up() {
    let mut startup = launched();
    for _ in 0..1_000 {
        startup.activity_created(at(150), MAIN, true, LATER);
    }
    assert!(format!("{:?}", startup.activities).len() < 2_000);
}
