//! Tests that cannot run here say so where a person sees it.

use std::io::Write as _;

use anyhow::Result;

/// What begins the line of each skipped test; `cargo xtask test` counts these lines.
pub const MARK: &str = "skipped: ";

/// The value of `needed`, or `None` after a line on standard error that names the test and the reason.
///
/// For what a machine may lack, such as a second JDK. The line passes by the test harness's
/// capture on purpose: a skipped test must never look like a passed one.
///
/// With `TRACE_NO_SKIP` set, as in a release check, a lacking thing is a failure.
///
/// # Panics
/// With `TRACE_NO_SKIP` set, when `needed` is an error.
pub fn or_skip<T>(test: &str, needed: Result<T>) -> Option<T> {
    match needed {
        Ok(value) => Some(value),
        Err(reason) if std::env::var_os("TRACE_NO_SKIP").is_some() => panic!("{test}: {reason:#}"),
        Err(reason) => {
            let line = format!("{MARK}{test}: {reason:#}").replace('\n', " ");
            // Nothing can be done about a closed standard error.
            let _ = writeln!(std::io::stderr(), "\n{line}");
            None
        }
    }
}
