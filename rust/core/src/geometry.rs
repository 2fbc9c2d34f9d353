//! Squares, directions and board sizes (rules 2.1 and 2.2).
//!
//! A [`Square`] is an index into a mailbox board with a margin: a step off the board lands on a margin cell, which saves tests
//! of file and rank. Outside the crate, squares are *dense* indices (`rank * files + file - 1`, 1a first) and names.

use std::fmt::Write as _;

/// The smallest number of files or ranks of a board.
pub const MIN_SIZE: usize = 3;
/// The largest number of files or ranks of a board.
pub const MAX_SIZE: usize = 36;
/// Width of the margin: the longest leap is three squares.
const MARGIN: usize = 3;

/// A square of a board with margin. Zero is a margin cell, so it can stand for "none".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// No square: the first cell of the margin.
    pub const NONE: Self = Self(0);

    /// Length of tables by square: a power of two above every index, to avoid bounds checks.
    pub(crate) const COUNT: usize = 2048;

    #[inline]
    pub(crate) const fn new(index: u16) -> Self {
        Self(index)
    }

    /// Index into the cells of a board with margin.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    #[inline]
    pub(crate) const fn number(self) -> u16 {
        self.0
    }

    /// The square `delta` cells away. The margin is wide enough for every step and leap.
    #[inline]
    #[must_use]
    pub(crate) const fn offset(self, delta: i16) -> Self {
        Self(self.0.wrapping_add_signed(delta))
    }

    /// The square `columns` further along the row.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a row has at most 36 columns")]
    pub(crate) const fn along_row(self, columns: usize) -> Self {
        Self(self.0.wrapping_add(columns as u16))
    }

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A vector from the point of view of a piece's owner: `right` files and `forward` ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    /// Files to the owner's right.
    pub right: i8,
    /// Ranks towards the opponent.
    pub forward: i8,
}

impl Vector {
    pub(crate) const fn new(right: i8, forward: i8) -> Self {
        Self { right, forward }
    }

    /// The opposite vector.
    #[must_use]
    pub const fn back(self) -> Self {
        Self::new(-self.right, -self.forward)
    }

    /// The two vectors at a right angle.
    pub const fn sideways(self) -> [Self; 2] {
        [Self::new(self.forward, -self.right), Self::new(-self.forward, self.right)]
    }
}

/// The eight directions of a king, clockwise from straight ahead; the index is used in the tables of powers.
pub const DIRECTIONS: [Vector; 8] = [
    Vector::new(0, 1),
    Vector::new(1, 1),
    Vector::new(1, 0),
    Vector::new(1, -1),
    Vector::new(0, -1),
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
];

/// The size of a board and the arithmetic of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    /// 2^20 over the stride, rounded up: a multiplication and a shift divide every cell index exactly.
    inverse: u32,
}

impl Geometry {
    /// A board of `files` by `ranks`, each 3 to 36; `None` outside that range.
    pub fn new(files: usize, ranks: usize) -> Option<Self> {
        let fits = |size: usize| (MIN_SIZE..=MAX_SIZE).contains(&size);
        if !fits(files) || !fits(ranks) {
            return None;
        }
        let stride = u32::try_from(files + MARGIN).ok()?;
        let inverse = (1_u32 << 20).div_ceil(stride);
        Some(Self { files: u8::try_from(files).ok()?, ranks: u8::try_from(ranks).ok()?, inverse })
    }

    /// Number of files.
    #[inline]
    pub const fn files(self) -> usize {
        self.files as usize
    }

    /// Number of ranks.
    #[inline]
    pub const fn ranks(self) -> usize {
        self.ranks as usize
    }

    /// Number of squares.
    pub const fn squares(self) -> usize {
        self.files() * self.ranks()
    }

    /// A word with a bit for every column of a row.
    #[inline]
    pub(crate) const fn all_columns(self) -> u64 {
        u64::MAX >> (64 - self.files())
    }

    #[inline]
    pub(crate) const fn stride(self) -> usize {
        self.files() + MARGIN
    }

    /// Difference of cell indices from one row to the next.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the stride is at most 39")]
    pub(crate) const fn row_delta(self) -> i16 {
        self.stride() as i16
    }

    /// Number of cells with the margin.
    pub(crate) const fn cells(self) -> usize {
        self.stride() * (self.ranks() + 2 * MARGIN) + MARGIN
    }

    /// The square on `column` (file - 1) and `row` (rank a = 0).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the largest board with margin has 1641 cells")]
    pub(crate) const fn at(self, column: usize, row: usize) -> Square {
        Square::new(((row + MARGIN) * self.stride() + column + MARGIN) as u16)
    }

    /// File - 1 of a square of the board.
    #[inline]
    pub(crate) const fn column(self, square: Square) -> usize {
        self.place(square).1
    }

    /// Row of a square of the board, rank a = 0.
    #[inline]
    pub(crate) const fn row(self, square: Square) -> usize {
        self.place(square).0
    }

    /// Row and column of a square of the board.
    #[inline]
    pub(crate) const fn place(self, square: Square) -> (usize, usize) {
        let index = square.index().wrapping_sub(MARGIN);
        let row = index.wrapping_mul(self.inverse as usize) >> 20;
        (row.wrapping_sub(MARGIN), index.wrapping_sub(row.wrapping_mul(self.stride())))
    }

    /// The square with this dense index (`rank * files + file - 1`), if the board has it.
    pub fn from_dense(self, index: usize) -> Option<Square> {
        (index < self.squares()).then(|| self.at(index % self.files(), index / self.files()))
    }

    /// Dense index of a square of the board.
    #[inline]
    pub const fn dense(self, square: Square) -> usize {
        self.row(square) * self.files() + self.column(square)
    }

    /// All squares, 1a first, rank by rank.
    pub fn all(self) -> impl Iterator<Item = Square> {
        (0..self.ranks()).flat_map(move |row| (0..self.files()).map(move |column| self.at(column, row)))
    }

    /// The square rotated by 180 degrees about the centre.
    #[must_use]
    pub fn half_turn(self, square: Square) -> Square {
        self.at(self.files() - 1 - self.column(square), self.ranks() - 1 - self.row(square))
    }

    /// Difference of cell indices of a vector, for the first player (`true`) or the second.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the stride is at most 39")]
    pub(crate) const fn delta(self, vector: Vector, first: bool) -> i16 {
        let black = -(vector.forward as i16 * self.stride() as i16 + vector.right as i16);
        if first { black } else { -black }
    }

    /// The square a vector away, or `None` off the board. Hot paths add deltas instead.
    pub(crate) fn step(self, from: Square, vector: Vector, first: bool) -> Option<Square> {
        let sign = if first { -1 } else { 1 };
        let column = self.column(from).checked_add_signed(sign * isize::from(vector.right))?;
        let row = self.row(from).checked_add_signed(sign * isize::from(vector.forward))?;
        (column < self.files() && row < self.ranks()).then(|| self.at(column, row))
    }

    /// Name of a square: file in digits, rank in letters (`1a` top right, `27` and more ranks `aa` to `aj`).
    pub fn name(self, square: Square) -> String {
        let mut text = String::with_capacity(4);
        self.write_name(square, &mut text);
        text
    }

    pub(crate) fn write_name(self, square: Square, text: &mut String) {
        let _ = write!(text, "{}", self.column(square) + 1);
        text.push_str(&rank_name(self.row(square)));
    }

    /// The square of that name, or `None` if the name is malformed or not on this board.
    pub fn parse(self, name: &str) -> Option<Square> {
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let (file, rank) = name.split_at(digits);
        if file.is_empty() || file.len() > 2 || file.starts_with('0') {
            return None;
        }
        let column = file.parse::<usize>().ok()?.checked_sub(1)?;
        let row = parse_rank(rank)?;
        (column < self.files() && row < self.ranks()).then(|| self.at(column, row))
    }
}

/// Letters of a rank: `a` to `z`, then `aa` to `aj`.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 36 ranks")]
pub(crate) fn rank_name(row: usize) -> String {
    let letter = char::from(b'a' + (row % 26) as u8);
    if row < 26 { letter.to_string() } else { format!("a{letter}") }
}

pub(crate) fn parse_rank(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
        [b'a', letter @ b'a'..=b'j'] => Some(26 + usize::from(letter - b'a')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_on_every_size() {
        for (files, ranks) in [(3, 3), (12, 12), (19, 19), (25, 25), (36, 36), (3, 36), (36, 3)] {
            let geometry = Geometry::new(files, ranks).unwrap();
            for (index, square) in geometry.all().enumerate() {
                assert_eq!(geometry.dense(square), index);
                assert_eq!(geometry.from_dense(index), Some(square));
                assert_eq!(geometry.parse(&geometry.name(square)), Some(square));
            }
            assert_eq!(geometry.from_dense(geometry.squares()), None);
        }
    }

    #[test]
    fn corners_have_the_names_of_the_rules() {
        let tai = Geometry::new(25, 25).unwrap();
        assert_eq!(tai.name(tai.from_dense(0).unwrap()), "1a");
        assert_eq!(tai.name(tai.from_dense(624).unwrap()), "25y");
        let large = Geometry::new(36, 36).unwrap();
        assert_eq!(large.name(large.from_dense(36 * 36 - 1).unwrap()), "36aj");
        for wrong in ["", "a1", "0a", "01a", "26a", "1z", "1aa", "1", "a", "1A", "1ab", "100a"] {
            assert_eq!(tai.parse(wrong), None, "{wrong}");
        }
        assert!(Geometry::new(2, 9).is_none() && Geometry::new(9, 37).is_none());
    }

    /// The multiplication stands for a division on every board.
    #[test]
    fn places_are_exact_on_every_width() {
        for files in MIN_SIZE..=MAX_SIZE {
            let geometry = Geometry::new(files, MAX_SIZE).unwrap();
            for row in 0..MAX_SIZE {
                for column in 0..files {
                    assert_eq!(geometry.place(geometry.at(column, row)), (row, column));
                }
            }
        }
    }

    #[test]
    fn deltas_agree_with_steps() {
        let geometry = Geometry::new(9, 5).unwrap();
        for square in geometry.all() {
            for vector in DIRECTIONS {
                for first in [true, false] {
                    if let Some(next) = geometry.step(square, vector, first) {
                        assert_eq!(square.offset(geometry.delta(vector, first)), next);
                    }
                }
            }
        }
    }
}
