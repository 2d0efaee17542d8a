//! `cargo xtask bench`: whole processes, jar to jar, side by side in one run.
//!
//! Every round runs each contestant once, in the same order (A B C A B C ...), so that a noisy
//! minute hits all of them. The figures are medians and minima over the rounds.

mod contestants;
mod hot_path;
mod measure;
mod report;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use trace_tests::corpus;

use contestants::Peers;
use measure::Sample;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Two small jars, three rounds: a minute.
    #[arg(long)]
    quick: bool,
    /// Rounds; the first ones warm the page cache like any other.
    #[arg(long)]
    rounds: Option<usize>,
    /// Names from `cargo xtask corpus`.
    #[arg(long, value_delimiter = ',')]
    jars: Vec<String>,
    /// Leave out contestants whose name contains one of these, for example `Matrix`.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Iterations in one JVM for the warm figure; 0 leaves it out.
    #[arg(long, default_value_t = 10)]
    warm: usize,
    /// Measure instead what one enter and one exit cost the app: five minutes.
    #[arg(long)]
    hot_path: bool,
    /// Write the Markdown here as well.
    #[arg(long)]
    output: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if options.hot_path {
        let table = hot_path::run()?;
        print!("{table}");
        return write(&table, options.output.as_deref());
    }
    let names = match &options.jars[..] {
        [] if options.quick => vec!["okhttp".to_owned(), "guava".to_owned()],
        [] => ["okhttp", "guava", "scala", "kotlin-compiler"].map(str::to_owned).to_vec(),
        names => names.to_vec(),
    };
    let rounds = options.rounds.unwrap_or(if options.quick { 3 } else { 7 }).max(1);
    let tool = crate::build_tool()?;
    let floor = crate::build(&["--package", "xtask", "--bin", "floor"], "floor")?;
    let peers = Peers::prepare(tool, floor)?;
    let scratch = tempfile::tempdir().context("no temporary folder")?;

    let mut text = report::heading(rounds)?;
    print!("{text}");
    for name in &names {
        let jar = corpus::named(name).jar()?;
        let contestants = peers.contestants(&jar, scratch.path(), &options.without)?;
        let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); contestants.len()];
        for round in 1..=rounds {
            for (contestant, samples) in contestants.iter().zip(&mut samples) {
                progress(&format!("{name}: round {round} of {rounds}, {}", contestant.name));
                samples.push(measure::run(&contestant.command)?);
            }
        }
        let mut warm = Vec::new();
        if options.warm > 0 {
            for (label, command) in peers.warm(&jar, scratch.path(), options.warm, &options.without) {
                progress(&format!("{name}: {label}"));
                warm.push((label, measure::best_printed(&command)?));
            }
        }
        progress("");
        let section = report::section(name, &jar, &contestants, &samples, &warm)?;
        print!("{section}");
        text += &section;
    }
    write(&text, options.output.as_deref())
}

/// Overwrites the line on a terminal; says nothing elsewhere.
/// Writes a copy of what was printed, if one is wanted.
fn write(text: &str, output: Option<&Path>) -> Result<()> {
    output.map_or(Ok(()), |path| std::fs::write(path, text).with_context(|| path.display().to_string()))
}

fn progress(line: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{line}");
    }
}
