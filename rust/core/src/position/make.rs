//! Making and unmaking a move on a position.

use crate::geometry::Square;
use crate::moves::{Change, Move};
use crate::position::promotion;
use crate::position::{Placement, Position};
use crate::rules::{Cell, RuleSet, Side};

/// What a move changed. The one piece that a usual move takes lies here; what others take goes on a stack of its own.
///
/// All fields are whole words, so that a record just written is read back from where it was stored without delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Share of the mover's side in the key before the move.
    pub(crate) half_key: u64,
    /// The move.
    pub mv: Move,
    /// What is needed to take it back, in parts: see below.
    kept: u64,
    /// Moves made up to the last before it that took or changed something; set by the trail.
    pub(super) irreversible_before: usize,
}

const _: () = assert!(size_of::<Undo>() <= 64, "an undo record stays small");

// Parts of what is kept. The lowest 16 bits are the piece before the move.

/// The one piece that a usual move took on its end.
const VICTIM: u64 = 16;
/// The state square before the move.
const STATE: u64 = 32;
/// How many pieces it put on the stack.
const TAKEN: u64 = 44;
const ONE_TAKEN: u64 = 1 << TAKEN;
/// Who had won before the move.
const WINNER: u64 = 52;
/// Not a usual move: see [`Placement::make_usual`].
const UNUSUAL: u64 = 1 << 54;
/// Something was taken or changed.
const IRREVERSIBLE: u64 = 1 << 55;

impl Undo {
    /// The piece before the move.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a code was kept in the lowest 16 bits")]
    pub fn code(&self) -> Cell {
        Cell::from_bits(self.kept as u16)
    }

    /// The one piece that a usual move took, or nothing.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a code was kept in 16 bits")]
    fn victim(&self) -> Cell {
        Cell::from_bits((self.kept >> VICTIM) as u16)
    }

    /// State square before the move, or [`Square::NONE`].
    #[inline]
    pub(crate) fn state(&self) -> Square {
        Square::new((self.kept >> STATE & 0xfff) as u16)
    }

    /// How many pieces it put on the stack.
    #[inline]
    fn taken(&self) -> u64 {
        self.kept >> TAKEN & 0xff
    }

    /// Who had won before the move; only unchecked moves go past an end.
    fn winner(&self) -> Option<Side> {
        match self.kept >> WINNER & 3 {
            0 => None,
            1 => Some(Side::Black),
            _ => Some(Side::White),
        }
    }

    /// Whether [`Placement::make_usual`] made the move.
    #[inline]
    fn is_usual(&self) -> bool {
        self.kept & UNUSUAL == 0
    }

    /// Whether the move took or changed something, so that no position before it can come back.
    #[inline]
    pub(crate) fn is_irreversible(&self) -> bool {
        self.kept & IRREVERSIBLE != 0
    }
}

/// A captured piece and where it stood, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured(u32);

impl Captured {
    #[inline]
    fn new(square: Square, code: Cell) -> Self {
        Self(u32::from(square.number()) << 16 | u32::from(code.bits()))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two halves of a word")]
    fn parts(self) -> (Square, Cell) {
        (Square::new((self.0 >> 16) as u16), Cell::from_bits(self.0 as u16))
    }
}

#[expect(
    clippy::inline_always,
    reason = "in line the record is written where it stays and read where it lies: a tenth of the time of a move"
)]
impl Placement {
    /// Make a usual move: one that at most takes one piece on its end, which is no royal, and leaves all else as it is. By
    /// far the most moves are usual. `None` for others, which are not made.
    #[inline(always)]
    pub(super) fn make_usual(&mut self, rules: &RuleSet, mv: Move) -> Option<Undo> {
        let (turn, keys) = (self.turn(), rules.keys());
        let half_key = self.half_key(turn);
        let (from, to) = (mv.from(), mv.to());
        let (code, victim) = (self.at(from), self.at(to));
        let mut kept = u64::from(code.bits());
        if !mv.is_plain() || !self.last_lion_capture_square().is_none() {
            return None;
        }
        if !victim.is_empty() {
            let piece = keys.piece(victim);
            // A piece that stays finds itself there.
            if from == to || piece.royal > 0 || rules.tracks_lion_captures() {
                return None;
            }
            kept |= u64::from(victim.bits()) << VICTIM | IRREVERSIBLE;
            self.add_to_half_key(turn.other(), piece.on(keys.spot(to)).wrapping_neg());
        }
        self.set_cell(from, Cell::EMPTY);
        self.set_cell(to, code);
        self.add_to_half_key(turn, keys.piece(code).shift(keys.spot(from), keys.spot(to)));
        self.set_turn(turn.other());
        Some(Undo { half_key, mv, kept, irreversible_before: 0 })
    }

    /// Take back a usual move.
    #[inline(always)]
    pub(super) fn unmake_usual(&mut self, rules: &RuleSet, undo: &Undo) {
        let (mover, keys) = (self.turn().other(), rules.keys());
        let (to, victim) = (undo.mv.to(), undo.victim());
        self.set_cell(to, victim);
        self.set_cell(undo.mv.from(), undo.code());
        if !victim.is_empty() {
            self.add_to_half_key(mover.other(), keys.piece(victim).on(keys.spot(to)));
        }
        self.set_half_key(mover, undo.half_key);
        self.set_turn(mover);
    }

    /// The mover's share of the key after a move that takes nothing and changes nothing.
    #[inline]
    pub(crate) fn half_key_after_quiet(&self, rules: &RuleSet, mv: Move) -> u64 {
        let keys = rules.keys();
        let change = keys.piece(self.at(mv.from())).shift(keys.spot(mv.from()), keys.spot(mv.to()));
        self.half_key(self.turn()).wrapping_add(change)
    }

    /// Who has won, as an undo keeps it.
    fn kept_winner(&self) -> u64 {
        self.winner().map_or(0, |side| (1 + side.index() as u64) << WINNER)
    }
}

impl Position {
    /// Make a pseudo-legal move. What does not fit the record is pushed on `captured`, so that any number may be taken.
    ///
    /// The move must have been generated for this very position.
    #[inline]
    pub fn make(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<Captured>) -> Undo {
        match self.placement.make_usual(rules, mv) {
            Some(undo) => {
                self.flip_usual(rules, &undo);
                undo
            }
            None => self.make_any(rules, mv, captured),
        }
    }

    /// Take back the move that gave `undo`; victims that are not in the record are popped from `captured`.
    #[inline]
    pub fn unmake(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Captured>) {
        if undo.is_usual() {
            self.flip_usual(rules, undo);
            self.placement.unmake_usual(rules, undo);
        } else {
            self.unmake_any(rules, undo, captured);
        }
    }

    /// What the last move, a usual one, changes in the rows, either way: after the placement has it, before it is taken back.
    #[inline]
    pub(super) fn flip_usual(&mut self, rules: &RuleSet, undo: &Undo) {
        let mover = self.turn().other();
        let (code, victim, to) = (undo.code(), undo.victim(), undo.mv.to());
        self.flip(rules, undo.mv.from(), code, mover);
        self.flip(rules, to, code, mover);
        if !victim.is_empty() {
            self.flip(rules, to, victim, mover.other());
        }
    }

    /// Take a piece of the opponent off the board, and the game with its last royal (rule 5.1).
    fn take(&mut self, rules: &RuleSet, square: Square, captured: &mut Vec<Captured>) -> Cell {
        let victim = self.lift(rules, square);
        captured.push(Captured::new(square, victim));
        if rules.keys().piece(victim).royal > 0 && self.royal_count(self.turn().other()) == 0 {
            self.placement.set_winner(Some(self.turn()));
        }
        victim
    }

    /// As [`Position::make`], of a move that need not be usual.
    #[inline(never)]
    pub(super) fn make_any(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<Captured>) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let (code, turn) = (self.at(from), self.turn());
        let half_key = self.half_key(turn);
        let mut kept =
            UNUSUAL | u64::from(code.bits()) | self.last_lion_capture_square().bits() << STATE | self.kept_winner();
        let after = match mv.change() {
            Change::None => code,
            _ => Cell::new(promotion::becomes(rules, self, mv), turn),
        };
        let mut lion_taken = Square::NONE;
        let mut take = |position: &mut Self, square: Square| {
            let victim = position.take(rules, square, captured);
            kept += ONE_TAKEN;
            kept |= IRREVERSIBLE;
            if rules.tracks_lion_captures() && rules.table(victim.kind()).lion {
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
        self.lift(rules, from);
        self.put(rules, to, after);
        if !mv.is_unchanged() {
            kept |= IRREVERSIBLE;
        }
        if rules.tracks_lion_captures() {
            // Rule 7.3: where the lion stood, which need not be where the piece ends.
            let state = if rules.table(code.kind()).lion { Square::NONE } else { lion_taken };
            self.set_last_lion_capture(rules, state);
        }
        self.set_turn(turn.other());
        Undo { half_key, mv, kept, irreversible_before: 0 }
    }

    /// Take back a move that is not usual: put back the mover, what was taken, the state square, and who had won.
    #[inline(never)]
    fn unmake_any(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Captured>) {
        self.set_turn(self.turn().other());
        self.lift(rules, undo.mv.to());
        self.put(rules, undo.mv.from(), undo.code());
        for _ in 0..undo.taken() {
            if let Some((square, code)) = captured.pop().map(Captured::parts) {
                self.put(rules, square, code);
            }
        }
        self.placement.set_winner(undo.winner());
        if self.last_lion_capture_square() != undo.state() {
            self.set_last_lion_capture(rules, undo.state());
        }
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
