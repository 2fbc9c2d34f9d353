//! The universal move (rule 3.9): every square that is empty or holds an enemy. What an emperor may do is rule 5.4.

use crate::board::Position;
use crate::geometry::Geometry;
use crate::movegen::effects::{EffectSink, Mover};
use crate::moves::Move;
use crate::rules::Side;

pub(crate) fn moves(mover: &Mover, geometry: Geometry, side: Side, out: &mut impl EffectSink) {
    let position = mover.position;
    let all = u64::MAX >> (64 - geometry.files());
    for row in 0..geometry.ranks() {
        let enemies = position.row_bits(side.other(), row);
        let royals = position.royal_bits(side.other(), row);
        let empty = all & !(position.row_bits(side, row) | enemies);
        let first = geometry.at(0, row);
        out.row(mover.from, first, empty, enemies & !royals);
        for column in Position::bits(royals) {
            out.capture(Move::new(mover.from, first.along_row(column)));
        }
    }
}
