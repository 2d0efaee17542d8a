//! The one tracer of the process.

use super::hooks::{Place, panic_if_planted};
use super::host::JavaHost;
use super::ring::{Ring, View};
use super::{guard, parse_setup};
use crate::native::scheduling::{Scheduling, SchedulingWatch};
use crate::native::sigquit::{self, SigQuit};
use crate::native::{now, process};
use crate::ring::Capacity;
use crate::watchdog::Watchdog;
use crate::{Event, Timestamp};
use jni::Env;
use jni::errors::Result;
use jni::objects::JLongArray;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time between two looks at how the main thread is scheduled.
const LOOKS: Duration = Duration::from_secs(1);

static TRACER: Mutex<Option<Tracer>> = Mutex::new(None);

struct Tracer {
    watchdog: Watchdog,
    ring: Arc<Ring>,
    signals: Option<SigQuit>,
    scheduling: SchedulingWatch,
    next_look: Timestamp,
}

/// Makes the tracer of the records in `ring`; says why not.
pub(super) fn create(
    env: &mut Env<'_>,
    setup: &str,
    base: i64,
    ring: &JLongArray<'_>,
) -> Result<std::result::Result<(), String>> {
    let setup = match parse_setup(setup, base) {
        Ok(setup) => setup,
        Err(why) => return Ok(Err(why)),
    };
    let capacity = match Capacity::new(ring.len(env)?) {
        Ok(capacity) => capacity,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let mut tracer = TRACER.lock().unwrap_or_else(PoisonError::into_inner);
    if tracer.is_some() {
        return Ok(Err("there is a tracer: destroy it first".to_owned()));
    }
    let ring = Arc::new(Ring::new(env, ring, capacity.slots())?);
    let watchdog = match Watchdog::start(setup, now, JavaHost::new(Arc::clone(&ring))) {
        Ok(watchdog) => watchdog,
        Err(error) => return Ok(Err(format!("no thread: {error}"))),
    };
    let (scheduling, next_look) = (SchedulingWatch::default(), Timestamp::default());
    *tracer = Some(Tracer { watchdog, ring, signals: None, scheduling, next_look });
    Ok(Ok(()))
}

/// Takes the tracer down, if there is one.
pub(super) fn destroy() {
    let tracer = TRACER.lock().unwrap_or_else(PoisonError::into_inner).take();
    // Without the lock: the signals' thread may wait for it, and is waited for here.
    drop(tracer);
}

/// Begins to watch SIGQUIT; true if that works.
pub(super) fn watch_signals() -> std::result::Result<(), String> {
    let mut tracer = TRACER.lock().unwrap_or_else(PoisonError::into_inner);
    let tracer = tracer.as_mut().ok_or("there is no tracer")?;
    let told = || {
        let post = || {
            let at = now();
            if let Some(tracer) = TRACER.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
                tracer.watchdog.post(at, Event::SigQuit);
            }
        };
        if std::panic::catch_unwind(post).is_err() {
            guard::panicked();
        }
    };
    tracer.signals = Some(sigquit::watch(told).map_err(|refused| refused.to_string())?);
    Ok(())
}

/// Tells the tracer of an event. `written` is what the main thread says, None on other threads.
pub(super) fn feed(env: &Env<'_>, at: Timestamp, written: Option<u64>, event: Event) {
    let mut tracer = TRACER.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(tracer) = tracer.as_mut() else { return };
    panic_if_planted(Place::Native);
    // SAFETY: `env` is this thread's, and outlives the call.
    let view = unsafe { View::new(&tracer.ring, env, written) };
    if written.is_some() && tracer.next_look <= at {
        tracer.next_look = at.plus(LOOKS);
        let (nice, nanos) = tracer.scheduling.look(Scheduling::of_this_thread());
        if let Some(nice) = nice {
            tracer.watchdog.feed(at, Event::PriorityChanged { nice }, &view);
        }
        if let Some(nanos) = nanos {
            tracer.watchdog.feed(at, Event::TimerSlackChanged { nanos }, &view);
        }
    }
    tracer.watchdog.feed(at, complete(event), &view);
}

/// Adds to an answer what Java need not find out.
fn complete(mut event: Event) -> Event {
    if let Event::Answer { answer, .. } = &mut event {
        if let Some((priority, nice)) = process::priority_and_nice() {
            answer.process_priority.get_or_insert(priority);
            answer.process_nice.get_or_insert(nice);
        }
        if let (Some(memory), Some(vm_size)) = (&mut answer.memory, process::vm_size_kib())
            && memory.vm_size == 0
        {
            memory.vm_size = vm_size;
        }
    }
    event
}
