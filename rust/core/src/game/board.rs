//! A game in progress: a position and how it came about.

use std::sync::Arc;

use crate::error::{Error, Result, Slug};
use crate::game::outcome::Outcome;
use crate::game::repetition;
use crate::geometry::Square;
use crate::movegen::{self, Scratch, Sink, Wanted};
use crate::moves::{Move, MoveList};
use crate::position::{MoveStack, Placement, Position, Undo};
use crate::rules::{RuleSet, Side};

/// A position with its history, which is needed to see repetitions.
///
/// Two boards are compared by their [placements](Board::placement): history does not count.
#[derive(Debug)]
pub struct Board {
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) stack: MoveStack,
    /// Room for generation, made when it is first needed; away while it is used.
    scratch: Option<Box<Scratch>>,
    /// Move number of the position the history began with.
    first_number: u32,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            stack: self.stack.clone(),
            scratch: None,
            first_number: self.first_number,
        }
    }
}

impl Board {
    /// The start of a rule set.
    pub fn new(rules: Arc<RuleSet>) -> Self {
        let position = Position::start(&rules);
        Self::from_position(rules, position, 1)
    }

    /// A position without history, at a move number.
    pub fn from_position(rules: Arc<RuleSet>, position: Position, number: u32) -> Self {
        Self { rules, stack: MoveStack::new(position), scratch: None, first_number: number.max(1) }
    }

    /// The same position without its history.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self::from_position(Arc::clone(&self.rules), self.to_position(), self.number())
    }

    /// Become a copy of another board of the same rule set, keeping the room for lists.
    pub fn reset_to(&mut self, other: &Self) {
        self.stack.clone_from(&other.stack);
        self.first_number = other.first_number;
    }

    /// The rule set.
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// What stands where, who moves, and the key.
    #[inline]
    pub fn placement(&self) -> &Placement {
        self.stack.placement()
    }

    /// The position: the placement with its rows, which are brought up to date for it.
    #[inline]
    pub fn position(&mut self) -> &Position {
        self.stack.position(&self.rules)
    }

    /// A copy of the position.
    pub fn to_position(&self) -> Position {
        self.stack.to_position(&self.rules)
    }

    /// The position and the rules that it is played by.
    #[inline]
    pub(crate) fn position_and_rules(&mut self) -> (&mut Position, &RuleSet) {
        (self.stack.position(&self.rules), &self.rules)
    }

    /// Number of the move to come: 1 at the start, one more after every move of either side.
    pub fn number(&self) -> u32 {
        self.first_number.saturating_add(u32::try_from(self.stack.undos().len()).unwrap_or(u32::MAX))
    }

    /// Moves made on this board.
    pub fn ply(&self) -> usize {
        self.stack.undos().len()
    }

    /// The moves since the last that took or changed something: only through them can a position come back. Last first.
    pub(crate) fn quiet_moves(&self) -> impl ExactSizeIterator<Item = &Undo> + '_ {
        self.stack.quiet().iter().rev()
    }

    /// The moves made, first to last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.stack.undos().iter().map(|undo| undo.mv)
    }

    /// Make a legal move.
    ///
    /// # Errors
    /// [`Error::Illegal`] with the reason; the board is as before.
    pub fn push(&mut self, mv: Move) -> Result<()> {
        if !self.is_legal(mv) {
            let refusal = self.refusal(mv);
            let text = crate::text::usi(&self.rules, mv);
            return Err(match refusal {
                Some(refusal) => Error::Illegal { mv: Some(mv), refusal },
                None => Error::other(Slug::IllegalMoveNoSuchMove, format!("{text} is not legal here")),
            });
        }
        self.push_unchecked(mv);
        Ok(())
    }

    /// Make a pseudo-legal move of this position without asking whether it is legal.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call passes through memory what is at hand: a fifth of the time of a move"
    )]
    pub fn push_unchecked(&mut self, mv: Move) {
        self.stack.push(&self.rules, mv);
    }

    /// Make a move that its piece can make, without asking the rules that may forbid it.
    ///
    /// # Errors
    /// [`Error::Illegal`] if the piece cannot move so; the board is as before.
    pub fn push_pseudo_legal(&mut self, mv: Move) -> Result<()> {
        if let Some(refusal) = self.refusal_by_powers(mv) {
            return Err(Error::Illegal { mv: Some(mv), refusal });
        }
        self.push_unchecked(mv);
        Ok(())
    }

    /// Take the last move back.
    ///
    /// # Errors
    /// `nothing_to_undo` if no move was made.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for making")]
    pub fn pop(&mut self) -> Result<Move> {
        self.stack.pop(&self.rules).ok_or_else(nothing_to_undo)
    }

    /// Every legal move (chapter 5 and 6), into `sink`.
    pub fn legal_moves(&mut self, sink: &mut impl Sink) {
        self.generate(None, sink);
    }

    /// Every legal move of the piece on one square.
    pub fn legal_moves_from(&mut self, from: Square, sink: &mut impl Sink) {
        self.generate(Some(from), sink);
    }

    fn generate(&mut self, from: Option<Square>, sink: &mut impl Sink) {
        if self.ended_before_moves().is_some() {
            return;
        }
        let mut scratch = self.scratch.take().unwrap_or_default();
        self.stack.position(&self.rules);
        let position = self.stack.up_to_date();
        let mut allowed = repetition::Allowed::new(self, sink);
        match from {
            None => movegen::legal_moves(position, &self.rules, &mut scratch, &mut allowed),
            Some(from) => movegen::legal_moves_from(position, &self.rules, from, &mut scratch, &mut allowed),
        }
        self.scratch = Some(scratch);
    }

    /// Sums of moves by piece, repetition left out; none where the game has ended.
    pub(crate) fn sums_by_piece(&mut self, sums: &mut Vec<(Square, u64)>) {
        sums.clear();
        if self.ended_before_moves().is_none() {
            movegen::sums_by_piece(
                self.stack.position(&self.rules),
                &self.rules,
                self.scratch.get_or_insert_default(),
                sums,
            );
        }
    }

    /// The move that a slot of one piece stands for, repetition left out.
    pub(crate) fn nth_move(&mut self, from: Square, slot: u32) -> Option<Move> {
        crate::random::move_by_index::nth_move(
            self.stack.position(&self.rules),
            &self.rules,
            from,
            slot,
            self.scratch.get_or_insert_default(),
        )
    }

    /// The moves of one piece, repetition left out.
    pub(crate) fn moves_but_for_repetition(&mut self, from: Square, list: &mut MoveList) {
        movegen::legal_moves_from(
            self.stack.position(&self.rules),
            &self.rules,
            from,
            self.scratch.get_or_insert_default(),
            list,
        );
    }

    /// Whether repetition forbids a move that is legal otherwise.
    pub(crate) fn repetition_forbids(&self, mv: Move) -> bool {
        repetition::forbids(self, mv).is_some()
    }

    /// Whether the move is among the legal moves.
    pub fn is_legal(&mut self, mv: Move) -> bool {
        if self.placement().at(mv.from()).side() != Some(self.placement().turn()) {
            return false;
        }
        let mut wanted = Wanted::new(mv);
        self.legal_moves_from(mv.from(), &mut wanted);
        wanted.found
    }

    /// All legal moves in a new list.
    pub fn legal_list(&mut self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list
    }

    /// The outcome that stands without asking for moves: royals, bare king, repetition.
    pub(crate) fn ended_before_moves(&mut self) -> Option<Outcome> {
        self.outcome_by_royals().or_else(|| repetition::outcome(self))
    }

    /// The outcome, if the game has ended (rule 5.8).
    pub fn outcome(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.ended_before_moves() {
            return Some(outcome);
        }
        let mut first = movegen::FirstHit::default();
        self.legal_moves(&mut first);
        if first.0.is_some() {
            return None;
        }
        Some(self.outcome_without_moves())
    }

    /// Whether `side`'s only royal could be taken on the board as it stands.
    pub(crate) fn exposed(&mut self, side: Side) -> bool {
        movegen::is_exposed(self.stack.position(&self.rules), &self.rules, side)
    }
}

#[cold]
pub(super) fn nothing_to_undo() -> Error {
    Error::other(Slug::NothingToUndo, "no move was made on this board, so there is none to take back")
}
