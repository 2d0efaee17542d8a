//! The same class assembled twice: as it is, and as it should be once calls are in.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "test support")]

use super::assembler::{ClassAssembler, CodeAssembler, Frame, Type};
use classfile_edit::{
    ClassEdit, ClassFile, ConstructorEntry, Edited, EditedShape, Error, Exits, Probe, Refusal, Scratch,
    Snippet,
};

/// Ids of the first methods.
pub(crate) const FIRST_ID: i32 = 0x0101;

/// The calls that are put in, or nothing in the class as it is.
pub(crate) struct Calls {
    /// Constant-pool indices of `i`, `o` and what follows them.
    added: Option<(u16, u16, u16)>,
    id: i32,
}

impl Calls {
    const OFF: Calls = Calls { added: None, id: FIRST_ID };

    /// For the classes that are edited: their pool has `count` entries.
    fn on(count: u16) -> Self {
        Calls { added: Some((count + 5, count + 11, count + 12)), id: FIRST_ID }
    }

    /// The calls of another method than the first.
    pub(crate) fn of(&self, method: i32) -> Self {
        Calls { added: self.added, id: FIRST_ID + method }
    }

    pub(crate) fn are_in(&self) -> bool {
        self.added.is_some()
    }

    fn call(&self, code: &mut CodeAssembler, method: Option<u16>) {
        let Some(method) = method else { return };
        code.op2(0x11, self.id as u16).op2(0xb8, method);
    }

    /// `i(id)`
    pub(crate) fn enter(&self, code: &mut CodeAssembler) {
        self.call(code, self.added.map(|(enter, ..)| enter));
    }

    /// `o(id)`
    pub(crate) fn leave(&self, code: &mut CodeAssembler) {
        self.call(code, self.added.map(|(_, leave, _)| leave));
    }

    /// What `Exits::Unwind` puts behind the code: `o(id)` and `athrow`, with a frame for `Throwable`.
    pub(crate) fn unwind(&self, code: &mut CodeAssembler, framed: bool) {
        let Some((_, leave, next)) = self.added else { return };
        if framed {
            // The name of java/lang/Throwable, then the class.
            code.frame(Frame::Full(vec![], vec![Type::Object(next + 1)]));
        }
        self.call(code, Some(leave));
        code.op(&[0xbf]);
    }

    /// One or the other.
    pub(crate) fn pick<T>(&self, without: T, with: T) -> T {
        if self.are_in() { with } else { without }
    }
}

/// How calls are put in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct How {
    pub(crate) exits: Exits,
    pub(crate) constructor_entry: ConstructorEntry,
}

pub(crate) const THROW: How = How { exits: Exits::Throw, constructor_entry: ConstructorEntry::Start };
pub(crate) const NORMAL: How = How { exits: Exits::Normal, constructor_entry: ConstructorEntry::Start };
pub(crate) const UNWIND: How = How { exits: Exits::Unwind, constructor_entry: ConstructorEntry::Start };
pub(crate) const AFTER_SUPER: How =
    How { exits: Exits::Throw, constructor_entry: ConstructorEntry::AfterSuper };

/// An edited class that was kept.
#[derive(Debug)]
pub(crate) struct Kept {
    data: Vec<u8>,
    shape: EditedShape,
    pub(crate) refusals: Vec<(usize, Refusal)>,
}

impl Kept {
    pub(crate) fn new(edited: Edited<'_>) -> Self {
        let refusals = edited.refusals().to_vec();
        Kept { data: edited.data().to_vec(), shape: edited.shape(), refusals }
    }

    /// Appends the class to `out`.
    pub(crate) fn link(&self, value_of: impl Fn(u32) -> i32, out: &mut Vec<u8>) {
        Edited::from_parts(&self.data, self.shape).link(value_of, out);
    }
}

/// Puts calls into every method; slots are indices of methods.
pub(crate) fn edit(bytes: &[u8], how: How) -> Result<Kept, Error> {
    let class = ClassFile::parse(bytes)?;
    let mut edit = ClassEdit::new(&class);
    let enter = edit.pool().method_ref(b"app/Beat", b"i", b"(I)V")?;
    let leave = edit.pool().method_ref(b"app/Beat", b"o", b"(I)V")?;
    for slot in 0..class.methods().len() as u32 {
        edit.insert(
            slot as usize,
            Probe {
                entry: Snippet::new().late_int(slot).invoke_static(enter, 1),
                exit: Some(Snippet::new().late_int(slot).invoke_static(leave, 1)),
                exits: how.exits,
                constructor_entry: how.constructor_entry,
            },
        );
    }
    edit.finish(&mut Scratch::default()).map(Kept::new)
}

/// The edited class with small ids.
pub(crate) fn link(edited: &Kept) -> Vec<u8> {
    let mut out = Vec::new();
    edited.link(|slot| FIRST_ID + slot as i32, &mut out);
    out
}

/// Why the only method of a class is refused.
pub(crate) fn refusal(bytes: &[u8], how: How) -> Refusal {
    let edited = edit(bytes, how).unwrap();
    assert_eq!(edited.refusals.len(), 1, "{:?}", edited.refusals);
    edited.refusals.first().unwrap().1
}

/// Assembles a class without and with the calls and checks that editing leads from one to the other.
#[track_caller]
pub(crate) fn check(how: How, build: impl Fn(&mut ClassAssembler, &Calls)) {
    check_class(how, || ClassAssembler::new("app/Sample"), build);
}

/// [`check`] for a class of another kind.
#[track_caller]
pub(crate) fn check_class(
    how: How,
    class: impl Fn() -> ClassAssembler,
    build: impl Fn(&mut ClassAssembler, &Calls),
) {
    let mut original = class();
    build(&mut original, &Calls::OFF);
    let mut expected = class();
    build(&mut expected, &Calls::on(original.pool_count()));
    let edited = edit(&original.finish(), how).unwrap();
    assert_eq!(edited.refusals, []);
    let linked = link(&edited);
    let parsed = ClassFile::parse(&linked).unwrap();
    let body = expected.body();
    let at = linked.len().checked_sub(body.len()).unwrap();
    for (method, (got, want)) in dump(&linked).iter().zip(dump(&expected.finish())).enumerate() {
        assert_eq!(*got, want, "method {method}");
    }
    // The handler's frame may be in a table of its own, named by a new entry of the pool.
    assert!(linked[at..] == body || how.exits == Exits::Unwind, "the dumps agree, the bytes do not");
    assert!(parsed.pool().count() >= usize::from(original.pool_count()) + 12);
}

/// Every method in a form that is pleasant to compare.
fn dump(bytes: &[u8]) -> Vec<String> {
    let class = ClassFile::parse(bytes).unwrap();
    let dump = |method| {
        let code = class.code(method).unwrap()?;
        let mut text = format!("stack {}, locals {}\n", code.max_stack(), code.max_locals());
        for instruction in code.instructions().map_while(Result::ok) {
            text += &format!("{:5} {:02x?}\n", instruction.pc, instruction.bytes);
        }
        for handler in code.handlers() {
            text += &format!("{handler:?}\n");
        }
        for attribute in code.attributes(class.pool()).unwrap().map_while(Result::ok) {
            text += &format!("{} {:02x?}\n", attribute.name.escape_ascii(), attribute.info());
        }
        Some(text)
    };
    class.methods().iter().map(|method| dump(method).unwrap_or_default()).collect()
}
