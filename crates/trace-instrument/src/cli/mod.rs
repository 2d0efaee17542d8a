//! Arguments in, exit code out: 0 done, 1 failed with a message on stderr, 2 wrong usage.

mod args;
mod cancel;
mod diff;
mod files;
mod print;
mod progress;
mod steps;
mod verify;

use args::{Cli, Command};
use clap::Parser as _;
use std::io::Write as _;
use std::process::ExitCode;
use trace_instrument::Error;

/// A mistake in the arguments that clap cannot see.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Runs the program.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Instrument(args) => steps::instrument(&args).map(|()| ExitCode::SUCCESS),
        Command::Collect(args) => steps::collect(&args).map(|()| ExitCode::SUCCESS),
        Command::Assign(args) => steps::assign(&args).map(|()| ExitCode::SUCCESS),
        Command::Rewrite(args) => steps::rewrite(&args).map(|()| ExitCode::SUCCESS),
        Command::Verify(args) => verify::run(&args),
        Command::Diff(args) => diff::run(&args),
    };
    match result {
        Ok(code) => code,
        // The reader has seen enough, as in `diff ... | head`: end as the signal SIGPIPE ends others.
        Err(error) if is_closed_pipe(&error) => ExitCode::from(128 + 13),
        Err(error) if matches!(error.downcast_ref(), Some(Error::Cancelled)) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::from(cancel::EXIT_CODE)
        }
        Err(error) => {
            // Nothing is left to do if stderr is closed.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let plain = error.downcast_ref().map(std::io::Error::kind);
    let json = error.downcast_ref().and_then(serde_json::Error::io_error_kind);
    plain.or(json) == Some(std::io::ErrorKind::BrokenPipe)
}
