//! Slides, steps and leaps (rules 3.2 and 3.3).

use crate::geometry::Square;
use crate::moves::Move;
use crate::powers::{EffectSink, Mover};
use crate::rules::MoveProfile;
use crate::rules::power_tables::{PowerTables, SlideTable};

/// All moves of these powers. `powers` is asked for only if the piece leaps.
#[inline]
pub(crate) fn moves<'a>(
    mover: &Mover,
    profile: &MoveProfile,
    powers: impl FnOnce() -> &'a PowerTables,
    out: &mut impl EffectSink,
) {
    let (from, ring) = (mover.from, mover.ring);
    let near = profile.near & !ring.shut;
    out.ring(mover, near & !ring.enemies);
    for bit in bits(near & ring.enemies) {
        out.capture(Move::new(from, mover.neighbour(bit)));
    }
    if profile.leaps > 0 {
        for delta in &powers().leaps {
            mover.go(from.offset(*delta), out);
        }
    }
    let far = profile.far & !(ring.shut | ring.enemies);
    if !out.slides_later(mover, far) {
        for bit in bits(far) {
            slide_beyond(mover, &profile.slides, bit, out);
        }
    }
}

/// What a slide has beyond an empty neighbour, a bit of the ring: the neighbour was given as one, or belongs to another power.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the length of a list stays in a register: a tenth of the time of a list")]
pub(crate) fn slide_beyond(mover: &Mover, slides: &SlideTable, bit: usize, out: &mut impl EffectSink) {
    let (beyond, skip) = (slides.beyond[bit % 16], slides.skip[bit % 16]);
    if skip == 0 {
        slide(mover, bit, beyond, out);
    } else {
        slide_past(mover, bit, (beyond, skip), out);
    }
}

/// A slide over at most so many squares beyond a neighbour.
#[inline]
fn slide(mover: &Mover, bit: usize, beyond: u8, out: &mut impl EffectSink) {
    let (mut to, delta) = (mover.neighbour(bit), mover.delta(bit));
    let mut mv = Move::new(mover.from, to);
    for _ in 0..beyond {
        to = to.offset(delta);
        mv = mv.shifted(delta);
        let code = mover.at(to);
        if !code.is_empty() {
            if mover.is_enemy(code) {
                out.capture(mv);
            }
            return;
        }
        out.quiet(mv);
    }
}

/// A slide that leaves some squares to other powers.
#[inline]
fn slide_past(mover: &Mover, bit: usize, (beyond, mut skip): (u8, u8), out: &mut impl EffectSink) {
    let end = walk(mover, mover.neighbour(bit), mover.delta(bit), beyond, &mut |to| {
        if skip & 1 == 0 {
            out.quiet(Move::new(mover.from, to));
        }
        skip >>= 1;
    });
    if let Some(enemy) = end
        && skip & 1 == 0
    {
        out.capture(Move::new(mover.from, enemy));
    }
}

/// Set bits of a ring.
#[inline]
pub(crate) fn bits(mut ring: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (ring != 0).then(|| {
            let bit = ring.trailing_zeros() as usize % 16;
            ring &= ring.wrapping_sub(1);
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
