//! A square that a piece might capture on, as seen from the piece, and the straight ways there.

use crate::geometry::{DIRECTIONS, Geometry, Square};
use crate::position::Position;

/// A square and how far it is from a piece, in files to the right and ranks forward as Black sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub square: Square,
    pub right: isize,
    pub forward: isize,
}

impl Target {
    #[inline]
    pub(crate) fn new(geometry: Geometry, from: Square, square: Square) -> Self {
        let right = geometry.column(from).cast_signed() - geometry.column(square).cast_signed();
        let forward = geometry.row(from).cast_signed() - geometry.row(square).cast_signed();
        Self { square, right, forward }
    }

    /// King steps between the piece and the square.
    #[inline]
    pub(crate) fn distance(&self) -> usize {
        self.right.unsigned_abs().max(self.forward.unsigned_abs())
    }

    /// Board direction of the square, if it lies on one of the eight lines through the piece.
    #[inline]
    pub(crate) fn direction(&self) -> Option<usize> {
        direction_of(self.right, self.forward)
    }

    /// The straight way there, if there is one.
    #[inline]
    pub(crate) fn leg(&self) -> Option<Leg> {
        Leg::along(self.right, self.forward)
    }
}

/// Board direction (index into the directions as Black sees them) of a vector along one of a king's lines.
#[inline]
fn direction_of(right: isize, forward: isize) -> Option<usize> {
    if right != 0 && forward != 0 && right.abs() != forward.abs() {
        return None;
    }
    match (right.signum(), forward.signum()) {
        (0, 1) => Some(0),
        (1, 1) => Some(1),
        (1, 0) => Some(2),
        (1, -1) => Some(3),
        (0, -1) => Some(4),
        (-1, -1) => Some(5),
        (-1, 0) => Some(6),
        (-1, 1) => Some(7),
        _ => None,
    }
}

/// A way along one of a king's lines: board direction and squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    pub direction: usize,
    pub length: usize,
}

impl Leg {
    #[inline]
    pub(crate) fn along(right: isize, forward: isize) -> Option<Self> {
        let length = right.unsigned_abs().max(forward.unsigned_abs());
        direction_of(right, forward).map(|direction| Self { direction, length })
    }

    /// The square at the end, if all before it are empty. It may lie beside the board.
    #[inline]
    pub(crate) fn walked(self, position: &Position, geometry: Geometry, from: Square) -> Option<Square> {
        let delta = geometry.delta(DIRECTIONS[self.direction], true);
        let mut square = from.offset(delta);
        for _ in 1..self.length {
            if !position.at(square).is_empty() {
                return None;
            }
            square = square.offset(delta);
        }
        Some(square)
    }
}
