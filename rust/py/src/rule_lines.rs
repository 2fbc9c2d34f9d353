//! What rule sets and rule files are made of: faults, options, types of pieces.

use std::collections::BTreeMap;

use mujo_core::rules::OptionValue;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// One fault of a rule file.
///
/// Examples
/// --------
/// >>> from mujo._core import check_rule_text
/// >>> problem = check_rule_text("format = 1\nbase = 'tia'")[-1]
/// >>> problem.line, problem.key
/// (2, 'base')
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Problem {
    inner: mujo_core::error::Problem,
}

impl Problem {
    pub(crate) fn new(inner: mujo_core::error::Problem) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl Problem {
    /// Name of the file or rule set.
    #[getter]
    fn file(&self) -> &str {
        &self.inner.file
    }

    /// Line, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.inner.line
    }

    /// Dotted key, or "".
    #[getter]
    fn key(&self) -> &str {
        &self.inner.key
    }

    /// Slug, ``data.*``.
    #[getter]
    fn code(&self) -> &str {
        self.inner.slug()
    }

    /// What is wrong and what would be right.
    #[getter]
    fn reason(&self) -> &str {
        &self.inner.reason
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}: {}>", self.inner.slug(), self.inner)
    }
}

/// What there is to know of an option.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> option = mujo.option_specs()["stalemate"]
/// >>> option.default, sorted(option.values), option.rule
/// ('loss', ['draw', 'loss'], '5.8')
#[pyclass(module = "mujo", frozen)]
pub(crate) struct OptionSpec {
    name: String,
    inner: mujo_core::rules::OptionSpec,
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

    /// Value where a game says nothing.
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
#[pyclass(module = "mujo", frozen)]
pub(crate) struct PieceType {
    pub(crate) inner: mujo_core::rules::PieceType,
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

    /// What is written on the piece.
    #[getter]
    fn kanji(&self) -> &str {
        &self.inner.kanji
    }

    /// One character for boards, unique among the initial types of a game.
    #[getter]
    fn board_kanji(&self) -> &str {
        &self.inner.board_kanji
    }

    /// Reading.
    #[getter]
    fn romaji(&self) -> &str {
        &self.inner.romaji
    }

    /// The move in force, in the language of docs/reference/move-language.md.
    #[getter]
    fn betza(&self) -> &str {
        &self.inner.betza
    }

    /// Id of the type whose move it has once promoted, or None.
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

    /// One-letter id of lishogi's form, or None.
    #[getter]
    fn letter(&self) -> Option<&str> {
        self.inner.letter.as_deref()
    }

    /// Whether it may promote on the last rank (rule 7.1).
    #[getter]
    fn last_rank(&self) -> bool {
        self.inner.last_rank
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

    /// Name of the reading in force, or None where the move in force has no name.
    #[getter]
    fn reading(&self) -> Option<&str> {
        self.inner.reading.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("<PieceType {}: {} {} {}>", self.inner.id, self.inner.name, self.inner.kanji, self.inner.betza)
    }
}
