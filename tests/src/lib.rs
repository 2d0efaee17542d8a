//! Shared helpers of the tests that cross crates, and of `cargo xtask`.
//!
//! Real jars come from Maven repositories through the user's own `mvn`, real classes from the JDKs
//! that are installed; both are kept in one [`cache`] folder, so that later runs work offline.

pub mod cache;
pub mod corpus;
pub mod javac;
pub mod jdk;
pub mod maven;
pub mod skip;
pub mod surefire;
pub mod tool;
