//! Making and unmaking a move on a position.

use crate::board::{KeyTable, Position};
use crate::geometry::Square;
use crate::movegen::promotion;
use crate::moves::{Change, Move};
use crate::rules::{Code, RuleSet, Side};

/// What a move changed, beside the captured pieces, which go on a stack of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Key before the move.
    pub key: u64,
    /// The move.
    pub mv: Move,
    /// The piece before the move.
    pub code: Code,
    /// State square before the move, or [`Square::NONE`].
    pub state: Square,
    /// How many pieces it took.
    pub taken: u8,
    /// Who had won before the move; only unchecked moves go past an end.
    pub winner: Option<Side>,
}

const _: () = assert!(size_of::<Undo>() <= 64, "an undo record stays small");

impl Position {
    /// Make a pseudo-legal move. Captured pieces are pushed on `captured`, so that any number may be taken.
    ///
    /// The move must have been generated for this very position.
    #[inline]
    pub fn make(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<(Square, Code)>) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let code = self.at(from);
        let turn = self.turn();
        let mut undo = Undo { key: self.key(), mv, code, state: self.state_square(), taken: 0, winner: self.winner() };
        if !mv.has_via() && mv.change() == Change::None && self.at(to).is_empty() && !rules.has_state() {
            // By far the most moves: nothing taken, nothing changed.
            self.shift(rules, from, to, code, turn);
            self.set_turn(turn.other());
            return undo;
        }
        let after = match mv.change() {
            Change::None => code,
            _ => Code::new(promotion::becomes(rules, self, mv), turn),
        };
        let royals = self.royal_count(turn.other());
        let mut lion_taken = Square::NONE;
        let mut take = |position: &mut Self, square: Square| {
            let victim = position.lift(rules, square);
            if rules.has_state() && rules.table(victim.kind()).lion {
                lion_taken = square;
            }
            captured.push((square, victim));
            undo.taken += 1;
        };
        if mv.has_via() {
            take(self, mv.first_via());
            if !mv.second_via().is_none() {
                take(self, mv.second_via());
            }
        }
        if from != to && !self.at(to).is_empty() {
            take(self, to);
        }
        if after != code {
            self.lift(rules, from);
            self.put(rules, to, after);
        } else if from != to {
            self.shift(rules, from, to, code, turn);
        }
        if undo.taken > 0 && royals > 0 && self.royal_count(turn.other()) == 0 {
            self.set_winner(Some(turn));
        }
        self.set_turn(turn.other());
        if rules.has_state() {
            // Rule 7.3: where the lion stood, which need not be where the piece ends.
            let state = if rules.table(code.kind()).lion { Square::NONE } else { lion_taken };
            self.set_state(rules, state);
        }
        undo
    }

    /// Take back the move that gave `undo`; its victims are popped from `captured`.
    #[inline]
    pub fn unmake(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<(Square, Code)>) {
        let (from, to) = (undo.mv.from(), undo.mv.to());
        let mover = self.turn().other();
        if self.at(to) != undo.code {
            self.lift(rules, to);
            self.put(rules, from, undo.code);
        } else if from != to {
            self.shift(rules, to, from, undo.code, mover);
        }
        for _ in 0..undo.taken {
            if let Some((square, code)) = captured.pop() {
                self.put(rules, square, code);
            }
        }
        self.set_winner(undo.winner);
        self.restore(undo.key, mover, undo.state);
    }
}

impl Position {
    /// Key after a move that takes nothing and changes nothing.
    #[inline]
    pub(crate) fn key_after_quiet(&self, rules: &RuleSet, mv: Move) -> u64 {
        let keys = rules.keys();
        let code = self.at(mv.from());
        self.key()
            .wrapping_sub(keys.piece(code, mv.from()))
            .wrapping_add(keys.piece(code, mv.to()))
            .wrapping_sub(KeyTable::side(self.turn()))
            .wrapping_add(KeyTable::side(self.turn().other()))
            .wrapping_sub(keys.state(self.state_square()))
    }
}
