//! Jump captures (rule 9.2): along a line over any number of pieces of either side that rank lower than the mover.
//!
//! ```text
//!   G  .  p  .  P  x  K       The general G captures p as a slide does, x over p and P, and nothing behind the king K,
//!                             which outranks it; K itself too, where a jump may capture anything.
//! ```

use crate::geometry::Square;
use crate::moves::Move;
use crate::powers::power::{self, Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::Cell;
use crate::rules::power_tables::{JumpTable, PowerSet, PowerTables};

pub(crate) struct Jump;

impl Power for Jump {
    const SET: PowerSet = PowerSet::JUMP;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        for jump in &powers.jumps {
            each_beyond(mover, jump, |square| {
                let cell = mover.at(square);
                if mover.is_enemy(cell) && mover.rules.may_take_by_jump(mover.at(mover.from), cell) {
                    out.capture(Move::new(mover.from, square));
                }
            });
        }
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        target.direction().is_some_and(|direction| {
            let mut jumps = powers.jumps.iter().filter(|jump| jump.direction == direction);
            jumps.any(|jump| power::visits(target.square, |visit| each_beyond(mover, jump, visit)))
                && takes_as_enemy(mover, target.square)
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for jump in &powers.jumps {
            each_beyond(mover, jump, |square| {
                if takes_as_enemy(mover, square) {
                    visit(square);
                }
            });
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for jump in &powers.jumps {
            let mut square = mover.from.offset(jump.delta);
            visit(square);
            while is_passed(mover, square) {
                square = square.offset(jump.delta);
                visit(square);
            }
        }
    }
}

/// Whether a jump of the piece captures the enemy on a square.
pub(super) fn captures(mover: &Mover, powers: &PowerTables, to: Square) -> bool {
    powers.has(PowerSet::JUMP) && Jump::attacks(mover, powers, &Target::new(mover.geometry(), mover.from, to))
}

/// Whether a jump may capture on a square, whatever stands there counting as an enemy; an own piece counts as a pawn (rule 5.3).
fn takes_as_enemy(mover: &Mover, square: Square) -> bool {
    let cell = mover.at(square);
    !mover.is_enemy(cell) || mover.rules.may_take_by_jump(mover.at(mover.from), cell)
}

/// Whether a jump goes on beyond a square: it is empty, or what stands there ranks lower.
fn is_passed(mover: &Mover, square: Square) -> bool {
    let cell = mover.at(square);
    cell.is_empty() || mover.rules.outranks(mover.at(mover.from), cell)
}

/// Visit the squares that a jump reaches over at least one piece, up to and including the first that it cannot pass. The
/// squares before are those of a slide.
fn each_beyond(mover: &Mover, jump: &JumpTable, mut visit: impl FnMut(Square)) {
    let mut square = mover.from.offset(jump.delta);
    while mover.at(square).is_empty() {
        square = square.offset(jump.delta);
    }
    while is_passed(mover, square) {
        square = square.offset(jump.delta);
        if mover.at(square) == Cell::MARGIN {
            return;
        }
        visit(square);
    }
}
