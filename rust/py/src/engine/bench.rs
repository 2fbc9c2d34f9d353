//! The bench of the engine: a fixed amount of work, with a count that is the same on every machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mujo_core::rules::RuleSet as CoreRules;
use mujo_engine::BenchPosition;
use pyo3::prelude::*;

use crate::engine::SearchResult;
use crate::numbers::Whole;
use crate::workers;

/// Search a fixed list of positions, each with a new engine of one thread. Use ``mujo bench``.
///
/// Parameters
/// ----------
/// shallower : int, default 0
///     Plies less than usual, 0 to 10.
/// progress : callable, optional
///     Called with the name of the rule set, the random plies before the position and a `SearchResult`.
///
/// Returns
/// -------
/// tuple of int and float
///     Positions visited, the same on every machine for one version of the engine, and seconds.
///
/// Raises
/// ------
/// MujoError
///     ``argument``.
///
/// Examples
/// --------
/// >>> from mujo._core import engine_bench
/// >>> nodes, seconds = engine_bench(9)
/// >>> nodes == engine_bench(9)[0]
/// True
#[pyfunction]
#[pyo3(signature = (shallower = Whole::new(0), progress = None), text_signature = "(shallower=0, progress=None)")]
pub(crate) fn engine_bench(py: Python<'_>, shallower: Whole, progress: Option<Py<PyAny>>) -> PyResult<(u64, f64)> {
    let shallower = u32::try_from(shallower.argument(py, "shallower", 0, 10)?).unwrap_or(0);
    let stop = AtomicBool::new(false);
    let found = Mutex::new((None, None));
    py.detach(|| {
        workers::run(1, &stop, None, &|watch| {
            let mut raised = None;
            let mut report = |position: &BenchPosition| {
                let Some(progress) = &progress else { return true };
                let reply = Python::attach(|py| {
                    let rules = CoreRules::named(position.rules);
                    let Ok(rules) = rules else { return Ok(()) };
                    let result = SearchResult { inner: position.result.clone(), rules: Arc::clone(&rules) };
                    progress.bind(py).call1((position.rules, position.plies, result)).map(|_| ())
                });
                raised = reply.err();
                raised.is_none() && !stop.load(Ordering::Relaxed)
            };
            let sum = mujo_engine::bench(shallower, watch, &mut report);
            if let Ok(mut found) = found.lock() {
                *found = (Some(sum), raised);
            }
        })
    })?;
    match found.into_inner() {
        Ok((_, Some(error))) => Err(error),
        Ok((Some(sum), None)) => Ok((sum.nodes, sum.time.as_secs_f64())),
        _ => Ok((0, 0.0)),
    }
}
