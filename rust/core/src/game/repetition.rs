//! Repetition (chapter 6): which moves it forbids, when it ends the game, and which side is at fault.
//!
//! [`Board`](crate::game::Board) passes its position and its moves as a [`Past`]. The [`MoveStack`] finds the earlier
//! occurrences of a position; the rules that follow from them are here.

use crate::attacks;
use crate::game::outcome::{Outcome, Termination};
use crate::geometry::Square;
use crate::movegen::{self, Scratch, Sink};
use crate::moves::{Change, Move};
use crate::position::{MoveStack, Position, RecurrenceFilter, Undo};
use crate::rules::{RepetitionRule, RuleSet, Side};

/// Occurrences that end a game under `fourfold` and `jcsa`.
const LIMIT: usize = 4;

/// What repetition makes of a move, as [`Board::repetition_after`](crate::game::Board::repetition_after) returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionProbe {
    /// The move leads to a position that has not occurred in this game.
    Free,
    /// The move brings a position back, which the rules allow.
    Repeats {
        /// How often the position has occurred when the move is made, this time included: 2 or more.
        occurrences: usize,
    },
    /// The rules forbid the move (rules 6.2 and 6.5).
    Forbidden,
    /// The move brings a position back for the last time: the game ends (rules 6.4 and 6.5).
    Ends(Outcome),
}

/// A position and the moves that led to it.
#[derive(Clone, Copy)]
pub(crate) struct Past<'a> {
    pub rules: &'a RuleSet,
    pub stack: &'a MoveStack,
    /// The position on the board.
    pub now: &'a Position,
}

impl Past<'_> {
    fn rule(&self) -> RepetitionRule {
        self.rules.options().repetition
    }

    /// Whether the rule can forbid a move, and not only end the game.
    fn forbids_moves(&self) -> bool {
        matches!(self.rule(), RepetitionRule::Forbid | RepetitionRule::Jcsa)
    }

    /// How often the position has occurred, this time included (rule 6.1).
    pub(crate) fn occurrences(&self) -> usize {
        1 + self.stack.earlier(self.rules).map_or(0, |earlier| earlier.count)
    }

    /// The outcome of the fourth occurrence (rules 6.4 and 6.5).
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.rule() {
            RepetitionRule::Fourfold | RepetitionRule::Jcsa => self.outcome_of_fourth(),
            _ => None,
        }
    }

    fn outcome_of_fourth(&self) -> Option<Outcome> {
        let earlier = self.stack.earlier(self.rules)?;
        if earlier.count + 1 < LIMIT {
            return None;
        }
        let loser = self.side_at_fault(None, earlier.back);
        Some(Outcome { winner: loser.map(Side::other), termination: Termination::Repetition })
    }

    /// If the rule forbids `mv` (rules 6.2 and 6.5): how many plies ago the position after it last stood on the board.
    pub(crate) fn forbids(&self, mv: Move) -> Option<usize> {
        if !self.forbids_moves() {
            return None;
        }
        let earlier = self.stack.earlier_after(self.rules, mv)?;
        let is_forbidden = self.rule() == RepetitionRule::Forbid
            || earlier.count + 1 >= LIMIT && self.side_at_fault(Some(mv), earlier.back + 1) == Some(self.now.turn());
        is_forbidden.then_some(earlier.back)
    }

    /// What the rule makes of a pseudo-legal move.
    pub(crate) fn probe(&self, mv: Move) -> RepetitionProbe {
        let Some(earlier) = self.stack.earlier_after(self.rules, mv) else {
            return RepetitionProbe::Free;
        };
        let (rule, occurrences) = (self.rule(), earlier.count + 1);
        if rule == RepetitionRule::Forbid {
            return RepetitionProbe::Forbidden;
        }
        if !matches!(rule, RepetitionRule::Fourfold | RepetitionRule::Jcsa) || occurrences < LIMIT {
            return RepetitionProbe::Repeats { occurrences };
        }
        let loser = self.side_at_fault(Some(mv), earlier.back + 1);
        if rule == RepetitionRule::Jcsa && loser == Some(self.now.turn()) {
            return RepetitionProbe::Forbidden;
        }
        RepetitionProbe::Ends(Outcome { winner: loser.map(Side::other), termination: Termination::Repetition })
    }

    /// The side at fault for the cycle of the last `length` moves (rules 6.3 to 6.5), `closing` included: a move of this
    /// position that is yet to be made.
    fn side_at_fault(&self, closing: Option<Move>, length: usize) -> Option<Side> {
        let (mut conduct, mut captured) = (Conduct::new(self), Vec::new());
        let made = length - usize::from(closing.is_some());
        if let Some(mv) = closing {
            let undo = conduct.position.make(self.rules, mv, &mut captured);
            conduct.take_back(&undo);
        }
        for undo in self.stack.reversible().take(made) {
            if conduct.is_settled() {
                break;
            }
            conduct.take_back(undo);
        }
        match self.rule() {
            RepetitionRule::Jcsa => conduct.side_at_fault().or_else(|| self.first_passer(closing, length)),
            _ => conduct.side_at_fault(),
        }
    }

    /// If a pass follows a pass in the cycle: the side that made the first pass of that unbroken run, which may have begun
    /// before the cycle; the first such run counts (rule 6.5).
    fn first_passer(&self, closing: Option<Move>, length: usize) -> Option<Side> {
        let made = self.stack.undos().rev().map(|undo| undo.mv.is_pass() && !undo.is_irreversible());
        let passes = closing.map(Move::is_pass).into_iter().chain(made);
        let (mut first, mut next_is_pass) = (None, false);
        for (back, is_pass) in passes.enumerate() {
            let is_answered = is_pass && next_is_pass;
            if back > length && !(is_answered && first == Some(back - 1)) {
                break;
            }
            if is_answered {
                first = Some(back);
            }
            next_is_pass = is_pass;
        }
        // The last move was made by the mover of `closing` or else by the opponent.
        let last_mover = if closing.is_some() { self.now.turn() } else { self.now.turn().other() };
        first.map(|back| if back.is_multiple_of(2) { last_mover } else { last_mover.other() })
    }
}

/// What each side did in the moves of a cycle, examined from the last to the first.
struct Conduct<'a> {
    rules: &'a RuleSet,
    /// The position before the moves examined so far.
    position: Position,
    /// Whether every move of a side checked.
    checks_always: [bool; 2],
    /// Whether every move of a side checked or attacked another piece.
    attacks_always: [bool; 2],
    scratch: Scratch,
}

impl<'a> Conduct<'a> {
    fn new(past: &Past<'a>) -> Self {
        let (checks_always, attacks_always) = ([true; 2], [true; 2]);
        let position = past.now.clone();
        Self { rules: past.rules, position, checks_always, attacks_always, scratch: Scratch::default() }
    }

    /// Examine the last move of the position and take it back.
    fn take_back(&mut self, undo: &Undo) {
        let (mv, side) = (undo.mv, self.position.turn().other());
        // After a move that neither checks nor attacks, the other moves of a side do not matter.
        let matters = self.attacks_always[side.index()] && !mv.is_pass();
        let checks = matters && movegen::is_exposed(&self.position, self.rules, side.other(), &mut self.scratch);
        let after = if matters && !checks { attacks::targets(&self.position, self.rules, mv.to()) } else { Vec::new() };
        self.position.unmake(self.rules, undo, &mut Vec::new());
        let attacks = !after.is_empty() && {
            let before = attacks::targets(&self.position, self.rules, mv.from());
            after.iter().any(|square| !before.contains(square))
        };
        self.checks_always[side.index()] &= checks;
        self.attacks_always[side.index()] &= checks || attacks;
    }

    /// Whether the moves before cannot change the result.
    fn is_settled(&self) -> bool {
        self.attacks_always == [false; 2]
    }

    /// The one side that always checked; or else the one side that always checked or attacked (rules 6.3 to 6.5).
    fn side_at_fault(&self) -> Option<Side> {
        let only = |[black, white]: [bool; 2]| match (black, white) {
            (true, false) => Some(Side::Black),
            (false, true) => Some(Side::White),
            _ => None,
        };
        only(self.checks_always).or_else(|| only(self.attacks_always))
    }
}

/// Passes on the moves that the repetition rule allows.
pub(crate) struct Allowed<'a, S> {
    past: Past<'a>,
    /// What may bring a position back; `None` if nothing can.
    filter: Option<RecurrenceFilter>,
    sink: &'a mut S,
}

impl<'a, S: Sink> Allowed<'a, S> {
    pub(crate) fn new(past: Past<'a>, sink: &'a mut S) -> Self {
        let filter = if past.forbids_moves() { past.stack.recurrence_filter(past.rules, past.now) } else { None };
        Self { past, filter, sink }
    }
}

impl<S: Sink> Sink for Allowed<'_, S> {
    const NEEDS_CAPTURE_FLAG: bool = S::NEEDS_CAPTURE_FLAG;
    const QUIETS: bool = S::QUIETS;
    const CAPTURES: bool = S::CAPTURES;

    #[inline]
    fn push(&mut self, mv: Move, is_capture: bool) {
        if let Some(filter) = &self.filter {
            let is_reversible = !is_capture && mv.change() == Change::None;
            if is_reversible && filter.may_recur(self.past.rules, self.past.now, mv) && self.past.forbids(mv).is_some()
            {
                return;
            }
        }
        self.sink.push(mv, is_capture);
    }

    #[inline]
    fn push_row(&mut self, from: Square, first: Square, columns: u64, is_capture: bool) {
        let doubtful = match &self.filter {
            Some(filter) if !is_capture => columns & filter.left_in(self.past.rules.geometry().place(first).0),
            _ => 0,
        };
        self.sink.push_row(from, first, columns & !doubtful, is_capture);
        for column in Position::bits(doubtful) {
            self.push(Move::new(from, first.along_row(column)), is_capture);
        }
    }

    #[inline]
    fn push_all(&mut self, moves: &[Move]) {
        if self.filter.is_none() {
            return self.sink.push_all(moves);
        }
        for mv in moves {
            self.push(*mv, false);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}
