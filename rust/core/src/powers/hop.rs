//! Hop-limited slides (rule 10.3): along a line over a few pieces of either side, which stay where they are.
//!
//! ```text
//!   T  .  p  .  P  x  .       T, which passes up to three pieces, ends on any square but that of its own piece P. The squares
//!      s  s                   marked s are those of a plain slide.
//! ```

use crate::geometry::Square;
use crate::powers::power::{self, Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::Cell;
use crate::rules::power_tables::{HopTable, PowerSet, PowerTables};

pub(crate) struct Hop;

impl Power for Hop {
    const SET: PowerSet = PowerSet::HOP;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        for hop in &powers.hops {
            each_end(mover, hop, |square| mover.push_if_open(square, out));
        }
    }

    #[inline]
    fn moves_to<S: PseudoLegalSink>(
        mover: &Mover,
        powers: &PowerTables,
        to: Square,
        _buffer: &mut Buffer,
        out: &mut S,
    ) {
        power::move_as_attacking::<Self>(mover, powers, to, out);
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        target.direction().is_some_and(|direction| {
            let mut hops = powers.hops.iter().filter(|hop| hop.direction == direction);
            hops.any(|hop| power::visits(target.square, |visit| each_end(mover, hop, visit)))
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for hop in &powers.hops {
            each_end(mover, hop, &mut *visit);
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for hop in &powers.hops {
            each_square(mover, hop, |square, _| visit(square));
        }
    }
}

/// Visit the squares where the slide may end, but for those of a plain slide.
#[inline]
fn each_end(mover: &Mover, hop: &HopTable, mut visit: impl FnMut(Square)) {
    each_square(mover, hop, |square, has_passed| {
        if has_passed {
            visit(square);
        }
    });
}

/// Visit the squares of a line up to the piece that the slide cannot pass, and whether it has passed a piece before.
#[inline]
fn each_square(mover: &Mover, hop: &HopTable, mut visit: impl FnMut(Square, bool)) {
    let (mut square, mut passed) = (mover.from, 0);
    for _ in 0..hop.reach {
        square = square.offset(hop.delta);
        let cell = mover.at(square);
        if cell == Cell::MARGIN {
            return;
        }
        visit(square, passed > 0);
        if !cell.is_empty() {
            if passed == hop.hops {
                return;
            }
            passed += 1;
        }
    }
}
