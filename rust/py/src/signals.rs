//! Calls that may take long on hostile input: they end on Ctrl-C, let other threads run, and have a limit.

use std::cell::Cell;

use mujo_core::parallel::{Ended, Poll, polled};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors;
use crate::slug::Slug;

/// Most steps of one question about one position: about a second. Positions of the shipped games take less than a hundredth.
const MOST_STEPS: u64 = 1 << 23;

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

/// Answer a question about one position. Most answers come before the first look at the clock.
///
/// # Errors
/// What a signal handler raised, or `too_complex`. The question was not answered then, and nothing has changed.
#[inline]
pub(crate) fn interruptible<R>(work: impl FnOnce() -> R) -> PyResult<R> {
    polled(Poll::Call(look), MOST_STEPS, work).map_err(reason)
}

/// Do work that the caller knows to be long, with or without the interpreter lock.
///
/// # Errors
/// What a signal handler raised.
pub(crate) fn interruptible_for_long<R>(work: impl FnOnce() -> R) -> PyResult<R> {
    polled(Poll::Call(look), u64::MAX, work).map_err(reason)
}

#[cold]
fn reason(ended: Ended) -> PyErr {
    match ended {
        Ended::Stopped => RAISED.take().unwrap_or_else(|| PyKeyboardInterrupt::new_err(())),
        Ended::TooMuch => Python::attach(|py| {
            let message = format!(
                "this position takes more than {MOST_STEPS} steps to judge: too many pieces move in too many ways; \
                 let them have fewer legs, or exposure = allowed"
            );
            errors::refuse(py, Slug::TooComplex, &message)
        }),
    }
}
