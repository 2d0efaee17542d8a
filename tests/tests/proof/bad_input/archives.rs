//! Archives that are damaged, or made to do harm.

use std::fs;

use super::{Case, class, good};
use crate::cli;

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
fn two_entries_of_one_name_are_kept_with_a_note() {
    let case = Case::new(&good().entry("a.txt", b"1").entry("a.txt", b"2").finish());
    let output = case.place("output.jar");
    let result = case.run(&output, &[]);
    let notes = cli::stderr(&result);
    assert!(result.status.success(), "{notes}");
    let note = format!("{}: a.txt: two entries have this name; both are kept", case.input.display());
    assert_eq!(notes.matches(&note).count(), 1, "{notes}");
    let bytes = fs::read(&output).unwrap();
    let names = bytes.windows(5).filter(|window| window == b"a.txt").count();
    assert_eq!(names, 4, "two local headers, two in the directory");
    let place = |word: &[u8]| bytes.windows(word.len()).position(|window| window == word);
    assert!(place(b"a.txt1").unwrap() < place(b"a.txt2").unwrap(), "in their order");

    case.fails(&case.place("strict.jar"), &["--strict"], &["input.jar", "a.txt", "two entries"]);
}

#[test]
fn encrypted_entries() {
    Case::new(&good().entry("secret.class", b"x").encrypted().finish())
        .is_refused(&["secret.class", "encrypted"]);
}

#[test]
fn entries_that_share_their_bytes() {
    let mut bytes = good().entry("other.class", &class()).finish();
    // The second directory record points to the first entry's local header.
    let second = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[second + 42..second + 46].copy_from_slice(&[0; 4]);
    Case::new(&bytes).is_refused(&[]);
}
