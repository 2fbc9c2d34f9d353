//! Small frozen values: pieces, outcomes, explanations.

use mujo_core::game::explain;
use mujo_core::game::outcome::{Outcome as CoreOutcome, Termination};
use mujo_core::rules::{Cell, RuleSet, Side};
use mujo_core::text::{self, PieceSymbol};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::SideArgument;
use crate::errors;
use crate::slug::Slug;
use crate::texts::Text;

/// Black is True, White is False.
pub(crate) fn side_of(black: bool) -> Side {
    if black { Side::Black } else { Side::White }
}

/// A piece: initial type, side, promoted or not (rule 2.3). A frozen value.
///
/// Parameters
/// ----------
/// type : str
///     Id of the initial type, 1 to 3 letters, any case.
/// side : bool
///     ``mujo.BLACK`` or ``mujo.WHITE``.
/// promoted : bool, default False
///     Whether the promoted face is up.
///
/// Notes
/// -----
/// Does not check whether a game has such a piece. ``+HM``, the gold general that a hook mover became, is not ``G``.
///
/// Examples
/// --------
/// >>> from mujo import Piece, WHITE
/// >>> Piece("HM", WHITE, promoted=True).symbol
/// '+hm'
/// >>> Piece.from_symbol("+hm") == Piece("HM", WHITE, True)
/// True
#[pyclass(module = "mujo", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    inner: PieceSymbol,
}

impl Piece {
    pub(crate) fn of(rules: &RuleSet, cell: Cell) -> Option<Self> {
        text::piece_symbol(rules, cell).map(|inner| Self { inner })
    }
}

#[pymethods]
impl Piece {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("type", "side", "promoted");

    #[new]
    #[pyo3(signature = (r#type, side, promoted = false))]
    fn new(py: Python<'_>, r#type: Text<'_>, side: SideArgument, promoted: bool) -> PyResult<Self> {
        let inner = PieceSymbol::new(&r#type, side.0, promoted);
        inner.map(|inner| Self { inner }).map_err(|error| errors::convert(py, &error, None))
    }

    /// Id of the initial type, capital letters.
    #[getter(r#type)]
    fn id(&self) -> &str {
        self.inner.id()
    }

    /// Whether it is promoted.
    #[getter]
    fn promoted(&self) -> bool {
        self.inner.promoted
    }

    /// Read the text of a piece.
    ///
    /// Parameters
    /// ----------
    /// symbol : str
    ///     ``HM`` for Black, ``hm`` for White, ``+`` before it if promoted.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``data.bad_id`` or ``position.mixed_case``.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Piece
    /// >>> Piece.from_symbol("+LN").promoted
    /// True
    #[staticmethod]
    fn from_symbol(py: Python<'_>, symbol: Text<'_>) -> PyResult<Self> {
        let inner = PieceSymbol::parse(&symbol);
        inner.map(|inner| Self { inner }).map_err(|error| errors::convert(py, &error, None))
    }

    /// Owner: ``mujo.BLACK`` (True) or ``mujo.WHITE`` (False).
    #[getter]
    fn side(&self) -> bool {
        self.inner.side == Side::Black
    }

    /// Text of the piece as in positions.
    #[getter]
    pub(crate) fn symbol(&self) -> String {
        self.inner.to_string()
    }

    /// Draw the piece, for notebooks: `mujo.svg.piece`.
    fn _repr_svg_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("mujo.svg")?.call_method1("piece", (slf,))
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_symbol")?, (self.symbol(),)))
    }
}

/// How a game ended (rule 5.8). A frozen value.
///
/// Parameters
/// ----------
/// winner : bool or None
///     ``mujo.BLACK``, ``mujo.WHITE``, or None for a draw.
/// termination : str
///     ``royals_captured``, ``no_royals``, ``repetition``, ``checkmate``, ``stalemate`` or ``bare_king``.
///
/// Raises
/// ------
/// MujoError
///     ``outcome.termination`` for another word.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> outcome = mujo.Outcome(mujo.BLACK, "royals_captured")
/// >>> outcome.result, outcome.rule
/// ('black', '5.1')
/// >>> print(outcome)
/// Black wins: White's last royal was captured (rule 5.1)
#[pyclass(module = "mujo", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    inner: CoreOutcome,
}

impl Outcome {
    pub(crate) fn from_core(inner: CoreOutcome) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl Outcome {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("winner", "termination");

    #[new]
    fn new(py: Python<'_>, winner: Option<SideArgument>, termination: Text<'_>) -> PyResult<Self> {
        let found = Termination::ALL.into_iter().find(|known| known.slug() == &*termination);
        let Some(termination) = found else {
            let words = Termination::ALL.map(Termination::slug).join(", ");
            let message = format!("'{}' is no termination: {words}", &*termination);
            return Err(errors::refuse(py, Slug::OutcomeTermination, &message));
        };
        Ok(Self { inner: CoreOutcome { winner: winner.map(|winner| winner.0), termination } })
    }

    /// Who won: ``mujo.BLACK`` (True), ``mujo.WHITE`` (False), or None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.inner.winner.map(|side| side == Side::Black)
    }

    /// Why, as a word.
    #[getter]
    fn termination(&self) -> &'static str {
        self.inner.termination.slug()
    }

    /// Number of the rule in docs/reference/rules.md.
    #[getter]
    fn rule(&self) -> &'static str {
        self.inner.termination.rule()
    }

    /// ``"black"``, ``"white"`` or ``"draw"``.
    #[getter]
    fn result(&self) -> &'static str {
        match self.inner.winner {
            Some(Side::Black) => "black",
            Some(Side::White) => "white",
            None => "draw",
        }
    }

    fn __str__(&self) -> String {
        explain::outcome_sentence(self.inner)
    }

    fn __repr__(&self) -> String {
        let winner = match self.inner.winner {
            Some(Side::Black) => "True",
            Some(Side::White) => "False",
            None => "None",
        };
        format!("Outcome({winner}, '{}')", self.termination())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Option<bool>, &'static str)) {
        (py.get_type::<Self>(), (self.winner(), self.termination()))
    }
}

/// Why a move may or may not be played: the rule, the squares that decide, a sentence. True if the move is legal.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> explanation = mujo.Board().explain("13y13a")
/// >>> bool(explanation), explanation.code, explanation.rule
/// (False, 'illegal_move.emperor', '5.4')
#[pyclass(module = "mujo", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Explanation {
    code: String,
    rule: Option<String>,
    message: String,
    squares: Vec<usize>,
}

impl Explanation {
    pub(crate) fn legal(text: &str) -> Self {
        Self { code: "legal".into(), rule: None, message: format!("{text} is legal"), squares: Vec::new() }
    }

    pub(crate) fn of(error: &mujo_core::error::Error, squares: Vec<usize>) -> Self {
        Self { code: error.slug().into(), rule: error.rule().map(str::to_owned), message: error.to_string(), squares }
    }

    /// The content of an exception of the package.
    pub(crate) fn of_exception(py: Python<'_>, error: &PyErr) -> PyResult<Self> {
        let value = error.value(py);
        let code = value.getattr("code")?.extract()?;
        let rule = value.getattr_opt("rule")?.map_or(Ok(None), |rule| rule.extract())?;
        let squares = value.getattr_opt("squares")?.map_or(Ok(Vec::new()), |squares| squares.extract())?;
        Ok(Self { code, rule, message: value.str()?.to_string(), squares })
    }

    pub(crate) fn refused(refusal: &mujo_core::error::Refusal, squares: Vec<usize>) -> Self {
        Self {
            code: refusal.slug().into(),
            rule: refusal.rule().map(str::to_owned),
            message: refusal.message.clone(),
            squares,
        }
    }
}

#[pymethods]
impl Explanation {
    /// Whether the move is legal.
    #[getter(legal)]
    fn is_legal(&self) -> bool {
        self.code == "legal"
    }

    /// ``"legal"``, or the slug of the reason (``illegal_move.*``, ``notation.*``).
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// Number of the rule in docs/reference/rules.md, or None if no single rule decides.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// Squares that decide, such as the one from which an emperor could be captured.
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.squares)
    }

    /// The sentence; the same as ``str(explanation)``.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    fn __bool__(&self) -> bool {
        self.is_legal()
    }

    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<Explanation {}: {}>", self.code, self.message)
    }

    /// Restore a pickled explanation.
    #[staticmethod]
    fn _restore(code: String, rule: Option<String>, message: String, squares: Vec<usize>) -> Self {
        Self { code, rule, message, squares }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let fields = (&self.code, self.rule.as_deref(), &self.message, self.squares.clone());
        Ok((py.get_type::<Self>().getattr("_restore")?, fields.into_pyobject(py)?))
    }
}
