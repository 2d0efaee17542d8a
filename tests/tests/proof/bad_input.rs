//! Every bad input has its stated outcome: a message naming file and entry, exit code 1 (2 for wrong
//! usage), no output left behind, the input as it was.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use tempfile::TempDir;
use trace_tests::{cache, javac, jdk};
use zip::write::SimpleFileOptions;

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
        let mut arguments: Vec<&dyn AsRef<OsStr>> = vec![
            &"instrument",
            &"--quiet",
            &"--input",
            &self.input,
            &"--output",
            &output,
            &"--mapping",
            &mapping,
        ];
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

#[test]
fn a_file_that_is_no_zip() {
    Case::new(b"").is_refused(&[]);
    Case::new(b"Hello, World!").is_refused(&["zip"]);
    Case::new(&[0xCA; 5000]).is_refused(&["zip"]);
}

#[test]
fn an_input_that_does_not_exist() {
    let case = Case::new(b"");
    let missing = case.place("missing.jar");
    let output = case.place("output.jar");
    let mapping = case.place("mapping.txt");
    let result =
        cli::run(&[&"instrument", &"--input", &missing, &"--output", &output, &"--mapping", &mapping]);
    assert_eq!(result.status.code(), Some(1));
    assert!(cli::stderr(&result).contains("missing.jar"));
    assert!(!output.exists() && !mapping.exists());
}

#[test]
fn a_truncated_zip_wherever_it_ends() {
    let bytes = good().entry("readme.txt", &[b'x'; 300]).finish();
    for length in [4, 30, 100, bytes.len() / 2, bytes.len() - 60, bytes.len() - 1] {
        Case::new(&bytes[..length]).is_refused(&[]);
    }
}

#[test]
fn a_wrong_checksum() {
    let mut bytes = good().finish();
    bytes[200] ^= 1;
    Case::new(&bytes).is_refused(&["sample/Sample.class", "checksum"]);
}

#[test]
fn names_that_leave_the_folder() {
    for name in
        ["../evil.class", "a/../../evil.txt", "/etc/evil", "C:/evil.class", "a\0.class", "..\\evil.class"]
    {
        let shown = name.replace('\0', "").replace('\\', "\\\\");
        let shown = shown.split("evil").next().unwrap().trim_end_matches(".class");
        Case::new(&good().entry(name, b"x").finish()).is_refused(&[shown]);
    }
    // Two dots inside a name are harmless.
    let case = Case::new(&good().entry("a..b/c.txt", b"x").finish());
    assert!(case.run(&case.place("output.jar"), &[]).status.success());
}

#[test]
fn two_entries_of_one_name() {
    // Both are kept, in their order: which one counts is the reader's business, as in the input.
    let case = Case::new(&good().entry("a.txt", b"1").entry("a.txt", b"2").finish());
    let output = case.place("output.jar");
    let result = case.run(&output, &[]);
    let message = cli::stderr(&result);
    if result.status.success() {
        let bytes = fs::read(&output).unwrap();
        let names = bytes.windows(5).filter(|window| window == b"a.txt").count();
        assert_eq!(names, 4, "two local headers, two in the directory");
    } else {
        assert_eq!(result.status.code(), Some(1));
        assert!(message.contains("input.jar") && message.contains("a.txt"), "{message}");
        assert!(!output.exists());
    }
}

#[test]
fn encrypted_entries() {
    Case::new(&good().entry("secret.class", b"x").encrypted().finish())
        .is_refused(&["secret.class", "encrypted"]);
}

#[test]
fn a_zip_bomb() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("bomb.class", SimpleFileOptions::default()).unwrap();
    for _ in 0..300 {
        writer.write_all(&[0; 1 << 20]).unwrap();
    }
    let case = Case::new(&writer.finish().unwrap().into_inner());
    case.is_refused(&["bomb.class"]);
}

#[test]
fn entries_that_share_their_bytes() {
    let mut bytes = good().entry("other.class", &class()).finish();
    // The second directory record points to the first entry's local header.
    let second = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[second + 42..second + 46].copy_from_slice(&[0; 4]);
    Case::new(&bytes).is_refused(&[]);
}

#[test]
fn output_equal_to_input() {
    let case = Case::new(&good().finish());
    case.fails(&case.input, &[], &["input.jar"]);
    #[cfg(unix)]
    {
        let alias = case.place("alias.jar");
        std::os::unix::fs::symlink(&case.input, &alias).unwrap();
        case.fails(&alias, &[], &["alias.jar"]);
    }
}

#[test]
fn an_output_that_cannot_be_written() {
    let case = Case::new(&good().finish());
    fs::write(case.place("file"), b"").unwrap();
    case.fails(&case.place("file/output.jar"), &[], &["file"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk() {
    // Writing to /dev/full always fails for want of room.
    let case = Case::new(&good().finish());
    let output = case.place("output.jar");
    let mapping = Path::new("/dev/full");
    let result = cli::run(&[
        &"instrument",
        &"--quiet",
        &"--input",
        &case.input,
        &"--output",
        &output,
        &"--mapping",
        &mapping,
    ]);
    assert_eq!(result.status.code(), Some(1), "{}", cli::stderr(&result));
    assert!(!output.exists(), "outputs appear together or not at all");
}

#[test]
fn one_bad_class_in_a_good_jar_is_passed_through_and_listed() {
    let whole = class();
    let truncated = &whole[..whole.len() / 2];
    let mut corrupt = whole.clone();
    corrupt[8..10].copy_from_slice(&[0xFF; 2]);
    for (bad, content) in
        [("truncated", truncated), ("corrupt", &corrupt[..]), ("empty", &[]), ("text", b"Hello")]
    {
        let name = format!("bad/{bad}.class");
        let case = Case::new(&good().entry(&name, content).finish());
        let (output, ignored, summary) =
            (case.place("output.jar"), case.place("ignored.txt"), case.place("summary.json"));
        let options = ["--ignored", ignored.to_str().unwrap(), "--summary", summary.to_str().unwrap()];
        let result = case.run(&output, &options);
        assert!(result.status.success(), "{bad}: {}", cli::stderr(&result));
        assert_eq!(entry(&output, &name), content, "{bad}: passed through");
        assert_ne!(entry(&output, "sample/Sample.class"), whole, "{bad}: the good class is instrumented");
        let listed = [&ignored, &summary].iter().any(|file| {
            fs::read_to_string(file)
                .is_ok_and(|text| text.contains(&format!("bad.{bad}")) || text.contains(&name))
        });
        assert!(listed || cli::stderr(&result).contains(&name), "{bad}: listed nowhere");

        let strict = Case::new(&good().entry(&name, content).finish());
        strict.fails(&strict.place("output.jar"), &["--strict"], &[bad]);
    }
}

fn entry(jar: &Path, name: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(fs::File::open(jar).unwrap()).unwrap();
    let mut bytes = Vec::new();
    std::io::copy(&mut archive.by_name(name).unwrap(), &mut bytes).unwrap();
    bytes
}

#[test]
fn wrong_usage_ends_with_2() {
    let case = Case::new(&good().finish());
    let output = case.place("output.jar");
    let wrong: [&[&dyn AsRef<OsStr>]; 5] = [
        &[],
        &[&"explode"],
        &[&"instrument"],
        &[&"instrument", &"--input", &case.input, &"--mapping", &output],
        &[
            &"instrument",
            &"--input",
            &case.input,
            &"--output",
            &output,
            &"--mapping",
            &"m",
            &"--exits",
            &"some",
        ],
    ];
    for arguments in wrong {
        let result = cli::run(arguments);
        assert_eq!(result.status.code(), Some(2), "{}", cli::stderr(&result));
        assert!(!output.exists());
    }
}

#[test]
fn a_dry_run_writes_nothing() {
    let case = Case::new(&good().finish());
    let before = case.listing();
    let result = case.run(&case.place("output.jar"), &["--dry-run"]);
    assert!(result.status.success(), "{}", cli::stderr(&result));
    assert_eq!(case.listing(), before);
}
