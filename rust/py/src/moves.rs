//! The methods of a move that Python calls.

use std::sync::Arc;

use mujo_core::geometry::Square;
use mujo_core::moves::Change;
use mujo_core::text;
use mujo_core::text::move_id;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::move_value::{Captures, Move};
use crate::numbers::Whole;
use crate::rules::{self as py_rules, RuleSet as RuleSetObject, rules_of};
use crate::slug::Slug;
use crate::texts::Text;

/// The captures of a move that knows them.
fn known_captures<'a>(py: Python<'_>, mv: &'a Move) -> PyResult<&'a [Square]> {
    mv.captures.known().ok_or_else(|| {
        let text = text::usi(&mv.rules, mv.inner);
        let message = format!(
            "{text} was read without a board, so whether it captures on its end is unknown: ask board.effect('{text}')"
        );
        errors::refuse(py, Slug::MoveNoBoard, &message)
    })
}

#[pymethods]
impl Move {
    /// Read the canonical text of a move.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     Start, squares of the victims before the end in order, end, and ``+`` if the mover changes: ``8n8m``,
    ///     ``5e6f7g``, ``5e6f5e`` (igui), ``5e5e`` (pass). See docs/reference/formats.md.
    /// rules : RuleSet or str, default "tai"
    ///     Gives the board its size and the types their ids.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     ``notation.*``, with the place of the fault.
    /// RuleSetError
    ///     ``rules.unknown_name``.
    ///
    /// Notes
    /// -----
    /// Not checked: whether any piece can move so. `Board.parse_move` does that, and reads friendlier texts.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Move
    /// >>> Move.from_usi("5e6f5e", "maka").is_igui
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, rules = None))]
    fn from_usi(py: Python<'_>, text: Text<'_>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules_of(py, rules)?;
        let inner = text::parse_usi(&rules, &text).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        Ok(Self::new(inner, rules))
    }

    /// Return the move of a number.
    ///
    /// Parameters
    /// ----------
    /// code : int
    ///     From the low end: start, end, first and second victim before the end (11 bits each, the square as an int, 2047
    ///     for none), the change (2 bits: 0 none, 1 ``+``, 2 and 3 ``+`` and the id of the game's first or second
    ///     contagious type), the number of files (6 bits).
    /// rules : RuleSet or str, optional
    ///     Needed only where the change names an id; any set with that number of files will do otherwise.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board`` if the number is none of a move, ``wrong_rules`` if the rule set has another number of files.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Move
    /// >>> Move.from_int(int(Move.from_usi("8n8m+"))).usi()
    /// '8n8m+'
    #[staticmethod]
    #[pyo3(signature = (code, rules = None))]
    fn from_int(py: Python<'_>, code: Whole, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let code = code.within(0, u64::MAX).ok_or_else(|| {
            errors::refuse(py, Slug::OffBoard, &format!("{code} is not the number of a move: those have 64 bits"))
        })?;
        let rules = match rules {
            Some(rules) => rules_of(py, Some(rules))?,
            None => py_rules::any_with_files(move_id::files(code)).ok_or_else(|| {
                let message = format!("{code} is a move on {} files: name the rule set", move_id::files(code));
                errors::refuse(py, Slug::WrongRules, &message)
            })?,
        };
        let inner = move_id::read(&rules, code).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        Ok(Self::new(inner, rules))
    }

    fn __int__(&self) -> u64 {
        self.id()
    }

    fn __index__(&self) -> u64 {
        self.id()
    }

    /// Return the canonical text; the same as ``str(move)``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Move.from_usi("8r8q").usi()
    /// '8r8q'
    fn usi(&self) -> String {
        text::usi(&self.rules, self.inner)
    }

    /// Start: square index, 0-based, 1a first.
    #[getter]
    fn from_square(&self) -> usize {
        self.dense(self.inner.from())
    }

    /// All squares that the move captures on, in the order taken, the end included (rule 3.10).
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``move.no_board`` if the move was read without a board (`Move.from_usi`, `Move.from_int`): whether an enemy
    ///     stands on its end depends on the position. `Board.effect` and `Board.parse_move` know.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board("19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", rules="maka")
    /// >>> [board.rules.square_name(square) for square in board.parse_move("10j10i").captures]
    /// ['10i']
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, known_captures(py, self)?.iter().map(|square| self.dense(*square)).collect::<Vec<_>>())
    }

    /// Whether the move captures anything.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``move.no_board``, as `captures`.
    #[getter]
    fn is_capture(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(!known_captures(py, self)?.is_empty())
    }

    /// Squares of the victims written between start and end, in the order taken; a victim on the end is not among them, and
    /// neither is what a sweep passes.
    #[getter]
    fn via<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let squares: Vec<usize> = self.inner.victims_before_end().map(|square| self.dense(square)).collect();
        PyTuple::new(py, squares)
    }

    /// End: square index, 0-based, 1a first.
    #[getter]
    fn to_square(&self) -> usize {
        self.dense(self.inner.to())
    }

    /// Whether the mover changes: promotion or contagion.
    #[getter]
    fn promotes(&self) -> bool {
        self.inner.change() != Change::None
    }

    /// Whether it is the pass, jitto (rule 3.8).
    #[getter]
    fn is_pass(&self) -> bool {
        self.inner.is_pass()
    }

    /// Whether it takes without moving away, igui (rule 3.8).
    #[getter]
    fn is_igui(&self) -> bool {
        self.inner.is_igui()
    }

    /// Whether it is a sweep, which captures every piece between its start and its end (rule 10.2).
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="taikyoku")
    /// >>> sweep = next(move for move in board.legal_moves if move.is_sweep)
    /// >>> len(board.effect(sweep).victims) > len(sweep.via)
    /// True
    #[getter]
    fn is_sweep(&self) -> bool {
        self.inner.is_sweep()
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        let text = self.usi();
        match py_rules::name_that_reads_back(&self.rules) {
            Some("tai") => format!("Move.from_usi('{text}')"),
            Some(name) => format!("Move.from_usi('{text}', '{name}')"),
            None => format!("Move.from_int({})", self.id()),
        }
    }

    /// Make a move again from its pickle.
    #[staticmethod]
    fn _restore(py: Python<'_>, code: u64, rules: &RuleSetObject, captures: Option<Vec<usize>>) -> PyResult<Self> {
        let rules = Arc::clone(&rules.inner);
        let inner = move_id::read(&rules, code).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        let mut mv = Self::new(inner, rules);
        if let Some(captures) = captures {
            let geometry = mv.rules.geometry();
            let squares = captures.into_iter().map(|square| geometry.from_dense(square)).collect::<Option<Vec<_>>>();
            let squares = squares.ok_or_else(|| errors::refuse(py, Slug::Pickle, "a capture off the board"))?;
            mv.captures = Captures::from_squares(squares.into_iter());
        }
        Ok(mv)
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (u64, RuleSetObject, Option<Vec<usize>>))> {
        let rules = RuleSetObject::new(Arc::clone(&self.rules));
        let captures = self.captures.known().map(|squares| squares.iter().map(|square| self.dense(*square)).collect());
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.id(), rules, captures)))
    }
}
