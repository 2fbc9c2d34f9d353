//! Checks and accesses the caller's arrays.

use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};
use pyo3::prelude::*;
use pyo3::types::{PyMemoryView, PySlice};

use crate::errors;
use crate::slug::Slug;

/// Write a whole buffer at once.
pub(crate) fn write<T: Element + Copy>(py: Python<'_>, buffer: &PyBuffer<T>, values: &[T]) -> PyResult<()> {
    if buffer.readonly() {
        return Err(errors::refuse(py, Slug::Array, "the array cannot be written to"));
    }
    check_size(py, buffer, values.len())?;
    buffer.copy_from_slice(py, values)
}

/// Element types of arrays.
pub(crate) trait Kind: Element {
    const NAME: &str;
    /// Format characters of the `struct` module for it, if the size fits too; the first is canonical.
    const FORMATS: &str;
}

impl Kind for u8 {
    const NAME: &str = "uint8";
    const FORMATS: &str = "Bc";
}

impl Kind for i16 {
    const NAME: &str = "int16";
    const FORMATS: &str = "h";
}

impl Kind for i64 {
    const NAME: &str = "int64";
    const FORMATS: &str = "qln";
}

impl Kind for u64 {
    const NAME: &str = "uint64";
    const FORMATS: &str = "QLN";
}

/// The format characters for the native byte order.
const OWN_ORDER: &str = if cfg!(target_endian = "little") { "<" } else { ">!" };

/// An array as a view of one element type in canonical format; `None` if it has another type.
///
/// PyO3 mistakes `>` for little-endian and refuses `<`, which ctypes writes, so formats are parsed here.
fn plain_view<'py, T: Kind>(array: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyMemoryView>>> {
    let view = PyMemoryView::from(array)?;
    let buffer = PyUntypedBuffer::get(&view)?;
    let format = buffer.format().to_string_lossy();
    let (order, kind) = match format.char_indices().next_back() {
        Some((at, kind)) => (&format[..at], kind),
        None => return Ok(None),
    };
    if buffer.item_size() != size_of::<T>() || !T::FORMATS.contains(kind) {
        return Ok(None);
    }
    if order.is_empty() || order == "@" {
        return Ok(Some(view));
    }
    // The size was checked above, so it does not matter that `=l` should have four bytes.
    if order != "=" && (order.len() != 1 || !OWN_ORDER.contains(order)) && size_of::<T>() > 1 {
        return Ok(None);
    }
    let plain = view.call_method1("cast", ("B",))?.call_method1("cast", (&T::FORMATS[..1],))?;
    Ok(Some(plain.cast_into()?))
}

fn wrong_kind<T: Kind>(py: Python<'_>) -> PyErr {
    errors::refuse(py, Slug::Array, &format!("the array should hold {} and offer the buffer protocol", T::NAME))
}

/// A buffer of one element type, or why it is not one.
pub(crate) fn typed<T: Kind>(array: &Bound<'_, PyAny>) -> PyResult<PyBuffer<T>> {
    let view = plain_view::<T>(array).ok().flatten();
    view.and_then(|view| PyBuffer::get(&view).ok()).ok_or_else(|| wrong_kind::<T>(array.py()))
}

/// As [`typed`], for a contiguous writable array.
pub(crate) fn writable<T: Kind>(array: &Bound<'_, PyAny>) -> PyResult<PyBuffer<T>> {
    let py = array.py();
    let buffer = typed(array)?;
    if buffer.readonly() {
        return Err(errors::refuse(py, Slug::Array, "the array cannot be written to"));
    }
    if !buffer.is_c_contiguous() {
        return Err(errors::refuse(
            py,
            Slug::Array,
            "the array is not contiguous: its elements should lie one after another",
        ));
    }
    Ok(buffer)
}

/// An error unless an array has the expected number of elements.
pub(crate) fn check_size<T: Element>(py: Python<'_>, buffer: &PyBuffer<T>, size: usize) -> PyResult<()> {
    if buffer.item_count() == size {
        return Ok(());
    }
    let message = format!("the array has {} elements, but should have {size}", buffer.item_count());
    Err(errors::refuse(py, Slug::Array, &message))
}

/// The caller's array of offsets: where the moves of each board begin.
pub(crate) enum Offsets {
    Signed(PyBuffer<i64>),
    Unsigned(PyBuffer<u64>),
}

impl Offsets {
    pub(crate) fn new(array: &Bound<'_, PyAny>, size: usize) -> PyResult<Self> {
        let py = array.py();
        if typed::<u64>(array).is_ok() {
            let buffer = writable(array)?;
            check_size(py, &buffer, size)?;
            return Ok(Self::Unsigned(buffer));
        }
        if typed::<i64>(array).is_err() {
            return Err(errors::refuse(
                py,
                Slug::Array,
                "offsets should hold int64 or uint64 and offer the buffer protocol",
            ));
        }
        let buffer = writable(array)?;
        check_size(py, &buffer, size)?;
        Ok(Self::Signed(buffer))
    }

    /// Whether the two arrays share memory.
    pub(crate) fn overlap(&self, codes: &Codes<'_>) -> bool {
        let codes = &codes.buffer;
        let (own, size) = match self {
            Self::Signed(buffer) => (buffer.buf_ptr().addr(), buffer.len_bytes()),
            Self::Unsigned(buffer) => (buffer.buf_ptr().addr(), buffer.len_bytes()),
        };
        let other = codes.buf_ptr().addr();
        own < other + codes.len_bytes() && other < own + size
    }

    pub(crate) fn write(&self, py: Python<'_>, counts: &[u64]) -> PyResult<()> {
        let mut sum = 0;
        let offsets = std::iter::once(0).chain(counts.iter().map(|count| {
            sum += count;
            sum
        }));
        match self {
            Self::Signed(buffer) => buffer.copy_from_slice(py, &offsets.map(u64::cast_signed).collect::<Vec<_>>()),
            Self::Unsigned(buffer) => buffer.copy_from_slice(py, &offsets.collect::<Vec<_>>()),
        }
    }
}

/// The caller's one-dimensional array of move numbers.
pub(crate) struct Codes<'py> {
    view: Bound<'py, PyMemoryView>,
    buffer: PyBuffer<u64>,
}

impl<'py> Codes<'py> {
    pub(crate) fn new(array: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = array.py();
        let view = plain_view::<u64>(array).ok().flatten().ok_or_else(|| wrong_kind::<u64>(py))?;
        let buffer = writable(&view)?;
        if buffer.dimensions() != 1 {
            return Err(errors::refuse(py, Slug::Array, "the array of codes should have one axis"));
        }
        Ok(Self { view, buffer })
    }

    /// Write the first elements.
    pub(crate) fn write(&self, py: Python<'py>, codes: &[u64]) -> PyResult<()> {
        let (has, needs) = (self.buffer.item_count(), codes.len());
        if has < needs {
            let message = format!("the array has {has} elements, but there are {needs} legal moves");
            return Err(errors::refuse(py, Slug::Array, &message));
        }
        let part = self.view.get_item(PySlice::new(py, 0, needs.cast_signed(), 1))?;
        PyBuffer::<u64>::get(&part)?.copy_from_slice(py, codes)
    }
}
