//! Ctrl-C, or a build that is stopped, leaves no temporary files behind.

use anyhow::{Context as _, Result};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit code that shells give a program that Ctrl-C has ended: 128 and SIGINT.
pub(super) const EXIT_CODE: u8 = 128 + 2;

static CANCELLED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C, SIGTERM and SIGHUP end the run at its next step. The second one ends the process at once.
pub(super) fn on_signals() -> Result<()> {
    let handle = || {
        if CANCELLED.swap(true, Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    };
    ctrlc::set_handler(handle).context("signals cannot be handled")
}

pub(super) fn is_cancelled() -> bool {
    CANCELLED.load(Relaxed)
}
