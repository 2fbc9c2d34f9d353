//! Making and unmaking a move on a position.

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::promotion;
use crate::moves::{Change, Move};
use crate::rules::{Code, RuleSet, Side};

/// What a move changed, beside the captured pieces, which go on a stack of their own.
///
/// All fields are whole words, so that a record just written is read back from where it was stored without delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Share of the mover's side in the key before the move.
    pub(crate) share: u64,
    /// The move.
    pub mv: Move,
    /// The piece and the state square before the move, how many pieces it took, and who had won before it.
    kept: u64,
    /// Plies before this one that took and changed nothing, counted back to the first that did; set by the history.
    pub(crate) quiet_before: u64,
}

const _: () = assert!(size_of::<Undo>() <= 64, "an undo record stays small");

/// One piece taken, as an undo keeps it.
const ONE_TAKEN: u64 = 1 << 32;
/// Where the winner is kept.
const WINNER: u64 = 40;

/// What an undo keeps of the position before a move, nothing taken yet.
#[inline]
fn kept(position: &Position, code: Code) -> u64 {
    let winner = position.winner().map_or(0, |side| 1 + side.index() as u64);
    u64::from(code.bits()) | position.state_square().bits() << 16 | winner << WINNER
}

impl Undo {
    /// The piece before the move.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a code was kept in the lowest 16 bits")]
    pub fn code(&self) -> Code {
        Code::from_bits(self.kept as u16)
    }

    /// State square before the move, or [`Square::NONE`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a square was kept in 16 bits")]
    pub(crate) fn state(&self) -> Square {
        Square::new((self.kept >> 16) as u16)
    }

    /// How many pieces it took.
    #[inline]
    pub fn taken(&self) -> u64 {
        self.kept >> 32 & 0xff
    }

    /// Who had won before the move; only unchecked moves go past an end.
    fn winner(&self) -> Option<Side> {
        match self.kept >> WINNER {
            0 => None,
            1 => Some(Side::Black),
            _ => Some(Side::White),
        }
    }

    /// Whether the move took and changed nothing, so that it can be part of a cycle.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.taken() == 0 && self.mv.is_unchanged()
    }
}

/// A captured piece and where it stood, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured(u32);

impl Captured {
    #[inline]
    fn new(square: Square, code: Code) -> Self {
        Self(u32::from(square.number()) << 16 | u32::from(code.bits()))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two halves of a word")]
    fn parts(self) -> (Square, Code) {
        (Square::new((self.0 >> 16) as u16), Code::from_bits(self.0 as u16))
    }
}

impl Position {
    /// Make a pseudo-legal move. Captured pieces are pushed on `captured`, so that any number may be taken.
    ///
    /// The move must have been generated for this very position.
    #[inline]
    pub fn make(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<Captured>) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let turn = self.turn();
        let code = self.at(from);
        let share = self.share(turn);
        let mut kept = kept(self, code);
        if !mv.is_plain() || from == to || rules.has_state() {
            kept += self.make_any(rules, mv, captured);
        } else {
            // By far the most moves: nothing taken before the end, nothing changed.
            if !self.at(to).is_empty() {
                self.take(rules, to, captured);
                kept += ONE_TAKEN;
            }
            self.shift(rules, from, to, code, turn);
            self.set_turn(turn.other());
        }
        Undo { share, mv, kept, quiet_before: 0 }
    }

    /// Take a piece of the opponent off the board, and the game with its last royal (rule 5.1).
    #[inline]
    fn take(&mut self, rules: &RuleSet, square: Square, captured: &mut Vec<Captured>) -> Code {
        let victim = self.lift(rules, square);
        captured.push(Captured::new(square, victim));
        if rules.keys().piece(victim).royal > 0 && self.royal_count(self.turn().other()) == 0 {
            self.set_winner(Some(self.turn()));
        }
        victim
    }

    /// As [`Position::make`], of any move; returns what it took, as an undo keeps it.
    #[inline(never)]
    fn make_any(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<Captured>) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let (code, turn) = (self.at(from), self.turn());
        let mut taken = 0;
        let after = match mv.change() {
            Change::None => code,
            _ => Code::new(promotion::becomes(rules, self, mv), turn),
        };
        let mut lion_taken = Square::NONE;
        let mut take = |position: &mut Self, square: Square| {
            let victim = position.take(rules, square, captured);
            taken += ONE_TAKEN;
            if rules.has_state() && rules.table(victim.kind()).lion {
                lion_taken = square;
            }
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
        self.set_turn(turn.other());
        if rules.has_state() {
            // Rule 7.3: where the lion stood, which need not be where the piece ends.
            let state = if rules.table(code.kind()).lion { Square::NONE } else { lion_taken };
            self.set_state(rules, state);
        }
        taken
    }

    /// Take back the move that gave `undo`; its victims are popped from `captured`.
    #[inline]
    pub fn unmake(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Captured>) {
        let mover = self.turn().other();
        let (from, to) = (undo.mv.from(), undo.mv.to());
        if undo.mv.is_unchanged() && from != to {
            self.shift_but_for_key(rules, to, from, undo.code(), mover);
        } else {
            self.change_back(rules, undo);
        }
        if undo.taken() > 0 {
            self.give_back(rules, undo, captured);
        }
        self.restore(rules, undo.share, mover, undo.state());
    }

    /// Put back what was taken.
    #[inline]
    fn give_back(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Captured>) {
        for _ in 0..undo.taken() {
            if let Some((square, code)) = captured.pop().map(Captured::parts) {
                self.put(rules, square, code);
            }
        }
        self.set_winner(undo.winner());
    }

    /// Give the mover back its square and what it was.
    #[inline(never)]
    fn change_back(&mut self, rules: &RuleSet, undo: &Undo) {
        self.lift(rules, undo.mv.to());
        self.put(rules, undo.mv.from(), undo.code());
    }
}

impl Position {
    /// The mover's share of the key after a move that takes nothing and changes nothing.
    #[inline]
    pub(crate) fn share_after_quiet(&self, rules: &RuleSet, mv: Move) -> u64 {
        let keys = rules.keys();
        let change = keys.piece(self.at(mv.from())).shift(keys.spot(mv.from()), keys.spot(mv.to()));
        self.share(self.turn()).wrapping_add(change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// Moves that are made without a question may go past the end: taken back, the winner is who had won before.
    #[test]
    fn the_winner_before_comes_back() {
        let rules = RuleSet::named("tai").unwrap();
        let names = ["25y", "25a", "1y", "1a"];
        let [white, black, rook, last] = names.map(|name| rules.geometry().parse(name).unwrap());
        for (turn, first, second) in [("b", [black, white], [rook, last]), ("w", [rook, last], [black, white])] {
            let words = format!(
                "R,23,E/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/e,23,r {turn} - 1"
            );
            let mut position = text::parse_position(&rules, &words).unwrap().position;
            let mut captured = Vec::new();
            let [one, two] = [first, second].map(|[from, to]| Move::new(from, to));
            let start = position.clone();
            let undo_one = position.make(&rules, one, &mut captured);
            let winner = position.winner();
            assert_eq!(winner, Some(start.turn()));
            let undo_two = position.make(&rules, two, &mut captured);
            assert_eq!(position.winner(), Some(start.turn().other()));
            position.unmake(&rules, &undo_two, &mut captured);
            assert_eq!(position.winner(), winner);
            position.unmake(&rules, &undo_one, &mut captured);
            assert!(position == start && position.winner().is_none() && captured.is_empty());
        }
    }
}
