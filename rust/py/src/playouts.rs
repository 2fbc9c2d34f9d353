//! Many random games, with their results in arrays.

use std::sync::Arc;

use mujo_core::game::Board as CoreBoard;
use mujo_core::game::outcome::Termination;
use mujo_core::position::Position;
use mujo_core::random::bulk::{self, Games};
use mujo_core::rules::RuleSet as CoreRules;
use mujo_core::text::{self, move_id};
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyTuple};

use crate::errors;
use crate::move_value::Move;
use crate::numbers::Whole;
use crate::rules::RuleSet;
use crate::slug::Slug;
use crate::values::Outcome;
use crate::workers;

/// Maximal number of games in one call.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000;
/// Maximal length of a game, in plies.
const MAX_PLIES: u64 = 1_000_000;

/// The arguments of a call.
pub(crate) struct Manner {
    pub(crate) n: Whole,
    pub(crate) seed: Whole,
    pub(crate) threads: Whole,
    pub(crate) max_plies: Whole,
    pub(crate) first: Whole,
    pub(crate) moves: bool,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// The words for the numbers of terminations, ``unfinished`` first.
pub(crate) fn terminations() -> Vec<&'static str> {
    std::iter::once("unfinished").chain(Termination::ALL.map(Termination::slug)).collect()
}

/// Bytes as a read-only array of numbers.
pub(crate) fn view<'py>(bytes: &Bound<'py, PyBytes>, format: &str) -> PyResult<Bound<'py, PyAny>> {
    PyMemoryView::from(bytes.as_any())?.call_method1("cast", (format,))
}

/// Results of random games: arrays with one number per game, and totals. A frozen value, made by `Board.playouts`.
///
/// Notes
/// -----
/// The arrays are read-only memoryviews; ``numpy.asarray`` and the like take them without copying.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> games = mujo.Board(rules="hishigata").playouts(10, seed=3, max_plies=400)
/// >>> games
/// <Playouts of hishigata: 10 games, ...>
/// >>> games.black_wins + games.white_wins + games.draws + games.unfinished == len(games)
/// True
/// >>> game = 7
/// >>> games.plies[game] <= 400, mujo.TERMINATIONS[games.terminations[game]] in mujo.TERMINATIONS
/// (True, True)
/// >>> again = mujo.Board(rules="hishigata").playouts(1, seed=3, max_plies=400, first=game, moves=True)
/// >>> len(again.moves_of(0)) == games.plies[game]
/// True
#[pyclass(module = "mujo", frozen, eq)]
pub(crate) struct Playouts {
    rules: Arc<CoreRules>,
    /// The start of every game.
    start: Position,
    results: Vec<(u32, i8, u8)>,
    seed: u64,
    first: u64,
    max_plies: u32,
    /// Where the moves of each game begin, and all moves.
    moves: Option<(Vec<i64>, Vec<u64>)>,
}

impl Playouts {
    /// Play.
    pub(crate) fn play(py: Python<'_>, start: CoreBoard, manner: &Manner) -> PyResult<Self> {
        let Manner { n, seed, threads, max_plies, first, moves, progress } = manner;
        let count = n.argument(py, "n", 0, MAX_GAMES)?;
        let seed = seed.argument(py, "seed", 0, u64::MAX)?;
        let threads = threads.threads(py)?;
        let max_plies = max_plies.argument(py, "max_plies", 0, MAX_PLIES)?;
        let first = first.argument(py, "first", 0, u64::MAX - MAX_GAMES)?;
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let (count, max_plies) = (narrow(count), narrow(max_plies));
        let (rules, from) = (Arc::clone(start.rules()), start.to_position());
        let (results, moves) = py.detach(|| {
            let games = Games::new(start, seed, first, count, max_plies, *moves);
            let report = |py: Python<'_>| match progress {
                None => Ok(()),
                Some(progress) => progress.call1(py, games.progress()).map(drop),
            };
            let threads = threads.min(games.progress().1);
            workers::run(threads, games.stop_flag(), Some(&report), &|watch| games.work(watch))?;
            if games.progress().0 < games.progress().1 {
                // Only a signal stops the games, and it has raised its own exception.
                return Err(PyKeyboardInterrupt::new_err(()));
            }
            Python::attach(report)?;
            Ok((games.results().collect(), games.moves().map(gather)))
        })?;
        Ok(Self { rules, start: from, results, seed, first, max_plies, moves })
    }

    fn game(&self, index: Whole) -> PyResult<usize> {
        index.place(self.results.len()).ok_or_else(|| {
            PyIndexError::new_err(format!("there are {} games, so none has number {index}", self.results.len()))
        })
    }

    fn bytes<'py, const N: usize>(
        &self,
        py: Python<'py>,
        number: impl Fn(&(u32, i8, u8)) -> [u8; N] + Send,
    ) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.results.iter().flat_map(number).collect::<Vec<u8>>());
        PyBytes::new(py, &bytes)
    }

    fn number_of(&self, wanted: impl Fn(i8, u8) -> bool) -> usize {
        self.results.iter().filter(|(_, winner, termination)| wanted(*winner, *termination)).count()
    }

    fn kept_moves(&self, py: Python<'_>) -> PyResult<&(Vec<i64>, Vec<u64>)> {
        self.moves.as_ref().ok_or_else(|| {
            errors::refuse(py, Slug::Argument, "the moves of these games were not kept: play them with moves=True")
        })
    }
}

/// The moves of all games in one array, and where those of each begin.
fn gather<'a>(games: impl Iterator<Item = &'a [u64]>) -> (Vec<i64>, Vec<u64>) {
    let (mut offsets, mut moves) = (vec![0], Vec::new());
    for game in games {
        moves.extend_from_slice(game);
        offsets.push(i64::try_from(moves.len()).unwrap_or(i64::MAX));
    }
    (offsets, moves)
}

impl PartialEq for Playouts {
    fn eq(&self, other: &Self) -> bool {
        *self.rules == *other.rules && self.results == other.results && self.moves == other.moves
    }
}

#[pymethods]
impl Playouts {
    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet::new(Arc::clone(&self.rules))
    }

    /// The seed, 0 to 2^64 - 1.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of the first game.
    #[getter]
    fn first(&self) -> u64 {
        self.first
    }

    /// Maximal number of moves of a game.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    /// Moves made in each game: memoryview of uint32 (format ``I``), ``len(games)`` elements.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(&self.bytes(py, |(plies, ..)| plies.to_ne_bytes()), "I")
    }

    /// Winner of each game, 1 Black, -1 White, 0 nobody: memoryview of int8 (format ``b``), ``len(games)`` elements.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(&self.bytes(py, |(_, winner, _)| winner.to_ne_bytes()), "b")
    }

    /// How each game ended, as an index into `mujo.TERMINATIONS`, 0 for unfinished: memoryview of uint8 (format ``B``).
    #[getter]
    fn terminations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(&self.bytes(py, |(_, _, termination)| [*termination]), "B")
    }

    /// ``int(move)`` of all moves, game after game: memoryview of uint64 (format ``Q``).
    ///
    /// Those of game `i` are ``moves[offsets[i] : offsets[i + 1]]``.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``argument`` if the moves were not kept.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (_, moves) = self.kept_moves(py)?;
        let bytes = py.detach(|| moves.iter().flat_map(|id| id.to_ne_bytes()).collect::<Vec<u8>>());
        view(&PyBytes::new(py, &bytes), "Q")
    }

    /// Where the moves of each game begin, and their number at the end: memoryview of int64 (format ``q``).
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``argument`` if the moves were not kept.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (offsets, _) = self.kept_moves(py)?;
        let bytes = py.detach(|| offsets.iter().flat_map(|offset| offset.to_ne_bytes()).collect::<Vec<u8>>());
        view(&PyBytes::new(py, &bytes), "q")
    }

    /// Games that Black won.
    #[getter]
    fn black_wins(&self) -> usize {
        self.number_of(|winner, _| winner > 0)
    }

    /// Games that White won.
    #[getter]
    fn white_wins(&self) -> usize {
        self.number_of(|winner, _| winner < 0)
    }

    /// Games that ended in a draw.
    #[getter]
    fn draws(&self) -> usize {
        self.number_of(|winner, termination| winner == 0 && termination != 0)
    }

    /// Games that went on after `max_plies` moves.
    #[getter]
    fn unfinished(&self) -> usize {
        self.number_of(|_, termination| termination == 0)
    }

    /// Moves made in all games together.
    #[getter]
    fn total_plies(&self) -> u64 {
        self.results.iter().map(|(plies, ..)| u64::from(*plies)).sum()
    }

    /// Return how many games ended in which way: a dict of `Outcome` to number, None for unfinished ones.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.Board(rules="maka").playouts(5, max_plies=0).outcomes()
    /// {None: 5}
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for termination in 0_u8..=u8::try_from(Termination::ALL.len()).unwrap_or_default() {
            for winner in [1, -1, 0] {
                let number = self.number_of(|won, by| won == winner && by == termination);
                if number > 0 {
                    let outcome = bulk::outcome_of_numbers(winner, termination).map(Outcome::from_core);
                    dict.set_item(outcome, number)?;
                }
            }
        }
        Ok(dict)
    }

    /// Return the outcome of one game, None if it is unfinished.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     0-based; negative ones count from the end.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such game.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> print(mujo.Board(rules="maka").playouts(1, max_plies=5).outcome(0))
    /// None
    fn outcome(&self, index: Whole) -> PyResult<Option<Outcome>> {
        let (_, winner, termination) = self.results[self.game(index)?];
        Ok(bulk::outcome_of_numbers(winner, termination).map(Outcome::from_core))
    }

    /// Return the moves of one game in a new list.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     0-based; negative ones count from the end.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such game.
    /// MujoError
    ///     ``argument`` if the moves were not kept.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> games = mujo.Board(rules="maka").playouts(2, max_plies=5, moves=True)
    /// >>> len(games.moves_of(-1))
    /// 5
    fn moves_of(&self, py: Python<'_>, index: Whole) -> PyResult<Vec<Move>> {
        let game = self.game(index)?;
        let (offsets, moves) = self.kept_moves(py)?;
        let at = |game: usize| usize::try_from(offsets[game]).unwrap_or_default();
        // Captures depend on the position, so the game is replayed.
        let (mut position, mut captured) = (self.start.clone(), Vec::new());
        moves[at(game)..at(game + 1)]
            .iter()
            .map(|id| {
                let mv =
                    move_id::read(&self.rules, *id).map_err(|error| errors::convert(py, &error, Some(&self.rules)))?;
                let object = Move::on(&position, &self.rules, mv);
                position.make(&self.rules, mv, &mut captured);
                Ok(object)
            })
            .collect()
    }

    /// Join the results of consecutive games that were played in parts.
    ///
    /// Parameters
    /// ----------
    /// parts : sequence of Playouts
    ///     At least one, of one board, seed and `max_plies`; each begins where the one before it ends (`first`).
    ///
    /// Returns
    /// -------
    /// Playouts
    ///     What one call for all games would have returned.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``argument`` if the parts do not fit together.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> board = mujo.Board(rules="maka")
    /// >>> parts = [board.playouts(2, 7, max_plies=5, first=first) for first in (0, 2)]
    /// >>> mujo.Playouts.joined(parts) == board.playouts(4, 7, max_plies=5)
    /// True
    #[staticmethod]
    fn joined(py: Python<'_>, parts: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let refuse = |reason: &str| errors::refuse(py, Slug::Argument, reason);
        let Some(head) = parts.first() else {
            return Err(refuse("there are no parts to join"));
        };
        let (mut next, mut results) = (head.first, Vec::new());
        let mut moves = head.moves.is_some().then(|| (vec![0], Vec::new()));
        for part in &parts {
            let alike = part.rules == head.rules
                && *part.start == *head.start
                && (part.seed, part.max_plies) == (head.seed, head.max_plies);
            if !alike {
                return Err(refuse("the parts are of different boards, seeds or numbers of plies"));
            }
            if part.first != next {
                return Err(refuse(&format!(
                    "a part begins with game {}, where game {next} should follow",
                    part.first
                )));
            }
            match (&mut moves, &part.moves) {
                (None, None) => {}
                (Some((offsets, codes)), Some((more, new))) => {
                    let so_far = i64::try_from(codes.len()).unwrap_or(i64::MAX);
                    offsets.extend(more.iter().skip(1).map(|offset| so_far + offset));
                    codes.extend_from_slice(new);
                }
                _ => return Err(refuse("some parts keep the moves and some do not")),
            }
            results.extend_from_slice(&part.results);
            next += part.results.len() as u64;
        }
        let (rules, start) = (Arc::clone(&head.rules), head.start.clone());
        Ok(Self { rules, start, results, seed: head.seed, first: head.first, max_plies: head.max_plies, moves })
    }

    fn __len__(&self) -> usize {
        self.results.len()
    }

    #[classattr]
    #[pyo3(name = "__hash__")]
    const HASH: Option<Py<PyAny>> = None;

    fn __repr__(&self) -> String {
        format!(
            "<Playouts of {}: {} games, {} won by Black, {} by White, {} drawn, {} unfinished>",
            self.rules.name(),
            self.results.len(),
            self.black_wins(),
            self.white_wins(),
            self.draws(),
            self.unfinished()
        )
    }

    /// Make results again from their pickle.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the fields of a pickle")]
    fn _restore(
        py: Python<'_>,
        rules: &RuleSet,
        start: &str,
        results: Vec<(u32, i8, u8)>,
        seed: u64,
        first: u64,
        max_plies: u32,
        moves: Option<(Vec<i64>, Vec<u64>)>,
    ) -> PyResult<Self> {
        let rules = Arc::clone(&rules.inner);
        let parsed = text::parse_position(&rules, start).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
        if let Some((offsets, codes)) = &moves {
            let ends = offsets.first() == Some(&0) && offsets.last().copied() == i64::try_from(codes.len()).ok();
            if offsets.len() != results.len() + 1 || !offsets.is_sorted() || !ends {
                return Err(errors::refuse(py, Slug::Pickle, "the moves of random games are cut off"));
            }
        }
        Ok(Self { rules, start: parsed.position, results, seed, first, max_plies, moves })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let start = text::position_text(&self.rules, &self.start, 1);
        let (results, moves) = (self.results.clone(), self.moves.clone());
        let fields = (self.rules(), start, results, self.seed, self.first, self.max_plies, moves);
        Ok((py.get_type::<Self>().getattr("_restore")?, fields.into_pyobject(py)?))
    }
}
