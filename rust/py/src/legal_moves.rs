//! A snapshot of legal moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mujo_core::error::quoted;
use mujo_core::moves::MoveList;
use mujo_core::position::Placement;
use mujo_core::rules::RuleSet as CoreRules;
use mujo_core::text;
use mujo_core::text::move_id;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::errors;
use crate::move_value::{Move, NO_PLACE};
use crate::numbers::Whole;
use crate::rules::RuleSet;
use crate::texts::Text;

/// A snapshot of the legal moves of a position. It does not change when the board does.
///
/// A sequence: it can be indexed, sliced and searched; ``in``, `index` and `count` take a move or its canonical text.
/// ``len``, truth value and ``in`` build no move objects; iterating and indexing build them one by one. The moves come by
/// start square, 1a first.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board()
/// >>> moves = board.legal_moves
/// >>> len(moves), bool(moves), "8r8q" in moves
/// (479, True, True)
/// >>> moves[-1] == list(moves)[-1], len(moves[:10]), moves.index(moves[3])
/// (True, 10, 3)
#[pyclass(module = "mujo", frozen, sequence)]
pub(crate) struct LegalMoves {
    moves: Arc<MoveList>,
    rules: Arc<CoreRules>,
    /// The position of the moves, to compute their captures.
    placement: Placement,
}

impl LegalMoves {
    pub(crate) fn new(moves: Arc<MoveList>, rules: &Arc<CoreRules>, placement: &Placement) -> Self {
        Self { moves, rules: Arc::clone(rules), placement: placement.clone() }
    }

    /// The index of a move, or of a canonical move text.
    fn position_of(&self, mv: &Bound<'_, PyAny>) -> Option<usize> {
        let wanted = if let Ok(mv) = mv.cast::<Move>() {
            let mv = mv.get();
            (mv.rules.geometry().files() == self.rules.geometry().files()).then_some(mv.inner)?
        } else {
            text::parse_usi(&self.rules, &mv.extract::<Text<'_>>().ok()?).ok()?
        };
        self.moves.iter().position(|mv| *mv == wanted)
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
        self.position_of(r#move).is_some()
    }

    /// Return one move, or a snapshot of the moves of a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let wanted = slice.indices(self.moves.len().cast_signed())?;
            let mut moves = MoveList::new();
            let mut at = wanted.start;
            for _ in 0..wanted.slicelength {
                moves.extend(usize::try_from(at).ok().and_then(|at| self.moves.get(at)).copied());
                at += wanted.step;
            }
            return Ok(Bound::new(py, Self::new(Arc::new(moves), &self.rules, &self.placement))?.into_any());
        }
        let Ok(index) = index.extract::<Whole>() else {
            let kind = index.get_type().name()?;
            return Err(PyTypeError::new_err(format!("an index is an int or a slice, not {kind}")));
        };
        let found = index.place(self.moves.len()).and_then(|place| self.object(place));
        let found = found.ok_or_else(|| PyIndexError::new_err(format!("there are {} moves", self.moves.len())))?;
        Ok(Bound::new(py, found)?.into_any())
    }

    fn __iter__(slf: Bound<'_, Self>) -> MoveIterator {
        MoveIterator { list: slf.unbind(), next: AtomicUsize::new(0) }
    }

    /// Return how often a move is among these, 0 or 1; without an argument the number of moves, as ``len``.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str, optional
    ///     A move, or its canonical text.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> board.legal_moves.count(), board.legal_moves.count("10n10m"), board.legal_moves.count("10n10l")
    /// (80, 1, 0)
    #[pyo3(signature = (r#move = None))]
    fn count(&self, r#move: Option<&Bound<'_, PyAny>>) -> usize {
        r#move.map_or(self.moves.len(), |mv| usize::from(self.position_of(mv).is_some()))
    }

    /// Return the index of a move.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move, or its canonical text.
    /// start, stop : int, optional
    ///     Where to look, as for a list.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the move is not there.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> moves = board.legal_moves
    /// >>> moves.index(moves[3])
    /// 3
    #[pyo3(signature = (r#move, start = Whole::new(0), stop = None), text_signature = "($self, move, start=0, stop=None)")]
    fn index(&self, r#move: &Bound<'_, PyAny>, start: Whole, stop: Option<Whole>) -> PyResult<usize> {
        let length = self.moves.len();
        let range = start.bound(length)..stop.map_or(length, |stop| stop.bound(length));
        self.position_of(r#move)
            .filter(|at| range.contains(at))
            .ok_or_else(|| PyValueError::new_err(format!("{} is not among these moves", quoted(&r#move.to_string()))))
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get();
        let equal = *self.rules == *other.rules && self.moves == other.moves && self.placement == other.placement;
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    #[classattr]
    #[pyo3(name = "__hash__")]
    const HASH: Option<Py<PyAny>> = None;

    /// Restore a pickled snapshot.
    #[staticmethod]
    fn _restore(py: Python<'_>, rules: &RuleSet, position: &str, codes: Vec<u64>) -> PyResult<Self> {
        let rules = &rules.inner;
        let parsed = text::parse_position(rules, position).map_err(|error| errors::convert(py, &error, Some(rules)))?;
        let mut moves = MoveList::new();
        for id in codes {
            moves.push(move_id::read(rules, id).map_err(|error| errors::convert(py, &error, Some(rules)))?);
        }
        Ok(Self::new(Arc::new(moves), rules, &parsed.position))
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (RuleSet, String, Vec<u64>))> {
        let position = text::position_text(&self.rules, &self.placement, 1);
        let codes = self.moves.iter().map(|mv| move_id::of(&self.rules, *mv)).collect();
        let rules = RuleSet::new(Arc::clone(&self.rules));
        Ok((py.get_type::<Self>().getattr("_restore")?, (rules, position, codes)))
    }

    fn __repr__(&self) -> String {
        let mut shown: Vec<String> = self.moves.iter().take(8).map(|mv| text::usi(&self.rules, *mv)).collect();
        if self.moves.len() > shown.len() {
            shown.push("...".into());
        }
        format!("<LegalMoves ({}): {}>", self.moves.len(), shown.join(" "))
    }
}

/// Iterates over a snapshot.
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
        // Not `fetch_add`, which takes a fifth of the time: two threads sharing an iterator may see a move twice, as with a list.
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
