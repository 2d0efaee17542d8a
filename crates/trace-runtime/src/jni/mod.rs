//! The edge to Java.
//!
//! # The classes
//!
//! The library belongs to one class, [`CLASS`], which loads it and has this in it (Java 8):
//!
//! ```java
//! static native boolean create(String setup, long base, long[] ring);
//! static native void destroy();
//! static native boolean watchSignals();
//! static native void dispatchBegin(long at, long written, int message);
//! static native void dispatchEnd(long at, long written);
//! static native void moment(long at, long written, int kind);
//! static native void systemMessage(long at, long written, int what, boolean launchesActivity);
//! static native void frame(long at, boolean isVsync, boolean isFirst, long intendedVsync, long vsync,
//!         long unknownDelay, long input, long animation, long layout, long draw, long sync,
//!         long commandIssue, long swapBuffers, long gpu, long total);
//! static native void event(long written, String json);
//!
//! static void onReport(String json) { ... }              // a finished report
//! static void onAsk(long token, int question) { ... }    // 0 main thread, 1 everything, 2 not responding?
//! static void onFrames(int listener, String json) { ... }
//! static void onBadFrame(int listener, String json) { ... }
//! static void onLog(String line) { ... }
//! ```
//!
//! Records are made by another one, [`BEAT`], which instrumented code calls. They are apart because virtual machines
//! check before each access to another class's static field whether that class is initialised, but not for one's own:
//!
//! ```java
//! static long written;        // records ever written; the thread that writes them adds to it
//! static volatile int tick;   // read for each record, see the module clock; begins with -2, parked
//! ```
//!
//! All times (`at`, `base`) are those of `System.nanoTime()`. `setup` is a [`Setup`] in JSON, and `event` takes a
//! [`TimedEvent`](crate::TimedEvent), as a line of a script: whatever is rare comes that way, so that a new kind of
//! event needs no new native. `moment`'s kinds are 0 the first call, 1 and 2 an idle handler begins and ends, 3 and
//! 4 a touch event is received and finished.
//!
//! `create`, `destroy`, `watchSignals`, `dispatch...`, `moment` and `systemMessage` are for the main thread, `frame` and
//! `event` for any. Callbacks come on the watchdog's thread, `onLog` on any.
//!
//! # The ring
//!
//! `create` takes a `long[]` whose length is a power of two and holds it until `destroy`. It is Java's, for records are
//! made before the library is loaded; they are written as [`ring`](crate::ring) says, and `written` is a plain field. Volatile it would cost a fence for each record. The
//! main thread passes `written` on with each call, so reading the field is left to the watchdog; that one may be late by
//! what a core holds back, which [`Store::in_flight`](crate::ring::Store::in_flight) is for. A compiler may not
//! hold back more: each record reads the volatile `tick`, over which no store of an earlier record may be moved.
//!
//! # When something goes wrong
//!
//! No panic gets to Java. The first one is told to `onLog` in one line and turns the library off for as long as the
//! process lives: natives return at once, `create` gives false, what was held is released. The app goes on and
//! writes into an array that nobody reads. Exceptions that callbacks throw are cleared and told to `onLog`.
//!
//! The library is never unloaded: its reference to the class keeps the class loader.

mod guard;
mod hooks;
mod host;
mod java;
mod natives;
mod ring;
mod tracer;

use crate::Setup;
use ::jni::sys::{JNI_ERR, JNI_VERSION_1_6, jint};
use ::jni::{Env, JavaVM};
use std::ffi::c_void;

/// The class that loads the library, by its name in class files.
pub const CLASS: &str = "com/tencent/matrix/trace/core/NativeTrace";

/// The class that instrumented code calls, by its name in class files.
pub const BEAT: &str = "com/tencent/matrix/trace/core/AppMethodBeat";

/// Called by the virtual machine when the library is loaded: finds what it calls, and makes the natives known.
///
/// If members are missing, loading fails with `UnsatisfiedLinkError`, and the log names the missing one; most likely
/// a shrinker has removed or renamed it.
///
/// # Safety
/// `vm` is the virtual machine's.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut ::jni::sys::JavaVM, _: *mut c_void) -> jint {
    guard::keep_messages_of_panics();
    // SAFETY: as the caller promises.
    let vm = unsafe { JavaVM::from_raw(vm) };
    let known = std::panic::catch_unwind(|| {
        vm.attach_current_thread(|env: &mut Env<'_>| {
            let done = java::Java::look_up(env).and_then(|java| natives::register(env, java));
            if done.is_err() {
                env.exception_describe();
                env.exception_clear();
            }
            done
        })
    });
    if matches!(known, Ok(Ok(()))) { JNI_VERSION_1_6 } else { JNI_ERR }
}

/// Reads `create`'s setup; the time base is an argument of its own, as Java has no better place for it.
fn parse_setup(json: &str, base: i64) -> Result<Setup, String> {
    let setup: Setup =
        serde_json::from_str(json).map_err(|error| format!("the setup is not usable: {error}"))?;
    Ok(Setup { base: timestamp(base), ..setup })
}

/// A time of `System.nanoTime()`, which on Android and Linux is never negative.
fn timestamp(nanos: i64) -> crate::Timestamp {
    crate::Timestamp::from_nanos(u64::try_from(nanos).unwrap_or(0))
}
