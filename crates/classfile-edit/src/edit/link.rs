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
#[derive(Clone, Debug)]
pub struct Edited {
    /// The original pool is in there; what was added to it is not.
    pub(super) bytes: Vec<u8>,
    pub(super) added_pool: Vec<u8>,
    pub(super) pool_count: u16,
    pub(super) pool_end: usize,
    pub(super) sites: Vec<Site>,
    pub(super) refusals: Vec<(usize, Refusal)>,
}

impl Edited {
    /// The methods that stayed as they were, by index, each with its reason.
    pub fn refusals(&self) -> &[(usize, Refusal)] {
        &self.refusals
    }

    /// Bytes held, for accounting; the linked class can be larger by five bytes a late integer.
    pub fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// Appends the finished class file to `out`. `value_of` gives the value of each slot.
    ///
    /// Values from -32,768 to 32,767 are pushed by `sipush`; others become constants at the end of the
    /// pool, in the order in which they are used.
    pub fn link(&self, value_of: impl Fn(u32) -> i32, out: &mut Vec<u8>) {
        let start = out.len();
        out.reserve(self.bytes.len() + self.added_pool.len() + 3 * self.sites.len());
        let (pool, rest) = self.bytes.split_at_checked(self.pool_end).unwrap_or((&self.bytes, &[]));
        out.extend_from_slice(pool);
        out.extend_from_slice(&self.added_pool);
        let mut count = self.pool_count;
        let mut previous = None;
        for site in &self.sites {
            if previous.replace(site.slot) != Some(site.slot) && is_constant(value_of(site.slot)) {
                out.u1(3);
                out.u4(value_of(site.slot) as u32);
                count += 1;
            }
        }
        let moved = out.len() - self.pool_end;
        out.set_u2(start + 8, count);
        out.extend_from_slice(rest);

        let mut next = self.pool_count;
        let mut constant = 0;
        let mut previous = None;
        for site in &self.sites {
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

    /// How many constants linking may add at most: one for each run of sites of one slot.
    pub(super) fn most_constants(sites: &[Site]) -> usize {
        sites.chunk_by(|a, b| a.slot == b.slot).count()
    }
}

fn is_constant(value: i32) -> bool {
    i16::try_from(value).is_err()
}
