//! Runs a process to its end and measures all of it.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use wait4::Wait4 as _;

/// What one run took.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) wall: Duration,
    /// User and system time of all its threads.
    pub(crate) cpu: Duration,
    /// Peak resident memory in bytes.
    pub(crate) memory: u64,
}

/// A command line: the program and its arguments.
pub(crate) type Line = Vec<OsString>;

/// # Errors
/// A program that cannot be run or fails: what it printed is shown.
pub(crate) fn run(line: &Line) -> Result<Sample> {
    // A file takes the output without a reader's help, so that nothing but the process is measured.
    let mut log = tempfile::tempfile()?;
    let mut command = command(line)?;
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log.try_clone()?);
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{} cannot be run", line[0].display()))?;
    let used = child.wait4()?;
    let wall = start.elapsed();
    if !used.status.success() {
        bail!("{line:?} ended with {}:\n{}", used.status, text(&mut log)?);
    }
    Ok(Sample { wall, cpu: used.rusage.utime + used.rusage.stime, memory: used.rusage.maxrss })
}

/// Runs a program that prints one number of milliseconds a line, and returns the smallest.
pub(crate) fn best_printed(line: &Line) -> Result<Duration> {
    let output = command(line)?.stdin(Stdio::null()).output()?;
    ensure!(output.status.success(), "{line:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let best = text.lines().filter_map(|line| line.parse().ok()).min();
    Ok(Duration::from_millis(best.with_context(|| format!("{line:?} printed no times"))?))
}

fn command(line: &Line) -> Result<Command> {
    let (program, arguments) = line.split_first().context("an empty command line")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

fn text(log: &mut File) -> Result<String> {
    use std::io::Seek as _;
    let mut bytes = Vec::new();
    log.rewind()?;
    log.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
