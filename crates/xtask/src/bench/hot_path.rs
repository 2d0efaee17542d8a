//! `cargo xtask bench --hot-path`: what one enter and one exit cost the app, by JMH.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, Result};
use serde_json::Value;
use trace_tests::jdk::{self, Jdk, class_path};
use trace_tests::{cache, javac, maven, tool};

const FRAMEWORK: &str = "org.robolectric:android-all:14-robolectric-10818077";
/// Enters and exits of a sample, `Pairs.COUNT`.
const PAIRS: f64 = 1_000.0;
const LIBRARIES: [&str; 4] = [
    "org.openjdk.jmh:jmh-core:1.37",
    "org.openjdk.jmh:jmh-generator-annprocess:1.37",
    "net.sf.jopt-simple:jopt-simple:5.0.4",
    "org.apache.commons:commons-math3:3.6.1",
];

/// How HotSpot runs the code, and the options that make it.
const MODES: [(&str, &[&str]); 3] =
    [("C2", &[]), ("C1", &["-XX:TieredStopAtLevel=1"]), ("interpreter", &["-Xint"])];

/// The rows, and the methods of `HotPath` behind them with its parameter `thread`.
const ROWS: [(&str, &str, &str); 7] = [
    ("empty loop", "empty", "main"),
    ("Matrix 2.0.8, its steps remade", "matrix", "main"),
    ("ours: tick clock", "ours", "main"),
    ("the exact clock in every record", "exact", "main"),
    ("not on the main thread: empty loop", "empty", "other"),
    ("not on the main thread: Matrix", "matrix", "other"),
    ("not on the main thread: ours", "ours", "other"),
];

/// Measures, and returns a table in Markdown: nanoseconds for one pair.
pub(super) fn run() -> Result<String> {
    let jdk = jdk::standard()?;
    let native = build_native()?;
    let mut all = maven::fetch_all(&LIBRARIES)?.into_iter().collect::<Result<Vec<PathBuf>>>()?;
    all.extend(runtime(jdk)?);
    let sources = cache::workspace().join("tests/java/hot-path");
    let classes = javac::compile(jdk, "hot-path", &sources, &all, &[])?;
    all.push(classes);
    let all = class_path(&all)?;
    let scratch = tempfile::tempdir().context("no temporary folder")?;
    let mut columns = Vec::new();
    for (mode, options) in MODES {
        super::progress(&format!("hot path: {mode}"));
        let results = scratch.path().join(format!("{mode}.json"));
        columns.push(measure(jdk, &all, &native, options, &results)?);
    }
    super::progress("");
    let mut text = String::from(
        "| ns for one enter and one exit: median (minimum) | C2 | C1 | interpreter |\n|---|---:|---:|---:|\n",
    );
    for (name, method, thread) in ROWS {
        let cells = columns
            .iter()
            .map(|column| Ok(cell(score(row(column, method, thread)?)?)))
            .collect::<Result<Vec<_>>>()?;
        writeln!(text, "| {name} | {} |", cells.join(" | "))?;
    }
    writeln!(text, "| **ours / Matrix** | {} |", ratios(&columns, "main")?)?;
    writeln!(text, "| **ours / Matrix, not on the main thread** | {} |", ratios(&columns, "other")?)?;
    writeln!(text, "\nOurs allocates {} bytes.", allocated(&columns)?)?;
    Ok(text)
}

/// The runtime for Android, without the framework that it was compiled against: without a main looper it leaves
/// alone what the benchmark gives it.
fn runtime(jdk: &Jdk) -> Result<[PathBuf; 2]> {
    let framework = maven::fetch(FRAMEWORK)?;
    let sources = cache::workspace().join("runtime-android/library/src");
    let release = ["--release", "8", "-Xlint:-options"];
    let api =
        javac::compile(jdk, "runtime-api", &sources.join("api/java"), slice::from_ref(&framework), &release)?;
    let main =
        javac::compile(jdk, "runtime", &sources.join("main/java"), &[framework, api.clone()], &release)?;
    Ok([api, main])
}

/// Builds the native library, whose watchdog raises the tick, and returns its folder.
fn build_native() -> Result<PathBuf> {
    let library = ["rustc", "--release", "--package", "trace-runtime", "--lib", "--crate-type", "cdylib"];
    tool::run(crate::cargo().args(library).arg("--quiet"))?;
    Ok(crate::target_folder().join("release"))
}

fn measure(
    jdk: &Jdk,
    class_path: &OsString,
    native: &Path,
    options: &[&str],
    results: &Path,
) -> Result<Value> {
    let mut java = jdk.command("java");
    java.arg("-cp")
        .arg(class_path)
        .args(["org.openjdk.jmh.Main", "HotPath", "-prof", "gc", "-rf", "json", "-rff"])
        .arg(results)
        .args(["-jvmArgs", &format!("-Djava.library.path={} {}", native.display(), options.join(" "))]);
    tool::run(&mut java)?;
    let text = std::fs::read_to_string(results).with_context(|| results.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

/// What JMH says of a method of `HotPath` on a thread.
fn row<'r>(results: &'r Value, method: &str, thread: &str) -> Result<&'r Value> {
    let name = format!("hotpath.HotPath.{method}");
    let rows = results.as_array().context("JMH's results are no list")?;
    rows.iter()
        .find(|row| row["benchmark"] == name.as_str() && row["params"]["thread"] == thread)
        .with_context(|| format!("JMH has no {name} of {thread}"))
}

fn number(metric: &Value, key: &str) -> Result<f64> {
    metric[key].as_f64().with_context(|| format!("JMH gives no {key}"))
}

/// Nanoseconds for a pair: median and minimum of JMH's samples.
fn score(row: &Value) -> Result<[f64; 2]> {
    let samples = &row["primaryMetric"]["scorePercentiles"];
    Ok([number(samples, "50.0")? / PAIRS, number(samples, "0.0")? / PAIRS])
}

fn cell([median, minimum]: [f64; 2]) -> String {
    format!("{median:.2} ({minimum:.2})")
}

fn ratios(columns: &[Value], thread: &str) -> Result<String> {
    let ratio = |column| {
        let [ours, matrix] = [row(column, "ours", thread)?, row(column, "matrix", thread)?];
        let ([ours, least], [matrix, matrix_least]) = (score(ours)?, score(matrix)?);
        Ok(cell([ours / matrix, least / matrix_least]))
    };
    Ok(columns.iter().map(ratio).collect::<Result<Vec<_>>>()?.join(" | "))
}

/// Bytes for a pair, the most that any mode took; parts of a byte are JMH's own.
fn allocated(columns: &[Value]) -> Result<u64> {
    let mut most = 0.0_f64;
    for column in columns {
        let rate = &row(column, "ours", "main")?["secondaryMetrics"]["gc.alloc.rate.norm"];
        most = most.max(number(rate, "score")?);
    }
    Ok((most / PAIRS) as u64)
}
