//! The root: iterations of growing depth, windows around the last score, several lines.

use mujo_core::moves::Move;

use crate::score::{EVAL_LIMIT, INFINITE, is_mate, win_in};
use crate::search::Worker;
use crate::search::node::Node;

/// One of the best lines of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RootLine {
    pub score: i32,
    pub moves: Vec<Move>,
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    score: i32,
    /// Place in the last iteration; scores of later moves are mere bounds.
    previous: i32,
    line: Vec<Move>,
}

/// What an iteration came to.
#[derive(Clone, Debug)]
pub(crate) struct Iteration {
    pub depth: u32,
    pub seldepth: usize,
    pub lines: Vec<RootLine>,
}

impl Worker<'_> {
    /// Search ever deeper; `done` is called with each finished iteration and returns whether to go on. The first iteration
    /// takes the legal moves in the order of [`Worker::order_moves`], so that there is a move from the start.
    pub(crate) fn iterate(
        &mut self,
        lines: usize,
        skew: u32,
        done: &mut dyn FnMut(&Iteration, &Self) -> bool,
    ) -> Vec<RootLine> {
        let mut moves = self.root_moves();
        let mut best: Vec<RootLine> =
            moves.iter().take(lines).map(|root| RootLine { score: root.score, moves: vec![root.mv] }).collect();
        let mut stable = 0.0;
        for depth in 1 + skew..=self.timer.depth.max(1 + skew) {
            self.iteration = depth;
            self.seldepth = 0;
            let last_best = best.first().and_then(|line| line.moves.first().copied());
            for root in &mut moves {
                root.previous = root.score;
            }
            let wanted = lines.min(moves.len());
            let mut finished = 0;
            for place in 0..wanted {
                self.root_windows(&mut moves, place, i32::try_from(depth).unwrap_or(i32::MAX));
                if self.stopped {
                    break;
                }
                finished = place + 1;
            }
            // An iteration that was stopped counts as far as it got: a move that was better than the best before it is kept.
            let usable = if self.stopped { finished.max(1) } else { wanted };
            let known = |root: &&RootMove| root.score > -INFINITE || root.previous > -INFINITE;
            let fresh = moves.iter().take(usable).take_while(known).map(|root| RootLine {
                score: if root.score > -INFINITE { root.score } else { root.previous },
                moves: root.line.clone(),
            });
            for (line, fresh) in best.iter_mut().zip(fresh) {
                *line = fresh;
            }
            if self.stopped {
                break;
            }
            self.completed = depth;
            let iteration = Iteration { depth, seldepth: self.seldepth, lines: best.clone() };
            if !done(&iteration, self) {
                break;
            }
            let score = best.first().map_or(0, |line| line.score);
            let decided = is_mate(score) && i64::from(depth) > i64::from(win_in(0) - score.abs());
            if decided || self.is_stopped() {
                break;
            }
            let same = best.first().and_then(|line| line.moves.first().copied()) == last_best;
            stable = if same { f64::min(stable + 1.0, 6.0) } else { 0.0 };
            let forced = moves.len() == 1 && depth >= super::LEAST_DEPTH;
            let calm = if forced { 0.02 } else { 1.0 - 0.1 * stable };
            if !self.timer.begins_another(calm * 0.7) {
                break;
            }
        }
        best
    }

    fn is_stopped(&mut self) -> bool {
        self.look();
        self.stopped
    }

    /// Legal moves, the most promising first.
    fn root_moves(&mut self) -> Vec<RootMove> {
        let mut picker = std::mem::take(&mut self.plies[0].picker);
        let only = self.only;
        let wanted = |mv: Move| only.is_empty() || only.contains(&mv);
        let winning = self.order_moves(&mut picker, 0, Move::NONE).err();
        if let Some(mv) = winning.filter(|mv| wanted(*mv)) {
            let line = vec![mv];
            return vec![RootMove { mv, score: win_in(1), previous: win_in(1), line }];
        }
        let mut moves = Vec::new();
        let mut deferred = Vec::new();
        while let Some((_, mv)) = self.next_move(&mut picker, 0) {
            if !wanted(mv) {
                continue;
            }
            let trade = self.tree.trade(mv);
            let root = RootMove { mv, score: -INFINITE, previous: -INFINITE, line: vec![mv] };
            if trade.is_capture() && self.exchange(mv, &trade, -1) < 0 { deferred.push(root) } else { moves.push(root) }
        }
        moves.append(&mut deferred);
        self.plies[0].picker = picker;
        moves
    }

    /// Search for the best move from `place` on, in a window around its last score that grows until the score lies within.
    fn root_windows(&mut self, moves: &mut [RootMove], place: usize, depth: i32) {
        let last = moves[place].previous;
        let mut width = self.scale / 2;
        let narrow = self.features.aspiration && depth >= 4 && !is_mate(last) && last > -INFINITE;
        let (mut alpha, mut beta) = if narrow { (last - width, last + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.root(moves, place, depth, alpha, beta);
            moves[place..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));
            if self.stopped {
                return;
            }
            width = width.saturating_mul(4).min(EVAL_LIMIT);
            if score <= alpha && alpha > -INFINITE {
                alpha = if width > 50 * self.scale { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE {
                beta = if width > 50 * self.scale { INFINITE } else { score + width };
                moves[place].previous = score;
            } else {
                return;
            }
        }
    }

    /// One pass over the root moves from `place` on.
    fn root(&mut self, moves: &mut [RootMove], place: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let all = moves.len();
        let moves = &mut moves[place..];
        let mut best = -INFINITE;
        let in_check = self.tree.is_check();
        for root in moves.iter_mut() {
            root.score = -INFINITE;
        }
        for (number, root) in moves.iter_mut().enumerate() {
            let mv = root.mv;
            self.current = (mv, place + number + 1, all);
            self.observe(true);
            let side = self.tree.turn();
            let kind = self.tree.at(mv.from()).kind();
            let quiet = !self.tree.trade(mv).is_capture();
            self.plies[0].made = Some((side, kind, mv));
            self.tree.make(mv);
            let child =
                |depth, alpha: i32, beta: i32| Node { depth, alpha: -beta, beta: -alpha, ply: 1, may_pass: true };
            let mut score;
            if number == 0 {
                score = -self.node(child(depth - 1, alpha, beta));
            } else {
                let late = self.features.reductions && quiet && !in_check && depth >= 3 && number >= 8;
                let reduction =
                    if late { 1 + i32::from(number >= 40) + i32::from(number >= 40 && depth >= 6) } else { 0 };
                score = -self.node(child((depth - 1 - reduction).max(0), alpha, alpha + 1));
                if score > alpha && reduction > 0 && !self.stopped {
                    score = -self.node(child(depth - 1, alpha, alpha + 1));
                }
                if score > alpha && score < beta && !self.stopped {
                    score = -self.node(child(depth - 1, alpha, beta));
                }
            }
            self.tree.unmake();
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
            }
            if score > alpha || number == 0 {
                root.score = score;
                root.line.clear();
                root.line.push(mv);
                root.line.extend_from_slice(&self.plies[1].line);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}
