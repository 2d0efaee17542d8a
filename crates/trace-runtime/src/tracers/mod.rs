//! The tracers: one state machine each, fed with events, none of them aware of another.

pub mod app_create;
pub mod frames;
pub mod scene;
pub mod startup;
