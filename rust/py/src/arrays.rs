//! Fills the caller's arrays through the buffer protocol, without numpy.

use mujo_core::position::Position;
use mujo_core::rules::{Cell, RuleSet, Side};
use mujo_core::text::move_id;
use pyo3::prelude::*;

use crate::board::Board;
use crate::buffers::{typed, write};
use crate::values::side_of;

/// Iterate over the occupied squares from a side's point of view: index and cell.
pub(crate) fn occupied(rules: &RuleSet, position: &Position, seen_by: Side) -> impl Iterator<Item = (usize, Cell)> {
    let geometry = rules.geometry();
    let place = move |square| geometry.dense(if seen_by == Side::Black { square } else { geometry.half_turn(square) });
    geometry.all().map(move |square| (place(square), position.at(square))).filter(|(_, cell)| !cell.is_empty())
}

/// The number that `fill_squares` writes for a piece.
pub(crate) fn number_of(cell: Cell, seen_by: Side) -> i16 {
    let kind = cell.kind();
    let number = 1 + 2 * kind.type_index() + usize::from(kind.promoted());
    let value = i16::try_from(number).unwrap_or(i16::MAX);
    if cell.side() == Some(seen_by) { value } else { -value }
}

/// The plane that `fill_planes` uses for a piece of a game with `types` types.
pub(crate) fn plane_of(cell: Cell, seen_by: Side, types: usize) -> usize {
    let kind = cell.kind();
    let plane = 2 * kind.type_index() + usize::from(kind.promoted());
    if cell.side() == Some(seen_by) { plane } else { 2 * types + plane }
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
/// >>> sum(cell > 0 for cell in squares), sum(cell < 0 for cell in squares)
/// (177, 177)
#[pyfunction]
pub(crate) fn fill_squares(py: Python<'_>, board: &Board, array: &Bound<'_, PyAny>, seen_by: bool) -> PyResult<()> {
    let buffer = typed::<i16>(array)?;
    let (rules, position, side) = (board.core_rules(), board.position_copy(py)?, side_of(seen_by));
    let mut values = vec![0_i16; rules.geometry().squares()];
    for (place, cell) in occupied(rules, &position, side) {
        values[place] = number_of(cell, side);
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
///
/// Examples
/// --------
/// >>> import mujo
/// >>> from mujo._core import fill_planes
/// >>> planes = bytearray(200 * 19 * 19)
/// >>> fill_planes(mujo.Board(rules="maka"), planes, mujo.BLACK)
/// >>> sum(planes)
/// 192
#[pyfunction]
pub(crate) fn fill_planes(py: Python<'_>, board: &Board, array: &Bound<'_, PyAny>, seen_by: bool) -> PyResult<()> {
    let buffer = typed::<u8>(array)?;
    let (rules, position, side) = (board.core_rules(), board.position_copy(py)?, side_of(seen_by));
    let (types, squares) = (rules.type_ids().count(), rules.geometry().squares());
    let mut values = vec![0_u8; 4 * types * squares];
    for (place, cell) in occupied(rules, &position, side) {
        values[plane_of(cell, side, types) * squares + place] = 1;
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
    let buffer = typed::<u64>(array)?;
    let moves = board.legal_list(py)?;
    let mut values = vec![0_u64; buffer.item_count()];
    for (value, mv) in values.iter_mut().zip(&moves) {
        *value = move_id::of(board.core_rules(), *mv);
    }
    write(py, &buffer, &values)?;
    Ok(moves.len())
}
