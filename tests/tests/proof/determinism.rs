//! The same input and options give the same bytes: on a second run, with any number of threads, and
//! when the steps run apart.

use std::fs;
use std::path::{Path, PathBuf};

use trace_tests::corpus;
use trace_tests::skip::or_skip;

use crate::cli;

const SOME: [&str; 3] = ["rxjava", "okhttp", "jackson"];

fn jars(test: &str) -> Option<Vec<PathBuf>> {
    let published: Vec<_> = SOME.iter().map(|name| corpus::named(name)).collect();
    or_skip(test, corpus::jars(&published).and_then(|jars| jars.into_iter().collect()))
}

/// Instruments all jars in one run and returns every byte that was written.
fn run(jars: &[PathBuf], options: &[&str]) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let mut arguments: Vec<String> = ["instrument", "--quiet"].map(String::from).to_vec();
    let mut written = Vec::new();
    let mut place = |name: String| {
        written.push(folder.path().join(name));
        written.last().unwrap().to_str().unwrap().to_owned()
    };
    for (index, jar) in jars.iter().enumerate() {
        arguments.extend(["--input".into(), jar.to_str().unwrap().into()]);
        arguments.extend(["--output".into(), place(format!("{index}.jar"))]);
    }
    arguments.extend(["--mapping".into(), place("mapping.txt".into())]);
    arguments.extend(["--ignored".into(), place("ignored.txt".into())]);
    arguments.extend(options.iter().map(|option| (*option).to_owned()));
    succeed(&arguments);
    written.iter().map(|path: &PathBuf| fs::read(path).unwrap()).collect()
}

fn succeed(arguments: &[String]) {
    let arguments: Vec<&dyn AsRef<std::ffi::OsStr>> =
        arguments.iter().map(|argument| argument as &dyn AsRef<std::ffi::OsStr>).collect();
    cli::succeed(&arguments);
}

#[test]
fn any_number_of_threads_and_a_second_run_give_the_same_bytes() {
    let Some(jars) = jars("determinism") else { return };
    for compression in ["store", "fast", "best", "keep"] {
        let one = run(&jars, &["--threads", "1", "--compression", compression]);
        for threads in ["2", "7"] {
            let many = run(&jars, &["--threads", threads, "--compression", compression]);
            assert!(one == many, "{threads} threads, {compression}");
        }
        assert!(one == run(&jars, &["--threads", "1", "--compression", compression]), "second run");
    }
}

#[test]
fn what_was_instrumented_already_stays_as_it_is() {
    let Some(jars) = jars("second instrumentation") else { return };
    let folder = tempfile::tempdir().unwrap();
    let once = run(&jars[..1], &["--compression", "store"]);
    let input: &Path = &folder.path().join("once.jar");
    fs::write(input, &once[0]).unwrap();
    let twice = run(&[input.to_owned()], &["--compression", "store"]);
    assert!(once[0] == twice[0], "calls were inserted a second time");
}

#[test]
fn steps_apart_give_the_same_bytes() {
    let Some(jars) = jars("steps") else { return };
    let folder = tempfile::tempdir().unwrap();
    let place = |name: String| folder.path().join(name).to_str().unwrap().to_owned();
    let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
    let mut assign = words("assign");
    for (index, jar) in jars.iter().enumerate() {
        // As on another machine each: one jar, one file of what was collected.
        let collected = place(format!("{index}.collected"));
        let mut collect = words("collect --threads 1");
        collect.extend([
            "--input".into(),
            jar.to_str().unwrap().into(),
            "--output".into(),
            collected.clone(),
        ]);
        succeed(&collect);
        assign.extend(["--collected".into(), collected]);
    }
    let (plan, mapping, ignored) =
        (place("plan".into()), place("mapping.txt".into()), place("ignored.txt".into()));
    for (option, file) in [("--plan", &plan), ("--mapping", &mapping), ("--ignored", &ignored)] {
        assign.extend([option.to_owned(), file.clone()]);
    }
    succeed(&assign);
    let mut apart = Vec::new();
    for (index, jar) in jars.iter().enumerate() {
        let output = place(format!("{index}.jar"));
        let mut rewrite = words("rewrite --input");
        rewrite.extend([jar.to_str().unwrap().into(), "--output".into(), output.clone()]);
        rewrite.extend(["--plan".into(), plan.clone()]);
        succeed(&rewrite);
        apart.push(fs::read(output).unwrap());
    }
    apart.extend([fs::read(mapping).unwrap(), fs::read(ignored).unwrap()]);
    let together = run(&jars, &[]);
    for (index, (one, other)) in together.iter().zip(&apart).enumerate() {
        assert!(one == other, "output {index} differs");
    }
    assert_eq!(together.len(), apart.len());
}
