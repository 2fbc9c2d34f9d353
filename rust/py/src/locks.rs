//! Exclusive use of an object by one thread at a time.

use atomic_refcell::{AtomicRefCell, AtomicRefMut};
use pyo3::prelude::*;
use sync_wrapper::SyncWrapper;

use crate::errors;
use crate::slug::Slug;

/// Lock what only one thread may use at a time. Nobody ever waits for it, so it need not be a mutex, and giving it back is
/// a plain store: that spares a call of a few dozen nanoseconds a fifth.
#[inline]
pub(crate) fn lock<'a, T>(py: Python<'_>, inner: &'a Locked<T>) -> PyResult<AtomicRefMut<'a, T>> {
    let locked = inner.try_borrow_mut().map_err(|_| busy(py))?;
    Ok(AtomicRefMut::map(locked, SyncWrapper::get_mut))
}

/// What only one thread may use at a time, even to read it.
pub(crate) type Locked<T> = AtomicRefCell<SyncWrapper<T>>;

/// Put a value behind [`lock`].
pub(crate) fn locked<T>(inner: T) -> Locked<T> {
    AtomicRefCell::new(SyncWrapper::new(inner))
}

#[cold]
fn busy(py: Python<'_>) -> PyErr {
    errors::refuse(py, Slug::BoardBusy, "another thread is using this board: give each thread its own, with copy()")
}
