//! What reports are grouped by, and how much of the time is not known.

use super::{FROM_DISPATCH, records};
use trace_model::{Record, StackRow, TimeUnit};
use trace_runtime::stack::{Ask, StackSummary, build, path_key, stack_key, summarise, uncovered};

fn summary(text: &str, unit: TimeUnit, cost_ms: u64) -> StackSummary {
    summarise(&records(text), &Ask { strict: true, unit, end: 0, cost_ms, target_rows: 30 })
}

fn row(depth: u32, id: u32, cost_ms: i64) -> StackRow {
    StackRow { depth, id, count: 1, cost_ms }
}

const DISPATCH: u32 = 1_048_574;

#[test]
fn the_key_weighs_depth_and_cost() {
    let rows = [row(0, DISPATCH, 1_000), row(1, 1, 900), row(2, 2, 500), row(3, 3, 460)];
    assert_eq!(stack_key(&rows, 1_000), "3|");
    // What takes less than 30 % is not looked at.
    assert_eq!(stack_key(&[row(0, 1, 300), row(9, 2, 299)], 1_000), "1|");
    // The first of equals.
    assert_eq!(stack_key(&[row(1, 1, 450), row(1, 2, 450)], 1_000), "1|");
}

#[test]
fn the_key_is_a_dispatch_only_if_nothing_else_is_heavy() {
    assert_eq!(stack_key(&[row(0, DISPATCH, 1_000), row(1, 1, 400)], 1_000), "1|");
    assert_eq!(stack_key(&[row(0, DISPATCH, 1_000), row(1, 1, 200)], 1_000), "1048574|");
    // Nothing is heavy: the first row. Nothing at all: no key.
    assert_eq!(stack_key(&[row(0, 7, 10), row(1, 1, 20)], 1_000), "7|");
    assert_eq!(stack_key(&[], 1_000), "");
}

#[test]
fn weights_do_not_overflow() {
    let deep = [row(0, DISPATCH, 2_000_000_000), row(1, 1, 1_900_000_000), row(2, 2, 1_500_000_000)];
    assert_eq!(stack_key(&deep, 2_000_000_000), "2|");
    assert_eq!(stack_key(&[row(1, 1, i64::MAX), row(u32::MAX, 2, i64::MAX)], u64::MAX), "2|");
}

#[test]
fn the_path_follows_the_heaviest_callee() {
    let text = "+D@0 +1@0 +2@0 -2@300 +3@300 +4@310 -4@700 +5@700 -5@710 -3@800 +6@800 -6@850 -1@900 -D@1000";
    assert_eq!(summary(text, TimeUnit::Millis, 1_000).path_key, "1|3|4|");
    // 3 takes 500 of 1,800 ms: less than 30 %.
    assert_eq!(summary(text, TimeUnit::Millis, 1_800).path_key, "1|");
    assert_eq!(summary(text, TimeUnit::Millis, 10_000).path_key, "");
}

#[test]
fn the_path_goes_on_below_the_last_that_is_heaviest() {
    let text = "+D@0 +1@0 +9@0 -9@400 -1@400 -D@400 +D@500 +2@500 +8@500 -8@900 -2@950 +3@950 -3@999 -D@1000";
    assert_eq!(summary(text, TimeUnit::Millis, 1_000).path_key, "2|8|");
    // Of equals, the first.
    let text = "+D@0 +1@0 +9@0 -9@400 -1@400 +2@400 +8@400 -8@800 -2@800 -D@800";
    assert_eq!(summary(text, TimeUnit::Millis, 800).path_key, "1|9|");
}

#[test]
fn the_path_does_not_depend_on_the_number_of_rows() {
    let calls = build(&records("+D@0 +1@0 +2@0 -2@900 -1@950 -D@1000"), FROM_DISPATCH).unwrap();
    assert_eq!(path_key(&calls, TimeUnit::Millis, 1_000), "1|2|");
    let ask = Ask { strict: true, unit: TimeUnit::Millis, end: 0, cost_ms: 1_000, target_rows: 1 };
    let summary = summarise(&records("+D@0 +1@0 +2@0 -2@900 -1@950 -D@1000"), &ask);
    assert_eq!((summary.stack.as_str(), summary.path_key.as_str()), ("0,1048574,1,1000\n", "1|2|"));
}

#[test]
fn uncovered_is_what_no_call_under_the_dispatch_takes() {
    let share = |text, cost_ms| summary(text, TimeUnit::Millis, cost_ms).uncovered;
    assert_eq!(share("+D@0 +1@0 +2@0 -2@200 -1@250 +3@500 -3@1000 -D@1000", 1_000), Some(0.25));
    assert_eq!(share("+D@0 +1@0 -1@2000 -D@2000", 1_000), Some(0.0));
    assert_eq!(share("+D@0 -D@1000", 1_000), Some(1.0));
    // All records were overwritten.
    assert_eq!(share("", 1_000), Some(1.0));
    assert_eq!(share("+D@0 +1@0 -1@1 -D@1", 0), None);
}

#[test]
fn calls_outside_of_dispatches_cover_time_too() {
    // A start: its first calls come before the looper is watched.
    let calls = build(&records("+1@0 +2@0 -2@90 -1@100 +D@100 +3@200 -3@300 -D@400"), Default::default());
    assert_eq!(uncovered(&calls.unwrap(), TimeUnit::Millis, 400), Some(0.5));
}

#[test]
fn ticks_become_milliseconds() {
    // 700,000 and 600,000 ticks of 1,024 ns are 716.8 and 614.4 ms.
    let summary = summary("+D@0 +1@0 -1@600000 -D@700000", TimeUnit::Ticks, 716);
    assert_eq!(summary.stack, "0,1048574,1,716\n1,1,1,614\n");
    assert_eq!(summary.cost_ms, 716);
    let uncovered = summary.uncovered.unwrap();
    assert!((uncovered - (1.0 - 614.4 / 716.0)).abs() < 1e-9, "{uncovered}");
}

#[test]
fn the_cost_is_the_longest_row_if_that_is_longer_than_measured() {
    assert_eq!(summary("+D@0 +1@0 -1@900 -D@1000", TimeUnit::Millis, 700).cost_ms, 1_000);
    assert_eq!(summary("+D@0 -D@1000", TimeUnit::Millis, 1_300).cost_ms, 1_300);
}

#[test]
fn bits_of_no_method_are_rows_like_others() {
    let all_ones = [Record::from_bits(u64::MAX), Record::from_bits(u64::MAX >> 1)];
    let ask = Ask { strict: false, unit: TimeUnit::Ticks, end: 0, cost_ms: 1, target_rows: 30 };
    assert_eq!(summarise(&all_ones, &ask).stack, "0,1048575,1,0\n");
}
