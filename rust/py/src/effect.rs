//! What a move captures and changes, as values.

use mujo_core::geometry::{Geometry, MAX_SIZE};
use mujo_core::position::Effect as CoreEffect;
use mujo_core::rules::RuleSet;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::numbers::Whole;
use crate::slug::Slug;
use crate::values::Piece;

/// What a move changes on the board: the pieces captured, and the mover before and after. A frozen value.
///
/// Get one from `Board.effect`.
///
/// Parameters
/// ----------
/// victims : iterable of tuple of int and Piece
///     The captured pieces with their squares (0-based, 1a first), in the order taken.
/// before : Piece
///     The moving piece before the move.
/// after : Piece or None
///     The moving piece after the move; None if it vanishes.
/// changed : iterable of int
///     The squares whose content changes, ascending.
/// is_irreversible : bool
///     Whether no earlier position can occur again after the move.
///
/// Raises
/// ------
/// MujoError
///     ``off_board``: a number is not a square of any board.
///
/// Examples
/// --------
/// A lion captures two pieces in one move and stands on the second square:
///
/// >>> import mujo
/// >>> board = mujo.Board("19/19/19/19/19/19/19/10,p,8/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", rules="maka")
/// >>> effect = board.effect("10j10i9h")
/// >>> [(board.rules.square_name(square), str(piece)) for square, piece in effect.victims]
/// [('10i', 'p'), ('9h', 'p')]
/// >>> effect.is_capture, str(effect.before), str(effect.after)
/// (True, 'LN', 'LN')
/// >>> [board.rules.square_name(square) for square in effect.changed]
/// ['9h', '10i', '10j']
#[pyclass(module = "mujo", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Effect {
    victims: Vec<(usize, Piece)>,
    before: Piece,
    after: Option<Piece>,
    changed: Vec<usize>,
    irreversible: bool,
}

impl Effect {
    /// The effect of a pseudo-legal move; `None` if no piece stands on its start.
    pub(crate) fn of(rules: &RuleSet, effect: &CoreEffect) -> Option<Self> {
        let geometry: Geometry = rules.geometry();
        let victims = effect.victims().iter();
        let mut changed: Vec<usize> = effect.changed().map(|square| geometry.dense(square)).collect();
        changed.sort_unstable();
        Some(Self {
            victims: victims
                .map(|victim| Some((geometry.dense(victim.square()), Piece::of(rules, victim.cell())?)))
                .collect::<Option<_>>()?,
            before: Piece::of(rules, effect.before())?,
            after: Piece::of(rules, effect.after()),
            changed,
            irreversible: effect.is_irreversible(),
        })
    }
}

#[pymethods]
impl Effect {
    #[new]
    #[pyo3(signature = (victims, before, after, changed, is_irreversible))]
    fn new(
        py: Python<'_>,
        victims: Vec<(Whole, Piece)>,
        before: Piece,
        after: Option<Piece>,
        changed: Vec<Whole>,
        is_irreversible: bool,
    ) -> PyResult<Self> {
        let square = |index: Whole| {
            let found = index.within(0, (MAX_SIZE * MAX_SIZE) as u64 - 1).and_then(|index| usize::try_from(index).ok());
            found.ok_or_else(|| errors::refuse(py, Slug::OffBoard, &format!("{index} is not a square of any board")))
        };
        let victims = victims.into_iter().map(|(at, piece)| Ok((square(at)?, piece))).collect::<PyResult<_>>()?;
        let changed = changed.into_iter().map(square).collect::<PyResult<_>>()?;
        Ok(Self { victims, before, after, changed, irreversible: is_irreversible })
    }

    /// The captured pieces with their squares (0-based, 1a first), in the order taken, the end of the move included
    /// (rule 3.10); then those that burn (rule 9.4).
    #[getter]
    pub(crate) fn victims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.victims.iter().cloned())
    }

    /// The moving piece before the move.
    #[getter]
    fn before(&self) -> Piece {
        self.before.clone()
    }

    /// The moving piece after the move: promoted or infected where `Move.promotes`; None if it vanishes beside an enemy's
    /// fire demon (rule 9.4).
    #[getter]
    fn after(&self) -> Option<Piece> {
        self.after.clone()
    }

    /// The squares whose content changes, ascending.
    #[getter]
    fn changed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.changed)
    }

    /// Whether the move captures anything.
    #[getter]
    pub(crate) fn is_capture(&self) -> bool {
        !self.victims.is_empty()
    }

    /// Whether no earlier position can occur again after the move: it captures, or its piece changes or vanishes.
    #[getter]
    fn is_irreversible(&self) -> bool {
        self.irreversible
    }

    fn __repr__(&self) -> String {
        let victims: Vec<String> =
            self.victims.iter().map(|(at, piece)| format!("{} on {at}", piece.symbol())).collect();
        let victims = if victims.is_empty() { "nothing".to_owned() } else { victims.join(", ") };
        let after = self.after.as_ref().map_or_else(|| "nothing".to_owned(), |piece| piece.symbol().clone());
        format!("<Effect: {} becomes {after}, captures {victims}>", self.before.symbol())
    }

    #[expect(clippy::type_complexity, reason = "the arguments of the constructor")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyAny>, (Vec<(usize, Piece)>, Piece, Option<Piece>, Vec<usize>, bool)) {
        let fields =
            (self.victims.clone(), self.before.clone(), self.after.clone(), self.changed.clone(), self.irreversible);
        (py.get_type::<Self>().into_any(), fields)
    }
}
