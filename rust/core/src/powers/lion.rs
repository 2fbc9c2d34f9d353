//! The lion (rule 3.5): two king steps, taking on each, or a leap to any of the 24 squares within two; igui and pass.

use crate::geometry::{DIRECTIONS, Geometry, Square, Vector};
use crate::moves::Move;
use crate::powers::{EffectSink, Mover};

pub(crate) fn moves(mover: &Mover, geometry: Geometry, out: &mut impl EffectSink) {
    let from = mover.from;
    let steps = DIRECTIONS.map(|vector| geometry.delta(vector, true));
    let mut may_pass = false;
    for step in steps {
        let near = from.offset(step);
        let code = mover.at(near);
        if code.is_empty() {
            may_pass = true;
            out.quiet(Move::new(from, near));
        } else if mover.is_enemy(code) {
            out.capture(Move::new(from, near));
            out.capture(Move::via(from, near, Square::NONE, from));
            for step in steps {
                let end = near.offset(step);
                if end != from && mover.is_open(mover.at(end)) {
                    out.capture(Move::via(from, near, Square::NONE, end));
                }
            }
        }
    }
    for right in -2..=2_i8 {
        for forward in -2..=2_i8 {
            if right.abs().max(forward.abs()) == 2 {
                mover.go(from.offset(geometry.delta(Vector::new(right, forward), true)), out);
            }
        }
    }
    if may_pass {
        out.quiet(Move::new(from, from));
    }
}
