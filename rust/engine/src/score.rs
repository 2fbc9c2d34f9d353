//! Scores from the point of view of the side to move: hundredths of the unit, or the distance to a mate.

use std::fmt;

/// Greater than every score.
pub(crate) const INFINITE: i32 = 1_100_000;
/// The score of a game won at the root.
const MATE: i32 = 1_000_000;
/// Scores beyond this are mates; the difference exceeds the depth of any search.
const MATE_LIMIT: i32 = MATE - 10_000;
/// Bound of every score that is not a mate.
pub(crate) const EVAL_LIMIT: i32 = MATE_LIMIT - 1;

/// The score of a side that wins in `ply` plies from the root.
pub(crate) const fn win_in(ply: usize) -> i32 {
    MATE - plies(ply)
}

/// The score of a side that has lost `ply` plies from the root.
pub(crate) const fn lost_in(ply: usize) -> i32 {
    plies(ply) - MATE
}

#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the search is at most 255 plies deep")]
const fn plies(ply: usize) -> i32 {
    ply as i32
}

/// Whether a score is a forced win or loss.
pub(crate) const fn is_mate(score: i32) -> bool {
    score.abs() > EVAL_LIMIT
}

/// A score as stored in the transposition table, where mates are counted from the position, not from the root.
pub(crate) const fn to_table(score: i32, ply: usize) -> i32 {
    if score > EVAL_LIMIT {
        score + plies(ply)
    } else if score < -EVAL_LIMIT {
        score - plies(ply)
    } else {
        score
    }
}

/// The inverse of [`to_table`].
pub(crate) const fn from_table(score: i32, ply: usize) -> i32 {
    if score > EVAL_LIMIT {
        score - plies(ply)
    } else if score < -EVAL_LIMIT {
        score + plies(ply)
    } else {
        score
    }
}

/// The nearest whole number within the range of evaluations.
#[expect(clippy::cast_possible_truncation, reason = "the number is clamped")]
pub(crate) fn rounded(number: f64) -> i32 {
    number.round().clamp(f64::from(-EVAL_LIMIT), f64::from(EVAL_LIMIT)) as i32
}

/// The value of a position for the side to move.
///
/// ```
/// use mujo_engine::Score;
/// assert!(Score::Mate(3) > Score::Units(40_000));
/// assert_eq!(Score::Mate(-2).to_string(), "mated in 2");
/// assert_eq!(Score::Units(-150).to_string(), "-1.50");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the value of the evaluation's [unit](crate::Evaluation::unit).
    Units(i32),
    /// A forced end of the game after this many plies: positive if the side to move wins, negative or 0 if it loses.
    Mate(i32),
}

impl Score {
    /// Convert a score of the search.
    pub(crate) const fn new(score: i32) -> Self {
        if score > EVAL_LIMIT {
            Self::Mate(MATE - score)
        } else if score < -EVAL_LIMIT {
            Self::Mate(-(MATE + score))
        } else {
            Self::Units(score)
        }
    }

    /// A number that orders scores: higher is better for the side to move.
    pub const fn number(self) -> i32 {
        match self {
            Self::Units(units) => units,
            Self::Mate(plies) if plies > 0 => MATE - plies,
            Self::Mate(plies) => -MATE - plies,
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Units(units) => write!(out, "{:+.2}", f64::from(*units) / 100.0),
            Self::Mate(plies) if *plies > 0 => write!(out, "mate in {plies}"),
            Self::Mate(plies) => write!(out, "mated in {}", -plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_keep_their_distance_through_the_table() {
        for score in [win_in(7), lost_in(8), 0, 1234, -1234, EVAL_LIMIT, -EVAL_LIMIT] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
            assert_eq!(Score::new(score).number(), score);
        }
        assert_eq!(Score::new(win_in(7)), Score::Mate(7));
        assert_eq!(Score::new(lost_in(8)), Score::Mate(-8));
        assert_eq!(Score::new(to_table(win_in(7), 5)), Score::Mate(2));
        assert!(is_mate(win_in(7)) && is_mate(lost_in(7)) && !is_mate(EVAL_LIMIT));
    }
}
