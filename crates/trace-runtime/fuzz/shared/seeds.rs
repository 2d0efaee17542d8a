//! Small recordings in which everything occurs that a stack is built from.

use super::records::records;

/// Strict, milliseconds, 30 rows.
const STRICT: u8 = 0b1110;
/// From the first record, ticks, 10 rows.
const LOOSE: u8 = 0b0101;

/// Names and contents.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    let many = (0..60).map(|n| format!("+{}@{} -{0}@{} ", n % 7, n * 30, n * 30 + n)).collect::<String>();
    let deep = (0..60).map(|n| format!("+{}@{} ", n % 7, n * 20)).collect::<String>();
    vec![
        (
            "balanced",
            seed(STRICT, 2_000, "+D@0 +1@100 +2@150 -2@300 +2@300 -2@500 -1@900 +3@900 -3@950 -D@1000"),
        ),
        ("cut", seed(LOOSE, 2_000, "-1@5 -2@7 +3@10 -3@90 -D@100 +D@120 +1@130 +4@140")),
        ("open", seed(STRICT, 2_000, "+D@0 +1@10 +2@20 +3@30 -1@900 -D@1000 +5@1010 +D@1100 -D@1200")),
        ("nested-dispatch", seed(STRICT, 2_000, "+D@0 +1@0 +D@100 +2@110 -2@500 -D@600 -1@900 -D@1000")),
        ("not-entered", seed(LOOSE, 2_000, "+1@10 -9@600 +2@700 -8@710 -2@720 -1@900")),
        ("backwards", seed(LOOSE, 100, "+D@500 +1@400 -1@300 +2@200 -D@100")),
        ("odd-ids", seed(LOOSE, 2_000, "+0@0 -0@0 +1048575@1 +1048573@2 -1048573@3 -1048575@8796093022207")),
        ("many", seed(STRICT, 4_000, &format!("+D@0 {many} -D@3000"))),
        ("deep", seed(LOOSE, 4_000, &format!("+D@0 {deep}"))),
    ]
}

fn seed(how: u8, end: u32, text: &str) -> Vec<u8> {
    let bits = records(text).into_iter().flat_map(|record| record.bits().to_be_bytes());
    let cost_ms: u32 = 900;
    [how].into_iter().chain(end.to_be_bytes()).chain(cost_ms.to_be_bytes()).chain(bits).collect()
}
