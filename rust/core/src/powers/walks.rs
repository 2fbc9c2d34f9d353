//! Walks over the squares around a piece that several powers share.

use crate::geometry::{Geometry, Square, Vector};
use crate::position::Position;
use crate::powers::Mover;

/// Visit all squares within `radius` king steps, and the square itself.
#[inline]
pub(crate) fn around(from: Square, radius: i8, geometry: Geometry, visit: &mut impl FnMut(Square)) {
    for right in -radius..=radius {
        for forward in -radius..=radius {
            visit(from.offset(geometry.delta(Vector::new(right, forward), true)));
        }
    }
}

/// Visit the squares of a slide on whatever it meets, up to and including the first that is not empty.
#[inline]
pub(crate) fn along(position: &Position, start: Square, delta: i16, reach: u8, visit: &mut impl FnMut(Square)) {
    let mut square = start;
    for _ in 0..reach {
        square = square.offset(delta);
        visit(square);
        if !position.at(square).is_empty() {
            return;
        }
    }
}

/// Slide over at most `reach` squares: visit the empty ones, return the enemy that stops the slide.
#[inline]
pub(crate) fn slide(
    mover: &Mover,
    start: Square,
    delta: i16,
    reach: u8,
    visit: &mut impl FnMut(Square),
) -> Option<Square> {
    let mut to = start;
    for _ in 0..reach {
        to = to.offset(delta);
        let cell = mover.at(to);
        if !cell.is_empty() {
            return mover.is_enemy(cell).then_some(to);
        }
        visit(to);
    }
    None
}
