//! Independent proof that instrumented classes are right: other readers, other virtual machines,
//! real programs. Nothing in here uses the crates under test; all goes through the command line.
//!
//! `TRACE_FULL=1` takes the whole corpus instead of a sample. What a machine lacks (a JDK, a published
//! artifact) makes a test skip with a printed reason.

mod beat;
mod cli;
mod handmade;
mod java;
mod pack;
mod subject;

mod bad_input;
mod compare;
mod determinism;
mod ecj;
mod fixtures;
mod golden;
mod jdk_boot;
mod link;
mod suites;
mod tester;
