//! Rule sets.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use mujo_core::error::Error;
use mujo_core::rules::{Cell, RuleSet as CoreRules};
use mujo_core::text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::SquareArgument;
use crate::errors;
use crate::rule_lines::{PieceType, value_of};
use crate::slug::Slug;
use crate::texts::{Text, not_unicode};
use crate::values::Piece;

/// The rule set an argument means: a `RuleSet`, a name, or nothing for tai.
pub(crate) fn rules_of(py: Python<'_>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<CoreRules>> {
    let Some(rules) = rules else {
        return named(py, "tai");
    };
    if let Ok(rules) = rules.cast::<RuleSet>() {
        return Ok(Arc::clone(&rules.get().inner));
    }
    match rules.extract::<Text<'_>>() {
        Ok(name) => named(py, &name),
        Err(_) => Err(PyTypeError::new_err("rules must be a RuleSet or the name of one")),
    }
}

fn named(py: Python<'_>, name: &str) -> PyResult<Arc<CoreRules>> {
    CoreRules::named(name).map_err(|error| errors::convert(py, &error, None))
}

/// A shipped rule set with this number of files.
pub(crate) fn any_with_files(files: usize) -> Option<Arc<CoreRules>> {
    mujo_core::rules::data::rule_set_names()
        .filter(|name| !name.contains('/'))
        .filter_map(|name| CoreRules::named(name).ok())
        .find(|rules| rules.geometry().files() == files)
}

/// The name, if looking it up yields the same rule set.
pub(crate) fn name_that_reads_back(rules: &CoreRules) -> Option<&str> {
    let again = CoreRules::named(rules.name()).ok()?;
    (*again == *rules).then(|| rules.name())
}

/// A game with every option fixed. A frozen value, shared and compiled once.
///
/// Parameters
/// ----------
/// name : str, default "tai"
///     One of `mujo.rule_set_names()`, or such a name with changes: ``"maka[emperor=protected-piece,LD=limited]"``.
/// readings : mapping of str to str, optional
///     Type id to the name of a reading, see `PieceType.readings`.
/// **options : str or int
///     Option to value, as in docs/reference/rules.md.
///
/// Raises
/// ------
/// RuleSetError
///     ``rules.unknown_name``, ``rules.unknown_option``, ``rules.unknown_value``, ``rules.unknown_reading``,
///     ``rules.unknown_type``, ``rules.impossible_combination``; with close matches.
///
/// Notes
/// -----
/// Two rule sets are equal if they play alike (board, pieces, moves, options, start), whatever their names.
///
/// Examples
/// --------
/// >>> from mujo import RuleSet
/// >>> rules = RuleSet("maka", emperor="protected-piece", readings={"LD": "limited"})
/// >>> rules.name
/// 'maka[emperor=protected-piece,LD=limited]'
/// >>> RuleSet(rules.name) == rules
/// True
#[pyclass(module = "mujo", frozen)]
#[derive(Clone)]
pub(crate) struct RuleSet {
    pub(crate) inner: Arc<CoreRules>,
}

impl RuleSet {
    /// A type of piece as an object.
    fn line(&self, py: Python<'_>, inner: mujo_core::rules::PieceType) -> PyResult<PieceType> {
        let rules = Bound::new(py, self.clone())?.into_any().unbind();
        Ok(PieceType { inner, core: Arc::clone(&self.inner), rules })
    }

    pub(crate) fn new(inner: Arc<CoreRules>) -> Self {
        Self { inner }
    }
}

fn pairs(dict: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<Vec<(String, String)>> {
    let Some(dict) = dict else {
        return Ok(Vec::new());
    };
    let wrong = || PyTypeError::new_err(format!("{what} must map str to str"));
    let items = dict.call_method0("items").map_err(|_| wrong())?;
    items
        .try_iter()?
        .map(|item| {
            let item = item?;
            let (key, value): (Text<'_>, Text<'_>) = item.extract().map_err(|_| wrong())?;
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}

type Pairs = Vec<(String, String)>;

/// Options and readings as texts.
fn changes(readings: Option<&Bound<'_, PyAny>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<(Pairs, Pairs)> {
    let readings = pairs(readings, "readings")?;
    let mut chosen = Vec::new();
    for (option, value) in options.into_iter().flatten() {
        chosen.push((option.extract::<Text<'_>>()?.to_owned(), value.str()?.extract::<Text<'_>>()?.to_owned()));
    }
    Ok((chosen, readings))
}

#[pymethods]
impl RuleSet {
    #[new]
    #[pyo3(signature = (name = "tai".into(), *, readings = None, **options), text_signature = "(name='tai', *, readings=None, **options)")]
    fn py_new(
        py: Python<'_>,
        name: Text<'_>,
        readings: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (chosen, readings) = changes(readings, options)?;
        let inner = CoreRules::changed(&name, &chosen, &readings).map_err(|error| errors::convert(py, &error, None))?;
        Ok(Self { inner })
    }

    /// Read a rule file from its text (docs/reference/rule-files.md).
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     The content of the file, at most a few megabytes.
    ///
    /// Raises
    /// ------
    /// DataError
    ///     ``data.*``: the first fault; the message tells all. `mujo.check_rule_text` lists them.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import RuleSet
    /// >>> text = '''
    /// ... format = 1
    /// ... name = "mine"
    /// ... title = "Mine"
    /// ... description = "tai without contagion"
    /// ... source = "own"
    /// ... base = "tai"
    /// ... [options]
    /// ... contagion = { value = "off", source = "own" }
    /// ... '''
    /// >>> RuleSet.from_toml(text).options["contagion"]
    /// 'off'
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: Text<'_>) -> PyResult<Self> {
        let text = text.of_file("text").map_err(|problem| errors::convert(py, &Error::Data(vec![problem]), None))?;
        let inner = CoreRules::from_toml("text", text).map_err(|error| errors::convert(py, &error, None))?;
        Ok(Self { inner })
    }

    /// Read a rule file.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    ///     The file, UTF-8. No more than 256 KiB are read, even of a pipe or device that never ends.
    ///
    /// Raises
    /// ------
    /// OSError
    ///     If it cannot be opened or read.
    /// DataError
    ///     As `from_toml`.
    ///
    /// Examples
    /// --------
    /// >>> import mujo, pathlib, tempfile
    /// >>> text = 'format = 1\nname = "mine"\ntitle = "Mine"\ndescription = "tai"\nsource = "own"\nbase = "tai"\n'
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     file = pathlib.Path(folder, "mine.toml")
    /// ...     size = file.write_text(text)
    /// ...     mujo.RuleSet.from_file(file).name
    /// 'mine'
    #[staticmethod]
    fn from_file(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Self> {
        // A file object of Python: while it waits for a pipe, other threads run and Ctrl-C ends the call.
        let file = py.import("io")?.call_method1("open", (&path, "rb"))?;
        let read = file.call_method1("read", (CoreRules::MAX_FILE + 1,));
        file.call_method0("close")?;
        let bytes: Vec<u8> = read?.extract()?;
        let shown = path.display().to_string();
        // The end of what was read may be the middle of a character: `from_toml` refuses the length first.
        let is_cut = bytes.len() > CoreRules::MAX_FILE;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) if is_cut => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let problem = not_unicode(&shown, &String::from_utf8_lossy(&error.as_bytes()[..valid]));
                return Err(errors::convert(py, &Error::Data(vec![problem]), None));
            }
        };
        let inner = CoreRules::from_toml(&shown, &text).map_err(|error| errors::convert(py, &error, None))?;
        Ok(Self { inner })
    }

    /// Return this rule set with options and readings changed.
    ///
    /// Parameters
    /// ----------
    /// readings, **options
    ///     As for `RuleSet` itself.
    ///
    /// Raises
    /// ------
    /// RuleSetError
    ///     ``rules.*``, as for `RuleSet` itself.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import RuleSet
    /// >>> RuleSet("maka[LD=limited]").changed(stalemate="draw").name
    /// 'maka[stalemate=draw,LD=limited]'
    #[pyo3(signature = (*, readings = None, **options))]
    fn changed(
        &self,
        py: Python<'_>,
        readings: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (chosen, readings) = changes(readings, options)?;
        let inner = self.inner.with(&chosen, &readings).map_err(|error| errors::convert(py, &error, None))?;
        Ok(Self { inner })
    }

    /// Name, with its changes in brackets.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// Name of the game: the file that has the setup.
    #[getter]
    fn game(&self) -> &str {
        self.inner.game()
    }

    /// Title.
    #[getter]
    fn title(&self) -> &str {
        self.inner.title()
    }

    /// One-line description.
    #[getter]
    fn description(&self) -> &str {
        self.inner.description()
    }

    /// Where the set comes from.
    #[getter]
    fn source(&self) -> &str {
        self.inner.source()
    }

    /// SHA-256 of everything that affects play, in hexadecimal.
    #[getter]
    fn digest(&self) -> &str {
        self.inner.digest()
    }

    /// Number of files, 3 to 36.
    #[getter]
    fn files(&self) -> usize {
        self.inner.geometry().files()
    }

    /// Number of ranks, 3 to 36.
    #[getter]
    fn ranks(&self) -> usize {
        self.inner.geometry().ranks()
    }

    /// Position text of the start.
    #[getter]
    fn start(&self) -> String {
        text::position_text(&self.inner, &mujo_core::position::Position::start(&self.inner), 1)
    }

    /// Further starts: name to position text.
    #[getter]
    fn starts(&self) -> BTreeMap<String, String> {
        self.inner.starts().into_iter().map(|(name, start)| (name, start.position)).collect()
    }

    /// Ids of the initial types that infect (rule 4.3).
    #[getter]
    fn contagious<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.contagion().0)
    }

    /// Ids of the initial types that are immune to contagion (rule 4.4).
    #[getter]
    fn exempt<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.contagion().1)
    }

    /// Ids of the types that count as lions (rule 7.2).
    #[getter]
    fn lions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.lion_trading().0)
    }

    /// Ids of the types whose capture on the way does not justify a lion trade (rule 7.2).
    #[getter]
    fn worthless<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.lion_trading().1)
    }

    /// One-line description of each further start.
    #[getter]
    fn start_descriptions(&self) -> BTreeMap<String, String> {
        let starts = self.inner.starts().into_iter();
        starts.map(|(name, start)| (name, start.description)).collect()
    }

    /// Where each further start comes from.
    #[getter]
    fn start_sources(&self) -> BTreeMap<String, String> {
        let starts = self.inner.starts().into_iter();
        starts.map(|(name, start)| (name, start.source)).collect()
    }

    /// Every option and its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, (value, _)) in self.inner.written_options() {
            dict.set_item(name, value_of(py, value)?)?;
        }
        Ok(dict)
    }

    /// Where the value of every option comes from.
    #[getter]
    fn option_sources(&self) -> BTreeMap<String, String> {
        self.inner.written_options().iter().map(|(name, (_, said))| (name.clone(), said.clone())).collect()
    }

    /// Types with named readings, and the reading in force, whether chosen by name or by an option.
    #[getter]
    fn readings(&self) -> BTreeMap<String, String> {
        self.inner.readings()
    }

    /// Every type by its id, initial types first, in the order of the rule file.
    #[getter]
    fn piece_types<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for inner in self.inner.piece_types() {
            dict.set_item(inner.id.clone(), self.line(py, inner)?)?;
        }
        Ok(dict)
    }

    /// Return the type that a piece moves as.
    ///
    /// Parameters
    /// ----------
    /// piece : Piece or str
    ///     A piece, or its symbol: ``"+HM"`` or ``"+hm"``.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     ``position.*`` if the rule set has no such piece.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import RuleSet
    /// >>> RuleSet("tai").moves_as("+HM").id
    /// 'G'
    fn moves_as(&self, py: Python<'_>, piece: &Bound<'_, PyAny>) -> PyResult<PieceType> {
        let code = cell_of(py, &self.inner, piece)?;
        let id = self.inner.moves_as(code.kind());
        let found = self.inner.piece_type(id);
        let unknown = || errors::refuse(py, Slug::RulesUnknownType, &format!("there is no type {id}"));
        self.line(py, found.ok_or_else(unknown)?)
    }

    /// Return the name of a square.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     Square index, 0-based, 1a first, rank by rank.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``off_board``.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import RuleSet
    /// >>> RuleSet("tai").square_name(624)
    /// '25y'
    fn square_name(&self, py: Python<'_>, square: SquareArgument<'_>) -> PyResult<String> {
        Ok(self.inner.geometry().name(square.of(py, &self.inner)?))
    }

    /// Return the index of a square from its name.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     File number and rank letter, ``"2b"``.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     ``notation.square``, ``notation.off_board`` or ``notation.coordinates_swapped``.
    ///
    /// Examples
    /// --------
    /// >>> from mujo import RuleSet
    /// >>> RuleSet("maka").parse_square("2a")
    /// 1
    fn parse_square(&self, py: Python<'_>, text: Text<'_>) -> PyResult<usize> {
        text::parse_square(&self.inner, &text)
            .map(|square| self.inner.geometry().dense(square))
            .map_err(|error| errors::convert(py, &error, None))
    }

    fn __str__(&self) -> &str {
        self.inner.name()
    }

    fn __repr__(&self) -> String {
        match name_that_reads_back(&self.inner) {
            Some(name) => format!("RuleSet('{name}')"),
            None => format!("<RuleSet '{}' from a file>", self.inner.name()),
        }
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        match other.cast::<Self>() {
            Ok(other) => Ok((*self.inner == *other.get().inner).into_pyobject(py)?.to_owned().into_any().unbind()),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.digest().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        if let Some(name) = name_that_reads_back(&self.inner) {
            return Ok((py.get_type::<Self>().into_any(), (name.to_owned(),)));
        }
        match self.inner.toml() {
            Some(text) => Ok((py.get_type::<Self>().getattr("from_toml")?, (text.to_owned(),))),
            None => Err(errors::refuse(
                py,
                Slug::Pickle,
                "a changed rule set from a file cannot be pickled: put the changes into the file",
            )),
        }
    }
}

/// The piece an argument means: a `Piece` or its symbol.
pub(crate) fn cell_of(py: Python<'_>, rules: &Arc<CoreRules>, piece: &Bound<'_, PyAny>) -> PyResult<Cell> {
    let symbol = match piece.cast::<Piece>() {
        Ok(piece) => piece.get().symbol(),
        Err(_) => match piece.extract::<Text<'_>>() {
            Ok(symbol) => symbol.to_owned(),
            Err(_) => return Err(PyTypeError::new_err("a piece is a Piece or its symbol")),
        },
    };
    text::parse_piece(rules, &symbol).map_err(|error| errors::convert(py, &error, Some(rules)))
}
