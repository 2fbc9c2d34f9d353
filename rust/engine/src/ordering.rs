//! Move ordering: killers, counter-moves, history tables, and the picker that yields moves from best to worst.

use mujo_core::moves::Move;
use mujo_core::rules::{Kind, Side};

/// Bound of history values.
const MOST: i32 = 1 << 14;

/// Entries of the continuation history, a power of two.
const CONTINUATIONS: usize = 1 << 16;

/// Statistics of quiet moves.
#[derive(Debug)]
pub(crate) struct Memory {
    /// History by side, kind and destination.
    history: Vec<i32>,
    /// Counter-move by side, kind and destination of the previous move.
    counters: Vec<Move>,
    /// Two killer moves per ply.
    killers: Vec<[Move; 2]>,
    /// History by the previous move and the move, each as side, kind and destination; pairs share entries by their hash.
    continuations: Vec<i16>,
    kinds: usize,
    squares: usize,
}

impl Memory {
    pub(crate) fn new(kinds: usize, squares: usize, plies: usize) -> Self {
        Self {
            history: vec![0; 2 * kinds * squares],
            counters: vec![Move::NONE; 2 * kinds * squares],
            killers: vec![[Move::NONE; 2]; plies + 2],
            continuations: vec![0; CONTINUATIONS],
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
        self.continuations.iter_mut().for_each(|value| *value /= 4);
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
    #[expect(clippy::cast_possible_truncation, reason = "the upper bits of a product")]
    fn continuation_index(&self, last: Option<(Side, Kind, Move)>, side: Side, kind: Kind, mv: Move) -> usize {
        let before = last.map_or(0, |(side, kind, mv)| self.index(side, kind, mv) as u64 + 1);
        let hash = (before << 20 ^ self.index(side, kind, mv) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - CONTINUATIONS.trailing_zeros())) as usize
    }

    /// History of a move as an answer to the previous move.
    #[inline]
    pub(crate) fn continuation(&self, last: Option<(Side, Kind, Move)>, side: Side, kind: Kind, mv: Move) -> i32 {
        i32::from(self.continuations[self.continuation_index(last, side, kind, mv)])
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
        self.change(side, kind, mv, bonus(depth), last);
    }

    /// Record a quiet move that was tried before the one that caused a cutoff.
    pub(crate) fn punish(&mut self, side: Side, kind: Kind, mv: Move, depth: i32, last: Option<(Side, Kind, Move)>) {
        self.change(side, kind, mv, -bonus(depth), last);
    }

    fn change(&mut self, side: Side, kind: Kind, mv: Move, by: i32, last: Option<(Side, Kind, Move)>) {
        let at = self.index(side, kind, mv);
        self.history[at] = moved_towards(self.history[at], by);
        let at = self.continuation_index(last, side, kind, mv);
        let value = moved_towards(i32::from(self.continuations[at]), by);
        self.continuations[at] = i16::try_from(value).unwrap_or(0);
    }
}

/// A history value after a bonus, which weighs less the closer the value is to its bound.
fn moved_towards(value: i32, by: i32) -> i32 {
    value + by - value * by.abs() / MOST
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1200)
}

/// Scored moves, picked from best to worst; deferred moves come last.
#[derive(Debug, Default)]
pub(crate) struct Picker {
    moves: Vec<(i32, Move)>,
    next: usize,
    /// The moves before this index are the best and in order.
    sorted: usize,
    /// Quiet moves without a score yet.
    pub unscored: Vec<Move>,
    /// Moves that have a score and come after or among these.
    pub late: Vec<(i32, Move)>,
    deferred: Vec<(i32, Move)>,
    next_deferred: usize,
}

/// Moves that are picked one by one; most cutoffs come from the first.
const SINGLE: usize = 2;
/// Moves sorted at a time after that, until all the rest is sorted at once.
const CHUNKS: [usize; 2] = [8, 32];

impl Picker {
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.unscored.clear();
        self.late.clear();
        self.deferred.clear();
        (self.next, self.sorted, self.next_deferred) = (0, 0, 0);
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
        self.unscored.clear();
        self.late.clear();
        self.next = self.moves.len();
        self.sorted = self.next;
    }

    /// Whether every move with a score has been picked, except the deferred ones.
    #[inline]
    pub(crate) fn is_through(&self) -> bool {
        self.next >= self.moves.len()
    }

    /// Whether there are moves that have not been scored or pushed yet.
    #[inline]
    pub(crate) fn has_more(&self) -> bool {
        !self.unscored.is_empty() || !self.late.is_empty()
    }

    /// Add the late moves and, with their scores, the quiet ones.
    pub(crate) fn score_rest(&mut self, score: impl Fn(Move) -> i32) {
        self.moves.extend(self.unscored.drain(..).map(|mv| (score(mv), mv)));
        self.moves.append(&mut self.late);
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
        if at == self.sorted {
            self.sort_more();
        }
        self.next += 1;
        Some(self.moves[at])
    }

    /// Bring some of the best remaining moves into order.
    fn sort_more(&mut self) {
        let rest = &mut self.moves[self.sorted..];
        if self.sorted < SINGLE {
            let best = rest.iter().enumerate().max_by_key(|(_, scored)| **scored).map_or(0, |(best, _)| best);
            rest.swap(0, best);
            self.sorted += 1;
            return;
        }
        let chunk = CHUNKS.into_iter().find(|chunk| self.sorted <= *chunk).unwrap_or(usize::MAX);
        let best = if chunk < rest.len() {
            rest.select_nth_unstable_by(chunk - 1, |one, other| other.cmp(one));
            &mut rest[..chunk]
        } else {
            rest
        };
        self.sorted += best.len();
        best.sort_unstable_by(|one, other| other.cmp(one));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_picked_from_best_to_worst() {
        let mut random = crate::random::Random::new(5);
        let mut picker = Picker::default();
        for length in [0, 1, 2, 3, 10, 11, 42, 43, 300] {
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
