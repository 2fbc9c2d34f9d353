//! Making and unmaking moves on a position.

use crate::geometry::Square;
use crate::moves::Move;
use crate::position::{Effect, Placement, Position, Victim};
use crate::rules::{Cell, RuleSet, Side};

/// What a move changed. The one piece that a simple move takes is stored here; the victims of other moves go on a stack of
/// their own, so that any number may be taken.
///
/// All fields are whole words, so that a record just written is read back from where it was stored without delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Half key of the mover's side before the move.
    pub(crate) half_key: u64,
    /// The move.
    pub mv: Move,
    /// What taking it back needs, packed: see the constants below.
    packed: u64,
}

const _: () = assert!(size_of::<Undo>() <= 64, "an undo record stays small");

// The fields of `packed`. The lowest 16 bits are the piece before the move.

/// The piece that a simple move took on its end.
const VICTIM: u64 = 16;
/// The square of a lion just taken, before the move.
const LAST_LION_CAPTURE: u64 = 32;
/// How many victims it pushed on the stack.
const TAKEN: u64 = 44;
/// Who had won before the move.
const WINNER: u64 = 52;
/// Not a simple move: see [`Placement::make_simple`].
const NOT_SIMPLE: u64 = 1 << 54;
/// Something was taken or changed.
const IRREVERSIBLE: u64 = 1 << 55;

impl Undo {
    /// The piece before the move.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cell is stored in the lowest 16 bits")]
    pub fn mover(&self) -> Cell {
        Cell::from_bits(self.packed as u16)
    }

    /// The one piece that a simple move took, or nothing.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cell is stored in 16 bits")]
    fn victim(&self) -> Cell {
        Cell::from_bits((self.packed >> VICTIM) as u16)
    }

    /// The square of a lion just taken, before the move, or [`Square::NONE`].
    #[inline]
    pub(crate) fn last_lion_capture(&self) -> Square {
        Square::new((self.packed >> LAST_LION_CAPTURE & 0xfff) as u16)
    }

    /// How many victims it pushed on the stack.
    #[inline]
    fn taken(&self) -> usize {
        (self.packed >> TAKEN & 0xff) as usize
    }

    /// Its victims on the top of the stack that they were pushed to.
    #[inline]
    fn taken_from<'a>(&self, stack: &'a [Victim]) -> &'a [Victim] {
        debug_assert!(self.taken() <= stack.len(), "the victims of the move lie on the stack");
        &stack[stack.len().saturating_sub(self.taken())..]
    }

    /// Who had won before the move; only unchecked moves continue a finished game.
    fn winner(&self) -> Option<Side> {
        match self.packed >> WINNER & 3 {
            0 => None,
            1 => Some(Side::Black),
            _ => Some(Side::White),
        }
    }

    /// Whether [`Placement::make_simple`] made the move.
    #[inline]
    fn is_simple_move(&self) -> bool {
        self.packed & NOT_SIMPLE == 0
    }

    /// Whether the move took a piece or changed the mover, so that no position before it can occur again.
    #[inline]
    pub(crate) fn is_irreversible(&self) -> bool {
        self.packed & IRREVERSIBLE != 0
    }

    /// Whether this is the record of a null move.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.mv == Move::NONE
    }

    /// The pieces that the move took, in the order taken. `stack` holds the victims of this move on its top, as when the
    /// move is the last one made.
    #[inline]
    pub fn victims<'a>(&self, stack: &'a [Victim]) -> impl DoubleEndedIterator<Item = Victim> + use<'a> {
        let victim = self.victim();
        let on_end = (!victim.is_empty()).then(|| Victim::new(self.mv.to(), victim));
        on_end.into_iter().chain(self.taken_from(stack).iter().copied())
    }

    /// The squares that the move touched, some perhaps twice: its start, its end, and those of its victims, with `stack` as in
    /// [`Undo::victims`].
    #[inline]
    pub(crate) fn touched<'a>(&self, stack: &'a [Victim]) -> impl Iterator<Item = Square> + Clone + use<'a> {
        let others = self.taken_from(stack).iter().map(|victim| victim.square());
        [self.mv.from(), self.mv.to()].into_iter().chain(others)
    }
}

#[expect(
    clippy::inline_always,
    reason = "in line the record is written where it stays and read where it lies: a tenth of the time of a move"
)]
impl Placement {
    /// Make a simple move: one that takes at most one piece, which stands on its end and is not royal, and changes nothing
    /// else. Most moves are simple. `None` for others, which are not made.
    #[inline(always)]
    pub(super) fn make_simple(&mut self, rules: &RuleSet, mv: Move) -> Option<Undo> {
        let (turn, keys) = (self.turn(), rules.keys());
        let half_key = self.half_key(turn);
        let (from, to) = (mv.from(), mv.to());
        let cell = self.at(from);
        if !mv.is_plain() || self.has_no_simple_moves() {
            return None;
        }
        let victim = self.victim_on_end_only(mv)?;
        let mut packed = u64::from(cell.bits());
        if !victim.is_empty() {
            let piece = keys.piece(victim);
            if piece.royal > 0 || rules.tracks_lion_captures() {
                return None;
            }
            packed |= u64::from(victim.bits()) << VICTIM | IRREVERSIBLE;
            self.add_to_half_key(turn.other(), piece.on(keys.spot(to)).wrapping_neg());
        }
        debug_assert!(
            self.effect(rules, mv).is_simple_move(cell, victim),
            "the fast path makes what the effect of the move is"
        );
        self.set_cell(from, Cell::EMPTY);
        self.set_cell(to, cell);
        self.add_to_half_key(turn, keys.piece(cell).shift(keys.spot(from), keys.spot(to)));
        self.set_turn(turn.other());
        Some(Undo { half_key, mv, packed })
    }

    /// Take back a simple move.
    #[inline(always)]
    pub(super) fn unmake_simple(&mut self, rules: &RuleSet, undo: &Undo) {
        let (mover, keys) = (self.turn().other(), rules.keys());
        let (to, victim) = (undo.mv.to(), undo.victim());
        self.set_cell(to, victim);
        self.set_cell(undo.mv.from(), undo.mover());
        if !victim.is_empty() {
            self.add_to_half_key(mover.other(), keys.piece(victim).on(keys.spot(to)));
        }
        self.set_half_key(mover, undo.half_key);
        self.set_turn(mover);
    }

    /// The mover's half key after a move that takes nothing and changes nothing.
    #[inline]
    pub(crate) fn half_key_after_quiet(&self, rules: &RuleSet, mv: Move) -> u64 {
        let keys = rules.keys();
        let change = keys.piece(self.at(mv.from())).shift(keys.spot(mv.from()), keys.spot(mv.to()));
        self.half_key(self.turn()).wrapping_add(change)
    }

    /// Who has won and where a lion was just taken, as an undo record stores them.
    fn packed_state(&self) -> u64 {
        let winner = self.winner().map_or(0, |side| (1 + side.index() as u64) << WINNER);
        winner | self.last_lion_capture_square().bits() << LAST_LION_CAPTURE
    }
}

impl Position {
    /// Make a pseudo-legal move, which must have been generated for this very position. Victims that do not fit the record are
    /// pushed on `captured`; [`Undo::victims`] reads them all.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::movegen::{self, Scratch};
    /// use mujo_core::{position::Position, rules::RuleSet};
    ///
    /// let rules = RuleSet::named("tai")?;
    /// let mut position = Position::start(&rules);
    /// let (mut list, mut captured) = (Vec::new(), Vec::new());
    /// movegen::legal_moves(&position, &rules, &mut Scratch::default(), &mut list);
    /// for mv in list {
    ///     let before = position.key();
    ///     let undo = position.make(&rules, mv, &mut captured);
    ///     assert!(undo.victims(&captured).all(|victim| victim.cell().side() == Some(position.turn())));
    ///     position.unmake(&rules, &undo, &mut captured);
    ///     assert_eq!(position.key(), before);
    /// }
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    #[inline]
    pub fn make(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<Victim>) -> Undo {
        match self.placement.make_simple(rules, mv) {
            Some(undo) => {
                self.flip_simple(rules, &undo);
                undo
            }
            None => self.make_any(rules, mv, captured),
        }
    }

    /// Take back the move that returned `undo`; victims that are not in the record are popped from `captured`.
    #[inline]
    pub fn unmake(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Victim>) {
        if undo.is_simple_move() {
            self.flip_simple(rules, undo);
            self.placement.unmake_simple(rules, undo);
        } else {
            self.unmake_any(rules, undo, captured);
        }
    }

    /// Change the rows as the last move, a simple one, does, or change them back: call it after the placement has the move and
    /// before the placement takes it back.
    #[inline]
    pub(super) fn flip_simple(&mut self, rules: &RuleSet, undo: &Undo) {
        let mover = self.turn().other();
        let (cell, victim, to) = (undo.mover(), undo.victim(), undo.mv.to());
        self.flip(rules, undo.mv.from(), cell, mover);
        self.flip(rules, to, cell, mover);
        if !victim.is_empty() {
            self.flip(rules, to, victim, mover.other());
        }
    }

    /// As [`Position::make`], of a move that need not be simple.
    #[inline(never)]
    pub(super) fn make_any(&mut self, rules: &RuleSet, mv: Move, captured: &mut Vec<Victim>) -> Undo {
        let (turn, effect) = (self.turn(), self.effect(rules, mv));
        let half_key = self.half_key(turn);
        let taken = effect.victims().len() as u64;
        let irreversible = if effect.is_irreversible() { IRREVERSIBLE } else { 0 };
        let packed =
            NOT_SIMPLE | u64::from(effect.before().bits()) | self.packed_state() | taken << TAKEN | irreversible;
        for victim in effect.victims() {
            self.lift(rules, victim.square());
            captured.push(*victim);
        }
        self.lift(rules, mv.from());
        self.put(rules, mv.to(), effect.after());
        self.decide(rules, &effect);
        if rules.tracks_lion_captures() {
            self.set_last_lion_capture(rules, effect.last_lion_capture_square());
        }
        self.set_turn(turn.other());
        Undo { half_key, mv, packed }
    }

    /// A side whose last royal is among the victims has lost (rule 5.1). If the mover vanishes as its side's last royal, the
    /// other side has won, unless it has lost its own by the same move (rule 9.4).
    fn decide(&mut self, rules: &RuleSet, effect: &Effect) {
        let mover = effect.after().is_empty().then_some(effect.before());
        for cell in mover.into_iter().chain(effect.victims().iter().map(|victim| victim.cell())) {
            if let Some(loser) = cell.side()
                && rules.keys().piece(cell).royal > 0
                && self.royal_count(loser) == 0
                && !self.plays_without_royals(loser)
            {
                self.placement.set_winner(Some(loser.other()));
            }
        }
    }

    /// Let the side to move pass without moving: the null move of searches, which no rule allows.
    ///
    /// The opponent is to move; in games with that rule, the square of a lion just taken is forgotten (rule 7.3).
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{position::Position, rules::RuleSet};
    ///
    /// let rules = RuleSet::named("tai")?;
    /// let mut position = Position::start(&rules);
    /// let (turn, key) = (position.turn(), position.key());
    /// let undo = position.make_null(&rules);
    /// assert_eq!(position.turn(), turn.other());
    /// position.unmake_null(&rules, &undo);
    /// assert_eq!(position.key(), key);
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn make_null(&mut self, rules: &RuleSet) -> Undo {
        let turn = self.turn();
        // Repetition never looks past a null move: what follows is no game.
        let packed = NOT_SIMPLE | IRREVERSIBLE | self.packed_state();
        let undo = Undo { half_key: self.half_key(turn), mv: Move::NONE, packed };
        self.set_last_lion_capture(rules, Square::NONE);
        self.set_turn(turn.other());
        undo
    }

    /// Take back the null move that gave `undo`.
    pub fn unmake_null(&mut self, rules: &RuleSet, undo: &Undo) {
        debug_assert!(undo.is_null(), "the record of a null move");
        self.set_turn(self.turn().other());
        self.set_last_lion_capture(rules, undo.last_lion_capture());
    }

    /// Take back a move that is not simple.
    #[inline(never)]
    fn unmake_any(&mut self, rules: &RuleSet, undo: &Undo, captured: &mut Vec<Victim>) {
        if undo.is_null() {
            self.unmake_null(rules, undo);
            return;
        }
        self.set_turn(self.turn().other());
        self.lift(rules, undo.mv.to());
        self.put(rules, undo.mv.from(), undo.mover());
        for _ in 0..undo.taken() {
            if let Some(victim) = captured.pop() {
                self.put(rules, victim.square(), victim.cell());
            }
        }
        self.placement.set_winner(undo.winner());
        if self.last_lion_capture_square() != undo.last_lion_capture() {
            self.set_last_lion_capture(rules, undo.last_lion_capture());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// Unchecked moves may continue a finished game: taking them back restores who had won before.
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
