//! Limits of a search, from their Python arguments.

use mujo_engine::{Limits, MAX_DEPTH};
use pyo3::prelude::*;

use crate::engine::values::Clock;
use crate::numbers::{Seconds, Whole};

/// Most lines.
const MAX_LINES: u64 = 500;
/// The limits that the keywords of a search set.
pub(super) fn from_python(
    py: Python<'_>,
    depth: Option<Whole>,
    nodes: Option<Whole>,
    time: Option<Seconds>,
    clock: Option<Clock>,
    multipv: Whole,
) -> PyResult<Limits> {
    let depth = depth.map(|depth| depth.argument(py, "depth", 1, u64::from(MAX_DEPTH))).transpose()?;
    Ok(Limits {
        depth: depth.and_then(|depth| u32::try_from(depth).ok()),
        nodes: nodes.map(|nodes| nodes.argument(py, "nodes", 1, u64::MAX)).transpose()?,
        time: time.map(|time| time.time(py, "seconds")).transpose()?,
        clock: clock.map(|clock| clock.inner),
        lines: usize::try_from(multipv.argument(py, "multipv", 1, MAX_LINES)?).unwrap_or(1),
    })
}
