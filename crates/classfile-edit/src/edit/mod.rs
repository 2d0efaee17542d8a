//! Editing a class: what to insert ([`Probe`]), where everything then lies (`layout`), and one small
//! file per table that holds code positions.

mod annotations;
mod bytes;
mod class_edit;
mod constructor;
mod emit;
mod exceptions;
mod expanded_frames;
mod frames;
mod layout;
mod link;
mod method;
mod pool_appender;
mod probe;
mod ranges;
mod reach;
mod scan;
mod snippet;
mod stack_effect;

pub use class_edit::{ClassEdit, NewMethod, Scratch};
pub use link::{Edited, EditedShape};
pub use pool_appender::PoolAppender;
pub use probe::{ConstructorEntry, Exits, Probe};
pub use snippet::Snippet;
