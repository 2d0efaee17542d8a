//! A progress bar on a terminal, nothing elsewhere: CI logs get the summary only.

use super::args::RunArgs;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use trace_instrument::steps::Progress;

/// Draws on stderr if that is a terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(args: &RunArgs) -> Self {
        let target = if args.quiet || args.json {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(10)
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg:>8} [{bar:40}] {percent:>3} % {eta}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Bar(bar)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, what: &'static str, steps: u64) {
        self.0.set_message(what);
        self.0.set_length(steps);
        self.0.set_position(0);
    }

    fn step(&self) {
        self.0.inc(1);
    }

    fn is_cancelled(&self) -> bool {
        super::cancel::is_cancelled()
    }
}
