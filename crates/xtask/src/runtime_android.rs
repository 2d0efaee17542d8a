//! The Maven build of `runtime-android`: the library for apps, and its tests on the framework's own code.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use trace_tests::cache;

/// What the tests of all modules came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

/// Builds all and runs the tests with the `tool` that instruments; on `all_levels` of the API, or only the oldest and the newest.
/// Returns whether Maven was content.
pub(crate) fn verify(tool: PathBuf, all_levels: bool) -> Result<(bool, Totals)> {
    let mut maven = Command::new("mvn");
    maven.args(["--batch-mode", "verify"]).current_dir(cache::workspace().join("runtime-android"));
    if all_levels {
        maven.args(["--activate-profiles", "levels"]);
    }
    let properties = [
        ("trace.instrument", tool),
        ("trace.library", library()?),
        ("trace.frameworks", cache::root()?.join("robolectric")),
    ];
    for (name, value) in properties {
        let mut property = std::ffi::OsString::from(format!("-D{name}="));
        property.push(value);
        maven.arg(property);
    }
    let mut child = maven.stdout(Stdio::piped()).spawn().context("mvn cannot be run")?;
    let mut totals = Totals::default();
    let stdout = child.stdout.take().context("Maven's standard output")?;
    for line in BufReader::new(stdout).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        totals.add(&line);
    }
    Ok((child.wait()?.success(), totals))
}

/// The native library for this machine.
fn library() -> Result<PathBuf> {
    let build = ["rustc", "--release", "--package", "trace-runtime", "--lib", "--crate-type", "cdylib"];
    let status = crate::cargo().args(build).status().context("cargo cannot be run")?;
    ensure!(status.success(), "the native library does not build");
    Ok(crate::target_folder().join("release/libtrace_runtime.so"))
}

impl Totals {
    /// Adds a module's sum, `Tests run: 8, Failures: 1, Errors: 0, Skipped: 0`; those of single classes have a time.
    fn add(&mut self, line: &str) {
        let Some((_, sum)) = line.split_once("Tests run: ").filter(|_| !line.contains("Time elapsed")) else {
            return;
        };
        let numbers: Vec<u64> =
            sum.split(", ").filter_map(|part| part.rsplit(' ').next()?.trim().parse().ok()).collect();
        if let [run, failures, errors, skipped] = numbers[..] {
            self.failed += failures + errors;
            self.skipped += skipped;
            self.passed += run.saturating_sub(failures + errors + skipped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn sums_of_modules_are_counted_once() {
        let mut totals = Totals::default();
        for line in [
            "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 2.1 s -- in a.ATest",
            "[INFO] Results:",
            "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
            "[ERROR] Tests run: 9, Failures: 2, Errors: 1, Skipped: 1",
        ] {
            totals.add(line);
        }
        assert_eq!(totals, Totals { passed: 9, failed: 3, skipped: 1 });
    }
}
