//! Positions and moves in the forms of CECP programs.

use mujo_core::game::Board as CoreBoard;
use mujo_core::text::{self, FenForm, PieceLetters};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::move_value::Move;
use crate::rules::rules_of;
use crate::slug::Slug;
use crate::texts::Text;

fn form_of(py: Python<'_>, name: &str) -> PyResult<FenForm> {
    FenForm::named(name).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        let forms = FenForm::ALL.map(FenForm::name).join(", ");
        let message = format!("'{shown}' is not a form of positions; the forms are {forms}");
        errors::refuse(py, Slug::Argument, &message)
    })
}

/// Write a position in the letters of other programs. Use `mujo.notation.fen.format_fen`.
///
/// Parameters
/// ----------
/// board : Board
///     The position.
/// form : str
///     ``winboard`` or ``qboard``.
///
/// Raises
/// ------
/// MujoError
///     ``argument``, ``no_letters``.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> from mujo._core import fen_text
/// >>> fen_text(mujo.Board(rules="chu"), "qboard")[-5:]
/// 'L w 1'
#[pyfunction]
pub(crate) fn fen_text(py: Python<'_>, board: &Bound<'_, Board>, form: Text<'_>) -> PyResult<String> {
    let form = form_of(py, &form)?;
    let board = board.get().without_history(py)?;
    let rules = board.rules();
    let letters = PieceLetters::published(rules).map_err(|error| errors::convert(py, &error, Some(rules)))?;
    let position = board.position();
    Ok(text::fen_text(rules, &position, board.number(), &letters, form))
}

/// Read a position in the letters of other programs. Use `mujo.notation.fen.parse_fen`.
///
/// Parameters
/// ----------
/// text : str
///     The position.
/// rules : RuleSet or str
///     The rules to play by.
/// form : str
///     ``winboard`` or ``qboard``.
///
/// Raises
/// ------
/// MujoError
///     ``argument``, ``no_letters``.
/// InvalidPositionError
///     ``position.*``.
///
/// Examples
/// --------
/// >>> from mujo._core import parse_fen
/// >>> parse_fen("12/12/12/12/12/12/5N6/12/12/12/12/12 b 5", "chu", "qboard").sfen()
/// '12/12/12/12/12/12/5,LN,6/12/12/12/12/12 w - 5'
#[pyfunction]
pub(crate) fn parse_fen(py: Python<'_>, text: Text<'_>, rules: &Bound<'_, PyAny>, form: Text<'_>) -> PyResult<Board> {
    let form = form_of(py, &form)?;
    let rules = rules_of(py, Some(rules))?;
    let parsed = PieceLetters::published(&rules).and_then(|letters| text::parse_fen(&rules, &text, &letters, form));
    let parsed = parsed.map_err(|error| errors::convert(py, &error, Some(&rules)))?;
    Ok(Board::new(CoreBoard::from_position(rules, parsed.position, parsed.number)))
}

/// Write a move as CECP programs do. Use `mujo.notation.coordinates.format_cecp`.
///
/// Parameters
/// ----------
/// move : Move
///     The move.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> from mujo._core import cecp_move_text
/// >>> cecp_move_text(mujo.Board(rules="chu").parse_move("7i7h"))
/// 'f4f5'
#[pyfunction]
#[pyo3(signature = (r#move))]
pub(crate) fn cecp_move_text(r#move: &Bound<'_, Move>) -> String {
    let mv = r#move.get();
    text::cecp_move_text(&mv.rules, mv.inner)
}

/// Read a move of a CECP program. Use `mujo.notation.coordinates.parse_cecp`.
///
/// Parameters
/// ----------
/// board : Board
///     The position before the move.
/// text : str
///     The move.
///
/// Raises
/// ------
/// NotationError, IllegalMoveError
///     ``notation.*``, ``illegal_move.*``.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> from mujo._core import parse_cecp_move
/// >>> parse_cecp_move(mujo.Board(rules="chu"), "f4f5").usi()
/// '7i7h'
#[pyfunction]
pub(crate) fn parse_cecp_move(py: Python<'_>, board: &Bound<'_, Board>, text: Text<'_>) -> PyResult<Move> {
    board.get().read_cecp_move(py, &text)
}
