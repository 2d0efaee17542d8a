//! Zip bombs: each limit is hit by a jar of its own, the message names the option that raises it, and
//! raising it lets the jar through.

use std::fs;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{Case, class, good};

const ZEROS_ARE_FINE: [&str; 2] = ["--max-ratio", "2000"];

/// A jar of one entry with so many MiB of zeros: about 1,030 bytes for one.
fn zeros(name: &str, mebibytes: usize) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(name, SimpleFileOptions::default()).unwrap();
    for _ in 0..mebibytes {
        writer.write_all(&[0; 1 << 20]).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The jar is refused for an entry, until `option` has the value `enough`.
fn hits(bytes: &[u8], entry: &str, option: &str, given: &[&str], enough: &str) {
    let case = Case::new(bytes);
    let output = case.place("output.jar");
    case.fails(&output, given, &["input.jar", entry, option]);
    let result = case.run(&output, &[given, &[option, enough]].concat());
    assert!(result.status.success(), "{}", crate::cli::stderr(&result));
    assert!(fs::metadata(&output).unwrap().len() > 1000);
}

#[test]
fn an_entry_that_grows_too_much() {
    hits(&zeros("bomb.bin", 2), "bomb.bin", "--max-ratio", &[], "1100");
}

#[test]
fn a_class_that_is_too_large() {
    hits(&zeros("bomb.class", 257), "bomb.class", "--max-entry-bytes", &ZEROS_ARE_FINE, "300000000");
}

#[test]
fn entries_that_are_too_large_together() {
    let one = zeros("bomb.bin", 200);
    let mut source = ZipArchive::new(Cursor::new(one)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..85 {
        let entry = source.by_index_raw(0).unwrap();
        writer.raw_copy_file_rename(entry, format!("bomb-{number}.bin")).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    // 16 GiB are passed by the 82nd entry.
    hits(&bytes, "bomb-81.bin", "--max-total-bytes", &ZEROS_ARE_FINE, "20000000000");
}

#[test]
fn too_many_entries() {
    let case = Case::new(&good().entry("other.txt", b"x").entry("other.class", &class()).finish());
    let output = case.place("output.jar");
    case.fails(&output, &["--max-entries", "2"], &["input.jar", "--max-entries", " 3,"]);
    assert!(case.run(&output, &["--max-entries", "3"]).status.success());
}
