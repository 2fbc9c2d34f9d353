//! The one place where errors of the core become Python exceptions.

use std::sync::Arc;

use mujo_core::error::Error;
use mujo_core::rules::RuleSet;
use mujo_core::text;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::moves::Move;

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

/// A `MujoError` with a slug.
pub(crate) fn plain(py: Python<'_>, code: &str, message: &str) -> PyErr {
    raise(py, "MujoError", message, |keywords| keywords.set_item("code", code))
}

/// The exception for an error of the core. `rules` gives moves and squares their Python form.
pub(crate) fn convert(py: Python<'_>, error: &Error, rules: Option<&Arc<RuleSet>>) -> PyErr {
    let message = error.to_string();
    let code = error.code();
    match error {
        Error::Notation { text, position, .. } => raise(py, "NotationError", &message, |keywords| {
            keywords.set_item("code", code)?;
            keywords.set_item("text", text)?;
            keywords.set_item("position", position)
        }),
        Error::Ambiguous { text, candidates } => raise(py, "AmbiguousMoveError", &message, |keywords| {
            keywords.set_item("code", code)?;
            keywords.set_item("text", text)?;
            let moves: Vec<Move> =
                rules.map_or_else(Vec::new, |rules| candidates.iter().filter_map(|text| read(rules, text)).collect());
            keywords.set_item("candidates", moves)
        }),
        Error::Illegal { text, refusal } => raise(py, "IllegalMoveError", &message, |keywords| {
            keywords.set_item("code", code)?;
            keywords.set_item("rule", refusal.rule())?;
            match rules.and_then(|rules| read(rules, text)) {
                Some(mv) => keywords.set_item("move", mv)?,
                None => keywords.set_item("move", text)?,
            }
            let squares: Vec<usize> = rules.map_or_else(Vec::new, |rules| {
                refusal.squares.iter().map(|square| rules.geometry().dense(*square)).collect()
            });
            keywords.set_item("squares", squares)
        }),
        Error::Position(problems) => raise(py, "InvalidPositionError", &message, |keywords| {
            keywords.set_item("code", code)?;
            let told: Vec<&str> = problems.iter().map(|(_, message)| message.as_str()).collect();
            keywords.set_item("problems", told)
        }),
        Error::Rules { name, matches, .. } => raise(py, "RuleSetError", &message, |keywords| {
            keywords.set_item("code", code)?;
            keywords.set_item("name", name)?;
            keywords.set_item("matches", matches)
        }),
        Error::Data(problems) => raise(py, "DataError", &message, |keywords| {
            keywords.set_item("code", code)?;
            if let Some(first) = problems.first() {
                keywords.set_item("file", &first.file)?;
                keywords.set_item("key", &first.key)?;
                keywords.set_item("reason", &first.reason)?;
                keywords.set_item("line", first.line)?;
            }
            Ok(())
        }),
        Error::Other { .. } => plain(py, code, &message),
    }
}

fn read(rules: &Arc<RuleSet>, usi: &str) -> Option<Move> {
    text::parse_usi(rules, usi).ok().map(|mv| Move::new(mv, Arc::clone(rules)))
}
