//! Text arguments from Python.

use std::borrow::Cow;
use std::ops::Deref;

use mujo_core::error::Problem;
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A `str` argument.
///
/// A Python `str` may contain lone surrogates (from JSON, file names, terminals), a Rust `str` may not. Each becomes U+FFFD,
/// which no position, move, square, name or id contains, so the text is refused like any other with a bad character.
pub(crate) struct Text<'a>(Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<Cow<'a, str>>() {
            return Ok(Self(text));
        }
        let units = object.cast::<PyString>()?.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
        let units =
            units.cast::<PyBytes>()?.as_bytes().chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let characters = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(Self(Cow::Owned(characters.collect())))
    }
}

impl Text<'_> {
    /// The text of a rule file. Words in it may contain U+FFFD, so surrogates are refused here.
    pub(crate) fn of_file(&self, file: &str) -> Result<&str, Problem> {
        // Only a text with surrogates was copied.
        match (&self.0, self.0.find(char::REPLACEMENT_CHARACTER)) {
            (Cow::Owned(text), Some(place)) => Err(not_unicode(file, &text[..place])),
            _ => Ok(&self.0),
        }
    }
}

/// The fault of a rule file that is not valid Unicode after `before`.
pub(crate) fn not_unicode(file: &str, before: &str) -> Problem {
    Problem::syntax(file, before.matches('\n').count() + 1, "this is not Unicode text")
}
