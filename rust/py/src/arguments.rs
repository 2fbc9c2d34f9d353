//! Arguments of several kinds: squares as numbers or names, sides.

use std::sync::Arc;

use mujo_core::geometry::Square;
use mujo_core::rules::{RuleSet as CoreRules, Side};
use mujo_core::text;
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::errors;
use crate::numbers::Whole;
use crate::slug::Slug;
use crate::texts::Text;

/// A square: its index, or its name.
pub(crate) enum SquareArgument<'a> {
    Index(Whole),
    Name(Text<'a>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for SquareArgument<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return object.extract().map(Self::Name);
        }
        // A bool is an int in Python: here it is a side in the wrong place.
        if object.is_instance_of::<PyBool>() {
            let message = "a square is an int or a name such as '8n', not a bool: the square comes before the side";
            return Err(PyTypeError::new_err(message));
        }
        object.extract().map(Self::Index).map_err(|_| {
            let kind = object.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("a square is an int or a name such as '8n', not {kind}"))
        })
    }
}

impl SquareArgument<'_> {
    /// The square on the board of a rule set.
    pub(crate) fn of(&self, py: Python<'_>, rules: &Arc<CoreRules>) -> PyResult<Square> {
        match self {
            Self::Index(index) => {
                let geometry = rules.geometry();
                let last = geometry.squares() - 1;
                let found = index.within(0, last as u64).and_then(|index| usize::try_from(index).ok());
                found.and_then(|index| geometry.from_dense(index)).ok_or_else(|| {
                    let message =
                        format!("{index} is not a square of {}: squares are 0 to {last}, 1a first", rules.name());
                    errors::refuse(py, Slug::OffBoard, &message)
                })
            }
            Self::Name(name) => {
                text::parse_square(rules, name).map_err(|error| errors::convert(py, &error, Some(rules)))
            }
        }
    }
}

/// A side: `mujo.BLACK` (True) or `mujo.WHITE` (False), and no number.
#[derive(Clone, Copy)]
pub(crate) struct SideArgument(pub(crate) Side);

impl<'py> FromPyObject<'_, 'py> for SideArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(black) = object.cast::<PyBool>() {
            return Ok(Self(if black.is_true() { Side::Black } else { Side::White }));
        }
        let kind = object.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        Err(PyTypeError::new_err(format!("a side is mujo.BLACK (True) or mujo.WHITE (False), not {kind}")))
    }
}
