//! Every bad input has its stated outcome: a message naming file and entry, exit code 1 (2 for wrong
//! usage), no output left behind, the input as it was.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use tempfile::TempDir;
use trace_tests::{cache, javac, jdk};

mod archives;
mod bombs;
mod classes;
mod outputs;

use crate::cli;
use crate::handmade::HandmadeZip;

/// A folder with one input, and the places where outputs would go.
struct Case {
    folder: TempDir,
    input: PathBuf,
    bytes: Vec<u8>,
}

impl Case {
    fn new(bytes: &[u8]) -> Case {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input.jar");
        fs::write(&input, bytes).unwrap();
        Case { folder, input, bytes: bytes.to_vec() }
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, output: &Path, options: &[&str]) -> Output {
        let mapping = self.place("mapping.txt");
        let mut arguments: Vec<&dyn AsRef<OsStr>> =
            vec![&"instrument", &"--input", &self.input, &"--output", &output, &"--mapping", &mapping];
        arguments.extend(options.iter().map(|option| option as &dyn AsRef<OsStr>));
        let result = cli::run(&arguments);
        assert_eq!(fs::read(&self.input).unwrap(), self.bytes, "the input was touched");
        result
    }

    /// Runs the tool, which must fail with a message that holds all of `words`, and leave nothing.
    fn fails(&self, output: &Path, options: &[&str], words: &[&str]) {
        let before = self.listing();
        let result = self.run(output, options);
        let message = cli::stderr(&result);
        assert_eq!(result.status.code(), Some(1), "{message}");
        for word in words {
            assert!(message.contains(word), "no `{word}` in: {message}");
        }
        assert!(!message.contains("panicked"), "{message}");
        assert_eq!(self.listing(), before, "something was left behind: {message}");
    }

    fn listing(&self) -> Vec<PathBuf> {
        let mut names: Vec<PathBuf> = walkdir::WalkDir::new(self.folder.path())
            .into_iter()
            .map(|entry| entry.unwrap().into_path())
            .collect();
        names.sort();
        names
    }

    fn is_refused(&self, words: &[&str]) {
        self.fails(&self.place("output.jar"), &[], &[&["input.jar"], words].concat());
    }
}

/// A class that has something to instrument.
fn class() -> Vec<u8> {
    let jdk = jdk::standard().expect("these tests need a JDK");
    let classes = javac::compile(
        jdk,
        "bad-input",
        &cache::workspace().join("fixtures/one-class"),
        &[],
        &["--release", "8"],
    )
    .unwrap();
    fs::read(classes.join("sample/Sample.class")).unwrap()
}

fn good() -> HandmadeZip {
    HandmadeZip::default().entry("sample/Sample.class", &class())
}

/// The class under another name of the same length.
fn renamed(class: &[u8], name: &str) -> Vec<u8> {
    let old = b"sample/Sample";
    assert_eq!(name.len(), old.len());
    let mut class = class.to_vec();
    while let Some(at) = class.windows(old.len()).position(|window| window == old) {
        class[at..at + old.len()].copy_from_slice(name.as_bytes());
    }
    class
}

fn entry(jar: &Path, name: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(fs::File::open(jar).unwrap()).unwrap();
    let mut bytes = Vec::new();
    std::io::copy(&mut archive.by_name(name).unwrap(), &mut bytes).unwrap();
    bytes
}
