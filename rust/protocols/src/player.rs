//! The engine behind a session: it lies here while idle, and in a thread of its own while it searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use mujo_core::game::Board;
use mujo_core::game::outcome::Outcome;
use mujo_core::moves::Move;
use mujo_core::parallel::Interrupt;
use mujo_core::rules::RuleSet;
use mujo_engine::{
    Control, Engine, Limits, MAX_MATE_PLIES, MateAnswer, Observer, Ponder, Running, SearchError, SearchResult,
    find_mate,
};

use crate::lines::Line;
use crate::settings::Settings;

/// Stack of a search thread.
const STACK: usize = 8 << 20;
/// MiB of the table of a mate search.
const MATE_TABLE: usize = 64;

/// What the event loop receives.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line of the other side.
    Line(Line),
    /// The other side has closed its end.
    End,
    /// An iteration is complete.
    Progress(Box<SearchResult>),
    /// An iteration goes on.
    Running(Box<Running>),
    /// The search has ended.
    Done(Box<Done>),
}

/// A search that has ended, with the engine that made it.
#[derive(Debug)]
pub(crate) struct Done {
    /// `None` if the search failed.
    engine: Option<Engine>,
    pub found: Found,
}

/// What came of a search.
#[derive(Debug)]
pub(crate) enum Found {
    /// The best lines.
    Lines(SearchResult),
    /// The answer of a mate search.
    Mate(MateAnswer),
    /// The game is over.
    Finished(Outcome),
    /// An error of the engine.
    Failed(String),
}

/// What to search.
#[derive(Debug)]
pub(crate) enum Task {
    /// The best move within limits, among some moves or all of them.
    Best { limits: Limits, moves: Vec<Move>, pondering: bool },
    /// A forced mate within a time.
    Mate { time: Option<Duration> },
}

/// A search that runs.
#[derive(Debug)]
struct Handle {
    stop: Arc<AtomicBool>,
    ponder: Arc<Ponder>,
}

/// The engine with its settings.
#[derive(Debug)]
pub(crate) struct Player {
    pub settings: Settings,
    engine: Option<Engine>,
    running: Option<Handle>,
    /// Whether the engine must be built again.
    is_stale: bool,
    /// Whether the engine must forget what it knows.
    is_to_clear: bool,
    /// Games begun: each makes a weaker level err in another way.
    games: u64,
    sender: SyncSender<Event>,
}

impl Player {
    pub(crate) fn new(settings: Settings, sender: SyncSender<Event>) -> Self {
        Self { settings, engine: None, running: None, is_stale: true, is_to_clear: false, games: 0, sender }
    }

    /// Whether a search runs.
    pub(crate) fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Build the engine again before the next search.
    pub(crate) fn mark_stale(&mut self) {
        self.is_stale = true;
    }

    /// Forget what the engine knows before the next search.
    pub(crate) fn clear(&mut self) {
        self.is_to_clear = true;
    }

    /// A new game begins.
    pub(crate) fn begin_game(&mut self) {
        self.games = self.games.wrapping_add(1);
        self.is_to_clear = true;
    }

    /// End the search as soon as possible; its result follows as an event.
    pub(crate) fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The expected move was played: the clock of the search starts.
    pub(crate) fn hit(&self) {
        if let Some(running) = &self.running {
            running.ponder.hit();
        }
    }

    /// Build the engine for these rules if its settings have changed; nothing while a search runs.
    ///
    /// # Errors
    /// A sentence if there is no memory for the table; a small one is used then.
    pub(crate) fn prepare(&mut self, rules: &Arc<RuleSet>) -> Result<(), String> {
        if self.is_searching() {
            return Ok(());
        }
        let mut refused = Ok(());
        let fits = self.engine.as_ref().is_some_and(|engine| engine.rules() == rules);
        if self.is_stale || !fits {
            let settings = &mut self.settings;
            // Two tables at once may be more than there is memory for.
            self.engine = None;
            let mut engine = Engine::new(rules, settings.hash, settings.threads);
            if let Err(error) = &engine {
                refused = Err(format!("{error}; a table of 1 MiB is used"));
                settings.hash = 1;
                engine = Engine::new(rules, settings.hash, settings.threads);
            }
            self.engine = engine.ok();
            self.is_stale = false;
            self.is_to_clear = false;
        }
        if let Some(engine) = &mut self.engine {
            if std::mem::take(&mut self.is_to_clear) {
                engine.clear();
            }
            engine.set_level(self.settings.level, self.settings.seed.wrapping_add(self.games));
        }
        refused
    }

    /// Begin a search, whose events go to the event loop. Nothing may be searching.
    ///
    /// # Errors
    /// A sentence if no search can begin.
    pub(crate) fn start(&mut self, board: &Board, task: Task) -> Result<(), String> {
        let refused = self.prepare(board.rules());
        let Some(mut engine) = self.engine.take() else {
            return Err(refused.err().unwrap_or_else(|| "there is no engine".into()));
        };
        let (stop, ponder) = (Arc::new(AtomicBool::new(false)), Arc::new(Ponder::default()));
        let task = match task {
            Task::Best { limits, moves, pondering } => {
                let limits = self.settings.level.map_or(limits, |level| level.limits(limits));
                Task::Best { limits, moves, pondering }
            }
            mate @ Task::Mate { .. } => mate,
        };
        let (board, sender) = (board.clone(), self.sender.clone());
        let (stopped, hit) = (Arc::clone(&stop), Arc::clone(&ponder));
        let work = move || {
            let found = catch_unwind(AssertUnwindSafe(|| search(&mut engine, &board, &task, &stopped, &hit, &sender)));
            let done = match found {
                Ok(found) => Done { engine: Some(engine), found },
                Err(_) => Done { engine: None, found: Found::Failed("the search failed: a bug in mujo".into()) },
            };
            // The event loop may be gone.
            let _ = sender.send(Event::Done(Box::new(done)));
        };
        match thread::Builder::new().name("mujo search".into()).stack_size(STACK).spawn(work) {
            Ok(_) => {
                self.running = Some(Handle { stop, ponder });
                Ok(())
            }
            Err(error) => Err(format!("no thread for the search: {error}")),
        }
    }

    /// Take the engine back from a search that has ended.
    pub(crate) fn take_back(&mut self, done: Done) -> Found {
        self.running = None;
        self.engine = done.engine;
        done.found
    }
}

/// Sends the state of a search to the event loop. One that the loop has no room for is dropped: the search does not wait.
#[derive(Debug)]
struct States<'a>(&'a SyncSender<Event>);

impl Observer for States<'_> {
    fn running(&self, state: &Running) {
        let _ = self.0.try_send(Event::Running(Box::new(state.clone())));
    }
}

/// Polls a flag and a deadline.
struct Deadline<'a> {
    stop: &'a AtomicBool,
    end: Option<Instant>,
}

impl Interrupt for Deadline<'_> {
    fn should_stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

fn search(
    engine: &mut Engine,
    board: &Board,
    task: &Task,
    stop: &AtomicBool,
    ponder: &Ponder,
    sender: &SyncSender<Event>,
) -> Found {
    if let Some(outcome) = board.outcome() {
        return Found::Finished(outcome);
    }
    match task {
        Task::Best { limits, moves, pondering } => {
            let state = States(sender);
            let control = Control { stop, ponder: pondering.then_some(ponder), moves, observer: Some(&state) };
            let mut report = |found: &SearchResult| sender.send(Event::Progress(Box::new(found.clone()))).is_ok();
            let mut watch = Deadline { stop, end: None };
            match engine.search_with(board, limits, &control, &mut watch, &mut report) {
                Ok(found) => Found::Lines(found),
                Err(SearchError::Finished(outcome)) => Found::Finished(outcome),
                Err(error @ SearchError::WrongRules) => Found::Failed(error.to_string()),
            }
        }
        Task::Mate { time } => {
            let mut watch = Deadline { stop, end: time.and_then(|time| Instant::now().checked_add(time)) };
            match find_mate(engine.evaluation(), board, MAX_MATE_PLIES, u64::MAX, MATE_TABLE, &mut watch) {
                Ok(result) => Found::Mate(result.answer),
                Err(error) => Found::Failed(error.to_string()),
            }
        }
    }
}
