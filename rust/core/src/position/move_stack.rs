//! A position and the moves that led to it, with rows that are brought up to date lazily.

use std::cell::{Cell, Ref, RefCell};

use crate::moves::Move;
use crate::position::run_index::{Record, RunIndex};
use crate::position::{PieceObserver, Placement, Position, Undo, Victim};
use crate::rules::RuleSet;

/// A position whose occupancy rows may be one simple move out of date.
#[derive(Debug)]
struct LazyRows {
    position: Position,
    is_stale: bool,
}

impl Clone for LazyRows {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), is_stale: self.is_stale }
    }

    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.is_stale = other.is_stale;
    }
}

/// A position and the moves that led to it.
///
/// Most moves of a search are taken back before the rows are read. So a simple move changes the placement alone, and the rows
/// sync when they are read or when the next move is made: they lack one move at most.
///
/// They sync behind a [`RefCell`], so that reading takes `&self`. [`MoveStack::position`] brings them up to date before it
/// lends them out, and only `&mut self` lets them fall behind again, so the mutable borrow cannot meet another one.
#[derive(Debug)]
pub(crate) struct MoveStack {
    lazy: RefCell<LazyRows>,
    records: Vec<Record>,
    captured: Vec<Victim>,
    /// Number of moves up to the last one that took or changed something.
    irreversible: u32,
    /// The positions since then, built lazily once the reversible run is long: see `occurrences.rs`.
    pub(super) index: RefCell<Option<Box<RunIndex>>>,
}

impl Clone for MoveStack {
    fn clone(&self) -> Self {
        Self {
            lazy: self.lazy.clone(),
            records: self.records.clone(),
            captured: self.captured.clone(),
            irreversible: self.irreversible,
            index: RefCell::new(None),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.lazy.get_mut().clone_from(&other.lazy.borrow());
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
        let lazy = RefCell::new(LazyRows { position, is_stale: false });
        Self { lazy, records: Vec::new(), captured: Vec::new(), irreversible: 0, index: RefCell::new(None) }
    }

    /// Read the placement, which never lags behind.
    #[inline]
    pub(crate) fn with_placement<T>(&self, read: impl FnOnce(&Placement) -> T) -> T {
        read(&self.lazy.borrow().position.placement)
    }

    /// The position, brought up to date.
    #[inline]
    pub(crate) fn position(&self, rules: &RuleSet) -> Ref<'_, Position> {
        let lazy = self.lazy.borrow();
        if !lazy.is_stale {
            return Ref::map(lazy, |lazy| &lazy.position);
        }
        drop(lazy);
        self.lazy.borrow_mut().sync_rows(rules, &self.records);
        Ref::map(self.lazy.borrow(), |lazy| &lazy.position)
    }

    /// As [`MoveStack::position`], for code that changes the position and restores it.
    #[inline]
    pub(crate) fn position_mut(&mut self, rules: &RuleSet) -> &mut Position {
        let lazy = self.lazy.get_mut();
        lazy.sync(rules, &self.records);
        &mut lazy.position
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
        let lazy = self.lazy.get_mut();
        lazy.sync(rules, &self.records);
        (&mut lazy.position, self.records.last().map(|record| (&record.undo, self.captured.as_slice())))
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

    /// Make a move that is not simple.
    #[inline(never)]
    fn push_any(&mut self, rules: &RuleSet, mv: Move) {
        let undo = self.lazy.get_mut().position.make_any(rules, mv, &mut self.captured);
        self.keep(undo);
    }
}

impl LazyRows {
    /// Let the rows sync the last move.
    #[inline]
    fn sync(&mut self, rules: &RuleSet, records: &[Record]) {
        if self.is_stale {
            self.sync_rows(rules, records);
        }
    }

    #[inline(never)]
    fn sync_rows(&mut self, rules: &RuleSet, records: &[Record]) {
        if let Some(record) = records.last() {
            self.position.flip_simple(rules, &record.undo);
        }
        self.is_stale = false;
    }
}

#[expect(
    clippy::inline_always,
    reason = "out of line, arguments spill to memory, a fifth of the time of make and unmake"
)]
impl MoveStack {
    /// Make a pseudo-legal move of this position.
    #[inline(always)]
    pub(crate) fn push(&mut self, rules: &RuleSet, mv: Move) {
        let lazy = self.lazy.get_mut();
        lazy.sync(rules, &self.records);
        match lazy.position.placement.make_simple(rules, mv) {
            Some(undo) => {
                lazy.is_stale = true;
                self.keep(undo);
            }
            None => self.push_any(rules, mv),
        }
    }

    /// Push the undo record of a move. Inlined so that it is built in place.
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
        let lazy = self.lazy.get_mut();
        if lazy.is_stale {
            lazy.position.placement.unmake_simple(rules, undo);
            lazy.is_stale = false;
        } else {
            lazy.position.unmake(rules, undo, &mut self.captured);
        }
        self.records.pop();
        Some(mv)
    }
}
