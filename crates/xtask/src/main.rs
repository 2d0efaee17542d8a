//! Everything a newcomer, CI or a release does, as `cargo xtask TASK`.

mod corpus;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Project tasks.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Fetch the jars of the tests, and list them with the JDKs found.
    Corpus(corpus::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Corpus(options) => corpus::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
