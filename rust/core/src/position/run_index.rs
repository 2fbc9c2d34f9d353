//! An index of the positions of a long reversible run, so that questions about repetition do not walk back through it.
//!
//! Keys find an earlier occurrence and the cells of both positions confirm it, so a collision of keys never counts. The cells
//! of every [`SPACING`]th position are stored; those of the positions between are a few moves away.
//!
//! [`MoveStack`](crate::position::MoveStack) updates the index when a question needs it, never while moves are made:
//!
//! ```text
//!     records of moves  b──m──m──m──m──m──n──n     m: in the index, n: made since
//!     positions        0  1  2  3  4  5  ·  ·      taking a move back and making another leaves an n in its place
//! ```

use std::cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::geometry::{MAX_SIZE, Square};
use crate::moves::Move;
use crate::position::{Placement, Undo};
use crate::rng::mix;
use crate::rules::key_table::KeyTable;
use crate::rules::{Cell, RuleSet, Side};

/// Positions from one stored copy of all cells to the next.
const SPACING: usize = 32;

/// No position of the run.
const NONE: u32 = u32::MAX;

/// Hash of a word that is a hash already; mixed, since keys are sums of products and so not independent.
#[derive(Clone, Copy, Debug, Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
}

type WordMap = HashMap<u64, u32, BuildHasherDefault<WordHasher>>;

/// How often a position has occurred before, and when last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Earlier {
    /// Occurrences, at least one.
    pub count: usize,
    /// Plies from the last of them to the position on the board.
    pub back: usize,
}

/// One position of the run.
#[derive(Clone, Copy, Debug)]
struct Indexed {
    key: u64,
    /// Half key of the side to move.
    half_key: u64,
    /// The last position before it with this key.
    same_key: u32,
    /// The last position before it that equals it.
    equal: u32,
    /// How often it has occurred, this time included.
    occurrences: u32,
    /// The square that the move to it left.
    left: Square,
    /// The square of a lion just taken.
    last_lion_capture: Square,
}

/// Squares that the pieces of one side left during the run.
#[derive(Clone, Debug)]
struct Left {
    /// Moves that left each square.
    moves: Vec<u32>,
    /// The squares, a word a row.
    rows: [u64; MAX_SIZE],
}

/// A move as the stack keeps it.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub undo: Undo,
    /// Number of moves up to the last irreversible one before it.
    pub irreversible_before: u32,
    /// Whether the index has the position after it. A record of a move made since the last update is fresh, so the records
    /// themselves tell how far the index is valid, and taking a move back costs nothing.
    pub is_indexed: cell::Cell<bool>,
}

/// A reversible run and the placement it led to.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub rules: &'a RuleSet,
    /// The records of its moves.
    pub records: &'a [Record],
    pub now: &'a Placement,
}

impl Run<'_> {
    fn move_at(&self, number: usize) -> Move {
        self.records[number].undo.mv
    }

    /// The side to move in a position of the run.
    fn turn(&self, number: usize) -> Side {
        if (self.records.len() - number).is_multiple_of(2) { self.now.turn() } else { self.now.turn().other() }
    }

    /// The side that made the move to a position, which may have been taken back.
    fn mover_to(&self, number: usize) -> Side {
        if number.is_multiple_of(2) { self.turn(0).other() } else { self.turn(0) }
    }

    /// Half key of the side to move. A record stores it; it does not change while the other side moves.
    fn half_key(&self, number: usize) -> u64 {
        match self.records.get(number) {
            Some(record) => record.undo.half_key,
            None => self.now.half_key(self.turn(number)),
        }
    }

    fn last_lion_capture(&self, number: usize) -> Square {
        match self.records.get(number) {
            Some(record) => record.undo.last_lion_capture(),
            None => self.now.last_lion_capture_square(),
        }
    }

    fn key(&self, number: usize) -> u64 {
        // The other side's half key is the one before its next move.
        let other = self.turn(number).other();
        let others = if number < self.records.len() { self.half_key(number + 1) } else { self.now.half_key(other) };
        key(self.rules, self.half_key(number), others, other.other(), self.last_lion_capture(number))
    }

    /// The cells of the position that the run began with.
    fn first_cells(&self) -> Vec<Cell> {
        let mut cells = self.now.cells().to_vec();
        for record in self.records.iter().rev() {
            take_back(&mut cells, record.undo.mv);
        }
        cells
    }
}

/// The key of a position from its parts.
fn key(rules: &RuleSet, half_key: u64, others: u64, turn: Side, last_lion_capture: Square) -> u64 {
    let sum = half_key.wrapping_add(others).wrapping_add(KeyTable::side(turn));
    sum.wrapping_add(rules.keys().state(last_lion_capture))
}

/// Make a move that takes and changes nothing.
#[inline]
pub(super) fn make(cells: &mut [Cell], mv: Move) {
    let mover = std::mem::replace(&mut cells[mv.from().index()], Cell::EMPTY);
    cells[mv.to().index()] = mover;
}

/// Take such a move back.
#[inline]
pub(super) fn take_back(cells: &mut [Cell], mv: Move) {
    make(cells, Move::new(mv.to(), mv.from()));
}

/// See the head of this file.
#[derive(Debug)]
pub(super) struct RunIndex {
    /// Moves made before the run.
    base: usize,
    positions: Vec<Indexed>,
    /// The cells of the last position.
    cells: Vec<Cell>,
    /// The cells of every [`SPACING`]th position, one after another.
    stored: Vec<Cell>,
    /// Scratch buffer: the cells of another position.
    other: Vec<Cell>,
    /// The last position with each key.
    by_key: WordMap,
    /// How many positions have each half key of the side to move.
    half_keys: WordMap,
    left: [Left; 2],
    /// Moves made on cells so far: the cost of the queries.
    steps: u64,
}

impl RunIndex {
    pub(super) fn new() -> Self {
        let left = || Left { moves: vec![0; Square::COUNT], rows: [0; MAX_SIZE] };
        Self {
            base: 0,
            positions: Vec::new(),
            cells: Vec::new(),
            stored: Vec::new(),
            other: Vec::new(),
            by_key: WordMap::default(),
            half_keys: WordMap::default(),
            left: [left(), left()],
            steps: 0,
        }
    }

    /// Moves made on cells so far.
    #[cfg(test)]
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Remove every position; the buffers are kept.
    pub(super) fn clear(&mut self) {
        self.positions.clear();
    }

    /// How many moves of a run that begins after `base` moves the index covers, at most.
    pub(super) fn covered(&self, base: usize) -> usize {
        if self.base == base { self.positions.len().saturating_sub(1) } else { 0 }
    }

    /// Extend the index to the first `end` moves of a run that begins after `base` moves, of which it covers `covered`.
    pub(super) fn update(&mut self, run: Run<'_>, base: usize, covered: usize, end: usize) {
        if covered == 0 {
            self.begin(run, base);
        } else if covered + 1 < self.positions.len() {
            self.cut(run, covered + 1);
        }
        for number in self.positions.len()..=end {
            let mv = run.move_at(number - 1);
            make(&mut self.cells, mv);
            self.steps += 1;
            self.add(run, number, mv.from());
        }
    }

    /// Begin with the first position of a run.
    fn begin(&mut self, run: Run<'_>, base: usize) {
        self.positions.clear();
        self.stored.clear();
        self.by_key.clear();
        self.half_keys.clear();
        for left in &mut self.left {
            left.moves.fill(0);
            left.rows.fill(0);
        }
        self.base = base;
        self.steps += run.records.len() as u64;
        self.cells = run.first_cells();
        self.add(run, 0, Square::NONE);
    }

    /// Add the next position, whose cells are made.
    fn add(&mut self, run: Run<'_>, number: usize, left: Square) {
        if number.is_multiple_of(SPACING) {
            self.stored.extend_from_slice(&self.cells);
        }
        let (key, half_key, last_lion_capture) = (run.key(number), run.half_key(number), run.last_lion_capture(number));
        let name = name_of(number);
        let same_key = self.by_key.insert(key, name).unwrap_or(NONE);
        let equal = self.equal(run, same_key, last_lion_capture);
        let occurrences = 1 + equal.map_or(0, |equal| self.positions[equal as usize].occurrences);
        *self.half_keys.entry(half_key).or_insert(0) += 1;
        if !left.is_none() {
            let (row, column) = run.rules.geometry().place(left);
            let side = &mut self.left[run.mover_to(number).index()];
            side.moves[left.index()] += 1;
            side.rows[row] |= 1 << column;
        }
        let equal = equal.unwrap_or(NONE);
        self.positions.push(Indexed { key, half_key, same_key, equal, occurrences, left, last_lion_capture });
    }

    /// Leave out all positions but the first `count`.
    fn cut(&mut self, run: Run<'_>, count: usize) {
        for number in (count..self.positions.len()).rev() {
            let gone = self.positions[number];
            if gone.same_key == NONE {
                self.by_key.remove(&gone.key);
            } else {
                self.by_key.insert(gone.key, gone.same_key);
            }
            if let Some(positions) = self.half_keys.get_mut(&gone.half_key) {
                *positions -= 1;
                if *positions == 0 {
                    self.half_keys.remove(&gone.half_key);
                }
            }
            let side = &mut self.left[run.mover_to(number).index()];
            side.moves[gone.left.index()] -= 1;
            if side.moves[gone.left.index()] == 0 {
                let (row, column) = run.rules.geometry().place(gone.left);
                side.rows[row] &= !(1 << column);
            }
        }
        self.positions.truncate(count);
        self.find_cells(run, count - 1);
        std::mem::swap(&mut self.cells, &mut self.other);
        self.stored.truncate(self.cells.len() * count.div_ceil(SPACING));
    }

    /// Put the cells of a position in `other`.
    fn find_cells(&mut self, run: Run<'_>, number: usize) {
        let (from, size) = (number / SPACING, self.cells.len());
        self.other.clear();
        self.other.extend_from_slice(&self.stored[from * size..(from + 1) * size]);
        for at in from * SPACING..number {
            make(&mut self.other, run.move_at(at));
            self.steps += 1;
        }
    }

    /// The last position that equals the one in `cells`, among `same_key` and those before it with the same key.
    fn equal(&mut self, run: Run<'_>, mut same_key: u32, last_lion_capture: Square) -> Option<u32> {
        while same_key != NONE {
            let found = self.positions[same_key as usize];
            if found.last_lion_capture == last_lion_capture {
                self.find_cells(run, same_key as usize);
                if self.other == self.cells {
                    return Some(same_key);
                }
            }
            same_key = found.same_key;
        }
        None
    }

    /// Earlier occurrences of the last position.
    pub(super) fn earlier(&self) -> Option<Earlier> {
        let (last, before) = self.positions.split_last()?;
        let equal = before.get(last.equal as usize)?;
        Some(Earlier { count: equal.occurrences as usize, back: before.len() - last.equal as usize })
    }

    /// Earlier occurrences of the position that a reversible move leads to.
    pub(super) fn earlier_after(&mut self, run: Run<'_>, mv: Move) -> Option<Earlier> {
        let turn = run.now.turn();
        let (half_key, others) = (run.now.half_key_after_quiet(run.rules, mv), run.now.half_key(turn.other()));
        let same_key = *self.by_key.get(&key(run.rules, others, half_key, turn.other(), Square::NONE))?;
        make(&mut self.cells, mv);
        let equal = self.equal(run, same_key, Square::NONE);
        take_back(&mut self.cells, mv);
        let number = equal? as usize;
        let count = self.positions[number].occurrences as usize;
        Some(Earlier { count, back: self.positions.len() - 1 - number })
    }

    /// Whether the side to move had this half key in some position of the run.
    pub(super) fn has_half_key(&self, half_key: u64) -> bool {
        self.half_keys.contains_key(&half_key)
    }

    /// The squares that pieces of a side left during the run, a word a row.
    pub(super) fn left_by(&self, side: Side) -> [u64; MAX_SIZE] {
        self.left[side.index()].rows
    }
}

/// The number of a position as the index stores it.
fn name_of(number: usize) -> u32 {
    u32::try_from(number).ok().filter(|name| *name != NONE).expect("the records of so many moves do not fit memory")
}
