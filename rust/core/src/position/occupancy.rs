//! A position: a placement, and the occupancy of each side as one word a row.

use std::ops::Deref;

use crate::geometry::{MAX_SIZE, Square};
use crate::position::Placement;
use crate::rules::key_table::Spot;
use crate::rules::{Cell, Kind, NoRoyals, RuleSet, Side};

/// Length of tables by row: a power of two, so that no index needs a bounds check.
const ROWS: usize = 64;
const _: () = assert!(ROWS >= MAX_SIZE, "every row has its words");

/// The pieces of one side in one row: words with one bit a column, side by side, so that both are written at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    all: u64,
    /// Those that leap, turn or are royal.
    special: u64,
}

/// The occupancy of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows([Row; ROWS]);

impl Rows {
    const NONE: Self = Self([Row { all: 0, special: 0 }; ROWS]);

    /// Add or remove a piece: flip its bit in both words. `special` has all bits or none.
    #[inline]
    fn flip(&mut self, spot: &Spot, special: u64) {
        debug_assert!(spot.row < ROWS && spot.bit != 0, "a square of the board");
        let row = &mut self.0[spot.row % ROWS];
        row.all ^= spot.bit;
        row.special ^= spot.bit & special;
    }
}

/// A position without history: a [`Placement`], to which it dereferences, and its occupancy. Plain memory;
/// [`Clone::clone_from`] copies it without allocating.
///
/// # Equality
/// That of [`Placement`].
#[derive(Debug)]
pub struct Position {
    /// Shared with the rest of this folder: code that changes it also updates the rows.
    pub(super) placement: Placement,
    /// Each side's pieces by row.
    rows: [Rows; 2],
}

// A position can lie in an object of another language, whose memory is aligned to no more than this.
const _: () = assert!(align_of::<Position>() <= 8, "a position needs no more than usual alignment");

impl Deref for Position {
    type Target = Placement;

    #[inline]
    fn deref(&self) -> &Placement {
        &self.placement
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { placement: self.placement.clone(), rows: self.rows }
    }

    fn clone_from(&mut self, other: &Self) {
        self.placement.clone_from(&other.placement);
        self.rows = other.rows;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement
    }
}

impl Eq for Position {}

impl Position {
    /// An empty board, Black to move.
    pub fn empty(rules: &RuleSet) -> Self {
        Self { placement: Placement::empty(rules), rows: [Rows::NONE; 2] }
    }

    /// The start of the game.
    pub fn start(rules: &RuleSet) -> Self {
        let mut position = Self::empty(rules);
        let (placed, side) = rules.start();
        for (square, cell) in placed {
            position.put(rules, *square, *cell);
        }
        position.set_turn(side);
        position.settle(rules);
        position
    }

    /// Number of pieces of a side.
    #[inline]
    pub fn count(&self, side: Side) -> usize {
        self.rows[side.index()].0.iter().map(|row| row.all.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn row_bits(&self, side: Side, row: usize) -> u64 {
        self.rows[side.index()].0[row % ROWS].all
    }

    /// As [`Position::row_bits`], of the pieces that leap, turn or are royal. The first two may move although all eight
    /// neighbours are blocked, and may take off the eight lines.
    #[inline]
    pub(crate) fn special_bits(&self, side: Side, row: usize) -> u64 {
        self.rows[side.index()].0[row % ROWS].special
    }

    /// As [`Position::row_bits`] of all rows, of the royals.
    #[inline]
    pub(crate) fn royal_rows(&self, rules: &RuleSet, side: Side) -> [u64; MAX_SIZE] {
        let mut royals = [0; MAX_SIZE];
        let mut left = self.royal_count(side);
        // Most stand near their own edge of the board: the search begins there, and ends with the last of them.
        let (geometry, last) = (rules.geometry(), rules.geometry().ranks() - 1);
        let mut row = if side == Side::Black { last } else { 0 };
        for _ in 0..=last {
            let first = geometry.at(0, row);
            for column in Self::bits(self.special_bits(side, row)) {
                if rules.keys().piece(self.at(first.along_row(column))).royal > 0 {
                    royals[row] |= 1 << column;
                    left -= 1;
                }
            }
            if left == 0 {
                break;
            }
            row = if side == Side::Black { row.wrapping_sub(1) } else { row + 1 };
        }
        royals
    }

    /// Set bits of a row word.
    #[inline]
    pub(crate) fn bits(word: u64) -> impl Iterator<Item = usize> {
        Bits(word)
    }

    /// Squares of a side's pieces, 1a first.
    pub fn squares(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
        let geometry = rules.geometry();
        let rows = &self.rows[side.index()].0[..geometry.ranks()];
        rows.iter().enumerate().flat_map(move |(at, row)| Bits(row.all).map(move |column| geometry.at(column, at)))
    }

    /// Pieces of a side with their kinds, 1a first.
    pub fn pieces(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = (Square, Kind)> {
        self.squares(rules, side).map(|square| (square, self.at(square).kind()))
    }

    /// Squares of a side's pieces that leap, turn or are royal, 1a first.
    pub(crate) fn special_squares(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
        let geometry = rules.geometry();
        let rows = &self.rows[side.index()].0[..geometry.ranks()];
        rows.iter().enumerate().flat_map(move |(at, row)| Bits(row.special).map(move |column| geometry.at(column, at)))
    }

    /// Squares of a side's royals, 1a first.
    pub fn royals(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
        self.special_squares(rules, side).filter(|square| rules.table(self.at(*square).kind()).role.is_some())
    }

    /// Put a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, rules: &RuleSet, square: Square, cell: Cell) {
        let Some(side) = cell.side() else {
            self.placement.set_cell(square, cell);
            return;
        };
        self.placement.put(rules, square, cell, side);
        self.flip(rules, square, cell, side);
    }

    /// Take the piece off a square and return it.
    #[inline]
    pub(crate) fn lift(&mut self, rules: &RuleSet, square: Square) -> Cell {
        let cell = self.at(square);
        match cell.side() {
            None => self.placement.set_cell(square, Cell::EMPTY),
            Some(side) => {
                self.placement.lift(rules, square, side);
                self.flip(rules, square, cell, side);
            }
        }
        cell
    }

    /// Add or remove a piece in the rows alone.
    #[inline]
    pub(super) fn flip(&mut self, rules: &RuleSet, square: Square, cell: Cell, side: Side) {
        let keys = rules.keys();
        self.rows[side.index()].flip(keys.spot(square), keys.piece(cell).special);
    }

    /// Set or clear a stone (rule 5.5). It belongs to no side and no key.
    pub(crate) fn set_stone(&mut self, square: Square, stands: bool) {
        self.placement.set_cell(square, if stands { Cell::STONE } else { Cell::EMPTY });
    }

    pub(crate) fn set_turn(&mut self, side: Side) {
        self.placement.set_turn(side);
    }

    pub(crate) fn set_last_lion_capture(&mut self, rules: &RuleSet, square: Square) {
        self.placement.set_last_lion_capture(rules, square);
    }

    /// Decide a position that was set up: exactly one side without a royal has lost, unless such a side plays on, and without
    /// any royal on the board nobody has (rule 5.2).
    pub(crate) fn settle(&mut self, rules: &RuleSet) {
        let has_royal = Side::BOTH.map(|side| self.royal_count(side) > 0);
        let plays_on = rules.options().no_royals == NoRoyals::PlaysOn;
        self.placement.set_plays_without_royals(has_royal.map(|has| plays_on && !has));
        let winner = match has_royal {
            [true, false] if !plays_on => Some(Side::Black),
            [false, true] if !plays_on => Some(Side::White),
            _ => None,
        };
        self.placement.set_winner(winner);
    }

    /// The same position built from scratch: what the incrementally updated parts are checked against.
    #[must_use]
    pub fn rebuilt(&self, rules: &RuleSet) -> Self {
        let mut fresh = Self::empty(rules);
        for square in rules.geometry().all() {
            if self.at(square).side().is_some() {
                fresh.put(rules, square, self.at(square));
            }
        }
        fresh.set_turn(self.turn());
        fresh.set_last_lion_capture(rules, self.last_lion_capture_square());
        fresh.placement.set_winner(self.winner());
        fresh.placement.set_plays_without_royals(Side::BOTH.map(|side| self.plays_without_royals(side)));
        fresh
    }

    /// Whether every part agrees with a position built from scratch: cells, rows, counts and key.
    pub fn is_consistent(&self, rules: &RuleSet) -> bool {
        let fresh = self.rebuilt(rules);
        self.placement.agrees(&fresh.placement) && self.rows == fresh.rows
    }
}

/// Set bits of a word, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
