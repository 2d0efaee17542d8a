//! Any records.

use super::model;
use proptest::prelude::*;
use trace_model::{MethodId, Record};
use trace_runtime::stack::{Bounds, Call, build};

const DISPATCH: u32 = MethodId::DISPATCH.get();

/// A call of a tree that is recorded faithfully.
#[derive(Clone, Debug)]
struct Made {
    id: u32,
    before: u64,
    within: u64,
    callees: Vec<Made>,
}

fn made() -> impl Strategy<Value = Made> {
    let leaf = (1_u32..6, 0_u64..50, 0_u64..50);
    let leaf = leaf.prop_map(|(id, before, within)| Made { id, before, within, callees: Vec::new() });
    leaf.prop_recursive(8, 200, 6, |inner| {
        let callees = prop::collection::vec(inner, 0..6);
        (1_u32..6, 0_u64..50, 0_u64..50, callees).prop_map(|(id, before, within, callees)| Made {
            id,
            before,
            within,
            callees,
        })
    })
}

impl Made {
    /// Time inside, that before it left out.
    fn cost(&self) -> u64 {
        self.within + self.callees.iter().map(|callee| callee.before + callee.cost()).sum::<u64>()
    }

    fn record(&self, now: &mut u64, out: &mut Vec<Record>) {
        *now += self.before;
        out.push(record(true, self.id, *now));
        self.callees.iter().for_each(|callee| callee.record(now, out));
        *now += self.within;
        out.push(record(false, self.id, *now));
    }

    /// Its row and those below, as the tree has them.
    fn rows(&self, depth: u32, out: &mut Vec<Call>) {
        out.push(Call { depth, id: self.id, count: 1, cost: self.cost() });
        let mut last: Option<(usize, u32)> = None;
        for callee in &self.callees {
            match last {
                Some((place, id)) if id == callee.id && callee.callees.is_empty() => {
                    out[place].count += 1;
                    out[place].cost += callee.cost();
                }
                _ => {
                    last = Some((out.len(), callee.id));
                    callee.rows(depth + 1, out);
                }
            }
        }
    }
}

fn record(enter: bool, id: u32, time: u64) -> Record {
    Record::from_bits(u64::from(enter) << 63 | u64::from(id) << 43 | time)
}

/// Records that fit together badly, and a time now and then that runs backwards.
fn any_records() -> impl Strategy<Value = Vec<Record>> {
    let id = prop_oneof![8 => 0_u32..5, 2 => Just(DISPATCH), 1 => Just(0xF_FFFF_u32)];
    let step = prop_oneof![20 => 0_i64..40, 1 => -60_i64..0];
    prop::collection::vec((any::<bool>(), id, step), 0..150).prop_map(|events| {
        let mut now = 100_u64;
        let mut record_one = |(enter, id, step)| {
            now = now.saturating_add_signed(step);
            record(enter, id, now)
        };
        events.into_iter().map(&mut record_one).collect()
    })
}

fn any_bounds() -> impl Strategy<Value = Bounds> {
    (any::<bool>(), prop::option::of(0_u64..5_000))
        .prop_map(|(from_dispatch, end)| Bounds { from_dispatch, end })
}

proptest! {
    #[test]
    fn balanced_records_give_exact_inclusive_times(callees in prop::collection::vec(made(), 0..5)) {
        let dispatch = Made { id: DISPATCH, before: 3, within: 4, callees };
        let mut records = Vec::new();
        dispatch.record(&mut 0, &mut records);
        let mut expected = Vec::new();
        dispatch.rows(0, &mut expected);
        for from_dispatch in [true, false] {
            for end in [Some(1_000_000), None] {
                let calls = build(&records, Bounds { from_dispatch, end }).unwrap();
                prop_assert_eq!(&calls, &expected);
            }
        }
    }

    #[test]
    fn any_records_give_what_balancing_them_gives(records in any_records(), bounds in any_bounds()) {
        prop_assert_eq!(build(&records, bounds).unwrap(), model::build(&records, bounds));
    }

    #[test]
    fn no_entry_is_lost_if_it_is_known_when_all_ends(records in any_records(), end in 0_u64..5_000) {
        let calls = build(&records, Bounds { from_dispatch: false, end: Some(end) }).unwrap();
        let entries = records.iter().filter(|record| record.is_enter()).count();
        prop_assert_eq!(calls.iter().map(|call| call.count as usize).sum::<usize>(), entries);
    }
}
