//! A move of a rule set with what is known of its position. Its Python methods are in `moves`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use mujo_core::geometry::Square;
use mujo_core::moves::{Change, Move as CoreMove};
use mujo_core::position::Placement;
use mujo_core::rules::RuleSet;
use mujo_core::text;
use mujo_core::text::move_id;
use pyo3::prelude::*;

/// The index of a move that comes from no list.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// The squares that a move captures on, in the order taken; unknown for a move that was read without a board.
#[derive(Clone, Debug)]
pub(crate) enum Captures {
    Unknown,
    /// Nearly all moves: no allocation.
    Few([Square; 3], u8),
    Many(Box<[Square]>),
}

impl Captures {
    /// The captures of a move of this position.
    pub(crate) fn of(placement: &Placement, rules: &RuleSet, mv: CoreMove) -> Self {
        // Nearly all moves of a list; computing their whole effect would double the time to build the objects.
        // Where pieces burn, a move may capture more than what stands on its end.
        if !rules.burns()
            && let Some(on_end) = placement.victim_on_end_only(mv)
        {
            return Self::Few([mv.to(), Square::NONE, Square::NONE], u8::from(!on_end.is_empty()));
        }
        Self::from_squares(placement.effect(rules, mv).victims().iter().map(|victim| victim.square()))
    }

    pub(crate) fn from_squares(squares: impl ExactSizeIterator<Item = Square>) -> Self {
        let mut few = [Square::NONE; 3];
        match u8::try_from(squares.len()) {
            Ok(count @ 0..=3) => {
                few.iter_mut().zip(squares).for_each(|(slot, square)| *slot = square);
                Self::Few(few, count)
            }
            _ => Self::Many(squares.collect()),
        }
    }

    /// The squares; `None` if unknown.
    pub(crate) fn known(&self) -> Option<&[Square]> {
        match self {
            Self::Unknown => None,
            Self::Few(squares, count) => Some(&squares[..usize::from(*count)]),
            Self::Many(squares) => Some(squares),
        }
    }
}

/// A move by its effect: start, victims before the end, end, and whether the mover changes (rule 3.1). A frozen value.
///
/// Get moves from `Board.legal_moves`, `Board.parse_move` or `Move.from_usi`. ``str(move)`` is the canonical text,
/// ``int(move)`` a number.
///
/// Notes
/// -----
/// Equality and hash are those of the number (and of the id after ``+``, where one is written): moves of two rule sets on
/// boards of one width can be equal.
///
/// Examples
/// --------
/// >>> import mujo
/// >>> move = mujo.Move.from_usi("8r8q")
/// >>> mujo.Board().push(move)
/// Move.from_usi('8r8q')
/// >>> mujo.Move.from_int(int(move)) == move
/// True
#[pyclass(module = "mujo", frozen, eq, hash)]
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) inner: CoreMove,
    pub(crate) rules: Arc<RuleSet>,
    /// Its index in the list it was taken from: a hint that spares the board that gave the list a search.
    pub(crate) place: u32,
    pub(crate) captures: Captures,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        let same_width = self.rules.geometry().files() == other.rules.geometry().files();
        same_width && self.inner == other.inner && self.named() == other.named()
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.inner, self.rules.geometry().files()).hash(state);
    }
}

impl Move {
    /// A move without the position it belongs to.
    pub(crate) fn new(inner: CoreMove, rules: Arc<RuleSet>) -> Self {
        // Fire may take more than the squares that the move names (rule 9.4).
        let captures = if !rules.burns() && (inner.is_pass() || inner.is_igui()) {
            Captures::from_squares(inner.victims_before_end().collect::<Vec<_>>().into_iter())
        } else {
            Captures::Unknown
        };
        Self { inner, rules, place: NO_PLACE, captures }
    }

    /// A move of this position.
    pub(crate) fn on(placement: &Placement, rules: &Arc<RuleSet>, inner: CoreMove) -> Self {
        Self { inner, rules: Arc::clone(rules), place: NO_PLACE, captures: Captures::of(placement, rules, inner) }
    }

    pub(crate) fn dense(&self, square: Square) -> usize {
        self.rules.geometry().dense(square)
    }

    pub(crate) fn id(&self) -> u64 {
        move_id::of(&self.rules, self.inner)
    }

    /// Its text, where that names a type: such moves differ between games.
    pub(crate) fn named(&self) -> Option<String> {
        match self.inner.change() {
            Change::Named(_) => Some(text::usi(&self.rules, self.inner)),
            _ => None,
        }
    }
}
