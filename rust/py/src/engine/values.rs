//! What searches take and give: clocks, scores, lines, results.

use std::sync::Arc;
use std::time::Duration;

use mujo_core::moves::Move as CoreMove;
use mujo_core::rules::RuleSet as CoreRules;
use mujo_core::text::move_id;
use mujo_engine::{Clock as CoreClock, Line as CoreLine, Score as CoreScore, SearchResult as CoreResult};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::move_value::Move;
use crate::numbers::{Seconds, Whole};
use crate::rules::RuleSet;
use crate::slug::Slug;

/// The clock of the side to move, in seconds. A frozen value.
///
/// Parameters
/// ----------
/// main : float
///     Time that is left, 0 or more.
/// byoyomi : float, default 0
///     Time for each move once the main time is used up.
/// increment : float, default 0
///     Time added after each move.
/// moves_to_go : int, optional
///     Moves until the next time control, 1 to 10,000.
///
/// Raises
/// ------
/// MujoError
///     ``argument`` for a number out of range.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> mujo.Clock(300, byoyomi=10)
/// Clock(300.0, byoyomi=10.0, increment=0.0, moves_to_go=None)
#[pyclass(module = "mujo", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) inner: CoreClock,
}

#[pymethods]
impl Clock {
    #[new]
    #[pyo3(signature = (main, *, byoyomi = Seconds::new(0.0), increment = Seconds::new(0.0), moves_to_go = None), text_signature = "(main, *, byoyomi=0.0, increment=0.0, moves_to_go=None)")]
    fn new(
        py: Python<'_>,
        main: Seconds,
        byoyomi: Seconds,
        increment: Seconds,
        moves_to_go: Option<Whole>,
    ) -> PyResult<Self> {
        let moves_to_go = moves_to_go.map(|number| number.argument(py, "moves_to_go", 1, 10_000)).transpose()?;
        Ok(Self {
            inner: CoreClock {
                main: main.time(py, "main")?,
                byoyomi: byoyomi.time(py, "byoyomi")?,
                increment: increment.time(py, "increment")?,
                moves_to_go: moves_to_go.and_then(|number| u32::try_from(number).ok()),
            },
        })
    }

    /// Time that is left, in seconds.
    #[getter]
    fn main(&self) -> f64 {
        self.inner.main.as_secs_f64()
    }

    /// Time for each move once the main time is used up, in seconds.
    #[getter]
    fn byoyomi(&self) -> f64 {
        self.inner.byoyomi.as_secs_f64()
    }

    /// Time added after each move, in seconds.
    #[getter]
    fn increment(&self) -> f64 {
        self.inner.increment.as_secs_f64()
    }

    /// Moves until the next time control, or None.
    #[getter]
    fn moves_to_go(&self) -> Option<u32> {
        self.inner.moves_to_go
    }

    fn __repr__(&self) -> String {
        let number = |time: Duration| format!("{:?}", time.as_secs_f64());
        let CoreClock { main, byoyomi, increment, moves_to_go } = self.inner;
        let moves = moves_to_go.map_or_else(|| "None".to_owned(), |moves| moves.to_string());
        let (main, byoyomi, increment) = (number(main), number(byoyomi), number(increment));
        format!("Clock({main}, byoyomi={byoyomi}, increment={increment}, moves_to_go={moves})")
    }
}

/// The value of a position for the side to move: a number of units, or a mate. Frozen; the better score is the greater one.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
/// >>> score = mujo.Engine("chu", hash=1).search(board, depth=3).score
/// >>> score.mate, score.units, str(score)
/// (3, None, 'mate in 3')
#[pyclass(module = "mujo", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct Score {
    inner: CoreScore,
}

#[pymethods]
impl Score {
    /// Hundredths of the value of the engine's unit (`Engine.unit`), or None where the score is a mate.
    #[getter]
    fn units(&self) -> Option<i32> {
        match self.inner {
            CoreScore::Units(units) => Some(units),
            CoreScore::Mate(_) => None,
        }
    }

    /// Plies to the end of the game by force: positive if the side to move wins, 0 or negative if it loses; None otherwise.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.inner {
            CoreScore::Units(_) => None,
            CoreScore::Mate(plies) => Some(plies),
        }
    }

    /// One number that orders scores, mates beyond all others.
    #[getter]
    fn number(&self) -> i32 {
        self.inner.number()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.inner)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        Ok(op.matches(self.inner.cmp(&other.get().inner)).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.inner.number().cast_unsigned())
    }

    /// Make a score again from its pickle.
    #[staticmethod]
    fn _restore(units: Option<i32>, mate: Option<i32>) -> Self {
        Self { inner: mate.map_or_else(|| CoreScore::Units(units.unwrap_or_default()), CoreScore::Mate) }
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Option<i32>, Option<i32>))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.units(), self.mate())))
    }
}

/// One of the best lines of a search. A frozen value.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board(rules="chu")
/// >>> first, second = mujo.Engine("chu", hash=1).search(board, depth=2, multipv=2).lines
/// >>> first.score >= second.score, first.moves[0] == second.moves[0]
/// (True, False)
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Line {
    inner: CoreLine,
    rules: Arc<CoreRules>,
}

fn wrapped<'py>(py: Python<'py>, moves: &[CoreMove], rules: &Arc<CoreRules>) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, moves.iter().map(|mv| Move::new(*mv, Arc::clone(rules))))
}

#[pymethods]
impl Line {
    /// For the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score { inner: self.inner.score }
    }

    /// The moves, at least one.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        wrapped(py, &self.inner.moves, &self.rules)
    }

    fn __repr__(&self) -> String {
        let texts: Vec<String> = self.inner.moves.iter().map(|mv| mujo_core::text::usi(&self.rules, *mv)).collect();
        format!("<Line {}: {}>", self.inner.score, texts.join(" "))
    }

    /// Make a line again from its pickle.
    #[staticmethod]
    fn _restore(py: Python<'_>, score: &Score, codes: Vec<u64>, rules: &RuleSet) -> PyResult<Self> {
        let rules = Arc::clone(&rules.inner);
        let moves = read_moves(py, codes, &rules)?;
        if moves.is_empty() {
            return Err(errors::refuse(py, Slug::Pickle, "a line without moves"));
        }
        Ok(Self { inner: CoreLine { score: score.inner, moves }, rules })
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Score, Vec<u64>, RuleSet))> {
        let codes = self.inner.moves.iter().map(|mv| move_id::of(&self.rules, *mv)).collect();
        let fields = (self.score(), codes, RuleSet::new(Arc::clone(&self.rules)));
        Ok((py.get_type::<Self>().getattr("_restore")?, fields))
    }
}

/// What a search found. A frozen value.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board(rules="maka")
/// >>> result = mujo.Engine("maka", hash=1).search(board, depth=2)
/// >>> result.best in board.legal_moves, result.depth, result.lines[0].moves[0] == result.best
/// (True, 2, True)
#[pyclass(module = "mujo", frozen)]
pub(crate) struct SearchResult {
    pub(super) inner: CoreResult,
    pub(super) rules: Arc<CoreRules>,
}

#[pymethods]
impl SearchResult {
    /// The best move.
    #[getter]
    fn best(&self) -> Move {
        Move::new(self.inner.best(), Arc::clone(&self.rules))
    }

    /// The score of the best line, for the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score { inner: self.inner.score() }
    }

    /// The best lines, the best first: at least one, and no more than there are moves.
    #[getter]
    fn lines(&self) -> Vec<Line> {
        let line = |line: &CoreLine| Line { inner: line.clone(), rules: Arc::clone(&self.rules) };
        self.inner.lines.iter().map(line).collect()
    }

    /// The last depth that was completed, in plies; 0 if the search was stopped before that.
    #[getter]
    fn depth(&self) -> u32 {
        self.inner.depth
    }

    /// Deepest ply that was looked at.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.inner.seldepth
    }

    /// Positions visited by all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Positions a call of the quiescence search visited, on average.
    #[getter]
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn quiescence(&self) -> f64 {
        self.inner.quiescence_nodes as f64 / self.inner.quiescence_calls.max(1) as f64
    }

    /// Time used, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.inner.time.as_secs_f64()
    }

    /// Positions a second.
    #[getter]
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn nps(&self) -> f64 {
        self.inner.nodes as f64 / self.inner.time.as_secs_f64().max(1e-9)
    }

    /// Used part of the transposition table, 0 to 1.
    #[getter]
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    fn hash_use(&self) -> f64 {
        self.inner.hashfull as f64 / 1000.0
    }

    fn __repr__(&self) -> String {
        let best = mujo_core::text::usi(&self.rules, self.inner.best());
        let CoreResult { depth, nodes, .. } = self.inner;
        format!("<SearchResult {best}, {}, depth {depth}, {nodes} nodes>", self.inner.score())
    }

    /// Make a result again from its pickle.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        lines: Vec<PyRef<'_, Line>>,
        depths: (u32, u32),
        counts: (u64, u64, u64),
        time: f64,
        hashfull: usize,
    ) -> PyResult<Self> {
        let time = Duration::try_from_secs_f64(time);
        let (Some(first), Ok(time)) = (lines.first(), time) else {
            return Err(errors::refuse(py, Slug::Pickle, "a search result without lines or time"));
        };
        let rules = Arc::clone(&first.rules);
        let ((depth, seldepth), (nodes, quiescence_nodes, quiescence_calls)) = (depths, counts);
        let lines = lines.iter().map(|line| line.inner.clone()).collect();
        let inner = CoreResult { lines, depth, seldepth, nodes, quiescence_nodes, quiescence_calls, time, hashfull };
        Ok(Self { inner, rules })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let CoreResult { depth, seldepth, nodes, quiescence_nodes, quiescence_calls, hashfull, .. } = self.inner;
        let counts = (nodes, quiescence_nodes, quiescence_calls);
        let fields = (self.lines(), (depth, seldepth), counts, self.seconds(), hashfull).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restore")?, fields))
    }
}

/// What a search for mate can end with, see `Mate.status`.
const MATE_STATUS: [&str; 3] = ["mate", "no mate", "unknown"];

/// The answer of a search for mate. A frozen value, true if a mate was found.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
/// >>> mate = mujo.Engine("chu", hash=1).mate(board)
/// >>> mate.status, len(mate.moves)
/// ('mate', 1)
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Mate {
    pub(super) status: &'static str,
    pub(super) line: Vec<CoreMove>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) rules: Arc<CoreRules>,
}

#[pymethods]
impl Mate {
    /// ``"mate"``; ``"no mate"``: checks alone do not mate within the limit of plies; ``"unknown"``: a limit came first.
    #[getter]
    fn status(&self) -> &'static str {
        self.status
    }

    /// One line to the mate, the mating move last; empty if none was found.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        wrapped(py, &self.line, &self.rules)
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time used, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn __bool__(&self) -> bool {
        !self.line.is_empty()
    }

    fn __repr__(&self) -> String {
        match self.line.len() {
            0 => format!("<Mate {}, {} nodes>", self.status, self.nodes),
            plies => format!("<Mate in {plies} plies, {} nodes>", self.nodes),
        }
    }

    /// Make a result again from its pickle.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        status: &str,
        codes: Vec<u64>,
        nodes: u64,
        seconds: f64,
        rules: &RuleSet,
    ) -> PyResult<Self> {
        let Some(status) = MATE_STATUS.into_iter().find(|known| *known == status) else {
            return Err(errors::refuse(py, Slug::Pickle, "a result of a search for mate without a known status"));
        };
        let rules = Arc::clone(&rules.inner);
        let line = read_moves(py, codes, &rules)?;
        Ok(Self { status, line, nodes, seconds, rules })
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, Vec<u64>, u64, f64, RuleSet))> {
        let codes = self.line.iter().map(|mv| move_id::of(&self.rules, *mv)).collect();
        let fields = (self.status, codes, self.nodes, self.seconds, RuleSet::new(Arc::clone(&self.rules)));
        Ok((py.get_type::<Self>().getattr("_restore")?, fields))
    }
}

fn read_moves(py: Python<'_>, codes: Vec<u64>, rules: &Arc<CoreRules>) -> PyResult<Vec<CoreMove>> {
    let read = |code| move_id::read(rules, code).map_err(|error| errors::convert(py, &error, Some(rules)));
    codes.into_iter().map(read).collect()
}
