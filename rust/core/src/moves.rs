//! Moves by effect (rule 3.1), packed into one `u64`.

use crate::geometry::{Geometry, Square};

const BITS: u64 = 11;
const MASK: u64 = (1 << BITS) - 1;
const TO: u64 = BITS;
const FIRST: u64 = 2 * BITS;
const SECOND: u64 = 3 * BITS;
const CHANGE: u64 = 4 * BITS;
const THIRD: u64 = CHANGE + 2;

/// How the text of a move marks a change of the mover: not at all, with `+`, or with `+` and the id of the game's first or
/// second contagious type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// Type and face stay.
    None,
    /// `+`: own promotion, or contagion by the victim that decides.
    Plus,
    /// `+` and an id: contagion by a victim other than the last, index into the game's contagious types (0 or 1).
    Named(u8),
}

/// A move: start, victims before the end in order, end, and the change of the mover.
///
/// A sweep (rule 10.2) may have more victims than a word has room for, but its start and its end determine them. It stores the
/// number of its steps instead: as the second victim, without a first.
///
/// Equal moves are equal numbers, so comparison and hashing are those of a `u64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u64);

impl Move {
    /// No move; never produced by generation.
    pub const NONE: Self = Self(0);

    /// A move without victims before its end.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.bits() | to.bits() << TO)
    }

    /// A move that takes on one or two squares before its end.
    #[inline]
    pub const fn via(from: Square, first: Square, second: Square, to: Square) -> Self {
        Self(from.bits() | to.bits() << TO | first.bits() << FIRST | second.bits() << SECOND)
    }

    /// A move that takes on up to three squares before its end; those missing are [`Square::NONE`].
    #[inline]
    pub const fn via_three(from: Square, via: [Square; 3], to: Square) -> Self {
        let [first, second, third] = via;
        Self(Self::via(from, first, second, to).0 | third.bits() << THIRD)
    }

    /// A move along a line that takes every piece that it passes: `steps` squares, at least 2, from its start to its end.
    #[inline]
    pub(crate) const fn sweep(from: Square, to: Square, steps: usize) -> Self {
        debug_assert!(steps > 1 && steps < crate::geometry::MAX_SIZE, "a sweep passes a square of a line");
        Self(Self::new(from, to).0 | (steps as u64) << SECOND)
    }

    /// As [`Move::sweep`], with its steps counted; `None` if no line leads from the start to the end, or nothing is between them.
    pub(crate) fn sweep_between(geometry: Geometry, from: Square, to: Square) -> Option<Self> {
        let ((row, column), (end_row, end_column)) = (geometry.place(from), geometry.place(to));
        let (down, across) = (row.abs_diff(end_row), column.abs_diff(end_column));
        let steps = down.max(across);
        (steps > 1 && (down == 0 || across == 0 || down == across)).then(|| Self::sweep(from, to, steps))
    }

    /// The same move with its end moved by `delta` cells.
    #[inline]
    #[must_use]
    pub(crate) const fn shifted(self, delta: i16) -> Self {
        let moved = Self(self.0.wrapping_add_signed((delta as i64) << TO));
        debug_assert!(moved.0 & !(MASK << TO) == self.0 & !(MASK << TO), "the end stays within its bits");
        moved
    }

    /// The same move with its end moved by some columns along the row.
    #[inline]
    #[must_use]
    pub(crate) const fn along_row(self, columns: usize) -> Self {
        let moved = Self(self.0.wrapping_add((columns as u64) << TO));
        debug_assert!(moved.0 & !(MASK << TO) == self.0 & !(MASK << TO), "the end stays within its bits");
        moved
    }

    /// The same move with each of up to four ends; only the first [`Fan::count`] are valid.
    #[inline]
    pub(crate) fn to_each(self, fan: &Fan) -> [Self; 4] {
        fan.differences.map(|difference| Self(self.0.wrapping_add(difference)))
    }

    /// The packed form: four squares of 11 bits with margin, the change, and a third victim before the end, which nearly no move
    /// has.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The move of a packed form; meaningless for a number that [`Move::bits`] did not give.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    const fn square(self, shift: u64) -> Square {
        Square::new((self.0 >> shift & MASK) as u16)
    }

    /// Where the piece starts.
    #[inline]
    pub const fn from(self) -> Square {
        self.square(0)
    }

    /// Where the piece ends.
    #[inline]
    pub const fn to(self) -> Square {
        self.square(TO)
    }

    /// The victims before the end that the move names, in order. A sweep names none.
    #[inline]
    pub fn victims_before_end(self) -> impl Iterator<Item = Square> {
        self.vias().into_iter().take_while(|square| !square.is_none())
    }

    /// The victims before the end of a move that is no sweep, those missing being [`Square::NONE`].
    #[inline]
    pub(crate) const fn vias(self) -> [Square; 3] {
        [self.square(FIRST), self.square(SECOND), self.square(THIRD)]
    }

    /// Whether pieces are taken before the end.
    #[inline]
    pub const fn has_via(self) -> bool {
        self.0 & (MASK << FIRST | MASK << SECOND) != 0
    }

    /// Whether the move takes every piece that it passes (rule 10.2).
    #[inline]
    pub const fn is_sweep(self) -> bool {
        self.0 & MASK << FIRST == 0 && self.0 & MASK << SECOND != 0
    }

    /// Squares from the start of a sweep to its end; 0 for every other move.
    #[inline]
    pub(crate) const fn sweep_steps(self) -> usize {
        if self.is_sweep() { (self.0 >> SECOND & MASK) as usize } else { 0 }
    }

    /// The squares between the start and the end of a sweep, from the start on; none for every other move.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the passed squares lie between two squares")]
    pub(crate) fn swept(self) -> impl Iterator<Item = Square> {
        let (steps, from, to) = (self.sweep_steps(), i32::from(self.from().number()), i32::from(self.to().number()));
        let step = (to - from) / i32::try_from(steps.max(1)).unwrap_or(1);
        (1..i32::try_from(steps).unwrap_or(0)).map(move |count| self.from().offset((step * count) as i16))
    }

    /// How the mover changes.
    #[inline]
    pub const fn change(self) -> Change {
        match self.0 >> CHANGE & 3 {
            0 => Change::None,
            1 => Change::Plus,
            2 => Change::Named(0),
            _ => Change::Named(1),
        }
    }

    /// The same effect with another change.
    #[inline]
    #[must_use]
    pub const fn with_change(self, change: Change) -> Self {
        let bits = match change {
            Change::None => 0,
            Change::Plus => 1,
            Change::Named(0) => 2,
            Change::Named(_) => 3,
        };
        Self(self.0 & !(3 << CHANGE) | bits << CHANGE)
    }

    /// Whether the move has a start and an end and nothing more: no victim before the end and no change of the mover.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.0 >> FIRST == 0
    }

    /// The pass: nothing moves and nothing is taken (rule 3.8).
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 & MASK == self.0 >> TO & MASK && !self.has_via()
    }

    /// Taking without moving away (rule 3.8).
    #[inline]
    pub const fn is_igui(self) -> bool {
        self.0 & MASK == self.0 >> TO & MASK && self.has_via()
    }
}

/// Up to four ends of moves with one start, as differences from the end of a base move, so that they are made and written
/// together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fan {
    /// Shifted to the bits of a move's end.
    differences: [u64; 4],
    /// How many are valid.
    pub count: usize,
}

impl Fan {
    /// For every subset of four cells, whose indices differ by `deltas` from the base's: its members in order.
    pub(crate) const fn of_four(deltas: [i16; 4]) -> [Self; 16] {
        let mut table = [Self { differences: [0; 4], count: 0 }; 16];
        let mut chosen = 0;
        while chosen < 16 {
            let fan = &mut table[chosen];
            let mut cell = 0;
            while cell < 4 {
                if chosen >> cell & 1 == 1 {
                    fan.differences[fan.count] = ((deltas[cell] as i64) << TO).cast_unsigned();
                    fan.count += 1;
                }
                cell += 1;
            }
            chosen += 1;
        }
        table
    }
}

/// A list of moves. Reuse one to avoid allocations.
pub type MoveList = Vec<Move>;

const _: () = assert!(size_of::<Move>() == 8, "a move is one word");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back() {
        let [a, b, c, d] = [130, 2047, 1, 1024].map(Square::new);
        let mv = Move::via(a, b, c, d);
        assert_eq!((mv.from(), mv.to()), (a, d));
        assert_eq!(mv.victims_before_end().collect::<Vec<_>>(), [b, c]);
        for change in [Change::None, Change::Plus, Change::Named(0), Change::Named(1)] {
            let changed = mv.with_change(change);
            assert_eq!(changed.change(), change);
            assert_eq!(changed.with_change(Change::None), mv);
        }
        assert!(Move::new(a, a).is_pass() && !Move::new(a, b).is_pass());
        assert!(Move::via(a, b, Square::NONE, a).is_igui());
        let long = Move::via_three(a, [b, c, d], a).with_change(Change::Named(1));
        assert_eq!((long.vias(), long.has_via(), long.is_sweep()), ([b, c, d], true, false));
        assert_eq!((long.from(), long.to(), long.change()), (a, a, Change::Named(1)));
    }

    #[test]
    fn a_sweep_knows_the_squares_it_passes() {
        let squares = |numbers: &[u16]| numbers.iter().copied().map(Square::new).collect::<Vec<_>>();
        for (from, to, steps, passed) in [
            (200, 44, 4, &[161, 122, 83][..]),
            (200, 356, 4, &[239, 278, 317]),
            (200, 203, 3, &[201, 202]),
            (200, 120, 2, &[160]),
        ] {
            let mv = Move::sweep(Square::new(from), Square::new(to), steps);
            assert!(mv.is_sweep() && mv.has_via() && !mv.is_plain() && !mv.is_pass());
            assert!(mv.swept().eq(squares(passed)));
            assert_eq!(mv.victims_before_end().count(), 0);
            assert_eq!(mv.with_change(Change::Plus).swept().count(), passed.len());
        }
        assert_eq!(Move::new(Square::new(5), Square::new(9)).swept().count(), 0);
    }
}
