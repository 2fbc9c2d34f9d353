//! Where generated moves go.

use crate::moves::{Move, MoveList};

/// Receives moves one by one.
pub trait Sink {
    /// Take a move; `takes` tells whether it captures.
    fn push(&mut self, mv: Move, takes: bool);

    /// Whether no more moves are wanted.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    #[inline]
    fn push(&mut self, mv: Move, _takes: bool) {
        self.push(mv);
    }
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn push(&mut self, _mv: Move, _takes: bool) {
        self.0 += 1;
    }
}

/// Keeps captures only.
#[derive(Debug)]
pub struct Captures<'a>(pub &'a mut MoveList);

impl Sink for Captures<'_> {
    #[inline]
    fn push(&mut self, mv: Move, takes: bool) {
        if takes {
            self.0.push(mv);
        }
    }
}

/// Keeps the first move that comes.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstHit(pub Option<Move>);

impl Sink for FirstHit {
    #[inline]
    fn push(&mut self, mv: Move, _takes: bool) {
        self.0.get_or_insert(mv);
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0.is_some()
    }
}

/// Fills a caller's array; `total` goes on counting when it is full.
#[derive(Debug)]
pub struct Filled<'a> {
    /// The array.
    pub array: &'a mut [Move],
    /// Moves seen, which may be more than the array holds.
    pub total: usize,
}

impl Sink for Filled<'_> {
    #[inline]
    fn push(&mut self, mv: Move, _takes: bool) {
        if let Some(place) = self.array.get_mut(self.total) {
            *place = mv;
        }
        self.total += 1;
    }
}
