//! As much as a ring holds, in the shapes that take the most. Quadratic time would take hours here.

use trace_model::{MethodId, Record, TimeUnit};
use trace_runtime::stack::{Ask, Bounds, MAX_PATH, build, summarise};

const MILLION: u32 = 1_000_000;

fn id(number: u32) -> MethodId {
    MethodId::new(number + 1).unwrap()
}

fn ask(end: u32) -> Ask {
    let end = u64::from(end);
    Ask { strict: false, unit: TimeUnit::Millis, end, cost_ms: end, target_rows: 30 }
}

#[test]
fn a_million_nested_entries() {
    let records: Vec<Record> = (0..MILLION).map(|n| Record::enter(id(n % 1_000), u64::from(n))).collect();
    let summary = summarise(&records, &ask(MILLION));
    assert!(summary.stack.starts_with("0,1,1,1000000\n1,2,1,999999\n"), "{}", summary.stack);
    assert_eq!(summary.stack.lines().count(), 30);
    // Of the first 30, the deepest weighs most.
    assert_eq!(summary.stack_key, "30|");
    assert_eq!(summary.path_key.matches('|').count(), MAX_PATH);
    assert_eq!(summary.uncovered, Some(0.0));
}

#[test]
fn a_hundred_thousand_siblings() {
    let calls = (0..100_000).flat_map(|n| {
        let time = u64::from(n) * 2;
        [Record::enter(id(n % 1_000), time), Record::exit(id(n % 1_000), time + 1)]
    });
    let records: Vec<Record> = std::iter::once(Record::enter(MethodId::DISPATCH, 0)).chain(calls).collect();
    let summary = summarise(&records, &ask(200_000));
    assert_eq!(summary.stack.lines().next(), Some("0,1048574,1,200000"));
    assert_eq!(summary.stack.lines().count(), 30);
    assert_eq!((summary.uncovered, summary.path_key.as_str()), (Some(0.5), ""));
}

#[test]
fn exits_of_methods_that_are_not_open_below_many_that_are() {
    let enters = (0..MILLION / 2).map(|n| Record::enter(id(n % 1_000), u64::from(n)));
    let exits = (0..MILLION / 2).map(|n| Record::exit(id(1_000 + n), u64::from(MILLION)));
    let records: Vec<Record> = enters.chain(exits).collect();
    let calls = build(&records, Bounds { from_dispatch: false, end: Some(u64::from(MILLION)) }).unwrap();
    assert_eq!(calls.len(), records.len() / 2);
    assert!(calls.iter().zip(0..).all(|(call, n)| call.depth == n));
}

#[test]
fn one_exit_ends_everything() {
    let below = (1..MILLION).map(|n| Record::enter(id(n), u64::from(n)));
    let records: Vec<Record> = std::iter::once(Record::enter(id(0), 0))
        .chain(below)
        .chain([Record::exit(id(0), u64::from(MILLION))])
        .collect();
    let calls = build(&records, Bounds::default()).unwrap();
    assert_eq!(calls.len(), MILLION as usize);
    assert_eq!(calls.last().map(|call| (call.depth, call.cost)), Some((MILLION - 1, 1)));
}
