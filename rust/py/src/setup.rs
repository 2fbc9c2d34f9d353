//! The editable board.

use std::collections::BTreeMap;
use std::sync::Arc;

use mujo_core::game::Board as CoreBoard;
use mujo_core::game::setup::Setup as CoreSetup;
use mujo_core::rules::{RuleSet as CoreRules, Side};
use mujo_core::text;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{SideArgument, SquareArgument};
use crate::errors;
use crate::locks::{Locked, lock, locked};
use crate::numbers::Whole;
use crate::rules::{RuleSet, cell_of, rules_of};
use crate::slug::Slug;
use crate::texts::Text;
use crate::values::Piece;

/// An editable board that may hold any position, to be turned into a `Board`.
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
    fn set_turn(&self, py: Python<'_>, side: SideArgument) -> PyResult<()> {
        lock(py, &self.inner)?.set_turn(side.0);
        Ok(())
    }

    /// State square as an index, or None. May be set, also by name: ``off_board`` or ``notation.*`` for what is no square.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(lock(py, &self.inner)?.position().last_lion_capture().map(|square| self.rules.geometry().dense(square)))
    }

    #[setter(state)]
    fn set_last_lion_capture(&self, py: Python<'_>, square: Option<SquareArgument<'_>>) -> PyResult<()> {
        let square = square.map(|square| square.of(py, &self.rules)).transpose()?;
        lock(py, &self.inner)?.set_last_lion_capture(square);
        Ok(())
    }

    /// Move number, from 1. May be set, to 4294967295 at most: ``position.number``.
    #[getter]
    fn move_number(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(lock(py, &self.inner)?.number())
    }

    #[setter]
    fn set_move_number(&self, py: Python<'_>, number: Whole) -> PyResult<()> {
        let found = number.within(1, u64::from(u32::MAX)).and_then(|number| u32::try_from(number).ok());
        let number = found.ok_or_else(|| {
            errors::refuse(py, Slug::PositionNumber, &format!("{number} is not a move number: 1 to {}", u32::MAX))
        })?;
        lock(py, &self.inner)?.set_number(number);
        Ok(())
    }

    /// Return the piece on a square, or None.
    ///
    /// Parameters
    /// ----------
    /// square : int or str
    ///     Square index, 0-based, 1a first, or name.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> setup = mujo.Setup(rules="maka")
    /// >>> setup.put("10j", "LN")
    /// >>> setup.piece_at("10j").type, setup.piece_at("1a")
    /// ('LN', None)
    fn piece_at(&self, py: Python<'_>, square: SquareArgument<'_>) -> PyResult<Option<Piece>> {
        let square = square.of(py, &self.rules)?;
        Ok(Piece::of(&self.rules, lock(py, &self.inner)?.position().at(square)))
    }

    /// Return every piece by its square index.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Setup(rules="maka").piece_map()
    /// {}
    fn piece_map(&self, py: Python<'_>) -> PyResult<BTreeMap<usize, Piece>> {
        Ok(piece_map(&self.rules, lock(py, &self.inner)?.position()))
    }

    /// Put a piece on a square, replacing any piece there.
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
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> setup = mujo.Setup(rules="maka")
    /// >>> setup.put(20, "+hm")
    /// >>> setup.piece_at("2b").symbol
    /// '+hm'
    fn put(&self, py: Python<'_>, square: SquareArgument<'_>, piece: &Bound<'_, PyAny>) -> PyResult<()> {
        let square = square.of(py, &self.rules)?;
        let cell = cell_of(py, &self.rules, piece)?;
        lock(py, &self.inner)?.put(square, cell);
        Ok(())
    }

    /// Remove a piece and return it; None if there was none.
    ///
    /// Parameters
    /// ----------
    /// square : int or str
    ///     Square index, 0-based, 1a first, or name.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> setup = mujo.Setup(rules="maka")
    /// >>> setup.put("10j", "LN")
    /// >>> setup.remove("10j").symbol, setup.remove("10j")
    /// ('LN', None)
    fn remove(&self, py: Python<'_>, square: SquareArgument<'_>) -> PyResult<Option<Piece>> {
        let square = square.of(py, &self.rules)?;
        Ok(Piece::of(&self.rules, lock(py, &self.inner)?.remove(square)))
    }

    /// Remove every piece.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> setup = mujo.Setup(mujo.Board(rules="maka").sfen(), "maka")
    /// >>> setup.clear()
    /// >>> setup.piece_map()
    /// {}
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        lock(py, &self.inner)?.clear();
        Ok(())
    }

    /// Return the faults that prevent turning this into a board, one sentence each.
    ///
    /// Any number of royals may stand (rule 5.2).
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Setup(mujo.Board(rules="maka").sfen(), "maka").problems()
    /// []
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(lock(py, &self.inner)?.problems().into_iter().map(|fault| fault.message).collect())
    }

    /// Return the position text.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> text = mujo.Board(rules="maka").sfen()
    /// >>> mujo.Setup(text, "maka").sfen() == text
    /// True
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
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Setup(mujo.Board(rules="maka").sfen(), "maka").board() == mujo.Board(rules="maka")
    /// True
    fn board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mujo._core")?.getattr("Board")?.call_method1("from_setup", (slf,))
    }

    /// Return the name of a square of this board.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     Square index, 0-based, 1a first.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Setup(rules="maka").square_name(20)
    /// '2b'
    fn square_name(&self, py: Python<'_>, square: SquareArgument<'_>) -> PyResult<String> {
        Ok(self.rules.geometry().name(square.of(py, &self.rules)?))
    }

    /// Return the index of a square of this board from its name.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     File number and rank letter, ``"2b"``.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     As `RuleSet.parse_square`.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Setup
    /// >>> Setup(rules="maka").parse_square("2b")
    /// 20
    fn parse_square(&self, py: Python<'_>, text: Text<'_>) -> PyResult<usize> {
        Ok(self.rules.geometry().dense(SquareArgument::Name(text).of(py, &self.rules)?))
    }

    /// Return a setup with the sides exchanged: the board rotated by half a turn, every piece and the turn of the other
    /// side.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Setup
    /// >>> setup = Setup(rules="maka")
    /// >>> setup.put("10s", "K")
    /// >>> setup.mirror().piece_at("10a")
    /// Piece.from_symbol('k')
    fn mirror(&self, py: Python<'_>) -> PyResult<Self> {
        let mirrored = lock(py, &self.inner)?.mirrored();
        Ok(Self { inner: locked(mirrored), rules: Arc::clone(&self.rules) })
    }

    /// Return an independent copy.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> setup = mujo.Setup(rules="maka")
    /// >>> other = setup.copy()
    /// >>> other.put("10j", "LN")
    /// >>> len(setup.piece_map()), len(other.piece_map())
    /// (0, 1)
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = lock(py, &self.inner)?.clone();
        Ok(Self { inner: locked(copy), rules: Arc::clone(&self.rules) })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    /// Restore a pickled setup.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        rules: &RuleSet,
        turn: SideArgument,
        state: Option<SquareArgument<'_>>,
        number: Whole,
        pieces: BTreeMap<usize, Piece>,
    ) -> PyResult<Self> {
        let setup = Self::new(py, None, Some(Bound::new(py, rules.clone())?.as_any()))?;
        setup.set_turn(py, turn)?;
        setup.set_last_lion_capture(py, state)?;
        setup.set_move_number(py, number)?;
        for (square, piece) in pieces {
            setup.put(py, SquareArgument::Index(Whole::new(square as i128)), Bound::new(py, piece)?.as_any())?;
        }
        Ok(setup)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let fields = (self.rules(), self.turn(py)?, self.state(py)?, self.move_number(py)?, self.piece_map(py)?);
        Ok((py.get_type::<Self>().getattr("_restore")?, fields.into_pyobject(py)?))
    }

    /// Draw the setup, for notebooks: `mujo.svg.board`.
    fn _repr_svg_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("mujo.svg")?.call_method1("board_with_last_move", (slf,))
    }

    fn __str__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("mujo.diagrams")?.call_method1("board_text", (slf,))
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
