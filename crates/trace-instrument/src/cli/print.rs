//! What a run prints: notes on stderr, the summary on stdout.

use super::args::RunArgs;
use anyhow::Result;
use std::fmt::Write as _;
use std::io::Write as _;
use trace_instrument::Outcome;
use trace_model::Summary;

/// Notes of one kind beyond this are only counted: a broken jar must not flood a build log.
const NOTES_SHOWN: usize = 20;

pub(super) fn outcome(outcome: &Outcome, args: &RunArgs, dry_run: bool) -> Result<()> {
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
        stdout.write_all(text(&outcome.summary, dry_run).as_bytes())?;
    }
    Ok(())
}

fn text(summary: &Summary, dry_run: bool) -> String {
    let mut text = String::new();
    let skipped: u64 = summary.skipped.values().sum();
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "instrumented {} of {} methods in {} classes",
        grouped(summary.instrumented),
        grouped(summary.methods),
        grouped(summary.classes)
    );
    if skipped > 0 {
        let reasons = summary.skipped.iter().map(|(reason, &count)| format!("{} {reason}", grouped(count)));
        let _ = writeln!(text, "skipped {}: {}", grouped(skipped), reasons.collect::<Vec<_>>().join(", "));
    }
    let _ = match dry_run {
        true => writeln!(text, "nothing written (--dry-run), {} ms", summary.elapsed_ms),
        false => writeln!(
            text,
            "{} bytes in, {} bytes out, {} ms",
            grouped(summary.bytes_in),
            grouped(summary.bytes_out),
            summary.elapsed_ms
        ),
    };
    text
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
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
