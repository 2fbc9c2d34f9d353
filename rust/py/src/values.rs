//! Small frozen values: pieces, moves, outcomes, explanations.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use mujo_core::explain;
use mujo_core::geometry::Square;
use mujo_core::moves::{Change, Move as CoreMove};
use mujo_core::outcome::{Outcome as CoreOutcome, Termination};
use mujo_core::rules::{RuleSet, Side};
use mujo_core::text;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors;
use crate::rules::{self as py_rules, rules_of};

/// Black is True, White is False.
pub(crate) fn side_of(black: bool) -> Side {
    if black { Side::Black } else { Side::White }
}

fn same<'py, T: PyTypeCheckEq>(
    py: Python<'py>,
    own: &T,
    other: &Bound<'py, PyAny>,
    op: CompareOp,
) -> PyResult<Py<PyAny>> {
    let equal = match (op, T::equal(own, other)) {
        (CompareOp::Eq, Some(equal)) => equal,
        (CompareOp::Ne, Some(equal)) => !equal,
        _ => return Ok(py.NotImplemented()),
    };
    Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
}

/// Equality with another object; `None` where it is no value of the same class.
trait PyTypeCheckEq {
    fn equal(&self, other: &Bound<'_, PyAny>) -> Option<bool>;
}

/// A piece: initial type, side and face (rule 2.3). A frozen value.
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
/// Not checked: whether a game has such a piece. ``+HM`` is the gold general that a hook mover became, and no ``G``.
///
/// Examples
/// --------
/// >>> from mujo import Piece, WHITE
/// >>> Piece("HM", WHITE, promoted=True).symbol
/// '+hm'
/// >>> Piece.from_symbol("+hm") == Piece("HM", WHITE, True)
/// True
#[pyclass(module = "mujo", frozen)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// Id of the initial type, capital letters.
    #[pyo3(get, name = "type")]
    kind: String,
    black: bool,
    /// Whether the promoted face is up.
    #[pyo3(get)]
    promoted: bool,
}

impl PyTypeCheckEq for Piece {
    fn equal(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        other.cast::<Self>().ok().map(|other| self == other.get())
    }
}

impl Piece {
    pub(crate) fn of(rules: &RuleSet, code: mujo_core::rules::Code) -> Option<Self> {
        let (kind, side) = code.piece()?;
        let id = rules.type_id(kind.type_index()).to_owned();
        Some(Self {
            kind: id,
            black: side == Side::Black,
            promoted: kind.promoted(),
        })
    }
}

#[pymethods]
impl Piece {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("type", "side", "promoted");

    #[new]
    #[pyo3(signature = (r#type, side, promoted = false))]
    fn new(py: Python<'_>, r#type: &str, side: bool, promoted: bool) -> PyResult<Self> {
        let fits = (1..=3).contains(&r#type.len())
            && r#type.bytes().all(|letter| letter.is_ascii_alphabetic());
        if !fits {
            let shown: String = r#type.chars().take(20).collect();
            return Err(errors::plain(
                py,
                "data.bad_id",
                &format!("'{shown}' is no id of a type: 1 to 3 letters"),
            ));
        }
        Ok(Self {
            kind: r#type.to_ascii_uppercase(),
            black: side,
            promoted,
        })
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
    fn from_symbol(py: Python<'_>, symbol: &str) -> PyResult<Self> {
        let (promoted, id) = symbol
            .strip_prefix('+')
            .map_or((false, symbol), |id| (true, id));
        let upper = id.bytes().all(|letter| letter.is_ascii_uppercase());
        if !upper && !id.bytes().all(|letter| letter.is_ascii_lowercase()) {
            let shown: String = symbol.chars().take(20).collect();
            let message =
                format!("'{shown}' mixes cases: all UPPER for Black or all lower for White");
            return Err(errors::plain(py, "position.mixed_case", &message));
        }
        Self::new(py, id, upper, promoted)
    }

    /// Owner: ``mujo.BLACK`` (True) or ``mujo.WHITE`` (False).
    #[getter]
    fn side(&self) -> bool {
        self.black
    }

    /// Text of the piece as in positions.
    #[getter]
    pub(crate) fn symbol(&self) -> String {
        let face = if self.promoted { "+" } else { "" };
        let id = if self.black {
            self.kind.clone()
        } else {
            self.kind.to_ascii_lowercase()
        };
        format!("{face}{id}")
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

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        same(py, self, other, op)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((
            py.get_type::<Self>().getattr("from_symbol")?,
            (self.symbol(),),
        ))
    }
}

/// A move by its effect: start, victims before the end, end, and whether the mover changes (rule 3.1). A frozen value.
///
/// Get moves from `Board.legal_moves`, `Board.parse_move` or `Move.from_usi`. ``str(move)`` is the canonical text,
/// ``int(move)`` a number.
///
/// Notes
/// -----
/// Equality and hash are those of the number (and of the id after ``+``, where one is written): moves of two rule sets on
/// boards of one width can be equal.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> move = mujo.Move.from_usi("8r8q")
/// >>> mujo.Board().push(move)
/// Move.from_usi('8r8q')
/// >>> mujo.Move.from_int(int(move)) == move
/// True
#[pyclass(module = "mujo", frozen)]
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) inner: CoreMove,
    pub(crate) rules: Arc<RuleSet>,
}

/// Bits of a square in the number of a move.
const SQUARE_BITS: u32 = 11;
/// No square, in the number of a move.
const NO_SQUARE: u64 = (1 << SQUARE_BITS) - 1;

impl Move {
    pub(crate) fn new(inner: CoreMove, rules: Arc<RuleSet>) -> Self {
        Self { inner, rules }
    }

    fn dense(&self, square: Square) -> usize {
        self.rules.geometry().dense(square)
    }

    pub(crate) fn code(&self) -> u64 {
        let mut via = self
            .inner
            .victims_before_end()
            .map(|square| self.dense(square) as u64);
        let (first, second) = (
            via.next().unwrap_or(NO_SQUARE),
            via.next().unwrap_or(NO_SQUARE),
        );
        let change = match self.inner.change() {
            Change::None => 0,
            Change::Plus => 1,
            Change::Named(index) => 2 + u64::from(index),
        };
        let squares = [
            self.dense(self.inner.from()) as u64,
            self.dense(self.inner.to()) as u64,
            first,
            second,
        ];
        let code = squares
            .iter()
            .rev()
            .fold(0, |code, square| code << SQUARE_BITS | square);
        code | change << (4 * SQUARE_BITS)
            | (self.rules.geometry().files() as u64) << (4 * SQUARE_BITS + 2)
    }

    fn named(&self) -> Option<String> {
        match self.inner.change() {
            Change::Named(_) => Some(text::usi(&self.rules, self.inner)),
            _ => None,
        }
    }
}

impl PyTypeCheckEq for Move {
    fn equal(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<Self>().ok()?.get();
        let same_width = self.rules.geometry().files() == other.rules.geometry().files();
        Some(same_width && self.inner == other.inner && self.named() == other.named())
    }
}

#[pymethods]
impl Move {
    /// Read the canonical text of a move.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     Start, squares of the victims before the end in order, end, and ``+`` if the mover changes: ``8n8m``,
    ///     ``5e6f7g``, ``5e6f5e`` (igui), ``5e5e`` (pass). See docs/formats.md.
    /// rules : RuleSet or str, default "tai"
    ///     Gives the board its size and the types their ids.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     ``notation.*``, with the place of the fault.
    /// RuleSetError
    ///     ``rules.unknown_name``.
    ///
    /// Notes
    /// -----
    /// Not checked: whether any piece can move so. `Board.parse_move` does that, and reads friendlier texts.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Move
    /// >>> Move.from_usi("5e6f5e", "maka").is_igui
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, rules = None))]
    fn from_usi(py: Python<'_>, text: &str, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules_of(py, rules)?;
        let inner = text::parse_usi(&rules, text)
            .map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        Ok(Self { inner, rules })
    }

    /// Return the move of a number.
    ///
    /// Parameters
    /// ----------
    /// code : int
    ///     From the low end: start, end, first and second victim before the end (11 bits each, the square as an int, 2047
    ///     for none), the change (2 bits: 0 none, 1 ``+``, 2 and 3 ``+`` and the id of the game's first or second
    ///     contagious type), the number of files (6 bits).
    /// rules : RuleSet or str, optional
    ///     Needed only where the change names an id; any set with that number of files will do otherwise.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board`` if the number is none of a move, ``wrong_rules`` if the rule set has another number of files.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import Move
    /// >>> Move.from_int(int(Move.from_usi("8n8m+"))).usi()
    /// '8n8m+'
    #[staticmethod]
    #[pyo3(signature = (code, rules = None))]
    fn from_int(py: Python<'_>, code: u64, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let files = usize::try_from(code >> (4 * SQUARE_BITS + 2)).unwrap_or(usize::MAX);
        let wrong = || errors::plain(py, "off_board", &format!("{code} is the number of no move"));
        let rules = match rules {
            Some(rules) => rules_of(py, Some(rules))?,
            None => py_rules::any_with_files(files).ok_or_else(|| {
                let message = format!("{code} is a move on {files} files: name the rule set");
                errors::plain(py, "wrong_rules", &message)
            })?,
        };
        let geometry = rules.geometry();
        if geometry.files() != files {
            let message = format!(
                "{code} is a move on {files} files, {} has {}",
                rules.name(),
                geometry.files()
            );
            return Err(errors::plain(py, "wrong_rules", &message));
        }
        let square = |place: u32| {
            let index = code >> (place * SQUARE_BITS) & NO_SQUARE;
            usize::try_from(index)
                .ok()
                .and_then(|index| geometry.from_dense(index))
        };
        let via = |place: u32| match square(place) {
            None if code >> (place * SQUARE_BITS) & NO_SQUARE == NO_SQUARE => Some(Square::NONE),
            other => other,
        };
        let (from, to) = (square(0).ok_or_else(wrong)?, square(1).ok_or_else(wrong)?);
        let (first, second) = (via(2).ok_or_else(wrong)?, via(3).ok_or_else(wrong)?);
        if first == Square::NONE && second != Square::NONE {
            return Err(wrong());
        }
        let change = match code >> (4 * SQUARE_BITS) & 3 {
            0 => Change::None,
            1 => Change::Plus,
            2 => Change::Named(0),
            _ => Change::Named(1),
        };
        Ok(Self {
            inner: CoreMove::via(from, first, second, to).with_change(change),
            rules,
        })
    }

    fn __int__(&self) -> u64 {
        self.code()
    }

    fn __index__(&self) -> u64 {
        self.code()
    }

    /// Return the canonical text; the same as ``str(move)``.
    fn usi(&self) -> String {
        text::usi(&self.rules, self.inner)
    }

    /// Start: square index, 0-based, 1a first.
    #[getter]
    fn from_square(&self) -> usize {
        self.dense(self.inner.from())
    }

    /// Squares of the victims told before the end, in the order taken (rule 3.10); a victim on the end is not told here.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let squares: Vec<usize> = self
            .inner
            .victims_before_end()
            .map(|square| self.dense(square))
            .collect();
        PyTuple::new(py, squares)
    }

    /// End: square index, 0-based, 1a first.
    #[getter]
    fn to_square(&self) -> usize {
        self.dense(self.inner.to())
    }

    /// Whether the mover changes: promotion or contagion.
    #[getter]
    fn promotes(&self) -> bool {
        self.inner.change() != Change::None
    }

    /// Whether it is the pass, jitto (rule 3.8).
    #[getter]
    fn is_pass(&self) -> bool {
        self.inner.is_pass()
    }

    /// Whether it takes without moving away, igui (rule 3.8).
    #[getter]
    fn is_igui(&self) -> bool {
        self.inner.is_igui()
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        let text = self.usi();
        match py_rules::name_that_reads_back(&self.rules) {
            Some("tai") => format!("Move.from_usi('{text}')"),
            Some(name) => format!("Move.from_usi('{text}', '{name}')"),
            None => format!("Move.from_int({})", self.code()),
        }
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        same(py, self, other, op)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.inner, self.rules.geometry().files()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (u64, crate::rules::RuleSet))> {
        let rules = crate::rules::RuleSet::new(Arc::clone(&self.rules));
        Ok((
            py.get_type::<Self>().getattr("from_int")?,
            (self.code(), rules),
        ))
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
#[pyclass(module = "mujo", frozen)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    inner: CoreOutcome,
}

impl Outcome {
    pub(crate) fn from_core(inner: CoreOutcome) -> Self {
        Self { inner }
    }
}

impl PyTypeCheckEq for Outcome {
    fn equal(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        other.cast::<Self>().ok().map(|other| self == other.get())
    }
}

#[pymethods]
impl Outcome {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("winner", "termination");

    #[new]
    fn new(py: Python<'_>, winner: Option<bool>, termination: &str) -> PyResult<Self> {
        let found = Termination::ALL
            .into_iter()
            .find(|known| known.slug() == termination);
        let Some(termination) = found else {
            let words = Termination::ALL.map(Termination::slug).join(", ");
            let message = format!("'{termination}' is no termination: {words}");
            return Err(errors::plain(py, "outcome.termination", &message));
        };
        Ok(Self {
            inner: CoreOutcome {
                winner: winner.map(side_of),
                termination,
            },
        })
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

    /// Number of the rule in docs/rules.md.
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

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        same(py, self, other, op)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyType>, (Option<bool>, &'static str)) {
        (py.get_type::<Self>(), (self.winner(), self.termination()))
    }
}

/// Why a move may or may not be played: the rule, the squares that matter, a sentence. True if the move is legal.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> explanation = mujo.Board().explain("13y13a")
/// >>> bool(explanation), explanation.code, explanation.rule
/// (False, 'illegal_move.emperor', '5.4')
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Explanation {
    code: String,
    rule: Option<&'static str>,
    message: String,
    squares: Vec<usize>,
}

impl Explanation {
    pub(crate) fn legal(text: &str) -> Self {
        Self {
            code: "legal".into(),
            rule: None,
            message: format!("{text} is legal"),
            squares: Vec::new(),
        }
    }

    pub(crate) fn of(error: &mujo_core::error::Error, squares: Vec<usize>) -> Self {
        Self {
            code: error.code().into(),
            rule: error.rule(),
            message: error.to_string(),
            squares,
        }
    }

    pub(crate) fn refused(refusal: &mujo_core::error::Refusal, squares: Vec<usize>) -> Self {
        Self {
            code: refusal.code.into(),
            rule: refusal.rule(),
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

    /// Number of the rule in docs/rules.md, or None where no single rule speaks.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    /// Square indices that matter: e.g. from where an emperor could be taken.
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
}
