//! The newest records of a thread, and copies of them.
//!
//! The ring itself is not ours: on a phone it is a Java `long[]`, because the writer is a Java method that
//! every traced call runs, and to cross into native code for each would cost more than all the rest. The
//! core sees it as a [`Store`] and only reads.
//!
//! # What a writer does
//!
//! One thread writes. For each record, it
//!
//! - puts the record into slot `written & (capacity - 1)`, and
//! - adds one to `written`.
//!
//! Both may be plain stores in either order: no fence, no lock, no atomic. Whoever copies on the writer's own
//! thread sees all of it. Whoever copies on another one races, and may see a record without its count, a
//! count without its record, and records that replace what it is about to copy; see [`Store::in_flight`] for
//! what is done about it.
//!
//! The writer knows no marks. A [`Mark`] is a number that whoever wants a copy keeps; whether the ring went
//! past it is seen when copying, so marks cost the writer nothing.

mod copy;
mod memory;
mod store;

pub use copy::{Copied, Mark, copy_since};
pub use memory::{Capacity, Ring, RingError};
pub use store::{IN_FLIGHT, Store};
