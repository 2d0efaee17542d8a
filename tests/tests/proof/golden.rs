//! What instrumented classes look like: text dumps in `fixtures/golden`, each named after what it
//! shows. `TRACE_BLESS=1` writes them anew; read the difference before you commit it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use trace_tests::jdk;
use trace_tests::skip::or_skip;
use trace_tests::{cache, javac};

use crate::java::Tools;
use crate::{beat, pack, subject};

/// Name of the dump, class files of the fixture, and options of the tool.
type Golden = (&'static str, &'static [&'static str], &'static [&'static str]);

const UNWIND: &[&str] = &["--exits", "unwind"];
const UNWIND_FROM_THE_START: &[&str] = &["--exits", "unwind", "--constructor-entry", "start"];
const AFTER_SUPER: &[&str] = &["--constructor-entry", "after-super"];

/// Of classes that ASM writes: the same bytes with any JDK.
const MADE: [Golden; 16] = [
    ("loop-to-the-start-enters-once", &["made/LoopToStart"], &[]),
    ("each-kind-of-return-and-branches-to-it", &["made/ReturnKinds"], &[]),
    ("switches-keep-their-padding", &["made/Switches"], &[]),
    ("subroutines-without-frames", &["made/Subroutine"], &[]),
    ("values-below-the-returned-one", &["made/DirtyStack"], &[]),
    ("handlers-end-before-the-exit-call", &["made/Handlers"], &[]),
    ("handlers-inside-the-unwinding-one", &["made/Handlers"], UNWIND),
    ("super-in-a-switch-entered-at-the-start", &["made/SuperInSwitch52"], &[]),
    ("super-in-a-switch-entered-behind-each-call", &["made/SuperInSwitch52"], AFTER_SUPER),
    ("super-in-a-switch-unwinds-what-follows", &["made/SuperInSwitch52"], UNWIND),
    ("super-in-both-branches-entered-behind-each-call", &["made/SuperInBranch"], AFTER_SUPER),
    ("super-behind-a-loop-keeps-uninitialised-this", &["made/SuperBehindLoop"], &[]),
    ("new-object-before-super-is-no-super", &["made/SuperBehindNew"], AFTER_SUPER),
    ("throw-before-super-exits", &["made/ThrowBeforeSuper"], &[]),
    ("throw-before-super-exits-although-unwinding", &["made/ThrowBeforeSuper"], UNWIND_FROM_THE_START),
    ("throw-before-super-was-never-entered", &["made/ThrowBeforeSuper"], AFTER_SUPER),
];

/// Of classes that javac makes, each of them alike from all releases that we know.
const COMPILED: [Golden; 8] = [
    ("calls-at-entry-return-and-throw", &["sample/Sample"], &[]),
    ("calls-at-entry-and-return-only", &["sample/Sample"], &["--exits", "normal"]),
    ("calls-and-a-handler-for-the-rest", &["sample/Sample"], UNWIND),
    ("trivial-methods-on-demand", &["sample/Sample"], &["--include-trivial"]),
    ("activity-gets-a-method-for-its-focus", &["app/Activities$Plain"], &[]),
    ("activity-tells-of-its-focus-in-its-own-method", &["app/Activities$Own"], &[]),
    ("activity-tells-of-its-focus-once-in-a-chain", &["app/Activities$Base", "app/Activities$Middle"], &[]),
    ("type-annotations-follow-their-instructions", &["annotated/Annotated"], &[]),
];

/// Instruments the fixtures, dumps them and compares.
fn check(tools: &Tools, classes: &Path, goldens: &[Golden]) {
    let stubs = beat::stubs().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let dumps = folder.path();
    let mut heads = Vec::new();
    let mut jars = Vec::new();
    for (name, files, options) in goldens {
        // Alone in its jar, so that its ids are its own.
        let part = folder.path().join(format!("part-{name}"));
        for file in *files {
            let place = part.join(format!("{file}.class"));
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::copy(classes.join(format!("{file}.class")), place).unwrap();
        }
        let original = folder.path().join("original.jar");
        pack::jar(&part, &original);
        let with_stubs = [options, &["--classpath", stubs.to_str().unwrap()][..]].concat();
        let subject = subject::instrument(&original, &with_stubs);
        let jar = folder.path().join(format!("{name}.jar"));
        fs::copy(&subject.jar, &jar).unwrap();
        jars.push(jar);
        let mapping = fs::read_to_string(&subject.mapping).unwrap();
        heads.push(format!("{} {}\n\n{mapping}", files.join(" "), options.join(" ")));
    }
    let mut arguments: Vec<&dyn AsRef<OsStr>> = vec![&dumps];
    arguments.extend(jars.iter().map(|jar| jar as &dyn AsRef<OsStr>));
    assert!(tools.ask("Dump", &arguments).unwrap().0);
    let kept = cache::workspace().join("fixtures/golden");
    let mut changed = Vec::new();
    for ((name, _, _), head) in goldens.iter().zip(heads) {
        let file = format!("{name}.txt");
        let text = head.replace(" \n", "\n") + &fs::read_to_string(dumps.join(&file)).unwrap();
        let golden = kept.join(&file);
        if std::env::var_os("TRACE_BLESS").is_some() {
            fs::create_dir_all(&kept).unwrap();
            fs::write(&golden, &text).unwrap();
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        if let Some(difference) = first_difference(&wanted, &text) {
            changed.push(format!("{}: {difference}", golden.display()));
        }
    }
    assert!(changed.is_empty(), "{}\nif that is right: TRACE_BLESS=1", changed.join("\n"));
}

fn first_difference(wanted: &str, found: &str) -> Option<String> {
    if wanted == found {
        return None;
    }
    let (mut old, mut new) = (wanted.lines(), found.lines());
    for line in 1.. {
        let (was, is) = (old.next(), new.next());
        if was != is || was.is_none() {
            return Some(format!("line {line} was {was:?}, is {is:?}"));
        }
    }
    None
}

#[test]
fn made_classes_look_as_they_did() {
    let Some(tools) = or_skip("golden dumps", Tools::compile()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("made.jar");
    assert!(tools.ask("made.FixtureMaker", &[&jar]).unwrap().0);
    zip::ZipArchive::new(fs::File::open(&jar).unwrap()).unwrap().extract(folder.path()).unwrap();
    check(&tools, folder.path(), &MADE);
}

#[test]
fn compiled_classes_look_as_they_did() {
    let Some(tools) = or_skip("golden dumps", Tools::compile()) else { return };
    for jdk in jdk::installed().iter().filter(|jdk| jdk.feature >= 17) {
        let folder = tempfile::tempdir().unwrap();
        let stubs = beat::stubs().unwrap();
        let mut libraries: Vec<PathBuf> = vec![stubs];
        for name in ["one-class", "activities-library", "activities", "annotated"] {
            let sources = cache::workspace().join("fixtures").join(name);
            let classes =
                javac::compile(jdk, name, &sources, &libraries, &["-g", "--release", "17"]).unwrap();
            copy(&classes, folder.path());
            libraries.push(classes);
        }
        check(&tools, folder.path(), &COMPILED);
    }
}

fn copy(from: &Path, to: &Path) {
    for file in walkdir::WalkDir::new(from) {
        let path = file.unwrap().into_path();
        let place = to.join(path.strip_prefix(from).unwrap());
        if path.is_dir() {
            fs::create_dir_all(place).unwrap();
        } else {
            fs::copy(path, place).unwrap();
        }
    }
}

#[test]
fn no_dump_is_left_over() {
    let known: Vec<String> = MADE.iter().chain(&COMPILED).map(|(name, _, _)| format!("{name}.txt")).collect();
    for file in fs::read_dir(cache::workspace().join("fixtures/golden")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name), "fixtures/golden/{name} belongs to no test");
    }
}
