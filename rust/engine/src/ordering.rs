//! Which moves are tried first: memories of moves that were good elsewhere in the tree.

use mujo_core::moves::Move;
use mujo_core::rules::{Kind, Side};

/// Histories stay within this bound.
const MOST: i32 = 1 << 14;

/// What the search remembers of quiet moves.
#[derive(Debug)]
pub(crate) struct Memory {
    /// By side, kind and end.
    history: Vec<i32>,
    /// Answer to a move of a kind to a square.
    counters: Vec<Move>,
    /// Two quiet moves that refuted others at each ply.
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

    /// The same without anything remembered.
    pub(crate) fn emptied(&self) -> Self {
        Self::new(self.kinds, self.squares, self.killers.len() - 2)
    }

    /// Let old results fade before another search.
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

    /// The move that once refuted a move of a kind; [`Move::NONE`] if none did.
    #[inline]
    pub(crate) fn counter(&self, last: Option<(Side, Kind, Move)>) -> Move {
        last.map_or(Move::NONE, |(side, kind, mv)| self.counters[self.index(side, kind, mv)])
    }

    /// A quiet move caused a cutoff.
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

    /// A quiet move was tried and another caused the cutoff.
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

/// A list of moves with scores from which the best are taken one by one, and those that were put off come last.
#[derive(Debug, Default)]
pub(crate) struct Picker {
    moves: Vec<(i32, Move)>,
    next: usize,
    deferred: Vec<(i32, Move)>,
    next_deferred: usize,
}

/// After this many picks the rest is sorted at once.
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

    /// Put off a move that was picked until all others are through.
    pub(crate) fn defer(&mut self, score: i32, mv: Move) {
        self.deferred.push((score, mv));
    }

    /// Drop what was not put off and is still to come.
    pub(crate) fn skip_to_deferred(&mut self) {
        self.next = self.moves.len();
    }

    /// The best move that is left, with its score. Equal scores come in the order of the moves' numbers, so that the order of
    /// generation does not matter.
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

    /// Lower the scores of all but the best of the moves from a place on.
    pub(crate) fn demote_from(&mut self, first: usize, keep: usize, to: i32) {
        let part = &mut self.moves[first..];
        if part.len() > keep {
            part.select_nth_unstable_by(keep, |one, other| other.cmp(one));
            for (score, _) in &mut part[keep..] {
                *score = to + (*score >> 8);
            }
        }
    }

    /// How many moves were put in.
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
