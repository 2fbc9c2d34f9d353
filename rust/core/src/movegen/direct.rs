//! Slides, steps and leaps (rules 3.2 and 3.3).

use crate::movegen::effects::Mover;
use crate::moves::Move;
use crate::powers::{Powers, Slide};

#[inline]
pub(crate) fn moves(mover: &Mover, powers: &Powers, out: &mut impl FnMut(Move, bool)) {
    for delta in &powers.leaps {
        let to = mover.from.offset(*delta);
        let code = mover.at(to);
        if mover.is_open(code) {
            out(Move::new(mover.from, to), !code.is_empty());
        }
    }
    for slide in &powers.slides {
        along(mover, *slide, out);
    }
}

/// Up to `reach` empty squares, ending on one of them or on the first enemy met.
#[inline]
pub(crate) fn along(mover: &Mover, slide: Slide, out: &mut impl FnMut(Move, bool)) {
    let mut to = mover.from;
    let mut skip = slide.skip;
    for _ in 0..slide.reach {
        to = to.offset(slide.delta);
        let code = mover.at(to);
        let skipped = skip & 1 != 0;
        skip >>= 1;
        if code.is_empty() {
            if !skipped {
                out(Move::new(mover.from, to), false);
            }
            continue;
        }
        if mover.is_enemy(code) && !skipped {
            out(Move::new(mover.from, to), true);
        }
        return;
    }
}
