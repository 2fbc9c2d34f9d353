//! The eight neighbours of a square: masks of own and of enemy pieces, read from the words of three adjacent rows.

use crate::geometry::{Geometry, Square};
use crate::position::Position;
use crate::rules::Side;
use crate::rules::power_tables::Neighbours;

/// Three adjacent rows of one side's pieces, each a word with one column of frame on either side.
pub(crate) struct Rows {
    side: Side,
    ranks: usize,
    frame: u64,
    beyond: u64,
    above: u64,
    here: u64,
    below: u64,
}

impl Rows {
    /// The rows of a side and those of its enemies, before the first row; squares beside the board count as its own.
    #[inline]
    pub(crate) fn both(position: &Position, geometry: Geometry, side: Side) -> (Self, Self) {
        let frame = 1 | 1 << (geometry.files() + 1);
        (
            Self::new(position, geometry.ranks(), side, frame, u64::MAX),
            Self::new(position, geometry.ranks(), side.other(), 0, 0),
        )
    }

    /// As [`Rows::both`], at a row.
    #[inline]
    pub(crate) fn both_at(position: &Position, geometry: Geometry, side: Side, row: usize) -> (Self, Self) {
        let (mut own, mut enemies) = Self::both(position, geometry, side);
        own.go_to(position, row);
        enemies.go_to(position, row);
        (own, enemies)
    }

    /// Columns of the pieces with a free neighbour, and of those that may move without one.
    #[inline]
    pub(crate) fn may_move(&self, position: &Position, row: usize) -> u64 {
        position.row_bits(self.side, row) & (!self.interior() | position.special_bits(self.side, row))
    }

    /// The neighbours of one square.
    #[inline]
    pub(crate) fn neighbours_of(position: &Position, geometry: Geometry, side: Side, square: Square) -> Neighbours {
        let (row, column) = geometry.place(square);
        let (own, enemies) = Self::both_at(position, geometry, side, row);
        Neighbours { blocked: own.mask_around(column), enemies: enemies.mask_around(column) }
    }

    /// Go to any row.
    #[inline]
    fn go_to(&mut self, position: &Position, row: usize) {
        let word = |row: usize| position.row_bits(self.side, row) << 1 | self.frame;
        if row > 0 {
            (self.here, self.below) = (word(row - 1), word(row));
        }
        self.next_row(position, row);
    }

    /// Before the first row. `frame` fills the columns beside the board, `beyond` the rows above and below it.
    fn new(position: &Position, ranks: usize, side: Side, frame: u64, beyond: u64) -> Self {
        let below = position.row_bits(side, 0) << 1 | frame;
        Self { side, ranks, frame, beyond, above: beyond, here: beyond, below }
    }

    /// Go on to `row`, the one after the last.
    #[inline]
    pub(crate) fn next_row(&mut self, position: &Position, row: usize) {
        self.above = self.here;
        self.here = self.below;
        let next = row + 1;
        self.below = if next < self.ranks { position.row_bits(self.side, next) << 1 | self.frame } else { self.beyond };
    }

    /// Columns with a piece on all eight sides.
    #[inline]
    fn interior(&self) -> u64 {
        let inside = |word: u64| word & word << 1 & word >> 1;
        let beside = self.here << 1 & self.here >> 1;
        (inside(self.above) & inside(self.below) & beside) >> 1
    }

    /// The nine squares around a column: see [`crate::rules::power_tables::neighbour_bit`].
    #[inline]
    pub(crate) fn mask_around(&self, column: usize) -> u16 {
        let three = |word: u64| (word >> column & 7) as u16;
        three(self.above) | three(self.here) << 3 | three(self.below) << 6
    }
}
