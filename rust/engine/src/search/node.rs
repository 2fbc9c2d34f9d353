//! One node of the principal-variation search.

use mujo_core::moves::{Change, Move};

use crate::ordering::Picker;
use crate::score::{EVAL_LIMIT, INFINITE, is_mate, lost_in, win_in};
use crate::search::best::{Best, cutoff};
use crate::search::{MAX_PLY, Worker};
use crate::table::{Bound, Stored};
use crate::tree::Trade;

/// Scores that put moves in order: above all others the move of the table.
const FIRST: i32 = 1 << 30;
/// Moves that take more than they risk.
const GOOD_CAPTURE: i32 = 1 << 28;
/// Quiet moves that refuted others.
const KILLER: i32 = 1 << 27;
const COUNTER: i32 = KILLER - 2;
/// Quiet moves have their history around this.
const QUIET: i32 = 1 << 26;
/// Quiet moves of pieces that go almost anywhere.
const ROAMING: i32 = 1 << 24;
/// Captures by pieces that go almost anywhere, but for the best few: each would have to be looked at.
const ROAMING_CAPTURE: i32 = 1 << 22;
const ROAMING_CAPTURES: usize = 10;
/// Captures that lose material, by how much.
const BAD_CAPTURE: i32 = 1 << 25;

/// Deepest node whose quiet moves may be left out, and whose value may stand for a search.
const SHALLOW: i32 = 6;

/// How a move is tried.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    trade: Trade,
    order: i32,
    number: usize,
    improving: bool,
}

/// The window and place of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: usize,
    /// Whether the node may pass the turn.
    pub may_pass: bool,
}

impl Node {
    fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl Worker<'_> {
    /// The value of a position that is not the root, within the window or a bound beyond it.
    pub(super) fn node(&mut self, node: Node) -> i32 {
        let Node { mut depth, mut alpha, mut beta, ply, .. } = node;
        self.plies[ply].line.clear();
        if let Some(score) = self.ended(ply) {
            return score;
        }
        let in_check = self.features.check_extension && self.tree.is_check();
        if in_check && ply < 2 * self.iteration as usize + 4 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply, 0);
        }
        if self.visit() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        // No line is better than the shortest mate, or worse than being mated here.
        alpha = alpha.max(lost_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = node.is_pv();
        let stored = self.probe();
        if let Some(stored) = stored
            && !is_pv
            && stored.depth >= depth
            && let Some(score) = cutoff(stored, alpha, beta, ply)
        {
            return score;
        }
        let eval = self.node_eval(stored, in_check, ply);
        let improving = self.is_improving(in_check, ply);
        if !is_pv && !in_check {
            if let Some(score) = self.prune_node(Node { depth, alpha, beta, ..node }, eval, improving) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        let hash_move = stored.map_or(Move::NONE, |stored| stored.mv);
        if hash_move == Move::NONE && depth >= 4 {
            depth -= 1;
        }
        let node = Node { depth, alpha, beta, ply, may_pass: true };
        self.try_moves(node, in_check, improving, eval, hash_move)
    }

    /// The value of a position in which the game has ended or comes round.
    #[inline]
    fn ended(&mut self, ply: usize) -> Option<i32> {
        if let Some(score) = self.decided(ply) {
            return Some(score);
        }
        if self.tree.is_repetition() {
            // Under rules that forbid repetition, generation leaves such moves out.
            return Some(self.final_score(ply).unwrap_or(0));
        }
        None
    }

    /// The value of a finished game.
    fn final_score(&mut self, ply: usize) -> Option<i32> {
        let turn = self.tree.turn();
        self.tree.board().outcome().map(|outcome| match outcome.winner {
            None => 0,
            Some(winner) if winner == turn => win_in(ply),
            Some(_) => lost_in(ply),
        })
    }

    fn node_eval(&mut self, stored: Option<Stored>, in_check: bool, ply: usize) -> i32 {
        if in_check {
            self.plies[ply].eval = -EVAL_LIMIT;
            return -EVAL_LIMIT;
        }
        let mut eval = self.evaluate();
        self.plies[ply].eval = eval;
        if let Some(stored) = stored
            && !is_mate(stored.score)
            && match stored.bound {
                Bound::Exact => true,
                Bound::Lower => stored.score > eval,
                Bound::Upper => stored.score < eval,
            }
        {
            eval = stored.score;
        }
        eval
    }

    /// Whether the evaluation has risen since the last turn of the side to move.
    fn is_improving(&self, in_check: bool, ply: usize) -> bool {
        self.features.improving && !in_check && ply >= 2 && self.plies[ply].eval > self.plies[ply - 2].eval
    }

    /// A value for the whole node without trying its moves, where one can be trusted.
    fn prune_node(&mut self, node: Node, eval: i32, improving: bool) -> Option<i32> {
        let Node { depth, alpha, beta, ply, may_pass } = node;
        if self.features.reverse_futility
            && depth <= SHALLOW
            && !is_mate(beta)
            && eval - (depth - i32::from(improving)) * self.scale * 2 / 5 >= beta
        {
            return Some(eval);
        }
        if self.features.futility && depth <= 2 && eval + depth * self.scale * 2 < alpha && !is_mate(alpha) {
            let score = self.quiescence(alpha, alpha + 1, ply, 0);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        if self.features.null_move && may_pass && depth >= 2 && eval >= beta && !is_mate(beta) && self.may_pass() {
            let reduced = depth - 3 - depth / 4 - ((eval - beta) / (self.scale * 2)).min(2);
            self.plies[ply].made = None;
            self.tree.make_null();
            let child = Node { depth: reduced, alpha: -beta, beta: 1 - beta, ply: ply + 1, may_pass: false };
            let score = -self.node(child);
            self.tree.unmake();
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                return Some(if is_mate(score) { beta } else { score });
            }
        }
        None
    }

    /// Whether a null move is sound: not in endings, where zugzwang is likely.
    fn may_pass(&self) -> bool {
        self.tree.material(self.tree.turn()) > 6 * self.scale
    }

    /// Every move that is worth trying.
    fn try_moves(&mut self, node: Node, in_check: bool, improving: bool, eval: i32, hash_move: Move) -> i32 {
        let Node { depth, alpha, beta, ply, .. } = node;
        let is_pv = node.is_pv();
        let mut picker = std::mem::take(&mut self.plies[ply].picker);
        let count = match self.order_moves(&mut picker, ply, hash_move) {
            Ok(count) => count,
            Err(winning) => {
                self.plies[ply].picker = picker;
                self.plies[ply].line.push(winning);
                return win_in(ply + 1);
            }
        };
        if count == 0 {
            self.plies[ply].picker = picker;
            return self.final_score(ply).unwrap_or(0);
        }
        self.memory.clear_killers(ply + 1);
        self.plies[ply].tried.clear();
        let mut best = Best::new(-INFINITE, alpha, beta);
        let mut number = 0;
        let quiet_limit = late_limit(depth, improving || !self.features.improving);
        let hopeless = self.features.futility
            && !is_pv
            && !in_check
            && depth <= SHALLOW
            && eval + self.scale * (1 + depth) < best.alpha;
        while let Some((order, mv)) = self.next_move(&mut picker, ply) {
            let trade = self.tree.trade(mv);
            let quiet = !trade.is_capture() && trade.promotion <= 0;
            if !quiet && (GOOD_CAPTURE / 2..FIRST).contains(&order) && self.features.exchange {
                let exchange = self.exchange(mv, &trade, -2 * self.scale);
                if exchange < 0 {
                    picker.defer(BAD_CAPTURE + exchange.max(-1_000_000), mv);
                    continue;
                }
            }
            if best.score > -EVAL_LIMIT && !in_check && number > 0 {
                if quiet
                    && (hopeless || self.features.late_pruning && !is_pv && depth <= SHALLOW && number >= quiet_limit)
                {
                    best.score = best.score.max((eval + self.scale * (1 + depth)).min(best.alpha));
                    if order < COUNTER {
                        picker.skip_to_deferred();
                    }
                    continue;
                }
                if self.features.quiet_exchange
                    && quiet
                    && !is_pv
                    && depth <= 3
                    && order < KILLER - 1
                    && self.quiet_loses(mv, &trade, depth * self.scale / 2)
                {
                    continue;
                }
                let loses = order - BAD_CAPTURE < -depth * self.scale / 2;
                if !is_pv && depth <= 3 && !quiet && order <= BAD_CAPTURE && loses {
                    continue;
                }
            }
            let candidate = Candidate { mv, trade, order, number, improving };
            number += 1;
            let score = self.try_move(Node { alpha: best.alpha, ..node }, candidate, in_check, best.score > -INFINITE);
            if self.stopped {
                break;
            }
            if best.improve(mv, score) {
                self.keep_line(ply, mv);
                if best.is_cutoff() {
                    self.reward(node, mv, quiet);
                    break;
                }
            }
            if quiet {
                let kind = self.tree.at(mv.from()).kind();
                self.plies[ply].tried.push((kind, mv));
            }
        }
        self.plies[ply].picker = picker;
        if self.stopped {
            return 0;
        }
        self.store(&best, depth, ply);
        best.score
    }

    /// The value of one move: late ones first at less depth and with an empty window.
    fn try_move(&mut self, node: Node, candidate: Candidate, in_check: bool, has_best: bool) -> i32 {
        let Node { depth, alpha, beta, ply, .. } = node;
        let Candidate { mv, trade, order, number, improving } = candidate;
        let is_pv = node.is_pv();
        let (side, kind) = (self.tree.turn(), self.tree.at(mv.from()).kind());
        let quiet = !trade.is_capture() && trade.promotion <= 0;
        self.plies[ply].made = Some((side, kind, mv));
        self.tree.make(mv);
        let child =
            |depth, alpha: i32, beta: i32| Node { depth, alpha: -beta, beta: -alpha, ply: ply + 1, may_pass: true };
        let next = depth - 1;
        let score = if has_best {
            let mut reduction = 0;
            if self.features.reductions && depth >= 2 && number >= 2 && !in_check {
                if quiet && order < COUNTER {
                    let (most, step) = if self.features.continuation { (12_000, 8000) } else { (8000, 6000) };
                    reduction =
                        late_reduction(depth, number) - i32::from(is_pv) - (order - QUIET).clamp(-most, most) / step;
                    reduction += i32::from(self.features.improving && !improving && depth >= 4);
                    if order < BAD_CAPTURE {
                        reduction += 1;
                    }
                } else if order <= BAD_CAPTURE && !quiet {
                    reduction = 1 + i32::from(depth >= 5) - i32::from(is_pv);
                }
                reduction = reduction.clamp(0, next.max(0));
            }
            let mut score = -self.node(child(next - reduction, alpha, alpha + 1));
            if score > alpha && reduction > 0 && !self.stopped {
                score = -self.node(child(next, alpha, alpha + 1));
            }
            if score > alpha && score < beta && is_pv && !self.stopped {
                score = -self.node(child(next, alpha, beta));
            }
            score
        } else {
            -self.node(child(next, alpha, beta))
        };
        self.tree.unmake();
        score
    }

    /// The best line from a ply is a move and the best line after it.
    pub(super) fn keep_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0].line);
    }

    /// Remember a move that caused a cutoff.
    fn reward(&mut self, node: Node, mv: Move, quiet: bool) {
        if !quiet {
            return;
        }
        let side = self.tree.turn();
        let kind = self.tree.at(mv.from()).kind();
        let last = node.ply.checked_sub(1).and_then(|ply| self.plies[ply].made);
        self.memory.reward(side, kind, mv, node.depth, node.ply, last);
        for (kind, tried) in &self.plies[node.ply].tried {
            self.memory.punish(side, *kind, *tried, node.depth, last);
        }
    }

    /// The next move of a node. Quiet moves get their scores once all moves before them have been tried.
    pub(super) fn next_move(&self, picker: &mut Picker, ply: usize) -> Option<(i32, Move)> {
        if picker.is_through() && picker.has_more() {
            let side = self.tree.turn();
            let last = ply.checked_sub(1).and_then(|ply| self.plies[ply].made);
            let position = self.tree.position();
            picker.score_rest(|mv| {
                let kind = position.at(mv.from()).kind();
                let base = if self.tree.evaluation.roams(kind) { ROAMING } else { QUIET };
                let mut history = if self.features.history { self.memory.history(side, kind, mv) } else { 0 };
                if self.features.continuation {
                    history += self.memory.continuation(last, side, kind, mv);
                }
                let promotion =
                    if mv.change() == Change::None { 0 } else { self.tree.trade_on(&position, mv).promotion };
                base + history + promotion.clamp(-1000, 0)
            });
        }
        picker.pick()
    }

    /// Order the legal moves; returns their number, or a move that captures the last royals.
    pub(super) fn order_moves(&mut self, picker: &mut Picker, ply: usize, hash_move: Move) -> Result<usize, Move> {
        let mut legal = std::mem::take(&mut self.plies[ply].list);
        self.tree.moves(&mut legal);
        picker.clear();
        let enemy_royals = self.tree.royals(self.tree.turn().other());
        let killers = if self.features.killers { self.memory.killers(ply) } else { [Move::NONE; 2] };
        let last = ply.checked_sub(1).and_then(|ply| self.plies[ply].made);
        let counter = if self.features.killers { self.memory.counter(last) } else { Move::NONE };
        let mut winning = None;
        let mut roaming = std::mem::take(&mut self.roaming);
        roaming.clear();
        let position = self.tree.position();
        for mv in &legal {
            let trade = if self.tree.is_plain_quiet(&position, *mv) {
                Trade::default()
            } else {
                self.tree.trade_on(&position, *mv)
            };
            if trade.is_capture() || trade.promotion > 0 {
                if trade.royals > 0 && trade.royals >= enemy_royals {
                    winning = Some(*mv);
                    break;
                }
                let gain = (trade.gain + trade.promotion).clamp(-100_000, 1_000_000);
                let order = GOOD_CAPTURE + 8 * gain - trade.mover.clamp(0, 100_000);
                if *mv == hash_move {
                    picker.push(FIRST, *mv);
                } else if self.tree.evaluation.roams(position.at(mv.from()).kind()) {
                    roaming.push((order, *mv));
                } else {
                    picker.push(order, *mv);
                }
            } else if *mv == hash_move {
                picker.push(FIRST, *mv);
            } else if *mv == killers[0] {
                picker.push(KILLER, *mv);
            } else if *mv == killers[1] {
                picker.push(KILLER - 1, *mv);
            } else if *mv == counter {
                picker.push(COUNTER, *mv);
            } else {
                picker.unscored.push(*mv);
            }
        }
        drop(position);
        if roaming.len() > ROAMING_CAPTURES {
            roaming.select_nth_unstable_by(ROAMING_CAPTURES, |one, other| other.cmp(one));
            picker
                .late
                .extend(roaming.drain(ROAMING_CAPTURES..).map(|(order, mv)| (ROAMING_CAPTURE + (order >> 8), mv)));
        }
        for (order, mv) in &roaming {
            picker.push(*order, *mv);
        }
        self.roaming = roaming;
        let count = legal.len();
        self.plies[ply].list = legal;
        winning.map_or(Ok(count), Err)
    }
}

/// Quiet moves tried at most near the leaves.
fn late_limit(depth: i32, improving: bool) -> usize {
    let limit = 4 + 3 * depth * depth;
    usize::try_from(if improving { limit } else { 2 + limit / 2 }).unwrap_or(usize::MAX)
}

/// Plies by which a late quiet move is searched less.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "small numbers")]
fn late_reduction(depth: i32, number: usize) -> i32 {
    (0.6 + f64::from(depth).ln() * (number as f64).ln() / 2.0) as i32
}
