//! A ring in memory of our own.

use super::Store;
use trace_model::Record;

/// Slots of an app's ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity(usize);

impl Capacity {
    /// Less holds no ANR's records: 64 Ki slots, 512 KiB.
    pub const MIN: Capacity = Capacity(1 << 16);
    /// More is memory that an app has better use for: 16 Mi slots, 128 MiB.
    pub const MAX: Capacity = Capacity(1 << 24);

    /// This many slots.
    ///
    /// # Errors
    ///
    /// Unless it is a power of two from [`MIN`](Self::MIN) to [`MAX`](Self::MAX).
    pub const fn new(slots: usize) -> Result<Capacity, RingError> {
        if slots.is_power_of_two() && slots >= Self::MIN.0 && slots <= Self::MAX.0 {
            Ok(Capacity(slots))
        } else {
            Err(RingError::Capacity(slots))
        }
    }

    /// The number of slots.
    pub const fn slots(self) -> usize {
        self.0
    }
}

impl Default for Capacity {
    /// 1 Mi slots, 8 MiB: about what Matrix has (`Constants.BUFFER_SIZE`, 1,000,000).
    fn default() -> Self {
        Capacity(1 << 20)
    }
}

/// Why there is no ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RingError {
    /// No such capacity.
    #[error("a ring of {0} slots: the capacity must be a power of two from 65,536 to 16,777,216")]
    Capacity(usize),
    /// Out of memory.
    #[error("no memory for a ring of {0} slots of 8 bytes: choose a smaller capacity")]
    Memory(usize),
}

/// A ring that whoever writes it owns: for tests and for the desk, where no Java writes one.
#[derive(Debug)]
pub struct Ring {
    slots: Vec<Record>,
    written: u64,
}

impl Ring {
    /// An empty ring of an app's size.
    ///
    /// # Errors
    ///
    /// [`RingError::Memory`].
    pub fn new(capacity: Capacity) -> Result<Ring, RingError> {
        Ring::with_slots(capacity.0)
    }

    /// An empty ring of any power of two of slots, to see it wrap soon.
    ///
    /// # Errors
    ///
    /// [`RingError::Capacity`] unless `slots` is a power of two up to [`Capacity::MAX`], and
    /// [`RingError::Memory`].
    pub fn with_slots(slots: usize) -> Result<Ring, RingError> {
        if !slots.is_power_of_two() || slots > Capacity::MAX.0 {
            return Err(RingError::Capacity(slots));
        }
        let mut ring = Ring { slots: Vec::new(), written: 0 };
        ring.slots.try_reserve_exact(slots).map_err(|_| RingError::Memory(slots))?;
        ring.slots.resize(slots, Record::from_bits(0));
        Ok(ring)
    }

    /// Writes a record, over the oldest one if the ring is full.
    pub fn push(&mut self, record: Record) {
        let mask = self.slots.len() - 1;
        if let Some(slot) = self.slots.get_mut(self.written as usize & mask) {
            *slot = record;
            self.written += 1;
        }
    }
}

impl Extend<Record> for Ring {
    fn extend<I: IntoIterator<Item = Record>>(&mut self, records: I) {
        records.into_iter().for_each(|record| self.push(record));
    }
}

impl Store for Ring {
    fn capacity(&self) -> usize {
        self.slots.len()
    }

    fn written(&self) -> u64 {
        self.written
    }

    fn read(&self, slot: usize, out: &mut [Record]) {
        if let Some(slots) = slot.checked_add(out.len()).and_then(|end| self.slots.get(slot..end)) {
            out.copy_from_slice(slots);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_gets_a_power_of_two_within_bounds() {
        for slots in [1 << 16, 1 << 20, 1 << 24] {
            assert_eq!(Capacity::new(slots).map(Capacity::slots), Ok(slots));
        }
        for slots in [0, 16, 1 << 15, 1_000_000, (1 << 16) + 1, 1 << 25, usize::MAX] {
            assert_eq!(Capacity::new(slots), Err(RingError::Capacity(slots)));
        }
        assert_eq!(Ring::new(Capacity::MIN).map(|ring| ring.capacity()), Ok(65_536));
        assert_eq!(Ring::with_slots(3).err(), Some(RingError::Capacity(3)));
        assert_eq!(Ring::with_slots(1 << 25).err(), Some(RingError::Capacity(1 << 25)));
    }

    #[test]
    fn the_newest_record_replaces_the_oldest() {
        let mut ring = Ring::with_slots(4).unwrap();
        ring.extend((0..6).map(Record::from_bits));
        let mut slots = [Record::from_bits(9); 4];
        ring.read(0, &mut slots);
        assert_eq!(slots.map(Record::bits), [4, 5, 2, 3]);
        assert_eq!(ring.written(), 6);
    }
}
