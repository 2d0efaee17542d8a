//! From records to calls.

use super::Call;
use std::collections::TryReserveError;
use trace_model::Record;

/// Which part of the records a stack is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Leaves out what is recorded before the first dispatch of a message begins.
    pub from_dispatch: bool,
    /// When the methods end that are open after the last record, in the records' unit. Without it nothing
    /// can be said of them, so they are left out; and all the rest, too, if it would lose its callers by that.
    pub end: Option<u64>,
}

/// The calls of `records`, each caller before its callees, those beside each other in the order of their time.
/// Neighbours without callees, after the first, become one if their method is the same; but not at the top.
///
/// Records need not be balanced:
///
/// - An exit ends all that was entered after its method's latest entry: what an exception passed through is
///   open until the method that is left next.
/// - An exit of a method that is not open is dropped.
/// - The dispatch of a message within another one (a nested loop) is a call like any other. Where no
///   dispatch is open, other methods cannot be, either: its begin ends them.
/// - A call that ends before it begins, by the records' times, takes no time.
///
/// Matrix loses what an exception passed through, and then mixes up the rows around it; gives an exit that
/// was not entered the time of another method; mixes up the rows of nested dispatches, or loses all; loses all
/// rows if one cost is negative; replaces a cost of exactly 5,000 ms in neighbours; takes an exit from id 0 at
/// time 0 for an empty slot; and has costs of 32 bits.
///
/// # Errors
/// If there is not enough memory: 24 bytes for each entry, and 16 for each that is open at the same time.
pub fn build(records: &[Record], bounds: Bounds) -> Result<Vec<Call>, TryReserveError> {
    let starts = |record: &Record| record.is_enter() && (record.is_dispatch() || !bounds.from_dispatch);
    let first = records.iter().position(starts).unwrap_or(records.len());
    let records = records.get(first..).unwrap_or_default();

    let mut builder = Builder { closes: bounds.end.is_some(), ..Builder::default() };
    builder.calls.try_reserve_exact(records.iter().filter(|record| record.is_enter()).count())?;
    for record in records {
        if record.is_enter() {
            builder.enter(record)?;
        } else {
            builder.exit(record);
        }
    }
    Ok(builder.finish(bounds.end))
}

#[derive(Default)]
struct Builder {
    /// In the order of their entries, which is the order of the rows. What is open costs nothing yet.
    calls: Vec<Call>,
    /// Open calls, the innermost last. As many as its depth are below each.
    open: Vec<Open>,
    open_of: OpenOf,
    /// The call that ended last.
    last: Option<usize>,
    /// Whether what does not end of its own has an end at all.
    closes: bool,
}

struct Open {
    /// Place in the calls.
    call: usize,
    since: u64,
}

impl Builder {
    #[inline]
    fn enter(&mut self, record: &Record) -> Result<(), TryReserveError> {
        if record.is_dispatch() && self.open_of.none(record.id()) {
            self.abandon(record.time());
        }
        self.open_of.add(record.id())?;
        self.open.try_reserve(1)?;
        let depth = u32::try_from(self.open.len()).unwrap_or(u32::MAX);
        self.open.push(Open { call: self.calls.len(), since: record.time() });
        // There is room: all entries were counted.
        self.calls.push(Call { depth, id: record.id(), count: 1, cost: 0 });
        Ok(())
    }

    #[inline]
    fn exit(&mut self, record: &Record) {
        let id = record.id();
        if self.innermost() != Some(id) && self.open_of.none(id) {
            return;
        }
        while let Some(ended) = self.close_innermost(record.time()) {
            if ended == id {
                return;
            }
        }
    }

    /// Id of the innermost open call.
    #[inline]
    fn innermost(&self) -> Option<u32> {
        let open = self.open.last()?;
        self.calls.get(open.call).map(|call| call.id)
    }

    /// Ends the innermost open call, if there is one, and hands back its id.
    #[inline]
    fn close_innermost(&mut self, time: u64) -> Option<u32> {
        let open = self.open.pop()?;
        let is_leaf = open.call + 1 == self.calls.len();
        let call = self.calls.get_mut(open.call)?;
        call.cost = time.saturating_sub(open.since);
        let call = *call;
        self.open_of.remove(call.id);

        // If this one has no callees, the one that ended last is its neighbour, or deeper.
        if is_leaf && call.depth > 0 {
            let last = self.last.and_then(|last| self.calls.get_mut(last));
            if let Some(last) = last.filter(|last| (last.id, last.depth) == (call.id, call.depth)) {
                last.count = last.count.saturating_add(1);
                last.cost = last.cost.saturating_add(call.cost);
                self.calls.pop();
                return Some(call.id);
            }
        }
        self.last = Some(open.call);
        Some(call.id)
    }

    /// A dispatch begins at `time`, outside of any: the open methods must be over.
    #[cold]
    fn abandon(&mut self, time: u64) {
        let outermost = self.open.first().map(|open| open.call);
        while self.close_innermost(time).is_some() {}
        if let Some(outermost) = outermost.filter(|_| !self.closes) {
            self.calls.truncate(outermost);
            self.last = None;
        }
    }

    fn finish(mut self, end: Option<u64>) -> Vec<Call> {
        match (end, self.open.first().map(|open| open.call)) {
            (Some(end), _) => while self.close_innermost(end).is_some() {},
            (None, Some(outermost)) if self.calls.len() - outermost == self.open.len() => {
                self.calls.truncate(outermost);
            }
            (None, Some(_)) => self.calls.clear(),
            (None, None) => {}
        }
        self.calls
    }
}

/// How many calls of each method are open.
#[derive(Default)]
struct OpenOf(Vec<u32>);

impl OpenOf {
    /// The two highest ids, which are no methods', come first: the table is as long as the ids are high.
    fn place(id: u32) -> usize {
        (id.wrapping_add(2) & 0xF_FFFF) as usize
    }

    #[inline]
    fn none(&self, id: u32) -> bool {
        self.0.get(Self::place(id)).is_none_or(|&count| count == 0)
    }

    #[inline]
    fn add(&mut self, id: u32) -> Result<(), TryReserveError> {
        let place = Self::place(id);
        if place >= self.0.len() {
            self.0.try_reserve(place + 1 - self.0.len())?;
            self.0.resize(place + 1, 0);
        }
        if let Some(count) = self.0.get_mut(place) {
            *count = count.saturating_add(1);
        }
        Ok(())
    }

    #[inline]
    fn remove(&mut self, id: u32) {
        if let Some(count) = self.0.get_mut(Self::place(id)) {
            *count = count.saturating_sub(1);
        }
    }
}
