//! Questions about a position: moves and squares under the names that users of chess libraries try first, check, outcome.

use std::sync::Arc;

use mujo_core::game::Board as CoreBoard;
use mujo_core::game::setup::Setup as CoreSetup;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::Board;
use crate::arguments::{SideArgument, SquareArgument};
use crate::errors;
use crate::legal_moves::LegalMoves;
use crate::locks::lock;
use crate::move_value::Move;
use crate::numbers::Whole;
use crate::signals::interruptible;
use crate::slug::Slug;
use crate::texts::Text;
use crate::values::Outcome;

#[pymethods]
impl Board {
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
    /// >>> mujo.Board(rules="maka").square_name(20)
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
    ///     ``notation.square``, ``notation.off_board`` or ``notation.coordinates_swapped``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Board(rules="maka").parse_square("2b")
    /// 20
    fn parse_square(&self, py: Python<'_>, text: Text<'_>) -> PyResult<usize> {
        Ok(self.rules.geometry().dense(SquareArgument::Name(text).of(py, &self.rules)?))
    }

    /// Read a move in engine text alone.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     The canonical text; also with empty squares on the way, ``=`` for a declined promotion, and ``pass`` where one
    ///     piece alone can pass (docs/reference/formats.md).
    ///
    /// Raises
    /// ------
    /// NotationError, IllegalMoveError, AmbiguousMoveError
    ///     As `parse_move`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Board().parse_usi("8r8q")
    /// Move.from_usi('8r8q')
    fn parse_usi(&self, py: Python<'_>, text: Text<'_>) -> PyResult<Move> {
        self.read_engine_text(py, &text)
    }

    /// Make a legal move given in engine text.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     As `parse_usi`.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move made.
    ///
    /// Raises
    /// ------
    /// NotationError, IllegalMoveError, AmbiguousMoveError
    ///     As `push`; the board is as before.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.push_usi("10n10m").usi()
    /// '10n10m'
    fn push_usi<'py>(slf: &Bound<'py, Self>, text: Text<'_>) -> PyResult<Bound<'py, Move>> {
        let mv = Bound::new(slf.py(), slf.get().read_engine_text(slf.py(), &text)?)?;
        Self::make(slf, mv.as_any())
    }

    /// Return whether a move captures anything.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     As `effect`.
    ///
    /// Raises
    /// ------
    /// NotationError, IllegalMoveError, AmbiguousMoveError
    ///     As `effect`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_capture("10n10m")
    /// False
    #[pyo3(signature = (r#move))]
    fn is_capture<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<bool> {
        Ok(Self::effect_of(slf, r#move)?.is_capture())
    }

    /// Return the pieces that a move captures, with their squares, in the order taken, as `Effect.victims`.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     As `effect`.
    ///
    /// Raises
    /// ------
    /// NotationError, IllegalMoveError, AmbiguousMoveError
    ///     As `effect`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board("k,18/19/19/19/19/19/19/19/19/p,18/R,18/19/19/19/19/19/19/19/18,K", "maka")
    /// >>> [(board.square_name(square), piece.symbol) for square, piece in board.victims("19k19j")]
    /// [('19j', 'p')]
    #[pyo3(signature = (r#move))]
    fn victims<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        Self::effect_of(slf, r#move)?.victims(slf.py())
    }

    /// Return whether a legal move gives check (rule 5.7).
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     As `push`.
    ///
    /// Raises
    /// ------
    /// NotationError, IllegalMoveError, AmbiguousMoveError
    ///     As `push`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.gives_check("10n10m")
    /// False
    #[pyo3(signature = (r#move))]
    fn gives_check<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<bool> {
        let after = Self::play(slf, r#move)?;
        after.get().is_check(slf.py())
    }

    /// Return whether a piece of a side could capture an enemy standing on a square (rule 8.1).
    ///
    /// Parameters
    /// ----------
    /// square : int or str
    ///     Square index or name.
    /// side : bool
    ///     The side that attacks: ``mujo.BLACK`` or ``mujo.WHITE``.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Notes
    /// -----
    /// The square comes first, as in `attackers`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_attacked_by("10m", mujo.BLACK), board.is_attacked_by("10m", mujo.WHITE)
    /// (True, False)
    fn is_attacked_by(&self, py: Python<'_>, square: SquareArgument<'_>, side: SideArgument) -> PyResult<bool> {
        Ok(!self.attackers(py, square, side)?.is_empty())
    }

    /// Return the squares of the pieces that give check; none if the side to move is not in check (rule 5.7).
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.checkers()
    /// []
    fn checkers(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        if !self.is_check(py)? {
            return Ok(Vec::new());
        }
        let (position, own) = {
            let game = lock(py, &self.inner)?;
            (game.to_position(), game.turn())
        };
        let royals: Vec<_> = position.royals(&self.rules, own).collect();
        let mut found = Vec::new();
        for royal in royals {
            let attackers = || mujo_core::attacks::attackers(&position, &self.rules, own.other(), royal);
            found.extend(interruptible(attackers)?);
        }
        Ok(self.dense(found))
    }

    /// Return the legal moves of a side, as if it were its turn.
    ///
    /// Parameters
    /// ----------
    /// side : bool
    ///     ``mujo.BLACK`` or ``mujo.WHITE``.
    ///
    /// Returns
    /// -------
    /// LegalMoves
    ///     For the side to move as `legal_moves`. For the other side the moves after a pass of the side to move, without
    ///     regard to repetition.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> len(board.legal_moves_of(mujo.WHITE)), "10f10g" in board.legal_moves_of(mujo.WHITE)
    /// (80, True)
    fn legal_moves_of(&self, py: Python<'_>, side: SideArgument) -> PyResult<LegalMoves> {
        let (mut position, number) = {
            let mut game = lock(py, &self.inner)?;
            if game.turn() == side.0 {
                let moves = game.legal_moves()?;
                return Ok(LegalMoves::new(moves, &self.rules, &game.position()));
            }
            (game.to_position(), game.number())
        };
        position.make_null(&self.rules);
        let board = CoreBoard::from_position(Arc::clone(&self.rules), position, number);
        let moves = interruptible(|| board.legal_list())?;
        Ok(LegalMoves::new(Arc::new(moves), &self.rules, &board.position()))
    }

    /// Return a board with the sides exchanged and no history: rotated by half a turn, every piece and the turn of the other
    /// side.
    ///
    /// The game is the same from the other side, so a position and its mirror have the same value: twice the data for
    /// learning. (A reflection would not do: left and right chariots differ.)
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> move = board.push("10n10m")
    /// >>> board.mirror().piece_at("10g"), board.mirror().mirror() == board
    /// (Piece.from_symbol('p'), True)
    fn mirror(&self, py: Python<'_>) -> PyResult<Self> {
        let game = lock(py, &self.inner)?;
        let setup = CoreSetup::new(Arc::clone(&self.rules), game.to_position(), game.number());
        setup.mirrored().board().map(Self::new).map_err(|error| self.convert(py, &error))
    }

    /// Tell whether the game has ended.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_game_over()
    /// False
    fn is_game_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.outcome(py)?.is_some())
    }

    /// Return the outcome (rule 5.8), or None while the game goes on.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> print(mujo.Board(rules="maka").outcome())
    /// None
    /// >>> mujo.Board("19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K", "maka").outcome().winner == mujo.BLACK
    /// True
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        let game = lock(py, &self.inner)?;
        Ok(interruptible(|| game.outcome())?.map(Outcome::from_core))
    }

    /// Tell whether the side to move has exactly one royal and the enemy could capture it (rule 5.7).
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_check()
    /// False
    fn is_check(&self, py: Python<'_>) -> PyResult<bool> {
        let game = lock(py, &self.inner)?;
        interruptible(|| game.is_check())
    }

    /// Tell whether the side to move is in check and no legal move helps (rule 5.7).
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_checkmate()
    /// False
    fn is_checkmate(&self, py: Python<'_>) -> PyResult<bool> {
        let game = lock(py, &self.inner)?;
        interruptible(|| game.is_checkmate())
    }

    /// Tell whether the position has occurred at least ``n`` times in this game, now included (rule 6.1).
    ///
    /// Parameters
    /// ----------
    /// n : int, default 2
    ///     Occurrences, 1 or more.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``argument``: `n` is 0 or less.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.is_repetition(), board.is_repetition(1)
    /// (False, True)
    #[pyo3(signature = (n = Whole::new(2)), text_signature = "($self, n=2)")]
    fn is_repetition(&self, py: Python<'_>, n: Whole) -> PyResult<bool> {
        if n.number() < 1 {
            return Err(errors::refuse(py, Slug::Argument, &format!("n is {n}, but should be 1 or more")));
        }
        Ok(self.repetitions(py)? as i128 >= n.number())
    }

    /// Return how often the position has occurred in this game, now included: 1 or more (rule 6.1).
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.repetitions()
    /// 1
    fn repetitions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(lock(py, &self.inner)?.occurrences())
    }
}
