//! Counting sequences of legal moves (rules 8.2 and 8.3).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::board::Position;
use crate::error::{Error, Result};
use crate::geometry::Square;
use crate::movegen::{self, Count, Scratch, plain};
use crate::moves::{Change, Move, MoveList};
use crate::outcome;
use crate::rules::{Code, RuleSet};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Moves by effect (rule 8.2).
    Effect,
    /// Paths: start, first step, end, promotion (rule 8.3).
    Path,
}

/// Why a count ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Asked now and then whether to stop.
pub trait Watch {
    /// Whether the count should end at once.
    fn should_stop(&mut self) -> bool;
}

/// Never stops.
#[derive(Clone, Copy, Debug)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Nodes between two looks at the watch.
const NODES_BETWEEN_LOOKS: u32 = 256;

/// One thread's count: a position of its own, lists for every depth, and room for generation.
struct Counter<'a, W> {
    rules: &'a RuleSet,
    by: By,
    position: Position,
    captured: Vec<(Square, Code)>,
    lists: Vec<MoveList>,
    scratch: Scratch,
    buffer: plain::Buffer,
    watch: W,
    until_look: u32,
}

impl<W: Watch> Counter<'_, W> {
    fn count(&mut self, depth: usize) -> std::result::Result<u64, Stopped> {
        if depth == 0 {
            return Ok(1);
        }
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = NODES_BETWEEN_LOOKS;
            if self.watch.should_stop() {
                return Err(Stopped);
            }
        }
        if outcome::bared(&self.position, self.rules).is_some() {
            return Ok(0);
        }
        if depth == 1 && self.by == By::Effect {
            let mut count = Count::default();
            movegen::legal_moves(&self.position, self.rules, &mut self.scratch, &mut count);
            return Ok(count.0);
        }
        while self.lists.len() < depth {
            self.lists.push(MoveList::new());
        }
        let mut list = std::mem::take(&mut self.lists[depth - 1]);
        list.clear();
        movegen::legal_moves(&self.position, self.rules, &mut self.scratch, &mut list);
        let mut total = 0;
        for mv in &list {
            let ways = self.ways(*mv);
            total += if depth == 1 { ways } else { ways * self.after(*mv, depth - 1)? };
        }
        self.lists[depth - 1] = list;
        Ok(total)
    }

    /// Paths of a legal move; 1 by effect.
    fn ways(&mut self, mv: Move) -> u64 {
        if self.by == By::Effect {
            return 1;
        }
        let effect = mv.with_change(Change::None);
        let mut ways = 0;
        plain::paths(&self.position, self.rules, mv.from(), &mut self.buffer, &mut |_, found| {
            ways += u64::from(found == effect);
        });
        ways
    }

    fn after(&mut self, mv: Move, depth: usize) -> std::result::Result<u64, Stopped> {
        let undo = self.position.make(self.rules, mv, &mut self.captured);
        let count = self.count(depth);
        self.position.unmake(self.rules, &undo, &mut self.captured);
        count
    }
}

/// Refuse counts by path where a type takes more than two steps (rule 8.3).
///
/// # Errors
/// `paths_refused`.
pub fn check_by(rules: &RuleSet, by: By) -> Result<()> {
    let long = (by == By::Path).then(|| rules.longest_type()).flatten();
    match long {
        None => Ok(()),
        Some(id) => Err(Error::other(
            "paths_refused",
            format!("counts by path are defined for at most two steps a move; {id} of {} takes three", rules.name()),
        )),
    }
}

fn counter<W: Watch>(rules: &RuleSet, position: Position, by: By, watch: W) -> Counter<'_, W> {
    Counter {
        rules,
        by,
        position,
        captured: Vec::new(),
        lists: Vec::new(),
        scratch: Scratch::default(),
        buffer: plain::Buffer::new(),
        watch,
        until_look: NODES_BETWEEN_LOOKS,
    }
}

/// Sequences of `depth` legal moves from a position, repetition left out (rule 8.2).
///
/// # Errors
/// [`Stopped`] if the watch says so.
pub fn perft(
    rules: &RuleSet,
    position: &Position,
    depth: usize,
    by: By,
    watch: impl Watch,
) -> std::result::Result<u64, Stopped> {
    counter(rules, position.clone(), by, watch).count(depth)
}

/// As [`perft`] by effect, but every node of the last ply is made and unmade too: for measurement.
pub fn perft_made(rules: &RuleSet, position: &Position, depth: usize) -> u64 {
    fn below(counter: &mut Counter<'_, NoWatch>, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        while counter.lists.len() < depth {
            counter.lists.push(MoveList::new());
        }
        let mut list = std::mem::take(&mut counter.lists[depth - 1]);
        list.clear();
        movegen::legal_moves(&counter.position, counter.rules, &mut counter.scratch, &mut list);
        let mut total = 0;
        for mv in &list {
            let undo = counter.position.make(counter.rules, *mv, &mut counter.captured);
            total += below(counter, depth - 1);
            counter.position.unmake(counter.rules, &undo, &mut counter.captured);
        }
        counter.lists[depth - 1] = list;
        total
    }
    below(&mut counter(rules, position.clone(), By::Effect, NoWatch), depth)
}

/// The legal moves of a position that perft counts from, with the paths of each.
pub fn roots(rules: &RuleSet, position: &Position, by: By) -> Vec<(Move, u64)> {
    let mut counter = counter(rules, position.clone(), by, NoWatch);
    let mut list = MoveList::new();
    if outcome::bared(position, rules).is_none() {
        movegen::legal_moves(position, rules, &mut counter.scratch, &mut list);
    }
    list.into_iter().map(|mv| (mv, counter.ways(mv))).collect()
}

/// A count over the first moves, shared by any number of threads; the result does not depend on their number.
#[derive(Debug)]
pub struct Shared {
    rules: Arc<RuleSet>,
    position: Position,
    depth: usize,
    by: By,
    roots: Vec<(Move, u64)>,
    counts: Vec<AtomicU64>,
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
}

/// A watch that looks at the shared flag.
struct Flag<'a>(&'a AtomicBool);

impl Watch for Flag<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Shared {
    /// Prepare a count of at least one ply.
    pub fn new(rules: Arc<RuleSet>, position: Position, depth: usize, by: By) -> Self {
        let roots = roots(&rules, &position, by);
        let counts = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        Self { rules, position, depth: depth.max(1), by, roots, counts, next, done, stop }
    }

    /// Work until nothing is left or the count is stopped. Call it from every thread.
    pub fn work(&self) {
        let mut counter = counter(&self.rules, self.position.clone(), self.by, Flag(&self.stop));
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((mv, ways)) = self.roots.get(at) else {
                return;
            };
            let Ok(count) = counter.after(*mv, self.depth - 1) else {
                return;
            };
            self.counts[at].store(count * ways, Ordering::Relaxed);
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    /// Make every thread stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// First moves counted, and all first moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Acquire), self.roots.len())
    }

    /// Whether every first move was counted.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire) == self.roots.len()
    }

    /// First moves and their counts; whole once [`Shared::is_done`].
    pub fn result(&self) -> Vec<(Move, u64)> {
        self.roots.iter().zip(&self.counts).map(|((mv, _), count)| (*mv, count.load(Ordering::Relaxed))).collect()
    }
}
