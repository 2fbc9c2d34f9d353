//! A game in progress: a position and how it came about.
//!
//! The files beside this one hold the rules on the end of a game and on repetition, as functions of a position and its moves;
//! [`Board`] joins them to its own. `explain.rs` and `search.rs` add methods on top.

use std::cell::{Cell, Ref};
use std::sync::Arc;

use crate::error::{Error, Result, Slug};
use crate::game::outcome::{self, Outcome};
use crate::game::repetition::{Allowed, Past, RepetitionProbe};
use crate::geometry::Square;
use crate::movegen::{self, FindMove, FirstMove, Scratch, Sink};
use crate::moves::{Move, MoveList};
use crate::position::{MoveStack, Placement, Position};
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
    /// Scratch buffers, taken out while in use: a call from within a sink allocates its own.
    scratch: ScratchRoom,
    /// Move number of the position the history began with.
    first_number: u32,
}

/// The scratch buffers of one board.
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
    /// The starting position of a rule set.
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

    /// Become a copy of another board of the same rule set, keeping allocated buffers.
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
        self.first_number.saturating_add(u32::try_from(self.stack.len()).unwrap_or(u32::MAX))
    }

    /// Moves made on this board.
    pub fn ply(&self) -> usize {
        self.stack.len()
    }

    /// The moves made, first to last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.stack.undos().map(|undo| undo.mv)
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
        reason = "out of line, arguments spill to memory, a fifth of the time of make and unmake"
    )]
    pub fn push_unchecked(&mut self, mv: Move) {
        self.stack.push(&self.rules, mv);
    }

    /// Make a move that its piece can make, whatever rules may forbid it.
    ///
    /// # Errors
    /// As [`Board::check_pseudo_legal`]; the board is as before.
    pub fn push_pseudo_legal(&mut self, mv: Move) -> Result<()> {
        self.check_pseudo_legal(mv)?;
        self.push_unchecked(mv);
        Ok(())
    }

    /// Check that a piece of the side to move can make a move, rules that may forbid it aside.
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
        self.with_scratch(|position, rules, scratch| {
            if self.ended_before_moves(position, scratch).is_some() {
                return;
            }
            let mut allowed = Allowed::new(self.past(position), sink);
            match from {
                None => movegen::legal_moves(position, rules, scratch, &mut allowed),
                Some(from) => movegen::legal_moves_from(position, rules, from, scratch, &mut allowed),
            }
        });
    }

    /// Compute something with the position, its rules and the scratch buffers of this board.
    #[inline]
    pub(crate) fn with_scratch<T>(&self, compute: impl FnOnce(&Position, &RuleSet, &mut Scratch) -> T) -> T {
        let mut scratch = self.scratch.0.take().unwrap_or_default();
        let result = compute(&self.position(), &self.rules, &mut scratch);
        self.scratch.0.set(Some(scratch));
        result
    }

    /// The position and the moves that led to it, as the rules on repetition read them.
    #[inline]
    pub(crate) fn past<'a>(&'a self, position: &'a Position) -> Past<'a> {
        Past { rules: &self.rules, stack: &self.stack, now: position }
    }

    /// Whether the move is among the legal moves.
    pub fn is_legal(&self, mv: Move) -> bool {
        if self.at(mv.from()).side() != Some(self.turn()) {
            return false;
        }
        let mut wanted = FindMove::new(mv);
        self.legal_moves_from(mv.from(), &mut wanted);
        wanted.found
    }

    /// All legal moves in a new list.
    pub fn legal_list(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list
    }

    /// The outcome that does not depend on the moves to come: royals, bare king, repetition. `position` is this board's.
    #[inline]
    pub(crate) fn ended_before_moves(&self, position: &Position, scratch: &mut Scratch) -> Option<Outcome> {
        let has_moves = self.ply() > 0;
        outcome::by_royals(position, &self.rules, scratch, has_moves).or_else(|| self.past(position).outcome())
    }

    /// The outcome, if the game has ended (rule 5.8).
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.with_scratch(|position, _, scratch| self.ended_before_moves(position, scratch)) {
            return Some(outcome);
        }
        let mut first = FirstMove::default();
        self.legal_moves(&mut first);
        if first.0.is_some() {
            return None;
        }
        Some(self.with_scratch(outcome::without_moves))
    }

    /// Whether the side to move is in check: it has exactly one royal, and the enemy could capture it (rule 5.7).
    pub fn is_check(&self) -> bool {
        self.is_exposed(self.turn())
    }

    /// Whether a side has exactly one royal and its enemy could capture it (rules 5.6 and 5.7).
    pub fn is_exposed(&self, side: Side) -> bool {
        self.with_scratch(|position, rules, scratch| movegen::is_exposed(position, rules, side, scratch))
    }

    /// Whether the side to move is in check and no legal move gets it out (rule 5.7).
    pub fn is_checkmate(&self) -> bool {
        if !self.is_check() {
            return false;
        }
        let list = self.legal_list();
        self.with_scratch(|position, rules, scratch| {
            let mut legality = scratch.legality(position, rules);
            list.into_iter().all(|mv| legality.is_exposing(mv))
        })
    }

    /// How often the position has occurred in this game, this time included (rule 6.1).
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::Board, rules::RuleSet, text};
    ///
    /// let rules = RuleSet::named("tai[repetition=fourfold]")?;
    /// let lone_emperors = format!("24,e{}/E,24 b - 1", "/25".repeat(23));
    /// let parsed = text::parse_position(&rules, &lone_emperors)?;
    /// let mut board = Board::from_position(rules, parsed.position, parsed.number);
    /// for words in ["25y25x", "1a1b", "25x25y", "1b1a"] {
    ///     let mv = text::parse_usi(board.rules(), words)?;
    ///     board.push(mv)?;
    /// }
    /// assert_eq!(board.occurrences(), 2);
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn occurrences(&self) -> usize {
        self.past(&self.position()).occurrences()
    }

    /// What the rule on repetition (chapter 6) makes of a pseudo-legal move, without making it on this board.
    ///
    /// For almost every move its key alone shows that the position after it is new.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::{Board, RepetitionProbe}, rules::RuleSet, text};
    ///
    /// let rules = RuleSet::named("tai")?;
    /// let lone_emperors = format!("24,e{}/E,24 b - 1", "/25".repeat(23));
    /// let parsed = text::parse_position(&rules, &lone_emperors)?;
    /// let mut board = Board::from_position(rules, parsed.position, parsed.number);
    /// for words in ["25y25x", "1a1b", "25x25y"] {
    ///     let mv = text::parse_usi(board.rules(), words)?;
    ///     assert_eq!(board.repetition_after(mv), RepetitionProbe::Free);
    ///     board.push_unchecked(mv);
    /// }
    /// let back = text::parse_usi(board.rules(), "1b1a")?;
    /// assert_eq!(board.repetition_after(back), RepetitionProbe::Forbidden);
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn repetition_after(&self, mv: Move) -> RepetitionProbe {
        self.past(&self.position()).probe(mv)
    }
}

#[cold]
pub(super) fn nothing_to_undo() -> Error {
    Error::other(Slug::NothingToUndo, "no move was made on this board, so there is none to take back")
}
