//! What Java gets from the library.

use crate::library::run;
use serde_json::Value;

fn reports(said: &str) -> Vec<Value> {
    said.lines()
        .filter_map(|line| line.strip_prefix("report "))
        .map(|json| serde_json::from_str(json).expect("a report is JSON"))
        .collect()
}

#[test]
fn a_slow_message_is_seen_while_it_runs_and_when_it_is_over() {
    let said = run(&["slow"]);
    let reports = reports(&said);
    let details: Vec<&str> = reports.iter().map(|report| report["detail"].as_str().unwrap()).collect();
    assert_eq!(details, ["LAG", "ANR", "NORMAL"]);
    for report in &reports {
        assert_eq!((&report["tag"], &report["process"]), (&"Trace_EvilMethod".into(), &"app".into()));
    }

    // While it runs: what the main thread does, and what is open in the ring.
    for report in &reports[..2] {
        let stack = report["threadStack"].as_str().unwrap();
        assert!(stack.contains("runtime.Edge.slowMessage"), "{stack}");
        assert_eq!(report["threadState"], "TIMED_WAITING");
    }
    assert_eq!(ids(&reports[1]), ["0,1048574,1", "1,10,1", "2,20,1"]);
    assert!(reports[1]["processPriority"].is_i64() && reports[1]["processNice"].is_i64());

    // When it is over: all of it, with true costs.
    assert_eq!(ids(&reports[2]), ["0,1048574,1", "1,10,1", "2,20,1", "2,30,1"]);
    assert_eq!(reports[2]["stackKey"], "20|");
    assert!(reports[2]["cost"].as_u64().unwrap() >= 1_000);
    let costs = costs(&reports[2]);
    assert!(costs[2] >= 799 && costs[3] >= 199 && costs[1] >= costs[2] + costs[3] - 2, "{costs:?}");
}

fn rows(report: &Value) -> Vec<(&str, &str)> {
    let stack = report["stack"].as_str().expect("a stack");
    stack.lines().map(|row| row.rsplit_once(',').unwrap()).collect()
}

fn ids(report: &Value) -> Vec<&str> {
    rows(report).into_iter().map(|(ids, _)| ids).collect()
}

fn costs(report: &Value) -> Vec<u64> {
    rows(report).into_iter().map(|(_, cost)| cost.parse().unwrap()).collect()
}

#[test]
fn a_tracer_can_be_made_again_after_it_was_destroyed() {
    run(&["again"]);
}

#[test]
fn a_destroyed_tracer_lets_go_of_its_ring() {
    run(&["released"]);
}

#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    run(&["refused"]);
}

#[test]
fn exceptions_of_callbacks_are_logged_and_hurt_nobody() {
    run(&["throwing"]);
}

#[test]
fn a_panic_in_a_native_turns_the_tracer_off_and_the_app_goes_on() {
    run(&["panic", "1"]);
}

#[test]
fn a_panic_of_the_watchdog_turns_the_tracer_off_and_the_app_goes_on() {
    run(&["panic", "2"]);
}

#[test]
fn signals_are_watched_from_the_main_thread_only() {
    run(&["signals"]);
}
