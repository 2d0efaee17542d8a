//! The states of the beat, and the original's defects that were mended.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;
use trace_runtime::Timestamp;
use trace_runtime::beat::{Beat, Change, START_LIMIT, State};

const LOADED: Timestamp = Timestamp::from_nanos(1_000);

fn after(seconds: u64) -> Timestamp {
    LOADED.plus(Duration::from_secs(seconds))
}

/// A beat whose first call was a second after it was loaded.
fn ready() -> Beat {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.first_call(after(1)), Change::Hook);
    beat
}

#[test]
fn numbers_are_those_of_matrix() {
    let states =
        [State::Default, State::Ready, State::Started, State::Stopped, State::ExpiredStart, State::Released];
    assert_eq!(states.map(|state| state as i32), [i32::MAX, 1, 2, -1, -2, -3]);
    assert_eq!(states.map(State::records), [true, true, true, false, false, false]);
}

#[test]
fn the_first_call_hooks_once() {
    let mut beat = ready();
    assert_eq!(beat.state(), State::Ready);
    assert_eq!(beat.first_call(after(2)), Change::None);
    assert_eq!(beat.start(), Change::None);
    assert_eq!(beat.state(), State::Started);
    assert_eq!(beat.deadline(), None);
}

#[test]
fn without_a_call_the_ring_is_released_in_time() {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.deadline(), Some(LOADED.plus(START_LIMIT)));
    assert_eq!(beat.elapse(after(9)), Change::None);
    assert_eq!(beat.elapse(after(10)), Change::Release);
    assert_eq!(beat.state(), State::Released);
    assert_eq!(beat.deadline(), None);
}

#[test]
fn a_start_that_comes_late_revives() {
    let mut beat = ready();
    assert_eq!(beat.elapse(after(10)), Change::None);
    assert_eq!(beat.state(), State::Ready);
    assert_eq!(beat.elapse(after(11)), Change::None);
    assert_eq!(beat.state(), State::ExpiredStart);
    assert_eq!(beat.start(), Change::None);
    assert_eq!(beat.state(), State::Started);
    assert_eq!(beat.elapse(after(100)), Change::None);
    assert_eq!(beat.state(), State::Started);
}

#[test]
fn a_start_before_the_first_call_is_not_forgotten() {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.start(), Change::None);
    assert_eq!(beat.state(), State::Default);
    assert_eq!(beat.elapse(after(60)), Change::None);
    assert_eq!(beat.release(), Change::None);
    assert_eq!(beat.first_call(after(61)), Change::Hook);
    assert_eq!(beat.state(), State::Started);
}

#[test]
fn a_start_that_was_taken_back_is_forgotten() {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.start(), Change::None);
    beat.stop();
    assert_eq!(beat.first_call(after(1)), Change::Hook);
    assert_eq!(beat.state(), State::Ready);
}

#[test]
fn a_released_ring_comes_back_with_the_next_start() {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.elapse(after(10)), Change::Release);
    assert_eq!(beat.first_call(after(11)), Change::None);
    assert_eq!(beat.start(), Change::MakeRing);
    assert_eq!(beat.state(), State::Started);
}

#[test]
fn without_memory_nothing_is_recorded_until_the_next_start() {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.elapse(after(10)), Change::Release);
    assert_eq!(beat.start(), Change::MakeRing);
    assert_eq!(beat.give_up(), Change::Release);
    assert_eq!(beat.state(), State::Released);
    assert_eq!(beat.start(), Change::MakeRing);
}

#[test]
fn only_what_is_not_started_is_released() {
    let mut beat = ready();
    assert_eq!(beat.start(), Change::None);
    assert_eq!(beat.release(), Change::None);
    assert_eq!(beat.state(), State::Started);
    beat.stop();
    assert_eq!(beat.state(), State::Stopped);
    assert_eq!(beat.release(), Change::Release);
    assert_eq!(beat.release(), Change::None);
    assert_eq!(beat.state(), State::Released);
}

#[test]
fn who_was_stopped_by_force_before_the_first_call_is_hooked_by_its_start() {
    let mut beat = Beat::new(LOADED);
    beat.force_stop();
    assert_eq!(beat.state(), State::Stopped);
    assert_eq!(beat.first_call(after(1)), Change::None);
    assert_eq!(beat.start(), Change::Hook);
    assert_eq!(beat.state(), State::Started);
}

#[test]
fn what_is_released_has_no_ring_to_stop() {
    let mut beat = Beat::new(LOADED);
    assert_eq!(beat.elapse(after(10)), Change::Release);
    beat.force_stop();
    assert_eq!(beat.start(), Change::MakeRing);
}

const STEPS: [&str; 6] = ["call", "start", "stop", "forceStop", "release", "wait"];

/// What Java's remake of the states is tested with: all ways of three steps, a wait being the time to start.
/// `TRACE_BLESS=1` writes them anew.
#[test]
fn the_ways_that_java_goes_are_those_of_the_beat() {
    let mut ways = String::new();
    for way in 0..STEPS.len().pow(3) {
        let (mut beat, mut at) = (Beat::new(LOADED), LOADED);
        let mut change = Change::None;
        for place in [36, 6, 1] {
            let step = STEPS[way / place % 6];
            change = go(&mut beat, &mut at, step);
            write!(ways, "{step} ").unwrap();
        }
        let waits = if beat.deadline().is_some() { " waits" } else { "" };
        writeln!(ways, "-> {:?} {change:?}{waits}", beat.state()).unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/beat-states.txt");
    if std::env::var_os("TRACE_BLESS").is_some() {
        fs::write(&file, &ways).unwrap();
    }
    assert_eq!(ways, fs::read_to_string(&file).unwrap());
}

fn go(beat: &mut Beat, at: &mut Timestamp, step: &str) -> Change {
    match step {
        "call" => beat.first_call(*at),
        "start" => beat.start(),
        "release" => beat.release(),
        "wait" => {
            *at = at.plus(START_LIMIT);
            beat.elapse(*at)
        }
        _ => {
            if step == "stop" {
                beat.stop();
            } else {
                beat.force_stop();
            }
            Change::None
        }
    }
}
