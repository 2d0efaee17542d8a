//! `cargo xtask bench --hot-path`: what one enter and one exit cost the app, by JMH.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use trace_tests::jdk::{self, Jdk, class_path};
use trace_tests::{cache, javac, maven, tool};

const LIBRARIES: [&str; 4] = [
    "org.openjdk.jmh:jmh-core:1.37",
    "org.openjdk.jmh:jmh-generator-annprocess:1.37",
    "net.sf.jopt-simple:jopt-simple:5.0.4",
    "org.apache.commons:commons-math3:3.6.1",
];

/// How HotSpot runs the code, and the options that make it.
const MODES: [(&str, &[&str]); 3] =
    [("C2", &[]), ("C1", &["-XX:TieredStopAtLevel=1"]), ("interpreter", &["-Xint"])];

/// The rows, and the methods of `HotPath` behind them.
const ROWS: [(&str, &str); 4] = [
    ("empty loop", "empty"),
    ("Matrix 2.0.8, its steps remade", "matrix"),
    ("ours: tick clock", "tick"),
    ("the exact clock in every record", "exact"),
];

/// Measures, and returns a table in Markdown: nanoseconds for one pair.
pub(super) fn run() -> Result<String> {
    let jdk = jdk::standard()?;
    let libraries = maven::fetch_all(&LIBRARIES)?.into_iter().collect::<Result<Vec<PathBuf>>>()?;
    let sources = cache::workspace().join("tests/java/hot-path");
    let classes = javac::compile(jdk, "hot-path", &sources, &libraries, &[])?;
    let mut all = libraries;
    all.push(classes);
    let all = class_path(&all)?;
    let scratch = tempfile::tempdir().context("no temporary folder")?;
    let mut columns = Vec::new();
    for (mode, options) in MODES {
        super::progress(&format!("hot path: {mode}"));
        let results = scratch.path().join(format!("{mode}.json"));
        columns.push(measure(jdk, &all, options, &results)?);
    }
    super::progress("");
    let mut text =
        String::from("| ns for one enter and one exit | C2 | C1 | interpreter |\n|---|---:|---:|---:|\n");
    for (name, method) in ROWS {
        let cells = columns.iter().map(|column| score(column, method)).collect::<Result<Vec<_>>>()?;
        writeln!(text, "| {name} | {} |", cells.join(" | "))?;
    }
    Ok(text)
}

fn measure(jdk: &Jdk, class_path: &OsString, options: &[&str], results: &Path) -> Result<serde_json::Value> {
    let mut java = jdk.command("java");
    java.arg("-cp")
        .arg(class_path)
        .args(["org.openjdk.jmh.Main", "HotPath", "-rf", "json", "-rff"])
        .arg(results);
    if !options.is_empty() {
        java.args(["-jvmArgs", &options.join(" ")]);
    }
    tool::run(&mut java)?;
    let text = std::fs::read_to_string(results).with_context(|| results.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

fn score(results: &serde_json::Value, method: &str) -> Result<String> {
    let name = format!("hotpath.HotPath.{method}");
    let rows = results.as_array().context("JMH's results are no list")?;
    let row =
        rows.iter().find(|row| row["benchmark"] == name.as_str()).with_context(|| format!("no {name}"))?;
    let metric = &row["primaryMetric"];
    let number = |key: &str| metric[key].as_f64().with_context(|| format!("{name} has no {key}"));
    Ok(format!("{:.1} ± {:.1}", number("score")?, number("scoreError")?))
}
