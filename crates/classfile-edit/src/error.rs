//! Why a class or a method could not be edited.

/// The class as a whole cannot be read or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The bytes are not a class file as JVMS chapter 4 describes it.
    #[error("{what} at byte {offset}")]
    Malformed {
        /// What was wrong.
        what: &'static str,
        /// Where, in bytes from the start of the class file.
        offset: usize,
    },
    /// The version is older or newer than what this crate knows.
    #[error("class file version {major}.{minor} is not between 45.3 and {newest}", newest = crate::NEWEST_MAJOR)]
    Unsupported {
        /// `major_version`.
        major: u16,
        /// `minor_version`.
        minor: u16,
    },
    /// The constant pool would pass 65,535 entries (JVMS 4.1).
    #[error("the constant pool has {count} of 65,535 entries, the new ones do not fit")]
    PoolFull {
        /// `constant_pool_count` of the class as it is.
        count: usize,
    },
}

/// One method cannot be edited and stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The code would pass 65,535 bytes (JVMS 4.7.3).
    #[error("the code would grow to {size} bytes, more than the 65,535 of the format")]
    TooLarge {
        /// The size that the code would have, in bytes.
        size: usize,
    },
    /// A conditional branch would leave its 16 bits and there is no place to relay it.
    #[error("the branch at bytecode offset {pc} would leave its 16 bits and cannot be relayed")]
    BranchOutOfReach {
        /// Where the branch is, in bytes from the start of the original code.
        pc: u32,
    },
    /// `max_stack` or a table of the method has no room left.
    #[error("{table} of the method is full")]
    TableFull {
        /// The field or table that is full.
        table: &'static str,
    },
    /// The flow of a constructor up to its `super(...)` could not be followed.
    #[error("the constructor's call of super(...) or this(...) could not be found")]
    ConstructorFlow,
}
