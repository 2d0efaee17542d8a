//! One node of the tree of calls.

use trace_model::{MethodId, StackRow, TimeUnit};

/// A call of a method, or some that followed each other. In a list of calls, callees are the deeper ones behind
/// their caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Callers above it.
    pub depth: u32,
    /// The record's 20 bits, see [`MethodId`].
    pub id: u32,
    /// How many calls.
    pub count: u32,
    /// Time inside, callees included, in the records' unit.
    pub cost: u64,
}

impl Call {
    /// Whether it is the dispatch of a message.
    pub const fn is_dispatch(&self) -> bool {
        self.id == MethodId::DISPATCH.get()
    }

    /// As reports have it.
    pub fn row(&self, unit: TimeUnit) -> StackRow {
        let cost_ms = i64::try_from(unit.to_millis(self.cost)).unwrap_or(i64::MAX);
        StackRow { depth: self.depth, id: self.id, count: self.count, cost_ms }
    }
}
