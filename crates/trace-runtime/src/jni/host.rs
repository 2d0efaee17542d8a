//! Java as the watchdog sees it.

use super::java::Java;
use super::ring::{Ring, View};
use super::{guard, hooks};
use crate::clock::Tick;
use crate::ring::Store;
use crate::watchdog::{App, Host};
use crate::{BadFrame, Question};
use jni::errors::Error;
use jni::{AttachConfig, DEFAULT_LOCAL_FRAME_CAPACITY, Env, JavaVM, jni_str};
use serde::Serialize;
use std::sync::Arc;
use trace_model::report::{Fps, Report};

/// What the watchdog's thread works for.
pub(super) struct JavaHost {
    ring: Arc<Ring>,
    tick: Tick,
}

impl JavaHost {
    pub(super) fn new(ring: Arc<Ring>) -> JavaHost {
        JavaHost { ring, tick: Tick::PARKED }
    }
}

impl Host for JavaHost {
    fn attach(&mut self, serve: &mut dyn FnMut(&mut dyn App)) -> bool {
        let (Some(java), Ok(vm)) = (Java::get(), JavaVM::singleton()) else { return false };
        let config = || AttachConfig::new().scoped(true).thread_name(jni_str!("trace-watchdog"));
        let attached =
            vm.attach_current_thread_with_config(config, Some(DEFAULT_LOCAL_FRAME_CAPACITY), |env| {
                // SAFETY: the thread stays attached until this closure has returned.
                let view = unsafe { View::new(&self.ring, env, None) };
                let mut app = JavaApp { java, env, view, tick: &mut self.tick };
                serve(&mut app);
                Ok::<(), Error>(())
            });
        attached.is_ok()
    }

    fn panicked(&mut self) {
        guard::panicked();
    }
}

struct JavaApp<'a, 'l> {
    java: &'static Java,
    env: &'a mut Env<'l>,
    view: View<'a>,
    /// The newest one, even while it is parked.
    tick: &'a mut Tick,
}

impl App for JavaApp<'_, '_> {
    fn records(&self) -> &dyn Store {
        &self.view
    }

    fn tick(&mut self) {
        *self.tick = self.tick.next();
        self.java.set_tick(self.env, self.tick.number());
    }

    fn park_tick(&mut self) {
        self.java.set_tick(self.env, Tick::PARKED.number());
    }

    fn ask(&mut self, token: u64, question: Question) {
        let question = match question {
            Question::MainThread => 0,
            Question::Everything => 1,
            Question::NotResponding => 2,
        };
        self.java.ask(self.env, token, question);
    }

    fn report(&mut self, report: Report) {
        if let Some(json) = self.json_of(&report) {
            self.java.report(self.env, &json);
        }
    }

    fn frames(&mut self, listener: u32, fps: &Fps) {
        if let Some(json) = self.json_of(fps) {
            self.java.frames(self.env, listener, &json);
        }
    }

    fn bad_frame(&mut self, listener: u32, bad: &BadFrame) {
        if let Some(json) = self.json_of(bad) {
            self.java.bad_frame(self.env, listener, &json);
        }
    }

    fn log(&mut self, line: &str) {
        self.java.log(self.env, line);
    }
}

impl JavaApp<'_, '_> {
    fn json_of(&mut self, value: &impl Serialize) -> Option<String> {
        hooks::panic_if_planted(hooks::Place::Watchdog);
        match serde_json::to_string(value) {
            Ok(json) => Some(json),
            Err(error) => {
                self.log(&format!("a report could not be written as JSON: {error}"));
                None
            }
        }
    }
}
