//! Copies of the records since a mark.

use super::Store;
use trace_model::Record;

/// Records that are read at once: memory that was just cleared is still in the processor's first cache when it is
/// filled, and there are still few calls.
const PIECE: usize = 4_096;

/// A place in a thread's stream of records: how many were written before it.
///
/// It never becomes invalid by itself. When its records are copied, it is compared with what the ring still
/// has, and [`Copied::lost`] says how many are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u64);

impl Mark {
    /// The place behind the newest record.
    pub fn now(store: &dyn Store) -> Mark {
        Mark(store.written())
    }

    /// The place behind the first `records` ones.
    pub const fn after(records: u64) -> Mark {
        Mark(records)
    }

    /// Number of the records before it.
    pub const fn records_before(self) -> u64 {
        self.0
    }

    /// Whether the ring still has all that was written since.
    pub fn is_whole(self, store: &dyn Store) -> bool {
        first_left(store, store.written()) <= self.0
    }
}

/// What was written since a mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// What could be copied, oldest first.
    pub records: Vec<Record>,
    /// Records since the mark that were overwritten before they could be copied; all of them are older than
    /// the copied ones.
    pub lost: u64,
}

/// Copies what was written to `store` since `mark`, without asking its writer to wait.
///
/// None if there is not enough memory for the copy, if all of it was overwritten while it was copied, or if
/// `mark` is of another store, which has written more than this one.
pub fn copy_since(store: &dyn Store, mark: Mark) -> Option<Copied> {
    let capacity = store.capacity();
    let end = store.written();
    if !capacity.is_power_of_two() || mark.0 > end {
        return None;
    }
    if mark.0 == end {
        return Some(Copied::default());
    }
    let oldest = first_left(store, end).min(end);
    // To judge the records that may be in flight, one before them is needed, even if it is before the mark.
    let settled = end.saturating_sub(store.in_flight());
    let first = mark.0.min(settled.saturating_sub(1)).max(oldest);
    // The difference is at most the capacity, which is a usize.
    let mut records = read(store, first, (end - first) as usize, capacity)?;

    drop_unwritten(&mut records, settled.saturating_sub(first) as usize);
    let begin = first_left(store, store.written()).max(mark.0);
    let before = (begin - first).min(records.len() as u64);
    records.drain(..before as usize);
    if records.is_empty() {
        return None;
    }
    Some(Copied { records, lost: begin - mark.0 })
}

/// The oldest record that is surely in the ring after `written` ones.
fn first_left(store: &dyn Store, written: u64) -> u64 {
    let ahead = written.saturating_add(store.in_flight());
    ahead.saturating_sub(store.capacity() as u64)
}

/// `length` records from the `first`-th on.
fn read(store: &dyn Store, first: u64, length: usize, capacity: usize) -> Option<Vec<Record>> {
    let mut records = Vec::new();
    records.try_reserve_exact(length).ok()?;
    while records.len() < length {
        let done = records.len();
        let slot = ((first + done as u64) & (capacity as u64 - 1)) as usize;
        let piece = PIECE.min(length - done).min(capacity - slot);
        records.resize(done + piece, Record::from_bits(0));
        store.read(slot, &mut records[done..]);
    }
    Some(records)
}

/// Drops the newest records from the first one on that was counted but not stored yet: its slot is empty or
/// holds a record older than the one before. Only those from `settled` on can be.
fn drop_unwritten(records: &mut Vec<Record>, settled: usize) {
    let mut time =
        settled.checked_sub(1).and_then(|last| records.get(last)).map_or(0, |record| record.time());
    let unwritten = records.iter().skip(settled).position(|record| {
        let early = record.bits() == 0 || record.time() < time;
        time = record.time();
        early
    });
    if let Some(place) = unwritten {
        records.truncate(settled + place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::Ring;

    #[test]
    fn a_mark_of_another_store_copies_nothing() {
        let ring = Ring::with_slots(4).unwrap();
        assert_eq!(copy_since(&ring, Mark::after(0)), Some(Copied::default()));
        assert_eq!(copy_since(&ring, Mark::after(1)), None);
    }

    #[test]
    fn long_copies_go_across_the_wrap() {
        let mut ring = Ring::with_slots(4 * PIECE).unwrap();
        let written = 7 * PIECE as u64 + 5;
        ring.extend((0..written).map(Record::from_bits));
        for mark in [written - 4 * PIECE as u64, written - 3 * PIECE as u64 + 1, written - PIECE as u64 - 1] {
            let records = (mark..written).map(Record::from_bits).collect();
            assert_eq!(copy_since(&ring, Mark::after(mark)), Some(Copied { records, lost: 0 }));
        }
    }

    /// Says that it has more records than any machine has memory.
    struct Endless;

    impl Store for Endless {
        fn capacity(&self) -> usize {
            1 << (usize::BITS - 1)
        }

        fn written(&self) -> u64 {
            self.capacity() as u64
        }

        fn read(&self, _: usize, _: &mut [Record]) {
            unreachable!("there is no memory for this")
        }
    }

    #[test]
    fn out_of_memory_is_no_crash() {
        assert_eq!(copy_since(&Endless, Mark::after(0)), None);
    }
}
