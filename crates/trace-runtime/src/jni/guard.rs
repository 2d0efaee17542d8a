//! What stands between a panic and Java.

use super::java::{self, Java};
use super::tracer;
use jni::errors::{Error, ErrorPolicy, Result};
use jni::{Env, EnvUnowned, JavaVM};
use std::any::Any;
use std::cell::RefCell;
use std::error::Error as _;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set by the first panic, and never cleared.
static OFF: AtomicBool = AtomicBool::new(false);

thread_local! {
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps what a panic says for the log, in place of printing it where on Android nobody looks. Of this library's panics
/// only: other libraries have their own copy of Rust's runtime.
pub(super) fn keep_messages_of_panics() {
    panic::set_hook(Box::new(|info| MESSAGE.set(Some(info.to_string().replace('\n', " ")))));
}

/// Runs the body of a native method. After a panic, this one or an earlier one, gives what stands for nothing.
pub(super) fn native<'l, T: Default + 'l>(
    mut env: EnvUnowned<'l>,
    body: impl FnOnce(&mut Env<'l>) -> Result<T>,
) -> T {
    if OFF.load(Relaxed) {
        return T::default();
    }
    env.with_env(body).resolve::<TellAndGoOn>()
}

/// After a panic on a thread that may not be attached.
pub(super) fn panicked() {
    let attached = JavaVM::singleton().and_then(|vm| {
        vm.attach_current_thread_for_scope(|env| {
            turn_off(env);
            Ok::<(), Error>(())
        })
    });
    if attached.is_err() {
        OFF.store(true, Relaxed);
    }
}

/// Turns the library off, and says so once.
fn turn_off(env: &mut Env<'_>) {
    let was_off = OFF.swap(true, Relaxed);
    let message = MESSAGE.take().unwrap_or_else(|| "a panic".to_owned());
    if was_off {
        return;
    }
    if let Some(java) = Java::get() {
        java.log(env, &format!("trace-runtime is off for good, the app goes on: {message}"));
    }
    // What panicked may panic again when it is taken down.
    let _ = panic::catch_unwind(tracer::destroy);
}

struct TellAndGoOn;

impl<T: Default> ErrorPolicy<T, Error> for TellAndGoOn {
    type Captures<'unowned: 'native, 'native> = ();

    fn on_error<'unowned: 'native, 'native>(env: &mut Env<'unowned>, (): &mut (), error: Error) -> Result<T> {
        let what = java::catch(env).unwrap_or_else(|| match error.source() {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        });
        if let Some(java) = Java::get() {
            java.log(env, &what);
        }
        Ok(T::default())
    }

    fn on_panic<'unowned: 'native, 'native>(
        env: &mut Env<'unowned>,
        (): &mut (),
        payload: Box<dyn Any + Send + 'static>,
    ) -> Result<T> {
        // Its message is kept; to drop it could panic.
        std::mem::forget(payload);
        env.exception_clear();
        turn_off(env);
        Ok(T::default())
    }
}
