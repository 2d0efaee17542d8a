//! Small programs for each rare construct: instrumented, they verify, compare and do what they did.

use std::path::{Path, PathBuf};

use anyhow::Result;
use tempfile::TempDir;
use trace_tests::jdk::{self, Jdk};
use trace_tests::skip::or_skip;
use trace_tests::{cache, javac};

use crate::beat::{self, Beat, Verdict};
use crate::compare::{Counts, assert_same};
use crate::java::Tools;
use crate::{link, pack, subject};

/// What a fixture needs to be built and run.
struct Workshop {
    tools: Tools,
    beat: Beat,
    folder: TempDir,
}

impl Workshop {
    fn open() -> Result<Workshop> {
        Ok(Workshop { tools: Tools::compile()?, beat: Beat::compile()?, folder: tempfile::tempdir()? })
    }

    /// Compiles `fixtures/NAME` to a jar.
    fn javac(&self, jdk: &Jdk, name: &str, libraries: &[PathBuf], options: &[&str]) -> PathBuf {
        let sources = cache::workspace().join("fixtures").join(name);
        let classes = javac::compile(jdk, name, &sources, libraries, options).unwrap();
        self.pack(&classes, name)
    }

    fn pack(&self, classes: &Path, name: &str) -> PathBuf {
        let jar = self.folder.path().join(format!("{name}.jar"));
        pack::jar(classes, &jar);
        jar
    }

    /// What the classes of `jar` answer.
    fn answers(&self, mut java: std::process::Command, jar: &Path, libraries: &[PathBuf]) -> String {
        let class_path = self.tools.class_path();
        beat::succeed(java.arg("-cp").arg(class_path).arg("proof.RunAll").arg(jar).args(libraries))
    }

    /// Instruments a fixture in every mode; it must compare, link and answer as before. Returns the
    /// counts and the verdict of the last mode, `unwind`.
    fn check(&self, jdk: &Jdk, original: &Path, libraries: &[PathBuf]) -> (Counts, Verdict) {
        let before = self.answers(jdk.command("java"), original, libraries);
        let linked = link::link(&self.tools, jdk, original, libraries);
        let class_path = libraries.iter().map(|path| path.to_str().unwrap()).collect::<Vec<_>>().join(":");
        let mut last = None;
        for (exits, entry) in [
            ("normal", "start"),
            ("throw", "start"),
            ("throw", "after-super"),
            ("unwind", "start"),
            ("unwind", "after-super"),
        ] {
            let options = ["--exits", exits, "--constructor-entry", entry];
            let mut all = options.to_vec();
            if !libraries.is_empty() {
                all.extend(["--classpath", &class_path]);
            }
            let subject = subject::instrument(original, &all);
            let name = original.file_stem().unwrap().to_str().unwrap();
            let counts = assert_same(&self.tools, name, &subject, &options);
            assert_eq!(link::link(&self.tools, jdk, &subject.jar, libraries), linked, "{name} {options:?}");
            let after = self.answers(self.beat.java(jdk, &subject.mapping, 1), &subject.jar, libraries);
            let without: String = after
                .lines()
                .filter(|line| !line.starts_with("at "))
                .map(|line| format!("{line}\n"))
                .collect();
            assert_eq!(without, before, "{name} {options:?}");
            let verdict = self.beat.verdict();
            assert!(verdict.sampled > 0, "{verdict:?}");
            let closed = exits == "unwind" && entry == "after-super";
            assert!(!closed || verdict.left_open == 0, "{name}: unwinding closes every method: {verdict:?}");
            let focus: Vec<&str> = after.lines().filter(|line| line.starts_with("at ")).collect();
            assert_eq!(focus.len() as u64, verdict.focus_calls);
            last = Some((counts, verdict));
        }
        last.expect("some modes")
    }
}

#[test]
fn classes_that_no_javac_makes() {
    let Some(workshop) = or_skip("made fixtures", Workshop::open()) else { return };
    let made = workshop.folder.path().join("made.jar");
    assert!(workshop.tools.ask("made.FixtureMaker", &[&made]).unwrap().0);
    let (counts, _) = workshop.check(jdk::standard().unwrap(), &made, &[]);
    assert!(counts.of("relays") > 10, "no branch was pushed out of its reach");
}

#[test]
fn limits_of_the_format_are_reported() {
    let Some(workshop) = or_skip("limits", Workshop::open()) else { return };
    let made = workshop.folder.path().join("made.jar");
    assert!(workshop.tools.ask("made.FixtureMaker", &[&made]).unwrap().0);
    let sidecar = workshop.folder.path().join("summary.json");
    let subject = subject::instrument(&made, &["--summary", sidecar.to_str().unwrap()]);
    let ignored = std::fs::read_to_string(&subject.ignored).unwrap();
    let mapping = std::fs::read_to_string(&subject.mapping).unwrap();
    for left_out in ["made.NearLimitTooLarge f (I)I", "made.StackFull f (I)I", "made.PoolFull f (I)I"] {
        assert!(ignored.contains(left_out), "{left_out} is not listed");
        assert!(!mapping.contains(left_out), "{left_out} has an id");
    }
    for instrumented in
        ["made.NearLimitFits f (I)I", "made.StackNearlyFull f (I)I", "made.PoolNearlyFull f (I)I"]
    {
        assert!(mapping.contains(instrumented), "{instrumented} has no id");
    }
    assert!(mapping.contains("made.Odd\\u0020Names\\u002C\\u0020\u{65E5}\u{672C} \\uD800 (I)I"));
}

#[test]
fn code_that_javac_makes() {
    let Some(workshop) = or_skip("javac fixtures", Workshop::open()) else { return };
    for jdk in jdk::installed().iter().filter(|jdk| jdk.feature >= 17) {
        // -Xjcov adds a CharacterRangeTable to every method.
        let jar = workshop.javac(jdk, "shapes", &[], &["-g", "-parameters", "-Xjcov"]);
        let (_, verdict) = workshop.check(jdk, &jar, &[]);
        assert!(verdict.threads > 4, "{verdict:?}");
        let jar = workshop.javac(jdk, "annotated", &[], &["-g"]);
        workshop.check(jdk, &jar, &[]);
    }
}

#[test]
fn statements_before_super() {
    let Some(workshop) = or_skip("flexible constructors", Workshop::open()) else { return };
    let Some(jdk) = or_skip("flexible constructors", jdk::at_least(25)) else { return };
    let jar = workshop.javac(jdk, "flexible", &[], &["-g"]);
    workshop.check(jdk, &jar, &[]);
}

#[test]
fn each_activity_tells_of_its_focus_once() {
    let Some(workshop) = or_skip("activities", Workshop::open()) else { return };
    let jdk = jdk::standard().unwrap();
    let stubs = beat::stubs().unwrap();
    let stubs_jar = workshop.pack(&stubs, "android-stubs");
    let library = workshop.javac(jdk, "activities-library", std::slice::from_ref(&stubs), &[]);
    let libraries = [library.clone(), stubs_jar];
    let jar = workshop.javac(jdk, "activities", &[library, stubs], &["-g"]);
    let (counts, verdict) = workshop.check(jdk, &jar, &libraries);
    // Seven Activities get focus; that below a final method of the library stays unseen.
    assert_eq!(verdict.focus_calls, 6);
    assert_eq!(counts.of("overrides"), 1, "only Plain needs a method of its own");
}
