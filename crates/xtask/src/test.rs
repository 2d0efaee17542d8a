//! `cargo xtask test`: checks what the tests need, builds the tool, runs every test of the workspace, one of which
//! runs those of `runtime-android`.

use std::io::{BufRead as _, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use trace_tests::{cache, jdk, skip, surefire, tool};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run over the whole corpus, all modules of the JDKs and all API levels, not only the sampled set: much longer.
    #[arg(long)]
    full: bool,
    /// Passed to `cargo test`, for example `-p trace-tests --test verify`.
    #[arg(last = true)]
    cargo: Vec<String>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    prerequisites()?;
    let binary = crate::build_tool()?;
    // The test profile is optimised enough for whole jars, and still checks every overflow.
    let mut tests = crate::cargo();
    tests.args(["test", "--no-fail-fast"]);
    if options.cargo.is_empty() {
        tests.arg("--workspace");
    }
    tests.args(&options.cargo).env("TRACE_INSTRUMENT", binary);
    if options.full {
        tests.env("TRACE_FULL", "1");
    }
    let (succeeded, totals) = run_and_count(&mut tests, std::io::stderr())?;
    println!("\n{} passed, {} failed, {} skipped", totals.passed, totals.failed, totals.skipped.len());
    for line in &totals.skipped {
        println!("  {line}");
    }
    if !succeeded {
        bail!("the tests failed");
    }
    Ok(())
}

fn prerequisites() -> Result<()> {
    let jdk = jdk::standard()?;
    let maven = tool::run(Command::new("mvn").arg("--version"))?;
    let maven = maven.lines().find_map(|line| Some(line.split_once("Maven ")?.1)).unwrap_or("?");
    println!("JDK {} in {}", jdk.version, jdk.home.display());
    println!("Maven {}", maven.trim_end_matches("\u{1b}[m"));
    println!("cache {}", cache::root()?.display());
    Ok(())
}

#[derive(Default)]
struct Totals {
    passed: u64,
    failed: u64,
    /// The lines that skipped tests wrote, without their mark.
    skipped: Vec<String>,
}

impl Totals {
    fn add(&mut self, result: Option<&str>) {
        if let Some(result) = result {
            self.passed += count(result, "passed");
            self.failed += count(result, "failed");
        }
    }
}

/// Runs `cargo test`, shows all of its output (what it writes on standard error goes to `errors`)
/// and counts the results of all test programs and of the Java tests that one of them runs.
fn run_and_count(tests: &mut Command, mut errors: impl Write + Send + 'static) -> Result<(bool, Totals)> {
    let mut child =
        tests.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("cargo cannot be run")?;
    let stderr = child.stderr.take().context("cargo's standard error")?;
    let told = thread::spawn(move || {
        let mut totals = Totals::default();
        for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            // Nothing can be done about a closed standard error.
            let _ = writeln!(errors, "{line}");
            totals.skipped.extend(line.strip_prefix(skip::MARK).map(str::to_owned));
            totals.add(line.strip_prefix(surefire::MARK));
        }
        totals
    });
    let mut totals = Totals::default();
    let stdout = child.stdout.take().context("cargo's standard output")?;
    for line in BufReader::new(stdout).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        totals.add(line.strip_prefix("test result: "));
    }
    let told = told.join().expect("reading lines does not panic");
    totals.passed += told.passed;
    totals.failed += told.failed;
    totals.skipped = told.skipped;
    Ok((child.wait()?.success(), totals))
}

/// The number before `word` in a summary such as `ok. 8 passed; 0 failed; 0 ignored`.
fn count(result: &str, word: &str) -> u64 {
    let words: Vec<&str> = result.split([' ', ';']).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn results_are_counted() {
        let line = "FAILED. 18 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        assert_eq!((count(line, "passed"), count(line, "failed")), (18, 2));
    }

    #[test]
    fn skipped_tests_are_told_from_passed_ones() {
        let mut program = std::process::Command::new("sh");
        program.args([
            "-c",
            "echo 'test result: ok. 3 passed; 0 failed'; echo 'skipped: a: no JDK' >&2; \
                             echo 'java tests: 4 passed; 1 failed; 0 skipped' >&2",
        ]);
        let (succeeded, totals) = super::run_and_count(&mut program, std::io::sink()).unwrap();
        assert!(succeeded);
        assert_eq!((totals.passed, totals.failed), (7, 1));
        assert_eq!(totals.skipped, ["a: no JDK"]);
    }
}
