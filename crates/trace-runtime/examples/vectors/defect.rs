//! Defects of Matrix that records show, and that this crate does not share.

use super::matrix;
use super::trace::Case;
use trace_model::Record;

pub(crate) const NEGATIVE: &str = "a negative duration loses all rows, or is reported";
pub(crate) const NESTED: &str =
    "the dispatch of a message within another one loses all rows, or mixes them up";
pub(crate) const NOT_ENTERED: &str = "an exit that was not entered gets the time of another method";
pub(crate) const LEFT_OPEN: &str =
    "what an exception passed through is lost, and the rows around it mixed up";
pub(crate) const EMPTY_SLOT: &str = "an exit of id 0 at time 0 is taken for an empty slot";
pub(crate) const FIVE_SECONDS: &str = "a cost of exactly 5,000 ms is replaced by the neighbour's";
pub(crate) const OVERFLOW: &str = "a cost of more than 31 bits overflows";

/// The most serious first.
const ALL: [&str; 7] = [NEGATIVE, NESTED, NOT_ENTERED, LEFT_OPEN, EMPTY_SLOT, FIVE_SECONDS, OVERFLOW];

/// Cases that begin with these hold what a well-behaved app records, or a part of it: no excuses.
const UNDAMAGED: [&str; 5] = ["rand_ok", "rand_cut", "wide", "trim", "deep"];

/// The most serious defect that the records of a case show, if what is expected is Matrix's answer.
pub(crate) fn find(case: &Case) -> Option<&'static str> {
    let is_undamaged = UNDAMAGED.iter().any(|name| case.name.starts_with(name));
    if is_undamaged || matrix::answer(&case.given).as_ref() != Some(&case.expected) {
        return None;
    }
    let mut walk = Walk::default();
    for record in case.given.records().ok()? {
        if case.given.strict && !walk.begun && !(record.is_enter() && record.is_dispatch()) {
            continue;
        }
        walk.begun = true;
        if record.is_enter() { walk.enter(record) } else { walk.exit(record) }
    }
    if let Some(end) = case.given.bounds().end {
        walk.open.iter().for_each(|enter| walk.found.extend(of_cost(*enter, end)));
    }
    ALL.into_iter().find(|defect| walk.found.contains(defect))
}

#[derive(Default)]
struct Walk {
    begun: bool,
    open: Vec<Record>,
    found: Vec<&'static str>,
}

impl Walk {
    fn enter(&mut self, record: Record) {
        if record.is_dispatch() && !self.open.is_empty() {
            let nested = self.open.iter().any(|open| open.is_dispatch());
            self.found.push(if nested { NESTED } else { LEFT_OPEN });
        }
        self.open.push(record);
    }

    fn exit(&mut self, record: Record) {
        let Some(place) = self.open.iter().rposition(|open| open.id() == record.id()) else {
            // Matrix puts everything back if it meets a dispatch at the bottom.
            if self.open.first().is_some_and(|bottom| !bottom.is_dispatch()) {
                self.found.push(NOT_ENTERED);
            }
            return;
        };
        if place + 1 < self.open.len() {
            self.found.push(LEFT_OPEN);
        }
        if record.bits() == 0 {
            self.found.push(EMPTY_SLOT);
        }
        self.found.extend(of_cost(self.open[place], record.time()));
        self.open.truncate(place);
    }
}

fn of_cost(enter: Record, end: u64) -> Option<&'static str> {
    match end.checked_sub(enter.time()) {
        None => Some(NEGATIVE),
        Some(5_000) => Some(FIVE_SECONDS),
        Some(cost) if i32::try_from(cost).is_err() => Some(OVERFLOW),
        Some(_) => None,
    }
}
