//! Records as text.

use trace_model::Record;

/// `+7@100 -7@900`: enters method 7 at 100 and leaves it at 900. `D` is the dispatch of a message.
pub(crate) fn records(text: &str) -> Vec<Record> {
    text.split_whitespace().map(record).collect()
}

fn record(text: &str) -> Record {
    let (side, rest) = text.split_at(1);
    let (id, time) = rest.split_once('@').expect("an id, @, and a time");
    let id: u64 = if id == "D" { 0xF_FFFE } else { id.parse().expect("an id") };
    let time: u64 = time.parse().expect("a time");
    Record::from_bits(u64::from(side == "+") << 63 | id << 43 | time)
}
