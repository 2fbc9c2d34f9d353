//! Routes: the paths of powers that walk several legs. Routes with the same effect are one move (rule 3.1).

use crate::geometry::Square;
use crate::moves::Move;

/// Maximal number of legs and of victims of a route.
pub(crate) const MAX_LEGS: usize = 6;

/// A short list of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Squares {
    list: [Square; MAX_LEGS],
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
    /// Squares from the start of a sweep that passed a piece to its end, else 0 (rule 10.2).
    pub sweep: usize,
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
    pub fn to_move(&self, from: Square) -> Move {
        let end = self.end();
        let before = match self.victims.as_slice() {
            [before @ .., last] if *last == end => before,
            all => all,
        };
        if self.sweep > 0 {
            return Move::sweep(from, end, self.sweep);
        }
        Move::via_three(from, [0, 1, 2].map(|index: usize| before.get(index).copied().unwrap_or_default()), end)
    }

    /// Whether the route takes what stands on a square.
    pub(super) fn takes(&self, from: Square, square: Square) -> bool {
        self.victims.contains(square) || self.sweep > 0 && self.to_move(from).swept().any(|passed| passed == square)
    }

    /// The route as a candidate for the move of its effect.
    pub(super) fn candidate(&self, from: Square) -> Candidate {
        debug_assert!(self.victims.len <= 4, "rule files allow three captures before the end");
        let mut victims = [0, 1, 2, 3].map(|index: usize| self.victims.list[index]);
        victims.sort_unstable();
        let append = |key: u128, square: Square| key << 11 | u128::from(square.bits());
        // 5 squares, 4 bits and 6 squares: 125 bits. What a sweep passes follows from its end.
        let identity = victims.into_iter().chain([self.end()]).fold(u128::from(self.sweep > 0), append);
        let key = self.squares.list.into_iter().fold(identity << 3 | u128::from(self.squares.len), append);
        Candidate { key, mv: self.to_move(from), is_capture: self.victims.len > 0 || self.sweep > 0 }
    }
}

/// A route among those that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// First what makes two routes the same move: victims as a set, and the end. Then which of those routes is chosen (rule
    /// 3.10): fewest squares, then the squares that come first.
    pub(super) key: u128,
    pub(super) mv: Move,
    pub(super) is_capture: bool,
}

impl Candidate {
    /// The part of the key that routes of the same effect share.
    pub(super) fn identity(&self) -> u128 {
        self.key >> (3 + 11 * MAX_LEGS)
    }
}

/// Scratch space for routes that are compared.
pub type Buffer = Vec<Candidate>;
