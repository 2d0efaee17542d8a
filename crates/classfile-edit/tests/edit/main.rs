//! Classes are assembled as they are and as they should become; editing must lead from one to the other,
//! byte for byte.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

mod code;
mod constructors;
mod debug_tables;
mod frames;
mod handlers;
mod linking;
mod reach;
mod refusals;
