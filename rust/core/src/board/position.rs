//! A position: what stands where, who moves, the state square, and the key.

use crate::board::key::{KeyTable, Piece, Spot};
use crate::geometry::{MAX_SIZE, Square};
use crate::rules::{Code, Kind, Role, RuleSet, Side};

/// Length of tables by row: a power of two, so that no index needs a test.
const ROWS: usize = 64;
const _: () = assert!(ROWS >= MAX_SIZE, "every row has its words");

/// Where the pieces of one side stand in one row: words with a bit a column. Side by side, so that both are written at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    all: u64,
    /// Those that leap, turn or are royal.
    special: u64,
}

/// Where the pieces of one side stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows([Row; ROWS]);

impl Rows {
    const NONE: Self = Self([Row { all: 0, special: 0 }; ROWS]);

    /// Put or take a piece: flip its bit in every word that knows it. `special` has all bits or none.
    #[inline]
    fn flip(&mut self, spot: &Spot, special: u64) {
        let row = &mut self.0[spot.row % ROWS];
        row.all ^= spot.bit;
        row.special ^= spot.bit & special;
    }
}

/// A position without history. Plain memory; [`Clone`] copies it, [`Clone::clone_from`] does so without allocating.
///
/// # Equality
/// Placement (side, type and face on every square), side to move and state square; nothing else.
#[derive(Debug)]
pub struct Position {
    /// What stands on each cell, margin included; the first `used` of them belong to the board.
    cells: Box<[Code; Square::COUNT]>,
    used: usize,
    /// Each side's share of the key.
    shares: [u64; 2],
    /// The state square's share.
    state_share: u64,
    /// The state square, in a word of its own.
    state: u64,
    turn: Side,
    royals: [u16; 2],
    /// Who has won by royals: decided when a position is set up and when a last royal is taken (rules 5.1 and 5.2).
    winner: Option<Side>,
    /// Each side's pieces by row.
    rows: [Rows; 2],
}

// A position can lie in an object of another language, whose memory is aligned to no more than this.
const _: () = assert!(align_of::<Position>() <= 8, "a position needs no more than usual alignment");

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let used = self.used.max(other.used);
        self.cells[..used].copy_from_slice(&other.cells[..used]);
        self.used = other.used;
        self.rows = other.rows;
        self.shares = other.shares;
        self.state_share = other.state_share;
        self.turn = other.turn;
        self.state = other.state;
        self.royals = other.royals;
        self.winner = other.winner;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.shares == other.shares && self.turn == other.turn && self.state == other.state && self.cells == other.cells
    }
}

impl Eq for Position {}

impl Position {
    /// An empty board, Black to move.
    pub fn empty(rules: &RuleSet) -> Self {
        let geometry = rules.geometry();
        let mut cells = Box::new([Code::MARGIN; Square::COUNT]);
        for square in geometry.all() {
            cells[square.index()] = Code::EMPTY;
        }
        let rows = [Rows::NONE; 2];
        let used = geometry.cells();
        let (turn, state) = (Side::Black, Square::NONE.bits());
        Self { cells, used, rows, shares: [0; 2], state_share: 0, state, turn, royals: [0; 2], winner: None }
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
        (self.state != 0).then_some(self.state_square())
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a square was put there")]
    pub(crate) fn state_square(&self) -> Square {
        Square::new(self.state as u16)
    }

    /// 64-bit key of placement, side and state.
    #[inline]
    pub fn key(&self) -> u64 {
        let [black, white] = self.shares;
        black.wrapping_add(white).wrapping_add(KeyTable::side(self.turn)).wrapping_add(self.state_share)
    }

    /// The share in the key of one side's pieces.
    #[inline]
    pub(crate) fn share(&self, side: Side) -> u64 {
        self.shares[side.index()]
    }

    /// Number of pieces of a side.
    #[inline]
    pub fn count(&self, side: Side) -> usize {
        self.rows[side.index()].0.iter().map(|row| row.all.count_ones() as usize).sum()
    }

    /// Number of royals of a side (rule 2.4).
    #[inline]
    pub fn royal_count(&self, side: Side) -> usize {
        usize::from(self.royals[side.index()])
    }

    /// What stands on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Code {
        self.cells[square.index() % Square::COUNT]
    }

    #[inline]
    pub(crate) fn row_bits(&self, side: Side, row: usize) -> u64 {
        self.rows[side.index()].0[row % ROWS].all
    }

    /// As [`Position::row_bits`], of the pieces that leap, turn or are royal. The first two may move although their neighbours
    /// shut them in, and take off their lines.
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

    /// Squares of a side's royals, 1a first.
    pub fn royals(&self, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
        let geometry = rules.geometry();
        let rows = &self.rows[side.index()].0[..geometry.ranks()];
        let special = rows
            .iter()
            .enumerate()
            .flat_map(move |(at, row)| Bits(row.special).map(move |column| geometry.at(column, at)));
        special.filter(|square| rules.table(self.at(*square).kind()).role.is_some())
    }

    /// Squares of a side's royals of one role.
    pub(crate) fn with_role(&self, rules: &RuleSet, side: Side, role: Role) -> impl Iterator<Item = Square> {
        self.royals(rules, side).filter(move |square| rules.table(self.at(*square).kind()).role == Some(role))
    }

    /// Put a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, rules: &RuleSet, square: Square, code: Code) {
        debug_assert!(self.at(square).is_empty());
        self.cells[square.index() % Square::COUNT] = code;
        let Some(side) = code.side() else { return };
        let (piece, spot) = (rules.keys().piece(code), rules.keys().spot(square));
        self.enter(spot, piece, side);
        self.royals[side.index()] = self.royals[side.index()].wrapping_add(piece.royal);
    }

    /// Take the piece off a square and return it.
    #[inline]
    pub(crate) fn lift(&mut self, rules: &RuleSet, square: Square) -> Code {
        let code = std::mem::replace(&mut self.cells[square.index() % Square::COUNT], Code::EMPTY);
        let Some(side) = code.side() else { return code };
        let (piece, spot) = (rules.keys().piece(code), rules.keys().spot(square));
        self.leave(spot, piece, side);
        self.royals[side.index()] = self.royals[side.index()].wrapping_sub(piece.royal);
        code
    }

    /// Set or clear a stone (rule 5.5). It belongs to no side and no key.
    pub(crate) fn set_stone(&mut self, square: Square, stands: bool) {
        self.cells[square.index() % Square::COUNT] = if stands { Code::STONE } else { Code::EMPTY };
    }

    #[inline]
    pub(crate) fn set_turn(&mut self, side: Side) {
        self.turn = side;
    }

    pub(crate) fn set_state(&mut self, rules: &RuleSet, state: Square) {
        self.state_share = rules.keys().state(state);
        self.state = state.bits();
    }

    /// Bring back a share of the key.
    #[inline]
    pub(crate) fn set_share(&mut self, side: Side, share: u64) {
        self.shares[side.index()] = share;
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
        fresh.set_state(rules, self.state_square());
        fresh.winner = self.winner;
        fresh
    }

    /// Whether every part agrees with a position built from nothing: cells, rows, counts and key.
    pub fn is_consistent(&self, rules: &RuleSet) -> bool {
        let fresh = self.rebuilt(rules);
        *self == fresh && self.rows == fresh.rows && self.royals == fresh.royals
    }
}

#[expect(
    clippy::inline_always,
    reason = "a call would pass through memory what is at hand: a tenth of the time of a move"
)]
impl Position {
    /// Count a piece in the key and the rows of its side.
    #[inline(always)]
    fn enter(&mut self, spot: &Spot, piece: Piece, side: Side) {
        let share = &mut self.shares[side.index()];
        *share = share.wrapping_add(piece.on(spot));
        self.rows[side.index()].flip(spot, piece.special);
    }

    /// Count a piece no longer. That is all there is to a capture, if it is not royal and another piece takes its cell.
    #[inline(always)]
    pub(crate) fn leave(&mut self, spot: &Spot, piece: Piece, side: Side) {
        let share = &mut self.shares[side.index()];
        *share = share.wrapping_sub(piece.on(spot));
        self.rows[side.index()].flip(spot, piece.special);
    }

    /// Put a piece that is not royal on an empty square.
    #[inline(always)]
    pub(crate) fn put_plain(&mut self, rules: &RuleSet, square: Square, code: Code, side: Side) {
        let (piece, spot) = (rules.keys().piece(code), rules.keys().spot(square));
        self.cells[square.index() % Square::COUNT] = code;
        self.enter(spot, piece, side);
    }

    /// Move a piece as it is to a square where nothing stands any more: what `lift` and `put` would do, in one go.
    /// Returns all bits if the piece is special, else none.
    #[inline(always)]
    pub(crate) fn shift(&mut self, rules: &RuleSet, from: Square, to: Square, code: Code, side: Side) -> u64 {
        let keys = rules.keys();
        let (piece, start, end) = (keys.piece(code), keys.spot(from), keys.spot(to));
        let change = piece.shift(start, end);
        self.shift_but_for_key((from, start), (to, end), code, side, piece.special);
        let share = &mut self.shares[side.index()];
        *share = share.wrapping_add(change);
        piece.special
    }

    /// As [`Position::shift`], where the key is brought back otherwise. `special` is that of the piece.
    #[inline(always)]
    pub(crate) fn shift_but_for_key(
        &mut self,
        (from, start): (Square, &Spot),
        (to, end): (Square, &Spot),
        code: Code,
        side: Side,
        special: u64,
    ) {
        self.cells[from.index() % Square::COUNT] = Code::EMPTY;
        self.cells[to.index() % Square::COUNT] = code;
        let rows = &mut self.rows[side.index()];
        rows.flip(start, special);
        rows.flip(end, special);
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
