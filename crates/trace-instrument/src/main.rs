//! Command line of the instrumenter.
fn main() {}
