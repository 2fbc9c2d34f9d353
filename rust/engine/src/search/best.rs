//! What the main search and quiescence share: the best move of a node so far, and the transposition table.

use mujo_core::moves::Move;

use crate::score::{from_table, lost_in, to_table, win_in};
use crate::search::Worker;
use crate::table::{Bound, Stored};

/// The best move of a node so far, and the window that is left.
pub(super) struct Best {
    /// The score of the node so far, perhaps below the window.
    pub score: i32,
    /// The move that raised alpha last, or [`Move::NONE`].
    pub mv: Move,
    pub alpha: i32,
    beta: i32,
    /// Alpha when the node was entered.
    first_alpha: i32,
}

impl Best {
    /// Before the first move, with a score that the node has without any.
    pub(super) fn new(score: i32, alpha: i32, beta: i32) -> Self {
        Self { score, mv: Move::NONE, alpha: alpha.max(score), beta, first_alpha: alpha }
    }

    /// Take the score of a move; return whether it raised alpha.
    #[inline]
    pub(super) fn improve(&mut self, mv: Move, score: i32) -> bool {
        self.score = self.score.max(score);
        let raises = score > self.alpha;
        if raises {
            (self.alpha, self.mv) = (score, mv);
        }
        raises
    }

    /// Whether no further move can matter.
    #[inline]
    pub(super) fn is_cutoff(&self) -> bool {
        self.score >= self.beta
    }

    fn bound(&self) -> Bound {
        if self.is_cutoff() {
            Bound::Lower
        } else if self.score > self.first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Worker<'_> {
    /// The value of a position in which a side has lost its last royal.
    #[inline]
    pub(super) fn decided(&self, ply: usize) -> Option<i32> {
        let winner = self.tree.winner()?;
        Some(if winner == self.tree.turn() { win_in(ply) } else { lost_in(ply) })
    }

    /// The entry of the transposition table for the position.
    #[inline]
    pub(super) fn probe(&self) -> Option<Stored> {
        if self.features.table { self.shared.table.probe(self.tree.key()) } else { None }
    }

    /// Store the result of a node in the transposition table.
    #[inline]
    pub(super) fn store(&self, best: &Best, depth: i32, ply: usize) {
        if self.features.table {
            let stored = Stored { mv: best.mv, score: to_table(best.score, ply), depth, bound: best.bound() };
            self.shared.table.store(self.tree.key(), stored);
        }
    }
}

/// The value of a node that an entry of the transposition table determines within the window.
#[inline]
pub(super) fn cutoff(stored: Stored, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_table(stored.score, ply);
    let holds = match stored.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    holds.then_some(score)
}
