//! A second opinion: the class file read by `cafebabe`, which shares no code with the instrumenter.
//!
//! It is a reader for good class files. On bad ones it may panic, recurse without bound, or ask for all
//! memory there is; so it only gets classes that [`structure`](super::structure) has passed, and that
//! are small and flat enough.

use super::finding::Findings;
use crate::inspect::{Bytes, Values, skip_nested};
use cafebabe::{ParseOptions, parse_class_with_options};
use classfile_edit::{Attributes, ClassFile, Error};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// It takes up to a hundred bytes for a byte of the class file. Real classes have less than 1 MB.
const MOST_BYTES: usize = 8 << 20;
/// Most annotations within each other. Real ones have three or so.
const MOST_DEPTH: usize = 32;

/// Lets `cafebabe` read the class with all instructions.
pub(super) fn check(class: &ClassFile<'_>, found: &mut Findings) -> Result<(), Error> {
    if class.bytes().len() > MOST_BYTES {
        found.warning(None, format!("larger than {MOST_BYTES} bytes: not read by the independent reader"));
        return Ok(());
    }
    if !is_flat(class)? {
        found.warning(None, "attributes nested too deeply: not read by the independent reader");
        return Ok(());
    }
    let replaced = without_lone_surrogates(class);
    let bytes = replaced.as_deref().unwrap_or(class.bytes());
    let mut options = ParseOptions::default();
    options.parse_bytecode(true);
    match quietly(|| parse_class_with_options(bytes, &options).map(|_| ())) {
        Some(Ok(())) => {}
        Some(Err(error)) => found.error(None, format!("the independent reader refuses it: {error}")),
        None => found.error(None, "the independent reader gave up on it (it panicked)"),
    }
    Ok(())
}

/// Runs `read`; `None` if it panics. The panic's message is not printed: it says nothing to a user.
fn quietly<T>(read: impl FnOnce() -> T) -> Option<T> {
    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                before(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    QUIET.set(false);
    result.ok()
}

/// Whether nothing is nested so deeply that reading it by recursion is dangerous.
fn is_flat(class: &ClassFile<'_>) -> Result<bool, Error> {
    for field in class.fields() {
        if !are_flat(class, field?.attributes, Place::Member)? {
            return Ok(false);
        }
    }
    for method in class.methods() {
        if !are_flat(class, method.attributes(class.pool())?, Place::Method)? {
            return Ok(false);
        }
        if let Some(code) = class.code(method)?
            && !are_flat(class, code.attributes(class.pool())?, Place::Member)?
        {
            return Ok(false);
        }
    }
    are_flat(class, class.attributes()?, Place::Class)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Class,
    Method,
    Member,
}

fn are_flat(class: &ClassFile<'_>, attributes: Attributes<'_, '_>, place: Place) -> Result<bool, Error> {
    for attribute in attributes {
        let attribute = attribute?;
        if is_flat_attribute(class, attribute.name, attribute.info(), place).is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_flat_attribute(class: &ClassFile<'_>, name: &[u8], info: &[u8], place: Place) -> Option<()> {
    let mut bytes = Bytes(info);
    match name {
        // It reads these two wherever they stand, within themselves, too.
        b"Code" => (place == Place::Method).then_some(()),
        b"Record" if place == Place::Class => components(class, bytes),
        b"Record" => None,
        b"AnnotationDefault" => skip_nested(&mut bytes, Values::Plain, MOST_DEPTH),
        b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations" => annotations(&mut bytes),
        b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
            let count = bytes.u1()?;
            (0..count).try_for_each(|_| annotations(&mut bytes))
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => type_annotations(bytes),
        _ => Some(()),
    }
}

fn annotations(bytes: &mut Bytes<'_>) -> Option<()> {
    let count = bytes.u2()?;
    (0..count).try_for_each(|_| skip_nested(bytes, Values::Named, MOST_DEPTH))
}

/// Type annotations (JVMS 4.7.20) of a class, member or code.
fn type_annotations(mut bytes: Bytes<'_>) -> Option<()> {
    for _ in 0..bytes.u2()? {
        let target = match bytes.u1()? {
            0x00 | 0x01 | 0x16 => 1,
            0x13..=0x15 => 0,
            0x10..=0x12 | 0x17 | 0x42..=0x46 => 2,
            0x40 | 0x41 => 6 * usize::from(bytes.u2()?),
            0x47..=0x4B => 3,
            _ => return None,
        };
        bytes.take(target)?;
        let steps = bytes.u1()?;
        bytes.take(2 * usize::from(steps))?;
        skip_nested(&mut bytes, Values::Named, MOST_DEPTH)?;
    }
    Some(())
}

/// The attributes of the components of a record (JVMS 4.7.30).
fn components(class: &ClassFile<'_>, mut bytes: Bytes<'_>) -> Option<()> {
    for _ in 0..bytes.u2()? {
        bytes.take(4)?;
        for _ in 0..bytes.u2()? {
            let name = class.pool().utf8(bytes.u2()?).ok()?;
            let len = bytes.u4()?;
            let info = bytes.take(len as usize)?;
            is_flat_attribute(class, name, info, Place::Member)?;
        }
    }
    Some(())
}

/// The class with each lone surrogate (legal in modified UTF-8, JVMS 4.4.7, but no Unicode text)
/// replaced by a private-use character of the same length; `None` if there is none. The reader refuses
/// an annotation that holds one.
fn without_lone_surrogates(class: &ClassFile<'_>) -> Option<Vec<u8>> {
    let mut copy = None;
    for index in 1..class.pool().count() as u16 {
        let Ok(range) = class.pool().utf8_range(index) else { continue };
        let text = class.bytes().get(range.clone()).unwrap_or_default();
        // A surrogate is ED A0..BF xx; most texts have no ED at all.
        if !text.contains(&0xED) {
            continue;
        }
        let text = &mut copy.get_or_insert_with(|| class.bytes().to_vec())[range];
        let mut at = 0;
        while let Some(rest) = text.get_mut(at..) {
            at += match rest {
                [0xED, 0xA0..=0xAF, _, 0xED, 0xB0..=0xBF, _, ..] => 6,
                [first @ 0xED, second @ 0xA0..=0xBF, _, ..] => {
                    // U+D800..U+DFFF become U+E000..U+E7FF.
                    (*first, *second) = (0xEE, *second - 0x20);
                    3
                }
                _ => 1,
            };
        }
    }
    copy
}
