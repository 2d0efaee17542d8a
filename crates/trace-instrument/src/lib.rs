//! Instruments the class files of jars and class folders for method tracing.
//!
//! Two passes over all inputs. The first reads every class once, learns which methods there are and
//! puts the calls in without their ids. Then the ids are given. The second links them in and writes
//! the outputs. What is written depends on the inputs and options alone, not on threads or machines.

pub mod archive;
pub mod assign;
mod body;
mod class_pass;
mod class_path;
pub mod diff;
mod error;
pub mod facts;
pub mod focus;
pub mod hierarchy;
mod input;
mod inspect;
pub mod options;
mod output;
pub mod policy;
mod report;
mod rewrite;
mod scan;
mod spares;
pub mod staging;
pub mod steps;
pub mod verify;

pub use error::Error;
pub use report::Note;
