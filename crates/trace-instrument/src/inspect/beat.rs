//! Finds the calls of `i`, `o` and `at` in a class.

use classfile_edit::opcode::{self, Kind};
use classfile_edit::{ClassFile, Code, Error, Instruction};

/// The calls' entries in the constant pool of one class.
#[derive(Debug, Default)]
pub(crate) struct Beat {
    owner: Vec<u8>,
    entries: Vec<(u16, BeatKind)>,
}

/// Which of the three calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeatKind {
    /// `i(id)`: the method is entered.
    Enter,
    /// `o(id)`: the method is left.
    Exit,
    /// `at(activity, hasFocus)`.
    At,
}

/// One call with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BeatCall {
    pub(crate) kind: BeatKind,
    /// Where the first argument is pushed, in bytes from the start of the code.
    pub(crate) start: u32,
    /// Where the call itself is.
    pub(crate) call: u32,
    /// Behind the call.
    pub(crate) end: u32,
    /// The id that is pushed; `None` if the arguments are not what the instrumenter pushes.
    pub(crate) id: Option<i32>,
}

impl BeatCall {
    /// Whether the arguments are those that the instrumenter pushes.
    pub(crate) fn is_plain(&self) -> bool {
        self.start != self.call
    }
}

const METHODREF: u8 = 10;
const INTEGER: u8 = 3;

impl Beat {
    /// Looks for the calls of `owner` (an internal name) in the constant pool.
    pub(crate) fn of(class: &ClassFile<'_>, owner: &[u8]) -> Self {
        let pool = class.pool();
        if !pool.has_utf8(owner) {
            return Beat { owner: owner.to_vec(), entries: Vec::new() };
        }
        let kind_of = |index| {
            let member = pool.member(index).ok().filter(|member| member.class == owner)?;
            match (member.name, member.descriptor) {
                (b"i", b"(I)V") => Some(BeatKind::Enter),
                (b"o", b"(I)V") => Some(BeatKind::Exit),
                (b"at", b"(Landroid/app/Activity;Z)V") => Some(BeatKind::At),
                _ => None,
            }
        };
        let indices = (1..pool.count() as u16).filter(|&index| pool.tag(index) == Some(METHODREF));
        let entries = indices.filter_map(|index| Some((index, kind_of(index)?))).collect();
        Beat { owner: owner.to_vec(), entries }
    }

    /// The class whose calls these are.
    pub(crate) fn owner(&self) -> &[u8] {
        &self.owner
    }

    /// Whether the class has none of the calls.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All calls in a method, in the order of its code.
    pub(crate) fn calls(&self, class: &ClassFile<'_>, code: &Code<'_>) -> Result<Vec<BeatCall>, Error> {
        let mut calls = Vec::new();
        if self.is_empty() {
            return Ok(calls);
        }
        let mut before: [Option<Instruction<'_>>; 2] = [None; 2];
        for instruction in code.instructions() {
            let instruction = instruction?;
            if let Some(kind) = self.kind_of(&instruction) {
                let (start, id) = match kind {
                    BeatKind::Enter | BeatKind::Exit => {
                        let pushed = before[1].and_then(|push| Some((push.pc, int_of(class, &push)?)));
                        pushed.map_or((instruction.pc, None), |(pc, id)| (pc, Some(id)))
                    }
                    BeatKind::At => (focus_arguments(before).unwrap_or(instruction.pc), None),
                };
                let end = instruction.pc + instruction.bytes.len() as u32;
                calls.push(BeatCall { kind, start, call: instruction.pc, end, id });
            }
            before = [before[1], Some(instruction)];
        }
        Ok(calls)
    }

    fn kind_of(&self, instruction: &Instruction<'_>) -> Option<BeatKind> {
        let (Kind::Call, &[opcode::INVOKESTATIC, a, b]) = (instruction.kind, instruction.bytes) else {
            return None;
        };
        let index = u16::from_be_bytes([a, b]);
        self.entries.iter().find(|(entry, _)| *entry == index).map(|&(_, kind)| kind)
    }
}

/// `aload_0; iload_1` in front of `at`.
fn focus_arguments(before: [Option<Instruction<'_>>; 2]) -> Option<u32> {
    match before {
        [Some(this), Some(focus)] if this.opcode == opcode::ALOAD_0 && focus.opcode == opcode::ILOAD_1 => {
            Some(this.pc)
        }
        _ => None,
    }
}

/// The `int` that an instruction pushes, if that is all it does.
fn int_of(class: &ClassFile<'_>, instruction: &Instruction<'_>) -> Option<i32> {
    let constant = |index: u16| match class.pool().constant(index).ok()? {
        (INTEGER, bytes) => Some(i32::from_be_bytes(bytes.try_into().ok()?)),
        _ => None,
    };
    match *instruction.bytes {
        [opcode @ 0x02..=0x08] => Some(i32::from(opcode) - 3),
        [0x10, value] => Some(i32::from(value as i8)),
        [opcode::SIPUSH, a, b] => Some(i32::from(i16::from_be_bytes([a, b]))),
        [0x12, index] => constant(u16::from(index)),
        [opcode::LDC_W, a, b] => constant(u16::from_be_bytes([a, b])),
        _ => None,
    }
}
