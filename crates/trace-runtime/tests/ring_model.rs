//! The ring against the plainest model of it: all records ever written, of which the last ones are left.

use proptest::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use trace_model::{MethodId, Record};
use trace_runtime::ring::{Copied, Mark, Ring, Store, copy_since};

#[derive(Clone, Debug)]
enum Step {
    Push(u64),
    Mark,
    Copy(prop::sample::Index),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => any::<u64>().prop_map(Step::Push),
        1 => Just(Step::Mark),
        1 => any::<prop::sample::Index>().prop_map(Step::Copy),
    ];
    prop::collection::vec(step, 0..200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Who copies on the writer's own thread gets all that is left, and the number of what is not.
    #[test]
    fn a_copy_is_what_the_model_has_left(bits in 0_u32..7, steps in steps()) {
        let capacity = 1 << bits;
        let mut ring = Ring::with_slots(capacity).unwrap();
        let mut left: VecDeque<Record> = VecDeque::new();
        let mut written = 0;
        let mut marks = vec![Mark::now(&ring)];
        for step in steps {
            match step {
                Step::Push(bits) => {
                    ring.push(Record::from_bits(bits));
                    left.push_back(Record::from_bits(bits));
                    if left.len() > capacity {
                        left.pop_front();
                    }
                    written += 1;
                }
                Step::Mark => marks.push(Mark::now(&ring)),
                Step::Copy(which) => {
                    let mark = *which.get(&marks);
                    let since = (written - mark.records_before()) as usize;
                    let records: Vec<_> = left.iter().copied().skip(left.len().saturating_sub(since)).collect();
                    let lost = (since - records.len()) as u64;
                    prop_assert_eq!(mark.is_whole(&ring), lost == 0);
                    prop_assert_eq!(copy_since(&ring, mark), Some(Copied { records, lost }));
                }
            }
        }
    }

    /// Who copies on another thread gets no record that is not the one that was written there.
    #[test]
    fn a_racing_copy_is_a_part_of_what_was_written(racing in racing(), back in back()) {
        racing.copy_is_a_part_of_what_was_written(back);
    }

    /// The price of the race: as many as may be in flight, no more.
    #[test]
    fn a_writer_that_stands_still_loses_little(still in racing(), back in back()) {
        let written = still.issued.get();
        let still = Racing { seen: Cell::new(written), schedule: RefCell::default(), ..still };
        let mark = written.saturating_sub(back + 1);
        let copied = copy_since(&still, Mark::after(mark)).unwrap();
        let left = (written + still.in_flight).saturating_sub(still.capacity as u64);
        prop_assert_eq!(copied.lost, left.saturating_sub(mark));
        prop_assert_eq!(copied.records.len() as u64, written - left.max(mark));
    }
}

/// All that can happen while four slots are copied: before each look the writer writes a record or none, and the look
/// misses the newest store or does not.
#[test]
fn no_interleaving_copies_what_was_not_written() {
    const LOOKS: u32 = 7;
    for issued in 1..=9 {
        for interleaving in 0..1_u64 << (2 * LOOKS) {
            for back in 0..4 {
                let look = |n: u32| (interleaving >> (2 * n) & 1, interleaving >> (2 * n + 1) & 1);
                let racing = Racing {
                    capacity: 4,
                    in_flight: 1,
                    issued: Cell::new(issued),
                    seen: Cell::new(issued - 1),
                    schedule: RefCell::new((0..LOOKS).map(look).collect()),
                };
                racing.copy_is_a_part_of_what_was_written(back);
            }
        }
    }
}

/// The n-th record of a racing writer; each has its own time.
fn nth(n: u64) -> Record {
    Record::enter(MethodId::new(1).unwrap(), n + 1)
}

/// A store whose writer goes on between any two looks at it, on a processor that shows its stores late and
/// in any order.
#[derive(Debug)]
struct Racing {
    capacity: usize,
    in_flight: u64,
    /// Records that the writer's thread has written.
    issued: Cell<u64>,
    /// The number of them that the reader has seen.
    seen: Cell<u64>,
    /// How many records the writer writes before a look, and how much of what is in flight the look misses.
    schedule: RefCell<Vec<(u64, u64)>>,
}

/// How far a mark is before the newest record.
fn back() -> impl Strategy<Value = u64> {
    prop_oneof![0_u64..12, 0_u64..300]
}

fn racing() -> impl Strategy<Value = Racing> {
    let look = prop_oneof![9 => (Just(0), 0_u64..9), 2 => (0_u64..3, 0_u64..9), 1 => (0_u64..80, 0_u64..9)];
    let issued = prop_oneof![1_u64..12, 1_u64..300];
    (5_u32..8, 1_u64..9, issued, prop::collection::vec(look, 0..200)).prop_map(
        |(bits, in_flight, issued, looks)| Racing {
            capacity: 1 << bits,
            in_flight,
            issued: Cell::new(issued),
            seen: Cell::new(issued.saturating_sub(in_flight)),
            schedule: RefCell::new(looks),
        },
    )
}

impl Racing {
    /// Of a mark `back` records before the newest that the reader has seen.
    fn copy_is_a_part_of_what_was_written(&self, back: u64) {
        let mark = self.seen.get().saturating_sub(back);
        let Some(Copied { records, lost }) = copy_since(self, Mark::after(mark)) else { return };
        let first = mark + lost;
        let written: Vec<_> = (first..first + records.len() as u64).map(nth).collect();
        assert_eq!(records, written);
        assert!(first >= self.issued.get().saturating_sub(self.capacity as u64));
    }

    /// The number of records that this look surely sees.
    fn look(&self) -> u64 {
        let (more, missed) = self.schedule.borrow_mut().pop().unwrap_or_default();
        self.issued.set(self.issued.get() + more);
        self.issued.get() - missed.min(self.in_flight).min(self.issued.get())
    }
}

impl Store for Racing {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn written(&self) -> u64 {
        self.seen.set(self.look().max(self.seen.get()));
        self.seen.get()
    }

    fn read(&self, slot: usize, out: &mut [Record]) {
        let capacity = self.capacity as u64;
        for (slot, out) in (slot as u64..).zip(out) {
            // Each slot shows a record of its own past, the newest one unless that is missed.
            let surely_seen = self.look();
            let newest = (surely_seen + capacity - 1 - slot) / capacity;
            *out = newest.checked_sub(1).map_or(Record::from_bits(0), |lap| nth(lap * capacity + slot));
        }
    }

    fn in_flight(&self) -> u64 {
        self.in_flight
    }
}
