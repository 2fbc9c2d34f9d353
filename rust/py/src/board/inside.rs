//! What the methods of a board are made of: reading a move, making it, explaining it, errors in the board's words.

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
use crate::rules::square_of;
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

    /// A copy without what happened before.
    pub(crate) fn without_history(&self, py: Python<'_>) -> PyResult<CoreBoard> {
        Ok(lock(py, &self.inner)?.without_history())
    }

    /// A copy with what happened before.
    pub(crate) fn core_copy(&self, py: Python<'_>) -> PyResult<CoreBoard> {
        Ok((**lock(py, &self.inner)?).clone())
    }

    pub(crate) fn legal_list(&self, py: Python<'_>) -> PyResult<MoveList> {
        Ok(lock(py, &self.inner)?.legal_list())
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

    pub(super) fn square(&self, py: Python<'_>, square: i64) -> PyResult<Square> {
        square_of(py, &self.rules, square)
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

    pub(super) fn job(&self, py: Python<'_>, manner: Manner<'_>, least: u64) -> PyResult<Job> {
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

    /// A `Move` argument of this board's width and its place in its list; texts are read against the position.
    fn read(&self, py: Python<'_>, game: &mut Game, mv: &Bound<'_, PyAny>) -> PyResult<Result<(CoreMove, u32), Error>> {
        if let Ok(mv) = mv.cast::<Move>() {
            let mv = mv.get();
            self.same_width(py, mv)?;
            return Ok(Ok((mv.inner, mv.place)));
        }
        match mv.extract::<Text<'_>>() {
            Ok(text) => Ok(text::read_move(game, &text).map(|mv| (mv, NO_PLACE))),
            Err(_) => Err(PyTypeError::new_err("a move is a Move or its text")),
        }
    }

    /// Make a legal move and return it as an object of this rule set.
    pub(super) fn make<'py>(&self, py: Python<'py>, mv: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Move>> {
        let mut game = lock(py, &self.inner)?;
        // A move of the board's own rule set, as nearly all are, comes first and back again: a tenth of the whole call.
        let object = match mv.cast::<Move>() {
            Ok(object) if self.owns(object.get()) => {
                let mv = object.get();
                game.push(mv.inner, mv.place).map_err(|error| self.convert(py, &error))?;
                object.clone()
            }
            _ => {
                let (mv, place) = self.read(py, &mut game, mv)?.map_err(|error| self.convert(py, &error))?;
                let object = Bound::new(py, self.wrap(&game.position(), mv))?;
                game.push(mv, place).map_err(|error| self.convert(py, &error))?;
                object
            }
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
        game.push_pseudo_legal(mv.inner, mv.place).map_err(|error| self.convert(py, &error))?;
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

    /// What a move that its piece can make would change.
    pub(super) fn effect_of(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Effect> {
        let mut game = lock(py, &self.inner)?;
        let mv = match self.read(py, &mut game, mv)? {
            Ok((mv, _)) | Err(Error::Illegal { mv: Some(mv), .. }) => mv,
            Err(error) => return Err(self.convert(py, &error)),
        };
        game.check_pseudo_legal(mv).map_err(|error| self.convert(py, &error))?;
        let effect = game.position().effect(&self.rules, mv);
        Effect::of(&self.rules, &effect).ok_or_else(|| errors::refuse(py, Slug::OffBoard, "no piece stands there"))
    }

    pub(super) fn allows(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut game = lock(py, &self.inner)?;
        match self.read(py, &mut game, mv)? {
            Ok((mv, place)) => Ok(game.is_legal(mv, place)),
            Err(Error::Illegal { .. }) => Ok(false),
            Err(error) if error.slug().starts_with("notation.promotion") => Ok(false),
            Err(error) => Err(self.convert(py, &error)),
        }
    }

    pub(super) fn explained(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Explanation> {
        let mut game = lock(py, &self.inner)?;
        let refused = |refusal: &Refusal| Explanation::refused(refusal, self.dense(refusal.squares.iter().copied()));
        let (mv, place) = match self.read(py, &mut game, mv)? {
            Ok(read) => read,
            Err(Error::Illegal { refusal, .. }) => return Ok(refused(&refusal)),
            Err(error) => return Ok(Explanation::of(&error, Vec::new())),
        };
        let refusal = if game.is_legal(mv, place) { None } else { game.refusal(mv) };
        Ok(refusal.map_or_else(|| Explanation::legal(&text::usi(&self.rules, mv)), |refusal| refused(&refusal)))
    }
}
