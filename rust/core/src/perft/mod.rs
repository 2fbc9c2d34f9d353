//! Counting sequences of legal moves (rules 8.2 and 8.3).

mod replies;
pub mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::error::{Error, Result, Slug};
use crate::game::outcome;
use crate::movegen::{self, Count, Scratch};
use crate::moves::{Change, Move, MoveList};
pub use crate::parallel::{Interrupt, NeverInterrupt};
use crate::perft::replies::Replies;
use crate::perft::table::{Line, Table};
use crate::position::{MoveStack, Placement, Position};
use crate::powers::interpreted;
use crate::rules::RuleSet;

/// The unit of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Moves by effect (rule 8.2).
    Effect,
    /// Paths: start, first step, end, promotion (rule 8.3).
    Path,
}

/// Why a count did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was interrupted.
    Stopped,
    /// The count exceeds 64 bits, which a table makes possible.
    TooLarge,
}

type Counted = std::result::Result<u64, Ended>;

/// Nodes between two checks for an interrupt.
const NODES_BETWEEN_LOOKS: u32 = 256;

/// The state of one thread: its own position, a move list for each depth, and scratch space.
struct Counter<'a, W> {
    rules: &'a RuleSet,
    by: By,
    stack: MoveStack,
    lists: Vec<MoveList>,
    scratch: Scratch,
    /// Replies to the moves of the last ply but one, where that is faster.
    replies: Replies,
    replies_ready: bool,
    /// The line from the root, if a table is used.
    line: Option<Line<'a>>,
    watch: W,
    until_look: u32,
}

impl<W: Interrupt> Counter<'_, W> {
    /// Count below the current position.
    fn count(&mut self, depth: usize) -> Counted {
        if depth == 0 {
            return Ok(1);
        }
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = NODES_BETWEEN_LOOKS;
            if self.watch.should_stop() {
                return Err(Ended::Stopped);
            }
        }
        if outcome::bared(self.stack.position_mut(self.rules), self.rules, &mut self.scratch).is_some() {
            return Ok(0);
        }
        if depth == 1 && self.by == By::Effect {
            return Ok(self.count_moves());
        }
        let name =
            self.line.as_ref().and_then(|line| self.stack.with_placement(|placement| line.name(placement, depth)));
        if let (Some(line), Some(name)) = (&self.line, &name)
            && let Some(count) = line.table.get(self.stack.with_placement(Placement::key), name)
        {
            return Ok(count);
        }
        let total = self.count_by_moves(depth)?;
        if let (Some(line), Some(name)) = (&self.line, &name) {
            line.table.put(self.stack.with_placement(Placement::key), name, total);
        }
        Ok(total)
    }

    /// Legal moves by effect.
    fn count_moves(&mut self) -> u64 {
        let Self { stack, rules, scratch, .. } = self;
        let (position, last) = stack.position_and_last(rules);
        if let Some((undo, captured)) = last.filter(|_| self.replies_ready) {
            return self.replies.after(position, rules, &undo.touched(captured), scratch);
        }
        let mut count = Count::default();
        movegen::legal_moves(position, rules, scratch, &mut count);
        count.0
    }

    /// Precompute the replies before the moves of a node are made, with `depth` plies to go.
    fn prepare(&mut self, depth: usize, moves: usize) {
        let Self { stack, rules, scratch, .. } = self;
        let position = stack.position_mut(rules);
        self.replies_ready =
            depth == 2 && self.by == By::Effect && self.replies.prepare(position, rules, moves, scratch);
    }

    fn count_by_moves(&mut self, depth: usize) -> Counted {
        while self.lists.len() < depth {
            self.lists.push(MoveList::new());
        }
        let mut list = std::mem::take(&mut self.lists[depth - 1]);
        list.clear();
        movegen::legal_moves(self.stack.position_mut(self.rules), self.rules, &mut self.scratch, &mut list);
        self.prepare(depth, list.len());
        let mut total = 0_u64;
        for mv in &list {
            let paths = self.paths(*mv);
            let lines = if depth == 1 { Some(paths) } else { paths.checked_mul(self.after(*mv, depth - 1)?) };
            total = lines.and_then(|lines| total.checked_add(lines)).ok_or(Ended::TooLarge)?;
        }
        self.lists[depth - 1] = list;
        Ok(total)
    }

    /// Number of paths of a legal move; 1 when counting by effect.
    fn paths(&mut self, mv: Move) -> u64 {
        if self.by == By::Effect {
            return 1;
        }
        let effect = mv.with_change(Change::None);
        let mut paths = 0;
        interpreted::paths(self.stack.position_mut(self.rules), self.rules, mv.from(), &mut |_, found| {
            paths += u64::from(found == effect);
        });
        paths
    }

    fn after(&mut self, mv: Move, depth: usize) -> Counted {
        self.stack.push(self.rules, mv);
        let last = self.stack.last();
        let before = self.line.as_mut().zip(last).map(|(line, (undo, captured))| line.go_on(undo.touched(captured)));
        let count = self.count(depth);
        self.stack.pop(self.rules);
        if let (Some(line), Some(before)) = (&mut self.line, before) {
            line.back_to(before);
        }
        count
    }
}

/// Refuse counts by path if a type takes more than two steps (rule 8.3).
///
/// # Errors
/// `paths_refused`.
pub fn check_by(rules: &RuleSet, by: By) -> Result<()> {
    let long = (by == By::Path).then(|| rules.longest_type()).flatten();
    match long {
        None => Ok(()),
        Some(id) => Err(Error::other(
            Slug::PathsRefused,
            format!("counts by path are defined for at most two steps a move; {id} of {} takes three", rules.name()),
        )),
    }
}

fn counter<'a, W: Interrupt>(
    rules: &'a RuleSet,
    position: &'a Position,
    by: By,
    table: Option<&'a Table>,
    watch: W,
) -> Counter<'a, W> {
    Counter {
        rules,
        by,
        stack: MoveStack::new(position.clone()),
        lists: Vec::new(),
        scratch: Scratch::default(),
        replies: Replies::default(),
        replies_ready: false,
        line: table.map(|table| Line::new(table, rules, position)),
        watch,
        until_look: NODES_BETWEEN_LOOKS,
    }
}

/// Count the sequences of `depth` legal moves from a position, ignoring repetition (rule 8.2).
///
/// # Errors
/// [`Ended`] if interrupted or if the count is too large.
pub fn perft(rules: &RuleSet, position: &Position, depth: usize, by: By, watch: impl Interrupt) -> Counted {
    counter(rules, position, by, None, watch).count(depth)
}

/// As [`perft`], with a table. Use a table only for counts of one unit below one position.
///
/// # Errors
/// As [`perft`].
pub fn perft_with_table(
    rules: &RuleSet,
    position: &Position,
    depth: usize,
    by: By,
    table: &Table,
    watch: impl Interrupt,
) -> Counted {
    counter(rules, position, by, Some(table), watch).count(depth)
}

/// As [`perft`] by effect, but makes and unmakes every node of the last ply too: for benchmarks.
pub fn perft_made(rules: &RuleSet, position: &Position, depth: usize) -> u64 {
    fn below(counter: &mut Counter<'_, NeverInterrupt>, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        while counter.lists.len() < depth {
            counter.lists.push(MoveList::new());
        }
        let mut list = std::mem::take(&mut counter.lists[depth - 1]);
        list.clear();
        movegen::legal_moves(counter.stack.position_mut(counter.rules), counter.rules, &mut counter.scratch, &mut list);
        let mut total = 0;
        for mv in &list {
            counter.stack.push(counter.rules, *mv);
            total += below(counter, depth - 1);
            counter.stack.pop(counter.rules);
        }
        counter.lists[depth - 1] = list;
        total
    }
    below(&mut counter(rules, position, By::Effect, None, NeverInterrupt), depth)
}

/// The legal moves at the root of a count, each with its number of paths.
pub fn roots(rules: &RuleSet, position: &Position, by: By) -> Vec<(Move, u64)> {
    let mut counter = counter(rules, position, by, None, NeverInterrupt);
    let mut list = MoveList::new();
    if outcome::bared(position, rules, &mut counter.scratch).is_none() {
        movegen::legal_moves(position, rules, &mut counter.scratch, &mut list);
    }
    list.into_iter().map(|mv| (mv, counter.paths(mv))).collect()
}

/// A count split over the first moves and shared by threads. The result does not depend on their number.
#[derive(Debug)]
pub struct Shared {
    rules: Arc<RuleSet>,
    position: Position,
    depth: usize,
    by: By,
    table: Option<Table>,
    roots: Vec<(Move, u64)>,
    counts: Vec<AtomicU64>,
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
    too_large: AtomicBool,
}

impl Shared {
    /// Prepare a count of at least one ply.
    pub fn new(rules: Arc<RuleSet>, position: Position, depth: usize, by: By, table: Option<Table>) -> Self {
        let roots = roots(&rules, &position, by);
        let counts = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (stop, too_large) = (AtomicBool::new(false), AtomicBool::new(false));
        let depth = depth.max(1);
        Self { rules, position, depth, by, table, roots, counts, next, done, stop, too_large }
    }

    /// Work until everything is done or the call is interrupted. Call it from every thread.
    pub fn work(&self, watch: impl Interrupt) {
        let mut counter = counter(&self.rules, &self.position, self.by, self.table.as_ref(), watch);
        counter.prepare(self.depth, self.roots.len());
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((mv, paths)) = self.roots.get(at) else {
                return;
            };
            let below = counter.after(*mv, self.depth - 1);
            match below.and_then(|count| count.checked_mul(*paths).ok_or(Ended::TooLarge)) {
                Ok(count) => self.counts[at].store(count, Ordering::Relaxed),
                Err(ended) => {
                    self.too_large.fetch_or(ended == Ended::TooLarge, Ordering::Relaxed);
                    self.stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    /// The flag that makes every thread stop soon.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Number of first moves counted, and of all first moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Acquire), self.roots.len())
    }

    /// Whether every first move was counted.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire) == self.roots.len()
    }

    /// First moves and their counts, and the sum, once every thread has ended.
    ///
    /// # Errors
    /// Why the count ended early.
    pub fn result(&self) -> std::result::Result<(Vec<(Move, u64)>, u64), Ended> {
        if self.too_large.load(Ordering::Relaxed) {
            return Err(Ended::TooLarge);
        }
        if !self.is_done() {
            return Err(Ended::Stopped);
        }
        let counts: Vec<(Move, u64)> =
            self.roots.iter().zip(&self.counts).map(|((mv, _), count)| (*mv, count.load(Ordering::Relaxed))).collect();
        let sum = counts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count)).ok_or(Ended::TooLarge)?;
        Ok((counts, sum))
    }
}
