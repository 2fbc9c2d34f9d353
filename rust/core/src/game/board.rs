//! A game in progress: a position and how it came about.

use std::cell::{Cell, Ref};
use std::sync::Arc;

use crate::error::{Error, Result, Slug};
use crate::game::outcome::Outcome;
use crate::game::repetition;
use crate::geometry::Square;
use crate::movegen::{self, FirstHit, Scratch, Sink, Wanted};
use crate::moves::{Move, MoveList};
use crate::position::{MoveStack, Placement, Position, Undo};
use crate::rules::{self, RuleSet, Side};

/// A position with its history, which is needed to see repetitions.
///
/// Reading takes `&self`. A board can go to another thread but two threads cannot share one: hand each a clone, or the
/// [position](Board::position) and the rules. To compare boards, compare their positions: history does not count.
///
/// # Examples
/// ```
/// use mujo_core::{game::Board, rules::RuleSet};
///
/// let mut board = Board::new(RuleSet::named("tai")?);
/// let moves = board.legal_list();
/// assert_eq!(moves.len(), 479);
/// board.push(moves[0])?;
/// assert!(board.outcome().is_none() && !board.is_check());
/// assert_eq!(board.pop()?, moves[0]);
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Board {
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) stack: MoveStack,
    /// Room for generation, taken out while it is used: a call from within a sink makes its own.
    scratch: ScratchRoom,
    /// Move number of the position the history began with.
    first_number: u32,
}

/// A place for the scratch buffers of one board.
#[derive(Default)]
struct ScratchRoom(Cell<Option<Box<Scratch>>>);

impl std::fmt::Debug for ScratchRoom {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("ScratchRoom")
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            stack: self.stack.clone(),
            scratch: ScratchRoom::default(),
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
        Self { rules, stack: MoveStack::new(position), scratch: ScratchRoom::default(), first_number: number.max(1) }
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

    /// The position. Any number of these guards may live at a time; none while a move is made or taken back.
    #[inline]
    pub fn position(&self) -> Ref<'_, Position> {
        self.stack.position(&self.rules)
    }

    /// A copy of the position.
    pub fn to_position(&self) -> Position {
        self.position().clone()
    }

    /// Side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.stack.with_placement(Placement::turn)
    }

    /// 64-bit key of the position. Cheaper than by [`Board::position`] when a move has just been made, like the other
    /// methods that read one thing.
    #[inline]
    pub fn key(&self) -> u64 {
        self.stack.with_placement(Placement::key)
    }

    /// What stands on a square.
    #[inline]
    pub fn at(&self, square: Square) -> rules::Cell {
        self.stack.with_placement(|placement| placement.at(square))
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
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.stack.undos().iter().map(|undo| undo.mv)
    }

    /// Make a legal move.
    ///
    /// # Errors
    /// [`Error::Illegal`] with the reason; the board is as before.
    pub fn push(&mut self, mv: Move) -> Result<()> {
        if !self.is_legal(mv) {
            let refusal = self.refusal(mv);
            let text = crate::notation::usi(&self.rules, mv);
            return Err(match refusal {
                Some(refusal) => Error::Illegal { mv: Some(mv), refusal },
                None => Error::other(Slug::IllegalMoveNoSuchMove, format!("{text} is not legal here")),
            });
        }
        self.push_unchecked(mv);
        Ok(())
    }

    /// Make a pseudo-legal move of this position without checking that it is legal: for moves that were just generated here.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::Board, rules::RuleSet};
    ///
    /// fn perft(board: &mut Board, depth: usize) -> usize {
    ///     let moves = board.legal_list();
    ///     if depth == 1 {
    ///         return moves.len();
    ///     }
    ///     moves.into_iter().fold(0, |sum, mv| {
    ///         board.push_unchecked(mv);
    ///         let below = perft(board, depth - 1);
    ///         board.pop().expect("the move made above");
    ///         sum + below
    ///     })
    /// }
    ///
    /// let mut board = Board::new(RuleSet::named("chu")?);
    /// assert_eq!(perft(&mut board, 2), 1296);
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
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
    /// As [`Board::check_pseudo_legal`]; the board is as before.
    pub fn push_pseudo_legal(&mut self, mv: Move) -> Result<()> {
        self.check_pseudo_legal(mv)?;
        self.push_unchecked(mv);
        Ok(())
    }

    /// Check that a piece of the side to move can make a move, whatever rules may forbid it.
    ///
    /// # Errors
    /// [`Error::Illegal`] if it cannot.
    pub fn check_pseudo_legal(&self, mv: Move) -> Result<()> {
        match self.refusal_by_powers(mv) {
            Some(refusal) => Err(Error::Illegal { mv: Some(mv), refusal }),
            None => Ok(()),
        }
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
    pub fn legal_moves(&self, sink: &mut impl Sink) {
        self.generate(None, sink);
    }

    /// Every legal move of the piece on one square.
    pub fn legal_moves_from(&self, from: Square, sink: &mut impl Sink) {
        self.generate(Some(from), sink);
    }

    fn generate(&self, from: Option<Square>, sink: &mut impl Sink) {
        if self.ended_before_moves().is_some() {
            return;
        }
        self.with_scratch(|position, rules, scratch| {
            let mut allowed = repetition::Allowed::new(self, position, sink);
            match from {
                None => movegen::legal_moves(position, rules, scratch, &mut allowed),
                Some(from) => movegen::legal_moves_from(position, rules, from, scratch, &mut allowed),
            }
        });
    }

    /// Answer a question with the position, its rules and the scratch buffers of this board.
    #[inline]
    pub(crate) fn with_scratch<T>(&self, question: impl FnOnce(&Position, &RuleSet, &mut Scratch) -> T) -> T {
        let mut scratch = self.scratch.0.take().unwrap_or_default();
        let answer = question(&self.position(), &self.rules, &mut scratch);
        self.scratch.0.set(Some(scratch));
        answer
    }

    /// Whether repetition forbids a move that is legal otherwise.
    pub(crate) fn repetition_forbids(&self, mv: Move) -> bool {
        repetition::forbids(self, &self.position(), mv).is_some()
    }

    /// Whether the move is among the legal moves.
    pub fn is_legal(&self, mv: Move) -> bool {
        if self.at(mv.from()).side() != Some(self.turn()) {
            return false;
        }
        let mut wanted = Wanted::new(mv);
        self.legal_moves_from(mv.from(), &mut wanted);
        wanted.found
    }

    /// All legal moves in a new list.
    pub fn legal_list(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list
    }

    /// The outcome that does not depend on moves: royals, bare king, repetition.
    pub(crate) fn ended_before_moves(&self) -> Option<Outcome> {
        self.outcome_by_royals().or_else(|| repetition::outcome(self))
    }

    /// The outcome, if the game has ended (rule 5.8).
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.ended_before_moves() {
            return Some(outcome);
        }
        let mut first = FirstHit::default();
        self.legal_moves(&mut first);
        if first.0.is_some() {
            return None;
        }
        Some(self.outcome_without_moves())
    }
}

#[cold]
pub(super) fn nothing_to_undo() -> Error {
    Error::other(Slug::NothingToUndo, "no move was made on this board, so there is none to take back")
}
