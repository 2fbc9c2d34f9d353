//! Implementation of the board's methods: reading, making and explaining moves, and converting errors.

use std::sync::Arc;

use mujo_core::error::{Error, Refusal};
use mujo_core::game::Board as CoreBoard;
use mujo_core::geometry::Square;
use mujo_core::moves::{Move as CoreMove, MoveList};
use mujo_core::position::{Placement, Position};
use mujo_core::rules::RuleSet as CoreRules;
use mujo_core::text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::Board;
use super::game::Game;
use crate::counting::{Job, Manner};
use crate::effect::Effect;
use crate::errors;
use crate::locks::{lock, locked};
use crate::move_value::{Move, NO_PLACE};
use crate::signals::interruptible;
use crate::slug::Slug;
use crate::texts::Text;
use crate::values::Explanation;

impl Board {
    pub(crate) fn new(inner: CoreBoard) -> Self {
        let rules = Arc::clone(inner.rules());
        Self { inner: locked(Game::new(inner)), rules }
    }

    pub(crate) fn core_rules(&self) -> &Arc<CoreRules> {
        &self.rules
    }

    /// A copy of the position, for work without the lock.
    pub(crate) fn position_copy(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(lock(py, &self.inner)?.to_position())
    }

    /// A copy without history.
    pub(crate) fn without_history(&self, py: Python<'_>) -> PyResult<CoreBoard> {
        Ok(lock(py, &self.inner)?.without_history())
    }

    /// A copy with its history.
    pub(crate) fn core_copy(&self, py: Python<'_>) -> PyResult<CoreBoard> {
        Ok((**lock(py, &self.inner)?).clone())
    }

    pub(crate) fn legal_list(&self, py: Python<'_>) -> PyResult<MoveList> {
        let board = lock(py, &self.inner)?;
        interruptible(|| board.legal_list())
    }

    pub(crate) fn lishogi_position_text(&self, py: Python<'_>) -> PyResult<String> {
        let board = lock(py, &self.inner)?;
        text::lishogi_position_text(&self.rules, &board.position(), board.number())
            .map_err(|error| self.convert(py, &error))
    }

    pub(crate) fn lishogi_move_text(&self, py: Python<'_>, mv: &Move) -> PyResult<String> {
        self.same_width(py, mv)?;
        let board = lock(py, &self.inner)?;
        text::lishogi_move_text(&self.rules, &board.position(), mv.inner).map_err(|error| self.convert(py, &error))
    }

    pub(crate) fn read_cecp_move(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let board = lock(py, &self.inner)?;
        let mv = text::read_cecp_move(&board, text).map_err(|error| self.convert(py, &error))?;
        Ok(self.wrap(&board.position(), mv))
    }

    pub(super) fn dense(&self, squares: impl IntoIterator<Item = Square>) -> Vec<usize> {
        squares.into_iter().map(|square| self.rules.geometry().dense(square)).collect()
    }

    /// A move of this position as an object.
    pub(super) fn wrap(&self, placement: &Placement, mv: CoreMove) -> Move {
        Move::on(placement, &self.rules, mv)
    }

    pub(super) fn convert(&self, py: Python<'_>, error: &Error) -> PyErr {
        errors::convert(py, error, Some(&self.rules))
    }

    pub(super) fn job(&self, py: Python<'_>, manner: &Manner<'_>, least: u64) -> PyResult<Job> {
        Job::new(py, Arc::clone(&self.rules), self.position_copy(py)?, manner, least)
    }

    /// Refuse a move of another board width.
    fn same_width(&self, py: Python<'_>, mv: &Move) -> PyResult<()> {
        let (files, own) = (mv.rules.geometry().files(), self.rules.geometry().files());
        if files == own {
            return Ok(());
        }
        Err(errors::refuse(py, Slug::WrongRules, &format!("the move is on {files} files, the board has {own}")))
    }

    /// A `Move` argument of this board's width and its index in its list; text is read in this position.
    fn read(&self, py: Python<'_>, game: &mut Game, mv: &Bound<'_, PyAny>) -> PyResult<Result<(CoreMove, u32), Error>> {
        if let Ok(mv) = mv.cast::<Move>() {
            let mv = mv.get();
            self.same_width(py, mv)?;
            return Ok(Ok((mv.inner, mv.place)));
        }
        match mv.extract::<Text<'_>>() {
            Ok(text) => Ok(interruptible(|| text::read_move(game, &text))?.map(|mv| (mv, NO_PLACE))),
            Err(_) => Err(PyTypeError::new_err("a move is a Move or its text")),
        }
    }

    /// Read a text that is no engine text in the other forms that people write. No lock may be held: the package asks the
    /// board. `error` is raised if it is none of them either.
    fn read_other<'py>(slf: &Bound<'py, Self>, text: &Bound<'py, PyAny>, error: &Error) -> PyResult<Bound<'py, Move>> {
        let py = slf.py();
        let error = slf.get().convert(py, error);
        let found = py.import("mujo.notation")?.call_method1("read_after_error", (slf, text, error.value(py)))?;
        Ok(found.cast_into::<Move>()?)
    }

    /// Read engine text alone.
    pub(super) fn read_engine_text(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let board = lock(py, &self.inner)?;
        let mv = interruptible(|| text::read_move(&board, text))?.map_err(|error| self.convert(py, &error))?;
        Ok(self.wrap(&board.position(), mv))
    }

    /// Read a text in any form.
    pub(super) fn read_in_any_form<'py>(
        slf: &Bound<'py, Self>,
        text: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Move>> {
        let (py, board) = (slf.py(), slf.get());
        let words = text.extract::<Text<'_>>()?;
        let read = {
            let game = lock(py, &board.inner)?;
            interruptible(|| text::read_move(&game, &words))?.map(|mv| board.wrap(&game.position(), mv))
        };
        match read {
            Ok(mv) => Bound::new(py, mv),
            Err(error) if may_be_other_form(&error) => Self::read_other(slf, text, &error),
            Err(error) => Err(board.convert(py, &error)),
        }
    }

    /// Make a legal move and return it as an object of this rule set.
    pub(super) fn make<'py>(slf: &Bound<'py, Self>, mv: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Move>> {
        let (py, board) = (slf.py(), slf.get());
        let mut game = lock(py, &board.inner)?;
        // A move of the board's own rule set, as nearly all are, comes first and back again: a tenth of the whole call.
        let object = match mv.cast::<Move>() {
            Ok(object) if board.owns(object.get()) => {
                let mv = object.get();
                game.push(mv.inner, mv.place)?.map_err(|error| board.convert(py, &error))?;
                object.clone()
            }
            _ => match board.read(py, &mut game, mv)? {
                Ok((mv, place)) => {
                    let object = Bound::new(py, board.wrap(&game.position(), mv))?;
                    game.push(mv, place)?.map_err(|error| board.convert(py, &error))?;
                    object
                }
                Err(error) if may_be_other_form(&error) => {
                    drop(game);
                    let object = Self::read_other(slf, mv, &error)?;
                    return Self::make(slf, object.as_any());
                }
                Err(error) => return Err(board.convert(py, &error)),
            },
        };
        game.last = Some(object.clone().unbind());
        Ok(object)
    }

    /// Make a move that its piece can make.
    pub(super) fn make_unchecked(&self, py: Python<'_>, object: &Bound<'_, Move>) -> PyResult<()> {
        let mv = object.get();
        let own = self.owns(mv);
        if !own {
            self.same_width(py, mv)?;
        }
        let mut game = lock(py, &self.inner)?;
        game.push_pseudo_legal(mv.inner, mv.place)?.map_err(|error| self.convert(py, &error))?;
        game.last = own.then(|| object.clone().unbind());
        Ok(())
    }

    /// Take the last move back.
    pub(super) fn take_back(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let mut game = lock(py, &self.inner)?;
        let mv = game.pop().map_err(|error| self.convert(py, &error))?;
        match game.last.take() {
            Some(object) if object.get().inner == mv => Ok(object),
            _ => Py::new(py, self.wrap(&game.position(), mv)),
        }
    }

    /// Whether a move is of this rule set and not only of one like it.
    #[inline]
    fn owns(&self, mv: &Move) -> bool {
        Arc::ptr_eq(&mv.rules, &self.rules)
    }

    pub(super) fn allows<'py>(slf: &Bound<'py, Self>, mv: &Bound<'py, PyAny>) -> PyResult<bool> {
        let (py, board) = (slf.py(), slf.get());
        let mut game = lock(py, &board.inner)?;
        let error = match board.read(py, &mut game, mv)? {
            Ok((mv, place)) => return game.is_legal(mv, place),
            Err(Error::Illegal { .. }) => return Ok(false),
            Err(error) if error.slug().starts_with("notation.promotion") => return Ok(false),
            Err(error) => error,
        };
        drop(game);
        if !may_be_other_form(&error) {
            return Err(board.convert(py, &error));
        }
        match Self::read_other(slf, mv, &error) {
            Ok(_) => Ok(true),
            Err(error) if says_illegal(py, &error)? => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn explained<'py>(slf: &Bound<'py, Self>, mv: &Bound<'py, PyAny>) -> PyResult<Explanation> {
        let (py, board) = (slf.py(), slf.get());
        let mut game = lock(py, &board.inner)?;
        let refused = |refusal: &Refusal| Explanation::refused(refusal, board.dense(refusal.squares.iter().copied()));
        let (core, place) = match board.read(py, &mut game, mv)? {
            Ok(read) => read,
            Err(Error::Illegal { refusal, .. }) => return Ok(refused(&refusal)),
            Err(error) if may_be_other_form(&error) => {
                drop(game);
                return match Self::read_other(slf, mv, &error) {
                    Ok(mv) => Ok(Explanation::legal(&text::usi(&board.rules, mv.get().inner))),
                    Err(error) if error.value(py).hasattr("code")? => Explanation::of_exception(py, &error),
                    Err(error) => Err(error),
                };
            }
            Err(error) => return Ok(Explanation::of(&error, Vec::new())),
        };
        let refusal = if game.is_legal(core, place)? { None } else { interruptible(|| game.refusal(core))? };
        Ok(refusal.map_or_else(|| Explanation::legal(&text::usi(&board.rules, core)), |refusal| refused(&refusal)))
    }

    /// What a move that its piece can make would change.
    pub(super) fn effect_of<'py>(slf: &Bound<'py, Self>, mv: &Bound<'py, PyAny>) -> PyResult<Effect> {
        let (py, board) = (slf.py(), slf.get());
        let mut game = lock(py, &board.inner)?;
        let mv = match board.read(py, &mut game, mv)? {
            Ok((mv, _)) | Err(Error::Illegal { mv: Some(mv), .. }) => mv,
            Err(error) if may_be_other_form(&error) => {
                drop(game);
                let object = Self::read_other(slf, mv, &error)?;
                return Self::effect_of(slf, object.as_any());
            }
            Err(error) => return Err(board.convert(py, &error)),
        };
        interruptible(|| game.check_pseudo_legal(mv))?.map_err(|error| board.convert(py, &error))?;
        let effect = game.position().effect(&board.rules, mv);
        Effect::of(&board.rules, &effect).ok_or_else(|| errors::refuse(py, Slug::OffBoard, "no piece stands there"))
    }
}

/// Whether a text that is not engine text may be a move in another form.
fn may_be_other_form(error: &Error) -> bool {
    error.slug() == "notation.move_syntax"
}

/// Whether an exception says that a move can be read but not played.
fn says_illegal(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    let Some(code) = error.value(py).getattr_opt("code")? else {
        return Ok(false);
    };
    let code: String = code.extract()?;
    Ok(code.starts_with("illegal_move.") || code.starts_with("notation.promotion") || code == "notation.no_such_move")
}
