//! Slides, steps and leaps (rules 3.2 and 3.3).

use crate::geometry::Square;
use crate::movegen::effects::{EffectSink, Mover};
use crate::moves::Move;
use crate::powers::Powers;

#[inline]
pub(crate) fn moves(mover: &Mover, powers: &Powers, out: &mut impl EffectSink) {
    let from = mover.from;
    let ring = mover.ring;
    let near = powers.near & !ring.shut;
    for bit in bits(near & !ring.enemies) {
        out.quiet(Move::new(from, mover.neighbour(bit)));
    }
    for bit in bits(near & ring.enemies) {
        out.capture(Move::new(from, mover.neighbour(bit)));
    }
    for delta in &powers.leaps {
        mover.go(from.offset(*delta), out);
    }
    for bit in bits(powers.far & !(ring.shut | ring.enemies)) {
        let slide = &powers.far_slides[bit];
        // The first square is empty and was given above, or belongs to another power.
        let mut skip = slide.skip >> 1;
        let end = walk(mover, from.offset(slide.delta), slide.delta, slide.reach - 1, &mut |to| {
            if skip & 1 == 0 {
                out.quiet(Move::new(from, to));
            }
            skip >>= 1;
        });
        if let Some(enemy) = end
            && skip & 1 == 0
        {
            out.capture(Move::new(from, enemy));
        }
    }
}

/// Set bits of a ring.
#[inline]
fn bits(mut ring: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (ring != 0).then(|| {
            let bit = ring.trailing_zeros() as usize;
            ring &= ring - 1;
            bit
        })
    })
}

/// Walk over at most `reach` squares: `empty` gets the empty ones; the enemy that stops the walk is returned.
#[inline]
pub(crate) fn walk(
    mover: &Mover,
    start: Square,
    delta: i16,
    reach: u8,
    empty: &mut impl FnMut(Square),
) -> Option<Square> {
    let mut to = start;
    for _ in 0..reach {
        to = to.offset(delta);
        let code = mover.at(to);
        if !code.is_empty() {
            return mover.is_enemy(code).then_some(to);
        }
        empty(to);
    }
    None
}
