//! Slides that skip squares (rules 9.3 and 10.4): they leap to a square of a line, over anything, and slide on from there.
//!
//! ```text
//!   T  P  .  x  .  .       T skips one square, over its own piece P, and ends before or on x. If it also skips three squares,
//!                          it ends beyond x, too.
//! ```
//!
//! A type may have several such slides on one line. They are walked together, so that each end is found once.

use crate::geometry::Square;
use crate::powers::power::{self, Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::Cell;
use crate::rules::power_tables::{PowerSet, PowerTables, SKIPS, SkipTable};

pub(crate) struct Skip;

impl Power for Skip {
    const SET: PowerSet = PowerSet::SKIP;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        for skip in &powers.skips {
            each_end(mover, skip, |square| mover.push_if_open(square, out));
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
            let mut skips = powers.skips.iter().filter(|skip| skip.direction == direction);
            skips.any(|skip| power::visits(target.square, |visit| each_end(mover, skip, visit)))
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for skip in &powers.skips {
            each_end(mover, skip, &mut *visit);
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for skip in &powers.skips {
            walk(mover, skip, |square, _| visit(square));
        }
    }
}

/// Visit the squares where a slide that skips squares may end, but for those of the slide that skips none.
#[inline]
fn each_end(mover: &Mover, skip: &SkipTable, mut visit: impl FnMut(Square)) {
    walk(mover, skip, |square, slides| {
        if slides & 1 == 0 && slides != 0 {
            visit(square);
        }
    });
}

/// Visit the squares of a line with the slides that reach them, a bit each, by the number of squares that they skip.
#[inline]
fn walk(mover: &Mover, skip: &SkipTable, mut visit: impl FnMut(Square, u8)) {
    let (mut square, mut slides) = (mover.from, 0_u8);
    for distance in 1..u8::MAX {
        square = square.offset(skip.delta);
        let cell = mover.at(square);
        if cell == Cell::MARGIN {
            return;
        }
        if let Some(reach) = skip.reach.get(usize::from(distance) - 1)
            && *reach >= distance
        {
            slides |= 1 << (distance - 1);
        }
        visit(square, slides);
        if !cell.is_empty() {
            slides = 0;
        }
        for (skipped, reach) in skip.reach.iter().enumerate() {
            if *reach == distance {
                slides &= !(1 << skipped);
            }
        }
        if slides == 0 && usize::from(distance) >= SKIPS {
            return;
        }
    }
}
