//! Matrix's own answers, `fixtures/vectors`.

#[path = "../examples/vectors/defect.rs"]
mod defect;
#[path = "../examples/vectors/matrix.rs"]
mod matrix;
#[path = "stack/model.rs"]
mod model;
#[path = "../examples/vectors/trace.rs"]
mod trace;

use defect::{EMPTY_SLOT, FIVE_SECONDS, LEFT_OPEN, NEGATIVE, NESTED, NOT_ENTERED, OVERFLOW};
use serde::Deserialize;
use trace_runtime::stack::build;

/// The cases whose answers differ, by the defect of Matrix that is the reason. What is right instead,
/// `stack/defects.rs` tells for the small ones, and a model for all.
const MENDED: [(&str, &str); 7] = [
    (
        NEGATIVE,
        "edge_leftover_end_before_in edge_negative_time edge_negative_time_late edge_time43_wrap \
         rand_damaged_{5,15,16,20,23,25,29,31,32,34,35}",
    ),
    (
        NESTED,
        "edge_dispatch_in_dispatch edge_dispatch_missing_out edge_dispatch_missing_out2 rand_damaged_14 \
         noise_{0,1,2,4,7,8,9}",
    ),
    (NOT_ENTERED, "rand_damaged_7 noise_{3,6,12,16,18}"),
    (
        LEFT_OPEN,
        "edge_missing_out edge_missing_out_deep edge_recursion_missing_out \
         rand_damaged_{0,1,2,3,4,6,8,9,10,11,12,13,17,18,21,22,24,26,27,28,30,36,38}",
    ),
    (EMPTY_SLOT, "edge_id0_out_at0_is_zero"),
    (FIVE_SECONDS, "edge_merge_5000_special"),
    (OVERFLOW, "edge_leftover_endtime_ns edge_leftover_endtime_ns2 edge_dur_int_overflow"),
];

#[derive(Deserialize)]
struct Vectors {
    trace: Vec<trace::Case>,
}

fn cases() -> Vec<trace::Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/vectors/matrix-oracle-vectors.json");
    let text = std::fs::read_to_string(path).unwrap();
    let vectors: Vectors = serde_json::from_str(&text).unwrap();
    assert_eq!(vectors.trace.len(), 197);
    vectors.trace
}

#[test]
fn stacks_are_those_of_matrix_unless_it_has_a_defect() {
    let mut unseen: Vec<(&str, String)> = MENDED
        .iter()
        .flat_map(|&(reason, names)| {
            names.split_whitespace().flat_map(expand).map(move |name| (reason, name))
        })
        .collect();
    for case in &cases() {
        let listed = unseen.iter().position(|(_, name)| *name == case.name).map(|at| unseen.remove(at));
        match (trace::run(case), listed) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => panic!("{} is listed, but does not differ", case.name),
            (Err(difference), None) => panic!("{}: {difference}", case.name),
            (Err(_), Some((reason, _))) => assert_eq!(defect::find(case), Some(reason), "{}", case.name),
        }
    }
    assert_eq!(unseen, []);
}

#[test]
fn matrix_is_remade_with_its_defects() {
    for case in cases() {
        assert_eq!(matrix::answer(&case.given).as_ref(), Some(&case.expected), "{}", case.name);
    }
}

#[test]
fn no_defect_excuses_what_matrix_does_not_answer() {
    let wrong: [fn(&mut trace::Expected); 7] = [
        |expected| expected.stack.push([0, 7, 1, 1]),
        |expected| expected.trimmed.push([0, 7, 1, 1]),
        |expected| expected.stack_cost += 1,
        |expected| expected.stack_key.push('7'),
        |expected| expected.tree_key_target.push('7'),
        |expected| expected.report.push('7'),
        |expected| expected.error = Some("StackOverflowError".into()),
    ];
    for change in wrong {
        for mut case in cases() {
            change(&mut case.expected);
            assert!(trace::run(&case).is_err() && defect::find(&case).is_none(), "{}", case.name);
        }
    }
}

#[test]
fn stacks_are_those_of_the_model() {
    for case in cases() {
        let records = case.given.records().unwrap();
        let bounds = case.given.bounds();
        assert_eq!(build(&records, bounds).unwrap(), model::build(&records, bounds), "{}", case.name);
    }
}

/// `a_{1,2}` stands for `a_1` and `a_2`.
fn expand(names: &str) -> Vec<String> {
    let Some((stem, numbers)) = names.trim_end_matches('}').split_once('{') else {
        return vec![names.into()];
    };
    numbers.split(',').map(|number| format!("{stem}{number}")).collect()
}
