//! A simple way to build a stack: balance the records, then recurse over them.

use trace_model::Record;
use trace_runtime::stack::{Bounds, Call};

/// An event of a balanced sequence.
#[derive(Clone, Copy)]
struct Balanced {
    enter: bool,
    id: u32,
    time: u64,
}

/// What [`build`](trace_runtime::stack::build) must give.
pub(crate) fn build(records: &[Record], bounds: Bounds) -> Vec<Call> {
    let balanced = balance(records, bounds);
    let mut rows = Vec::new();
    let used = siblings(&balanced, 0, &mut rows);
    assert_eq!(used, balanced.len(), "the model itself is balanced");
    rows
}

fn balance(records: &[Record], bounds: Bounds) -> Vec<Balanced> {
    let mut out: Vec<Balanced> = Vec::new();
    // Ids of open methods, and where they were entered.
    let mut open: Vec<(u32, usize)> = Vec::new();
    let mut begun = !bounds.from_dispatch;
    for record in records {
        let (enter, id, time) = (record.is_enter(), record.id(), record.time());
        begun |= enter && record.is_dispatch();
        if !begun {
            continue;
        }
        if enter {
            if record.is_dispatch() && !open.iter().any(|open| open.0 == id) {
                match bounds.end {
                    Some(_) => end_down_to(0, time, &mut open, &mut out),
                    None => out.truncate(open.first().map_or(out.len(), |open| open.1)),
                }
                open.clear();
            }
            open.push((id, out.len()));
            out.push(Balanced { enter, id, time });
        } else if let Some(place) = open.iter().rposition(|open| open.0 == id) {
            end_down_to(place, time, &mut open, &mut out);
        }
    }
    match (bounds.end, open.first()) {
        (Some(end), _) => end_down_to(0, end, &mut open, &mut out),
        (None, Some(&(_, place))) if out[place..].iter().all(|event| event.enter) => out.truncate(place),
        (None, Some(_)) => out.clear(),
        (None, None) => {}
    }
    out
}

fn end_down_to(place: usize, time: u64, open: &mut Vec<(u32, usize)>, out: &mut Vec<Balanced>) {
    out.extend(open.drain(place..).rev().map(|(id, _)| Balanced { enter: false, id, time }));
}

/// Adds the rows of all calls up to the exit of their caller. Hands back how many events it used.
fn siblings(events: &[Balanced], depth: u32, rows: &mut Vec<Call>) -> usize {
    let mut used = 0;
    let mut last: Option<usize> = None;
    while let Some(enter) = events.get(used).filter(|event| event.enter) {
        let place = rows.len();
        rows.push(Call { depth, id: enter.id, count: 1, cost: 0 });
        used += 1 + siblings(&events[used + 1..], depth + 1, rows);
        rows[place].cost = events[used].time.saturating_sub(enter.time);
        used += 1;
        let merges = |last: &usize| depth > 0 && rows[*last].id == enter.id && rows.len() == place + 1;
        match last.filter(merges) {
            Some(last) => {
                let call = rows.remove(place);
                rows[last].count += 1;
                rows[last].cost += call.cost;
            }
            None => last = Some(place),
        }
    }
    used
}
