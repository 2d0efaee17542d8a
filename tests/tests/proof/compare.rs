//! ASM as an outside reader: without the inserted calls, every class is what it was.

use std::ffi::OsStr;

use trace_tests::corpus;
use trace_tests::skip::or_skip;

use crate::java::Tools;
use crate::subject::{self, Subject};

/// Compares a subject with its original; returns the counts that the comparison prints.
pub(crate) fn assert_same(tools: &Tools, name: &str, subject: &Subject, options: &[&str]) -> Counts {
    let mut arguments: Vec<&dyn AsRef<OsStr>> =
        vec![&subject.original, &subject.jar, &subject.mapping, &"--ignored", &subject.ignored];
    arguments.extend(options.iter().map(|option| option as &dyn AsRef<OsStr>));
    let (same, report) = tools.ask("CompareAsm", &arguments).unwrap();
    assert!(same, "{name}: {}", report.lines().take(30).collect::<Vec<_>>().join("\n"));
    let counts = Counts::read(&report);
    assert!(
        counts.of("instrumented") * 10 > counts.of("classes"),
        "{name}: hardly anything instrumented: {report}"
    );
    counts
}

/// `name=value` pairs.
pub(crate) struct Counts(String);

impl Counts {
    fn read(report: &str) -> Counts {
        Counts(report.lines().next().unwrap_or_default().to_owned())
    }

    pub(crate) fn of(&self, name: &str) -> u64 {
        let pair = self.0.split(' ').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        pair.unwrap_or_else(|| panic!("no {name} in {}", self.0)).parse().unwrap()
    }
}

fn compare_corpus(exits: &'static str) {
    let Some(tools) = or_skip("comparison with ASM", Tools::compile()) else { return };
    let Some(selected) = or_skip("comparison with ASM", subject::selected()) else { return };
    for (published, jar) in selected {
        if or_skip(&format!("comparison of {}", published.name), jar).is_some() {
            let subject = subject::published(published, exits).unwrap();
            // The platform's own packages are never instrumented.
            let mut options =
                vec!["--exits", exits, "--may-skip", "android/", "--may-skip", "com/tencent/matrix/"];
            if exits == "unwind" {
                // Its default, for no handler can see what `super(...)` throws.
                options.extend(["--constructor-entry", "after-super"]);
            }
            assert_same(&tools, published.name, &subject, &options);
        }
    }
}

#[test]
fn the_corpus_is_the_same_but_for_the_calls() {
    compare_corpus("throw");
}

#[test]
fn the_corpus_is_the_same_with_only_normal_exits() {
    compare_corpus("normal");
}

#[test]
fn the_corpus_is_the_same_but_for_the_calls_and_the_unwinding() {
    compare_corpus("unwind");
}

#[test]
fn constructors_can_be_entered_where_it_is_not_the_default() {
    let Some(tools) = or_skip("constructor entry", Tools::compile()) else { return };
    for name in ["guava", "clojure", "groovy"] {
        let Some(jar) = or_skip(&format!("constructor entry of {name}"), corpus::named(name).jar()) else {
            continue;
        };
        for (exits, entry) in [("throw", "after-super"), ("unwind", "start")] {
            let options = ["--exits", exits, "--constructor-entry", entry];
            assert_same(&tools, name, &subject::instrument(&jar, &options), &options);
        }
    }
}

#[test]
fn every_trivial_method_is_instrumented_on_demand() {
    let Some(tools) = or_skip("trivial methods", Tools::compile()) else { return };
    let Some(jar) = or_skip("trivial methods", corpus::named("guava").jar()) else { return };
    let plain = assert_same(&tools, "guava", &subject::instrument(&jar, &[]), &[]);
    let all = assert_same(&tools, "guava", &subject::instrument(&jar, &["--include-trivial"]), &[]);
    assert!(all.of("instrumented") > plain.of("instrumented"));
    assert_eq!(all.of("untouched"), 0);
}

#[test]
fn ids_beyond_sipush_are_constants() {
    let Some(tools) = or_skip("large ids", Tools::compile()) else { return };
    let Some(jar) = or_skip("large ids", corpus::named("guava").jar()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().join("base.txt");
    std::fs::write(&base, "900000,1,gone.Class gone ()V\n").unwrap();
    let subject = subject::instrument(&jar, &["--base-mapping", base.to_str().unwrap()]);
    let mapping = std::fs::read_to_string(&subject.mapping).unwrap();
    assert!(mapping.lines().any(|line| line.starts_with("900001,")), "ids continue above the base mapping");
    assert_same(&tools, "guava with large ids", &subject, &[]);
}
