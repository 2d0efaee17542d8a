//! What must hold for any bytes that are given as a class file.

use classfile_edit::{ClassEdit, ClassFile, ConstructorEntry, Edited, Error, Exits, Probe, Scratch, Snippet};

/// Edits the class in every way. Hands back whether some edit succeeded.
///
/// # Panics
/// If an edited class cannot be read again, if the same edit gives other bytes the second time, or if an
/// edit that puts nothing in changes something.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Ok(class) = ClassFile::parse(bytes) else { return false };
    // From method to method and from edit to edit: nothing of what was there before may show.
    let mut scratch = Scratch::default();
    let mut edited = false;
    for exits in [Exits::Normal, Exits::Throw, Exits::Unwind] {
        for constructor_entry in [ConstructorEntry::Start, ConstructorEntry::AfterSuper] {
            let probe = Probe { exits, constructor_entry, ..Probe::default() };
            let Ok(once) = put_calls_in(&class, probe, &mut scratch) else { continue };
            let mut fresh = Scratch::default();
            let twice = put_calls_in(&class, probe, &mut fresh).expect("as before");
            assert_eq!(once.refusals(), twice.refusals());
            let refused: Vec<usize> = once.refusals().iter().map(|&(index, _)| index).collect();
            let (once, twice) = (link(&once), link(&twice));
            assert!(once == twice, "editing is deterministic");
            check_structure(&once, &refused);
            let again = check_identity(&once, probe, &mut scratch);
            assert!(again.is_ok() || !refused.is_empty(), "an edited class can be edited");
            edited = true;
        }
    }
    let _ = check_identity(bytes, Probe::default(), &mut scratch);
    edited
}

fn put_calls_in<'s>(
    class: &ClassFile<'_>,
    probe: Probe,
    scratch: &'s mut Scratch,
) -> Result<Edited<'s>, Error> {
    let mut edit = ClassEdit::new(class);
    let enter = edit.pool().method_ref(b"app/Beat", b"i", b"(I)V")?;
    let leave = edit.pool().method_ref(b"app/Beat", b"o", b"(I)V")?;
    for slot in 0..class.methods().len() as u32 {
        let call = |method| Snippet::new().late_int(slot).invoke_static(method, 1);
        edit.insert(slot as usize, Probe { entry: call(enter), exit: Some(call(leave)), ..probe });
    }
    edit.finish(scratch)
}

/// Every other method gets an id that needs a constant.
fn link(edited: &Edited<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    edited.link(|slot| if slot % 2 == 0 { slot as i32 } else { 100_000 + slot as i32 }, &mut out);
    out
}

/// What is refused stays as it was, broken or not.
fn check_structure(bytes: &[u8], refused: &[usize]) {
    let class = ClassFile::parse(bytes).expect("an edited class can be read");
    for (index, method) in class.methods().iter().enumerate() {
        let Some(code) = class.code(method).expect("code can be read") else { continue };
        if refused.contains(&index) {
            continue;
        }
        let len = code.bytes().len() as i64;
        for instruction in code.instructions() {
            let instruction = instruction.expect("instructions can be read");
            let targets = instruction.target().into_iter().chain(instruction.switch_targets());
            targets.for_each(|target| assert!((0..len).contains(&target), "a branch leaves the code"));
        }
        for handler in code.handlers() {
            let end = i64::from(handler.start.max(handler.end));
            assert!(end <= len && i64::from(handler.handler) < len, "a handler leaves the code");
        }
        for attribute in code.attributes(class.pool()).expect("attributes can be read") {
            attribute.expect("attributes can be read");
        }
    }
}

/// Visits every method and puts nothing in.
fn check_identity(bytes: &[u8], probe: Probe, scratch: &mut Scratch) -> Result<(), Error> {
    let class = ClassFile::parse(bytes)?;
    let mut edit = ClassEdit::new(&class);
    for index in 0..class.methods().len() {
        edit.insert(index, Probe { exit: None, ..probe });
    }
    let edited = edit.finish(scratch)?;
    let mut out = Vec::new();
    edited.link(|_| 0, &mut out);
    assert!(out == bytes, "putting nothing in changes nothing");
    Ok(())
}
