//! Which positions of a method begin an instruction.

use classfile_edit::{Code, Error};

/// A bit for each position of a method's code; its memory is used again.
#[derive(Debug, Default)]
pub(super) struct Marks {
    bits: Vec<u64>,
    len: u32,
}

impl Marks {
    /// Walks all instructions: no code has more than 65,535 bytes.
    pub(super) fn set(&mut self, code: &Code<'_>) -> Result<(), Error> {
        self.len = code.bytes().len() as u32;
        self.bits.clear();
        self.bits.resize(code.bytes().len() / 64 + 1, 0);
        for instruction in code.instructions() {
            let pc = instruction?.pc;
            self.bits[pc as usize / 64] |= 1 << (pc % 64);
        }
        Ok(())
    }

    /// Whether an instruction begins there.
    pub(super) fn is_start(&self, pc: i64) -> bool {
        usize::try_from(pc)
            .is_ok_and(|pc| self.bits.get(pc / 64).is_some_and(|word| word >> (pc % 64) & 1 == 1))
    }

    /// Whether an instruction begins there, or the code ends.
    pub(super) fn is_end(&self, pc: i64) -> bool {
        pc == i64::from(self.len) || self.is_start(pc)
    }
}
