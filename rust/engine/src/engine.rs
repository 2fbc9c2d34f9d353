//! The engine as programs use it: an evaluation, a table and threads, and searches one after the other.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use mujo_core::game::Board;
use mujo_core::game::outcome::Outcome;
use mujo_core::geometry::Square;
use mujo_core::moves::Move;
use mujo_core::parallel::{Interrupt, Poll, SharedFlag, polled};
use mujo_core::rules::RuleSet;

use crate::evaluation::{Evaluation, Terms};
use crate::level::Level;
use crate::limits::{Limits, Ponder, Timer};
use crate::observer::Observer;
use crate::ordering::Memory;
use crate::score::Score;
use crate::search::{Features, Iteration, MAX_PLY, Noise, RootLine, Shared, Worker};
use crate::table::{NoMemory, Table};

/// Most threads of a search.
pub const MAX_THREADS: usize = 256;

/// One of the best lines of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side to move.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best lines, the best first; at least one.
    pub lines: Vec<Line>,
    /// The last depth that was completed; 0 if the search was stopped before the first.
    pub depth: u32,
    /// Deepest ply that was looked at.
    pub seldepth: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Positions among them that were visited while only captures were tried, by the first thread.
    pub quiescence_nodes: u64,
    /// How often that began.
    pub quiescence_calls: u64,
    /// Time used.
    pub time: Duration,
    /// Used part of the table, in thousandths.
    pub hashfull: usize,
}

impl SearchResult {
    /// The best move.
    pub fn best(&self) -> Move {
        self.lines.first().and_then(|line| line.moves.first().copied()).unwrap_or(Move::NONE)
    }

    /// The score of the best line.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::Units(0), |line| line.score)
    }
}

/// What a caller decides about a search besides its limits.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    /// Ends the search once it is set; by any thread.
    pub stop: &'a AtomicBool,
    /// Given if the search begins on the opponent's time.
    pub ponder: Option<&'a Ponder>,
    /// The moves to choose from; all legal ones if empty. Those that are not legal do not count.
    pub moves: &'a [Move],
    /// Receives reports from within long iterations.
    pub observer: Option<&'a dyn Observer>,
}

impl<'a> Control<'a> {
    /// A search of all moves on the own time.
    pub const fn new(stop: &'a AtomicBool) -> Self {
        Self { stop, ponder: None, moves: &[], observer: None }
    }
}

/// Why there is nothing to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The game has ended.
    Finished(Outcome),
    /// The board has other rules than the engine.
    WrongRules,
}

impl fmt::Display for SearchError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished(_) => out.write_str("the game has ended, so there is no move to look for"),
            Self::WrongRules => out.write_str("the board has other rules than the engine"),
        }
    }
}

impl std::error::Error for SearchError {}

/// A player of one rule set.
///
/// Everything that a search needs is in here, so that any number of engines work side by side.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use mujo_core::{game::Board, parallel::NeverInterrupt, rules::RuleSet};
/// use mujo_engine::{Engine, Limits};
/// let rules = RuleSet::named("chu")?;
/// let board = Board::new(rules.clone());
/// let mut engine = Engine::new(&rules, 1, 1)?;
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let found = engine.search(&board, &limits, &AtomicBool::new(false), &mut NeverInterrupt, &mut |_| true)?;
/// assert!(found.depth == 2 && board.is_legal(found.best()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    evaluation: Evaluation,
    table: Table,
    memories: Vec<Memory>,
    features: Features,
    noise: Noise,
}

impl Engine {
    /// An engine with a transposition table of `mebibytes` MiB (a small one for 0), and 1 to [`MAX_THREADS`] threads.
    ///
    /// # Errors
    /// [`NoMemory`] if the table cannot be allocated.
    pub fn new(rules: &Arc<RuleSet>, mebibytes: usize, threads: usize) -> Result<Self, NoMemory> {
        Self::with_evaluation(Evaluation::of(rules), mebibytes, threads)
    }

    /// As [`Engine::new`], with an evaluation of the caller's.
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn with_evaluation(evaluation: Evaluation, mebibytes: usize, threads: usize) -> Result<Self, NoMemory> {
        let rules = evaluation.rules();
        let kinds = rules.kind_count();
        let squares = rules.geometry().all().map(Square::index).max().unwrap_or(0) + 1;
        let memories = (0..threads.clamp(1, MAX_THREADS)).map(|_| Memory::new(kinds, squares, MAX_PLY)).collect();
        let table = Table::new(mebibytes)?;
        Ok(Self { evaluation, table, memories, features: Features::ALL, noise: Noise::default() })
    }

    /// The evaluation.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// The rule set.
    pub fn rules(&self) -> &Arc<RuleSet> {
        self.evaluation.rules()
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Parts of the search that are at work; for measuring what each is worth.
    pub fn set_features(&mut self, features: Features) {
        self.features = features;
    }

    /// Let the evaluation err by up to `size` centi-units, in the same way for the same seed.
    pub fn set_noise(&mut self, size: i32, seed: u64) {
        self.noise = Noise { size: size.clamp(0, 100_000), seed };
    }

    /// Play at a level, or as well as possible; the evaluation errs in the same way for the same seed.
    pub fn set_level(&mut self, level: Option<Level>, seed: u64) {
        let scale = self.evaluation.scale();
        self.set_noise(level.map_or(0, |level| level.noise(scale)), seed);
    }

    /// Forget everything that was learned from other searches.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            *memory = memory.emptied();
        }
    }

    /// The value of a position without searching, term by term, for the side to move.
    ///
    /// # Errors
    /// [`SearchError::WrongRules`].
    pub fn evaluate(&self, board: &Board) -> Result<Terms, SearchError> {
        if **board.rules() != **self.rules() {
            return Err(SearchError::WrongRules);
        }
        Ok(self.evaluation.terms(&board.to_position()))
    }

    /// Search all moves on the own time, see [`Engine::search_with`].
    ///
    /// # Errors
    /// [`SearchError`].
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn Interrupt,
        report: &mut dyn FnMut(&SearchResult) -> bool,
    ) -> Result<SearchResult, SearchError> {
        self.search_with(board, limits, &Control::new(stop), watch, report)
    }

    /// Look for the best moves. The board is left as it was; a move is found whatever the limits and however soon it is stopped.
    ///
    /// `watch` is polled by the calling thread, and `report` is called after each iteration and returns whether to go on.
    ///
    /// With one thread, and limits of depth or nodes alone, the result is the same on every machine if the engine is new or
    /// was cleared.
    ///
    /// # Errors
    /// [`SearchError`].
    pub fn search_with(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &Control<'_>,
        watch: &mut dyn Interrupt,
        report: &mut dyn FnMut(&SearchResult) -> bool,
    ) -> Result<SearchResult, SearchError> {
        if **board.rules() != **self.rules() {
            return Err(SearchError::WrongRules);
        }
        if let Some(outcome) = board.outcome() {
            return Err(SearchError::Finished(outcome));
        }
        let only: Vec<Move> = control.moves.iter().copied().filter(|mv| board.is_legal(*mv)).collect();
        let timer = Timer::new(limits, control.ponder);
        self.table.age();
        let halt = Arc::new(AtomicBool::new(false));
        let shared = Shared { table: &self.table, stop: &halt, nodes: AtomicU64::new(0) };
        let (evaluation, features, noise) = (&self.evaluation, self.features, self.noise);
        let Some((memory, others)) = self.memories.split_first_mut() else {
            return Err(SearchError::WrongRules);
        };
        let mut both = Both { stop: control.stop, watch };
        let result = thread::scope(|scope| {
            let at_end = Halt(&halt);
            for (number, memory) in others.iter_mut().enumerate() {
                let (board, shared, timer, only) = (board.clone(), &shared, &timer, &only);
                let poll = Poll::Flag(Arc::clone(&halt));
                // Where the machine has no more threads to give, fewer search.
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    let mut flag = SharedFlag(shared.stop);
                    memory.fade();
                    let mut worker = Worker::new(&board, evaluation, shared, timer, &mut flag, memory);
                    worker = worker.with(features, noise, only);
                    let depths = u32::from(number.is_multiple_of(2));
                    // Ended within a list or not, the thread is done.
                    let _ = polled(poll, u64::MAX, || worker.iterate(1, depths, &mut |_, _| true));
                });
                if spawned.is_err() {
                    break;
                }
            }
            memory.fade();
            let mut worker = Worker::new(board, evaluation, &shared, &timer, &mut both, memory);
            worker = worker.with(features, noise, &only).observed_by(control.observer);
            let mut last = (0, 0);
            let mut on_iteration = |iteration: &Iteration, worker: &Worker| {
                last = (iteration.depth, u32::try_from(iteration.seldepth).unwrap_or(u32::MAX));
                report(&summary(&iteration.lines, last, worker, &shared, &timer))
            };
            let lines = worker.iterate(limits.lines.max(1), 0, &mut on_iteration);
            drop(at_end);
            summary(&lines, last, &worker, &shared, &timer)
        });
        Ok(result)
    }
}

/// Stack of a searching thread: a node needs less than a KiB, and the deepest line has `MAX_PLY` nodes.
const STACK: usize = 4 << 20;

/// Ends the other threads when the first one ends, even if it is interrupted within a list.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Stops by the caller's flag or by what it watches.
struct Both<'a> {
    stop: &'a AtomicBool,
    watch: &'a mut dyn Interrupt,
}

impl Interrupt for Both<'_> {
    fn should_stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.watch.should_stop()
    }
}

fn summary(
    lines: &[RootLine],
    (depth, seldepth): (u32, u32),
    worker: &Worker,
    shared: &Shared,
    timer: &Timer<'_>,
) -> SearchResult {
    let line = |line: &RootLine| Line { score: Score::new(line.score), moves: line.moves.clone() };
    SearchResult {
        lines: lines.iter().map(line).collect(),
        depth,
        seldepth,
        nodes: shared.nodes.load(Ordering::Relaxed) + worker.unreported(),
        quiescence_nodes: worker.quiet_nodes,
        quiescence_calls: worker.quiet_calls,
        time: timer.elapsed(),
        hashfull: shared.table.permille(),
    }
}
