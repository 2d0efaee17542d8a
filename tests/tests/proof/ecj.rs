//! A real program: a compiler whose own jar is instrumented makes the same class files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trace_tests::skip::or_skip;
use trace_tests::{corpus, jdk, maven};
use walkdir::WalkDir;

use crate::beat::{self, Beat};
use crate::subject;

/// Compiles `sources` with the compiler in `ecj`; returns every file that it wrote.
fn compile(mut java: Command, ecj: &Path, sources: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let out = tempfile::tempdir().unwrap();
    java.arg("-cp").arg(ecj).arg("org.eclipse.jdt.internal.compiler.batch.Main");
    java.args(["-nowarn", "-source", "1.8", "-target", "1.8", "-g", "-proceedOnError", "-d"])
        .arg(out.path())
        .arg(sources);
    // The library names classes that are not here; the compiler goes on, and ends with -1.
    let _ = trace_tests::tool::output(&mut java).unwrap();
    let files = WalkDir::new(out.path())
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file());
    files.map(|file| (file.strip_prefix(out.path()).unwrap().to_owned(), fs::read(&file).unwrap())).collect()
}

#[test]
fn an_instrumented_compiler_makes_the_same_class_files() {
    let Some(ecj) = or_skip("ecj", corpus::named("ecj").jar()) else { return };
    let Some(archive) = or_skip("ecj", maven::fetch("com.google.code.gson:gson:2.10.1:sources")) else {
        return;
    };
    let Some(beat) = or_skip("ecj", Beat::compile()) else { return };
    let jdk = jdk::standard().unwrap();
    let folder = tempfile::tempdir().unwrap();
    beat::succeed(jdk.command("jar").arg("xf").arg(&archive).current_dir(folder.path()));
    let sources = folder.path().join("com");
    let before = compile(jdk.command("java"), &ecj, &sources);
    assert!(before.len() > 150, "{} class files", before.len());
    for exits in ["throw", "unwind"] {
        let subject = subject::instrument(&ecj, &["--exits", exits]);
        let after = compile(beat.java(jdk, &subject.mapping, 9_973), &subject.jar, &sources);
        assert!(before == after, "{exits}: other class files");
        let verdict = beat.verdict();
        assert!(verdict.enters > 1_000_000 && verdict.sampled > 1_000, "{verdict:?}");
    }
}
