//! Walking the instructions of a method.

use crate::Error;
use crate::opcode::{self, Kind};

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// Bytes from the start of the code.
    pub pc: u32,
    /// The first byte.
    pub opcode: u8,
    /// What the opcode does to an editor.
    pub kind: Kind,
    /// The instruction, from its opcode to its last operand.
    pub bytes: &'a [u8],
}

impl Instruction<'_> {
    /// Where a branch that is no switch goes, which may be outside of the code.
    #[inline]
    pub fn target(&self) -> Option<i64> {
        let offset = match (self.kind, self.bytes) {
            (Kind::If | Kind::Goto, &[_, a, b]) => i64::from(i16::from_be_bytes([a, b])),
            (Kind::GotoWide, &[_, a, b, c, d]) => i64::from(i32::from_be_bytes([a, b, c, d])),
            _ => return None,
        };
        Some(i64::from(self.pc) + offset)
    }

    /// Where a switch goes: its default, then each case; empty for other instructions.
    pub fn switch_targets(&self) -> impl Iterator<Item = i64> {
        let pc = i64::from(self.pc);
        self.switch_offsets().into_iter().flatten().filter_map(move |at| {
            let (bytes, _) = self.bytes.get(at..)?.split_first_chunk()?;
            Some(pc + i64::from(i32::from_be_bytes(*bytes)))
        })
    }

    /// Where the 32-bit offsets of a switch lie, in bytes from its opcode.
    #[inline]
    pub(crate) fn switch_offsets(&self) -> Option<impl Iterator<Item = usize> + use<>> {
        if self.kind != Kind::Switch {
            return None;
        }
        let default = 1 + padding(self.pc);
        let (first, step) = match self.opcode {
            opcode::TABLESWITCH => (default + 12, 4),
            _ => (default + 12, 8),
        };
        Some(std::iter::once(default).chain((first..self.bytes.len()).step_by(step)))
    }

    /// Whether the next instruction is never reached from this one.
    pub fn ends_flow(&self) -> bool {
        match self.kind {
            Kind::Goto => self.opcode == opcode::GOTO,
            Kind::GotoWide => self.opcode == opcode::GOTO_W,
            Kind::Wide => self.bytes.get(1) == Some(&opcode::RET),
            Kind::Switch | Kind::Return | Kind::Throw | Kind::Ret => true,
            _ => false,
        }
    }
}

/// How many bytes of padding a switch at `pc` has (JVMS 6.5, `tableswitch`).
#[inline]
pub(crate) fn padding(pc: u32) -> usize {
    (3 - (pc & 3)) as usize
}

/// Iterates over instructions; ends after the first error.
#[derive(Clone, Debug)]
pub struct Instructions<'a> {
    code: &'a [u8],
    pc: usize,
    /// Where the code starts in the class file, for errors.
    at: usize,
}

impl<'a> Instructions<'a> {
    #[inline]
    pub(crate) fn new(code: &'a [u8], at: usize) -> Self {
        Self::starting(code, at, 0)
    }

    pub(crate) fn starting(code: &'a [u8], at: usize, pc: u32) -> Self {
        Instructions { code, pc: pc as usize, at }
    }

    /// Moves over instructions that mean nothing to an editor: all but branches, switches and exits.
    #[inline]
    pub(crate) fn skip_plain(&mut self) {
        while let Some(&opcode) = self.code.get(self.pc) {
            let (kind, len) = opcode::describe(opcode);
            let next = self.pc + usize::from(len);
            // One that is cut off is left for `next` to complain about.
            if !matches!(kind, Kind::Plain | Kind::Call) || next > self.code.len() {
                break;
            }
            self.pc = next;
        }
    }

    #[cold]
    fn malformed(&mut self, what: &'static str) -> Error {
        let offset = self.at + self.pc;
        self.pc = self.code.len();
        Error::Malformed { what, offset }
    }

    fn switch_len(&self, opcode: u8) -> Option<usize> {
        let header = self.pc + 1 + padding(self.pc as u32);
        let word = |index: usize| {
            let at = header + 4 * index;
            let (bytes, _) = self.code.get(at..)?.split_first_chunk()?;
            Some(i64::from(i32::from_be_bytes(*bytes)))
        };
        let words = if opcode == opcode::TABLESWITCH {
            let (low, high) = (word(1)?, word(2)?);
            if low > high {
                return None;
            }
            3 + (high - low + 1)
        } else {
            let pairs = word(1)?;
            if pairs < 0 {
                return None;
            }
            2 + 2 * pairs
        };
        usize::try_from(words).ok()?.checked_mul(4)?.checked_add(header - self.pc)
    }

    fn wide_len(&self) -> Option<usize> {
        match *self.code.get(self.pc + 1)? {
            opcode::IINC => Some(6),
            0x15..=0x19 | 0x36..=0x3a | opcode::RET => Some(4),
            _ => None,
        }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pc = self.pc;
        let opcode = *self.code.get(pc)?;
        let (kind, len) = opcode::describe(opcode);
        let len = match kind {
            Kind::Switch => self.switch_len(opcode),
            Kind::Wide => self.wide_len(),
            Kind::Unknown => None,
            _ => Some(usize::from(len)),
        };
        let Some(len) = len else {
            return Some(Err(self.malformed("unknown or broken instruction")));
        };
        let Some(bytes) = self.code.get(pc..pc.saturating_add(len)) else {
            return Some(Err(self.malformed("instruction runs past the end of the code")));
        };
        self.pc = pc + len;
        Some(Ok(Instruction { pc: pc as u32, opcode, kind, bytes }))
    }
}
