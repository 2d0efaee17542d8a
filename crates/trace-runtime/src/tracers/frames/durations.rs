//! The durations of frames: one frame's, their sum and their maximum.

use crate::Frame;
use trace_model::report::FrameDurations;

/// The ten durations in nanoseconds, in the order of [`FrameDurations`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Durations([u64; 10]);

/// No duration is as long: half of what a Java `long` holds. Some phones give such, or negative ones.
const IMPOSSIBLE: u64 = 1 << 62;

/// Place of the total.
const TOTAL: usize = 8;

impl Durations {
    /// None if one of them cannot be. A frame without its total lasted as long as its parts.
    pub(super) fn of(frame: &Frame) -> Option<Durations> {
        let mut all = [
            frame.unknown_delay,
            frame.input,
            frame.animation,
            frame.layout,
            frame.draw,
            frame.sync,
            frame.command_issue,
            frame.swap_buffers,
            frame.total,
            frame.gpu,
        ];
        if all.iter().any(|nanos| *nanos >= IMPOSSIBLE) {
            return None;
        }
        if frame.total == 0 {
            let parts = all.iter().take(TOTAL).fold(0_u64, |sum, nanos| sum.saturating_add(*nanos));
            all[TOTAL] = parts;
        }
        Some(Durations(all))
    }

    pub(super) fn total(&self) -> u64 {
        self.0[TOTAL]
    }

    pub(super) fn add(&mut self, other: &Durations) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(theirs);
        }
    }

    pub(super) fn raise(&mut self, other: &Durations) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = theirs.max(*mine);
        }
    }

    /// Each one's share of `count`. What was never more than nothing was never measured.
    pub(super) fn report(&self, count: u64) -> FrameDurations {
        let [unknown_delay, input, animation, layout, draw, sync, command_issue, swap_buffers, total, gpu] =
            self.0.map(|sum| (sum > 0).then(|| sum / count.max(1)));
        FrameDurations {
            unknown_delay,
            input,
            animation,
            layout,
            draw,
            sync,
            command_issue,
            swap_buffers,
            total,
            gpu,
        }
    }
}
