//! Copies of a ring: what the main thread pays for a slow dispatch, and the watchdog for an ANR.

use divan::{Bencher, black_box, counter::ItemsCount};
use trace_model::Record;
use trace_runtime::ring::{Capacity, IN_FLIGHT, Mark, Ring, Store, copy_since};

fn main() {
    divan::main();
}

/// A ring of the default size that was filled one and a half times.
fn full() -> Ring {
    let capacity = Capacity::default();
    let mut ring = Ring::new(capacity).unwrap();
    ring.extend((0..capacity.slots() as u64 * 3 / 2).map(Record::from_bits));
    ring
}

/// The same as another thread than the writer's sees it.
struct Racing(Ring);

impl Store for Racing {
    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn written(&self) -> u64 {
        self.0.written()
    }

    fn read(&self, slot: usize, out: &mut [Record]) {
        self.0.read(slot, out);
    }

    fn in_flight(&self) -> u64 {
        IN_FLIGHT
    }
}

const LENGTHS: [u64; 3] = [100, 10_000, 1_000_000];

#[divan::bench(args = LENGTHS)]
fn copy(bencher: Bencher, length: u64) {
    let ring = full();
    let mark = Mark::after(ring.written() - length);
    bencher.counter(ItemsCount::new(length)).bench_local(|| copy_since(black_box(&ring), mark));
}

#[divan::bench(args = LENGTHS)]
fn copy_while_it_is_written(bencher: Bencher, length: u64) {
    let ring = Racing(full());
    let mark = Mark::after(ring.written() - length);
    bencher.counter(ItemsCount::new(length)).bench_local(|| copy_since(black_box(&ring), mark));
}

/// What each dispatch does, slow or not.
#[divan::bench]
fn mark(bencher: Bencher) {
    let ring = full();
    bencher.bench_local(|| Mark::now(black_box(&ring)));
}

#[divan::bench]
fn mark_is_whole(bencher: Bencher) {
    let ring = full();
    let mark = Mark::now(&ring);
    bencher.bench_local(|| black_box(mark).is_whole(black_box(&ring)));
}
