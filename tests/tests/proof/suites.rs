//! Published test suites pass with the instrumented jar exactly as with the original one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use trace_tests::skip::or_skip;
use trace_tests::{corpus, jdk, maven, tool};

use crate::beat::Beat;
use crate::subject;

/// JUnit's own launcher and what the suites use; a suite's tests that lack more fail both times.
const LIBRARIES: [&str; 8] = [
    "org.junit.platform:junit-platform-console-standalone:1.10.2",
    "junit:junit:4.13.2",
    "org.hamcrest:hamcrest:2.2",
    "org.easymock:easymock:5.2.0",
    "org.objenesis:objenesis:3.3",
    "commons-io:commons-io:2.15.1",
    "org.apache.commons:commons-text:1.11.0",
    "org.openjdk.jmh:jmh-core:1.37",
];

const ALL_TESTS: &str = r".*Test.*";

/// Outcome of each test by its name.
type Outcomes = BTreeMap<String, String>;

/// Runs the tests in classes of a name that matches `classes`.
fn run(mut java: Command, jar: &Path, tests: &Path, libraries: &[PathBuf], classes: &str) -> Outcomes {
    let reports = tempfile::tempdir().unwrap();
    let class_path =
        jdk::class_path([jar, tests].into_iter().chain(libraries.iter().map(PathBuf::as_path))).unwrap();
    // Some tests fill two gigabytes if they find them free, and are skipped if not.
    java.arg("-Xmx1g");
    // Suites look into private fields of the platform.
    for package in ["java.lang", "java.util", "java.time", "java.lang.reflect", "java.time.chrono"] {
        java.arg(format!("--add-opens=java.base/{package}=ALL-UNNAMED"));
    }
    java.arg("-cp").arg(class_path).args(["org.junit.platform.console.ConsoleLauncher", "execute"]);
    java.args(["--disable-banner", "--details=none", "--scan-classpath"]).arg(tests);
    java.arg(format!("--include-classname={classes}"));
    java.arg("--reports-dir").arg(reports.path()).current_dir(reports.path());
    // 0: all passed, 1: some failed; compared below.
    let output = tool::output(&mut java).unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", tool::failure(&java, &output));
    let mut outcomes = Outcomes::new();
    for report in ["TEST-junit-jupiter.xml", "TEST-junit-vintage.xml"] {
        let text = fs::read_to_string(reports.path().join(report)).unwrap_or_default();
        for case in text.split("<testcase ").skip(1) {
            let (head, body) = case.split_once('>').unwrap();
            let name = head.split(" time=").next().unwrap().to_owned();
            let body = body.split("</testcase>").next().unwrap();
            let outcome =
                ["failure", "error", "skipped"].into_iter().find(|tag| body.contains(&format!("<{tag}")));
            outcomes.insert(name, outcome.unwrap_or("passed").to_owned());
        }
    }
    outcomes
}

/// Runs a suite, of which `sampled` matches the classes that are enough when the run is not full.
fn suite(main: &str, sampled: &str, exits: &str, threads: u64) {
    let classes = if corpus::is_full() { ALL_TESTS } else { sampled };
    let test = format!("suite of {main}");
    let tests = format!("{main}:tests");
    let wanted: Vec<&str> = [main, &tests].into_iter().chain(LIBRARIES).collect();
    let fetched = maven::fetch_all(&wanted).and_then(|files| files.into_iter().collect::<Result<Vec<_>>>());
    let Some(files) = or_skip(&test, fetched) else { return };
    let Some(beat) = or_skip(&test, Beat::compile()) else { return };
    let (jar, tests, libraries) = (&files[0], &files[1], &files[2..]);
    let jdk = jdk::standard().unwrap();
    let before = run(jdk.command("java"), jar, tests, libraries, classes);
    let passed = before.values().filter(|outcome| *outcome == "passed").count();
    assert!(passed > 300 && passed * 10 > before.len() * 9, "{passed} of {} pass at all", before.len());

    let subject = subject::instrument(jar, &["--exits", exits]);
    let after = run(beat.java(jdk, &subject.mapping, 997), &subject.jar, tests, libraries, classes);
    let changed: Vec<_> = before.iter().filter(|(name, outcome)| after.get(*name) != Some(outcome)).collect();
    assert!(
        changed.is_empty() && before.len() == after.len(),
        "{changed:?}, {} -> {}",
        before.len(),
        after.len()
    );
    let verdict = beat.verdict();
    eprintln!("{test}: {} of {} pass, {verdict:?}", passed, before.len());
    assert!(verdict.enters > 100_000 && verdict.sampled > 100 && verdict.threads >= threads, "{verdict:?}");
}

#[test]
fn commons_lang3() {
    let sampled = r".*\.lang3\.(builder|concurrent|event|mutable|reflect|text|tuple)\..*Test.*";
    suite("org.apache.commons:commons-lang3:3.14.0", sampled, "throw", 4);
}

#[test]
fn commons_codec() {
    let sampled = r".*\.codec\.(language|net)\.[A-Z].*Test.*";
    suite("commons-codec:commons-codec:1.16.0", sampled, "throw", 1);
}

#[test]
fn commons_collections4() {
    let sampled = r".*\.collections4\.(bidimap|iterators|sequence|trie)\..*Test.*";
    suite("org.apache.commons:commons-collections4:4.4", sampled, "unwind", 1);
}
