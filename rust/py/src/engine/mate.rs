//! The mate search of an engine.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mujo_core::parallel::Interrupt;
use mujo_engine::{MAX_MATE_PLIES, MateAnswer, SearchError, find_mate};
use pyo3::prelude::*;

use crate::board::Board;
use crate::engine::Engine;
use crate::engine::values::Mate;
use crate::errors;
use crate::numbers::{Seconds, Whole};
use crate::slug::Slug;
use crate::workers;

#[pymethods]
impl Engine {
    /// Look for a forced mate of the side to move in which it gives check with every move.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     Of the engine's rule set.
    /// max_plies : int, default 99
    ///     Longest line, 1 to 400.
    /// nodes : int, optional
    ///     Positions visited at most.
    /// seconds : float, optional
    ///     Time at most.
    ///
    /// Returns
    /// -------
    /// Mate
    ///     True if a mate was found. The line is one of those that the proof holds, not always the shortest.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``engine.finished``, ``wrong_rules``, ``engine.busy``, ``engine.memory``, ``argument``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
    /// >>> [move.usi() for move in mujo.Engine("chu", hash=1).mate(board).moves]
    /// ['2c2a']
    #[pyo3(signature = (board, max_plies = Whole::new(99), *, nodes = None, seconds = None), text_signature = "($self, board, max_plies=99, *, nodes=None, seconds=None)")]
    fn mate(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        max_plies: Whole,
        nodes: Option<Whole>,
        seconds: Option<Seconds>,
    ) -> PyResult<Mate> {
        let plies = max_plies.argument(py, "max_plies", 1, u64::from(MAX_MATE_PLIES))?;
        let nodes = nodes.map(|nodes| nodes.argument(py, "nodes", 1, u64::MAX)).transpose()?.unwrap_or(u64::MAX);
        let time = seconds.map(|time| time.time(py, "seconds")).transpose()?;
        let board = board.get().core_copy(py)?;
        let engine = self.lock(py)?;
        if **board.rules() != *self.rules {
            return Err(Self::convert(py, SearchError::WrongRules));
        }
        if let Some(outcome) = board.outcome() {
            return Err(Self::convert(py, SearchError::Finished(outcome)));
        }
        self.stop.store(false, Ordering::Relaxed);
        let start = Instant::now();
        let found = Mutex::new((None, board));
        let (stop, evaluation) = (&self.stop, engine.evaluation());
        let plies = u32::try_from(plies).unwrap_or(MAX_MATE_PLIES);
        let mebibytes = usize::try_from(self.hash).unwrap_or(usize::MAX);
        py.detach(|| {
            workers::run(1, stop, None, &|watch: &mut dyn Interrupt| {
                let mut until = Until { watch, start, time };
                if let Ok(mut found) = found.lock() {
                    let (found, board) = &mut *found;
                    *found = Some(find_mate(evaluation, board, plies, nodes, mebibytes, &mut until));
                }
            })
        })?;
        let found = found.into_inner().ok().and_then(|(found, _)| found);
        let Some(result) = found else {
            return Err(errors::refuse(py, Slug::EngineBusy, "the search did not begin"));
        };
        let result = result.map_err(|error| errors::refuse(py, Slug::EngineMemory, &error.to_string()))?;
        let (status, line) = match result.answer {
            MateAnswer::Mate(line) => ("mate", line),
            MateAnswer::NoMate => ("no mate", Vec::new()),
            MateAnswer::Unknown => ("unknown", Vec::new()),
        };
        let seconds = start.elapsed().as_secs_f64();
        Ok(Mate { status, line, nodes: result.nodes, seconds, rules: Arc::clone(&self.rules) })
    }
}

/// Stops when a time is up, or by what it watches.
struct Until<'a> {
    watch: &'a mut dyn Interrupt,
    start: Instant,
    time: Option<Duration>,
}

impl Interrupt for Until<'_> {
    fn should_stop(&mut self) -> bool {
        self.watch.should_stop() || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }
}
