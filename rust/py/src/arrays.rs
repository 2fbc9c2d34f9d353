//! Arrays that the caller owns, filled through the buffer protocol: no numpy is needed here.

use mujo_core::codes;
use mujo_core::geometry::Square;
use mujo_core::rules::Code;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::values::side_of;

/// Write a whole buffer at once.
fn write<T: Element + Copy>(py: Python<'_>, buffer: &PyBuffer<T>, values: &[T]) -> PyResult<()> {
    if buffer.readonly() {
        return Err(errors::plain(py, "array", "the array cannot be written to"));
    }
    if buffer.item_count() != values.len() {
        let message = format!("the array has {} elements, but should have {}", buffer.item_count(), values.len());
        return Err(errors::plain(py, "array", &message));
    }
    buffer.copy_from_slice(py, values)
}

/// A buffer of one kind of element, or the reason why it is none.
fn typed<T: Element>(py: Python<'_>, array: &Bound<'_, PyAny>, kind: &str) -> PyResult<PyBuffer<T>> {
    PyBuffer::get(array).map_err(|_| {
        let message = format!("the array should hold {kind} and offer the buffer protocol");
        errors::plain(py, "array", &message)
    })
}

/// Goes over the occupied squares as the side `seen_by` sees them: index of the square, code of what stands there.
fn occupied(board: &Board, py: Python<'_>, seen_by: bool) -> PyResult<Vec<(usize, Code)>> {
    let geometry = board.core_rules().geometry();
    let position = board.position_copy(py)?;
    let place = |square: Square| geometry.dense(if seen_by { square } else { geometry.half_turn(square) });
    Ok(geometry.all().map(|square| (place(square), position.at(square))).filter(|(_, code)| !code.is_empty()).collect())
}

/// Fill an array with the squares of a board.
///
/// Parameters
/// ----------
/// board : Board
///     The board.
/// array : buffer of int16, ``ranks * files`` elements
///     Filled with 0 for an empty square, else ``1 + 2 * type + promoted``, negative for pieces of the other side; the
///     type is its place among the types a side may begin with.
/// seen_by : bool
///     The side whose pieces are positive; for White the board is turned by half a turn.
///
/// Raises
/// ------
/// MujoError
///     ``array``: another kind of element, another size, or an array that cannot be written.
///
/// Examples
/// --------
/// >>> from array import array
/// >>> import mujo
/// >>> squares = array("h", bytes(2 * 625))
/// >>> mujo._core.fill_squares(mujo.Board(), squares, mujo.BLACK)
/// >>> sum(code > 0 for code in squares), sum(code < 0 for code in squares)
/// (177, 177)
#[pyfunction]
pub(crate) fn fill_squares(py: Python<'_>, board: &Board, array: &Bound<'_, PyAny>, seen_by: bool) -> PyResult<()> {
    let buffer = typed::<i16>(py, array, "int16")?;
    let mut values = vec![0_i16; board.core_rules().geometry().squares()];
    for (place, code) in occupied(board, py, seen_by)? {
        let kind = code.kind();
        let number = 1 + 2 * kind.type_index() + usize::from(kind.promoted());
        let value = i16::try_from(number).unwrap_or(i16::MAX);
        let own = code.side() == Some(side_of(seen_by));
        values[place] = if own { value } else { -value };
    }
    write(py, &buffer, &values)
}

/// Fill an array with one plane of the board for each kind of piece and side.
///
/// Parameters
/// ----------
/// board : Board
///     The board.
/// array : buffer of uint8, ``4 * types * ranks * files`` elements
///     Filled with 1 where a piece of the plane's kind stands, else 0. Plane ``2 * type + promoted`` is of the side
///     `seen_by`, plane ``2 * types + 2 * type + promoted`` of the other.
/// seen_by : bool
///     The side that comes first; for White the board is turned by half a turn.
///
/// Raises
/// ------
/// MujoError
///     ``array``, as in `fill_squares`.
#[pyfunction]
pub(crate) fn fill_planes(py: Python<'_>, board: &Board, array: &Bound<'_, PyAny>, seen_by: bool) -> PyResult<()> {
    let types = board.core_rules().type_ids().count();
    let squares = board.core_rules().geometry().squares();
    let buffer = typed::<u8>(py, array, "uint8")?;
    let mut values = vec![0_u8; 4 * types * squares];
    for (place, code) in occupied(board, py, seen_by)? {
        let kind = code.kind();
        let own = code.side() == Some(side_of(seen_by));
        let plane = 2 * kind.type_index() + usize::from(kind.promoted());
        let plane = if own { plane } else { 2 * types + plane };
        values[plane * squares + place] = 1;
    }
    write(py, &buffer, &values)
}

/// Fill an array with the numbers of the legal moves.
///
/// Parameters
/// ----------
/// board : Board
///     The board.
/// array : buffer of uint64
///     Its first elements become ``int(move)`` of the legal moves, in the order of `Board.legal_moves`; if it is too
///     short, of as many as fit. The others become 0, which is no move.
///
/// Returns
/// -------
/// int
///     The number of legal moves, which may be more than fit.
///
/// Raises
/// ------
/// MujoError
///     ``array``: another kind of element, or an array that cannot be written.
///
/// Examples
/// --------
/// >>> from array import array
/// >>> import mujo
/// >>> codes = array("Q", bytes(8 * 500))
/// >>> board = mujo.Board()
/// >>> count = mujo._core.fill_moves(board, codes)
/// >>> count, mujo.Move.from_int(codes[0], "tai") == board.legal_moves[0]
/// (479, True)
#[pyfunction]
pub(crate) fn fill_moves(py: Python<'_>, board: &Board, array: &Bound<'_, PyAny>) -> PyResult<usize> {
    let buffer = typed::<u64>(py, array, "uint64")?;
    let moves = board.legal_list(py)?;
    let mut values = vec![0_u64; buffer.item_count()];
    for (value, mv) in values.iter_mut().zip(&moves) {
        *value = codes::code(board.core_rules(), *mv);
    }
    write(py, &buffer, &values)?;
    Ok(moves.len())
}
