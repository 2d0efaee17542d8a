//! Matrix's steps from records to a report (`TraceDataUtils`), remade with all their defects.
//!
//! Of a case with damaged records it is not enough to say that our answer may be another one. Here it is checked that
//! the expected one is Matrix's, so that no wrong expectation can hide behind a defect.

use super::trace::{Expected, Given};
use std::cmp::Reverse;
use trace_model::{MethodId, Record};

/// `MethodItem`, with costs of 32 bits.
#[derive(Clone, Copy)]
struct Item {
    depth: i32,
    id: u32,
    count: i64,
    cost: i32,
}

/// What Matrix answers; None if the records are no numbers.
pub(crate) fn answer(given: &Given) -> Option<Expected> {
    let items = match items(given) {
        Some(flat) => in_order(&flat),
        None => Vec::new(),
    };
    let trimmed = trimmed(&items, given.target);
    let cost = trimmed.iter().map(|item| i64::from(item.cost)).fold(given.cost, i64::max);
    let rows = |items: &[Item]| -> Vec<[i64; 4]> {
        let row = |item: &Item| [item.depth.into(), item.id.into(), item.count, item.cost.into()];
        items.iter().map(row).collect()
    };
    let trimmed_rows = rows(&trimmed);
    let line = |[depth, id, count, cost]: &[i64; 4]| format!("{depth},{id},{count},{cost}\n");
    Some(Expected {
        stack: rows(&items),
        report: trimmed_rows.iter().map(line).collect(),
        trimmed: trimmed_rows,
        stack_cost: u64::try_from(cost).ok()?,
        stack_key: key(&trimmed, cost),
        tree_key_target: trimmed.iter().map(|item| format!("{}|", item.id)).collect(),
        error: None,
    })
}

/// `structuredDataToStack` up to the tree: the newest first. None where a negative duration ends it all.
fn items(given: &Given) -> Option<Vec<Item>> {
    let (mut items, mut open, mut depth) = (Vec::new(), Vec::<Record>::new(), 0);
    let mut begun = !given.strict;
    for record in given.records().ok()? {
        if record.bits() == 0 {
            continue;
        }
        begun |= record.is_enter() && record.is_dispatch();
        if !begun {
            continue;
        }
        if record.is_enter() {
            depth = if record.is_dispatch() { 1 } else { depth + 1 };
            open.push(record);
            continue;
        }
        let all = open.len();
        let found = open.iter().rposition(|enter| enter.id() == record.id());
        let Some(&enter) = open.get(found.unwrap_or(0)) else { continue };
        let closed = i32::try_from(all - found.unwrap_or(0)).ok()?;
        depth -= closed;
        if found.is_none() && enter.is_dispatch() {
            depth += closed;
            continue;
        }
        open.truncate(found.unwrap_or(0));
        let cost = record.time().checked_sub(enter.time())?;
        add(&mut items, Item { depth, id: record.id(), count: 1, cost: cost as i32 });
    }
    while given.strict
        && let Some(enter) = open.pop()
    {
        let cost = given.end_time.wrapping_sub(enter.time() as i64 + given.diff_time) as i32;
        add(&mut items, Item { depth: i32::try_from(open.len()).ok()?, id: enter.id(), count: 1, cost });
    }
    items.reverse();
    Some(items)
}

/// `addMethodItem`.
fn add(items: &mut Vec<Item>, item: Item) {
    match items.last_mut() {
        Some(last) if (last.id, last.depth) == (item.id, item.depth) && item.depth != 0 => {
            let cost = if item.cost == 5_000 { last.cost } else { item.cost };
            last.count += 1;
            last.cost = last.cost.wrapping_add(cost);
        }
        _ => items.push(item),
    }
}

/// `stackToTree` and `treeToStack`: callers first, by depths that may be anything.
fn in_order(items: &[Item]) -> Vec<Item> {
    if items.first().is_none_or(|first| first.depth != 0) {
        return Vec::new();
    }
    // Of each item its father, which need not have it as a child. The last list of children is the root's.
    let mut father: Vec<Option<usize>> = Vec::new();
    let mut children = vec![Vec::new(); items.len() + 1];
    for (place, item) in items.iter().enumerate() {
        let before = place.checked_sub(1);
        father.push(before);
        match before {
            Some(last) if item.depth != 0 && items[last].depth < item.depth => children[last].push(place),
            Some(last) if item.depth != 0 => {
                let mut beside = Some(last);
                while let Some(deeper) = beside.filter(|&other| items[other].depth > item.depth) {
                    beside = father[deeper];
                }
                if let Some(caller) = beside.and_then(|beside| father[beside]) {
                    father[place] = Some(caller);
                    children[caller].push(place);
                }
            }
            _ => children[items.len()].push(place),
        }
    }
    // The newest came first, so the oldest child is last; the next to visit is on top.
    let mut ordered = Vec::new();
    let mut next = std::mem::take(&mut children[items.len()]);
    while let Some(place) = next.pop() {
        ordered.push(items[place]);
        next.append(&mut children[place]);
    }
    ordered
}

/// `trimStack`, with the filter that all tracers use.
fn trimmed(items: &[Item], target: i64) -> Vec<Item> {
    let mut items = items.to_vec();
    let target = usize::try_from(target).unwrap_or(0);
    for round in 1..=60 {
        for place in (0..items.len()).rev() {
            if items.len() <= target {
                return items;
            }
            if items[place].cost < round * 5 {
                items.remove(place);
            }
        }
    }
    items.truncate(target);
    items
}

/// `getTreeKey`.
fn key(items: &[Item], cost: i64) -> String {
    let limit = (cost as f32 * 0.3) as i64;
    let mut heavy: Vec<&Item> = items.iter().filter(|item| i64::from(item.cost) >= limit).collect();
    heavy.sort_by_key(|item| Reverse((item.depth.wrapping_add(1)).wrapping_mul(item.cost)));
    let second = heavy.get(1).filter(|_| heavy[0].id == MethodId::DISPATCH.get());
    let chosen = second.or(heavy.first()).copied().or(items.first());
    chosen.map_or_else(String::new, |item| format!("{}|", item.id))
}
