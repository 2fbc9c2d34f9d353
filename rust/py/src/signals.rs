//! Ctrl-C within one call: work that holds the interpreter lock lets it go now and then, and ends on a signal.

use std::cell::Cell;

use mujo_core::parallel::{Poll, polled};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

thread_local! {
    /// What a signal handler raised.
    static RAISED: Cell<Option<PyErr>> = const { Cell::new(None) };
}

/// Let other threads run if this one holds the interpreter lock, then handle signals. Whether one raised an exception.
fn look() -> bool {
    let raised = Python::attach(|py| {
        py.detach(|| ());
        py.check_signals()
    });
    raised.is_err_and(|error| {
        RAISED.set(Some(error));
        true
    })
}

/// Do work that may take long on hostile input, with or without the interpreter lock. Most work ends before the first look
/// at the clock.
///
/// # Errors
/// What a signal handler raised: the work did not end then, and nothing came of it.
#[inline]
pub(crate) fn interruptible<R>(work: impl FnOnce() -> R) -> PyResult<R> {
    polled(Poll::Call(look), work).ok_or_else(raised)
}

#[cold]
fn raised() -> PyErr {
    RAISED.take().unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))
}
