//! Move ordering: killers, counter-moves, history tables, and the picker that yields moves from best to worst.

use mujo_core::moves::Move;
use mujo_core::rules::{Kind, Side};

/// Bound of history values.
const MOST: i32 = 1 << 14;

/// Statistics of quiet moves.
#[derive(Debug)]
pub(crate) struct Memory {
    /// History by side, kind and destination.
    history: Vec<i32>,
    /// Counter-move by side, kind and destination of the previous move.
    counters: Vec<Move>,
    /// Two killer moves per ply.
    killers: Vec<[Move; 2]>,
    kinds: usize,
    squares: usize,
}

impl Memory {
    pub(crate) fn new(kinds: usize, squares: usize, plies: usize) -> Self {
        Self {
            history: vec![0; 2 * kinds * squares],
            counters: vec![Move::NONE; 2 * kinds * squares],
            killers: vec![[Move::NONE; 2]; plies + 2],
            kinds,
            squares,
        }
    }

    /// Empty tables of the same size.
    pub(crate) fn emptied(&self) -> Self {
        Self::new(self.kinds, self.squares, self.killers.len() - 2)
    }

    /// Age the tables before another search.
    pub(crate) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 4);
        self.killers.fill([Move::NONE; 2]);
    }

    #[inline]
    fn index(&self, side: Side, kind: Kind, mv: Move) -> usize {
        (side.index() * self.kinds + kind.index()) * self.squares + mv.to().index()
    }

    #[inline]
    pub(crate) fn history(&self, side: Side, kind: Kind, mv: Move) -> i32 {
        self.history[self.index(side, kind, mv)]
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    pub(crate) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [Move::NONE; 2];
    }

    /// The counter-move to the previous move; [`Move::NONE`] if there is none.
    #[inline]
    pub(crate) fn counter(&self, last: Option<(Side, Kind, Move)>) -> Move {
        last.map_or(Move::NONE, |(side, kind, mv)| self.counters[self.index(side, kind, mv)])
    }

    /// Record a quiet move that caused a cutoff.
    pub(crate) fn reward(
        &mut self,
        side: Side,
        kind: Kind,
        mv: Move,
        depth: i32,
        ply: usize,
        last: Option<(Side, Kind, Move)>,
    ) {
        if self.killers[ply][0] != mv {
            self.killers[ply] = [mv, self.killers[ply][0]];
        }
        if let Some((side, kind, answered)) = last {
            let at = self.index(side, kind, answered);
            self.counters[at] = mv;
        }
        self.change(side, kind, mv, bonus(depth));
    }

    /// Record a quiet move that was tried before the one that caused a cutoff.
    pub(crate) fn punish(&mut self, side: Side, kind: Kind, mv: Move, depth: i32) {
        self.change(side, kind, mv, -bonus(depth));
    }

    fn change(&mut self, side: Side, kind: Kind, mv: Move, by: i32) {
        let at = self.index(side, kind, mv);
        let value = &mut self.history[at];
        *value += by - *value * by.abs() / MOST;
    }
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1200)
}

/// Scored moves, picked from best to worst; deferred moves come last.
#[derive(Debug, Default)]
pub(crate) struct Picker {
    moves: Vec<(i32, Move)>,
    next: usize,
    deferred: Vec<(i32, Move)>,
    next_deferred: usize,
}

/// After this many picks, the rest is sorted at once.
const PICKS: usize = 6;

impl Picker {
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.deferred.clear();
        (self.next, self.next_deferred) = (0, 0);
    }

    #[inline]
    pub(crate) fn push(&mut self, score: i32, mv: Move) {
        self.moves.push((score, mv));
    }

    /// Defer a picked move until all others have been picked.
    pub(crate) fn defer(&mut self, score: i32, mv: Move) {
        self.deferred.push((score, mv));
    }

    /// Skip to the deferred moves.
    pub(crate) fn skip_to_deferred(&mut self) {
        self.next = self.moves.len();
    }

    /// The best remaining move with its score. Equal scores are ordered by the bits of the move, so the order of generation
    /// does not matter.
    pub(crate) fn pick(&mut self) -> Option<(i32, Move)> {
        let at = self.next;
        if at >= self.moves.len() {
            let last = self.deferred.get(self.next_deferred).copied();
            self.next_deferred += 1;
            return last;
        }
        if at == PICKS {
            self.moves[at..].sort_unstable_by(|one, other| other.cmp(one));
        } else if at < PICKS {
            let rest = &self.moves[at..];
            let best = rest.iter().enumerate().max_by_key(|(_, scored)| **scored).map_or(0, |(best, _)| best);
            self.moves.swap(at, at + best);
        }
        self.next += 1;
        Some(self.moves[at])
    }

    /// Among the moves from index `first` on, lower the scores of all but the best `keep`.
    pub(crate) fn demote_from(&mut self, first: usize, keep: usize, to: i32) {
        let part = &mut self.moves[first..];
        if part.len() > keep {
            part.select_nth_unstable_by(keep, |one, other| other.cmp(one));
            for (score, _) in &mut part[keep..] {
                *score = to + (*score >> 8);
            }
        }
    }

    /// Number of moves that were pushed.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_picked_from_best_to_worst() {
        let mut random = crate::random::Random::new(5);
        let mut picker = Picker::default();
        for length in [0, 1, 5, 6, 7, 300] {
            picker.clear();
            let mut scores: Vec<i32> = (0..length).map(|_| i32::try_from(random.below(50)).unwrap()).collect();
            for (number, score) in scores.iter().enumerate() {
                picker.push(*score, Move::from_bits(number as u64));
            }
            scores.sort_unstable_by(|one, other| other.cmp(one));
            let order: Vec<i32> = std::iter::from_fn(|| picker.pick()).map(|(score, _)| score).collect();
            assert_eq!(order, scores);
            assert_eq!(picker.pick(), None);
        }
    }
}
