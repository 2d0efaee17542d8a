//! One class before and after.

use super::method::{Body, Inserted, compare};
use crate::inspect::Beat;
use classfile_edit::{Attributes, ClassFile, Error, Method};
use serde::Serialize;
use std::collections::HashMap;
use trace_model::name;

/// What happened to one method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MethodDiff {
    /// Name and descriptor, escaped as in the mapping file.
    pub method: String,
    /// The id that the calls have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i32>,
    /// Calls of `i`.
    pub enters: u32,
    /// Calls of `o`.
    pub exits: u32,
    /// Whether `at` is called.
    pub at: bool,
    /// Whether a handler closes the method when an exception passes through.
    pub unwinds: bool,
    /// Whether the method was added.
    pub added: bool,
}

/// What happened to a class: what was inserted, and what differs beyond that, with the method.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) methods: Vec<MethodDiff>,
    pub(super) other: Vec<(Option<String>, String)>,
}

/// Conditional branches reach this far; in shorter methods nothing extends their reach.
const SHORT: usize = 32_767;

/// Compares two class files of one name; `owner` is the class that inserted calls go to.
pub(super) fn diff(before: &[u8], after: &[u8], owner: &[u8]) -> Result<Outcome, Error> {
    let (before, after) = (ClassFile::parse(before)?, ClassFile::parse(after)?);
    let mut outcome = Outcome::default();
    let mut other = |message: &str| outcome.other.push((None, message.to_owned()));
    if before.version() != after.version() {
        other("the class-file version changed");
    }
    if !is_appended(&before, &after) {
        other(
            "the constant pool was rebuilt, not appended to; attributes with indices into it were not compared",
        );
        compare_methods(&before, &after, owner, false, &mut outcome)?;
        return Ok(outcome);
    }
    if (before.access(), before.name(), before.super_name())
        != (after.access(), after.name(), after.super_name())
    {
        other("its access flags, name or super class changed");
    }
    if !before.interfaces().eq(after.interfaces()) {
        other("its interfaces changed");
    }
    if !same_fields(&before, &after)? {
        other("its fields changed");
    }
    if !same_attributes(before.attributes()?, after.attributes()?)? {
        other("its attributes changed");
    }
    compare_methods(&before, &after, owner, true, &mut outcome)?;
    Ok(outcome)
}

/// Whether the constant pool still begins as it was.
fn is_appended(before: &ClassFile<'_>, after: &ClassFile<'_>) -> bool {
    let len = before.pool_bytes().len();
    before.pool().count() <= after.pool().count()
        && after.pool_bytes().get(..len) == Some(before.pool_bytes())
}

fn same_fields(before: &ClassFile<'_>, after: &ClassFile<'_>) -> Result<bool, Error> {
    let (mut old, mut new) = (before.fields(), after.fields());
    loop {
        match (old.next().transpose()?, new.next().transpose()?) {
            (None, None) => return Ok(true),
            (Some(old), Some(new)) => {
                let same = (old.access, old.name, old.descriptor) == (new.access, new.name, new.descriptor);
                if !same || !same_attributes(old.attributes, new.attributes)? {
                    return Ok(false);
                }
            }
            _ => return Ok(false),
        }
    }
}

/// Whether all attributes are the same bytes, `Code` left out.
fn same_attributes(mut old: Attributes<'_, '_>, mut new: Attributes<'_, '_>) -> Result<bool, Error> {
    loop {
        match (old.next().transpose()?, new.next().transpose()?) {
            (None, None) => return Ok(true),
            (Some(old), Some(new)) if old.name == new.name => {
                if old.name != b"Code" && old.info() != new.info() {
                    return Ok(false);
                }
            }
            _ => return Ok(false),
        }
    }
}

fn compare_methods(
    before: &ClassFile<'_>,
    after: &ClassFile<'_>,
    owner: &[u8],
    with_tables: bool,
    outcome: &mut Outcome,
) -> Result<(), Error> {
    let beat = Beat::of(after, owner);
    let mut old: HashMap<(&[u8], &[u8]), &Method<'_>> =
        before.methods().iter().map(|method| ((method.name(), method.descriptor()), method)).collect();
    for new in after.methods() {
        let shown = name::escape(new.name()) + &name::escape(new.descriptor());
        let inserted = match old.remove(&(new.name(), new.descriptor())) {
            Some(old) => {
                let (inserted, other) = compare_method((before, old), (after, new), &beat, with_tables)?;
                outcome.other.extend(other.map(|message| (Some(shown.clone()), message)));
                (inserted != Inserted::default()).then_some((inserted, false))
            }
            None => {
                let body = after.code(new)?.map(|code| Body::instrumented(after, code, &beat, false));
                let inserted = body.transpose()?.map(|body| body.inserted()).unwrap_or_default();
                if !inserted.at {
                    outcome.other.push((Some(shown.clone()), "the method is new".to_owned()));
                }
                Some((inserted, true))
            }
        };
        outcome.methods.extend(inserted.map(|(inserted, added)| {
            let Inserted { id, enters, exits, at, unwinds } = inserted;
            MethodDiff { method: shown, id, enters, exits, at, unwinds, added }
        }));
    }
    // In the order of the file: a map has none.
    for gone in
        before.methods().iter().filter(|method| old.contains_key(&(method.name(), method.descriptor())))
    {
        let shown = name::escape(gone.name()) + &name::escape(gone.descriptor());
        outcome.other.push((Some(shown), "the method is gone".to_owned()));
    }
    Ok(())
}

fn compare_method<'a>(
    (before, old): (&ClassFile<'a>, &Method<'a>),
    (after, new): (&ClassFile<'a>, &Method<'a>),
    beat: &Beat,
    with_tables: bool,
) -> Result<(Inserted, Option<String>), Error> {
    let mut inserted = Inserted::default();
    if old.access() != new.access() {
        return Ok((inserted, Some("its access flags changed".to_owned())));
    }
    if with_tables && !same_attributes(old.attributes(before.pool())?, new.attributes(after.pool())?)? {
        return Ok((inserted, Some("its attributes changed".to_owned())));
    }
    let (Some(old_code), Some(new_code)) = (before.code(old)?, after.code(new)?) else {
        let both_absent = before.code(old)?.is_none() && after.code(new)?.is_none();
        return Ok((inserted, (!both_absent).then(|| "it got or lost its code".to_owned())));
    };
    let body = Body::instrumented(after, new_code, beat, false)?;
    // Calls that were there before are part of the method.
    let had_calls = !beat.is_empty() && {
        let beat = Beat::of(before, beat.owner());
        !beat.calls(before, &old_code)?.is_empty()
    };
    if had_calls {
        let whole = Body::whole(after, new_code)?;
        return Ok((inserted, compare(&Body::whole(before, old_code)?, &whole, with_tables)?));
    }
    inserted = body.inserted();
    let original = Body::whole(before, old_code)?;
    let mut other = compare(&original, &body, with_tables)?;
    if other.is_some() && new_code.bytes().len() > SHORT {
        let relayed = Body::instrumented(after, new_code, beat, true)?;
        if compare(&original, &relayed, with_tables)?.is_none() {
            other = None;
        }
    }
    Ok((inserted, other))
}
