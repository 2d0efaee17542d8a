//! One class: what is in it, and the calls put in.
//!
//! Calls are put in while the class is first read, before there are ids: which class or method refuses
//! them is then known when ids are given, and no id is given in vain. The ids are linked in later. That
//! first edit is a guess, right for all but a few classes: those where `at` is needed or the block list
//! names single methods are edited again.

use crate::body;
use crate::facts::{Body, ClassFacts, MethodFacts};
use crate::focus::{FOCUS_DESCRIPTOR, FOCUS_METHOD, FocusAction};
use crate::options::{self, Rewriting};
use classfile_edit::{
    ClassEdit, ClassFile, ConstructorEntry, Edited, EditedShape, Error, Exits, Method, NewMethod, Probe,
    Refusal, Scratch, Snippet, opcode,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use trace_model::{MethodId, SkipReason};

/// Constant-pool entries that are kept free for what another edit may need more than the first.
const SPARE_ENTRIES: usize = 32;
const LAST_ENTRY: usize = 65_535;
/// `methods_count` is a `u2` (JVMS 4.1).
const MOST_METHODS: usize = 65_535;
/// Most bytes that the names and descriptors of one class's methods may take: each method is told by a
/// copy of its own, and 65,535 of them could share one entry of 64 KB. Real classes need far less.
const MOST_NAME_BYTES: usize = 16 << 20;

const ACC_PUBLIC: u16 = 0x0001;
const ACC_STATIC: u16 = 0x0008;
const ACC_MODULE: u16 = 0x8000;

/// A class that was read.
#[derive(Debug)]
pub(crate) struct ScannedClass {
    pub(crate) facts: ClassFacts,
    /// The class with all calls that it will probably have; `None` when it will have none.
    pub(crate) guess: Option<Guess>,
    pub(crate) troubles: Vec<Trouble>,
}

/// A class edited before it was known what is wanted. Its bytes lie with those of its unit.
#[derive(Debug)]
pub(crate) struct Guess {
    data: Range<usize>,
    shape: EditedShape,
    focus: FocusAction,
}

/// Why something stays as it is, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trouble {
    /// Index of the method, `None` for the whole class.
    pub(crate) method: Option<usize>,
    pub(crate) reason: SkipReason,
    pub(crate) detail: String,
}

/// Reads a class and edits it on a guess. `skips` tells which classes need no guess; what is edited is
/// appended to `kept`.
pub(crate) fn scan(
    bytes: &[u8],
    rewriting: &Rewriting,
    skips: impl Fn(&[u8]) -> bool,
    scratch: &mut Scratch,
    kept: &mut Vec<u8>,
) -> Result<ScannedClass, Error> {
    let class = ClassFile::parse(bytes)?;
    let names = class.methods().iter().map(|method| method.name().len() + method.descriptor().len());
    if names.sum::<usize>() > MOST_NAME_BYTES {
        return Err(Error::Malformed { what: "the names of the methods take more than 16 MiB", offset: 0 });
    }
    let plain = class.access() & ACC_MODULE == 0 && !skips(class.name());
    let Judged { bodies, edit } = match guess(&class, rewriting, plain, scratch) {
        Ok(found) => found,
        Err(trouble) => {
            let facts = facts(&class, |_| Body::Refused(trouble.reason)).uneditable();
            return Ok(ScannedClass { facts, guess: None, troubles: vec![trouble] });
        }
    };
    let mut troubles = Vec::new();
    for (method, refusal) in edit.iter().flat_map(|(edited, _)| edited.refusals()) {
        let reason = match refusal {
            Refusal::TooLarge { .. } => SkipReason::TooLarge,
            _ => SkipReason::Unsupported,
        };
        troubles.push(Trouble { method: Some(*method), reason, detail: refusal.to_string() });
    }
    let refused = |index| {
        let found = troubles.binary_search_by_key(&Some(index), |trouble| trouble.method).ok()?;
        troubles.get(found)
    };
    let facts = facts(&class, |index| match refused(index) {
        Some(trouble) => Body::Refused(trouble.reason),
        None => bodies.get(index).copied().unwrap_or(Body::Absent),
    });
    let guess = edit.map(|(edited, focus)| {
        let start = kept.len();
        kept.extend_from_slice(edited.data());
        Guess { data: start..kept.len(), shape: edited.shape(), focus }
    });
    Ok(ScannedClass { facts, guess, troubles })
}

/// The methods of a class, judged, and the class with its calls.
struct Judged<'s> {
    bodies: Vec<Body>,
    edit: Option<(Edited<'s>, FocusAction)>,
}

fn guess<'s>(
    class: &ClassFile<'_>,
    rewriting: &Rewriting,
    plain: bool,
    scratch: &'s mut Scratch,
) -> Result<Judged<'s>, Trouble> {
    let malformed = |error: Error| {
        let reason = match error {
            Error::PoolFull { .. } => SkipReason::ConstantPoolFull,
            _ => SkipReason::Malformed,
        };
        whole(reason, error.to_string())
    };
    let mut bodies = Vec::with_capacity(class.methods().len());
    for method in class.methods() {
        bodies.push(match class.code(method).map_err(malformed)? {
            // What is skipped anyway need not be looked at.
            Some(_) if !plain => Body::Substantial,
            Some(code) => body::judge(&code, method.is_constructor()).map_err(malformed)?,
            None => Body::Absent,
        });
    }
    if !plain {
        return Ok(Judged { bodies, edit: None });
    }
    if calls_owner(class, &rewriting.owner) {
        let detail = format!("it calls {} already", rewriting.owner.replace('/', "."));
        return Err(whole(SkipReason::AlreadyInstrumented, detail));
    }
    if class.methods().len() == MOST_METHODS {
        let detail = "it has 65,535 methods, no room is left for another".to_owned();
        return Err(whole(SkipReason::Unsupported, detail));
    }
    let selected = bodies.iter().filter(|&&body| is_selected(body, rewriting)).count();
    if selected + class.pool().count() + SPARE_ENTRIES > LAST_ENTRY {
        let error = Error::PoolFull { count: class.pool().count() };
        return Err(whole(SkipReason::ConstantPoolFull, error.to_string()));
    }
    let focus = match class.methods().iter().zip(&bodies).find(|(method, _)| body::is_focus_method(method)) {
        Some((method, body)) if *body != Body::Absent && method.access() & ACC_STATIC == 0 => {
            FocusAction::InsertAtStart
        }
        _ => FocusAction::None,
    };
    if selected == 0 && focus == FocusAction::None {
        return Ok(Judged { bodies, edit: None });
    }
    let is_wanted = |index: usize| bodies.get(index).is_some_and(|&body| is_selected(body, rewriting));
    let edited = edit(class, rewriting, is_wanted, focus, scratch).map_err(malformed)?;
    Ok(Judged { bodies, edit: Some((edited, focus)) })
}

/// Whether the policy is likely to want a method.
fn is_selected(body: Body, rewriting: &Rewriting) -> bool {
    body == Body::Substantial || body == Body::Trivial && rewriting.include_trivial
}

fn whole(reason: SkipReason, detail: String) -> Trouble {
    Trouble { method: None, reason, detail }
}

/// What the hierarchy needs of a class: `None` if it cannot be read.
pub(crate) fn outline(bytes: &[u8]) -> Option<ClassFacts> {
    let class = ClassFile::parse(bytes).ok()?;
    let methods = class.methods().iter().filter(|method| body::is_focus_method(method)).map(|method| {
        let body = if class.code(method).ok().flatten().is_some() { Body::Substantial } else { Body::Absent };
        method_facts(method, body, false)
    });
    Some(ClassFacts::new(class.access(), class.name(), class.super_name(), methods))
}

fn method_facts<'a>(method: &Method<'a>, body: Body, calls_super_focus: bool) -> MethodFacts<'a> {
    MethodFacts {
        access: method.access(),
        name: method.name(),
        descriptor: method.descriptor(),
        body,
        calls_super_focus,
    }
}

fn facts(class: &ClassFile<'_>, body: impl Fn(usize) -> Body) -> ClassFacts {
    let methods = class.methods().iter().enumerate().map(|(index, method)| {
        let code = class.code(method).ok().flatten();
        let calls_super_focus =
            body::is_focus_method(method) && code.is_some_and(|code| body::calls_super_focus(class, &code));
        method_facts(method, if code.is_some() { body(index) } else { Body::Absent }, calls_super_focus)
    });
    ClassFacts::new(class.access(), class.name(), class.super_name(), methods)
}

fn calls_owner(class: &ClassFile<'_>, owner: &str) -> bool {
    const METHODREF: u8 = 10;
    let pool = class.pool();
    if !pool.has_utf8(owner.as_bytes()) {
        return false;
    }
    (1..pool.count() as u16).filter(|&index| pool.tag(index) == Some(METHODREF)).any(|index| {
        pool.member(index).is_ok_and(|called| {
            called.class == owner.as_bytes() && matches!(called.name, b"i" | b"o" | b"at")
        })
    })
}

impl Guess {
    /// Puts the ids in and appends the class to `out`; `kept` holds the bytes of its unit.
    pub(crate) fn link(&self, kept: &[u8], ids: &[Option<MethodId>], out: &mut Vec<u8>) {
        Edited::from_parts(&kept[self.data.clone()], self.shape).link(|slot| id_of(ids, slot), out);
    }

    /// Whether exactly the methods that have ids, and the focus that is asked for, were edited.
    pub(crate) fn is_right(
        &self,
        facts: &ClassFacts,
        ids: &[Option<MethodId>],
        focus: FocusAction,
        rewriting: &Rewriting,
    ) -> bool {
        self.focus == focus
            && facts
                .methods()
                .zip(ids)
                .all(|(method, id)| is_selected(method.body, rewriting) == id.is_some())
    }
}

/// Edits a class as it is wanted and appends it to `out`.
pub(crate) fn rewrite(
    bytes: &[u8],
    rewriting: &Rewriting,
    ids: &[Option<MethodId>],
    focus: FocusAction,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let class = ClassFile::parse(bytes)?;
    let is_wanted = |index: usize| ids.get(index).is_some_and(Option::is_some);
    edit(&class, rewriting, is_wanted, focus, scratch)?.link(|slot| id_of(ids, slot), out);
    Ok(())
}

/// The value of a slot: slots are indices of methods.
fn id_of(ids: &[Option<MethodId>], slot: u32) -> i32 {
    ids.get(slot as usize).copied().flatten().map_or(0, |id| id.get() as i32)
}

fn edit<'s>(
    class: &ClassFile<'_>,
    rewriting: &Rewriting,
    is_wanted: impl Fn(usize) -> bool,
    focus: FocusAction,
    scratch: &'s mut Scratch,
) -> Result<Edited<'s>, Error> {
    let mut edit = ClassEdit::new(class);
    let owner = edit.pool().class(rewriting.owner.as_bytes())?;
    let enter = edit.pool().method_of(owner, b"i", b"(I)V")?;
    let leave = edit.pool().method_of(owner, b"o", b"(I)V")?;
    let at = match focus {
        FocusAction::None => None,
        _ => Some(edit.pool().method_of(owner, b"at", b"(Landroid/app/Activity;Z)V")?),
    };
    let exits = match rewriting.exits {
        options::Exits::Normal => Exits::Normal,
        options::Exits::Throw => Exits::Throw,
        options::Exits::Unwind => Exits::Unwind,
    };
    let constructor_entry = match rewriting.constructor_entry() {
        options::ConstructorEntry::Start => ConstructorEntry::Start,
        options::ConstructorEntry::AfterSuper => ConstructorEntry::AfterSuper,
    };
    for (index, method) in class.methods().iter().enumerate() {
        let mut probe = Probe { exits, constructor_entry, ..Probe::default() };
        let wanted = is_wanted(index);
        if wanted {
            let slot = index as u32;
            probe.entry = Snippet::new().late_int(slot).invoke_static(enter, 1);
            probe.exit = Some(Snippet::new().late_int(slot).invoke_static(leave, 1));
        }
        let at = at.filter(|_| focus == FocusAction::InsertAtStart && is_focus_target(method));
        if let Some(at) = at {
            probe.entry = probe.entry.load_this().load_first_int().invoke_static(at, 2);
        }
        if wanted || at.is_some() {
            edit.insert(index, probe);
        }
    }
    if let (FocusAction::AddOverride, Some(at), Some(super_name)) = (focus, at, class.super_name()) {
        let above = edit.pool().method_ref(super_name, FOCUS_METHOD, FOCUS_DESCRIPTOR)?;
        edit.add_method(focus_override(above, at));
    }
    edit.finish(scratch)
}

fn is_focus_target(method: &Method<'_>) -> bool {
    body::is_focus_method(method) && method.access() & ACC_STATIC == 0
}

/// `super.onWindowFocusChanged(hasFocus); at(this, hasFocus);`
fn focus_override(above: u16, at: u16) -> NewMethod {
    let [above_high, above_low] = above.to_be_bytes();
    let [at_high, at_low] = at.to_be_bytes();
    NewMethod {
        access: ACC_PUBLIC,
        name: FOCUS_METHOD.to_vec(),
        descriptor: FOCUS_DESCRIPTOR.to_vec(),
        max_stack: 2,
        max_locals: 2,
        code: vec![
            opcode::ALOAD_0,
            opcode::ILOAD_1,
            opcode::INVOKESPECIAL,
            above_high,
            above_low,
            opcode::ALOAD_0,
            opcode::ILOAD_1,
            opcode::INVOKESTATIC,
            at_high,
            at_low,
            opcode::RETURN,
        ],
    }
}

#[cfg(test)]
mod tests;
