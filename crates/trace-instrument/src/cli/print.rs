//! What a run prints: notes on stderr, the summary on stdout.

use super::args::RunArgs;
use anyhow::Result;
use std::io::Write as _;
use trace_instrument::steps::Outcome;
use trace_model::Summary;

/// Notes of one kind beyond this are only counted: a broken jar must not flood a build log.
const NOTES_SHOWN: usize = 20;

/// `summarise` turns the numbers into text for a reader.
pub(super) fn outcome(outcome: &Outcome, args: &RunArgs, summarise: fn(&Summary) -> String) -> Result<()> {
    if !args.quiet {
        let mut stderr = std::io::stderr().lock();
        for note in outcome.notes.iter().take(NOTES_SHOWN) {
            writeln!(stderr, "note: {note}")?;
        }
        if let Some(more) = outcome.notes.len().checked_sub(NOTES_SHOWN).filter(|&more| more > 0) {
            writeln!(stderr, "note: and {more} more; --summary FILE.json lists everything that was skipped")?;
        }
    }
    let mut stdout = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut stdout, &outcome.summary)?;
        writeln!(stdout)?;
    } else if !args.quiet {
        stdout.write_all(summarise(&outcome.summary).as_bytes())?;
    }
    Ok(())
}

/// What was instrumented and written.
pub(super) fn written(summary: &Summary) -> String {
    let (bytes_in, bytes_out) = (grouped(summary.bytes_in), grouped(summary.bytes_out));
    format!("{}{bytes_in} bytes in, {bytes_out} bytes out, {} ms\n", counts(summary), summary.elapsed_ms)
}

/// What would be instrumented.
pub(super) fn not_written(summary: &Summary) -> String {
    format!("{}nothing written (--dry-run), {} ms\n", counts(summary), summary.elapsed_ms)
}

/// What has ids now.
pub(super) fn assigned(summary: &Summary) -> String {
    format!("{}{} ms\n", counts(summary), summary.elapsed_ms)
}

/// What is there.
pub(super) fn collected(summary: &Summary) -> String {
    let (methods, classes) = (grouped(summary.methods), grouped(summary.classes));
    format!("collected {methods} methods in {classes} classes, {} ms\n", summary.elapsed_ms)
}

fn counts(summary: &Summary) -> String {
    let [instrumented, methods, classes] =
        [summary.instrumented, summary.methods, summary.classes].map(grouped);
    let mut text = format!("instrumented {instrumented} of {methods} methods in {classes} classes\n");
    if !summary.skipped.is_empty() {
        let all = grouped(summary.skipped.values().sum());
        let reasons = summary.skipped.iter().map(|(reason, &count)| format!("{} {reason}", grouped(count)));
        text += &format!("skipped {all}: {}\n", reasons.collect::<Vec<_>>().join(", "));
    }
    text
}

/// Digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_come_in_threes() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
