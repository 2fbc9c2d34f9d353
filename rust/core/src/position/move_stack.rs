//! A position and the moves that led to it; the rows are brought up to date when they are asked for.

use crate::moves::Move;
use crate::position::{PieceObserver, Placement, Position, Undo, Victim};
use crate::rules::RuleSet;

/// A position and the moves that led to it.
///
/// Most moves that are made are taken back before anyone asks for the rows: those of the last ply of every search. So a usual
/// move changes the placement alone, and the rows follow when they are asked for or when the next move is made: they lack one
/// move at most.
#[derive(Debug)]
pub(crate) struct MoveStack {
    position: Position,
    undos: Vec<Undo>,
    captured: Vec<Victim>,
    /// Moves made up to the last that took or changed something.
    irreversible: usize,
    /// Whether the rows lack the last move, which is a usual one then.
    behind: bool,
}

impl Clone for MoveStack {
    fn clone(&self) -> Self {
        Self {
            position: self.position.clone(),
            undos: self.undos.clone(),
            captured: self.captured.clone(),
            irreversible: self.irreversible,
            behind: self.behind,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.undos.clone_from(&other.undos);
        self.captured.clone_from(&other.captured);
        self.irreversible = other.irreversible;
        self.behind = other.behind;
    }
}

impl MoveStack {
    /// No moves yet.
    pub(crate) fn new(position: Position) -> Self {
        Self { position, undos: Vec::new(), captured: Vec::new(), irreversible: 0, behind: false }
    }

    /// What stands where, with no need of the rows.
    #[inline]
    pub(crate) fn placement(&self) -> &Placement {
        &self.position.placement
    }

    /// The position, after the rows have followed the last move. Who changes it brings it back as it was.
    #[inline]
    pub(crate) fn position(&mut self, rules: &RuleSet) -> &mut Position {
        self.follow(rules);
        &mut self.position
    }

    /// The position, where [`MoveStack::position`] was called since the last move.
    ///
    /// # Panics
    /// If it was not: the rows lack a move.
    #[inline]
    pub(crate) fn up_to_date(&self) -> &Position {
        assert!(!self.behind, "the rows have not followed the last move");
        &self.position
    }

    /// A copy of the position.
    pub(crate) fn to_position(&self, rules: &RuleSet) -> Position {
        let mut position = self.position.clone();
        if let Some(undo) = self.undos.last().filter(|_| self.behind) {
            position.flip_usual(rules, undo);
        }
        position
    }

    /// The position so many moves ago.
    pub(crate) fn before(&self, rules: &RuleSet, moves: usize) -> Position {
        let mut position = self.to_position(rules);
        let mut captured = self.captured.clone();
        for undo in self.undos.iter().rev().take(moves) {
            position.unmake(rules, undo, &mut captured);
        }
        position
    }

    /// The records of the moves, first to last.
    #[inline]
    pub(crate) fn undos(&self) -> &[Undo] {
        &self.undos
    }

    /// The records of the moves since the last that took or changed something: only through them can a position come back.
    #[inline]
    pub(crate) fn quiet(&self) -> &[Undo] {
        &self.undos[self.irreversible..]
    }

    /// The record of the last move, if one was made, and the stack that has its victims on top.
    #[inline]
    pub(crate) fn last(&self) -> Option<(&Undo, &[Victim])> {
        self.undos.last().map(|undo| (undo, self.captured.as_slice()))
    }

    /// As [`MoveStack::position`] and [`MoveStack::last`].
    #[inline]
    pub(crate) fn position_and_last(&mut self, rules: &RuleSet) -> (&mut Position, Option<(&Undo, &[Victim])>) {
        self.follow(rules);
        (&mut self.position, self.undos.last().map(|undo| (undo, self.captured.as_slice())))
    }

    /// Make a null move.
    pub(crate) fn push_null(&mut self, rules: &RuleSet) {
        let undo = self.position(rules).make_null(rules);
        self.keep(undo);
    }

    /// Report the changes of the last move, if there is one.
    #[inline]
    pub(crate) fn observe_last(&self, observer: &mut impl PieceObserver) {
        if let Some((undo, captured)) = self.last() {
            undo.observe(self.placement(), captured, observer);
        }
    }

    /// Report the reverse of the changes of the last move, if there is one.
    #[inline]
    pub(crate) fn observe_last_reverse(&self, observer: &mut impl PieceObserver) {
        if let Some((undo, captured)) = self.last() {
            undo.observe_reverse(self.placement(), captured, observer);
        }
    }

    /// Make a move that is not usual.
    #[inline(never)]
    fn push_any(&mut self, rules: &RuleSet, mv: Move) {
        let undo = self.position.make_any(rules, mv, &mut self.captured);
        self.keep(undo);
    }

    /// Let the rows follow the last move.
    #[inline]
    fn follow(&mut self, rules: &RuleSet) {
        if self.behind {
            self.catch_up(rules);
        }
    }

    #[inline(never)]
    fn catch_up(&mut self, rules: &RuleSet) {
        if let Some(undo) = self.undos.last() {
            self.position.flip_usual(rules, undo);
        }
        self.behind = false;
    }
}

#[expect(clippy::inline_always, reason = "a call passes through memory what is at hand: a fifth of the time of a move")]
impl MoveStack {
    /// Make a pseudo-legal move of this position.
    #[inline(always)]
    pub(crate) fn push(&mut self, rules: &RuleSet, mv: Move) {
        self.follow(rules);
        match self.position.placement.make_usual(rules, mv) {
            Some(undo) => {
                self.behind = true;
                self.keep(undo);
            }
            None => self.push_any(rules, mv),
        }
    }

    /// Keep the record of a move. In line, so that it is put together where it stays.
    #[inline(always)]
    fn keep(&mut self, mut undo: Undo) {
        undo.irreversible_before = self.irreversible;
        if undo.is_irreversible() {
            self.irreversible = self.undos.len() + 1;
        }
        self.undos.push(undo);
    }

    /// Take the last move back; `None` if there is none.
    #[inline(always)]
    pub(crate) fn pop(&mut self, rules: &RuleSet) -> Option<Move> {
        let undo = self.undos.last()?;
        let mv = undo.mv;
        self.irreversible = undo.irreversible_before;
        if self.behind {
            self.position.placement.unmake_usual(rules, undo);
            self.behind = false;
        } else {
            self.position.unmake(rules, undo, &mut self.captured);
        }
        self.undos.pop();
        Some(mv)
    }
}
