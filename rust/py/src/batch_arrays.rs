//! What the boards of a batch report: one number a board, and arrays of squares and planes.

use mujo_core::random::batch::Batch as CoreBatch;
use mujo_core::random::bulk;
use mujo_core::rules::{Cell, Side};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{number_of, occupied, plane_of};
use crate::batch::Batch;
use crate::buffers::{check_size, writable};
use crate::playouts::view;
use crate::values::side_of;

#[pymethods]
impl Batch {
    /// Winner on each board, 1 Black, -1 White, 0 nobody (yet): a snapshot, memoryview of int8 (format ``b``).
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.snapshot(py, "b", |batch| batch.outcomes().map(|outcome| bulk::numbers(outcome).0.to_ne_bytes()).collect())
    }

    /// How each game ended, as an index into `mujo.TERMINATIONS`, 0 while it goes on: a snapshot, memoryview of uint8
    /// (format ``B``).
    #[getter]
    fn terminations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.snapshot(py, "B", |batch| batch.outcomes().map(|outcome| [bulk::numbers(outcome).1]).collect())
    }

    /// Whether it is Black's turn on each board, 1 or 0: a snapshot, memoryview of uint8 (format ``B``).
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.snapshot(py, "B", |batch| {
            batch.positions().map(|position| [u8::from(position.turn() == Side::Black)]).collect()
        })
    }

    /// Moves made on each board since it was reset: a snapshot, memoryview of uint32 (format ``I``).
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.snapshot(py, "I", |batch| batch.plies().map(u32::to_ne_bytes).collect())
    }

    /// `Board.key` of each board: a snapshot, memoryview of uint64 (format ``Q``).
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.snapshot(py, "Q", |batch| batch.positions().map(|position| position.key().to_ne_bytes()).collect())
    }

    /// Fill an array with the squares of all boards, as `mujo.arrays.board_array` does for one.
    ///
    /// Parameters
    /// ----------
    /// array : buffer of int16, ``len(batch) * ranks * files`` elements
    ///     Filled board after board.
    /// seen_by : bool, optional
    ///     The side whose pieces are positive; on each board the one to move by default.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``array``: another kind of element, another size, or an array that is not contiguous or cannot be written.
    ///
    /// Examples
    /// --------
    /// >>> from array import array
    /// >>> import mujo
    /// >>> batch = mujo.Batch(2, rules="maka")
    /// >>> squares = array("h", bytes(2 * 2 * 19 * 19))
    /// >>> batch.squares(squares)
    /// >>> sum(number != 0 for number in squares)
    /// 384
    #[pyo3(signature = (array, seen_by = None))]
    fn squares(&self, py: Python<'_>, array: &Bound<'_, PyAny>, seen_by: Option<bool>) -> PyResult<()> {
        let buffer = writable::<i16>(array)?;
        let squares = self.rules.geometry().squares();
        check_size(py, &buffer, self.size * squares)?;
        self.fill(py, &buffer, seen_by, |cell, side, place| (place, number_of(cell, side)), squares)
    }

    /// Fill an array with the planes of all boards, as `mujo.arrays.planes` does for one.
    ///
    /// Parameters
    /// ----------
    /// array : buffer of uint8, ``len(batch) * 4 * types * ranks * files`` elements
    ///     Filled board after board.
    /// seen_by : bool, optional
    ///     The side that comes first; on each board the one to move by default.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``array``, as in `squares`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> batch = mujo.Batch(2, rules="maka")
    /// >>> planes = bytearray(2 * 200 * 19 * 19)
    /// >>> batch.planes(planes)
    /// >>> sum(planes)
    /// 384
    #[pyo3(signature = (array, seen_by = None))]
    fn planes(&self, py: Python<'_>, array: &Bound<'_, PyAny>, seen_by: Option<bool>) -> PyResult<()> {
        let buffer = writable::<u8>(array)?;
        let (types, squares) = (self.rules.type_ids().count(), self.rules.geometry().squares());
        check_size(py, &buffer, self.size * 4 * types * squares)?;
        let place = |cell, side, place| (plane_of(cell, side, types) * squares + place, 1);
        self.fill(py, &buffer, seen_by, place, 4 * types * squares)
    }
}

impl Batch {
    /// One number a board.
    fn snapshot<'py, const N: usize>(
        &self,
        py: Python<'py>,
        format: &str,
        numbers: impl FnOnce(&CoreBatch) -> Vec<[u8; N]> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.with(py, |batch| Ok(numbers(batch).as_flattened().to_vec()))?;
        view(&PyBytes::new(py, &bytes), format)
    }

    /// Fill an array with a fixed number of elements per board; `write` maps a piece to its index and value.
    fn fill<T: pyo3::buffer::Element + Copy + Default + Send>(
        &self,
        py: Python<'_>,
        buffer: &PyBuffer<T>,
        seen_by: Option<bool>,
        entry: impl Fn(Cell, Side, usize) -> (usize, T) + Send + Sync,
        elements: usize,
    ) -> PyResult<()> {
        let values: Vec<T> = self.with(py, |batch| {
            let mut values = vec![T::default(); batch.len() * elements];
            for (own, position) in values.chunks_mut(elements).zip(batch.positions()) {
                let side = seen_by.map_or(position.turn(), side_of);
                for (place, cell) in occupied(&self.rules, position, side) {
                    let (place, value) = entry(cell, side, place);
                    own[place] = value;
                }
            }
            Ok(values)
        })?;
        buffer.copy_from_slice(py, &values)
    }
}
