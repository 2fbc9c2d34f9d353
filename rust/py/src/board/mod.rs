//! The board as Python sees it. The longest docstrings are the texts in `docs/`.

mod bulk;
mod game;
mod inside;
mod pieces;
mod queries;

use std::sync::Arc;

use mujo_core::game::Board as CoreBoard;
use mujo_core::geometry::Square;
use mujo_core::movegen::Captures;
use mujo_core::moves::MoveList;
use mujo_core::position::Victim;
use mujo_core::rules::{RuleSet as CoreRules, Side};
use mujo_core::text::{self, saved};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::SquareArgument;
use crate::effect::Effect;
use crate::errors;
use crate::legal_moves::LegalMoves;
use crate::locks::{Locked, lock};
use crate::move_value::{Captures as MoveCaptures, Move};
use crate::rules::{RuleSet, rules_of};
use crate::setup::Setup;
use crate::signals::{interruptible, interruptible_for_long};
use crate::slug::Slug;
use crate::texts::Text;
use crate::values::Explanation;
use game::Game;

#[doc = include_str!("docs/board.txt")]
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Board {
    inner: Locked<Game>,
    rules: Arc<CoreRules>,
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (position = None, rules = None))]
    fn py_new(py: Python<'_>, position: Option<Text<'_>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules_of(py, rules)?;
        let Some(position) = position else {
            return Ok(Self::new(CoreBoard::new(rules)));
        };
        let parsed =
            text::parse_position(&rules, &position).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        Ok(Self::new(CoreBoard::from_position(rules, parsed.position, parsed.number)))
    }

    /// Make a board of a `Setup`.
    ///
    /// Parameters
    /// ----------
    /// setup : Setup
    ///     The position; later changes of it leave the board alone.
    ///
    /// Raises
    /// ------
    /// InvalidPositionError
    ///     With all problems of the setup.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> setup = mujo.Setup(mujo.Board(rules="maka").sfen(), "maka")
    /// >>> mujo.Board.from_setup(setup) == mujo.Board(rules="maka")
    /// True
    #[staticmethod]
    fn from_setup(py: Python<'_>, setup: &Bound<'_, Setup>) -> PyResult<Self> {
        setup.get().core_board(py).map(Self::new)
    }

    /// Make a board of what `to_bytes` gave.
    ///
    /// Parameters
    /// ----------
    /// data : bytes
    ///     The result of `to_bytes`.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``pickle`` if the bytes are none of a board.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.push("10n10m").usi(), mujo.Board.from_bytes(board.to_bytes()) == board
    /// ('10n10m', True)
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        interruptible_for_long(|| saved::read(data))?.map(Self::new).map_err(|error| errors::convert(py, &error, None))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet::new(Arc::clone(&self.rules))
    }

    /// Side to move: ``mujo.BLACK`` (True) or ``mujo.WHITE`` (False).
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(lock(py, &self.inner)?.turn() == Side::Black)
    }

    /// Moves made on this board, 0 or more.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(lock(py, &self.inner)?.ply())
    }

    /// Number of the move to come, as in the position text: 1 at the start, one more after every move of either side.
    #[getter]
    fn move_number(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(lock(py, &self.inner)?.number())
    }

    /// Square of a lion just taken by another piece, in games that have that state (rule 7.3); None otherwise.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(lock(py, &self.inner)?.position().last_lion_capture().map(|square| self.rules.geometry().dense(square)))
    }

    /// 64-bit key of the position: equal positions have equal keys, on every machine (stable between releases).
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(lock(py, &self.inner)?.key())
    }

    /// The moves made, first to last, in a new list.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let mut board = CoreBoard::clone(&*lock(py, &self.inner)?);
        let mut moves = Vec::with_capacity(board.ply());
        while let Ok(mv) = board.pop() {
            moves.push(self.wrap(&board.position(), mv));
        }
        moves.reverse();
        Ok(moves)
    }

    /// The legal moves, as a snapshot.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<LegalMoves> {
        let mut game = lock(py, &self.inner)?;
        let moves = game.legal_moves()?;
        Ok(LegalMoves::new(moves, &self.rules, &game.position()))
    }

    /// Return the legal moves of the piece on a square; none if there is no piece of the side to move.
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
    /// >>> board = mujo.Board(rules="maka")
    /// >>> [move.usi() for move in board.legal_moves_from("10n")]
    /// ['10n10m']
    fn legal_moves_from(&self, py: Python<'_>, square: SquareArgument<'_>) -> PyResult<LegalMoves> {
        let square = square.of(py, &self.rules)?;
        let (mut list, game) = (MoveList::new(), lock(py, &self.inner)?);
        interruptible(|| game.legal_moves_from(square, &mut list))?;
        Ok(LegalMoves::new(Arc::new(list), &self.rules, &game.position()))
    }

    /// Return the legal moves that capture.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> len(board.legal_captures())
    /// 0
    fn legal_captures(&self, py: Python<'_>) -> PyResult<LegalMoves> {
        let (mut list, game) = (MoveList::new(), lock(py, &self.inner)?);
        interruptible(|| (**game).legal_moves(&mut Captures(&mut list)))?;
        Ok(LegalMoves::new(Arc::new(list), &self.rules, &game.position()))
    }

    /// Tell whether a move is legal.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move, or any text that `parse_move` reads.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text is malformed.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_legal("10n10m"), board.is_legal("10n10l")
    /// (True, False)
    #[pyo3(signature = (r#move))]
    fn is_legal<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<bool> {
        Self::allows(slf, r#move)
    }

    /// Tell why a move may or may not be played, naming the rule and the squares that matter.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move, or its text.
    ///
    /// Returns
    /// -------
    /// Explanation
    ///     True if the move is legal. A text that cannot be read is explained too.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> print(mujo.Board().explain("8r8p").code)
    /// illegal_move.no_such_move
    #[pyo3(signature = (r#move))]
    fn explain<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<Explanation> {
        Self::explained(slf, r#move)
    }

    /// Return what a move would change, without making it.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move that its piece can make, legal or not; or any text that `parse_move` reads.
    ///
    /// Returns
    /// -------
    /// Effect
    ///     The captured pieces with their squares, the mover before and after, the squares that change (rule 3.1).
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     ``illegal_move.*`` if the piece cannot move so at all.
    /// NotationError, AmbiguousMoveError
    ///     If a text cannot be read.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> effect = mujo.Board().effect("8r8q")
    /// >>> effect.victims, effect.before == effect.after
    /// ((), True)
    #[pyo3(signature = (r#move))]
    fn effect<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<Effect> {
        Self::effect_of(slf, r#move)
    }

    /// Make a legal move.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move, or any text that `parse_move` reads.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move made.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     ``illegal_move.*``; the board is as before.
    /// NotationError, AmbiguousMoveError
    ///     If a text cannot be read.
    ///
    /// Notes
    /// -----
    /// Quickest with moves taken from `legal_moves` of this very board and position: those need no search.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.push("10n10m"), board.turn == mujo.WHITE
    /// (Move.from_usi('10n10m', 'maka'), True)
    #[pyo3(signature = (r#move))]
    fn push<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Move>> {
        Self::make(slf, r#move)
    }

    /// Make a move without asking whether it is legal.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A move whose start holds a piece of the side to move, and that piece can move so (pseudo-legal).
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the piece cannot move so at all: this is checked, so that no call can break a board. Not checked: emperor,
    ///     exposure, repetition, whether the game is over.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> for move in board.legal_moves[:3]:
    /// ...     board.push_unchecked(move)
    /// ...     undone = board.pop()
    /// >>> board.ply
    /// 0
    #[pyo3(signature = (r#move))]
    fn push_unchecked(&self, py: Python<'_>, r#move: &Bound<'_, Move>) -> PyResult<()> {
        self.make_unchecked(py, r#move)
    }

    /// Take the last move back and return it.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``nothing_to_undo``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> move = board.push("10n10m")
    /// >>> board.pop() == move, board.ply
    /// (True, 0)
    fn pop(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        self.take_back(py)
    }

    /// Return the last move without taking it back.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``nothing_to_undo``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> move = board.push("10n10m")
    /// >>> board.peek() == move, board.ply
    /// (True, 1)
    fn peek(&self, py: Python<'_>) -> PyResult<Move> {
        let game = lock(py, &self.inner)?;
        let Some(last) = game.moves().last() else {
            return Err(errors::refuse(py, Slug::NothingToUndo, "no move was made on this board"));
        };
        let victims: Vec<Square> = game.last_victims().map(Victim::square).collect();
        let captures = MoveCaptures::from_squares(victims.into_iter());
        Ok(Move { captures, ..Move::new(last, Arc::clone(&self.rules)) })
    }

    /// Return a new board on which a move was made; this one stays.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move, or any text that `parse_move` reads.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError, NotationError, AmbiguousMoveError
    ///     As `push`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.play("10n10m").ply, board.ply
    /// (1, 0)
    #[pyo3(signature = (r#move))]
    fn play<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let next = Bound::new(slf.py(), slf.get().copy(slf.py(), true)?)?;
        Self::make(&next, r#move)?;
        Ok(next)
    }

    /// Return an independent copy.
    ///
    /// Parameters
    /// ----------
    /// history : bool, default True
    ///     Whether the moves made come along; without them nothing counts as a repetition.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> move = board.push("10n10m")
    /// >>> board.copy() == board, board.copy(history=False).ply
    /// (True, 0)
    #[pyo3(signature = (*, history = true))]
    fn copy(&self, py: Python<'_>, history: bool) -> PyResult<Self> {
        let board = lock(py, &self.inner)?;
        Ok(Self::new(if history { board.clone() } else { board.without_history() }))
    }

    /// Return the canonical position text.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> text = mujo.Board(rules="hishigata").sfen()
    /// >>> mujo.Board(text, "hishigata").sfen() == text
    /// True
    fn sfen(&self, py: Python<'_>) -> PyResult<String> {
        let board = lock(py, &self.inner)?;
        Ok(text::position_text(&self.rules, &board.position(), board.number()))
    }

    /// Read a move of this position.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     Any form that people type: engine text as `parse_usi` reads it, Hodges' letters, Japanese text or shorthand
    ///     (`mujo.notation.read_move`).
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     ``notation.*``: cannot be read.
    /// IllegalMoveError
    ///     ``illegal_move.*``: can be read, but is not legal.
    /// AmbiguousMoveError
    ///     ``notation.ambiguous_move`` or ``notation.ambiguous_pass``: fits several legal moves.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> {board.parse_move(text).usi() for text in ("10n10m", "P-10m", "１０十三歩兵", "10n-10m", "pawn 10m")}
    /// {'10n10m'}
    fn parse_move<'py>(slf: &Bound<'py, Self>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Move>> {
        Self::read_in_any_form(slf, text)
    }

    /// Return the board, its rule set and its history as bytes, for `from_bytes`.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``pickle`` for a rule set from a file that was changed since.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> data = mujo.Board(rules="maka").to_bytes()
    /// >>> mujo.Board.from_bytes(data).ply
    /// 0
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = saved::write(&**lock(py, &self.inner)?).map_err(|error| self.convert(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Take a move as `push` does and do nothing: what a call costs. Not in the package that is shipped.
    #[cfg(feature = "bench")]
    #[pyo3(signature = (r#move))]
    #[expect(clippy::unused_self, reason = "a method, as `push` is")]
    fn _push_nothing(&self, r#move: &Bound<'_, PyAny>) {
        let _ = r#move;
    }

    /// Do nothing, without arguments as `pop`. Not in the package that is shipped.
    #[cfg(feature = "bench")]
    #[expect(clippy::unused_self, reason = "a method, as `pop` is")]
    fn _pop_nothing(&self) {}

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py, true)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py, true)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get();
        let equal = std::ptr::eq(self, other)
            || *self.rules == *other.rules && *lock(py, &self.inner)?.position() == *lock(py, &other.inner)?.position();
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    #[classattr]
    #[pyo3(name = "__hash__")]
    const HASH: Option<Py<PyAny>> = None;

    /// Draw the board, for notebooks: `mujo.svg.board`.
    fn _repr_svg_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("mujo.svg")?.call_method1("board_with_last_move", (slf,))
    }

    fn __str__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("mujo.diagrams")?.call_method1("board_text", (slf,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Board('{}', '{}')", self.sfen(py)?, self.rules.name()))
    }
}
