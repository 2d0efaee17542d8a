//! Independent proof that instrumented classes are right: other readers, other virtual machines,
//! real programs. All goes through the command line, but for `round_trip`, which tests a library, and
//! `framework`, which does what the command line does not offer.
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
mod framework;
mod golden;
mod jdk_boot;
mod link;
mod multi_release;
mod round_trip;
mod signed;
mod suites;
mod tester;
