//! A position and the moves that led to it, with rows that are brought up to date lazily.

use std::cell::{Cell, Ref, RefCell};

use crate::moves::Move;
use crate::position::run_index::{Record, RunIndex};
use crate::position::{PieceObserver, Placement, Position, Undo, Victim};
use crate::rules::RuleSet;

/// A position whose rows may lack the last move, which is a usual one then.
#[derive(Debug)]
struct Lagging {
    position: Position,
    is_behind: bool,
}

impl Clone for Lagging {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), is_behind: self.is_behind }
    }

    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.is_behind = other.is_behind;
    }
}

/// A position and the moves that led to it.
///
/// Most moves of a search are taken back before the rows are read. So a usual move changes the placement alone, and the rows
/// follow when they are read or when the next move is made: they lack one move at most.
///
/// They follow behind a [`RefCell`], so that reading takes `&self`. [`MoveStack::position`] brings them up to date before it
/// lends them out, and only `&mut self` lets them fall behind again, so the mutable borrow cannot meet another one.
#[derive(Debug)]
pub(crate) struct MoveStack {
    lagging: RefCell<Lagging>,
    records: Vec<Record>,
    captured: Vec<Victim>,
    /// Number of moves up to the last one that took or changed something.
    irreversible: u32,
    /// The positions since then, once there are many and somebody asks for them: see `occurrences.rs`.
    pub(super) index: RefCell<Option<Box<RunIndex>>>,
}

impl Clone for MoveStack {
    fn clone(&self) -> Self {
        Self {
            lagging: self.lagging.clone(),
            records: self.records.clone(),
            captured: self.captured.clone(),
            irreversible: self.irreversible,
            index: RefCell::new(None),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.lagging.get_mut().clone_from(&other.lagging.borrow());
        self.records.clone_from(&other.records);
        self.captured.clone_from(&other.captured);
        self.irreversible = other.irreversible;
        // The marks of the other's records are about the other's index.
        if let Some(index) = self.index.get_mut() {
            index.clear();
        }
    }
}

impl MoveStack {
    /// No moves yet.
    pub(crate) fn new(position: Position) -> Self {
        let lagging = RefCell::new(Lagging { position, is_behind: false });
        Self { lagging, records: Vec::new(), captured: Vec::new(), irreversible: 0, index: RefCell::new(None) }
    }

    /// Read the placement, which never lags behind.
    #[inline]
    pub(crate) fn with_placement<T>(&self, read: impl FnOnce(&Placement) -> T) -> T {
        read(&self.lagging.borrow().position.placement)
    }

    /// The position, brought up to date.
    #[inline]
    pub(crate) fn position(&self, rules: &RuleSet) -> Ref<'_, Position> {
        let lagging = self.lagging.borrow();
        if !lagging.is_behind {
            return Ref::map(lagging, |lagging| &lagging.position);
        }
        drop(lagging);
        self.lagging.borrow_mut().catch_up(rules, &self.records);
        Ref::map(self.lagging.borrow(), |lagging| &lagging.position)
    }

    /// As [`MoveStack::position`], for code that changes the position and restores it.
    #[inline]
    pub(crate) fn position_mut(&mut self, rules: &RuleSet) -> &mut Position {
        let lagging = self.lagging.get_mut();
        lagging.follow(rules, &self.records);
        &mut lagging.position
    }

    /// Number of moves made.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// The records of the moves, first to last.
    #[inline]
    pub(crate) fn undos(&self) -> impl ExactSizeIterator<Item = &Undo> + DoubleEndedIterator {
        self.records.iter().map(|record| &record.undo)
    }

    /// Number of moves up to the last one that took or changed something.
    #[inline]
    pub(super) fn irreversible(&self) -> usize {
        self.irreversible as usize
    }

    /// The reversible run: the records of the moves since the last that took or changed something. Only through them can a
    /// position come back.
    #[inline]
    pub(super) fn run(&self) -> &[Record] {
        &self.records[self.irreversible()..]
    }

    /// The records of the reversible run, last first.
    #[inline]
    pub(crate) fn reversible(&self) -> impl ExactSizeIterator<Item = &Undo> {
        self.run().iter().rev().map(|record| &record.undo)
    }

    /// The record of the last move, if one was made, and the stack that has its victims on top.
    #[inline]
    pub(crate) fn last(&self) -> Option<(&Undo, &[Victim])> {
        self.records.last().map(|record| (&record.undo, self.captured.as_slice()))
    }

    /// As [`MoveStack::position_mut`] and [`MoveStack::last`].
    #[inline]
    pub(crate) fn position_and_last(&mut self, rules: &RuleSet) -> (&mut Position, Option<(&Undo, &[Victim])>) {
        let lagging = self.lagging.get_mut();
        lagging.follow(rules, &self.records);
        (&mut lagging.position, self.records.last().map(|record| (&record.undo, self.captured.as_slice())))
    }

    /// Make a null move.
    pub(crate) fn push_null(&mut self, rules: &RuleSet) {
        let undo = self.position_mut(rules).make_null(rules);
        self.keep(undo);
    }

    /// Report the changes of the last move, if there is one.
    #[inline]
    pub(crate) fn observe_last(&self, observer: &mut impl PieceObserver) {
        if let Some((undo, captured)) = self.last() {
            self.with_placement(|after| undo.observe(after, captured, observer));
        }
    }

    /// Report the reverse of the changes of the last move, if there is one.
    #[inline]
    pub(crate) fn observe_last_reverse(&self, observer: &mut impl PieceObserver) {
        if let Some((undo, captured)) = self.last() {
            self.with_placement(|after| undo.observe_reverse(after, captured, observer));
        }
    }

    /// Make a move that is not usual.
    #[inline(never)]
    fn push_any(&mut self, rules: &RuleSet, mv: Move) {
        let undo = self.lagging.get_mut().position.make_any(rules, mv, &mut self.captured);
        self.keep(undo);
    }
}

impl Lagging {
    /// Let the rows follow the last move.
    #[inline]
    fn follow(&mut self, rules: &RuleSet, records: &[Record]) {
        if self.is_behind {
            self.catch_up(rules, records);
        }
    }

    #[inline(never)]
    fn catch_up(&mut self, rules: &RuleSet, records: &[Record]) {
        if let Some(record) = records.last() {
            self.position.flip_usual(rules, &record.undo);
        }
        self.is_behind = false;
    }
}

#[expect(clippy::inline_always, reason = "a call passes through memory what is at hand: a fifth of the time of a move")]
impl MoveStack {
    /// Make a pseudo-legal move of this position.
    #[inline(always)]
    pub(crate) fn push(&mut self, rules: &RuleSet, mv: Move) {
        let lagging = self.lagging.get_mut();
        lagging.follow(rules, &self.records);
        match lagging.position.placement.make_usual(rules, mv) {
            Some(undo) => {
                lagging.is_behind = true;
                self.keep(undo);
            }
            None => self.push_any(rules, mv),
        }
    }

    /// Keep the record of a move. In line, so that it is put together where it stays.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "2^32 records take 128 GiB")]
    fn keep(&mut self, undo: Undo) {
        let irreversible_before = self.irreversible;
        if undo.is_irreversible() {
            self.irreversible = self.records.len() as u32 + 1;
        }
        self.records.push(Record { undo, irreversible_before, is_indexed: Cell::new(false) });
    }

    /// Take the last move back; `None` if there is none.
    #[inline(always)]
    pub(crate) fn pop(&mut self, rules: &RuleSet) -> Option<Move> {
        let Record { undo, irreversible_before, .. } = self.records.last()?;
        let mv = undo.mv;
        self.irreversible = *irreversible_before;
        let lagging = self.lagging.get_mut();
        if lagging.is_behind {
            lagging.position.placement.unmake_usual(rules, undo);
            lagging.is_behind = false;
        } else {
            lagging.position.unmake(rules, undo, &mut self.captured);
        }
        self.records.pop();
        Some(mv)
    }
}
