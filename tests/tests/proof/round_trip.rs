//! Editing without inserting anything gives the same bytes, for every class at hand.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use classfile_edit::{ClassEdit, ClassFile, Error, Exits, Probe, Scratch};
use trace_tests::corpus;
use trace_tests::jdk::{self, Jdk};
use trace_tests::skip::or_skip;

use crate::subject;

/// Edits every method of every class of a jar; returns how many classes there were.
fn round_trip(jar: &Path) -> usize {
    let mut zip = zip::ZipArchive::new(io::BufReader::new(File::open(jar).unwrap())).unwrap();
    let mut scratch = Scratch::default();
    let (mut bytes, mut out) = (Vec::new(), Vec::new());
    let (mut classes, mut errors) = (0, Vec::new());
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        if !name.ends_with(".class") {
            continue;
        }
        bytes.clear();
        entry.read_to_end(&mut bytes).unwrap();
        classes += 1;
        out.clear();
        match edit_nothing(&bytes, &mut scratch, &mut out) {
            Ok(()) => assert!(bytes == out, "{}: {}: other bytes", jar.display(), name),
            Err(error) => errors.push(format!("{}: {error}", name)),
        }
    }
    assert!(errors.is_empty(), "{}: {errors:?}", jar.display());
    classes
}

fn edit_nothing(bytes: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) -> Result<(), Error> {
    let class = ClassFile::parse(bytes)?;
    let mut edit = ClassEdit::new(&class);
    for index in 0..class.methods().len() {
        edit.insert(index, Probe { exits: Exits::Throw, ..Probe::default() });
    }
    let edited = edit.finish(scratch)?;
    assert_eq!(edited.refusals(), []);
    edited.link(|_| unreachable!("nothing was inserted"), out);
    Ok(())
}

#[test]
fn the_corpus_stays_as_it_is() {
    let Some(selected) = or_skip("round trip", subject::selected()) else { return };
    for (published, jar) in selected {
        let Some(jar) = or_skip(&format!("round trip of {}", published.name), jar) else { continue };
        assert!(round_trip(&jar) > 100, "{}: too few classes", published.name);
    }
}

fn modules(jdk: &Jdk) {
    let Some(modules) = or_skip(&format!("round trip of JDK {}", jdk.feature), jdk.modules()) else { return };
    let mut classes = 0;
    for module in modules {
        if corpus::is_full() || module.ends_with("java.base.jar") {
            classes += round_trip(&module);
        }
    }
    assert!(classes > 6_000, "{classes} classes");
}

#[test]
fn each_jdk_stays_as_it_is() {
    for jdk in jdk::installed().iter().filter(|jdk| jdk.feature >= 17) {
        modules(jdk);
    }
}
