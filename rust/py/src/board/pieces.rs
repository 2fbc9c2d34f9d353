//! Pieces and the squares that they stand on or attack.

use std::collections::BTreeMap;

use mujo_core::text;
use pyo3::prelude::*;

use super::Board;
use crate::arguments::{SideArgument, SquareArgument};
use crate::locks::lock;
use crate::setup::piece_map;
use crate::signals::interruptible;
use crate::texts::Text;
use crate::values::Piece;

#[pymethods]
impl Board {
    /// Return the piece on a square, or None.
    ///
    /// Parameters
    /// ----------
    /// square : int or str
    ///     Square index, 0-based, 1a first; or its name.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board()
    /// >>> board.piece_at("13y")
    /// Piece.from_symbol('E')
    fn piece_at(&self, py: Python<'_>, square: SquareArgument<'_>) -> PyResult<Option<Piece>> {
        let square = square.of(py, &self.rules)?;
        Ok(Piece::of(&self.rules, lock(py, &self.inner)?.at(square)))
    }

    /// Return every piece by its square index, in order of squares.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> len(board.piece_map()), board.piece_map()[board.parse_square("10n")].type
    /// (192, 'P')
    fn piece_map(&self, py: Python<'_>) -> PyResult<BTreeMap<usize, Piece>> {
        Ok(piece_map(&self.rules, &lock(py, &self.inner)?.position()))
    }

    /// Return the squares of a side's pieces of one kind.
    ///
    /// Parameters
    /// ----------
    /// type : str
    ///     Id of an initial type, with ``+`` for its promoted face: ``"HM"``, ``"+HM"``; any case.
    /// side : bool
    ///     ``mujo.BLACK`` or ``mujo.WHITE``.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     ``position.*`` if the rule set has no such piece.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> len(mujo.Board().pieces("P", mujo.BLACK))
    /// 25
    #[pyo3(signature = (r#type, side))]
    fn pieces(&self, py: Python<'_>, r#type: Text<'_>, side: SideArgument) -> PyResult<Vec<usize>> {
        let cell =
            text::parse_piece(&self.rules, &r#type.to_ascii_uppercase()).map_err(|error| self.convert(py, &error))?;
        let board = lock(py, &self.inner)?;
        let position = board.position();
        let pieces = position.pieces(&self.rules, side.0);
        Ok(self.dense(pieces.filter(|(_, kind)| *kind == cell.kind()).map(|(square, _)| square)))
    }

    /// Return the squares of a side's royals (rule 2.4), in order of squares.
    ///
    /// Parameters
    /// ----------
    /// side : bool
    ///     ``mujo.BLACK`` or ``mujo.WHITE``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> [board.square_name(square) for square in board.royals(mujo.BLACK)]
    /// ['10s']
    fn royals(&self, py: Python<'_>, side: SideArgument) -> PyResult<Vec<usize>> {
        let board = lock(py, &self.inner)?;
        Ok(self.dense(board.position().royals(&self.rules, side.0)))
    }

    /// Return the squares of the pieces of a side that could take an enemy standing on a square (rule 8.1).
    ///
    /// Parameters
    /// ----------
    /// square : int or str
    ///     Square index or name; whatever stands there counts as an enemy.
    /// side : bool
    ///     Whose pieces attack.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Notes
    /// -----
    /// Second steps, igui and hooks count; an emperor only if the emperor rule lets it. Not asked: repetition, exposure,
    /// whose turn it is, whether the game is over.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> [board.square_name(square) for square in board.attackers("10m", mujo.BLACK)]
    /// ['10n', '10p']
    pub(super) fn attackers(
        &self,
        py: Python<'_>,
        square: SquareArgument<'_>,
        side: SideArgument,
    ) -> PyResult<Vec<usize>> {
        let square = square.of(py, &self.rules)?;
        let position = lock(py, &self.inner)?.to_position();
        let found = interruptible(|| mujo_core::attacks::attackers(&position, &self.rules, side.0, square))?;
        Ok(self.dense(found))
    }
}
