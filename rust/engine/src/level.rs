//! Levels of strength, by a budget of positions and an evaluation that errs.

use crate::limits::{Limits, MAX_DEPTH};

/// A level from 1, the weakest, to 10.
///
/// ```
/// use mujo_engine::Level;
/// assert!(Level::new(0).is_none() && Level::new(11).is_none());
/// let [first, last] = [1, 10].map(|number| Level::new(number).unwrap());
/// assert!(first.nodes() < last.nodes() && first.noise(200) > last.noise(200));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// Nodes per move, deepest iteration, and largest error of the evaluation in thousandths of an average piece.
const LEVELS: [(u64, u32, i32); 10] = [
    (100, 1, 2500),
    (200, 1, 1200),
    (400, 2, 700),
    (1_000, MAX_DEPTH, 250),
    (2_500, MAX_DEPTH, 150),
    (6_000, MAX_DEPTH, 80),
    (15_000, MAX_DEPTH, 40),
    (40_000, MAX_DEPTH, 15),
    (100_000, MAX_DEPTH, 0),
    (250_000, MAX_DEPTH, 0),
];

impl Level {
    /// The weakest.
    pub const FIRST: u8 = 1;
    /// The strongest.
    pub const LAST: u8 = 10;

    /// A level, if there is one of that number.
    pub fn new(number: u8) -> Option<Self> {
        (Self::FIRST..=Self::LAST).contains(&number).then_some(Self(number))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn row(self) -> (u64, u32, i32) {
        LEVELS[self.0 as usize - 1]
    }

    /// Positions a move.
    pub const fn nodes(self) -> u64 {
        self.row().0
    }

    /// Deepest iteration.
    pub const fn depth(self) -> u32 {
        self.row().1
    }

    /// Largest error of the evaluation in centi-units, where an average piece is worth `scale`.
    pub const fn noise(self, scale: i32) -> i32 {
        scale * self.row().2 / 1000
    }

    /// Limits of a search, within those that the caller sets.
    #[must_use]
    pub fn limits(self, within: Limits) -> Limits {
        Limits {
            nodes: Some(within.nodes.unwrap_or(u64::MAX).min(self.nodes())),
            depth: Some(within.depth.unwrap_or(u32::MAX).min(self.depth())),
            ..within
        }
    }
}
