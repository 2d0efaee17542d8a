//! The Java array that records lie in.

use super::java::Java;
use crate::ring::{IN_FLIGHT, Store};
use jni::Env;
use jni::errors::Result;
use jni::objects::JLongArray;
use jni::refs::Global;
use trace_model::Record;

/// The array, held until this is dropped. Drop it on an attached thread: others would be attached for it.
#[derive(Debug)]
pub(super) struct Ring {
    array: Global<JLongArray<'static>>,
    capacity: usize,
}

impl Ring {
    /// Holds an array of `capacity`, which is a power of two.
    pub(super) fn new(env: &mut Env<'_>, array: &JLongArray<'_>, capacity: usize) -> Result<Ring> {
        Ok(Ring { array: env.new_global_ref(array)?, capacity })
    }
}

/// A [`Ring`] as a thread sees it.
pub(super) struct View<'r> {
    ring: &'r Ring,
    env: *mut jni::sys::JNIEnv,
    written: Option<u64>,
}

impl View<'_> {
    /// The main thread's view, with what it says that it wrote; or that of any other thread, where the field is read.
    ///
    /// # Safety
    /// The thread that `env` is of stays attached as long as the view lives.
    pub(super) unsafe fn new<'r>(ring: &'r Ring, env: &Env<'_>, written: Option<u64>) -> View<'r> {
        View { ring, env: env.get_raw(), written }
    }
}

impl Store for View<'_> {
    fn capacity(&self) -> usize {
        self.ring.capacity
    }

    fn written(&self) -> u64 {
        if let Some(written) = self.written {
            return written;
        }
        let Some(java) = Java::get() else { return 0 };
        // SAFETY: `env` is of this attached thread, the field is of that class, and a long.
        let written = unsafe {
            ((**self.env).v1_1.GetStaticLongField)(self.env, java.beat.as_raw(), java.written.into_raw())
        };
        u64::try_from(written).unwrap_or(0)
    }

    fn read(&self, slot: usize, out: &mut [Record]) {
        let fits = slot.checked_add(out.len()).is_some_and(|end| end <= self.ring.capacity);
        let (Ok(first), Ok(length), true) = (i32::try_from(slot), i32::try_from(out.len()), fits) else {
            return;
        };
        // SAFETY: `env` is of this attached thread, the range lies in the array, and a record is 64 bits as a long is.
        unsafe {
            let array = self.ring.array.as_raw();
            ((**self.env).v1_1.GetLongArrayRegion)(self.env, array, first, length, out.as_mut_ptr().cast());
        }
    }

    fn in_flight(&self) -> u64 {
        if self.written.is_some() { 0 } else { IN_FLIGHT }
    }
}
