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
            if self.features.exchange && self.exchange(mv, &trade) < 0 {
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
        for mv in &list {
            let trade = self.tree.trade(*mv);
            if trade.royals > 0 && trade.royals >= enemy_royals {
                winning = Some(*mv);
                break;
            }
            let gain = trade.gain + trade.promotion;
            if eval + gain + margin <= alpha && !is_mate(alpha) {
                continue;
            }
            let order = if *mv == hash_move { i32::MAX } else { 8 * gain.min(INFINITE) - trade.mover };
            if self.tree.evaluation.roams(self.tree.at(mv.from()).kind()) {
                roaming.push((order, *mv));
            } else {
                picker.push(order, *mv);
            }
        }
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
    /// out on the board, so that further victims and promotions count.
    pub(super) fn exchange(&mut self, mv: Move, trade: &Trade) -> i32 {
        let gain = trade.gain + trade.promotion;
        let kind = self.tree.at(mv.from()).kind();
        let is_last_royal = self.tree.evaluation.is_royal(kind) && self.tree.royals(self.tree.turn()) == 1;
        if gain >= trade.mover && !is_last_royal {
            return gain - trade.mover;
        }
        self.tree.make(mv);
        let back = self.take_back(mv.to(), 0);
        self.tree.unmake();
        gain - back
    }

    /// What the side to move gains by taking on a square with its least valuable piece, 0 if it does better not to.
    fn take_back(&mut self, square: Square, deep: usize) -> i32 {
        if deep >= LONGEST_EXCHANGE {
            return 0;
        }
        let mut list = std::mem::take(&mut self.exchange_lists[deep]);
        self.tree.moves_to(square, &mut list);
        let enemy_royals = self.tree.royals(self.tree.turn().other());
        let mut least: Option<(i32, Move, Trade)> = None;
        for mv in &list {
            let trade = self.tree.trade(*mv);
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
        self.exchange_lists[deep] = list;
        let Some((order, mv, trade)) = least else { return 0 };
        if order == i32::MIN {
            return INFINITE;
        }
        self.tree.make(mv);
        let back = self.take_back(square, deep + 1);
        self.tree.unmake();
        (trade.gain + trade.promotion - back).max(0)
    }
}
