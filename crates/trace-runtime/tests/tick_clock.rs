//! The clock of records in simulated time.

use proptest::prelude::*;
use trace_runtime::Timestamp;
use trace_runtime::clock::{TICK_PERIOD, Tick, TickClock, record_time};

const BASE: Timestamp = Timestamp::from_nanos(5_000_000_000);

fn at(nanos: u64) -> Timestamp {
    Timestamp::from_nanos(BASE.as_nanos() + nanos)
}

fn never() -> Timestamp {
    panic!("the system was asked for the time")
}

/// Numbers of a linear congruential generator, the same on any machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Runs a dispatch of ten seconds with a record every `step` nanoseconds on average, and a watchdog that
/// wakes as late as Linux has it; returns the sorted errors in nanoseconds and how often the system was asked.
fn errors_of_a_dispatch(step: u64) -> (Vec<u64>, usize) {
    let mut numbers = Numbers(1);
    let mut clock = TickClock::new(BASE);
    let (mut tick, mut next_tick) = (Tick::PARKED.next(), 0);
    let (mut errors, mut asked, mut now) = (Vec::new(), 0, 0);
    clock.begin(tick, at(now));
    while now < 10_000_000_000 {
        now += 1 + numbers.below(2 * step);
        while next_tick <= now {
            tick = tick.next();
            let late = if numbers.below(1_000) == 0 { 3_000_000 } else { 20_000 + numbers.below(60_000) };
            next_tick += TICK_PERIOD.as_nanos() as u64 + late;
        }
        let time = clock.time(tick, || {
            asked += 1;
            at(now)
        });
        errors.push((record_time(BASE, at(now)) - time) * 1_024);
    }
    errors.sort_unstable();
    (errors, asked)
}

#[test]
fn within_a_dispatch_the_error_is_below_a_millisecond_for_99_of_100_records() {
    for step in [1_000, 30_000, 700_000, 5_000_000] {
        let (errors, asked) = errors_of_a_dispatch(step);
        let p99 = errors[errors.len() * 99 / 100];
        assert!(p99 <= 1_000_000, "a record every {step} ns: p99 {p99} ns");
        assert!(asked <= 11_000, "a record every {step} ns: {asked} times in 10 s");
    }
}

#[test]
fn without_a_tick_the_last_time_holds() {
    let mut clock = TickClock::new(BASE);
    let tick = Tick::PARKED.next();
    assert_eq!(clock.begin(tick, at(10_240)), 10);
    assert_eq!(clock.time(tick, never), 10);
    assert_eq!(clock.time(tick.next(), || at(20_480)), 20);
    assert_eq!(clock.time(tick.next(), never), 20);
}

#[test]
fn the_edges_of_a_dispatch_are_exact() {
    let mut clock = TickClock::new(BASE);
    let tick = Tick::PARKED.next();
    assert_eq!(clock.begin(tick, at(1_024)), 1);
    assert_eq!(clock.end(tick, at(2_048)), 2);
    assert_eq!(clock.begin(tick, at(3_072)), 3);
}

#[test]
fn outside_of_a_dispatch_each_record_is_exact() {
    let mut clock = TickClock::new(BASE);
    let tick = Tick::PARKED.next();
    assert_eq!(clock.time(tick, || at(1_024)), 1);
    assert_eq!(clock.time(tick, || at(2_048)), 2);
    clock.begin(tick, at(3_072));
    clock.end(tick, at(4_096));
    assert_eq!(clock.time(tick, || at(5_120)), 5);
    assert_eq!(clock.time(tick, || at(6_144)), 6);
}

#[test]
fn while_the_tick_is_parked_each_record_is_exact() {
    let mut clock = TickClock::new(BASE);
    clock.begin(Tick::PARKED, at(1_024));
    assert_eq!(clock.time(Tick::PARKED, || at(2_048)), 2);
    assert_eq!(clock.time(Tick::PARKED, || at(3_072)), 3);
    let tick = Tick::PARKED.next();
    assert_eq!(clock.time(tick, || at(4_096)), 4);
    assert_eq!(clock.time(tick, never), 4);
    assert_eq!(clock.time(Tick::PARKED, || at(5_120)), 5);
}

#[test]
fn after_a_dispatch_within_another_the_outer_one_is_exact() {
    let mut clock = TickClock::new(BASE);
    let tick = Tick::PARKED.next();
    clock.begin(tick, at(1_024));
    clock.begin(tick, at(2_048));
    clock.end(tick, at(3_072));
    assert_eq!(clock.time(tick, || at(4_096)), 4);
}

proptest! {
    /// Whatever the system's clock does and whenever ticks come.
    #[test]
    fn times_never_go_back(steps in prop::collection::vec((0_u64..1 << 62, 0_u8..5), 0..100)) {
        let mut clock = TickClock::new(BASE);
        let (mut tick, mut last) = (Tick::PARKED, 0);
        for (nanos, what) in steps {
            let now = Timestamp::from_nanos(nanos);
            let time = match what {
                0 => clock.begin(tick, now),
                1 => clock.end(tick, now),
                _ => clock.time(tick, || now),
            };
            tick = match what {
                3 => tick.next(),
                4 => Tick::PARKED,
                _ => tick,
            };
            prop_assert!(time >= last);
            last = time;
        }
    }
}
