//! The library for Android: its own tests, and the sample app's on the framework's code, run by Maven.
#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use trace_tests::surefire::{self, Totals};
use trace_tests::{cache, jdk, skip, tool};

/// With `TRACE_FULL` set, on all API levels that there are and not only on the oldest and the newest.
#[test]
fn the_library_and_the_sample_app_pass_their_tests() {
    let release = release();
    let mut mvn = Command::new("mvn");
    mvn.args(["--batch-mode", "--no-transfer-progress", "--fail-at-end", "verify", "--file"])
        .arg(cache::workspace().join("runtime-android/pom.xml"))
        .arg(property("trace.instrument", &release.join("trace-instrument")))
        .arg(property("trace.library", &release.join("libtrace_runtime.so")))
        .arg(property("trace.frameworks", &cache::root().expect("a cache").join("robolectric")))
        .env("JAVA_HOME", &jdk::standard().expect("a JDK").home);
    if std::env::var_os("TRACE_FULL").is_some() {
        mvn.arg("--activate-profiles=levels");
    }
    let output = tool::output(&mut mvn).expect("Maven starts");
    let log = String::from_utf8_lossy(&output.stdout);
    let totals = Totals::of_log(&log);
    // By the test harness's capture: these numbers are for `cargo xtask test`.
    let _ = writeln!(std::io::stderr(), "\n{}", totals.line());
    let errors = surefire::errors(&log);
    assert!(output.status.success(), "{}\n\n{errors}", tool::failure(&mvn, &output));
    assert!(totals.passed > 0, "Maven ran no test");
    if totals.skipped > 0 {
        let reports = "runtime-android/*/target/*-reports tell which";
        skip::or_skip::<()>("android", Err(anyhow::anyhow!("{} Java tests; {reports}", totals.skipped)));
    }
}

/// Builds what the tests lean on, and returns the folder that it is in.
fn release() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let library = ["rustc", "--package", "trace-runtime", "--lib", "--crate-type", "cdylib"];
    for what in [&["build", "--package", "trace-instrument"][..], &library] {
        let mut build = Command::new(&cargo);
        build.args(what).args(["--quiet", "--release"]).current_dir(cache::workspace());
        tool::run(&mut build).expect("it builds");
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    cache::workspace().join(target).join("release")
}

fn property(name: &str, value: &Path) -> OsString {
    let mut property = OsString::from(format!("-D{name}="));
    property.push(value);
    property
}
