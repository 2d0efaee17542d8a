//! Memory that waits for its next use.

use std::sync::Mutex;

/// Things that are dear to make, such as large buffers, handed from task to task.
#[derive(Debug)]
pub(crate) struct Spares<T>(Mutex<Vec<T>>);

impl<T> Default for Spares<T> {
    fn default() -> Self {
        Spares(Mutex::new(Vec::new()))
    }
}

impl<T> Spares<T> {
    /// One that was given back, if there is one.
    pub(crate) fn take(&self) -> Option<T> {
        self.lock().pop()
    }

    /// Gives one back.
    pub(crate) fn give(&self, spare: T) {
        self.lock().push(spare);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<T>> {
        // Nothing panics while the list is held, and a list is whole at any time.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
