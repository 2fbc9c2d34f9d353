//! Long counts: away from the interpreter lock, in any number of threads, and ended by Ctrl-C.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use mujo_core::board::Position;
use mujo_core::moves::Move as CoreMove;
use mujo_core::perft::{self, By, Shared, Watch};
use mujo_core::rules::RuleSet;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(100);
/// Deepest count that is accepted; none that deep ever ends.
const MAX_DEPTH: usize = 64;
/// Most threads.
const MAX_THREADS: usize = 256;

/// Looks for signals of the interpreter now and then.
struct Signals {
    last: Instant,
    raised: Option<PyErr>,
}

impl Watch for &mut Signals {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the bare method is not general enough in its lifetime"
    )]
    fn should_stop(&mut self) -> bool {
        if self.last.elapsed() < LOOK {
            return false;
        }
        self.last = Instant::now();
        self.raised = Python::attach(|py| py.check_signals()).err();
        self.raised.is_some()
    }
}

/// What to count and how.
pub(crate) struct Job {
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) position: Position,
    pub(crate) depth: usize,
    pub(crate) by: By,
    pub(crate) threads: usize,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Job {
    /// Check the arguments of a count.
    pub(crate) fn new(
        py: Python<'_>,
        rules: Arc<RuleSet>,
        position: Position,
        depth: i64,
        by: &str,
        threads: i64,
    ) -> PyResult<Self> {
        let by = match by {
            "effect" => By::Effect,
            "path" => By::Path,
            other => {
                return Err(PyValueError::new_err(format!("by must be 'effect' or 'path', not '{other}'")));
            }
        };
        perft::check_by(&rules, by).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        let fits = |value: i64, low: usize, high: usize| {
            usize::try_from(value).ok().filter(|value| (low..=high).contains(value))
        };
        let depth = fits(depth, 0, MAX_DEPTH)
            .ok_or_else(|| errors::plain(py, "depth", &format!("{depth} is no depth: 0 to {MAX_DEPTH} plies")))?;
        let threads = fits(threads, 1, MAX_THREADS).ok_or_else(|| {
            errors::plain(py, "threads", &format!("{threads} is no number of threads: 1 to {MAX_THREADS}"))
        })?;
        Ok(Self { rules, position, depth, by, threads, progress: None })
    }

    /// The count.
    pub(crate) fn count(self, py: Python<'_>) -> PyResult<u64> {
        if self.depth == 0 {
            return Ok(1);
        }
        if self.threads > 1 || self.progress.is_some() {
            return Ok(self.divide(py)?.iter().map(|(_, count)| count).sum());
        }
        let mut signals = Signals { last: Instant::now(), raised: None };
        let counted = py.detach(|| perft::perft(&self.rules, &self.position, self.depth, self.by, &mut signals));
        match (counted, signals.raised) {
            (Ok(count), _) => Ok(count),
            (Err(_), Some(error)) => Err(error),
            (Err(_), None) => Err(errors::plain(py, "stopped", "the count was stopped")),
        }
    }

    /// The count of every first move.
    pub(crate) fn divide(self, py: Python<'_>) -> PyResult<Vec<(CoreMove, u64)>> {
        let Self { rules, position, depth, by, threads, progress } = self;
        py.detach(move || {
            let shared = Shared::new(rules, position, depth, by);
            let (sender, receiver) = channel::<()>();
            thread::scope(|scope| {
                for _ in 0..threads {
                    let sender = sender.clone();
                    let shared = &shared;
                    scope.spawn(move || {
                        shared.work();
                        drop(sender);
                    });
                }
                drop(sender);
                // The channel closes when the last worker is done.
                while receiver.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if let Err(error) = Python::attach(|py| report(py, &shared, progress.as_ref())) {
                        shared.stop();
                        return Err(error);
                    }
                }
                Ok(())
            })?;
            if progress.is_some() {
                Python::attach(|py| report(py, &shared, progress.as_ref()))?;
            }
            Ok(shared.result())
        })
    }
}

fn report(py: Python<'_>, shared: &Shared, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, shared.progress())?;
    }
    Ok(())
}
