//! The search of one thread: iterative deepening over a principal-variation search.

mod best;
mod iterate;
mod node;
mod quiescence;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use mujo_core::game::Board;
use mujo_core::moves::{Move, MoveList};
use mujo_core::parallel::Interrupt;
use mujo_core::rules::{Kind, Side};

use crate::evaluation::Evaluation;
use crate::limits::Timer;
use crate::observer::{Observer, Pace, Running};
use crate::ordering::{Memory, Picker};
use crate::table::Table;
use crate::tree::Tree;

pub(crate) use iterate::{Iteration, RootLine};

/// Deepest ply of the tree, extensions and quiescence included.
pub(crate) const MAX_PLY: usize = 160;
/// Captures one after the other on one square at most.
const LONGEST_EXCHANGE: usize = 12;
/// Positions between two checks of the clock and the stop flag, a millisecond at most.
const LOOK: u64 = 128;
/// A depth that is completed before limits of time and nodes count.
const LEAST_DEPTH: u32 = 2;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub stop: &'a AtomicBool,
    /// Positions visited by all threads, brought up to date now and then.
    pub nodes: AtomicU64,
}

/// Which parts of the search are switched on: all of them, except in measurements of what one is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Transposition table.
    pub table: bool,
    /// Quiescence search; without it the evaluation stands at depth 0.
    pub quiescence: bool,
    /// Static exchange in ordering and pruning.
    pub exchange: bool,
    /// Late-move reductions.
    pub reductions: bool,
    /// Late moves that are left out near the leaves.
    pub late_pruning: bool,
    /// Quiet moves that cannot raise the score are left out near the leaves.
    pub futility: bool,
    /// Nodes far above the window are cut near the leaves.
    pub reverse_futility: bool,
    /// Passing the turn to see whether the position is good anyway.
    pub null_move: bool,
    /// One ply more in check.
    pub check_extension: bool,
    /// Killers and counter moves.
    pub killers: bool,
    /// History of quiet moves.
    pub history: bool,
    /// Narrow windows at the root.
    pub aspiration: bool,
    /// The terms of the evaluation about the last royals.
    pub safety: bool,
    /// Quiet moves that lose an exchange are left out near the leaves.
    pub quiet_exchange: bool,
    /// Less pruning while the evaluation rises.
    pub improving: bool,
    /// History of quiet moves as answers to the previous move.
    pub continuation: bool,
}

impl Features {
    /// Everything.
    pub const ALL: Self = Self {
        table: true,
        quiescence: true,
        exchange: true,
        reductions: true,
        late_pruning: true,
        futility: true,
        reverse_futility: true,
        null_move: true,
        check_extension: true,
        killers: true,
        history: true,
        aspiration: true,
        safety: true,
        quiet_exchange: true,
        improving: true,
        continuation: true,
    };

    /// Names of the features.
    pub const NAMES: [&'static str; 16] = [
        "table",
        "quiescence",
        "exchange",
        "reductions",
        "late_pruning",
        "futility",
        "reverse_futility",
        "null_move",
        "check_extension",
        "killers",
        "history",
        "aspiration",
        "safety",
        "quiet_exchange",
        "improving",
        "continuation",
    ];

    /// Switch a feature off; false if there is none of that name.
    pub fn remove(&mut self, name: &str) -> bool {
        let feature = match name {
            "table" => &mut self.table,
            "quiescence" => &mut self.quiescence,
            "exchange" => &mut self.exchange,
            "reductions" => &mut self.reductions,
            "late_pruning" => &mut self.late_pruning,
            "futility" => &mut self.futility,
            "reverse_futility" => &mut self.reverse_futility,
            "null_move" => &mut self.null_move,
            "check_extension" => &mut self.check_extension,
            "killers" => &mut self.killers,
            "history" => &mut self.history,
            "aspiration" => &mut self.aspiration,
            "safety" => &mut self.safety,
            "quiet_exchange" => &mut self.quiet_exchange,
            "improving" => &mut self.improving,
            "continuation" => &mut self.continuation,
            _ => return false,
        };
        *feature = false;
        true
    }
}

/// Random error of the evaluation for weaker levels, the same for the same position and seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noise {
    /// Largest error in centi-units.
    pub size: i32,
    pub seed: u64,
}

impl Noise {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a remainder below twice the size")]
    fn of(self, key: u64) -> i32 {
        if self.size == 0 {
            return 0;
        }
        let span = 2 * self.size.unsigned_abs() as u64 + 1;
        (crate::random::mixed(key ^ self.seed) % span) as i32 - self.size
    }
}

/// Buffers of one ply.
#[derive(Debug, Default)]
struct Ply {
    list: MoveList,
    picker: Picker,
    /// Quiet moves tried before the one that caused a cutoff.
    tried: Vec<(Kind, Move)>,
    /// The best line from here.
    line: Vec<Move>,
    /// The move made here.
    made: Option<(Side, Kind, Move)>,
    eval: i32,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    tree: Tree<'a>,
    shared: &'a Shared<'a>,
    timer: &'a Timer<'a>,
    watch: &'a mut dyn Interrupt,
    memory: &'a mut Memory,
    plies: Vec<Ply>,
    features: Features,
    noise: Noise,
    /// Moves to search at the root; all of them if empty.
    only: &'a [Move],
    /// Average value of the pieces at the start: the scale of margins.
    scale: i32,
    /// Scratch buffer: captures by pieces that go almost anywhere.
    roaming: Vec<(i32, Move)>,
    /// Scratch buffers: captures on one square, by depth of the exchange.
    exchange_lists: Vec<MoveList>,
    pub nodes: u64,
    reported: u64,
    /// Positions visited in quiescence, and its calls from the main search.
    pub quiet_nodes: u64,
    pub quiet_calls: u64,
    observer: Option<&'a dyn Observer>,
    pace: Pace,
    /// The root move that is searched, its place from 1, and the number of root moves.
    current: (Move, usize, usize),
    /// Depth of the iteration that runs.
    iteration: u32,
    /// The last depth that was completed.
    completed: u32,
    stopped: bool,
    seldepth: usize,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        board: &Board,
        evaluation: &'a Evaluation,
        shared: &'a Shared<'a>,
        timer: &'a Timer<'a>,
        watch: &'a mut dyn Interrupt,
        memory: &'a mut Memory,
    ) -> Self {
        Self {
            tree: Tree::new(evaluation, board),
            shared,
            timer,
            watch,
            memory,
            plies: std::iter::repeat_with(Ply::default).take(MAX_PLY + 2).collect(),
            features: Features::ALL,
            noise: Noise::default(),
            only: &[],
            scale: evaluation.scale(),
            roaming: Vec::new(),
            exchange_lists: vec![MoveList::new(); LONGEST_EXCHANGE],
            nodes: 0,
            reported: 0,
            quiet_nodes: 0,
            quiet_calls: 0,
            observer: None,
            pace: Pace::default(),
            current: (Move::NONE, 0, 0),
            iteration: 0,
            completed: 0,
            stopped: false,
            seldepth: 0,
        }
    }

    #[must_use]
    pub(crate) fn with(mut self, features: Features, noise: Noise, only: &'a [Move]) -> Self {
        self.features = features;
        self.noise = noise;
        self.only = only;
        self
    }

    #[must_use]
    pub(crate) fn observed_by(mut self, observer: Option<&'a dyn Observer>) -> Self {
        self.observer = observer;
        self
    }

    /// Call the observer if that is due.
    fn observe(&mut self, begins_move: bool) {
        let Some(observer) = self.observer else { return };
        let time = self.timer.elapsed();
        let (current, number, moves) = self.current;
        if number == 0 || !self.pace.is_due(time, begins_move) {
            return;
        }
        observer.running(&Running {
            depth: self.iteration,
            seldepth: u32::try_from(self.seldepth).unwrap_or(u32::MAX),
            current,
            number,
            moves,
            nodes: self.shared.nodes.load(Ordering::Relaxed) + self.unreported(),
            time,
            hashfull: self.shared.table.permille(),
        });
    }

    /// Count a position; whether the search must end.
    #[inline]
    fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) || self.timer.is_spent(self.nodes) && self.limits_count() {
            self.look();
        }
        self.stopped
    }

    fn limits_count(&self) -> bool {
        self.completed >= LEAST_DEPTH.min(self.timer.depth)
    }

    #[inline(never)]
    fn look(&mut self) {
        let total =
            self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed) + self.nodes - self.reported;
        self.reported = self.nodes;
        self.stopped |= self.shared.stop.load(Ordering::Relaxed)
            || self.watch.should_stop()
            || self.limits_count() && (self.timer.is_spent(total) || self.timer.is_up());
        self.observe(false);
    }

    /// Positions that the shared count lacks.
    pub(crate) fn unreported(&self) -> u64 {
        self.nodes - self.reported
    }

    /// The evaluation for the side to move.
    fn evaluate(&mut self) -> i32 {
        let value = if self.features.safety { self.tree.evaluate() } else { self.tree.estimate() };
        value + self.noise.of(self.tree.key())
    }
}
