//! A value that long calls take out and put back.

use std::sync::{Mutex, PoisonError};

/// A value that a call takes out, works on, and puts back. No lock is held meanwhile, so no call waits for another.
pub(crate) struct Home<T>(Mutex<Option<T>>);

/// The value while a call works on it; dropping it puts the value back.
struct Taken<'a, T> {
    home: &'a Home<T>,
    value: Option<T>,
}

impl<T> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        *self.home.0.lock().unwrap_or_else(PoisonError::into_inner) = self.value.take();
    }
}

impl<T> Home<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(Some(value)))
    }

    /// Work on the value; `None` if another call has taken it out.
    pub(crate) fn take_out<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut taken = Taken { home: self, value: Some(value?) };
        taken.value.as_mut().map(work)
    }
}
