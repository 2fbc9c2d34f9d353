//! Routes: the paths of powers that walk several legs. Routes with the same effect are one move (rule 3.1).

use crate::geometry::Square;
use crate::moves::Move;

/// Maximal number of legs and of victims of a route.
pub(crate) const MOST: usize = 6;

/// A short list of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Squares {
    list: [Square; MOST],
    len: u8,
}

impl Squares {
    /// The squares in order.
    pub fn as_slice(&self) -> &[Square] {
        &self.list[..usize::from(self.len)]
    }

    pub(crate) fn push(&mut self, square: Square) {
        self.list[usize::from(self.len)] = square;
        self.len += 1;
    }

    pub(super) fn pop(&mut self) {
        self.len -= 1;
        self.list[usize::from(self.len)] = Square::NONE;
    }

    pub(super) fn contains(&self, square: Square) -> bool {
        self.as_slice().contains(&square)
    }
}

/// A path of a piece: where each leg ended, what it captured in order, what it hopped over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Route {
    /// Ends of the legs; the last is the end of the move.
    pub squares: Squares,
    /// Victims in the order taken.
    pub victims: Squares,
    /// Squares hopped over.
    pub hopped: Squares,
    /// Whether the first leg hopped.
    pub first_hops: bool,
}

impl Route {
    /// End of the move.
    pub fn end(&self) -> Square {
        self.squares.as_slice().last().copied().unwrap_or(Square::NONE)
    }

    /// First square the piece came to stand on, if it is not the end: for counts by path.
    pub fn first_step(&self) -> Option<Square> {
        (self.squares.len > 1 && !self.first_hops).then(|| self.squares.list[0])
    }

    /// The move: the victims in order, without the last one if it stood on the end (rule 3.10).
    pub fn effect(&self, from: Square) -> Move {
        let end = self.end();
        let before = match self.victims.as_slice() {
            [before @ .., last] if *last == end => before,
            all => all,
        };
        let at = |index: usize| before.get(index).copied().unwrap_or_default();
        Move::via(from, at(0), at(1), end)
    }

    /// What makes two routes the same move: victims as a set, and the end.
    pub(super) fn identity(&self) -> ([Square; MOST], Square) {
        let mut victims = self.victims.list;
        victims.sort_unstable();
        (victims, self.end())
    }

    /// Which of the routes of one effect is chosen: fewest squares, then the squares that come first (rule 3.10).
    pub(super) fn rank(&self) -> (u8, Squares) {
        (self.squares.len, self.squares)
    }
}

/// Scratch space for routes that are compared.
pub type Buffer = Vec<Route>;
