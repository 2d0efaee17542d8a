//! A short piece of straight-line code to insert.

use super::link::Site;
use crate::opcode;

/// Most bytes that a snippet can have.
const CAPACITY: usize = 16;

/// Straight-line code that leaves locals and operand stack as it found them, so that no frame changes.
///
/// Built step by step; a snippet has at most 16 bytes and one late integer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snippet {
    bytes: [u8; CAPACITY],
    len: u8,
    /// Where the late integer is pushed, and its slot.
    late: Option<(u8, u32)>,
    depth: u16,
    max_stack: u16,
}

impl Snippet {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Pushes an `int` whose value [`Edited::link`](crate::Edited::link) asks for by `slot`: three bytes,
    /// `sipush` or `ldc_w`.
    ///
    /// All uses of one slot should be in one method: each method that uses it may cost a constant.
    ///
    /// # Panics
    /// When there is a late integer already.
    #[must_use]
    pub fn late_int(mut self, slot: u32) -> Self {
        let taken = self.late.replace((self.len, slot));
        assert!(taken.is_none(), "a snippet has at most one late integer");
        self.append(&[opcode::SIPUSH, 0, 0]).stack(1, 0)
    }

    /// Pushes `this`; only for instance methods.
    #[must_use]
    pub fn load_this(self) -> Self {
        self.append(&[opcode::ALOAD_0]).stack(1, 0)
    }

    /// Pushes local 1 as an `int`: the first parameter of an instance method.
    #[must_use]
    pub fn load_first_int(self) -> Self {
        self.append(&[opcode::ILOAD_1]).stack(1, 0)
    }

    /// Calls a static method without a result that takes `arguments` slots; `index` is its `Methodref`.
    #[must_use]
    pub fn invoke_static(self, index: u16, arguments: u16) -> Self {
        let [high, low] = index.to_be_bytes();
        self.append(&[opcode::INVOKESTATIC, high, low]).stack(0, arguments)
    }

    /// # Panics
    /// When there is no room left: the steps are the caller's code, never its input.
    fn append(mut self, code: &[u8]) -> Self {
        let start = usize::from(self.len);
        let place = self.bytes.get_mut(start..start + code.len());
        assert!(place.is_some(), "a snippet has at most {CAPACITY} bytes");
        if let Some(place) = place {
            place.copy_from_slice(code);
        }
        self.len += code.len() as u8;
        self
    }

    fn stack(mut self, pushes: u16, pops: u16) -> Self {
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
        u32::from(self.len)
    }

    #[inline]
    pub(super) fn emit(&self, out: &mut Vec<u8>, sites: &mut Vec<Site>) {
        if let Some((at, slot)) = self.late {
            sites.push(Site { offset: out.len() as u32 + u32::from(at), slot });
        }
        out.extend_from_slice(self.bytes.get(..usize::from(self.len)).unwrap_or(&[]));
    }
}
