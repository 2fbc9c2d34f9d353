//! Benchmark helpers, compiled only with the feature `bench`, which no release enables: the core's work without the calls.

use mujo_core::parallel::NeverInterrupt;
use mujo_core::perft::{self, By};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::slug::Slug;

/// Count several times in one call, so that the call overhead is negligible, and return the sum of the counts.
#[pyfunction]
pub(crate) fn perft_many_times(py: Python<'_>, board: &Bound<'_, Board>, depth: usize, times: u64) -> PyResult<u64> {
    let (rules, position) = (board.get().core_rules(), board.get().position_copy(py)?);
    (0..times)
        .map(|_| perft::perft(rules, &position, depth, By::Effect, NeverInterrupt))
        .sum::<Result<u64, _>>()
        .map_err(|_| errors::refuse(py, Slug::CountTooLarge, "the count is 2^64 or more"))
}
