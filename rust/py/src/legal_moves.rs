//! A snapshot of legal moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mujo_core::moves::MoveList;
use mujo_core::position::Placement;
use mujo_core::rules::RuleSet;
use mujo_core::text;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::move_value::{Move, NO_PLACE};

/// A snapshot of the legal moves of a position: it stays as it is when the board goes on.
///
/// ``len``, truth value and ``in`` build no move objects; iterating and indexing build them one by one. The moves come by
/// start square, 1a first.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board()
/// >>> moves = board.legal_moves
/// >>> len(moves), bool(moves), mujo.Move.from_usi("8r8q") in moves
/// (479, True, True)
#[pyclass(module = "mujo", frozen, sequence)]
pub(crate) struct LegalMoves {
    moves: Arc<MoveList>,
    rules: Arc<RuleSet>,
    /// The position that they are the moves of, for what they capture.
    placement: Placement,
}

impl LegalMoves {
    pub(crate) fn new(moves: Arc<MoveList>, rules: &Arc<RuleSet>, placement: &Placement) -> Self {
        Self { moves, rules: Arc::clone(rules), placement: placement.clone() }
    }

    fn object(&self, place: usize) -> Option<Move> {
        let mut mv = Move::on(&self.placement, &self.rules, *self.moves.get(place)?);
        mv.place = u32::try_from(place).unwrap_or(NO_PLACE);
        Some(mv)
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        r#move.cast::<Move>().is_ok_and(|mv| {
            let mv = mv.get();
            mv.rules.geometry().files() == self.rules.geometry().files() && self.moves.contains(&mv.inner)
        })
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let place = if index < 0 { index + self.moves.len().cast_signed() } else { index };
        let found = usize::try_from(place).ok().and_then(|place| self.object(place));
        found.ok_or_else(|| PyIndexError::new_err("there are not so many moves"))
    }

    fn __iter__(slf: Bound<'_, Self>) -> MoveIterator {
        MoveIterator { list: slf.unbind(), next: AtomicUsize::new(0) }
    }

    /// Return the number of moves; the same as ``len``.
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __repr__(&self) -> String {
        let mut shown: Vec<String> = self.moves.iter().take(8).map(|mv| text::usi(&self.rules, *mv)).collect();
        if self.moves.len() > shown.len() {
            shown.push("...".into());
        }
        format!("<LegalMoves ({}): {}>", self.moves.len(), shown.join(" "))
    }
}

/// Goes through a snapshot.
#[pyclass(module = "mujo", frozen)]
pub(crate) struct MoveIterator {
    list: Py<LegalMoves>,
    next: AtomicUsize,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Move> {
        // Not `fetch_add`, which costs a fifth of the whole: two threads on one iterator may get a move twice, as from a list.
        let at = self.next.load(Ordering::Relaxed);
        let found = self.list.get().object(at)?;
        self.next.store(at + 1, Ordering::Relaxed);
        Some(found)
    }

    fn __length_hint__(&self) -> usize {
        let at = self.next.load(Ordering::Relaxed);
        self.list.get().moves.len().saturating_sub(at)
    }
}
