//! Numbers as arguments. They are read at any size, so that one out of range gets an error about the range.

use std::fmt;
use std::time::Duration;

use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors;
use crate::slug::Slug;

/// Maximal number of threads.
const MAX_THREADS: u64 = 256;
/// Longest time in seconds.
const MAX_SECONDS: f64 = 1e9;

/// A Python integer of any size. Integers beyond 128 bits become the largest or smallest `i128`.
#[derive(Clone, Copy)]
pub(crate) struct Whole(i128);

impl Whole {
    pub(crate) const fn new(value: i128) -> Self {
        Self(value)
    }

    /// The number itself.
    pub(crate) const fn number(self) -> i128 {
        self.0
    }

    /// The number, `None` if it lies outside a range.
    pub(crate) fn within(self, low: u64, high: u64) -> Option<u64> {
        u64::try_from(self.0).ok().filter(|number| (low..=high).contains(number))
    }

    /// As [`Whole::within`], with an `argument` error outside the range.
    pub(crate) fn argument(self, py: Python<'_>, name: &str, low: u64, high: u64) -> PyResult<u64> {
        self.within(low, high).ok_or_else(|| {
            errors::refuse(py, Slug::Argument, &format!("{name} is {self}, but should be {low} to {high}"))
        })
    }

    /// A number of threads.
    pub(crate) fn threads(self, py: Python<'_>) -> PyResult<usize> {
        self.within(1, MAX_THREADS).and_then(|threads| usize::try_from(threads).ok()).ok_or_else(|| {
            errors::refuse(py, Slug::Threads, &format!("{self} is no number of threads: 1 to {MAX_THREADS}"))
        })
    }

    /// The place in a sequence, counted from its end if negative; `None` outside.
    pub(crate) fn place(self, length: usize) -> Option<usize> {
        let from_end = if self.0 < 0 { length as i128 } else { 0 };
        usize::try_from(self.0.saturating_add(from_end)).ok().filter(|place| *place < length)
    }

    /// The end of a slice of a sequence, counted from its end if negative.
    pub(crate) fn bound(self, length: usize) -> usize {
        let from_end = if self.0 < 0 { length as i128 } else { 0 };
        usize::try_from(self.0.saturating_add(from_end).max(0)).map_or(length, |bound| bound.min(length))
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i128::MAX => out.write_str("a huge number"),
            i128::MIN => out.write_str("a huge negative number"),
            number => write!(out, "{number}"),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        refuse_bool(value)?;
        match value.extract::<i128>() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Ok(Self(if value.lt(0)? { i128::MIN } else { i128::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// A time in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Seconds(f64);

impl Seconds {
    pub(crate) const fn new(value: f64) -> Self {
        Self(value)
    }

    /// The time, with an `argument` error outside the range.
    pub(crate) fn time(self, py: Python<'_>, name: &str) -> PyResult<Duration> {
        if (0.0..=MAX_SECONDS).contains(&self.0) {
            return Ok(Duration::from_secs_f64(self.0));
        }
        let message = format!("{name} is {}, but should be 0 to {MAX_SECONDS:.0} seconds", self.0);
        Err(errors::refuse(py, Slug::Argument, &message))
    }
}

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        refuse_bool(value)?;
        match value.extract::<f64>() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(Self(f64::INFINITY)),
            Err(error) => Err(error),
        }
    }
}

/// A bool is an int in Python; as a number it is an argument in the wrong place.
fn refuse_bool(value: Borrowed<'_, '_, PyAny>) -> PyResult<()> {
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a number is expected here, not a bool"));
    }
    Ok(())
}
