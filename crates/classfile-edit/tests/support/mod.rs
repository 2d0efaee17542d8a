//! What the tests of this crate share.

pub(crate) mod assembler;
pub(crate) mod twin;
