//! Captures until the position is quiet, and what an exchange is worth.

use mujo_core::geometry::Square;
use mujo_core::moves::Move;

use crate::score::{INFINITE, is_mate, win_in};
use crate::search::best::{Best, cutoff};
use crate::search::{LONGEST_EXCHANGE, MAX_PLY, Worker};
use crate::tree::Trade;

/// Deepest quiescence: beyond it the evaluation stands.
const DEEPEST: usize = 10;
/// Captures tried at most, by depth of the quiescence.
const WIDTH: [usize; DEEPEST] = [24, 10, 6, 4, 3, 2, 2, 2, 1, 1];

/// Captures tried at most by pieces that go almost anywhere.
const ROAMING: usize = 6;

impl Worker<'_> {
    /// The value of a position once no capture gains material.
    pub(super) fn quiescence(&mut self, alpha: i32, beta: i32, ply: usize, deep: usize) -> i32 {
        self.plies[ply].line.clear();
        if self.visit() {
            return 0;
        }
        self.quiet_nodes += 1;
        self.quiet_calls += u64::from(deep == 0);
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.decided(ply) {
            return score;
        }
        if !self.features.quiescence || ply >= MAX_PLY || deep >= DEEPEST {
            return self.evaluate();
        }
        let stored = self.probe();
        if let Some(stored) = stored
            && beta - alpha == 1
            && let Some(score) = cutoff(stored, alpha, beta, ply)
        {
            return score;
        }
        let eval = self.evaluate();
        if eval >= beta {
            return eval;
        }
        let mut best = Best::new(eval, alpha, beta);
        let mut picker = std::mem::take(&mut self.plies[ply].picker);
        let hash_move = stored.map_or(Move::NONE, |stored| stored.mv);
        let winning = self.order_captures(&mut picker, ply, eval, best.alpha, hash_move);
        if let Some(mv) = winning {
            self.plies[ply].picker = picker;
            self.plies[ply].line.push(mv);
            return win_in(ply + 1);
        }
        let mut left = WIDTH[deep];
        while let Some((_, mv)) = picker.pick() {
            let trade = self.tree.trade(mv);
            if self.features.exchange && self.exchange(mv, &trade, -1) < 0 {
                continue;
            }
            if left == 0 {
                break;
            }
            left -= 1;
            self.tree.make(mv);
            let score = -self.quiescence(-beta, -best.alpha, ply + 1, deep + 1);
            self.tree.unmake();
            if self.stopped {
                break;
            }
            if best.improve(mv, score) {
                self.keep_line(ply, mv);
                if best.is_cutoff() {
                    break;
                }
            }
        }
        self.plies[ply].picker = picker;
        if self.stopped {
            return 0;
        }
        if deep == 0 {
            self.store(&best, 0, ply);
        }
        best.score
    }

    /// Captures that could raise the score, best first; or one that takes the last royals.
    fn order_captures(
        &mut self,
        picker: &mut crate::ordering::Picker,
        ply: usize,
        eval: i32,
        alpha: i32,
        hash_move: Move,
    ) -> Option<Move> {
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.tree.captures(&mut list);
        picker.clear();
        let enemy_royals = self.tree.royals(self.tree.turn().other());
        let margin = 2 * self.scale;
        let mut winning = None;
        let mut roaming = std::mem::take(&mut self.roaming);
        roaming.clear();
        let position = self.tree.position();
        for mv in &list {
            let trade = self.tree.trade_on(&position, *mv);
            if trade.royals > 0 && trade.royals >= enemy_royals {
                winning = Some(*mv);
                break;
            }
            let gain = trade.gain + trade.promotion;
            if eval + gain + margin <= alpha && !is_mate(alpha) {
                continue;
            }
            let order = if *mv == hash_move { i32::MAX } else { 8 * gain.min(INFINITE) - trade.mover };
            if self.tree.evaluation.roams(position.at(mv.from()).kind()) {
                roaming.push((order, *mv));
            } else {
                picker.push(order, *mv);
            }
        }
        drop(position);
        if roaming.len() > ROAMING {
            roaming.select_nth_unstable_by(ROAMING, |one, other| other.cmp(one));
            roaming.truncate(ROAMING);
        }
        for (order, mv) in &roaming {
            picker.push(*order, *mv);
        }
        self.roaming = roaming;
        self.plies[ply].list = list;
        winning
    }

    /// The gain of a capture if both sides go on capturing on its end as long as that gains material. The exchange is played
    /// out on the board, so that further victims and promotions count. The result is exact from `worst` to 0, and a bound
    /// beyond.
    pub(super) fn exchange(&mut self, mv: Move, trade: &Trade, worst: i32) -> i32 {
        let gain = trade.gain + trade.promotion;
        let kind = self.tree.at(mv.from()).kind();
        let is_last_royal = self.tree.evaluation.is_royal(kind) && self.tree.royals(self.tree.turn()) == 1;
        if gain >= trade.mover && !is_last_royal {
            return gain - trade.mover;
        }
        self.tree.make(mv);
        let back = self.take_back(mv.to(), gain, gain - worst, 0);
        self.tree.unmake();
        gain - back
    }

    /// Whether the opponent gains more than `most` by capturing a piece on the end of its quiet move.
    pub(super) fn quiet_loses(&mut self, mv: Move, trade: &Trade, most: i32) -> bool {
        if trade.mover <= most {
            return false;
        }
        self.tree.make(mv);
        let loss = self.take_back(mv.to(), most, most + 1, 0);
        self.tree.unmake();
        loss > most
    }

    /// What the side to move gains by taking on a square with its least valuable piece, 0 if it does better not to; exact
    /// from alpha to beta.
    fn take_back(&mut self, square: Square, alpha: i32, beta: i32, deep: usize) -> i32 {
        if deep >= LONGEST_EXCHANGE || beta <= 0 {
            return 0;
        }
        let mut list = std::mem::take(&mut self.exchange_lists[deep]);
        self.tree.moves_to(square, &mut list);
        let enemy_royals = self.tree.royals(self.tree.turn().other());
        let mut least: Option<(i32, Move, Trade)> = None;
        let position = self.tree.position();
        for mv in &list {
            let trade = self.tree.trade_on(&position, *mv);
            if trade.royals > 0 && trade.royals >= enemy_royals {
                least = Some((i32::MIN, *mv, trade));
                break;
            }
            // A piece's own igui ends there too, but takes elsewhere.
            let order = trade.mover - trade.gain - 2 * trade.promotion;
            if trade.is_capture() && mv.from() != square && least.is_none_or(|(lowest, ..)| order < lowest) {
                least = Some((order, *mv, trade));
            }
        }
        drop(position);
        self.exchange_lists[deep] = list;
        let Some((order, mv, trade)) = least else { return 0 };
        if order == i32::MIN {
            return INFINITE;
        }
        let gain = trade.gain + trade.promotion;
        if gain <= alpha {
            return gain.max(0);
        }
        // Even if the capturing piece is lost, and the piece that takes it gains something else.
        if gain - trade.mover - self.scale / 2 >= beta {
            return gain - trade.mover;
        }
        self.tree.make(mv);
        let back = self.take_back(square, gain - beta, gain - alpha, deep + 1);
        self.tree.unmake();
        (gain - back).max(0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use mujo_core::moves::MoveList;
    use mujo_core::parallel::NeverInterrupt;
    use mujo_core::random::playout::Player;
    use mujo_core::rules::RuleSet;

    use super::*;
    use crate::evaluation::Evaluation;
    use crate::limits::{Limits, Timer};
    use crate::ordering::Memory;
    use crate::search::Shared;
    use crate::table::Table;
    use crate::tree::Tree;

    /// The exchange as it is defined: every capture on the square played out, without a window.
    fn whole_exchange(tree: &mut Tree, square: Square, deep: usize) -> i32 {
        let mut list = MoveList::new();
        tree.moves_to(square, &mut list);
        let enemy_royals = tree.royals(tree.turn().other());
        let trades: Vec<(Move, Trade)> = list.iter().map(|mv| (*mv, tree.trade(*mv))).collect();
        if trades.iter().any(|(_, trade)| trade.royals > 0 && trade.royals >= enemy_royals) {
            return INFINITE;
        }
        let least = trades
            .into_iter()
            .filter(|(mv, trade)| trade.is_capture() && mv.from() != square)
            .min_by_key(|(_, trade)| trade.mover - trade.gain - 2 * trade.promotion);
        let Some((mv, trade)) = least.filter(|_| deep < LONGEST_EXCHANGE) else { return 0 };
        tree.make(mv);
        let back = whole_exchange(tree, square, deep + 1);
        tree.unmake();
        (trade.gain + trade.promotion - back).max(0)
    }

    #[test]
    fn exchanges_have_the_sign_of_the_whole_exchange() {
        let (mut compared, mut losing, mut differ) = (0, 0, 0);
        for name in mujo_core::rules::data::rule_set_names() {
            let rules = RuleSet::named(name).unwrap();
            let start = mujo_core::game::Board::new(rules.clone());
            let evaluation = Evaluation::of(&rules);
            let squares = rules.geometry().all().map(Square::index).max().unwrap() + 1;
            let (table, stop) = (Table::new(0).unwrap(), AtomicBool::new(false));
            let shared = Shared { table: &table, stop: &stop, nodes: AtomicU64::new(0) };
            let timer = Timer::new(&Limits::default(), None);
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 60), (2, 200), (3, 500)] {
                player.play(&start, seed, plies);
                let board = player.board();
                if board.outcome().is_some() {
                    continue;
                }
                let mut memory = Memory::new(rules.kind_count(), squares, MAX_PLY);
                let mut watch = NeverInterrupt;
                let mut worker = Worker::new(board, &evaluation, &shared, &timer, &mut watch, &mut memory);
                let mut list = MoveList::new();
                worker.tree.captures(&mut list);
                for mv in &list {
                    let trade = worker.tree.trade(*mv);
                    if trade.gain + trade.promotion >= trade.mover {
                        continue;
                    }
                    worker.tree.make(*mv);
                    let whole = trade.gain + trade.promotion - whole_exchange(&mut worker.tree, mv.to(), 0);
                    worker.tree.unmake();
                    let found = worker.exchange(*mv, &trade, -1);
                    compared += 1;
                    losing += usize::from(whole < 0);
                    differ += usize::from((found < 0) != (whole < 0));
                }
            }
        }
        assert!(losing > 500, "{losing} of {compared}");
        // A piece that takes in return may gain more elsewhere than the margin allows for.
        assert!(differ * 100 <= losing, "{differ} of {losing}");
    }
}
