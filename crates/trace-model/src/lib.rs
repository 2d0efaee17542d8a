//! The vocabulary shared by the build, the phone and the desk.
//!
//! Nothing here reads or writes files: text comes in and goes out as bytes in memory.
//!
//! Names of classes and methods are byte strings as a class file holds them (modified UTF-8, JVMS
//! 4.4.7). [`name`] turns them into text that fits on one line and back, without loss.

pub mod mapping;
mod method_id;
pub mod name;
mod record;
pub mod report;
pub mod sidecar;
mod skip;
mod stack_row;
mod summary;
mod thresholds;

pub use method_id::MethodId;
pub use record::{Record, TimeUnit};
pub use skip::{Skip, SkipReason};
pub use stack_row::{NoStackRow, StackRow, stack_text};
pub use summary::Summary;
pub use thresholds::Thresholds;
