//! A position: what stands where, who moves, the state square, and the key.

use crate::board::key::{KeyTable, Marks};
use crate::geometry::{MAX_SIZE, Square};
use crate::rules::{Code, Kind, Role, RuleSet, Side};

/// Where the pieces of one side stand: a word a row, a bit a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows {
    all: [u64; MAX_SIZE],
    /// Pieces that leap or turn: they may move although their neighbours shut them in, and take off their lines.
    jumpers: [u64; MAX_SIZE],
    royals: [u64; MAX_SIZE],
}

impl Rows {
    const NONE: Self = Self { all: [0; MAX_SIZE], jumpers: [0; MAX_SIZE], royals: [0; MAX_SIZE] };

    /// Put or take a piece: flip its bit in every row that knows it.
    #[inline]
    fn flip(&mut self, (row, column): (usize, usize), marks: Marks) {
        let bit = 1 << column;
        self.all[row] ^= bit;
        if marks.any() {
            self.jumpers[row] ^= u64::from(marks.jumper()) << column;
            self.royals[row] ^= u64::from(marks.royal()) << column;
        }
    }
}

/// A position without history. Plain memory; [`Clone`] copies it, [`Clone::clone_from`] does so without allocating.
///
/// # Equality
/// Placement (side, type and face on every square), side to move and state square; nothing else.
#[derive(Debug)]
pub struct Position {
    /// What stands on each cell, margin included.
    cells: Box<[Code]>,
    /// Each side's pieces by row.
    rows: [Rows; 2],
    key: u64,
    turn: Side,
    state: Square,
    royals: [u16; 2],
    /// Who has won by royals: decided when a position is set up and when a last royal is taken (rules 5.1 and 5.2).
    winner: Option<Side>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        if self.cells.len() == other.cells.len() {
            self.cells.copy_from_slice(&other.cells);
        } else {
            self.cells.clone_from(&other.cells);
        }
        self.rows = other.rows;
        self.key = other.key;
        self.turn = other.turn;
        self.state = other.state;
        self.royals = other.royals;
        self.winner = other.winner;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.turn == other.turn && self.state == other.state && self.cells == other.cells
    }
}

impl Eq for Position {}

impl Position {
    /// An empty board, Black to move.
    pub fn empty(rules: &RuleSet) -> Self {
        let geometry = rules.geometry();
        let mut cells = vec![Code::MARGIN; geometry.cells()].into_boxed_slice();
        for square in geometry.all() {
            cells[square.index()] = Code::EMPTY;
        }
        let rows = [Rows::NONE; 2];
        Self { cells, rows, key: 0, turn: Side::Black, state: Square::NONE, royals: [0; 2], winner: None }
    }

    /// The start of the game.
    pub fn start(rules: &RuleSet) -> Self {
        let mut position = Self::empty(rules);
        let (placed, side) = rules.start();
        for (square, code) in placed {
            position.put(rules, *square, *code);
        }
        position.set_turn(side);
        position.settle();
        position
    }

    /// Decide a position that was set up: exactly one side without a royal has lost, and without any royal on the board
    /// nobody has (rule 5.2).
    pub(crate) fn settle(&mut self) {
        self.winner = match (self.royal_count(Side::Black) > 0, self.royal_count(Side::White) > 0) {
            (true, false) => Some(Side::Black),
            (false, true) => Some(Side::White),
            _ => None,
        };
    }

    /// Who has won by royals (rules 5.1 and 5.2).
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    #[inline]
    pub(crate) fn set_winner(&mut self, winner: Option<Side>) {
        self.winner = winner;
    }

    /// Side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Square of a lion just taken by another piece, in games that have that state (rule 7.3).
    pub fn state(&self) -> Option<Square> {
        (!self.state.is_none()).then_some(self.state)
    }

    #[inline]
    pub(crate) fn state_square(&self) -> Square {
        self.state
    }

    /// 64-bit key of placement, side and state.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Number of pieces of a side.
    #[inline]
    pub fn count(&self, side: Side) -> usize {
        self.rows[side.index()].all.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Number of royals of a side (rule 2.4).
    #[inline]
    pub fn royal_count(&self, side: Side) -> usize {
        usize::from(self.royals[side.index()])
    }

    /// What stands on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Code {
        self.cells[square.index()]
    }

    #[inline]
    pub(crate) fn row_bits(&self, side: Side, row: usize) -> u64 {
        self.rows[side.index()].all[row]
    }

    /// As [`Position::row_bits`], of the pieces that leap or turn.
    #[inline]
    pub(crate) fn jumper_bits(&self, side: Side, row: usize) -> u64 {
        self.rows[side.index()].jumpers[row]
    }

    /// As [`Position::row_bits`], of the royals.
    #[inline]
    pub(crate) fn royal_bits(&self, side: Side, row: usize) -> u64 {
        self.rows[side.index()].royals[row]
    }

    /// Set bits of a row word.
    #[inline]
    pub(crate) fn bits(word: u64) -> impl Iterator<Item = usize> {
        Bits(word)
    }

    /// Squares of a side's pieces, 1a first.
    pub fn squares(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
        let geometry = rules.geometry();
        let rows = &self.rows[side.index()].all[..geometry.ranks()];
        rows.iter().enumerate().flat_map(move |(row, bits)| Bits(*bits).map(move |column| geometry.at(column, row)))
    }

    /// Pieces of a side with their kinds, 1a first.
    pub fn pieces(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = (Square, Kind)> {
        self.squares(rules, side).map(|square| (square, self.at(square).kind()))
    }

    /// Squares of a side's royals, 1a first.
    pub fn royals(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
        let geometry = rules.geometry();
        let rows = &self.rows[side.index()].royals[..geometry.ranks()];
        rows.iter().enumerate().flat_map(move |(row, bits)| Bits(*bits).map(move |column| geometry.at(column, row)))
    }

    /// Squares of a side's royals of one role.
    pub(crate) fn with_role(&self, rules: &RuleSet, side: Side, role: Role) -> impl Iterator<Item = Square> {
        self.royals(rules, side).filter(move |square| rules.table(self.at(*square).kind()).role == Some(role))
    }

    /// Put a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, rules: &RuleSet, square: Square, code: Code) {
        debug_assert!(self.at(square).is_empty());
        self.cells[square.index()] = code;
        let Some(side) = code.side() else { return };
        let keys = rules.keys();
        let marks = keys.marks(code);
        self.key = self.key.wrapping_add(keys.piece(code, square));
        self.rows[side.index()].flip(rules.geometry().place(square), marks);
        self.royals[side.index()] += u16::from(marks.royal());
    }

    /// Take the piece off a square and return it.
    #[inline]
    pub(crate) fn lift(&mut self, rules: &RuleSet, square: Square) -> Code {
        let code = std::mem::replace(&mut self.cells[square.index()], Code::EMPTY);
        let Some(side) = code.side() else { return code };
        let keys = rules.keys();
        let marks = keys.marks(code);
        self.key = self.key.wrapping_sub(keys.piece(code, square));
        self.rows[side.index()].flip(rules.geometry().place(square), marks);
        self.royals[side.index()] -= u16::from(marks.royal());
        code
    }

    /// Move a piece to an empty square as it is: what `lift` and `put` would do, in one go.
    #[inline]
    pub(crate) fn shift(&mut self, rules: &RuleSet, from: Square, to: Square, code: Code, side: Side) {
        let keys = rules.keys();
        let marks = keys.marks(code);
        self.cells[from.index()] = Code::EMPTY;
        self.cells[to.index()] = code;
        self.key = self.key.wrapping_add(keys.shift(code, from, to));
        let rows = &mut self.rows[side.index()];
        rows.flip(rules.geometry().place(from), marks);
        rows.flip(rules.geometry().place(to), marks);
    }

    /// Set or clear a stone (rule 5.5). It belongs to no side and no key.
    pub(crate) fn set_stone(&mut self, square: Square, stands: bool) {
        self.cells[square.index()] = if stands { Code::STONE } else { Code::EMPTY };
    }

    pub(crate) fn set_turn(&mut self, side: Side) {
        self.key = self.key.wrapping_sub(KeyTable::side(self.turn)).wrapping_add(KeyTable::side(side));
        self.turn = side;
    }

    pub(crate) fn set_state(&mut self, rules: &RuleSet, state: Square) {
        self.key = self.key.wrapping_sub(rules.keys().state(self.state)).wrapping_add(rules.keys().state(state));
        self.state = state;
    }

    /// Bring back what [`Position::make`](crate::board::Position::make) cannot compute backwards.
    pub(crate) fn restore(&mut self, key: u64, turn: Side, state: Square) {
        self.key = key;
        self.turn = turn;
        self.state = state;
    }

    /// The same position built from nothing: the witness for everything that is kept up to date step by step.
    #[must_use]
    pub fn rebuilt(&self, rules: &RuleSet) -> Self {
        let mut fresh = Self::empty(rules);
        for square in rules.geometry().all() {
            if self.at(square).side().is_some() {
                fresh.put(rules, square, self.at(square));
            }
        }
        fresh.set_turn(self.turn);
        fresh.set_state(rules, self.state);
        fresh.winner = self.winner;
        fresh
    }

    /// Whether every part agrees with a position built from nothing: cells, rows, counts and key.
    pub fn is_consistent(&self, rules: &RuleSet) -> bool {
        let fresh = self.rebuilt(rules);
        *self == fresh && self.rows == fresh.rows && self.royals == fresh.royals
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
