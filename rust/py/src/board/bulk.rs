//! Long calls: counts and random games, here or in parts on an executor (`mujo.parallel`).

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Board;
use crate::counting::Manner;
use crate::errors;
use crate::locks::lock;
use crate::numbers::Whole;
use crate::playouts::{self, Playouts};
use crate::slug::Slug;

#[pymethods]
impl Board {
    #[doc = include_str!("docs/perft.txt")]
    #[pyo3(
        signature = (
            depth, *, by = "effect", threads = Whole::new(1), hash = Whole::new(0), progress = None, executor = None,
            nodes = None
        ),
        text_signature = "($self, depth, *, by='effect', threads=1, hash=0, progress=None, executor=None, nodes=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn perft<'py>(
        slf: &Bound<'py, Self>,
        depth: Whole,
        by: &str,
        threads: Whole,
        hash: Whole,
        progress: Option<Py<PyAny>>,
        executor: Option<&Bound<'py, PyAny>>,
        nodes: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let manner = Manner { depth, by, threads, hash, progress };
        let nodes = part_size(slf.py(), executor, nodes)?;
        let (py, job) = (slf.py(), slf.get().job(slf.py(), &manner, 0)?);
        match executor {
            None => Ok(job.count(py)?.into_pyobject(py)?.into_any()),
            Some(executor) => count_on_executor(slf, "perft", manner, executor, nodes),
        }
    }

    /// Count below every legal move: a dict of move to nodes, in the order of `legal_moves` (repetition left out).
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     Plies, 1 to 64.
    /// by, threads, hash, progress, executor, nodes
    ///     As `perft`.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     As `perft`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> counts = board.divide(2)
    /// >>> len(counts), sum(counts.values()) == board.perft(2)
    /// (80, True)
    #[pyo3(
        signature = (
            depth, *, by = "effect", threads = Whole::new(1), hash = Whole::new(0), progress = None, executor = None,
            nodes = None
        ),
        text_signature = "($self, depth, *, by='effect', threads=1, hash=0, progress=None, executor=None, nodes=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn divide<'py>(
        slf: &Bound<'py, Self>,
        depth: Whole,
        by: &str,
        threads: Whole,
        hash: Whole,
        progress: Option<Py<PyAny>>,
        executor: Option<&Bound<'py, PyAny>>,
        nodes: Option<Whole>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let manner = Manner { depth, by, threads, hash, progress };
        let nodes = part_size(slf.py(), executor, nodes)?;
        let (py, board) = (slf.py(), slf.get());
        let job = board.job(py, &manner, 1)?;
        if let Some(executor) = executor {
            return Ok(count_on_executor(slf, "divide", manner, executor, nodes)?.cast_into()?);
        }
        let dict = PyDict::new(py);
        let position = board.position_copy(py)?;
        for (mv, count) in job.divide(py)?.0 {
            dict.set_item(board.wrap(&position, mv), count)?;
        }
        Ok(dict)
    }

    #[doc = include_str!("docs/playouts.txt")]
    #[pyo3(
        signature = (
            n, seed = Whole::new(0), *, threads = Whole::new(1), max_plies = Whole::new(1000), first = Whole::new(0),
            moves = false, progress = None, executor = None
        ),
        text_signature = "($self, n, seed=0, *, threads=1, max_plies=1000, first=0, moves=False, progress=None, \
                          executor=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn playouts<'py>(
        slf: &Bound<'py, Self>,
        n: Whole,
        seed: Whole,
        threads: Whole,
        max_plies: Whole,
        first: Whole,
        moves: bool,
        progress: Option<Py<PyAny>>,
        executor: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Playouts>> {
        let py = slf.py();
        let start = lock(py, &slf.get().inner)?.clone();
        if let Some(executor) = executor {
            // An empty run here refuses wrong arguments before any part is sent.
            let none = playouts::Manner { n: Whole::new(0), seed, threads, max_plies, first, moves, progress: None };
            Playouts::play(py, start, &none)?;
            n.argument(py, "n", 0, playouts::MAX_GAMES)?;
            let keywords = PyDict::new(py);
            keywords.set_item("threads", threads.number())?;
            keywords.set_item("max_plies", max_plies.number())?;
            keywords.set_item("first", first.number())?;
            keywords.set_item("moves", moves)?;
            keywords.set_item("progress", progress)?;
            let arguments = (slf, n.number(), seed.number());
            return Ok(on_executor(slf, "playouts", arguments, executor, &keywords)?.cast_into()?);
        }
        let manner = playouts::Manner { n, seed, threads, max_plies, first, moves, progress };
        Bound::new(py, Playouts::play(py, start, &manner)?)
    }
}

/// Check the size of the parts of a count, which has none without an executor.
fn part_size(py: Python<'_>, executor: Option<&Bound<'_, PyAny>>, nodes: Option<Whole>) -> PyResult<Option<u64>> {
    let Some(nodes) = nodes else { return Ok(None) };
    if executor.is_none() {
        let message = "nodes is the size of the parts for an executor: give an executor too";
        return Err(errors::refuse(py, Slug::Argument, message));
    }
    nodes.argument(py, "nodes", 1, u64::MAX).map(Some)
}

/// Count in parts.
fn count_on_executor<'py>(
    board: &Bound<'py, Board>,
    name: &str,
    manner: Manner<'_>,
    executor: &Bound<'py, PyAny>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let Manner { depth, by, threads, hash, progress } = manner;
    let keywords = PyDict::new(board.py());
    keywords.set_item("by", by)?;
    keywords.set_item("threads", threads.number())?;
    keywords.set_item("hash", hash.number())?;
    keywords.set_item("progress", progress)?;
    if let Some(nodes) = nodes {
        keywords.set_item("nodes", nodes)?;
    }
    on_executor(board, name, (board, depth.number()), executor, &keywords)
}

/// Call a function of `mujo.parallel`.
fn on_executor<'py>(
    board: &Bound<'py, Board>,
    name: &str,
    arguments: impl PyCallArgs<'py>,
    executor: &Bound<'py, PyAny>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    keywords.set_item("executor", executor)?;
    board.py().import("mujo.parallel")?.getattr(name)?.call(arguments, Some(keywords))
}
