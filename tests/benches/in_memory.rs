//! What the editing of real classes costs without archives and files: the items per second are methods.

#![allow(clippy::unwrap_used, reason = "a benchmark")]

use classfile_edit::{ClassEdit, ClassFile, Probe, Scratch, Snippet};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::fs::File;
use std::io::Read as _;
use trace_instrument::options::DEFAULT_OWNER;
use trace_tests::corpus;
use zip::ZipArchive;

fn main() {
    divan::main();
}

fn classes(name: &str) -> Vec<Vec<u8>> {
    let mut archive = ZipArchive::new(File::open(corpus::named(name).jar().unwrap()).unwrap()).unwrap();
    let mut classes = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        if entry.name().is_ok_and(|name| name.ends_with(".class")) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.push(bytes);
        }
    }
    classes
}

/// Reads one class, traces every method, and links it to its ids; returns the number of methods.
fn rewrite(bytes: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) -> usize {
    let class = ClassFile::parse(bytes).unwrap();
    let mut edit = ClassEdit::new(&class);
    let owner = DEFAULT_OWNER.as_bytes();
    let enter = edit.pool().method_ref(owner, b"i", b"(I)V").unwrap();
    let exit = edit.pool().method_ref(owner, b"o", b"(I)V").unwrap();
    let methods = class.methods().len();
    for index in 0..methods {
        let slot = index as u32;
        edit.insert(
            index,
            Probe {
                entry: Snippet::new().late_int(slot).invoke_static(enter, 1),
                exit: Some(Snippet::new().late_int(slot).invoke_static(exit, 1)),
                ..Probe::default()
            },
        );
    }
    out.clear();
    edit.finish(scratch).unwrap().link(|slot| slot as i32 + 40_000, out);
    methods
}

/// All classes of a jar, one after the other: each comes from main memory.
#[divan::bench(args = ["guava", "kotlin-compiler"], sample_count = 20, sample_size = 1)]
fn edit_and_link(bencher: Bencher<'_, '_>, jar: &str) {
    let classes = classes(jar);
    let (mut scratch, mut out) = (Scratch::default(), Vec::new());
    let mut all = || classes.iter().map(|class| rewrite(class, &mut scratch, &mut out)).sum::<usize>();
    let methods = all();
    bencher.counter(ItemsCount::new(methods)).bench_local(|| black_box(all()));
}
