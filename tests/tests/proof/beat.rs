//! Runs instrumented programs with a recording `AppMethodBeat`, and reads its verdict.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::Result;
use tempfile::TempDir;
use trace_tests::jdk::{self, Jdk};
use trace_tests::{cache, javac, tool};

/// The class of the beat with its stubs of Android, compiled.
pub(crate) struct Beat {
    classes: PathBuf,
    verdicts: TempDir,
}

impl Beat {
    pub(crate) fn compile() -> Result<Beat> {
        let stubs = stubs()?;
        let sources = cache::workspace().join("tests/java/proof/recording-beat");
        let classes =
            javac::compile(jdk::standard()?, "beat", &sources, &[stubs], &["-Xlint:all", "-Werror"])?;
        Ok(Beat { classes, verdicts: tempfile::tempdir()? })
    }

    /// `java` with the beat on the boot class path, where every class loader finds it.
    pub(crate) fn java(&self, jdk: &Jdk, mapping: &Path, every: u32) -> Command {
        let mut boot = std::ffi::OsString::from("-Xbootclasspath/a:");
        boot.push(jdk::class_path([&self.classes, &stubs().expect("compiled above")]).expect("plain paths"));
        let mut java = jdk.command("java");
        java.arg("-Xverify:all").arg(boot);
        java.arg(format!("-Dbeat.mapping={}", mapping.display()));
        java.arg(format!("-Dbeat.verdicts={}", self.verdicts.path().display()));
        java.arg(format!("-Dbeat.every={every}"));
        java
    }

    /// The verdicts of all programs that ran since, summed up. None may have a problem.
    pub(crate) fn verdict(&self) -> Verdict {
        let mut sum = Verdict::default();
        for file in fs::read_dir(self.verdicts.path()).unwrap() {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains("\"problems\":[]"), "{text}");
            let number = |name: &str| -> u64 {
                let rest =
                    text.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("no {name}: {text}")).1;
                rest.split([',', '}']).next().unwrap().parse().unwrap()
            };
            sum.threads = sum.threads.max(number("threads"));
            sum.enters += number("enters");
            sum.sampled += number("sampled");
            sum.left_open += number("left_open") + number("still_open");
            sum.focus_calls += number("focus_calls");
            fs::remove_file(path).unwrap();
        }
        sum
    }
}

/// What the beat saw.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) threads: u64,
    pub(crate) enters: u64,
    /// Calls whose caller was looked at.
    pub(crate) sampled: u64,
    /// Methods that were left without an exit call.
    pub(crate) left_open: u64,
    pub(crate) focus_calls: u64,
}

/// Stand-ins for the classes of Android.
pub(crate) fn stubs() -> Result<PathBuf> {
    javac::compile(
        jdk::standard()?,
        "android-stubs",
        &cache::workspace().join("fixtures/android-stubs"),
        &[],
        &[],
    )
}

/// Runs a program that must succeed; returns its standard output.
pub(crate) fn succeed(command: &mut Command) -> String {
    let output: Output = tool::output(command).expect("the program starts");
    assert!(output.status.success(), "{}", tool::failure(command, &output));
    String::from_utf8(output.stdout).expect("UTF-8")
}
