//! The iterator of `Engine.deepen`: one search for each depth.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mujo_core::game::Board as CoreBoard;
use mujo_engine::{Limits, MAX_DEPTH};
use pyo3::prelude::*;

use crate::board::Board;
use crate::engine::values::SearchResult;
use crate::engine::{Engine, limits};
use crate::errors;
use crate::numbers::{Seconds, Whole};
use crate::slug::Slug;

#[pymethods]
impl Engine {
    /// Iterate over results of growing depth.
    ///
    /// Parameters
    /// ----------
    /// board, depth, nodes, seconds, multipv
    ///     As for `search`; the limits are for all iterations together.
    ///
    /// Returns
    /// -------
    /// iterator of SearchResult
    ///     One a depth, from 1 on, until a limit is reached, a mate is found or the iterator is dropped.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     As `search`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> engine = mujo.Engine("chu", hash=1)
    /// >>> [result.depth for result in engine.deepen(mujo.Board(rules="chu"), depth=3)]
    /// [1, 2, 3]
    #[pyo3(signature = (board, *, depth = None, nodes = None, seconds = None, multipv = Whole::new(1)), text_signature = "($self, board, *, depth=None, nodes=None, seconds=None, multipv=1)")]
    fn deepen(
        slf: &Bound<'_, Self>,
        board: &Bound<'_, Board>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        seconds: Option<Seconds>,
        multipv: Whole,
    ) -> PyResult<Deepening> {
        let py = slf.py();
        let limits = limits::from_python(py, depth, nodes, seconds, None, multipv)?;
        let board = board.get().core_copy(py)?;
        let state = State { board, limits, next: 1, used: Duration::ZERO, visited: 0, done: false };
        Ok(Deepening { engine: slf.clone().unbind(), state: Mutex::new(state) })
    }
}

struct State {
    board: CoreBoard,
    limits: Limits,
    next: u32,
    used: Duration,
    visited: u64,
    done: bool,
}

/// An iterator over results of growing depth, made by `Engine.deepen`.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> results = mujo.Engine("chu", hash=1).deepen(mujo.Board(rules="chu"), depth=2)
/// >>> next(results).depth
/// 1
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Deepening {
    engine: Py<Engine>,
    state: Mutex<State>,
}

#[pymethods]
impl Deepening {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<SearchResult>> {
        let engine = self.engine.get();
        let Ok(mut state) = self.state.try_lock() else {
            return Err(errors::refuse(py, Slug::EngineBusy, "another thread is using this iterator"));
        };
        let State { limits, next, used, visited, .. } = *state;
        let over = next > limits.depth.unwrap_or(MAX_DEPTH)
            || limits.nodes.is_some_and(|nodes| visited >= nodes)
            || next > 1 && limits.time.is_some_and(|time| used >= time);
        if state.done || over {
            return Ok(None);
        }
        let limits = Limits {
            depth: Some(next),
            nodes: limits.nodes.map(|nodes| nodes - visited),
            time: limits.time.map(|time| time.saturating_sub(used)),
            ..limits
        };
        let inner = engine.run(py, state.board.clone(), &limits, None)?;
        state.used += inner.time;
        state.visited += inner.nodes;
        state.next += 1;
        state.done = inner.depth < next;
        if inner.depth < next && next > 1 {
            return Ok(None);
        }
        Ok(Some(SearchResult { inner, rules: Arc::clone(&engine.rules) }))
    }
}
