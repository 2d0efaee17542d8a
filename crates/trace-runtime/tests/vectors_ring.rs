//! Matrix's own answers to scripts, `fixtures/vectors`.

#[path = "../examples/vectors/matrix_ring.rs"]
mod matrix_ring;
#[path = "../examples/vectors/player.rs"]
mod player;
#[path = "../examples/vectors/ring.rs"]
mod ring;

use ring::{Case, EARLY_START, FREED, ONE_RECORD, WRAP};
use serde::Deserialize;

/// The scripts with a step whose answer differs, by the defect of Matrix that the first one comes from.
const MENDED: [(&str, &[&str]); 4] = [
    (
        ONE_RECORD,
        &[
            "fresh",
            "first_i_marks_appcreate",
            "same_index_copy_is_empty",
            "one_record_total_is_empty",
            "index_minus1_one_record",
            "status_machine",
            "release_while_started",
            "random_0",
            "random_7",
            "random_20",
            "random_23",
        ],
    ),
    (
        WRAP,
        &[
            "marks_after_wrap_sorted_by_index_not_age",
            "random_1",
            "random_12",
            "random_13",
            "random_14",
            "random_15",
            "random_16",
            "random_19",
        ],
    ),
    (EARLY_START, &["start_before_any_i"]),
    (FREED, &["force_then_release", "stopped_start_again_after_release"]),
];

#[derive(Deserialize)]
struct Vectors {
    ring: Vec<Case>,
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/vectors/matrix-oracle-vectors.json");
    let text = std::fs::read_to_string(path).unwrap();
    let vectors: Vectors = serde_json::from_str(&text).unwrap();
    assert_eq!(vectors.ring.len(), 44);
    vectors.ring
}

#[test]
fn matrix_is_remade_with_its_defects() {
    for case in cases() {
        assert!(ring::is_of_matrix(&case), "{}", case.name);
    }
}

#[test]
fn rings_are_those_of_matrix_unless_it_has_a_defect() {
    for case in &cases() {
        let listed = MENDED.iter().find(|(_, names)| names.contains(&case.name.as_str()));
        match (ring::run(case), listed) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => panic!("{} is listed, but does not differ", case.name),
            (Err(difference), None) => panic!("{}: {difference}", case.name),
            (Err(difference), Some((defect, _))) => {
                assert_eq!(ring::defect(case), Some(*defect), "{}: {difference}", case.name)
            }
        }
    }
}

#[test]
fn a_difference_that_no_defect_explains_is_ours() {
    let steps = [
        r#"["mask B", 3]"#,
        r#"["head", [1]]"#,
        r#"["head", []]"#,
        r#"["status", 2]"#,
        r#"["valid A", false]"#,
        r#"["copy A", []]"#,
        r#"["copy A", ["8000100000000000"]]"#,
        r#"["x", 1]"#,
    ];
    for step in steps {
        let script = format!(r#"{{"name": "wrong", "steps": [["mask A", -1], ["i 1"], ["i 2"], {step}]}}"#);
        let case: Case = serde_json::from_str(&script).unwrap();
        assert!(ring::run(&case).is_err(), "{step}");
        assert_eq!(ring::defect(&case), None, "{step}");
    }
}
