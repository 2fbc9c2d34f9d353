//! The lion (rule 3.5): two king steps, taking on each, or a leap to any of the 24 squares within two; igui and pass.

use crate::geometry::{DIRECTIONS, Square, Vector};
use crate::moves::Move;
use crate::powers::area;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::power_tables::{PowerSet, PowerTables};

pub(crate) struct Lion;

impl Power for Lion {
    const SET: PowerSet = PowerSet::LION;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, _powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        moves(mover, out);
    }

    #[inline]
    fn attacks(_mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        target.distance() <= usize::from(powers.area)
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        area::squares(mover, powers, visit);
    }
}

fn moves(mover: &Mover, out: &mut impl PseudoLegalSink) {
    let (from, geometry) = (mover.from, mover.geometry());
    let steps = DIRECTIONS.map(|vector| geometry.delta(vector, true));
    let mut may_pass = false;
    for step in steps {
        let near = from.offset(step);
        let cell = mover.at(near);
        if cell.is_empty() {
            may_pass = true;
            out.quiet(Move::new(from, near));
        } else if mover.is_enemy(cell) {
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
                mover.push_if_open(from.offset(geometry.delta(Vector::new(right, forward), true)), out);
            }
        }
    }
    if may_pass {
        out.quiet(Move::new(from, from));
    }
}
