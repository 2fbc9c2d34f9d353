//! Moves by effect (rule 3.1), packed into one `u64`.

use crate::geometry::Square;

const BITS: u64 = 11;
const MASK: u64 = (1 << BITS) - 1;
const TO: u64 = BITS;
const FIRST: u64 = 2 * BITS;
const SECOND: u64 = 3 * BITS;
const CHANGE: u64 = 4 * BITS;

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

    /// The packed form: four squares of 11 bits with margin, and the change.
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

    /// The victims before the end, in order.
    #[inline]
    pub fn victims_before_end(self) -> impl Iterator<Item = Square> {
        [self.square(FIRST), self.square(SECOND)].into_iter().filter(|square| !square.is_none())
    }

    /// The first victim before the end, or [`Square::NONE`].
    #[inline]
    pub(crate) const fn first_via(self) -> Square {
        self.square(FIRST)
    }

    /// The second victim before the end, or [`Square::NONE`].
    #[inline]
    pub(crate) const fn second_via(self) -> Square {
        self.square(SECOND)
    }

    /// Whether pieces are taken before the end.
    #[inline]
    pub const fn has_via(self) -> bool {
        self.0 >> FIRST & MASK != 0
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
    }
}
