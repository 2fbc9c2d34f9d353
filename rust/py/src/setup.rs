//! The editable board.

use std::collections::BTreeMap;
use std::sync::Arc;

use mujo_core::game::Board as CoreBoard;
use mujo_core::game::setup::Setup as CoreSetup;
use mujo_core::rules::{RuleSet as CoreRules, Side};
use mujo_core::text;
use pyo3::prelude::*;

use crate::errors;
use crate::locks::{Locked, lock, locked};
use crate::rules::{RuleSet, code_of, rules_of, square_of};
use crate::slug::Slug;
use crate::texts::Text;
use crate::values::{Piece, side_of};

/// A board that may hold anything, to be made a `Board`.
///
/// Parameters
/// ----------
/// position : str, optional
///     Position text to begin with; an empty board otherwise.
/// rules : RuleSet or str, default "tai"
///     The rule set.
///
/// Raises
/// ------
/// InvalidPositionError
///     ``position.*`` if the text cannot be read.
/// RuleSetError
///     ``rules.*`` if the rule set is not known.
///
/// Examples
/// --------
/// >>> from mujo import Setup
/// >>> setup = Setup(rules="maka")
/// >>> setup.put(setup.rules.parse_square("10j"), "LN")
/// >>> len(setup.board().legal_moves)
/// 25
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Setup {
    inner: Locked<CoreSetup>,
    rules: Arc<CoreRules>,
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (position = None, rules = None))]
    fn new(py: Python<'_>, position: Option<Text<'_>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules_of(py, rules)?;
        let (placed, number) = match position {
            None => (mujo_core::position::Position::empty(&rules), 1),
            Some(text) => {
                let parsed =
                    text::parse_position(&rules, &text).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
                (parsed.position, parsed.number)
            }
        };
        Ok(Self { inner: locked(CoreSetup::new(Arc::clone(&rules), placed, number)), rules })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet::new(Arc::clone(&self.rules))
    }

    /// Side to move: ``mujo.BLACK`` or ``mujo.WHITE``. May be set.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(lock(py, &self.inner)?.position().turn() == Side::Black)
    }

    #[setter]
    fn set_turn(&self, py: Python<'_>, side: bool) -> PyResult<()> {
        lock(py, &self.inner)?.set_turn(side_of(side));
        Ok(())
    }

    /// State square as an index, or None. May be set.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(lock(py, &self.inner)?.position().last_lion_capture().map(|square| self.rules.geometry().dense(square)))
    }

    #[setter(state)]
    fn set_last_lion_capture(&self, py: Python<'_>, square: Option<i64>) -> PyResult<()> {
        let square = square.map(|square| square_of(py, &self.rules, square)).transpose()?;
        lock(py, &self.inner)?.set_last_lion_capture(square);
        Ok(())
    }

    /// Number of the move to come, from 1. May be set.
    #[getter]
    fn move_number(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(lock(py, &self.inner)?.number())
    }

    #[setter]
    fn set_move_number(&self, py: Python<'_>, number: i64) -> PyResult<()> {
        let number = u32::try_from(number).ok().filter(|number| *number > 0).ok_or_else(|| {
            errors::refuse(py, Slug::PositionNumber, &format!("{number} is no move number: 1 or more"))
        })?;
        lock(py, &self.inner)?.set_number(number);
        Ok(())
    }

    /// Return the piece on a square, or None.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    fn piece_at(&self, py: Python<'_>, square: i64) -> PyResult<Option<Piece>> {
        let square = square_of(py, &self.rules, square)?;
        Ok(Piece::of(&self.rules, lock(py, &self.inner)?.position().at(square)))
    }

    /// Return every piece by its square index.
    fn piece_map(&self, py: Python<'_>) -> PyResult<BTreeMap<usize, Piece>> {
        Ok(piece_map(&self.rules, lock(py, &self.inner)?.position()))
    }

    /// Put a piece on a square; what stood there goes.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     Square index, 0-based, 1a first.
    /// piece : Piece or str
    ///     A piece or its symbol, ``"+hm"``.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    /// NotationError
    ///     ``position.*`` if the rule set has no such piece.
    fn put(&self, py: Python<'_>, square: i64, piece: &Bound<'_, PyAny>) -> PyResult<()> {
        let square = square_of(py, &self.rules, square)?;
        let code = code_of(py, &self.rules, piece)?;
        lock(py, &self.inner)?.put(square, code);
        Ok(())
    }

    /// Take a piece off and return it; None if there was none.
    fn remove(&self, py: Python<'_>, square: i64) -> PyResult<Option<Piece>> {
        let square = square_of(py, &self.rules, square)?;
        Ok(Piece::of(&self.rules, lock(py, &self.inner)?.remove(square)))
    }

    /// Take every piece off.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        lock(py, &self.inner)?.clear();
        Ok(())
    }

    /// Return what keeps this from being a board, one sentence each; empty if nothing does.
    ///
    /// Any number of royals may stand (rule 5.2).
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(lock(py, &self.inner)?.problems().into_iter().map(|fault| fault.message).collect())
    }

    /// Return the position text.
    fn sfen(&self, py: Python<'_>) -> PyResult<String> {
        let inner = lock(py, &self.inner)?;
        Ok(text::position_text(&self.rules, inner.position(), inner.number()))
    }

    /// Return a board with this position and no history.
    ///
    /// Raises
    /// ------
    /// InvalidPositionError
    ///     With all `problems`.
    fn board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mujo._core")?.getattr("Board")?.call_method1("from_setup", (slf,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Setup('{}', '{}')", self.sfen(py)?, self.rules.name()))
    }
}

impl Setup {
    /// The board of the core.
    pub(crate) fn core_board(&self, py: Python<'_>) -> PyResult<CoreBoard> {
        let board = lock(py, &self.inner)?.board();
        board.map_err(|error| errors::convert(py, &error, Some(&self.rules)))
    }
}

/// Every piece of a position by its square index.
pub(crate) fn piece_map(rules: &CoreRules, placement: &mujo_core::position::Placement) -> BTreeMap<usize, Piece> {
    let geometry = rules.geometry();
    geometry
        .all()
        .filter_map(|square| Some((geometry.dense(square), Piece::of(rules, placement.at(square))?)))
        .collect()
}
