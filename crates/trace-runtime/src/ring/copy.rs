//! Copies of the records since a mark.

use super::Store;
use trace_model::Record;

/// A place in a thread's stream of records: how many were written before it.
///
/// It never becomes invalid by itself. When its records are copied, it is compared with what the ring still
/// has, and [`Copied::lost`] says how many are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u64);

impl Mark {
    /// The place before the first record ever.
    pub const START: Mark = Mark(0);

    /// The place behind the newest record.
    pub fn now(store: &dyn Store) -> Mark {
        Mark(store.written())
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
    let begin = first_left(store, end).max(mark.0).min(end);
    let mut records = Vec::new();
    // At most the capacity, which is a usize.
    let length = (end - begin) as usize;
    records.try_reserve_exact(length).ok()?;
    records.resize(length, Record::from_bits(0));

    let slot = (begin & (capacity as u64 - 1)) as usize;
    let (to_last_slot, from_slot_0) = records.split_at_mut(length.min(capacity - slot));
    for (slot, part) in [(slot, to_last_slot), (0, from_slot_0)] {
        if !part.is_empty() {
            store.read(slot, part);
        }
    }

    drop_unwritten(&mut records, store.in_flight());
    let left = first_left(store, store.written()).max(begin);
    let overwritten = (left - begin).min(records.len() as u64);
    records.drain(..overwritten as usize);
    if records.is_empty() && begin < end {
        return None;
    }
    Some(Copied { records, lost: left - mark.0 })
}

/// The oldest record that is surely in the ring after `written` ones.
fn first_left(store: &dyn Store, written: u64) -> u64 {
    let ahead = written.saturating_add(store.in_flight());
    ahead.saturating_sub(store.capacity() as u64)
}

/// Drops the newest records from the first one on that the writer may have counted but not stored yet.
fn drop_unwritten(records: &mut Vec<Record>, in_flight: u64) {
    let settled = records.len().saturating_sub(usize::try_from(in_flight).unwrap_or(usize::MAX));
    let tail = records.get(settled.saturating_sub(1)..).unwrap_or_default();
    let early = tail.windows(2).position(|pair| matches!(pair, [one, next] if next.time() < one.time()));
    if let Some(place) = early {
        records.truncate(settled.saturating_sub(1) + place + 1);
    }
}
