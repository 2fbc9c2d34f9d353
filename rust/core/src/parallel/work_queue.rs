//! A queue of work items that any number of threads take in order.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Work items that threads take in order.
#[derive(Debug)]
pub(crate) struct WorkQueue<T> {
    queue: Vec<Mutex<T>>,
    next: AtomicUsize,
    /// Stops the work now.
    stop: AtomicBool,
    /// No further items are taken.
    closed: AtomicBool,
}

impl<T> WorkQueue<T> {
    pub(crate) fn new(parts: impl Iterator<Item = T>) -> Self {
        let (stop, closed) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { queue: parts.map(Mutex::new).collect(), next: AtomicUsize::new(0), stop, closed }
    }

    /// Take items in order until none is left or `work` returns `false`.
    pub(crate) fn work(&self, mut done: impl FnMut(&mut T) -> bool) {
        while !self.closed.load(Ordering::Relaxed) {
            let Some(part) = self.queue.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            // Each item is taken once, so the lock is always free.
            if !done(&mut part.lock().unwrap_or_else(PoisonError::into_inner)) {
                self.closed.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The flag that stops the work now.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    pub(crate) fn into_parts(self) -> impl Iterator<Item = T> {
        self.queue.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
