//! The effect of a move: everything that it changes on the board, computed without making it.

use crate::geometry::Square;
use crate::moves::{Change, Move};
use crate::position::burning::Fire;
use crate::position::victims::Victims;
use crate::position::{Placement, Victim, promotion};
use crate::rules::key_table::KeyTable;
use crate::rules::{Cell, RuleSet};

/// Everything that a pseudo-legal move changes: the pieces taken, the mover before and after, the squares that differ.
///
/// Compute it with [`Placement::effect`], or read the [`Undo`](super::Undo) of a move already made, which stores the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    mv: Move,
    victims: Victims,
    before: Cell,
    after: Cell,
    last_lion_capture: Square,
}

impl Effect {
    /// The move.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The pieces taken, in the order taken, the one on the end included (rule 3.10); then those that burn (rule 9.4), 1a
    /// first.
    pub fn victims(&self) -> &[Victim] {
        &self.victims
    }

    /// Whether the move takes anything.
    pub fn is_capture(&self) -> bool {
        !self.victims.is_empty()
    }

    /// The moving piece as it stands before the move.
    pub fn before(&self) -> Cell {
        self.before
    }

    /// The moving piece as it stands on the end of the move, promoted or infected; an empty cell if it vanishes beside an
    /// enemy's fire demon (rule 9.4).
    pub fn after(&self) -> Cell {
        self.after
    }

    /// Whether no position before the move can occur again after it: it takes a piece, or changes or removes the mover.
    pub fn is_irreversible(&self) -> bool {
        self.is_capture() || self.mv.change() != Change::None || self.after.is_empty()
    }

    /// The square of a lion that another piece takes by this move, in games with that rule (rule 7.3).
    pub fn last_lion_capture(&self) -> Option<Square> {
        (!self.last_lion_capture.is_none()).then_some(self.last_lion_capture)
    }

    /// Whether this is what [`Placement::make_simple`] does to a mover and what stands on the end of its move.
    pub(super) fn is_simple_move(&self, mover: Cell, on_end: Cell) -> bool {
        let expected = Victim::new(self.mv.to(), on_end);
        let victims = if on_end.is_empty() { &[][..] } else { &[expected] };
        self.before == mover && self.after == mover && self.victims() == victims && self.last_lion_capture.is_none()
    }

    #[inline]
    pub(super) fn last_lion_capture_square(&self) -> Square {
        self.last_lion_capture
    }

    /// The squares whose content the move changes, each once.
    pub fn changed(&self) -> impl Iterator<Item = Square> {
        let (from, to) = (self.mv.from(), self.mv.to());
        let start = (from != to || self.before != self.after).then_some(from);
        // A mover that vanishes leaves its end as it was, unless it captured there.
        let stays = !self.after.is_empty() || self.victims.iter().any(|victim| victim.square() == to);
        let end = (from != to && stays).then_some(to);
        let victims = self.victims.iter().map(|victim| victim.square());
        start.into_iter().chain(end).chain(victims.filter(move |square| *square != to))
    }
}

impl Placement {
    /// What a pseudo-legal move of this position changes.
    ///
    /// The result means nothing for a move that no piece here can make.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{position::Position, rules::RuleSet, text};
    ///
    /// let rules = RuleSet::named("chu")?;
    /// let position = text::parse_position(&rules, "k,11/12/12/12/12/4,p,7/5,LN,6/12/12/12/12/11,K b - 1")?.position;
    /// // The lion takes the pawn and returns to its square.
    /// let igui = text::parse_usi(&rules, "6g5f6g")?;
    /// let effect = position.effect(&rules, igui);
    /// let [pawn] = effect.victims() else { panic!("one victim") };
    /// assert_eq!(rules.geometry().name(pawn.square()), "5f");
    /// assert_eq!(effect.before(), effect.after());
    /// assert!(effect.changed().eq([pawn.square()]));
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn effect(&self, rules: &RuleSet, mv: Move) -> Effect {
        let before = self.at(mv.from());
        let mut victims = self.victims(mv);
        let mut after = match mv.change() {
            Change::None => before,
            _ => Cell::new(promotion::becomes(rules, before, &victims, mv.change()), self.turn()),
        };
        let is_lion = |cell: Cell| rules.table(cell.kind()).lion;
        let mut last_lion_capture = Square::NONE;
        if rules.tracks_lion_captures() && !is_lion(before) {
            // Where the lion stood, which need not be where the piece ends.
            let lion = victims.iter().rev().find(|victim| is_lion(victim.cell()));
            last_lion_capture = lion.map_or(Square::NONE, |victim| victim.square());
        }
        if rules.burns() {
            match self.fire(rules, mv, after, &victims) {
                Fire::None => {}
                Fire::MoverVanishes => after = Cell::EMPTY,
                Fire::NeighboursVanish => self.add_burnt(rules, mv, after, &mut victims),
            }
        }
        Effect { mv, victims, before, after, last_lion_capture }
    }

    /// The piece that a pseudo-legal move captures on its end, or an empty cell, and the mover after the move. `None` for moves
    /// that may capture elsewhere and where pieces burn: those need [`Placement::effect`], which costs more.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::Board, rules::RuleSet};
    ///
    /// let board = Board::new(RuleSet::named("tai")?);
    /// let (position, rules) = (board.position(), board.rules());
    /// for mv in board.legal_list() {
    ///     let effect = position.effect(rules, mv);
    ///     if let Some((victim, after)) = position.capture_on_end(rules, mv) {
    ///         assert!(effect.victims().iter().all(|each| each.cell() == victim));
    ///         assert_eq!((effect.is_capture(), effect.after()), (!victim.is_empty(), after));
    ///     }
    /// }
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    #[inline]
    pub fn capture_on_end(&self, rules: &RuleSet, mv: Move) -> Option<(Cell, Cell)> {
        let victim = self.victim_on_end_only(mv).filter(|_| !rules.has_unnamed_victims())?;
        let before = self.at(mv.from());
        let after = if mv.change() == Change::None {
            before
        } else {
            let taken = [Victim::new(mv.to(), victim)];
            let victims = if victim.is_empty() { &[][..] } else { &taken };
            Cell::new(promotion::becomes(rules, before, victims, mv.change()), self.turn())
        };
        debug_assert!(self.effect(rules, mv).after() == after, "the fast path agrees with the effect of the move");
        Some((victim, after))
    }

    /// The [key](Placement::key) of the position after a pseudo-legal move, without making it.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::Board, rules::RuleSet};
    ///
    /// let mut board = Board::new(RuleSet::named("maka")?);
    /// for mv in board.legal_list() {
    ///     let key = board.to_position().key_after(board.rules(), mv);
    ///     board.push(mv)?;
    ///     assert_eq!(board.to_position().key(), key);
    ///     board.pop()?;
    /// }
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn key_after(&self, rules: &RuleSet, mv: Move) -> u64 {
        let keys = rules.keys();
        let on = |cell: Cell, square: Square| keys.piece(cell).on(keys.spot(square));
        let effect = self.effect(rules, mv);
        let turn = self.turn();
        let taken =
            effect.victims.iter().fold(0_u64, |sum, victim| sum.wrapping_add(on(victim.cell(), victim.square())));
        self.half_key(turn)
            .wrapping_sub(on(effect.before, mv.from()))
            .wrapping_add(if effect.after.is_empty() { 0 } else { on(effect.after, mv.to()) })
            .wrapping_add(self.half_key(turn.other()))
            .wrapping_sub(taken)
            .wrapping_add(KeyTable::side(turn.other()))
            .wrapping_add(keys.state(effect.last_lion_capture))
    }
}
