//! A jar with versions of a class and all that a jar may hold beside classes: only classes change.

use std::ffi::OsStr;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use trace_tests::skip::or_skip;
use trace_tests::{cache, javac, jdk};
use zip::ZipArchive;

use crate::cli;
use crate::compare::assert_same;
use crate::handmade::HandmadeZip;
use crate::java::Tools;
use crate::subject::Subject;

const BASE: &str = "multi/Choice.class";
const NINE: &str = "META-INF/versions/9/multi/Choice.class";
const RULES: &str = "META-INF/proguard/multi.pro";
/// An extra field of an unknown kind: id, length, content.
const EXTRA: &[u8] = b"\x77\x77\x04\0keep";
/// 2024-05-17, 12:34:56 and another day, as MS-DOS has them.
const TIMES: [u32; 2] = [0x58B1_645C, 0x3A21_0000];

fn jar(time: u32) -> Vec<u8> {
    let jdk = jdk::standard().unwrap();
    let compile = |part: &str, options: &[&str]| -> PathBuf {
        let sources = cache::workspace().join("fixtures/multi-release").join(part);
        javac::compile(jdk, part, &sources, &[], options).unwrap()
    };
    let base = compile("base", &["--release", "8", "-Xpkginfo:always"]);
    let nine = compile("nine", &["--release", "9"]);
    let class = |folder: &Path, name: &str| fs::read(folder.join(name)).unwrap();
    HandmadeZip::default()
        .entry("META-INF/", b"")
        .entry("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n")
        .entry("zebra.bin", &[0, 1, 2, 3, 255])
        .adorned(EXTRA, "first of the files")
        .entry("META-INF/versions/9/module-info.class", &class(&nine, "module-info.class"))
        .oddly_deflated()
        .entry(NINE, &class(&nine, BASE))
        .adorned(EXTRA, "for Java 9")
        .entry("multi/package-info.class", &class(&base, "multi/package-info.class"))
        .entry(BASE, &class(&base, BASE))
        .oddly_deflated()
        .entry(RULES, b"-keep class multi.Choice { *; }\n")
        .oddly_deflated()
        .adorned(&[], "rules")
        .entry("a/\u{65E5}\u{672C}.txt", b"name in UTF-8")
        .comment("about the whole jar")
        .at(time)
        .finish()
}

#[derive(Debug, PartialEq)]
struct Entry {
    name: String,
    comment: String,
    extra: Vec<u8>,
    method: String,
    packed: Vec<u8>,
}

fn entries(jar: &[u8]) -> Vec<Entry> {
    let mut zip = ZipArchive::new(Cursor::new(jar)).unwrap();
    assert_eq!(zip.comment(), b"about the whole jar");
    let read = |index| {
        let mut file = zip.by_index_raw(index).unwrap();
        let mut packed = Vec::new();
        file.read_to_end(&mut packed).unwrap();
        Entry {
            name: file.name().unwrap().into_owned(),
            comment: file.comment().to_owned(),
            extra: file.extra_data().unwrap_or_default().to_vec(),
            method: file.compression().to_string(),
            packed,
        }
    };
    (0..9).map(read).collect()
}

#[test]
fn versions_share_ids_and_all_else_is_kept() {
    let Some(tools) = or_skip("multi-release jar", Tools::compile()) else { return };
    let folder: TempDir = tempfile::tempdir().unwrap();
    let original = folder.path().join("multi.jar");
    let mut outputs = Vec::new();
    for time in TIMES {
        fs::write(&original, jar(time)).unwrap();
        let subject = Subject::made(&original, |jar, mapping, ignored| {
            let words: [&dyn AsRef<OsStr>; 9] = [
                &"instrument",
                &"--input",
                &original,
                &"--output",
                &jar,
                &"--mapping",
                &mapping,
                &"--ignored",
                &ignored,
            ];
            cli::succeed(&words);
        });
        outputs.push(fs::read(&subject.jar).unwrap());
        assert_same(&tools, "multi-release", &subject, &[]);
        let mapping = fs::read_to_string(&subject.mapping).unwrap();
        let of_class: Vec<&str> = mapping.lines().filter(|line| line.contains("multi.Choice ")).collect();
        assert_eq!(
            of_class,
            [
                "1,10,multi.Choice args ()Ljava.lang.String;",
                "2,8,multi.Choice pid ()J",
                "3,9,multi.Choice run ()Ljava.lang.String;",
            ]
        );
    }
    assert!(outputs[0] == outputs[1], "time stamps of the input are in the output");

    let (before, after) = (entries(&jar(TIMES[0])), entries(&outputs[0]));
    assert_eq!(before.len(), after.len());
    for (mut old, new) in before.into_iter().zip(after) {
        if [BASE, NINE].contains(&&*old.name) {
            assert_ne!(old.packed, new.packed, "{} is instrumented", old.name);
            old.packed.clone_from(&new.packed);
        }
        assert_eq!(old, new);
    }
}
