//! Squares on which a piece could never move again, whatever stands on the board (rule 4.6).

use crate::betza::{Atom, Term};
use crate::geometry::{Geometry, Square, Vector};
use crate::rules::piece::Side;

/// Whether a path of the terms leads from a square to another square of the board, or back by single steps.
pub(super) fn can_move(terms: &[Term], geometry: Geometry, side: Side, from: Square) -> bool {
    terms.iter().any(|term| {
        let walk = Walk { term, geometry, side, from };
        term.atom == Atom::U || term.first.iter().any(|vector| walk.leg(0, from, *vector))
    })
}

/// The legs of one term on a board without pieces, where every mode of a leg is possible.
struct Walk<'a> {
    term: &'a Term,
    geometry: Geometry,
    side: Side,
    from: Square,
}

impl Walk<'_> {
    /// Whether the leg of this number, along a vector, and the legs after it stay on the board.
    fn leg(&self, number: usize, at: Square, vector: Vector) -> bool {
        let modes = if number == 0 { self.term.modes } else { self.term.later[number - 1].1 };
        let mut square = at;
        for count in 1..=self.term.reach {
            let Some(next) = self.geometry.step(square, vector, self.side == Side::Black) else { return false };
            square = next;
            let goes_on = || match self.term.later.get(number) {
                None => square != self.from || self.term.single_steps(),
                Some((turn, _)) => {
                    turn.vectors(vector, &self.term.all).any(|vector| self.leg(number + 1, square, vector))
                }
            };
            if count > modes.skip && goes_on() {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza;

    /// The ranks, from the far side, on which a type is stuck on a middle file of a board of 9 by 9.
    fn stuck(betza: &str, side: Side) -> Vec<usize> {
        let (geometry, terms) = (Geometry::new(9, 9).unwrap(), betza::parse(betza).unwrap());
        let row = |rank: usize| if side == Side::Black { rank } else { 8 - rank };
        (0..9).filter(|rank| !can_move(&terms, geometry, side, geometry.at(4, row(*rank)))).collect()
    }

    #[test]
    fn pieces_with_forward_moves_only_are_stuck_at_the_far_side() {
        for side in Side::BOTH {
            for (betza, ranks) in [
                ("fW", &[0][..]),
                ("fR", &[0]),
                ("fF", &[0]),
                ("ffN", &[0, 1]),
                ("fD", &[0, 1]),
                ("fH", &[0, 1, 2]),
                ("foR", &[0, 1]),
                ("fooR", &[0, 1, 2]),
                ("fjcR", &[0]),
                ("fmafW", &[0, 1]),
                ("fmasW", &[0]),
                ("fWfavW", &[0]),
                ("bW", &[8]),
                ("W", &[]),
                ("rlW", &[]),
                ("cabK", &[]),
                ("U", &[]),
            ] {
                assert_eq!(stuck(betza, side), ranks, "{betza}");
            }
        }
    }

    /// A way out and back is a move for single steps only.
    #[test]
    fn a_leap_out_and_back_is_no_move() {
        assert_eq!(stuck("mabD", Side::Black), (0..9).collect::<Vec<_>>());
        assert_eq!(stuck("fmabW", Side::Black), [0]);
    }
}
