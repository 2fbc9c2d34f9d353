//! The one place where errors of the core become Python exceptions.

use std::sync::Arc;

use mujo_core::error::Error;
use mujo_core::geometry::Square;
use mujo_core::moves::Move as CoreMove;
use mujo_core::rules::RuleSet;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::move_value::Move;
use crate::slug::Slug;

/// Raise a class of `mujo.errors` with keywords; if that cannot be done, the reason is raised instead.
fn raise<'py>(
    py: Python<'py>,
    class: &str,
    message: &str,
    fill: impl FnOnce(&Bound<'py, PyDict>) -> PyResult<()>,
) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("mujo.errors")?.getattr(class)?;
        let keywords = PyDict::new(py);
        fill(&keywords)?;
        Ok(PyErr::from_value(class.call((message,), Some(&keywords))?))
    };
    make().unwrap_or_else(|error| error)
}

/// A `MujoError` that the binding raises itself.
pub(crate) fn refuse(py: Python<'_>, slug: Slug, message: &str) -> PyErr {
    raise(py, "MujoError", message, |keywords| keywords.set_item("code", slug.as_str()))
}

/// The exception for an error of the core. `rules` gives moves and squares their Python form.
pub(crate) fn convert(py: Python<'_>, error: &Error, rules: Option<&Arc<RuleSet>>) -> PyErr {
    let message = error.to_string();
    let wrap = |mv: CoreMove| rules.map(|rules| Move::new(mv, Arc::clone(rules)));
    let dense = |square: &Square| rules.map(|rules| rules.geometry().dense(*square));
    let class = match error {
        Error::Notation { .. } => "NotationError",
        Error::Ambiguous { .. } => "AmbiguousMoveError",
        Error::Illegal { .. } => "IllegalMoveError",
        Error::Position(_) => "InvalidPositionError",
        Error::Rules { .. } => "RuleSetError",
        Error::Data(_) => "DataError",
        Error::Other { .. } => "MujoError",
    };
    raise(py, class, &message, |keywords| {
        keywords.set_item("code", error.slug())?;
        match error {
            Error::Notation { text, position, .. } => {
                keywords.set_item("text", text)?;
                keywords.set_item("position", position)
            }
            Error::Ambiguous { text, candidates, .. } => {
                keywords.set_item("text", text)?;
                keywords.set_item("candidates", candidates.iter().filter_map(|mv| wrap(*mv)).collect::<Vec<_>>())
            }
            Error::Illegal { mv, refusal } => {
                keywords.set_item("rule", refusal.rule())?;
                keywords.set_item("move", mv.and_then(wrap))?;
                keywords.set_item("squares", refusal.squares.iter().filter_map(dense).collect::<Vec<_>>())
            }
            Error::Position(faults) => {
                keywords.set_item("problems", faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>())
            }
            Error::Rules { name, matches, .. } => {
                keywords.set_item("name", name)?;
                keywords.set_item("matches", matches)
            }
            Error::Data(problems) => problems.first().map_or(Ok(()), |first| {
                keywords.set_item("file", &first.file)?;
                keywords.set_item("key", &first.key)?;
                keywords.set_item("reason", &first.reason)?;
                keywords.set_item("line", first.line)
            }),
            Error::Other { .. } => Ok(()),
        }
    })
}
