//! The hook for values that are updated move by move, such as an evaluation: which pieces appeared, left or moved.

use crate::geometry::Square;
use crate::position::{Placement, Undo, Victim};
use crate::rules::Cell;

/// Receives the changes that a move makes on the board, and their reverse when it is taken back.
///
/// [`Board::push_observed`](crate::game::Board::push_observed) and
/// [`Board::pop_observed`](crate::game::Board::pop_observed) call it; the other methods that make moves do not and cost the
/// same as without it.
pub trait PieceObserver {
    /// A piece now stands on an empty square.
    fn added(&mut self, square: Square, cell: Cell);

    /// A piece left the board.
    fn removed(&mut self, square: Square, cell: Cell);

    /// A piece went from one square to an empty one.
    #[inline]
    fn moved(&mut self, from: Square, to: Square, cell: Cell) {
        self.removed(from, cell);
        self.added(to, cell);
    }
}

impl Undo {
    /// Report the changes of the move just made: `after` is the placement it led to, `stack` the one its victims went to.
    #[inline]
    pub fn observe(&self, after: &Placement, stack: &[Victim], observer: &mut impl PieceObserver) {
        if self.is_null() {
            return;
        }
        for victim in self.victims(stack) {
            observer.removed(victim.square(), victim.cell());
        }
        let (from, to, before, after) = (self.mv.from(), self.mv.to(), self.mover(), after.at(self.mv.to()));
        if before == after {
            if from != to {
                observer.moved(from, to, before);
            }
            return;
        }
        observer.removed(from, before);
        if after.side().is_some() {
            observer.added(to, after);
        }
    }

    /// Report the reverse of [`Undo::observe`], before the move is taken back and with the same arguments.
    #[inline]
    pub fn observe_reverse(&self, after: &Placement, stack: &[Victim], observer: &mut impl PieceObserver) {
        if self.is_null() {
            return;
        }
        let (from, to, before, after) = (self.mv.from(), self.mv.to(), self.mover(), after.at(self.mv.to()));
        if before != after {
            if after.side().is_some() {
                observer.removed(to, after);
            }
            observer.added(from, before);
        } else if from != to {
            observer.moved(to, from, before);
        }
        for victim in self.victims(stack).rev() {
            observer.added(victim.square(), victim.cell());
        }
    }
}
