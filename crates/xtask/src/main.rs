//! Everything a newcomer, CI or a release does, as `cargo xtask TASK`.

mod android;
mod bench;
mod corpus;
mod demo;
mod test;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use trace_tests::cache;

/// Project tasks.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Instrument real jars, show what changed, run a program on one.
    Demo(demo::Options),
    /// Run all tests.
    Test(test::Options),
    /// Measure whole processes against the peers, in pairs.
    Bench(bench::Options),
    /// Fetch the jars of the tests, and list them with the JDKs found.
    Corpus(corpus::Options),
    /// Build the runtime's library for Android, and check it.
    Android(android::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Demo(options) => demo::run(&options),
        Task::Test(options) => test::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Corpus(options) => corpus::run(&options),
        Task::Android(options) => android::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The cargo that runs us, in the root of the workspace.
fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(cache::workspace());
    // Set for us by cargo; they describe this crate and would rebuild others for nothing.
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR") {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Builds `trace-instrument` for release and returns the program.
fn build_tool() -> Result<PathBuf> {
    build(&["--package", "trace-instrument"], "trace-instrument")
}

fn build(what: &[&str], program: &str) -> Result<PathBuf> {
    let status = cargo().args(["build", "--release"]).args(what).status().context("cargo cannot be run")?;
    ensure!(status.success(), "{program} does not build");
    Ok(target_folder().join("release").join(program))
}

/// Where cargo builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| cache::workspace().join("target"), PathBuf::from)
}
