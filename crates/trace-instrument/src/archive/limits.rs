//! How much an archive may ask for before it is taken for a bomb.

/// Bounds on what one archive may make us read, hold and inflate.
///
/// The defaults are far above what honest jars need: the largest class file the format allows is
/// about 500 MB, but real ones stay under 1 MB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Greatest number of entries.
    pub max_entries: u64,
    /// Greatest inflated size in bytes of one entry that is inflated; entries that are only copied
    /// are not held to it.
    pub max_entry_bytes: u64,
    /// Greatest sum in bytes of the inflated sizes of all entries, copied ones included.
    pub max_total_bytes: u64,
    /// Greatest inflated size of an entry as a multiple of its compressed size. Entries of up to
    /// [`Limits::RATIO_EXEMPT_BYTES`] inflated bytes may have any ratio.
    pub max_ratio: u64,
}

impl Limits {
    /// Default of [`Limits::max_entries`].
    pub const MAX_ENTRIES: u64 = 1_000_000;
    /// Default of [`Limits::max_entry_bytes`]: 256 MiB.
    pub const MAX_ENTRY_BYTES: u64 = 256 << 20;
    /// Default of [`Limits::max_total_bytes`]: 16 GiB.
    pub const MAX_TOTAL_BYTES: u64 = 16 << 30;
    /// Default of [`Limits::max_ratio`]. Deflate cannot exceed 1,032.
    pub const MAX_RATIO: u64 = 1_000;
    /// Small entries compress without bound to speak of and harm nobody: 1 MiB.
    pub const RATIO_EXEMPT_BYTES: u64 = 1 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_entries: Self::MAX_ENTRIES,
            max_entry_bytes: Self::MAX_ENTRY_BYTES,
            max_total_bytes: Self::MAX_TOTAL_BYTES,
            max_ratio: Self::MAX_RATIO,
        }
    }
}
