//! What the core must know of a ring to copy from it.

use trace_model::Record;

/// How many records a writer may be ahead of what another thread sees.
///
/// A processor core holds back fewer stores than twice this, and a record takes two.
pub const IN_FLIGHT: u64 = 64;

/// Where the records of one thread lie: a power of two of slots that somebody else writes, as told in the
/// [module's text](super). The n-th record ever, from 0, is in slot `n & (capacity - 1)`.
pub trait Store {
    /// Number of slots, a power of two. Never changes.
    fn capacity(&self) -> usize;

    /// Records ever written, so the newest is the one before. Never goes down.
    fn written(&self) -> u64;

    /// Copies the slots from `slot` on to `out`, which never goes beyond the last slot.
    fn read(&self, slot: usize, out: &mut [Record]);

    /// How far the writer may be ahead of what the reading thread sees: 0 if they are the same thread or the
    /// writer stands still, [`IN_FLIGHT`] if not.
    ///
    /// A copy leaves out as many of the oldest records of a full ring, as they may be overwritten already. Of
    /// as many of the newest, it leaves out those from the first one on that is not there yet, seen by its
    /// slot: empty, or with a record from before the one in the slot before. For this, times never go back.
    fn in_flight(&self) -> u64 {
        0
    }
}
