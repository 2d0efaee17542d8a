//! The clock of all times.

use crate::Timestamp;

/// `CLOCK_MONOTONIC`: what `System.nanoTime` reads, on Android and on HotSpot for Linux. It stands still while the
/// device sleeps, as the looper does.
pub fn now() -> Timestamp {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writes. The call cannot fail with this clock.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    // The clock starts at boot: neither part is ever negative, nor near the end of u64.
    #[allow(clippy::unnecessary_cast, reason = "both types depend on the target")]
    Timestamp::from_nanos((time.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(time.tv_nsec as u64))
}

#[cfg(test)]
mod tests {
    #[test]
    fn time_goes_on() {
        let before = super::now();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(super::now().since(before) >= std::time::Duration::from_millis(2));
    }
}
