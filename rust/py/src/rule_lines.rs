//! The parts of rule sets and rule files: faults, options, types of pieces.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use mujo_core::rules::{OptionValue, RuleSet as CoreRules};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::slug::Slug;

/// One fault of a rule file.
///
/// Examples
/// --------
/// >>> from mujo._core import check_rule_text
/// >>> problem = check_rule_text("format = 1\nbase = 'tia'")[-1]
/// >>> problem.line, problem.key
/// (2, 'base')
#[pyclass(module = "mujo", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Problem {
    file: String,
    line: usize,
    key: String,
    code: String,
    reason: String,
    /// All of it in one line.
    text: String,
}

impl Problem {
    pub(crate) fn new(inner: mujo_core::error::Problem) -> Self {
        let (code, text) = (inner.slug().to_owned(), inner.to_string());
        Self { file: inner.file, line: inner.line, key: inner.key, code, reason: inner.reason, text }
    }
}

#[pymethods]
impl Problem {
    /// Name of the file or rule set.
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// Line, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.line
    }

    /// Dotted key, or "".
    #[getter]
    fn key(&self) -> &str {
        &self.key
    }

    /// Slug, ``data.*``.
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// What is wrong and what would be right.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}: {}>", self.code, self.text)
    }

    /// Restore a pickled problem.
    #[staticmethod]
    fn _restore(file: String, line: usize, key: String, code: String, reason: String, text: String) -> Self {
        Self { file, line, key, code, reason, text }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let fields = (&self.file, self.line, &self.key, &self.code, &self.reason, &self.text);
        Ok((py.get_type::<Self>().getattr("_restore")?, fields.into_pyobject(py)?))
    }
}

/// The description of an option.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> option = mujo.option_specs()["stalemate"]
/// >>> option.default, sorted(option.values), option.rule
/// ('loss', ['draw', 'loss'], '5.8')
#[pyclass(module = "mujo", frozen, eq, hash)]
pub(crate) struct OptionSpec {
    name: String,
    inner: mujo_core::rules::OptionSpec,
}

impl PartialEq for OptionSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Hash for OptionSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl OptionSpec {
    pub(crate) fn new(name: String, inner: mujo_core::rules::OptionSpec) -> Self {
        Self { name, inner }
    }
}

#[pymethods]
impl OptionSpec {
    /// Name of the option.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Number of its rule in docs/reference/rules.md.
    #[getter]
    fn rule(&self) -> &str {
        &self.inner.rule
    }

    /// What it decides, in one line.
    #[getter]
    fn summary(&self) -> &str {
        &self.inner.summary
    }

    /// Value unless a game sets one.
    #[getter]
    fn default<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value_of(py, &self.inner.default)
    }

    /// Words and what each means; empty for a number.
    #[getter]
    fn values(&self) -> BTreeMap<String, String> {
        self.inner.values.clone()
    }

    /// Smallest and largest number, or None for words.
    #[getter]
    fn range(&self) -> Option<(i64, i64)> {
        self.inner.range
    }

    fn __repr__(&self) -> String {
        format!("<OptionSpec {}: {}>", self.name, self.inner.allowed())
    }

    /// Restore a pickled option.
    #[staticmethod]
    fn _restore(py: Python<'_>, name: &str) -> PyResult<Self> {
        let found = mujo_core::rules::option_specs().iter().find(|(known, _)| known.as_str() == name);
        let (name, inner) =
            found.ok_or_else(|| errors::refuse(py, Slug::Pickle, &format!("this version has no option '{name}'")))?;
        Ok(Self::new(name.clone(), inner.clone()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (&self.name,)))
    }
}

pub(crate) fn value_of<'py>(py: Python<'py>, value: &OptionValue) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        OptionValue::Word(word) => word.into_pyobject(py)?.into_any(),
        OptionValue::Number(number) => number.into_pyobject(py)?.into_any(),
    })
}

/// A type of piece as a rule set reads it: one line of a rule file.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> hook = mujo.RuleSet("tai").piece_types["HM"]
/// >>> hook.name, hook.betza, hook.promotes_to
/// ('hook mover', 'RmasR', 'G')
#[pyclass(module = "mujo", frozen, eq, hash)]
pub(crate) struct PieceType {
    pub(crate) inner: mujo_core::rules::PieceType,
    /// The rule set it belongs to, and the same as an object.
    pub(crate) core: Arc<CoreRules>,
    pub(crate) rules: Py<PyAny>,
}

impl PartialEq for PieceType {
    fn eq(&self, other: &Self) -> bool {
        self.inner.id == other.inner.id && *self.core == *other.core
    }
}

impl Hash for PieceType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.inner.id, self.core.name()).hash(state);
    }
}

#[pymethods]
impl PieceType {
    /// Id: 1 to 3 capital letters.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.id
    }

    /// English name.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// The characters on the piece.
    #[getter]
    fn kanji(&self) -> &str {
        &self.inner.kanji
    }

    /// One character for boards, unique among the initial types of a game.
    #[getter]
    fn board_kanji(&self) -> &str {
        &self.inner.board_kanji
    }

    /// Romanised name.
    #[getter]
    fn romaji(&self) -> &str {
        &self.inner.romaji
    }

    /// The move in force, in the language of docs/reference/move-language.md.
    #[getter]
    fn betza(&self) -> &str {
        &self.inner.betza
    }

    /// Id of the type that it promotes to, or None.
    #[getter]
    fn promotes_to(&self) -> Option<&str> {
        self.inner.promotes_to.as_deref()
    }

    /// ``"emperor"``, ``"prince"``, ``"king"`` or None (rule 2.4).
    #[getter]
    fn royal(&self) -> Option<&'static str> {
        self.inner.royal.map(mujo_core::rules::Role::word)
    }

    /// Published value, in pawns, or None.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.inner.value
    }

    /// Where the line comes from.
    #[getter]
    fn source(&self) -> &str {
        &self.inner.source
    }

    /// Ids of this type in other sources.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.inner.aliases)
    }

    /// One-letter id in lishogi's notation, or None.
    #[getter]
    fn letter(&self) -> Option<&str> {
        self.inner.letter.as_deref()
    }

    /// Whether it may promote on the last rank (rule 7.1).
    #[getter]
    fn last_rank(&self) -> bool {
        self.inner.last_rank
    }

    /// Its rank: jumps pass pieces of lower rank (rule 9.1). 0 to 9.
    #[getter]
    fn rank(&self) -> u8 {
        self.inner.rank
    }

    /// Whether it burns the enemies beside it, in games with that rule (rule 9.4).
    #[getter]
    fn burns(&self) -> bool {
        self.inner.burns
    }

    /// Whether it may stand on the board under its own id.
    #[getter]
    fn is_initial(&self) -> bool {
        self.inner.initial
    }

    /// Named readings: name to move.
    #[getter]
    fn readings(&self) -> BTreeMap<String, String> {
        self.inner.readings.clone()
    }

    /// Where each named reading comes from.
    #[getter]
    fn reading_sources(&self) -> BTreeMap<String, String> {
        self.inner.reading_sources.clone()
    }

    /// Name of the reading in force, or None if it has no name.
    #[getter]
    fn reading(&self) -> Option<&str> {
        self.inner.reading.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("<PieceType {}: {} {} {}>", self.inner.id, self.inner.name, self.inner.kanji, self.inner.betza)
    }

    /// Draw the moves of the type, for notebooks: `mujo.svg.moves`.
    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("mujo.svg")?.call_method1("piece_type_for_notebook", (&self.inner.id, &self.rules))
    }

    /// Restore a pickled type.
    #[staticmethod]
    fn _restore<'py>(rules: &Bound<'py, PyAny>, id: &str) -> PyResult<Bound<'py, PyAny>> {
        rules.getattr("piece_types")?.get_item(id)
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&Py<PyAny>, &str))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (&self.rules, &self.inner.id)))
    }
}
