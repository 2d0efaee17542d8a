//! A short piece of straight-line code to insert.

use super::bytes::Bytes;
use super::link::Site;
use crate::opcode;

/// Most steps that a snippet can have.
const CAPACITY: usize = 6;

/// Straight-line code that leaves locals and operand stack as it found them, so that no frame changes.
///
/// Built step by step; a snippet has at most six steps.
#[derive(Clone, Copy, Debug)]
pub struct Snippet {
    steps: [Step; CAPACITY],
    len: usize,
    depth: u16,
    max_stack: u16,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// One byte that pushes one slot.
    Load(u8),
    LateInt(u32),
    InvokeStatic(u16),
}

impl Default for Snippet {
    fn default() -> Self {
        Self::new()
    }
}

impl Snippet {
    /// Nothing.
    pub const fn new() -> Self {
        Snippet { steps: [Step::Load(0); CAPACITY], len: 0, depth: 0, max_stack: 0 }
    }

    /// Pushes an `int` whose value [`Edited::link`](crate::Edited::link) asks for by `slot`: three bytes,
    /// `sipush` or `ldc_w`.
    ///
    /// All uses of one slot should be in one method: each method that uses it may cost a constant.
    #[must_use]
    pub fn late_int(self, slot: u32) -> Self {
        self.step(Step::LateInt(slot), 1, 0)
    }

    /// Pushes `this`; only for instance methods.
    #[must_use]
    pub fn load_this(self) -> Self {
        self.step(Step::Load(opcode::ALOAD_0), 1, 0)
    }

    /// Pushes local 1 as an `int`: the first parameter of an instance method.
    #[must_use]
    pub fn load_first_int(self) -> Self {
        self.step(Step::Load(opcode::ILOAD_1), 1, 0)
    }

    /// Calls a static method without a result that takes `arguments` slots; `index` is its `Methodref`.
    #[must_use]
    pub fn invoke_static(self, index: u16, arguments: u16) -> Self {
        self.step(Step::InvokeStatic(index), 0, arguments)
    }

    /// # Panics
    /// When there is no step left: the steps are the caller's code, never its input.
    fn step(mut self, step: Step, pushes: u16, pops: u16) -> Self {
        let place = self.steps.get_mut(self.len);
        assert!(place.is_some(), "a snippet has at most {CAPACITY} steps");
        if let Some(place) = place {
            *place = step;
        }
        self.len += 1;
        self.depth = self.depth.saturating_sub(pops) + pushes;
        self.max_stack = self.max_stack.max(self.depth);
        self
    }

    /// Slots of operand stack that it needs.
    pub(super) fn max_stack(&self) -> u16 {
        self.max_stack
    }

    /// Length in bytes.
    #[inline]
    pub(super) fn code_len(&self) -> u32 {
        self.steps().map(|step| if matches!(step, Step::Load(_)) { 1 } else { 3 }).sum()
    }

    #[inline]
    pub(super) fn emit(&self, out: &mut Vec<u8>, sites: &mut Vec<Site>) {
        for step in self.steps() {
            match *step {
                Step::Load(opcode) => out.u1(opcode),
                Step::LateInt(slot) => {
                    sites.push(Site { offset: out.len() as u32, slot });
                    out.extend_from_slice(&[opcode::SIPUSH, 0, 0]);
                }
                Step::InvokeStatic(index) => {
                    out.u1(opcode::INVOKESTATIC);
                    out.u2(index);
                }
            }
        }
    }

    #[inline]
    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().take(self.len)
    }
}
