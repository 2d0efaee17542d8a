//! The fuzz target for records as a plain test: its seeds, and fixed mutations of them.

#[path = "../fuzz/shared/record_bytes.rs"]
mod record_bytes;
#[path = "support/records.rs"]
mod records;
#[path = "../fuzz/shared/seeds.rs"]
mod seeds;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;

#[test]
fn every_seed_has_rows() {
    for (name, bytes) in seeds::all() {
        assert!(record_bytes::check(&bytes) > 0, "{name}");
    }
}

#[test]
fn mutated_seeds_are_records_still() {
    let seeds: Vec<Vec<u8>> = seeds::all().into_iter().map(|(_, bytes)| bytes).collect();
    let mutations = prop::collection::vec((any::<usize>(), any::<usize>(), any::<u8>(), 0..4_u8), 1..12);
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 4_000, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let rows = Cell::new(0);
    let tested = runner.run(&(prop::sample::select(seeds), mutations), |(mut bytes, mutations)| {
        for mutation in mutations {
            mutate(&mut bytes, mutation);
        }
        rows.set(rows.get() + record_bytes::check(&bytes));
        Ok(())
    });
    assert_eq!(tested, Ok(()));
    // Otherwise the mutations are too strong to test anything.
    assert!(rows.get() > 10_000, "{} rows", rows.get());
}

fn mutate(bytes: &mut Vec<u8>, (from, to, value, kind): (usize, usize, u8, u8)) {
    const RECORD: usize = 8;
    let (from, to) = (from % bytes.len(), to % bytes.len());
    let end = bytes.len().min(from + RECORD);
    match kind {
        0 => bytes[from] ^= 1 << (value % 8),
        1 => bytes[from] = value,
        2 if bytes.len() > 2 * RECORD => drop(bytes.drain(from..end)),
        _ => {
            let part = bytes[from..end].to_vec();
            bytes.splice(to..to, part);
        }
    }
}
