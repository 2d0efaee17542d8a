//! HotSpot links every class under `-Xverify:all`: none may fail that passed before.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use trace_tests::jdk::{self, Jdk};
use trace_tests::skip::or_skip;
use trace_tests::{corpus, maven};

use crate::java::Tools;
use crate::subject;

/// How many of a jar's classes link at least; the others lack a library that is optional.
const LEAST_PERCENT: usize = 85;

/// The same for an Android archive when the framework, which only the whole corpus has, is not there.
const LEAST_PERCENT_WITHOUT_FRAMEWORK: usize = 60;

/// What jars of the corpus cannot do without.
const LIBRARIES: [&str; 1] = ["org.reactivestreams:reactive-streams:1.0.4"];

/// Outcome of linking, by class entry.
pub(crate) fn link(tools: &Tools, jdk: &Jdk, jar: &Path, others: &[PathBuf]) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let outcomes = folder.path().join("outcomes.txt");
    let mut arguments: Vec<&dyn AsRef<OsStr>> = vec![&outcomes, &jar];
    arguments.extend(others.iter().map(|other| other as &dyn AsRef<OsStr>));
    let output = tools.run(jdk, "LinkAll", &arguments).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&outcomes).unwrap();
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(entry, outcome)| (entry.to_owned(), outcome.to_owned()))
        .collect()
}

fn link_corpus(jdk: &Jdk, exits: &'static str) {
    let test = format!("linking on JDK {}", jdk.feature);
    let Some(tools) = or_skip(&test, Tools::compile()) else { return };
    let Some(selected) = or_skip(&test, subject::selected()) else { return };
    let libraries = maven::fetch_all(&LIBRARIES).and_then(|files| files.into_iter().collect::<Result<_>>());
    let Some::<Vec<PathBuf>>(mut all) = or_skip(&test, libraries) else { return };
    all.extend(selected.iter().filter_map(|(_, jar)| jar.as_ref().ok().cloned()));
    for (published, jar) in selected {
        let Some(original) = or_skip(&format!("{test}: {}", published.name), jar) else { continue };
        let others: Vec<PathBuf> = all.iter().filter(|other| **other != original).cloned().collect();
        let subject = subject::published(published, exits).unwrap();
        let before = link(&tools, jdk, &original, &others);
        let after = link(&tools, jdk, &subject.jar, &others);
        assert_as_before(published.name, &before, &after);
        let links = after.values().filter(|outcome| *outcome == "OK").count();
        let tried = after.values().filter(|outcome| !outcome.starts_with("SKIPPED")).count();
        eprintln!("{}: {links} of {tried} link on JDK {}", published.name, jdk.feature);
        let framework_is_missing = published.is_android_archive() && !corpus::is_full();
        let least = if framework_is_missing { LEAST_PERCENT_WITHOUT_FRAMEWORK } else { LEAST_PERCENT };
        assert!(links * 100 > tried * least, "{}: only {links} of {tried} link", published.name);
    }
}

/// Every class has the outcome that it had; those that did not link (most lack a library) fail alike.
pub(crate) fn assert_as_before(
    name: &str,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) {
    let worse: Vec<String> = before
        .iter()
        .filter(|(entry, outcome)| after.get(*entry) != Some(outcome))
        .map(|(entry, outcome)| format!("{entry}: {outcome} -> {:?}", after.get(entry)))
        .collect();
    assert!(worse.is_empty(), "{name}: {}", worse[..worse.len().min(20)].join("\n"));
    assert_eq!(before.len(), after.len(), "{name}");
    assert!(before.values().any(|outcome| outcome == "OK"), "{name}: no class links");
}

#[test]
fn the_corpus_links_as_before() {
    if let Some(jdk) = or_skip("linking", jdk::standard()) {
        link_corpus(jdk, "throw");
    }
}

#[test]
fn the_corpus_links_as_before_with_unwinding() {
    if let Some(jdk) = or_skip("linking", jdk::standard()) {
        link_corpus(jdk, "unwind");
    }
}

#[test]
fn the_corpus_links_as_before_on_the_newest_release() {
    if let Some(jdk) = or_skip("linking on JDK 25", jdk::at_least(25)) {
        link_corpus(jdk, "throw");
    }
}
