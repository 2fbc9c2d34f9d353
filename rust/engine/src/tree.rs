//! The position at the current node of the search: a board with incremental sums and the keys of earlier positions.

use std::cell::Ref;

use mujo_core::game::Board;
use mujo_core::geometry::Square;
use mujo_core::movegen::{self, Scratch};
use mujo_core::moves::{Change, Move, MoveList};
use mujo_core::position::{PieceObserver, Position};
use mujo_core::rules::{Cell, Side};

use crate::evaluation::{Evaluation, Sums};

/// The material balance of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trade {
    /// Total value of the victims; those of the mover's own side, which sweeps take, count against it.
    pub gain: i32,
    /// Number of victims.
    pub victims: u32,
    /// Royals among them.
    pub royals: usize,
    /// Change in the mover's value.
    pub promotion: i32,
    /// Value of the mover after the move.
    pub mover: i32,
}

impl Trade {
    /// Whether the move captures.
    #[inline]
    pub(crate) fn is_capture(&self) -> bool {
        self.victims > 0
    }

    #[inline]
    fn add(&mut self, evaluation: &Evaluation, victim: Cell) {
        self.gain += evaluation.value(victim.kind());
        self.victims += 1;
        self.royals += usize::from(evaluation.is_royal(victim.kind()));
    }
}

/// State to restore when a move is unmade.
#[derive(Clone, Copy, Debug)]
struct Frame {
    sums: Sums,
    reversible_from: usize,
}

/// Updates the sums while the board changes.
struct Changes<'a> {
    evaluation: &'a Evaluation,
    sums: &'a mut Sums,
}

impl PieceObserver for Changes<'_> {
    #[inline]
    fn added(&mut self, square: Square, cell: Cell) {
        self.sums.change(self.evaluation, square, cell, 1);
    }

    #[inline]
    fn removed(&mut self, square: Square, cell: Cell) {
        self.sums.change(self.evaluation, square, cell, -1);
    }
}

/// A board with the state that the search keeps alongside it.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub evaluation: &'a Evaluation,
    board: Board,
    sums: Sums,
    frames: Vec<Frame>,
    /// Keys of the earlier positions.
    keys: Vec<u64>,
    /// Index of the first key since the last irreversible move.
    reversible_from: usize,
    scratch: Scratch,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(evaluation: &'a Evaluation, board: &Board) -> Self {
        let board = board.clone();
        let mut keys = Vec::new();
        let mut back = board.clone();
        while back.pop().is_ok() {
            keys.push(back.key());
        }
        keys.reverse();
        let sums = Sums::of(evaluation, &board.position());
        Self { evaluation, board, sums, frames: Vec::new(), keys, reversible_from: 0, scratch: Scratch::default() }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(crate) fn turn(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    pub(crate) fn at(&self, square: Square) -> Cell {
        self.board.at(square)
    }

    /// The side that has captured the last royal.
    #[inline]
    pub(crate) fn winner(&self) -> Option<Side> {
        self.board.position().winner()
    }

    /// Number of royals of a side.
    #[inline]
    pub(crate) fn royals(&self, side: Side) -> usize {
        self.board.position().royal_count(side)
    }

    /// Value of the pieces of a side.
    pub(crate) fn material(&self, side: Side) -> i32 {
        self.sums.material[side.index()]
    }

    /// Whether the only royal of the side to move is attacked.
    pub(crate) fn is_check(&self) -> bool {
        self.board.is_check()
    }

    /// Whether the position occurred before, in the game or in the search.
    pub(crate) fn is_repetition(&self) -> bool {
        let key = self.key();
        self.keys[self.reversible_from..].iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key)
    }

    /// The full evaluation for the side to move.
    pub(crate) fn evaluate(&self) -> i32 {
        self.evaluation.evaluate(&self.board.position(), &self.sums)
    }

    /// The evaluation without the terms that examine the board.
    #[inline]
    pub(crate) fn estimate(&self) -> i32 {
        self.evaluation.estimate(self.turn(), &self.sums)
    }

    /// Legal moves.
    pub(crate) fn moves(&self, list: &mut MoveList) {
        list.clear();
        self.board.legal_moves(list);
    }

    /// Legal captures.
    pub(crate) fn captures(&self, list: &mut MoveList) {
        list.clear();
        self.board.legal_moves(&mut movegen::Captures(list));
    }

    /// Legal moves with a given destination, ignoring repetition.
    pub(crate) fn moves_to(&mut self, square: Square, list: &mut MoveList) {
        list.clear();
        movegen::legal_moves_to(&self.board.position(), self.board.rules(), square, &mut self.scratch, list);
    }

    /// The position, for several calls of [`Tree::trade_on`].
    #[inline]
    pub(crate) fn position(&self) -> Ref<'_, Position> {
        self.board.position()
    }

    /// The material balance of a legal move.
    pub(crate) fn trade(&self, mv: Move) -> Trade {
        self.trade_on(&self.board.position(), mv)
    }

    /// As [`Tree::trade`], of a move on the current position.
    #[inline]
    pub(crate) fn trade_on(&self, position: &Position, mv: Move) -> Trade {
        let mover = self.evaluation.value_at(position.at(mv.from()));
        let Some((victim, after)) = position.capture_on_end(self.board.rules(), mv) else {
            return self.trade_by_effect(position, mv);
        };
        let after = if mv.change() == Change::None { mover } else { self.evaluation.value_at(after) };
        let mut trade = Trade { mover: after, promotion: after - mover, ..Trade::default() };
        if !victim.is_empty() {
            trade.add(self.evaluation, victim);
        }
        trade
    }

    /// Whether a move is known at a glance to capture nothing and to change no piece: most moves that do not capture.
    #[inline]
    pub(crate) fn is_plain_quiet(&self, position: &Position, mv: Move) -> bool {
        mv.change() == Change::None
            && position.victim_on_end_only(mv).is_some_and(Cell::is_empty)
            && !self.board.rules().has_unnamed_victims()
    }

    /// As [`Tree::trade_on`], of a move that may capture anywhere.
    #[inline(never)]
    fn trade_by_effect(&self, position: &Position, mv: Move) -> Trade {
        let effect = position.effect(self.board.rules(), mv);
        // Beside an enemy's fire demon the mover vanishes.
        let after = self.evaluation.value_at(effect.after());
        let mut trade =
            Trade { mover: after, promotion: after - self.evaluation.value_at(effect.before()), ..Trade::default() };
        for victim in effect.victims() {
            if victim.cell().side() == effect.before().side() {
                trade.gain -= self.evaluation.value(victim.cell().kind());
                trade.victims += 1;
            } else {
                trade.add(self.evaluation, victim.cell());
            }
        }
        trade
    }

    fn keep(&mut self) {
        self.frames.push(Frame { sums: self.sums, reversible_from: self.reversible_from });
        self.keys.push(self.key());
    }

    /// Make a legal move.
    pub(crate) fn make(&mut self, mv: Move) {
        self.keep();
        let mut changes = Changes { evaluation: self.evaluation, sums: &mut self.sums };
        self.board.push_observed(mv, &mut changes);
        if self.board.last_is_irreversible() {
            self.reversible_from = self.keys.len();
        }
    }

    /// Make a null move. Positions before it do not count for repetition.
    pub(crate) fn make_null(&mut self) {
        self.keep();
        self.board.push_null();
        self.reversible_from = self.keys.len();
    }

    /// Unmake the last move or null move.
    pub(crate) fn unmake(&mut self) {
        if let Some(frame) = self.frames.pop() {
            let popped = self.board.pop();
            debug_assert!(popped.is_ok());
            self.keys.pop();
            self.sums = frame.sums;
            self.reversible_from = frame.reversible_from;
        }
    }

    /// Whether the only royal of a side is attacked.
    pub(crate) fn is_exposed(&self, side: Side) -> bool {
        self.board.is_exposed(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mujo_core::random::playout::Player;
    use mujo_core::rules::RuleSet;

    /// Sums and keys after every move of random games, and after taking them back.
    #[test]
    fn sums_follow_the_board() {
        for name in ["tai", "maka", "hishigata", "chu", "tenjiku", "taikyoku"] {
            let rules = RuleSet::named(name).unwrap();
            let evaluation = Evaluation::of(&rules);
            let start = Board::new(rules);
            let mut player = Player::new(&start);
            player.play(&start, 3, 400);
            let moves: Vec<Move> = player.board().moves().collect();
            let mut tree = Tree::new(&evaluation, &start);
            let mut sums = Vec::new();
            for mv in &moves {
                let (side, trade, before) = (tree.turn(), tree.trade(*mv), tree.sums);
                sums.push(before);
                tree.make(*mv);
                assert_eq!(tree.sums, Sums::of(&evaluation, &tree.board.position()));
                let balance = tree.material(side) - tree.material(side.other());
                let balance_before = before.material[side.index()] - before.material[side.other().index()];
                assert_eq!(balance, balance_before + trade.gain + trade.promotion, "{name}");
            }
            while let Some(before) = sums.pop() {
                tree.unmake();
                assert_eq!(tree.sums, before);
            }
            assert_eq!(tree.key(), start.key());
        }
    }
}
