//! Classes are assembled as they are and as they should become; editing must lead from one to the other,
//! byte for byte.

#[path = "../support/mod.rs"]
mod support;

mod code;
mod debug_tables;
mod frames;
mod handlers;
