//! The tracers: one state machine each, fed with events, none of them aware of another.

pub(crate) mod anr;
pub mod app_create;
pub(crate) mod asked;
mod dense;
pub(crate) mod dispatch;
pub(crate) mod evil;
pub mod frames;
mod history;
pub(crate) mod idle;
pub(crate) mod messages;
pub(crate) mod moment;
pub(crate) mod priority;
pub mod scene;
pub(crate) mod signal;
pub mod startup;
pub(crate) mod task;
mod texts;
pub(crate) mod touch;
mod watch;
