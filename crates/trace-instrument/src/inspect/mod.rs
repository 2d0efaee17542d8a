//! Looking into class files that are already written: what `verify` and `diff` have in common.

mod beat;
mod bytes;
mod frames;
mod positions;

pub(crate) use beat::{Beat, BeatCall, BeatKind};
pub(crate) use bytes::Bytes;
pub(crate) use frames::frames;
pub(crate) use positions::{Position, Role, Values, positions, skip_nested};
