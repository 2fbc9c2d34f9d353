//! The engine: searches away from the interpreter, ended by limits, `stop` or Ctrl-C.

mod bench;
mod deepening;
mod limits;
mod mate;
mod values;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use atomic_refcell::{AtomicRefCell, AtomicRefMut};
use mujo_core::game::Board as CoreBoard;
use mujo_core::parallel::Interrupt;
use mujo_core::rules::RuleSet as CoreRules;
use mujo_engine::{Engine as CoreEngine, Evaluation, Features, Level, Limits, SearchError, SearchResult as CoreResult};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::board::Board;
use crate::errors;
use crate::numbers::{Seconds, Whole};
use crate::rules::{RuleSet, rules_of};
use crate::slug::Slug;
use crate::texts::Text;
use crate::workers;

pub(crate) use bench::engine_bench;
pub(crate) use deepening::Deepening;
pub(crate) use values::{Clock, Line, Mate, Score, SearchResult};

/// Largest transposition table in MiB.
const MAX_HASH: u64 = 1 << 20;

/// A player of one rule set: searches for the best move, evaluates, finds mates.
///
/// Parameters
/// ----------
/// rules : RuleSet or str, optional
///     The rule set; ``tai`` if left out. Any will do, those of a user's file too.
/// hash : int, default 64
///     Size of the transposition table in MiB, 0 to 1,048,576.
/// threads : int, default 1
///     Threads of a search, 1 to 256.
/// level : int, optional
///     Strength, 1 (beginner) to 10; as strong as possible if left out.
/// seed : int, default 0
///     Makes a level err in another way; give every game its own.
/// evaluation : str, optional
///     Text of an evaluation file (``data/evaluation``) to use instead of the game's own, or ``"mobility"`` for values by the
///     mobility of the pieces alone.
///
/// Raises
/// ------
/// MujoError
///     ``argument`` or ``threads`` for a number out of range, ``engine.memory``, ``engine.numbers``.
///
/// Notes
/// -----
/// Engines share nothing: any number of them work side by side. One engine makes one search at a time. Searches run without
/// the interpreter lock and end within a tenth of a second of `stop` or Ctrl-C. With one thread, and limits of depth or
/// nodes alone, a new (or cleared) engine finds the same on every machine.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> board = mujo.Board(rules="chu")
/// >>> engine = mujo.Engine("chu", hash=1)
/// >>> result = engine.search(board, nodes=2000)
/// >>> board.push(result.best) in board.move_stack
/// True
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Engine {
    inner: AtomicRefCell<CoreEngine>,
    stop: AtomicBool,
    rules: Arc<CoreRules>,
    hash: u64,
    threads: usize,
    level: Option<Level>,
}

impl Engine {
    fn lock(&self, py: Python<'_>) -> PyResult<AtomicRefMut<'_, CoreEngine>> {
        self.inner.try_borrow_mut().map_err(|_| {
            let message = "the engine is searching in another thread: stop it first, or use another engine";
            errors::refuse(py, Slug::EngineBusy, message)
        })
    }

    fn convert(py: Python<'_>, error: SearchError) -> PyErr {
        let slug = match error {
            SearchError::Finished(_) => Slug::EngineFinished,
            SearchError::WrongRules => Slug::WrongRules,
        };
        errors::refuse(py, slug, &error.to_string())
    }

    fn run(
        &self,
        py: Python<'_>,
        board: CoreBoard,
        limits: &Limits,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<CoreResult> {
        let mut engine = self.lock(py)?;
        let limits = self.level.map_or(*limits, |level| level.limits(*limits));
        self.stop.store(false, Ordering::Relaxed);
        let (rules, stop) = (&self.rules, &self.stop);
        let engine = &mut *engine;
        let (mut found, mut raised) = (None, None);
        py.detach(|| {
            let slot = Mutex::new((&mut found, &mut raised, engine, board));
            workers::run(1, stop, None, &|watch: &mut dyn Interrupt| {
                let Ok(mut slot) = slot.lock() else { return };
                let (found, raised, engine, board) = &mut *slot;
                let mut report = |result: &CoreResult| {
                    let Some(progress) = progress else { return true };
                    let reply = Python::attach(|py| {
                        let result = SearchResult { inner: result.clone(), rules: Arc::clone(rules) };
                        let reply = progress.bind(py).call1((result,))?;
                        Ok(reply.is_none() || reply.is_truthy()?)
                    });
                    reply.unwrap_or_else(|error| {
                        **raised = Some(error);
                        false
                    })
                };
                **found = Some(engine.search(board, &limits, stop, watch, &mut report));
            })
        })?;
        if let Some(error) = raised {
            return Err(error);
        }
        match found {
            Some(result) => result.map_err(|error| Self::convert(py, error)),
            None => Err(errors::refuse(py, Slug::EngineBusy, "the search did not begin")),
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (rules = None, hash = Whole::new(64), threads = Whole::new(1), *, level = None, seed = Whole::new(0), evaluation = None), text_signature = "(rules=None, hash=64, threads=1, *, level=None, seed=0, evaluation=None)")]
    fn py_new(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        hash: Whole,
        threads: Whole,
        level: Option<Whole>,
        seed: Whole,
        evaluation: Option<Text<'_>>,
    ) -> PyResult<Self> {
        let rules = rules_of(py, rules)?;
        let hash = hash.argument(py, "hash", 0, MAX_HASH)?;
        let threads = threads.threads(py)?;
        let seed = seed.argument(py, "seed", 0, u64::MAX)?;
        let level = level
            .map(|level| level.argument(py, "level", u64::from(Level::FIRST), u64::from(Level::LAST)))
            .transpose()?
            .and_then(|number| u8::try_from(number).ok())
            .and_then(Level::new);
        let evaluation = match evaluation {
            None => Evaluation::of(&rules),
            Some(text) if &*text == "mobility" => Evaluation::by_mobility(&rules),
            Some(text) => Evaluation::from_toml(&rules, &text)
                .map_err(|error| errors::refuse(py, Slug::EngineNumbers, &error.to_string()))?,
        };
        let mut inner = CoreEngine::with_evaluation(evaluation, usize::try_from(hash).unwrap_or(usize::MAX), threads)
            .map_err(|error| errors::refuse(py, Slug::EngineMemory, &error.to_string()))?;
        inner.set_level(level, seed);
        Ok(Self { inner: AtomicRefCell::new(inner), stop: AtomicBool::new(false), rules, hash, threads, level })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet::new(Arc::clone(&self.rules))
    }

    /// Size of the transposition table in MiB.
    #[getter]
    fn hash(&self) -> u64 {
        self.hash
    }

    /// Threads of a search.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The level, 1 to 10, or None.
    #[getter]
    fn level(&self) -> Option<u8> {
        self.level.map(Level::number)
    }

    /// Id of the type whose value is 100: the most numerous one of the start.
    #[getter]
    fn unit(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.evaluation().unit().to_owned())
    }

    /// The evaluation as the text of a file, with all its numbers and where they come from.
    #[getter]
    fn evaluation(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.evaluation().to_toml())
    }

    /// Search for the best moves. The board stays as it is.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     Of the engine's rule set; its history counts, since positions must not come back.
    /// depth : int, optional
    ///     Deepest iteration in plies, 1 to 100.
    /// nodes : int, optional
    ///     Positions visited, 1 or more. A depth of two is completed first.
    /// seconds : float, optional
    ///     Time, 0 or more. A depth of two is completed first.
    /// clock : Clock, optional
    ///     The clock of the side to move, from which the search takes its share.
    /// multipv : int, default 1
    ///     Number of best lines, 1 to 500.
    /// progress : callable, optional
    ///     Called with a `SearchResult` after each iteration; the search ends if it returns something false other than None.
    ///
    /// Returns
    /// -------
    /// SearchResult
    ///     Always with a legal move.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``engine.finished`` if the game has ended; ``wrong_rules``, ``engine.busy``; ``argument`` for a number out of range.
    ///
    /// Notes
    /// -----
    /// Whatever limit comes first ends the search; without any it goes on until `stop` is called or a mate is found. To
    /// ponder, search the position after the expected answer in a thread, without limits, then `stop` and search again: the
    /// table keeps what was found.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> engine = mujo.Engine("hishigata", hash=1)
    /// >>> board = mujo.Board(rules="hishigata")
    /// >>> engine.search(board, depth=1).depth
    /// 1
    /// >>> len(engine.search(board, nodes=500, multipv=3).lines)
    /// 3
    #[pyo3(signature = (board, *, depth = None, nodes = None, seconds = None, clock = None, multipv = Whole::new(1), progress = None), text_signature = "($self, board, *, depth=None, nodes=None, seconds=None, clock=None, multipv=1, progress=None)")]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python method")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        seconds: Option<Seconds>,
        clock: Option<&Bound<'_, Clock>>,
        multipv: Whole,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let limits = limits::from_python(py, depth, nodes, seconds, clock.map(|clock| *clock.get()), multipv)?;
        let board = board.get().core_copy(py)?;
        let inner = self.run(py, board, &limits, progress.as_ref())?;
        Ok(SearchResult { inner, rules: Arc::clone(&self.rules) })
    }

    /// Evaluate a position without searching.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     A board of the rule set of the engine.
    ///
    /// Returns
    /// -------
    /// dict of str to int
    ///     Terms by name, in hundredths of the unit, for the side to move; their sum is the value of the position.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``wrong_rules``, ``engine.busy``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> terms = mujo.Engine("tai", hash=1).evaluate(mujo.Board())
    /// >>> terms["material"], sum(terms.values()) == terms["tempo"]
    /// (0, True)
    fn evaluate<'py>(&self, py: Python<'py>, board: &Bound<'py, Board>) -> PyResult<Bound<'py, PyDict>> {
        let board = board.get().core_copy(py)?;
        let terms = self.lock(py)?.evaluate(&board).map_err(|error| Self::convert(py, error))?;
        let named = PyDict::new(py);
        for (name, value) in terms.named() {
            named.set_item(name, value)?;
        }
        Ok(named)
    }

    /// Return the value of every piece of the game.
    ///
    /// Returns
    /// -------
    /// dict of str to int
    ///     Type, with ``+`` for the promoted face, to hundredths of the unit.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> engine = mujo.Engine("chu", hash=1)
    /// >>> values = engine.values()
    /// >>> values[engine.unit], values["LN"] > values["G"]
    /// (100, True)
    fn values(&self, py: Python<'_>) -> PyResult<BTreeMap<String, i32>> {
        let engine = self.lock(py)?;
        let evaluation = engine.evaluation();
        let name = |kind: mujo_core::rules::Kind| {
            let face = if kind.promoted() { "+" } else { "" };
            format!("{face}{}", self.rules.type_id(kind.type_index()))
        };
        Ok(self.rules.all_kinds().map(|kind| (name(kind), evaluation.value(kind))).collect())
    }

    /// End the search that runs, from another thread; it gives the best move so far. Nothing happens if none runs.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Engine("chu", hash=1).stop()
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forget everything that earlier searches found.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``engine.busy``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> engine, board = mujo.Engine("chu", hash=1), mujo.Board(rules="chu")
    /// >>> first = engine.search(board, nodes=1000).nodes
    /// >>> engine.clear()
    /// >>> engine.search(board, nodes=1000).nodes == first
    /// True
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.lock(py)?.clear();
        Ok(())
    }

    /// Switch parts of the search off, to measure what each is worth.
    ///
    /// Parameters
    /// ----------
    /// names : sequence of str
    ///     Of :attr:`FEATURES`; an empty list switches every part on.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``argument`` for another name; ``engine.busy``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> engine = mujo.Engine("chu", hash=1)
    /// >>> "null_move" in engine.FEATURES
    /// True
    /// >>> engine.without(["null_move"])
    fn without(&self, py: Python<'_>, names: Vec<String>) -> PyResult<()> {
        let mut features = Features::ALL;
        for name in names {
            if !features.remove(&name) {
                let known = Features::NAMES.join(", ");
                let message = format!("the search has no part {name}: {known}");
                return Err(errors::refuse(py, Slug::Argument, &message));
            }
        }
        self.lock(py)?.set_features(features);
        Ok(())
    }

    /// Names of the parts of the search that :meth:`without` takes.
    #[classattr]
    #[pyo3(name = "FEATURES")]
    fn feature_names(py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(PyTuple::new(py, Features::NAMES)?.unbind())
    }

    fn __repr__(&self) -> String {
        let level = self.level.map_or_else(String::new, |level| format!(", level {}", level.number()));
        format!("<Engine of {}, {} MiB, {} threads{level}>", self.rules.name(), self.hash, self.threads)
    }
}
