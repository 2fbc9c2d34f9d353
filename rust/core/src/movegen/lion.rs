//! The lion (rule 3.5): two king steps, taking on each, or a leap to any of the 24 squares within two; igui and pass.

use crate::geometry::{DIRECTIONS, Geometry, Square, Vector};
use crate::movegen::effects::Mover;
use crate::moves::Move;

pub(crate) fn moves(mover: &Mover, geometry: Geometry, out: &mut impl FnMut(Move, bool)) {
    let from = mover.from;
    let steps = DIRECTIONS.map(|vector| geometry.delta(vector, true));
    let mut may_pass = false;
    for step in steps {
        let near = from.offset(step);
        let code = mover.at(near);
        if code.is_empty() {
            may_pass = true;
            out(Move::new(from, near), false);
        } else if mover.is_enemy(code) {
            out(Move::new(from, near), true);
            out(Move::via(from, near, Square::NONE, from), true);
            for step in steps {
                let end = near.offset(step);
                if end != from && mover.is_open(mover.at(end)) {
                    out(Move::via(from, near, Square::NONE, end), true);
                }
            }
        }
    }
    for right in -2..=2 {
        for forward in -2..=2 {
            let vector = Vector::new(right, forward);
            if right.abs().max(forward.abs()) == 2 {
                let end = from.offset(geometry.delta(vector, true));
                let code = mover.at(end);
                if mover.is_open(code) {
                    out(Move::new(from, end), !code.is_empty());
                }
            }
        }
    }
    if may_pass {
        out(Move::new(from, from), false);
    }
}
