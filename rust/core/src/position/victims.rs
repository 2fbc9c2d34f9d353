//! Which pieces a move takes (rule 3.10): the one place that derives them from a [`Move`].

use arrayvec::ArrayVec;

use crate::geometry::Square;
use crate::moves::Move;
use crate::position::Placement;
use crate::rules::Cell;

/// Most pieces that one move can take: a sweep along a whole line of the largest board, and the squares around its end.
pub const MAX_VICTIMS: usize = 48;

/// A captured piece and the square it stood on, packed into one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim(u32);

impl Victim {
    #[inline]
    pub(crate) fn new(square: Square, cell: Cell) -> Self {
        Self(u32::from(square.number()) << 16 | u32::from(cell.bits()))
    }

    /// Where the piece stood.
    #[inline]
    pub const fn square(self) -> Square {
        Square::new((self.0 >> 16) as u16)
    }

    /// The piece.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half of the word")]
    pub const fn cell(self) -> Cell {
        Cell::from_bits(self.0 as u16)
    }
}

/// The victims of one move in the order taken.
pub(crate) type Victims = ArrayVec<Victim, MAX_VICTIMS>;

impl Placement {
    /// What stands on the end of a move that changes nothing but its start and its end: the one victim, or an empty cell.
    /// `None` for every other move. Fire is left out (rule 9.4). Fast paths begin here; [`Placement::effect`] covers every move.
    #[inline]
    pub fn victim_on_end_only(&self, mv: Move) -> Option<Cell> {
        let on_end = self.at(mv.to());
        // A piece that stays finds itself on its end.
        (!mv.has_via() && (on_end.is_empty() || mv.from() != mv.to())).then_some(on_end)
    }

    /// The victims of a pseudo-legal move in the order taken.
    pub(crate) fn victims(&self, mv: Move) -> Victims {
        let mut victims = Victims::new();
        let mut take = |square: Square| victims.push(Victim::new(square, self.at(square)));
        let (from, to) = (mv.from(), mv.to());
        // The text of a move names its end among the victims only where that piece is not the last one taken.
        let mut end_is_taken = from == to || self.at(to).is_empty();
        if mv.is_sweep() {
            mv.swept().filter(|square| !self.at(*square).is_empty()).for_each(&mut take);
        } else if mv.has_via() {
            for square in mv.victims_before_end() {
                end_is_taken |= square == to;
                take(square);
            }
        }
        if !end_is_taken {
            take(to);
        }
        victims
    }
}
