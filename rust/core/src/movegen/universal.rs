//! The universal move (rule 3.9): every square that is empty or holds an enemy. What an emperor may do is rule 5.4.

use crate::board::Position;
use crate::geometry::Geometry;
use crate::movegen::effects::Mover;
use crate::moves::Move;
use crate::rules::Side;

pub(crate) fn moves(
    mover: &Mover,
    geometry: Geometry,
    black: bool,
    out: &mut impl FnMut(Move, bool),
) {
    let (own, enemy) = if black {
        (Side::Black, Side::White)
    } else {
        (Side::White, Side::Black)
    };
    let all = u64::MAX >> (64 - geometry.files());
    for row in 0..geometry.ranks() {
        let enemies = mover.position.row_bits(enemy, row);
        let open = all & !mover.position.row_bits(own, row);
        for column in Position::bits(open) {
            let to = geometry.at(column, row);
            // Stones (rule 5.5) are on no row.
            let takes = enemies >> column & 1 != 0;
            if takes || mover.at(to).is_empty() {
                out(Move::new(mover.from, to), takes);
            }
        }
    }
}
