//! An edited class whose late integers are still open.

use super::bytes::Bytes;
use crate::{Refusal, opcode};

/// Where a late integer is pushed: three bytes that become `sipush` or `ldc_w`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// In the edited bytes.
    pub(super) offset: u32,
    pub(super) slot: u32,
}

/// A class with its code inserted; only the values of late integers are missing.
///
/// It borrows the memory of the [`Scratch`](crate::Scratch) that it was made in. To keep it, keep
/// [`Edited::data`] and [`Edited::shape`].
#[derive(Clone, Copy, Debug)]
pub struct Edited<'s> {
    data: &'s [u8],
    shape: EditedShape,
    refusals: &'s [(usize, Refusal)],
}

/// What the parts of an edited class's [data](Edited::data) are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditedShape {
    /// Length of the class file, which still lacks what was added to the constant pool.
    class_len: u32,
    /// Where the original constant pool ends in it.
    pool_end: u32,
    /// Length of what is added there; it follows the class in the data.
    added_len: u32,
    /// `constant_pool_count` with what was added. The sites follow in the data.
    pool_count: u16,
}

impl<'s> Edited<'s> {
    /// Takes up an edited class that was kept, the methods that refused their code aside.
    pub fn from_parts(data: &'s [u8], shape: EditedShape) -> Self {
        Edited { data, shape, refusals: &[] }
    }

    /// Everything but the shape.
    pub fn data(&self) -> &'s [u8] {
        self.data
    }

    /// What the parts of the data are.
    pub fn shape(&self) -> EditedShape {
        self.shape
    }

    /// The methods that stayed as they were, by index, each with its reason.
    pub fn refusals(&self) -> &'s [(usize, Refusal)] {
        self.refusals
    }

    /// Puts the parts together in `out`, which holds the class so far.
    pub(super) fn assemble(
        out: &'s mut Vec<u8>,
        pool_end: usize,
        pool_count: usize,
        added: &[u8],
        sites: &[Site],
        refusals: &'s [(usize, Refusal)],
    ) -> Self {
        let shape = EditedShape {
            class_len: out.len() as u32,
            pool_end: pool_end as u32,
            added_len: added.len() as u32,
            pool_count: pool_count as u16,
        };
        out.extend_from_slice(added);
        for site in sites {
            out.extend_from_slice(&site.to_bytes());
        }
        Edited { data: out, shape, refusals }
    }

    /// Appends the finished class file to `out`.
    ///
    /// Values from -32,768 to 32,767 are pushed by `sipush`; others become constants at the end of the
    /// pool, in the order in which they are used.
    pub fn link(&self, value_of: impl Fn(u32) -> i32, out: &mut Vec<u8>) {
        let start = out.len();
        let part = |from: u32, to: u32| self.data.get(from as usize..to as usize).unwrap_or(&[]);
        let EditedShape { class_len, pool_end, added_len, pool_count } = self.shape;
        let sites = part(class_len + added_len, self.data.len() as u32).as_chunks().0;
        out.reserve(self.data.len());
        out.extend_from_slice(part(0, pool_end));
        out.extend_from_slice(part(class_len, class_len + added_len));
        let mut count = pool_count;
        let mut previous = None;
        for site in sites.iter().map(Site::from_bytes) {
            if previous.replace(site.slot) != Some(site.slot) && is_constant(value_of(site.slot)) {
                out.u1(3);
                out.u4(value_of(site.slot) as u32);
                count += 1;
            }
        }
        let moved = out.len() - pool_end as usize;
        out.set_u2(start + 8, count);
        out.extend_from_slice(part(pool_end, class_len));

        let mut next = pool_count;
        let mut constant = 0;
        let mut previous = None;
        for site in sites.iter().map(Site::from_bytes) {
            let at = site.offset as usize + moved;
            let value = value_of(site.slot);
            let first = previous.replace(site.slot) != Some(site.slot);
            if !is_constant(value) {
                out.set_u2(at + 1, value as u16);
                continue;
            }
            if first {
                constant = next;
                next += 1;
            }
            if let Some(place) = out.get_mut(at) {
                *place = opcode::LDC_W;
            }
            out.set_u2(at + 1, constant);
        }
    }
}

/// How many constants linking may add at most: one for each run of sites of one slot.
pub(super) fn most_constants(sites: &[Site]) -> usize {
    sites.chunk_by(|a, b| a.slot == b.slot).count()
}

impl Site {
    fn to_bytes(self) -> [u8; 8] {
        (u64::from(self.offset) << 32 | u64::from(self.slot)).to_be_bytes()
    }

    fn from_bytes(bytes: &[u8; 8]) -> Self {
        let both = u64::from_be_bytes(*bytes);
        Site { offset: (both >> 32) as u32, slot: both as u32 }
    }
}

fn is_constant(value: i32) -> bool {
    i16::try_from(value).is_err()
}
