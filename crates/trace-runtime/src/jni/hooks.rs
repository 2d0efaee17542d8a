//! Panics on demand, to test what happens then. Without the feature `test-hooks` there is nothing of this.

/// Where a panic can be planted.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "test-hooks"), allow(dead_code, reason = "only hooks tell them apart"))]
pub(super) enum Place {
    /// In a native method, with the tracer's locks held.
    Native = 1,
    /// On the watchdog's thread.
    Watchdog = 2,
}

#[cfg(not(feature = "test-hooks"))]
pub(super) fn panic_if_planted(_: Place) {}

#[cfg(feature = "test-hooks")]
pub(super) use planted::{panic_if_planted, plant};

#[cfg(feature = "test-hooks")]
mod planted {
    use super::Place;
    use jni::EnvUnowned;
    use jni::objects::JClass;
    use jni::sys::jint;
    use std::sync::atomic::{AtomicI32, Ordering::SeqCst};

    static PLANTED: AtomicI32 = AtomicI32::new(0);

    /// `static native void plantPanic(int place)`.
    pub(crate) extern "system" fn plant(_: EnvUnowned<'_>, _: JClass<'_>, place: jint) {
        PLANTED.store(place, SeqCst);
    }

    pub(crate) fn panic_if_planted(place: Place) {
        if PLANTED.compare_exchange(place as i32, 0, SeqCst, SeqCst).is_ok() {
            panic!("planted by a test");
        }
    }
}
