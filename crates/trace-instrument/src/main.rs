//! Command line of the instrumenter.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
