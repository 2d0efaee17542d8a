//! The hardest program at hand: a JDK that boots on its own instrumented `java.base`.

use std::fs;
use std::path::Path;
use std::process::Command;

use trace_tests::jdk::{self, Jdk};
use trace_tests::skip::or_skip;
use trace_tests::{cache, javac, tool};

use crate::java::Tools;
use crate::subject;

/// HotSpot links `java.lang.Object` before it can link any class that its constructor might call.
const UNTRACEABLE: &str = "-keepclass java/lang/Object\n";

fn linked(mut java: Command, tools: &Tools, module: &Path, out: &Path) -> (String, String) {
    java.arg("-Xverify:all").arg("-cp").arg(tools.class_path()).arg("proof.LinkModule").arg(out).arg(module);
    let output = tool::output(&mut java).unwrap();
    assert!(output.status.success(), "{}", tool::failure(&java, &output));
    (fs::read_to_string(out).unwrap(), String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn boots(jdk: &Jdk) {
    let test = format!("booting JDK {}", jdk.feature);
    let Some(tools) = or_skip(&test, Tools::compile()) else { return };
    let Some(modules) = or_skip(&test, jdk.modules()) else { return };
    let Some(base) = modules.iter().find(|jar| jar.ends_with("java.base.jar")) else {
        panic!("no java.base")
    };
    let folder = tempfile::tempdir().unwrap();
    let block_list = folder.path().join("block-list.txt");
    fs::write(&block_list, UNTRACEABLE).unwrap();
    let beat = cache::workspace().join("tests/java/proof/counting-beat");
    let beat = javac::compile(jdk, "counting-beat", &beat, &[], &[]).unwrap();
    let out = folder.path().join("outcomes.txt");

    let (before, enters) = linked(jdk.command("java"), &tools, base, &out);
    assert_eq!(enters, "not instrumented");
    assert!(before.lines().filter(|line| line.ends_with("\tOK")).count() > 6_000);

    let subject = subject::instrument(base, &["--block-list", block_list.to_str().unwrap()]);
    let mut patch = std::ffi::OsString::from("java.base=");
    patch.push(jdk::class_path([&subject.jar, &beat]).unwrap());
    let mut java = jdk.command("java");
    java.arg("--patch-module").arg(patch);
    java.arg("--add-exports=java.base/com.tencent.matrix.trace.core=ALL-UNNAMED");
    let (after, enters) = linked(java, &tools, base, &out);
    let worse: Vec<_> =
        before.lines().filter(|line| !after.lines().any(|other| other == *line)).take(20).collect();
    assert!(worse.is_empty(), "{worse:?}");
    assert!(enters.parse::<u64>().unwrap() > 100_000, "{enters} enters");
}

#[test]
fn the_oldest_jdk_boots_on_instrumented_classes() {
    if let Some(jdk) = or_skip("booting", jdk::standard()) {
        boots(jdk);
    }
}

#[test]
fn jdk_25_boots_on_instrumented_classes() {
    if let Some(jdk) = or_skip("booting JDK 25", jdk::at_least(25)) {
        boots(jdk);
    }
}
