//! Many boards stepped side by side.

use std::sync::Arc;

use mujo_core::error::Error;
use mujo_core::game::Board as CoreBoard;
use mujo_core::random::batch::{Batch as CoreBatch, NoStep, Start};
use mujo_core::rules::RuleSet as CoreRules;
use mujo_core::text;
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::board::Board;
use crate::buffers::{Codes, Offsets, check_size, typed};
use crate::errors;
use crate::home::Home;
use crate::numbers::Whole;
use crate::rules::{RuleSet, rules_of};
use crate::signals::interruptible;
use crate::slug::Slug;
use crate::texts::Text;
use crate::values::Outcome;
use crate::workers;

/// Maximal number of boards in a batch.
const MAX_BOARDS: u64 = 100_000;
/// Number of boards that justifies another thread.
const BOARDS_FOR_A_THREAD: usize = 16;

/// Many boards of one rule set, stepped side by side: one call makes a move on each or lists the moves of all.
///
/// Parameters
/// ----------
/// n : int
///     Number of boards, 1 to 100000.
/// position : str, optional
///     Position text that all begin with, or ``"startpos"``; the start of the rule set by default.
/// rules : RuleSet or str, default "tai"
///     The rule set.
/// threads : int, default 1
///     1 to 256, for every call; no result depends on it.
///
/// Raises
/// ------
/// MujoError
///     ``argument`` or ``threads``.
/// InvalidPositionError, RuleSetError
///     As `Board`.
///
/// Notes
/// -----
/// A batch holds positions without history: repetition neither forbids a move nor ends a game, whatever the rule set says.
/// Everything else is as on a `Board`. `keys` and `plies` help to detect games that go in circles.
///
/// You supply the arrays: any object with the buffer protocol (array.array, numpy, ctypes, memoryview). Calls release the
/// interpreter lock, and Ctrl-C ends them within about a tenth of a second with every board unchanged. Only one thread
/// may use a batch at a time: a concurrent call raises `MujoError` ``board_busy``.
///
/// Examples
/// --------
/// >>> from array import array
/// >>> import mujo
/// >>> batch = mujo.Batch(3, rules="maka")
/// >>> offsets, codes = array("q", bytes(8 * 4)), array("Q", bytes(8 * 1000))
/// >>> batch.legal_moves(offsets, codes)
/// 240
/// >>> list(offsets)
/// [0, 80, 160, 240]
/// >>> batch.step(array("Q", [codes[offsets[0]], codes[offsets[1] + 5], 0]))
/// >>> list(batch.plies), list(batch.turns), list(batch.terminations)
/// ([1, 1, 0], [0, 0, 1], [0, 0, 0])
#[pyclass(module = "mujo", frozen)]
pub(crate) struct Batch {
    pub(crate) inner: Home<CoreBatch>,
    pub(crate) rules: Arc<CoreRules>,
    pub(crate) size: usize,
    pub(crate) threads: usize,
}

impl Batch {
    fn new(rules: Arc<CoreRules>, starts: Vec<Arc<Start>>, threads: usize) -> Self {
        let size = starts.len();
        let inner = CoreBatch::new(Arc::clone(&rules), starts.into_iter());
        Self { inner: Home::new(inner), rules, size, threads }
    }

    /// Work on the boards without the interpreter lock.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut CoreBatch) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.inner.take_out(work));
        done.unwrap_or_else(|| {
            let message = "another thread is using this batch: give each thread its own, with copy()";
            Err(errors::refuse(py, Slug::BoardBusy, message))
        })
    }

    /// The number of threads that pays.
    fn useful_threads(&self) -> usize {
        self.threads.min(self.size / BOARDS_FOR_A_THREAD + 1)
    }

    fn place(&self, index: Whole) -> PyResult<usize> {
        index
            .place(self.size)
            .ok_or_else(|| PyIndexError::new_err(format!("there are {} boards, so none has number {index}", self.size)))
    }

    /// The exception for a refused move; it names the board.
    fn refused(&self, py: Python<'_>, index: usize, error: Error) -> PyErr {
        let error = error.at(&format!("board {index}"));
        let raised = errors::convert(py, &error, Some(&self.rules));
        match raised.value(py).setattr("index", index) {
            Ok(()) => raised,
            Err(error) => error,
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (n, position = None, rules = None, *, threads = Whole::new(1)),
        text_signature = "(n, position=None, rules=None, *, threads=1)"
    )]
    fn py_new(
        py: Python<'_>,
        n: Whole,
        position: Option<Text<'_>>,
        rules: Option<&Bound<'_, PyAny>>,
        threads: Whole,
    ) -> PyResult<Self> {
        let rules = rules_of(py, rules)?;
        let n = usize::try_from(n.argument(py, "n", 1, MAX_BOARDS)?).unwrap_or(usize::MAX);
        let threads = threads.threads(py)?;
        let board = match position {
            None => CoreBoard::new(Arc::clone(&rules)),
            Some(words) => {
                let parsed =
                    text::parse_position(&rules, &words).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
                CoreBoard::from_position(Arc::clone(&rules), parsed.position, parsed.number)
            }
        };
        let start = interruptible(|| Start::new(&board))?;
        py.detach(|| Ok(Self::new(rules, vec![start; n], threads)))
    }

    /// Make a batch of the positions of boards, without their history.
    ///
    /// Parameters
    /// ----------
    /// boards : iterable of Board
    ///     1 to 100000 boards of one rule set.
    /// threads : int, default 1
    ///     1 to 256.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``argument``, ``threads``, or ``wrong_rules`` for boards of different rule sets.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> batch = mujo.Batch.from_boards(board.play(move) for move in board.legal_moves)
    /// >>> len(batch)
    /// 80
    #[staticmethod]
    #[pyo3(
        signature = (boards, *, threads = Whole::new(1)),
        text_signature = "(boards, *, threads=1)"
    )]
    fn from_boards(py: Python<'_>, boards: &Bound<'_, PyAny>, threads: Whole) -> PyResult<Self> {
        let threads = threads.threads(py)?;
        let mut rules: Option<Arc<CoreRules>> = None;
        let mut starts = Vec::new();
        for board in boards.try_iter()? {
            let board = board?;
            let board = board.cast::<Board>()?.get().without_history(py)?;
            let own = rules.get_or_insert_with(|| Arc::clone(board.rules()));
            same_rules(py, own, board.rules())?;
            starts.push(interruptible(|| Start::new(&board))?);
            if starts.len() as u64 > MAX_BOARDS {
                break;
            }
        }
        Whole::new(starts.len() as i128).argument(py, "the number of boards", 1, MAX_BOARDS)?;
        match rules {
            None => Err(PyTypeError::new_err("a batch needs a board")),
            Some(rules) => Ok(Self::new(rules, starts, threads)),
        }
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet::new(Arc::clone(&self.rules))
    }

    /// Threads that calls may use, 1 to 256.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn __len__(&self) -> usize {
        self.size
    }

    /// Make a move on every board, or on none.
    ///
    /// Parameters
    /// ----------
    /// codes : buffer of uint64, ``len(batch)`` elements
    ///     ``int(move)`` of a legal move for each board, or 0 for a board that waits. A board whose game has ended can only
    ///     wait, or be `reset`.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     ``illegal_move.*`` of the first board whose move is not legal.
    /// MujoError
    ///     ``off_board`` for a number that is none of a move, ``wrong_rules`` for one of another board; ``array`` for
    ///     another kind of element or another size.
    ///
    /// Notes
    /// -----
    /// The message names the board, and so does the attribute ``index`` of the exception. After an exception, Ctrl-C
    /// included, no board has moved.
    ///
    /// Examples
    /// --------
    /// >>> from array import array
    /// >>> import mujo
    /// >>> batch = mujo.Batch(2, rules="maka")
    /// >>> good, bad = (int(mujo.Move.from_usi(text, "maka")) for text in ("10n10m", "10n10l"))
    /// >>> try:
    /// ...     batch.step(array("Q", [good, bad]))
    /// ... except mujo.IllegalMoveError as error:
    /// ...     print(error.index, error.code, list(batch.plies))
    /// 1 illegal_move.no_such_move [0, 0]
    fn step(&self, py: Python<'_>, codes: &Bound<'_, PyAny>) -> PyResult<()> {
        let buffer = typed::<u64>(codes)?;
        check_size(py, &buffer, self.size)?;
        let codes = buffer.to_vec(py)?;
        drop(buffer);
        let ended = self.with(py, |batch| {
            let threads = self.useful_threads();
            let step = batch.step(&codes, threads);
            let ran = workers::run(threads, step.stop_flag(), None, &|watch| step.work(watch));
            let ended = step.finish(ran.is_ok());
            ran.map(|()| ended)
        })?;
        ended.map_err(|why| match why {
            NoStep::Refused(index, error) => self.refused(py, index, error),
            // Only a signal stops a step, and it has raised its own exception.
            NoStep::Stopped => PyKeyboardInterrupt::new_err(()),
        })
    }

    /// List the legal moves of all boards in your arrays.
    ///
    /// Parameters
    /// ----------
    /// offsets : buffer of int64 or uint64, ``len(batch) + 1`` elements
    ///     Filled with where the moves of each board begin, and their number at the end: those of board ``i`` are
    ///     ``codes[offsets[i] : offsets[i + 1]]``. None where the game has ended.
    /// codes : buffer of uint64, optional
    ///     Its first elements become ``int(move)`` of the legal moves, each board's in the order of `Board.legal_moves`; the
    ///     others stay. Without it the moves are only counted.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of legal moves of all boards: what `codes` needs.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``array``: another kind of element, a wrong size of `offsets`, too few elements of `codes` (the message says how
    ///     many are needed), arrays that cannot be written to, are not contiguous, or overlap. Neither is then changed.
    ///
    /// Examples
    /// --------
    /// >>> from array import array
    /// >>> import mujo
    /// >>> batch = mujo.Batch(2)
    /// >>> offsets = array("q", bytes(8 * 3))
    /// >>> needed = batch.legal_moves(offsets)
    /// >>> codes = array("Q", bytes(8 * needed))
    /// >>> batch.legal_moves(offsets, codes) == needed == 2 * 479
    /// True
    #[pyo3(signature = (offsets, codes = None))]
    fn legal_moves(
        &self,
        py: Python<'_>,
        offsets: &Bound<'_, PyAny>,
        codes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let offsets = Offsets::new(offsets, self.size + 1)?;
        let codes = codes.map(Codes::new).transpose()?;
        if codes.as_ref().is_some_and(|codes| offsets.overlap(codes)) {
            return Err(errors::refuse(py, Slug::Array, "offsets and codes overlap: they should be two arrays"));
        }
        let only_count = codes.is_none();
        let (counts, listed) = self.with(py, |batch| {
            let threads = self.useful_threads();
            let lists = batch.lists(only_count, threads);
            workers::run(threads, lists.stop_flag(), None, &|watch| lists.work(watch))?;
            // Only a signal stops the lists, and it has raised its own exception.
            let (counts, parts) = lists.finish().ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
            Ok((counts, parts.concat()))
        })?;
        if let Some(codes) = codes {
            codes.write(py, &listed)?;
        }
        offsets.write(py, &counts)?;
        Ok(usize::try_from(counts.iter().sum::<u64>()).unwrap_or(usize::MAX))
    }

    /// Reset boards.
    ///
    /// Parameters
    /// ----------
    /// indices : iterable of int, optional
    ///     Which boards, 0-based, negative ones from the end; all by default. No mask: ``numpy.flatnonzero`` makes indices
    ///     of one.
    /// board : Board, optional
    ///     The position they begin with from now on; where each began before by default. Its history is left behind.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such board. None is then reset.
    /// MujoError
    ///     ``wrong_rules`` for a board of another rule set.
    ///
    /// Examples
    /// --------
    /// >>> from array import array
    /// >>> import mujo
    /// >>> batch = mujo.Batch(3, rules="maka")
    /// >>> move = int(mujo.Move.from_usi("10n10m", "maka"))
    /// >>> batch.step(array("Q", [move] * 3))
    /// >>> batch.reset([0, 2])
    /// >>> list(batch.plies)
    /// [0, 1, 0]
    #[pyo3(signature = (indices = None, *, board = None))]
    fn reset(
        &self,
        py: Python<'_>,
        indices: Option<&Bound<'_, PyAny>>,
        board: Option<&Bound<'_, Board>>,
    ) -> PyResult<()> {
        let start = match board {
            None => None,
            Some(board) => {
                let board = board.get().without_history(py)?;
                same_rules(py, &self.rules, board.rules())?;
                Some(interruptible(|| Start::new(&board))?)
            }
        };
        let places: Vec<usize> = match indices {
            None => (0..self.size).collect(),
            Some(indices) => indices
                .try_iter()?
                .map(|index| {
                    let index = index?;
                    if index.is_instance_of::<PyBool>() {
                        return Err(PyTypeError::new_err(
                            "indices are numbers of boards, not a mask of True and False",
                        ));
                    }
                    self.place(index.extract()?)
                })
                .collect::<PyResult<_>>()?,
        };
        self.with(py, |batch| {
            for place in places {
                batch.reset(place, start.as_ref());
            }
            Ok(())
        })
    }

    /// Return one board by itself, without history.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     0-based; negative ones count from the end.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such board.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Batch(2, rules="maka").board(1) == mujo.Board(rules="maka")
    /// True
    fn board(&self, py: Python<'_>, index: Whole) -> PyResult<Board> {
        let place = self.place(index)?;
        let board = self.with(py, |batch| Ok(batch.board(place)))?;
        board.map(Board::new).ok_or_else(|| PyIndexError::new_err("there is no such board"))
    }

    /// Return the outcome of one board, None while its game goes on.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     0-based; negative ones count from the end.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such board.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Batch(2, rules="maka").outcome(-1) is None
    /// True
    fn outcome(&self, py: Python<'_>, index: Whole) -> PyResult<Option<Outcome>> {
        let place = self.place(index)?;
        let outcome = self.with(py, |batch| Ok(batch.outcomes().nth(place).flatten()))?;
        Ok(outcome.map(Outcome::from_core))
    }

    /// Return an independent copy of all boards.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> len(mujo.Batch(2, rules="maka").copy())
    /// 2
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let batch = self.with(py, |batch| Ok(batch.clone()))?;
        let (rules, size, threads) = (Arc::clone(&self.rules), self.size, self.threads);
        Ok(Self { inner: Home::new(batch), rules, size, threads })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ended = self.with(py, |batch| Ok(batch.outcomes().flatten().count()))?;
        Ok(format!("<Batch of {}: {} boards, {ended} ended>", self.rules.name(), self.size))
    }
}

fn same_rules(py: Python<'_>, own: &CoreRules, other: &CoreRules) -> PyResult<()> {
    if *own == *other {
        return Ok(());
    }
    let message = format!("a board of {} in a batch of {}", other.name(), own.name());
    Err(errors::refuse(py, Slug::WrongRules, &message))
}
