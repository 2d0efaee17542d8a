//! The results as Markdown, to read in a terminal and to paste into `docs/benchmarks.md`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use trace_tests::{jdk, tool};

use super::contestants::{Contestant, Output};
use super::measure::Sample;

/// When, where and how.
pub(crate) fn heading(rounds: usize) -> Result<String> {
    let date = tool::run(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    Ok(format!(
        "`cargo xtask {}`, {}. {}, {cores} cores, load {} at the start; JDK {}; {rounds} rounds.\n",
        arguments.join(" "),
        date.trim(),
        cpu.map_or("Unknown processor", |pair| pair.1),
        load.split(' ').next().unwrap_or("?"),
        jdk::standard()?.version,
    ))
}

/// The table of one jar and the ratios that matter.
pub(crate) fn section(
    name: &str,
    jar: &Path,
    contestants: &[Contestant],
    samples: &[Vec<Sample>],
    warm: &[(String, Duration)],
) -> Result<String> {
    let size = std::fs::metadata(jar)?.len() as f64 / 1e6;
    let mut text = format!("\n### {name} ({size:.1} MB)\n\n");
    text +=
        "| | wall ms, median (min) | CPU ms, median (min) | peak MB | CPU, times ours | wall, times ours |\n";
    text += "|---|---:|---:|---:|---:|---:|\n";
    let summaries: Vec<Summary> = samples.iter().map(|samples| Summary::of(samples)).collect();
    for (contestant, summary) in contestants.iter().zip(&summaries) {
        let ours = contestants.iter().zip(&summaries).filter(|(other, _)| other.ours);
        let like = match contestant.output {
            // Reading alone is compared with the cheapest that we write.
            Output::Nothing => Output::Stored,
            output => output,
        };
        let pair = ours.clone().find(|(other, _)| other.output == like && !contestant.ours);
        let ratio = |of: fn(&Summary) -> Duration| {
            pair.map_or(String::new(), |(_, ours)| format!("{:.2}", of(summary).div_duration_f64(of(ours))))
        };
        writeln!(
            text,
            "| {} | {:.0} ({:.0}) | {:.0} ({:.0}) | {:.0} | {} | {} |",
            contestant.name,
            ms(summary.wall),
            ms(summary.least_wall),
            ms(summary.cpu),
            ms(summary.least_cpu),
            summary.memory as f64 / 1e6,
            ratio(|summary| summary.cpu),
            ratio(|summary| summary.wall),
        )?;
    }
    for (name, best) in warm {
        let stored = name.contains("stored");
        let like = if stored { Output::Stored } else { Output::Usual };
        let pair = contestants.iter().zip(&summaries).find(|(other, _)| other.ours && other.output == like);
        let ratio =
            pair.map_or(String::new(), |(_, ours)| format!("{:.2}", best.div_duration_f64(ours.wall)));
        writeln!(text, "| {name}, best | {:.0} | | | | {ratio} |", ms(*best))?;
    }
    let stored =
        contestants.iter().zip(&summaries).find(|(other, _)| other.ours && other.output == Output::Stored);
    let matrix = contestants.iter().zip(&summaries).find(|(other, _)| other.name.starts_with("Matrix"));
    if let (Some((_, ours)), Some((_, matrix))) = (stored, matrix) {
        let (cpu, wall) = (matrix.cpu.div_duration_f64(ours.cpu), matrix.wall.div_duration_f64(ours.wall));
        writeln!(
            text,
            "\nMatrix against ours with `store`: {cpu:.1} times the CPU, {wall:.1} times the wall time."
        )?;
    }
    Ok(text)
}

struct Summary {
    wall: Duration,
    least_wall: Duration,
    cpu: Duration,
    least_cpu: Duration,
    memory: u64,
}

impl Summary {
    fn of(samples: &[Sample]) -> Summary {
        let (wall, least_wall) = median_and_least(samples.iter().map(|sample| sample.wall));
        let (cpu, least_cpu) = median_and_least(samples.iter().map(|sample| sample.cpu));
        let memory = samples.iter().map(|sample| sample.memory).max().unwrap_or(0);
        Summary { wall, least_wall, cpu, least_cpu, memory }
    }
}

fn median_and_least(values: impl Iterator<Item = Duration>) -> (Duration, Duration) {
    let mut values: Vec<Duration> = values.collect();
    values.sort_unstable();
    match values[..] {
        [] => Default::default(),
        [least, ..] if values.len() % 2 == 1 => (values[values.len() / 2], least),
        [least, ..] => ((values[values.len() / 2 - 1] + values[values.len() / 2]) / 2, least),
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_odd_and_even_counts() {
        let of = |values: &[u64]| median_and_least(values.iter().map(|ms| Duration::from_millis(*ms)));
        let ms = Duration::from_millis;
        assert_eq!(of(&[9, 1, 5]), (ms(5), ms(1)));
        assert_eq!(of(&[9, 1, 5, 7]), (ms(6), ms(1)));
    }
}
