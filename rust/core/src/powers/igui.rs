//! Captures without moving away, and passes (rule 3.8), of pieces that are not lions.

use crate::geometry::{DIRECTIONS, Square};
use crate::moves::Move;
use crate::powers::power::{Mover, Power, PseudoLegalSink, bits};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::power_tables::{PowerSet, PowerTables, neighbour_bit};

pub(crate) struct Igui;

impl Power for Igui {
    const SET: PowerSet = PowerSet::IGUI;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        for bit in bits(powers.igui_mask) {
            let near = mover.neighbour(bit);
            if mover.is_enemy(mover.at(near)) {
                out.capture(Move::via(mover.from, near, Square::NONE, mover.from));
            }
        }
        if bits(powers.pass_mask).any(|bit| mover.at(mover.neighbour(bit)).is_empty()) {
            out.quiet(Move::new(mover.from, mover.from));
        }
    }

    #[inline]
    fn attacks(_mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        let leg = target.leg().filter(|leg| leg.length == 1);
        leg.is_some_and(|leg| powers.igui_mask & neighbour_bit(DIRECTIONS[leg.direction]) != 0)
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        bits(powers.igui_mask).for_each(|bit| visit(mover.neighbour(bit)));
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        bits(powers.igui_mask | powers.pass_mask).for_each(|bit| visit(mover.neighbour(bit)));
    }
}
