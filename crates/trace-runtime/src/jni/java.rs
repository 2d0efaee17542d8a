//! The classes that we serve, and their members.

use super::{BEAT, CLASS};
use jni::errors::{Error, Result};
use jni::ids::{JStaticFieldID, JStaticMethodID};
use jni::objects::{JClass, JString};
use jni::refs::Global;
use jni::signature::{Primitive, ReturnType};
use jni::strings::JNIString;
use jni::sys::jvalue;
use jni::{Env, JValue, jni_sig, jni_str};
use std::sync::OnceLock;

/// References to the classes and their members; valid as long as the library is loaded, which is for ever.
pub(super) struct Java {
    pub(super) class: Global<JClass<'static>>,
    pub(super) beat: Global<JClass<'static>>,
    pub(super) written: JStaticFieldID,
    tick: JStaticFieldID,
    on_report: JStaticMethodID,
    on_ask: JStaticMethodID,
    on_frames: JStaticMethodID,
    on_bad_frame: JStaticMethodID,
    on_log: JStaticMethodID,
}

static JAVA: OnceLock<Java> = OnceLock::new();

impl Java {
    /// Looks everything up, on the thread that loads the library: only there its class loader is known.
    pub(super) fn look_up(env: &mut Env<'_>) -> Result<&'static Java> {
        let class = env.find_class(JNIString::from(CLASS))?;
        let beat = env.find_class(JNIString::from(BEAT))?;
        let java = Java {
            written: env.get_static_field_id(&beat, jni_str!("written"), jni_sig!("J"))?,
            tick: env.get_static_field_id(&beat, jni_str!("tick"), jni_sig!("I"))?,
            on_report: env.get_static_method_id(
                &class,
                jni_str!("onReport"),
                jni_sig!("(Ljava/lang/String;)V"),
            )?,
            on_ask: env.get_static_method_id(&class, jni_str!("onAsk"), jni_sig!("(JI)V"))?,
            on_frames: env.get_static_method_id(
                &class,
                jni_str!("onFrames"),
                jni_sig!("(ILjava/lang/String;)V"),
            )?,
            on_bad_frame: env.get_static_method_id(
                &class,
                jni_str!("onBadFrame"),
                jni_sig!("(ILjava/lang/String;)V"),
            )?,
            on_log: env.get_static_method_id(&class, jni_str!("onLog"), jni_sig!("(Ljava/lang/String;)V"))?,
            class: env.new_global_ref(&class)?,
            beat: env.new_global_ref(&beat)?,
        };
        Ok(JAVA.get_or_init(|| java))
    }

    /// None before the library is loaded by its class.
    pub(super) fn get() -> Option<&'static Java> {
        JAVA.get()
    }

    /// Raises or parks the tick clock.
    pub(super) fn set_tick(&self, env: &mut Env<'_>, tick: i32) {
        // SAFETY: the field is of that class, and an int. No exception can be thrown.
        let _ = unsafe { env.set_static_field_unchecked(&self.beat, self.tick, JValue::Int(tick)) };
    }

    pub(super) fn report(&self, env: &mut Env<'_>, json: &str) {
        self.call(env, "onReport", self.on_report, &[], Some(json));
    }

    pub(super) fn ask(&self, env: &mut Env<'_>, token: u64, question: i32) {
        let arguments = [jvalue { j: token.cast_signed() }, jvalue { i: question }];
        self.call(env, "onAsk", self.on_ask, &arguments, None);
    }

    pub(super) fn frames(&self, env: &mut Env<'_>, listener: u32, json: &str) {
        let listener = jvalue { i: listener.cast_signed() };
        self.call(env, "onFrames", self.on_frames, &[listener], Some(json));
    }

    pub(super) fn bad_frame(&self, env: &mut Env<'_>, listener: u32, json: &str) {
        let listener = jvalue { i: listener.cast_signed() };
        self.call(env, "onBadFrame", self.on_bad_frame, &[listener], Some(json));
    }

    /// One line to the app's log.
    pub(super) fn log(&self, env: &mut Env<'_>, line: &str) {
        if self.call_unlogged(env, self.on_log, &[], Some(line)).is_err() {
            // There is nobody left to tell.
            env.exception_clear();
        }
    }

    fn call(
        &self,
        env: &mut Env<'_>,
        name: &str,
        method: JStaticMethodID,
        numbers: &[jvalue],
        text: Option<&str>,
    ) {
        if self.call_unlogged(env, method, numbers, text).is_err() {
            let what = catch(env).unwrap_or_else(|| "not called".to_owned());
            self.log(env, &format!("{name} failed: {what}"));
        }
    }

    /// Calls a callback: numbers first, then a text. Leaves an exception that it throws to the caller.
    fn call_unlogged(
        &self,
        env: &mut Env<'_>,
        method: JStaticMethodID,
        numbers: &[jvalue],
        text: Option<&str>,
    ) -> Result<()> {
        // The thread may stay attached for long: nothing else would release the text.
        env.with_local_frame(4, |env| {
            let text = text.map(|text| JString::from_str(env, text)).transpose()?;
            let mut arguments = numbers.to_vec();
            arguments.extend(text.as_ref().map(|text| jvalue { l: text.as_raw() }));
            // SAFETY: the method is of this class, and all callers pass what its signature says.
            unsafe {
                env.call_static_method_unchecked(
                    &self.class,
                    method,
                    ReturnType::Primitive(Primitive::Void),
                    &arguments,
                )
            }?;
            Ok(())
        })
    }
}

/// Clears the pending exception, if there is one, and gives its class and message.
pub(super) fn catch(env: &Env<'_>) -> Option<String> {
    let caught = env.exception_catch();
    // What finds out the message may have failed as well.
    env.exception_clear();
    match caught {
        Err(Error::CaughtJavaException { name, msg, .. }) => Some(format!("{name}: {msg}")),
        Err(error) => Some(error.to_string()),
        Ok(()) => None,
    }
}
