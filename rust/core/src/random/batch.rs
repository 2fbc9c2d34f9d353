//! Many positions of one rule set, stepped side by side and shared by threads.
//!
//! These are positions without history: repetition neither forbids a move nor ends a game, as in counts (rule 8.2).
//! Everything else is as on a [`Board`].

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::error::{Error, Slug};
use crate::game::Board;
use crate::game::outcome::{self, Outcome};
use crate::geometry::Square;
use crate::movegen::{self, Count, FindMove, Scratch, Sink};
use crate::moves::Move;
use crate::parallel::Interrupt;
use crate::parallel::WorkQueue;
use crate::position::{Position, Undo, Victim};
use crate::rules::RuleSet;
use crate::text::move_id;

/// Maximal number of boards that a thread takes at once.
const MOST_AT_ONCE: usize = 64;

/// The position to which a board is reset.
#[derive(Debug)]
pub struct Start {
    position: Position,
    number: u32,
    outcome: Option<Outcome>,
}

impl Start {
    /// A start with the position of a board, without its history.
    pub fn new(board: &Board) -> Arc<Self> {
        let position = board.to_position();
        let outcome = outcome::of_position(&position, board.rules(), &mut Scratch::default(), false);
        Arc::new(Self { position, number: board.number(), outcome })
    }
}

/// One board.
#[derive(Clone, Debug)]
struct Slot {
    position: Position,
    start: Arc<Start>,
    plies: u32,
    outcome: Option<Outcome>,
}

impl Slot {
    fn new(start: Arc<Start>) -> Self {
        Self { position: start.position.clone(), plies: 0, outcome: start.outcome, start }
    }

    /// Make the move with this number, if it is legal.
    fn step(&mut self, rules: &Arc<RuleSet>, id: u64, buffers: &mut StepBuffers) -> Result<(), Error> {
        let mv = move_id::read(rules, id)?;
        if self.outcome.is_some() || !is_legal(&self.position, rules, mv, &mut buffers.scratch) {
            return Err(self.refusal(rules, mv));
        }
        let undo = self.position.make(rules, mv, &mut buffers.captured);
        buffers.undos.push(undo);
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }

    /// Store the outcome after a step.
    fn settle(&mut self, rules: &RuleSet, buffers: &mut StepBuffers) {
        self.outcome = outcome::of_position(&self.position, rules, &mut buffers.scratch, true);
    }

    /// Why a move is not legal.
    fn refusal(&self, rules: &Arc<RuleSet>, mv: Move) -> Error {
        let mut board = Board::from_position(Arc::clone(rules), self.position.clone(), 1);
        let refused = board.push(mv).err();
        refused.unwrap_or_else(|| Error::other(Slug::IllegalMoveGameOver, "the game is over"))
    }

    fn unmake(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Victim>) {
        self.position.unmake(rules, undo, captured);
        self.plies -= 1;
        // A finished board would have refused the move.
        self.outcome = None;
    }
}

fn is_legal(position: &Position, rules: &RuleSet, mv: Move, scratch: &mut Scratch) -> bool {
    let mut wanted = FindMove::new(mv);
    movegen::legal_moves_from(position, rules, mv.from(), scratch, &mut wanted);
    wanted.found
}

/// Collects the numbers of moves.
struct Ids<'a> {
    rules: &'a RuleSet,
    list: &'a mut Vec<u64>,
}

impl Sink for Ids<'_> {
    const NEEDS_CAPTURE_FLAG: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, _takes: bool) {
        self.list.push(move_id::of(self.rules, mv));
    }

    #[inline]
    fn push_row(&mut self, from: Square, first: Square, columns: u64, _takes: bool) {
        let id = move_id::of(self.rules, Move::new(from, first));
        self.list.extend(Position::bits(columns).map(|column| move_id::along_row(id, column)));
    }
}

/// Scratch space of a thread, and its undo records.
#[derive(Debug, Default)]
struct StepBuffers {
    scratch: Scratch,
    undos: Vec<Undo>,
    captured: Vec<Victim>,
}

/// Boards of one rule set.
#[derive(Clone, Debug)]
pub struct Batch {
    rules: Arc<RuleSet>,
    slots: Vec<Slot>,
}

impl Batch {
    /// Boards that start from these positions of this rule set.
    pub fn new(rules: Arc<RuleSet>, starts: impl Iterator<Item = Arc<Start>>) -> Self {
        Self { rules, slots: starts.map(Slot::new).collect() }
    }

    /// The rule set.
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// Number of boards.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no board.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The positions.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.slots.iter().map(|slot| &slot.position)
    }

    /// Moves made on each board since it was reset.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = u32> {
        self.slots.iter().map(|slot| slot.plies)
    }

    /// The outcome of each board whose game has ended.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = Option<Outcome>> {
        self.slots.iter().map(|slot| slot.outcome)
    }

    /// Boards that go on from where others are: for each where it began, where it is, and the moves made between.
    pub fn restore(rules: Arc<RuleSet>, slots: impl Iterator<Item = (Arc<Start>, Position, u32)>) -> Self {
        let mut scratch = Scratch::default();
        let slots = slots.map(|(start, position, plies)| {
            let outcome =
                if plies == 0 { start.outcome } else { outcome::of_position(&position, &rules, &mut scratch, true) };
            Slot { position, start, plies, outcome }
        });
        let slots = slots.collect();
        Self { rules, slots }
    }

    /// Where a board began, without history.
    pub fn start(&self, index: usize) -> Option<Board> {
        let start = &self.slots.get(index)?.start;
        Some(Board::from_position(Arc::clone(&self.rules), start.position.clone(), start.number))
    }

    /// One board by itself, without history.
    pub fn board(&self, index: usize) -> Option<Board> {
        let slot = self.slots.get(index)?;
        let number = slot.start.number.saturating_add(slot.plies);
        Some(Board::from_position(Arc::clone(&self.rules), slot.position.clone(), number))
    }

    /// Reset a board, to another start if one is given. Does nothing if there is no such board.
    pub fn reset(&mut self, index: usize, start: Option<&Arc<Start>>) {
        if let Some(slot) = self.slots.get_mut(index) {
            if let Some(start) = start {
                slot.start = Arc::clone(start);
            }
            slot.position.clone_from(&slot.start.position);
            (slot.plies, slot.outcome) = (0, slot.start.outcome);
        }
    }

    /// Boards that a thread takes at once, so that all of `threads` stay busy to the end.
    fn at_once(&self, threads: usize) -> usize {
        (self.slots.len() / (4 * threads.max(1))).clamp(1, MOST_AT_ONCE)
    }

    /// Prepare a step: the number of a move for each board, 0 for a board that waits.
    pub fn step<'a>(&'a mut self, ids: &'a [u64], threads: usize) -> Step<'a> {
        debug_assert_eq!(ids.len(), self.slots.len());
        let at_once = self.at_once(threads);
        let slots = self.slots.chunks_mut(at_once).zip(ids.chunks(at_once)).enumerate();
        let parts = slots.map(|(part, (slots, ids))| StepPart {
            first: part * at_once,
            slots,
            ids,
            buffers: StepBuffers::default(),
            made: Vec::new(),
            refused: None,
            is_done: false,
        });
        Step { rules: &self.rules, parts: WorkQueue::new(parts) }
    }

    /// Prepare the lists of legal moves of all boards, or only their lengths.
    pub fn lists(&self, only_count: bool, threads: usize) -> Lists<'_> {
        let parts = self.slots.chunks(self.at_once(threads));
        let parts = parts.map(|slots| ListPart { slots, ids: Vec::new(), counts: Vec::new() });
        Lists { rules: &self.rules, only_count, parts: WorkQueue::new(parts) }
    }
}

/// A step of all boards, made on all or on none.
#[derive(Debug)]
pub struct Step<'a> {
    rules: &'a Arc<RuleSet>,
    parts: WorkQueue<StepPart<'a>>,
}

#[derive(Debug)]
struct StepPart<'a> {
    first: usize,
    slots: &'a mut [Slot],
    ids: &'a [u64],
    buffers: StepBuffers,
    /// Indices of the boards on which a move was made.
    made: Vec<usize>,
    refused: Option<(usize, Error)>,
    is_done: bool,
}

impl StepPart<'_> {
    /// Whether every move of the part was made.
    fn work(&mut self, rules: &Arc<RuleSet>, watch: &mut impl Interrupt) -> bool {
        for (at, (slot, id)) in self.slots.iter_mut().zip(self.ids).enumerate() {
            if watch.should_stop() {
                return false;
            }
            if *id == 0 {
                continue;
            }
            if let Err(error) = slot.step(rules, *id, &mut self.buffers) {
                self.refused = Some((self.first + at, error));
                return false;
            }
            // Before the outcome: finding it may be interrupted, and the move is then taken back.
            self.made.push(at);
            slot.settle(rules, &mut self.buffers);
        }
        self.is_done = true;
        true
    }

    fn take_back(&mut self, rules: &RuleSet) {
        for (at, undo) in self.made.iter().zip(&self.buffers.undos).rev() {
            self.slots[*at].unmake(rules, undo, &mut self.buffers.captured);
        }
    }
}

/// Why a step was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// It was interrupted.
    Stopped,
    /// The first board whose move is refused.
    Refused(usize, Error),
}

impl Step<'_> {
    /// Work until everything is done or the call is interrupted. Call it from every thread.
    pub fn work(&self, mut watch: impl Interrupt) {
        self.parts.work(|part| part.work(self.rules, &mut watch));
    }

    /// The flag that makes every thread stop soon.
    pub fn stop_flag(&self) -> &AtomicBool {
        self.parts.stop_flag()
    }

    /// Finish the step after all threads have ended: commit it if it was made on every board and `keep` agrees.
    ///
    /// # Errors
    /// Why it was not made; every board is then unchanged.
    pub fn finish(self, keep: bool) -> Result<(), NoStep> {
        let mut parts: Vec<StepPart<'_>> = self.parts.into_parts().collect();
        if keep && parts.iter().all(|part| part.is_done) {
            return Ok(());
        }
        for part in &mut parts {
            part.take_back(self.rules);
        }
        // Parts are taken in order and processed up to their first refusal, so no earlier refusal is missed.
        let refused = parts.into_iter().find_map(|part| part.refused);
        Err(refused.map_or(NoStep::Stopped, |(at, error)| NoStep::Refused(at, error)))
    }
}

/// Lists of legal moves of all boards.
#[derive(Debug)]
pub struct Lists<'a> {
    rules: &'a RuleSet,
    only_count: bool,
    parts: WorkQueue<ListPart<'a>>,
}

#[derive(Debug)]
struct ListPart<'a> {
    slots: &'a [Slot],
    ids: Vec<u64>,
    counts: Vec<u64>,
}

impl Lists<'_> {
    /// Work until everything is done or the call is interrupted. Call it from every thread.
    pub fn work(&self, mut watch: impl Interrupt) {
        let mut scratch = Scratch::default();
        self.parts.work(|part| {
            for slot in part.slots {
                if watch.should_stop() {
                    return false;
                }
                let mut count = Count::default();
                if slot.outcome.is_some() {
                    // The game is over: there are no legal moves.
                } else if self.only_count {
                    movegen::legal_moves(&slot.position, self.rules, &mut scratch, &mut count);
                } else {
                    let before = part.ids.len();
                    let mut ids = Ids { rules: self.rules, list: &mut part.ids };
                    movegen::legal_moves(&slot.position, self.rules, &mut scratch, &mut ids);
                    count.0 = (part.ids.len() - before) as u64;
                }
                part.counts.push(count.0);
            }
            true
        });
    }

    /// The flag that makes every thread stop soon.
    pub fn stop_flag(&self) -> &AtomicBool {
        self.parts.stop_flag()
    }

    /// The number of moves of each board, and the moves in chunks, board after board; `None` if interrupted.
    pub fn finish(self) -> Option<(Vec<u64>, Vec<Vec<u64>>)> {
        let (mut counts, mut ids) = (Vec::new(), Vec::new());
        for part in self.parts.into_parts() {
            if part.counts.len() < part.slots.len() {
                return None;
            }
            counts.extend(part.counts);
            ids.push(part.ids);
        }
        Some((counts, ids))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::parallel::{NeverInterrupt, SharedFlag};
    use crate::random::playout::Stream;

    fn batch(name: &str, size: usize) -> Batch {
        let rules = RuleSet::named(name).unwrap();
        let start = Start::new(&Board::new(Arc::clone(&rules)));
        Batch::new(rules, std::iter::repeat_n(start, size))
    }

    fn step(batch: &mut Batch, ids: &[u64], threads: usize) -> Result<(), NoStep> {
        let step = batch.step(ids, threads);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| step.work(NeverInterrupt));
            }
        });
        step.finish(true)
    }

    fn lists(batch: &Batch, threads: usize) -> Vec<Vec<u64>> {
        let listed = |only_count| {
            let lists = batch.lists(only_count, threads);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| lists.work(NeverInterrupt));
                }
            });
            lists.finish().unwrap()
        };
        let (counts, ids) = listed(false);
        assert_eq!(listed(true).0, counts);
        let mut ids = ids.into_iter().flatten();
        let lists = counts.iter().map(|count| ids.by_ref().take(usize::try_from(*count).unwrap()).collect());
        let lists = lists.collect();
        assert_eq!(ids.next(), None);
        lists
    }

    /// Boards one by one, under the same rules without repetition, are what a batch is.
    #[test]
    fn a_batch_is_its_boards() {
        for (name, threads) in [("tai", 2), ("maka", 1), ("maka/srz", 3), ("hishigata", 2), ("chu", 3)] {
            let rules = RuleSet::named(&format!("{name}[repetition=none]")).unwrap();
            let mut boards: Vec<Board> = (0..13).map(|_| Board::new(Arc::clone(&rules))).collect();
            let mut batch = batch(name, 13);
            let mut stream = Stream::new(4);
            for _ in 0..120 {
                let lists = lists(&batch, threads);
                for (board, list) in boards.iter_mut().zip(&lists) {
                    let own: Vec<u64> = board.legal_list().iter().map(|mv| move_id::of(&rules, *mv)).collect();
                    assert_eq!(*list, own, "{name}");
                }
                let ids: Vec<u64> =
                    lists.iter().map(|list| if list.is_empty() { 0 } else { list[stream.below(list.len())] }).collect();
                step(&mut batch, &ids, threads).unwrap();
                for (board, id) in boards.iter_mut().zip(&ids).filter(|(_, id)| **id != 0) {
                    board.push(move_id::read(&rules, *id).unwrap()).unwrap();
                }
                assert!(batch.positions().cloned().eq(boards.iter().map(Board::to_position)), "{name}");
                assert!(batch.outcomes().eq(boards.iter().map(Board::outcome)), "{name}");
                assert!(batch.plies().eq(boards.iter().map(|board| u32::try_from(board.ply()).unwrap())), "{name}");
            }
            for position in batch.positions() {
                assert!(position.is_consistent(&rules));
            }
        }
    }

    /// A refusal or a signal on one board: none has moved, and everything is as it was.
    #[test]
    fn a_step_is_made_on_all_boards_or_none() {
        let mut batch = batch("maka", 300);
        let mut stream = Stream::new(6);
        for round in 0..40 {
            let lists = lists(&batch, 2);
            let mut ids: Vec<u64> =
                lists.iter().map(|list| if list.is_empty() { 0 } else { list[stream.below(list.len())] }).collect();
            let before = batch.clone();
            let good = ids.clone();
            let bad = [stream.below(300), stream.below(300), stream.below(300)];
            for at in bad {
                ids[at] = move_id::of(&batch.rules, Move::new(Square::new(100), Square::new(100)));
            }
            let refused = step(&mut batch, &ids, 1 + round % 3);
            let Err(NoStep::Refused(at, error)) = refused else { panic!("{refused:?}") };
            assert_eq!(Some(at), bad.into_iter().min(), "the first that is refused");
            assert!(error.slug().starts_with("illegal_move."));
            let stopped = batch.step(&good, 1);
            stopped.work(NoWatchFor(stream.below(300)));
            assert_eq!(stopped.finish(true), Err(NoStep::Stopped));
            let unwanted = batch.step(&good, 1);
            unwanted.work(NeverInterrupt);
            assert_eq!(unwanted.finish(false), Err(NoStep::Stopped));
            for (slot, old) in batch.slots.iter().zip(&before.slots) {
                assert!(slot.position == old.position && slot.position.is_consistent(&batch.rules));
                assert_eq!(slot.position.winner(), old.position.winner());
                assert_eq!((slot.plies, slot.outcome), (old.plies, old.outcome));
            }
            step(&mut batch, &good, 2).unwrap();
        }
    }

    /// Says stop after a number of looks.
    struct NoWatchFor(usize);

    impl Interrupt for NoWatchFor {
        fn should_stop(&mut self) -> bool {
            self.0 = self.0.wrapping_sub(1);
            self.0 == usize::MAX
        }
    }

    #[test]
    fn lists_can_be_stopped() {
        let batch = batch("hishigata", 20);
        let lists = batch.lists(false, 1);
        lists.stop_flag().store(true, Ordering::Relaxed);
        lists.work(SharedFlag(lists.stop_flag()));
        assert!(lists.finish().is_none());
    }

    #[test]
    fn boards_begin_again() {
        let mut batch = batch("chu", 3);
        let first = lists(&batch, 1)[0][0];
        step(&mut batch, &[first, 0, first], 1).unwrap();
        assert!(batch.plies().eq([1, 0, 1]));
        assert_eq!(batch.board(2).map(|board| board.number()), Some(2));
        let other = Start::new(&batch.board(2).unwrap());
        batch.reset(0, None);
        batch.reset(1, Some(&other));
        batch.reset(7, None);
        assert!(batch.plies().eq([0, 0, 1]));
        assert_eq!(batch.board(1).unwrap().to_position(), batch.board(2).unwrap().to_position());
        assert!(batch.board(7).is_none());
        batch.reset(1, None);
        assert_eq!(batch.board(1).map(|board| board.number()), Some(2));
        assert!((batch.len(), batch.is_empty()) == (3, false));
    }
}
