//! Which positions occurred before (rule 6.1): short reversible runs are searched, long ones have an index.
//!
//! Only reversible moves lead back to a position, and most runs of them are short: a search backwards through the half keys
//! of a short run costs less than keeping an index. Both ways confirm by the cells that a position is the same. While the
//! index of a long run lacks many moves, each question adds some of them, and is answered by a walk back if it can be.

use crate::geometry::{MAX_SIZE, Square};
use crate::moves::{Change, Move};
use crate::position::run_index::{Earlier, Run, RunIndex, make, take_back};
use crate::position::{MoveStack, Placement, Undo};
use crate::rules::{Cell, RuleSet};

/// Longest run that is searched.
const SHORT: usize = 64;

/// Most moves that a question adds to the index if it can be answered without: a fraction of a millisecond.
const ADDED_AT_ONCE: usize = 1024;

/// Words of the filter of keys: seven bits of a key choose the word, six the bit.
const KEY_WORDS: usize = 128;

impl MoveStack {
    /// Earlier occurrences of the position on the board.
    pub(crate) fn earlier(&self, rules: &RuleSet) -> Option<Earlier> {
        if self.run().len() > SHORT {
            if !self.extend_index(rules, ADDED_AT_ONCE) {
                return self.walk_back();
            }
            return self.with_index(rules, |index, _| index.earlier());
        }
        self.with_placement(|now| {
            let turn = now.turn();
            let half_keys = [now.half_key(turn), now.half_key(turn.other())];
            self.search(now, 1, half_keys, now.last_lion_capture_square(), now.cells())
        })
    }

    /// Earlier occurrences of the position after a pseudo-legal move.
    pub(crate) fn earlier_after(&self, rules: &RuleSet, mv: Move) -> Option<Earlier> {
        self.with_placement(|now| {
            let takes_nothing = mv.is_pass() || now.victim_on_end_only(mv).is_some_and(Cell::is_empty);
            if !takes_nothing || mv.change() != Change::None {
                return None;
            }
            // Fire may take something all the same.
            if rules.burns() && now.effect(rules, mv).is_irreversible() {
                return None;
            }
            if self.run().len() > SHORT {
                return self.with_index(rules, |index, run| index.earlier_after(run, mv));
            }
            let half_keys = [now.half_key(now.turn().other()), now.half_key_after_quiet(rules, mv)];
            half_keys_before(self, now).step_by(2).find(|(_, before)| *before == half_keys)?;
            let mut cells = now.cells().to_vec();
            make(&mut cells, mv);
            self.search(now, 0, half_keys, Square::NONE, &cells)
        })
    }

    /// Search the run for a position: start `first` moves before the last, go back two by two.
    fn search(
        &self,
        now: &Placement,
        first: usize,
        half_keys: [u64; 2],
        last_lion_capture: Square,
        wanted: &[Cell],
    ) -> Option<Earlier> {
        let mut earlier: Option<Earlier> = None;
        for (number, (undo, before)) in half_keys_before(self, now).enumerate().skip(first).step_by(2) {
            let (has_key, back) = (before == half_keys, number + 1);
            if has_key && undo.last_lion_capture() == last_lion_capture && self.cells_before(now, back) == wanted {
                earlier.get_or_insert(Earlier { count: 0, back }).count += 1;
            }
        }
        earlier
    }

    /// Search the whole run for the position on the board: for a long run whose index is not complete. One pass over the half
    /// keys finds how far back it may have stood, one over the cells of that part confirms it.
    fn walk_back(&self) -> Option<Earlier> {
        self.with_placement(|now| {
            let half_keys = [now.half_key(now.turn()), now.half_key(now.turn().other())];
            let same_turn = half_keys_before(self, now).skip(1).step_by(2);
            let farthest = 2 * (1 + same_turn.enumerate().filter(|(_, (_, before))| *before == half_keys).last()?.0);
            let (wanted, mut cells) = (now.cells(), now.cells().to_vec());
            let mut earlier: Option<Earlier> = None;
            // How many cells differ from those on the board.
            let mut different = 0;
            for (undo, back) in self.reversible().zip(1..=farthest) {
                let (from, to) = (undo.mv.from().index(), undo.mv.to().index());
                if from != to {
                    let (mover, [on_from, on_to]) = (cells[to], [wanted[from], wanted[to]]);
                    different += i32::from(on_from != mover) + i32::from(on_to != Cell::EMPTY);
                    different -= i32::from(on_from != Cell::EMPTY) + i32::from(on_to != mover);
                    (cells[from], cells[to]) = (mover, Cell::EMPTY);
                }
                if different == 0 && back % 2 == 0 && undo.last_lion_capture() == now.last_lion_capture_square() {
                    earlier.get_or_insert(Earlier { count: 0, back }).count += 1;
                }
            }
            earlier
        })
    }

    /// The cells before the last `moves` moves, which are reversible.
    fn cells_before(&self, now: &Placement, moves: usize) -> Vec<Cell> {
        let mut cells = now.cells().to_vec();
        for undo in self.reversible().take(moves) {
            take_back(&mut cells, undo.mv);
        }
        cells
    }

    /// Use the index of the run, brought up to date.
    fn with_index<T>(&self, rules: &RuleSet, question: impl FnOnce(&mut RunIndex, Run<'_>) -> T) -> T {
        self.extended_index(rules, usize::MAX, question)
    }

    /// Add at most `most` moves to the index of the run. Whether it is then up to date.
    fn extend_index(&self, rules: &RuleSet, most: usize) -> bool {
        self.extended_index(rules, most, |index, run| index.covered(self.irreversible()) == run.records.len())
    }

    /// Add at most `most` moves to the index of the run, then use it.
    fn extended_index<T>(&self, rules: &RuleSet, most: usize, question: impl FnOnce(&mut RunIndex, Run<'_>) -> T) -> T {
        let (records, base) = (self.run(), self.irreversible());
        let mut index = self.index.borrow_mut();
        let index = index.get_or_insert_with(|| Box::new(RunIndex::new()));
        let mut covered = index.covered(base).min(records.len());
        while covered > 0 && !records[covered - 1].is_indexed.get() {
            covered -= 1;
        }
        self.with_placement(|now| {
            let run = Run { rules, records, now };
            let end = covered.saturating_add(most).min(records.len());
            index.update(run, base, covered, end);
            for record in &records[covered..end] {
                record.is_indexed.set(true);
            }
            question(index, run)
        })
    }

    /// Moves made on cells by the index so far: the cost of the queries.
    #[cfg(test)]
    pub(crate) fn index_steps(&self) -> u64 {
        self.index.borrow().as_ref().map_or(0, |index| index.steps())
    }
}

/// The undo records of the run, last first, each with the half keys of both sides before its move: the mover's and the
/// other's. A record stores the mover's; the other's did not change until its own next move.
fn half_keys_before<'a>(stack: &'a MoveStack, now: &Placement) -> impl Iterator<Item = (&'a Undo, [u64; 2])> + use<'a> {
    let now = now.half_key(now.turn());
    let others = std::iter::once(now).chain(stack.reversible().map(|undo| undo.half_key));
    stack.reversible().zip(others).map(|(undo, other)| (undo, [undo.half_key, other]))
}

/// Tells quickly of almost every move that it brings no position back. A move can do so only if its piece goes to a square
/// that its side left during the run, and only to the side's half key in a position where the opponent's pieces stood as now.
pub(crate) struct RecurrenceFilter {
    /// Squares that the mover's pieces left, a word a row.
    left: [u64; MAX_SIZE],
    /// A filter with one bit for each half key; `None` for a long run, where a lookup in the index is as fast.
    half_keys: Option<[u64; KEY_WORDS]>,
}

impl MoveStack {
    /// The filter for the moves of the position on the board; `None` if no move brings a position back.
    pub(crate) fn recurrence_filter(&self, rules: &RuleSet, now: &Placement) -> Option<RecurrenceFilter> {
        let (turn, theirs) = (now.turn(), now.half_key(now.turn().other()));
        if self.run().len() > SHORT {
            return self.with_index(rules, |index, _| {
                let left = || RecurrenceFilter { left: index.left_by(turn), half_keys: None };
                index.has_half_key(theirs).then(left)
            });
        }
        // The last move was the opponent's: before it, and before every second one further back, the opponent was to move,
        // as after a move to come.
        self.reversible().step_by(2).find(|undo| undo.half_key == theirs)?;
        let mut half_keys = [0; KEY_WORDS];
        for (_, [half_key, own]) in half_keys_before(self, now).step_by(2) {
            if half_key == theirs {
                let (word, bit) = filter_bit(own);
                half_keys[word] |= bit;
            }
        }
        let mut left = [0; MAX_SIZE];
        for undo in self.reversible().skip(1).step_by(2) {
            let (row, column) = rules.geometry().place(undo.mv.from());
            left[row] |= 1 << column;
        }
        Some(RecurrenceFilter { left, half_keys: Some(half_keys) })
    }
}

fn filter_bit(half_key: u64) -> (usize, u64) {
    ((half_key >> 57) as usize, 1 << (half_key >> 51 & 63))
}

impl RecurrenceFilter {
    /// Whether a reversible move may bring a position back.
    pub(crate) fn may_recur(&self, rules: &RuleSet, now: &Placement, mv: Move) -> bool {
        let (row, column) = rules.geometry().place(mv.to());
        if self.left[row] >> column & 1 == 0 && !mv.is_pass() {
            return false;
        }
        self.half_keys.as_ref().is_none_or(|half_keys| {
            let (word, bit) = filter_bit(now.half_key_after_quiet(rules, mv));
            half_keys[word] & bit != 0
        })
    }

    /// The columns of a row that the mover's pieces left: only moves to them may bring a position back.
    #[inline]
    pub(crate) fn left_in(&self, row: usize) -> u64 {
        self.left[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{self, Scratch};
    use crate::moves::MoveList;
    use crate::position::Position;
    use crate::rng::Stream;
    use crate::text;

    fn stack(rules: &RuleSet, words: &str) -> MoveStack {
        MoveStack::new(text::parse_position(rules, words).unwrap().position)
    }

    fn moves(stack: &MoveStack, rules: &RuleSet, scratch: &mut Scratch) -> MoveList {
        let mut list = MoveList::new();
        movegen::legal_moves(&stack.position(rules), rules, scratch, &mut list);
        list
    }

    /// Earlier occurrences of a position in a list of all positions since the last irreversible move.
    fn in_list(positions: &[Position], wanted: &Position) -> Option<Earlier> {
        let equal: Vec<usize> = (0..positions.len()).filter(|number| positions[*number] == *wanted).collect();
        equal.last().map(|last| Earlier { count: equal.len(), back: positions.len() - last })
    }

    /// Short and long runs, moves taken back, captures and copies: compared with a list of positions after every step.
    #[test]
    fn occurrences_are_those_of_a_list_of_positions() {
        let rules = RuleSet::named("chu[repetition=none]").unwrap();
        let start = "k,11/1,g,10/12/12/4,p,7/12/12/12/4,P,7/12/10,LN,1/11,K b - 1";
        let (mut stack, mut scratch, mut stream) = (stack(&rules, start), Scratch::default(), Stream::new(3));
        let mut other = stack.clone();
        let mut positions = vec![stack.position(&rules).clone()];
        let (mut long_hits, mut hits_after, mut longest) = (0, 0, 0);
        for step in 0..6000 {
            let back = match stream.below(40) {
                0 => stream.below(12),
                1 if step % 7 == 0 => stream.below(200),
                _ => 0,
            };
            for _ in 0..back.min(stack.len()) {
                stack.pop(&rules);
                positions.pop();
            }
            if stream.below(100) == 0 {
                // The copy takes over, with marks of another board's index on its records.
                other.clone_from(&stack);
                std::mem::swap(&mut stack, &mut other);
            }
            let list = moves(&stack, &rules, &mut scratch);
            let run = stack.run().len();
            longest = longest.max(run);
            let quiet: MoveList = list
                .iter()
                .copied()
                .filter(|mv| !stack.position(&rules).effect(&rules, *mv).is_irreversible())
                .collect();
            let (now, before) = positions.split_last().unwrap();
            if stream.below(3) > 0 {
                let found = stack.earlier(&rules);
                assert_eq!(found, in_list(&before[before.len() - run..], now), "step {step}");
                assert_eq!(stack.walk_back(), found, "step {step}");
                long_hits += usize::from(run > SHORT && found.is_some());
                for mv in list.iter().step_by(3) {
                    let mut after = now.clone();
                    after.make(&rules, *mv, &mut Vec::new());
                    let in_list = in_list(&positions[positions.len() - 1 - run..], &after)
                        .map(|earlier| Earlier { back: earlier.back - 1, ..earlier });
                    assert_eq!(stack.earlier_after(&rules, *mv), in_list, "step {step}");
                    let filter = stack.recurrence_filter(&rules, now);
                    let may_recur = filter.is_some_and(|filter| filter.may_recur(&rules, now, *mv));
                    assert!(may_recur || in_list.is_none(), "step {step}: the filter excludes a move that repeats");
                    hits_after += usize::from(run > SHORT && in_list.is_some());
                }
            }
            // Most moves are reversible and of the kings, so that positions come back.
            let from = if quiet.is_empty() || stream.below(150) == 0 { &list } else { &quiet };
            if from.is_empty() {
                break;
            }
            let mv = from[stream.below(from.len().min(9))];
            stack.push(&rules, mv);
            positions.push(stack.position(&rules).clone());
        }
        assert!(long_hits > 50 && hits_after > 150 && longest > 3 * SHORT, "{long_hits} {hits_after} {longest}");
    }

    /// Questions while the index of a run is being built in parts, moves taken back and made between them.
    #[test]
    fn an_index_built_in_parts_answers_as_a_walk_back() {
        let rules = RuleSet::named("chu[repetition=none]").unwrap();
        let start = "k,11/12/12/12/12/12/12/12/12/12/12/11,K b - 1";
        let (mut stack, mut scratch, mut stream) = (stack(&rules, start), Scratch::default(), Stream::new(6));
        let (mut unfinished, mut hits) = (0, 0);
        for _ in 0..40 {
            for _ in 0..stream.below(300) {
                let list = moves(&stack, &rules, &mut scratch);
                // Neither king takes the other.
                let quiet: MoveList =
                    list.iter().copied().filter(|mv| stack.position(&rules).at(mv.to()).is_empty()).collect();
                stack.push(&rules, quiet[stream.below(quiet.len().min(3))]);
            }
            if stack.run().len() <= SHORT {
                continue;
            }
            unfinished += usize::from(!stack.extend_index(&rules, stream.below(120)));
            let walked = stack.walk_back();
            hits += usize::from(walked.is_some());
            if stream.below(4) == 0 {
                assert_eq!(stack.earlier(&rules), walked);
            }
            for _ in 0..stream.below(120).min(stack.len()) {
                stack.pop(&rules);
            }
        }
        assert!(unfinished > 10 && hits > 10, "{unfinished} {hits}");
    }

    /// The first question after very many moves indexes no more than a part of them, and so does the next.
    #[test]
    fn a_question_adds_a_limited_number_of_moves_to_the_index() {
        let rules = RuleSet::named("chu[repetition=none]").unwrap();
        let mut stack = stack(&rules, "k,10,ln/12/12/12/12/12/12/12/12/12/12/LN,10,K b - 1");
        let [black, white] = ["12l", "1a"].map(|name| rules.geometry().parse(name).unwrap());
        for _ in 0..ADDED_AT_ONCE {
            stack.push(&rules, Move::new(black, black));
            stack.push(&rules, Move::new(white, white));
        }
        let answer = Some(Earlier { count: ADDED_AT_ONCE, back: 2 });
        for question in 1..=3 {
            assert_eq!(stack.earlier(&rules), answer);
            let indexed = stack.run().iter().filter(|record| record.is_indexed.get()).count();
            assert_eq!(indexed, (question * ADDED_AT_ONCE).min(2 * ADDED_AT_ONCE));
        }
    }

    /// Moves made on cells while two kings walk at random, with two questions a ply.
    fn steps_of_a_walk(plies: usize) -> u64 {
        let rules = RuleSet::named("chu[repetition=none]").unwrap();
        let start = "k,11/12/12/12/12/12/12/12/12/12/12/11,K b - 1";
        let (mut stack, mut scratch, mut stream) = (stack(&rules, start), Scratch::default(), Stream::new(8));
        let mut hits = 0;
        for _ in 0..plies {
            let list = moves(&stack, &rules, &mut scratch);
            let geometry = rules.geometry();
            // Each king stays on its half.
            let near = |mv: &&Move| (geometry.place(mv.to()).0 < 6) == (geometry.place(mv.from()).0 < 6);
            let list: MoveList = list.iter().filter(near).copied().collect();
            let mv = list[stream.below(list.len())];
            let after = stack.earlier_after(&rules, mv);
            stack.push(&rules, mv);
            assert_eq!(stack.earlier(&rules).map(|earlier| earlier.count), after.map(|earlier| earlier.count));
            hits += usize::from(after.is_some());
        }
        assert!(hits > plies / 10, "{hits} positions came back");
        stack.index_steps()
    }

    /// Most steps that a ply costs, however long the game is.
    #[test]
    fn the_cost_of_a_ply_does_not_grow_with_the_game() {
        for plies in [2000, 8000] {
            let steps = steps_of_a_walk(plies);
            assert!(steps < 70 * plies as u64, "{steps} steps for {plies} plies");
        }
    }

    /// Twenty thousand passes, all of one position a side, are indexed once and answered without a step.
    #[test]
    fn many_passes_are_indexed_once() {
        let rules = RuleSet::named("chu[repetition=none]").unwrap();
        let mut stack = stack(&rules, "k,10,ln/12/12/12/12/12/12/12/12/12/12/LN,10,K b - 1");
        let [black, white] = ["12l", "1a"].map(|name| rules.geometry().parse(name).unwrap());
        for _ in 0..10_000 {
            stack.push(&rules, Move::new(black, black));
            stack.push(&rules, Move::new(white, white));
        }
        assert!(stack.extend_index(&rules, usize::MAX));
        assert_eq!(stack.earlier(&rules), Some(Earlier { count: 10_000, back: 2 }));
        let steps = stack.index_steps();
        assert!(steps < 20_000 * 34, "{steps}");
        let last = stack.pop(&rules).unwrap();
        assert_eq!(stack.earlier_after(&rules, last), Some(Earlier { count: 10_000, back: 1 }));
        stack.push(&rules, last);
        assert_eq!(stack.earlier(&rules), Some(Earlier { count: 10_000, back: 2 }));
        assert!(stack.index_steps() - steps < 200, "{}", stack.index_steps() - steps);
    }
}
