//! Long counts: without the interpreter lock, in any number of threads, interrupted by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mujo_core::error::quoted;
use mujo_core::moves::Move as CoreMove;
use mujo_core::perft::table::Table;
use mujo_core::perft::{self, By, Ended, Shared};
use mujo_core::position::Position;
use mujo_core::rules::RuleSet;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::errors;
use crate::numbers::Whole;
use crate::signals::interruptible_for_long;
use crate::slug::Slug;
use crate::workers;

/// Maximal depth of a count, in plies.
const MAX_DEPTH: u64 = 64;
/// Largest table, in MiB.
const MAX_HASH: u64 = 1 << 20;

/// What to count and how.
pub(crate) struct Job {
    rules: Arc<RuleSet>,
    position: Position,
    depth: usize,
    by: By,
    threads: usize,
    hash: usize,
    progress: Option<Py<PyAny>>,
}

/// The arguments of a count.
pub(crate) struct Manner<'a> {
    pub(crate) depth: Whole,
    pub(crate) by: &'a str,
    pub(crate) threads: Whole,
    pub(crate) hash: Whole,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Job {
    /// Check the arguments of a count of at least `least` plies.
    pub(crate) fn new(
        py: Python<'_>,
        rules: Arc<RuleSet>,
        position: Position,
        manner: &Manner<'_>,
        least: u64,
    ) -> PyResult<Self> {
        let Manner { depth, by, threads, hash, ref progress } = *manner;
        let by = match by {
            "effect" => By::Effect,
            "path" => By::Path,
            other => {
                return Err(PyValueError::new_err(format!("by must be 'effect' or 'path', not '{}'", quoted(other))));
            }
        };
        perft::check_by(&rules, by).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        let depth = depth.within(least, MAX_DEPTH).and_then(|plies| usize::try_from(plies).ok()).ok_or_else(|| {
            errors::refuse(py, Slug::Depth, &format!("{depth} is no depth to count: {least} to {MAX_DEPTH} plies"))
        })?;
        let threads = threads.threads(py)?;
        let hash = usize::try_from(hash.argument(py, "hash", 0, MAX_HASH)?).unwrap_or(usize::MAX);
        let progress = progress.as_ref().map(|progress| progress.clone_ref(py));
        Ok(Self { rules, position, depth, by, threads, hash, progress })
    }

    /// The count.
    pub(crate) fn count(self, py: Python<'_>) -> PyResult<u64> {
        if self.depth > 0 && (self.threads > 1 || self.progress.is_some()) {
            return Ok(self.divide(py)?.1);
        }
        let table = self.table(py)?;
        let mut counted = Err(Ended::Stopped);
        py.detach(|| {
            let counted = std::sync::Mutex::new(&mut counted);
            workers::run(1, &AtomicBool::new(false), None, &|watch| {
                let (rules, position, depth, by) = (&self.rules, &self.position, self.depth, self.by);
                let found = match &table {
                    None => perft::perft(rules, position, depth, by, watch),
                    Some(table) => perft::perft_with_table(rules, position, depth, by, table, watch),
                };
                if let Ok(mut counted) = counted.lock() {
                    **counted = found;
                }
            })
        })?;
        counted.map_err(|ended| error(py, ended))
    }

    /// The count of every first move, and the sum.
    pub(crate) fn divide(self, py: Python<'_>) -> PyResult<(Vec<(CoreMove, u64)>, u64)> {
        let table = self.table(py)?;
        let Self { rules, position, depth, by, threads, progress, .. } = self;
        let result = py.detach(move || {
            let shared = interruptible_for_long(|| Shared::new(rules, position, depth, by, table))?;
            let report = |py: Python<'_>| match &progress {
                None => Ok(()),
                Some(progress) => progress.call1(py, shared.progress()).map(drop),
            };
            let threads = threads.min(shared.progress().1);
            workers::run(threads, shared.stop_flag(), Some(&report), &|watch| shared.work(watch))?;
            let result = shared.result();
            if result.is_ok() {
                Python::attach(report)?;
            }
            PyResult::Ok(result)
        })?;
        result.map_err(|ended| error(py, ended))
    }

    fn table(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        if self.hash == 0 {
            return Ok(None);
        }
        Table::new(self.hash).map(Some).map_err(|_| {
            errors::refuse(py, Slug::Argument, &format!("hash is {} MiB, but there is not so much memory", self.hash))
        })
    }
}

fn error(py: Python<'_>, ended: Ended) -> PyErr {
    match ended {
        Ended::TooLarge => {
            errors::refuse(py, Slug::CountTooLarge, "the count is 2^64 or more: count to a smaller depth")
        }
        // Only a signal stops a count, and it has raised its own exception.
        Ended::Stopped => PyKeyboardInterrupt::new_err(()),
    }
}
