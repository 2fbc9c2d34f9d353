//! Work cut into parts that any number of threads take one after the other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Parts of a work that threads take one after the other.
#[derive(Debug)]
pub(crate) struct WorkQueue<T> {
    queue: Vec<Mutex<T>>,
    next: AtomicUsize,
    /// Ends the work now.
    stop: AtomicBool,
    /// Ends the work at the end of the parts that were taken.
    closed: AtomicBool,
}

impl<T> WorkQueue<T> {
    pub(crate) fn new(parts: impl Iterator<Item = T>) -> Self {
        let (stop, closed) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { queue: parts.map(Mutex::new).collect(), next: AtomicUsize::new(0), stop, closed }
    }

    /// Take parts in order until none is left; `done` says whether to take another.
    pub(crate) fn work(&self, mut done: impl FnMut(&mut T) -> bool) {
        while !self.closed.load(Ordering::Relaxed) {
            let Some(part) = self.queue.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            // Each part is taken once, so nobody else holds it.
            if !done(&mut part.lock().unwrap_or_else(PoisonError::into_inner)) {
                self.closed.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The flag that ends the work now, for those who look at it.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    pub(crate) fn into_parts(self) -> impl Iterator<Item = T> {
        self.queue.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
