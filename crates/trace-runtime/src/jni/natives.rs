//! The native methods.
//!
//! None of them may be `@FastNative` or `@CriticalNative` on ART: all take a lock that the watchdog may hold while
//! it copies records, and a garbage collector would wait for them.

use super::guard::native;
use super::java::Java;
use super::{timestamp, tracer};
use crate::{Event, Frame, Message, TimedEvent};
use jni::errors::Result;
use jni::objects::{JClass, JLongArray, JString};
use jni::strings::JNIStr;
use jni::sys::{jboolean, jint, jlong};
use jni::{Env, EnvUnowned, NativeMethod, jni_str};
use std::ffi::c_void;

/// Makes the natives known to the class.
pub(super) fn register(env: &mut Env<'_>, java: &Java) -> Result<()> {
    let method = |name: &'static JNIStr, signature: &'static JNIStr, function: *mut c_void| {
        // SAFETY: each function below takes what the signature beside it says, after the environment and the class.
        unsafe { NativeMethod::from_raw_parts(name, signature, function) }
    };
    let methods = [
        method(jni_str!("create"), jni_str!("(Ljava/lang/String;J[J)Z"), create as *mut c_void),
        method(jni_str!("destroy"), jni_str!("()V"), destroy as *mut c_void),
        method(jni_str!("watchSignals"), jni_str!("()Z"), watch_signals as *mut c_void),
        method(jni_str!("dispatchBegin"), jni_str!("(JJI)V"), dispatch_begin as *mut c_void),
        method(jni_str!("dispatchEnd"), jni_str!("(JJ)V"), dispatch_end as *mut c_void),
        method(jni_str!("moment"), jni_str!("(JJI)V"), moment as *mut c_void),
        method(jni_str!("systemMessage"), jni_str!("(JJIZ)V"), system_message as *mut c_void),
        method(jni_str!("frame"), jni_str!("(JZZJJJJJJJJJJJJ)V"), frame as *mut c_void),
        method(jni_str!("event"), jni_str!("(JLjava/lang/String;)V"), event as *mut c_void),
        #[cfg(feature = "test-hooks")]
        method(jni_str!("plantPanic"), jni_str!("(I)V"), super::hooks::plant as *mut c_void),
    ];
    // SAFETY: the functions are never unloaded.
    unsafe { env.register_native_methods(&java.class, &methods) }
}

extern "system" fn create<'l>(
    env: EnvUnowned<'l>,
    _: JClass<'l>,
    setup: JString<'l>,
    base: jlong,
    ring: JLongArray<'l>,
) -> jboolean {
    native(env, |env| {
        let setup = setup.try_to_string(env)?;
        let made = tracer::create(env, &setup, base, &ring)?;
        if let Err(why) = &made {
            log(env, &format!("no tracer: {why}"));
        }
        Ok(made.is_ok())
    })
}

extern "system" fn destroy<'l>(env: EnvUnowned<'l>, _: JClass<'l>) {
    native(env, |_| {
        tracer::destroy();
        Ok(())
    });
}

extern "system" fn watch_signals<'l>(env: EnvUnowned<'l>, _: JClass<'l>) -> jboolean {
    native(env, |env| {
        let watched = tracer::watch_signals();
        if let Err(why) = &watched {
            log(env, why);
        }
        Ok(watched.is_ok())
    })
}

extern "system" fn dispatch_begin<'l>(
    env: EnvUnowned<'l>,
    _: JClass<'l>,
    at: jlong,
    written: jlong,
    message: jint,
) {
    let message = Message(message.cast_unsigned());
    on_main(env, at, written, || Some(Event::DispatchBegin { message }));
}

extern "system" fn dispatch_end<'l>(env: EnvUnowned<'l>, _: JClass<'l>, at: jlong, written: jlong) {
    on_main(env, at, written, || Some(Event::DispatchEnd));
}

extern "system" fn moment<'l>(env: EnvUnowned<'l>, _: JClass<'l>, at: jlong, written: jlong, kind: jint) {
    on_main(env, at, written, || match kind {
        0 => Some(Event::FirstCall),
        1 => Some(Event::IdleBegin),
        2 => Some(Event::IdleEnd),
        3 => Some(Event::TouchReceived),
        4 => Some(Event::TouchFinished),
        _ => None,
    });
}

extern "system" fn system_message<'l>(
    env: EnvUnowned<'l>,
    _: JClass<'l>,
    at: jlong,
    written: jlong,
    what: jint,
    launches_activity: jboolean,
) {
    on_main(env, at, written, || Some(Event::SystemMessage { what, launches_activity }));
}

extern "system" fn frame<'l>(
    env: EnvUnowned<'l>,
    _: JClass<'l>,
    at: jlong,
    is_vsync: jboolean,
    is_first: jboolean,
    intended_vsync: jlong,
    vsync: jlong,
    unknown_delay: jlong,
    input: jlong,
    animation: jlong,
    layout: jlong,
    draw: jlong,
    sync: jlong,
    command_issue: jlong,
    swap_buffers: jlong,
    gpu: jlong,
    total: jlong,
) {
    // What FrameMetrics does not know is -1.
    let nanos = |value: jlong| u64::try_from(value).unwrap_or(0);
    let frame = Frame {
        is_vsync,
        intended_vsync: timestamp(intended_vsync),
        vsync: timestamp(vsync),
        unknown_delay: nanos(unknown_delay),
        input: nanos(input),
        animation: nanos(animation),
        layout: nanos(layout),
        draw: nanos(draw),
        sync: nanos(sync),
        command_issue: nanos(command_issue),
        swap_buffers: nanos(swap_buffers),
        gpu: nanos(gpu),
        total: nanos(total),
        is_first,
    };
    native(env, |env| {
        tracer::feed(env, timestamp(at), None, Event::Frame(frame));
        Ok(())
    });
}

/// `written` is negative on threads other than the main thread.
extern "system" fn event<'l>(env: EnvUnowned<'l>, _: JClass<'l>, written: jlong, json: JString<'l>) {
    native(env, |env| {
        let json = json.try_to_string(env)?;
        match serde_json::from_str::<TimedEvent>(&json) {
            Ok(timed) => tracer::feed(env, timed.at, u64::try_from(written).ok(), timed.event),
            Err(error) => log(env, &format!("no event: {error} in {json}")),
        }
        Ok(())
    });
}

fn on_main(env: EnvUnowned<'_>, at: jlong, written: jlong, event: impl FnOnce() -> Option<Event>) {
    native(env, |env| {
        let (at, written) = (timestamp(at), u64::try_from(written).unwrap_or(0));
        if let Some(event) = event() {
            tracer::feed(env, at, Some(written), event);
        }
        Ok(())
    });
}

fn log(env: &mut Env<'_>, line: &str) {
    if let Some(java) = Java::get() {
        java.log(env, line);
    }
}
