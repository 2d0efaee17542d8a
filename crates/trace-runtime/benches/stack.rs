//! What it costs to make a report's stack of a million records: built, trimmed, keyed, written.
//!
//! The items per second are records.

use divan::{Bencher, black_box, counter::ItemsCount};
use trace_model::{MethodId, Record, TimeUnit};
use trace_runtime::stack::{Ask, summarise};

const RECORDS: usize = 1_000_000;

fn main() {
    divan::main();
}

/// What an app records: messages of some hundred calls up to 40 deep, of 60,000 methods, some far more often
/// than others.
#[divan::bench]
fn app(bencher: Bencher<'_, '_>) {
    let mut random = Random(1);
    let (mut records, mut open, mut now) = (Vec::with_capacity(RECORDS), Vec::new(), 0);
    while records.len() + open.len() < RECORDS {
        now += random.below(40);
        if open.is_empty() {
            open.push(MethodId::DISPATCH);
            records.push(Record::enter(MethodId::DISPATCH, now));
        } else if open.len() < 40 && random.below(400) < 200 {
            let spread = 1 << random.below(16);
            let id = id(random.below(spread) as u32);
            open.push(id);
            records.push(Record::enter(id, now));
        } else if let Some(id) = open.pop() {
            records.push(Record::exit(id, now));
        }
    }
    run(bencher, &records, true);
}

/// One caller, half a million callees that do not merge.
#[divan::bench]
fn siblings(bencher: Bencher<'_, '_>) {
    let calls = (0..RECORDS as u32 / 2).flat_map(|n| {
        let (id, time) = (id(n % 60_000), u64::from(n) * 10);
        [Record::enter(id, time), Record::exit(id, time + 9)]
    });
    let records: Vec<Record> = std::iter::once(Record::enter(MethodId::DISPATCH, 0)).chain(calls).collect();
    run(bencher, &records, true);
}

/// Calls within calls, none of which ends.
#[divan::bench]
fn nested(bencher: Bencher<'_, '_>) {
    let records: Vec<Record> =
        (0..RECORDS as u32).map(|n| Record::enter(id(n % 60_000), u64::from(n) * 10)).collect();
    run(bencher, &records, false);
}

/// Half a million calls within calls, then exits of methods that are not open.
#[divan::bench]
fn not_entered(bencher: Bencher<'_, '_>) {
    let half = RECORDS as u32 / 2;
    let enters = (0..half).map(|n| Record::enter(id(n % 60_000), u64::from(n) * 10));
    let exits = (0..half).map(|n| Record::exit(id(60_000 + n % 60_000), u64::from(half + n) * 10));
    run(bencher, &enters.chain(exits).collect::<Vec<Record>>(), false);
}

/// Bits without any sense, of all ids.
#[divan::bench]
fn noise(bencher: Bencher<'_, '_>) {
    let mut random = Random(1);
    let records: Vec<Record> = (0..RECORDS).map(|_| Record::from_bits(random.next())).collect();
    run(bencher, &records, false);
}

fn run(bencher: Bencher<'_, '_>, records: &[Record], strict: bool) {
    let end = RECORDS as u64 * 40;
    let ask = Ask { strict, unit: TimeUnit::Ticks, end, cost_ms: 20_000, target_rows: 30 };
    assert_eq!(summarise(records, &ask).stack.lines().count(), 30);
    bencher.counter(ItemsCount::new(records.len())).bench(|| summarise(black_box(records), black_box(&ask)));
}

fn id(number: u32) -> MethodId {
    MethodId::new(number + 1).unwrap_or(MethodId::DISPATCH)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
