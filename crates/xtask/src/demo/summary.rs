//! The table of what was instrumented.

use std::fmt::Write as _;

use trace_model::Summary;

/// One row for each jar: its name and what the tool said of it.
pub(crate) fn table(rows: &[(&str, Summary)]) -> String {
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let mut text = format!(
        "{:width$}  {:>7}  {:>7}  {:>12}  {:>16}  {:>5}  skipped methods\n",
        "jar", "classes", "methods", "instrumented", "size, kB", "ms"
    );
    for (name, summary) in rows {
        let skipped: Vec<String> =
            summary.skipped.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let size = format!("{} -> {}", summary.bytes_in / 1000, summary.bytes_out / 1000);
        writeln!(
            text,
            "{name:width$}  {:>7}  {:>7}  {:>12}  {size:>16}  {:>5}  {}",
            summary.classes,
            summary.methods,
            summary.instrumented,
            summary.elapsed_ms,
            skipped.join(", ").replace('_', " "),
        )
        .expect("writing to a string");
    }
    text
}
