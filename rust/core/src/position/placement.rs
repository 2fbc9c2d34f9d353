//! What stands on each square, who moves, the lion just taken, and the key: the parts of a position that every move
//! updates at once.

use crate::geometry::Square;
use crate::rules::key_table::KeyTable;
use crate::rules::{Cell, RuleSet, Side};

/// A bit beside the square of a lion just taken, in games whose moves may take pieces that their text does not name.
const UNNAMED_VICTIMS: u64 = 1 << 16;

/// What stands where, with its key and counts. [`Position`](crate::position::Position) adds the rows.
///
/// # Equality
/// Placement (side, type and face on every square), side to move and the square of a lion just taken; nothing else.
#[derive(Debug)]
pub struct Placement {
    /// What stands on each cell, margin included; the first `used` of them belong to the board.
    cells: Box<[Cell; Square::COUNT]>,
    used: usize,
    /// The key is the sum of both half keys, that of the lion just taken, and that of the side to move.
    half_keys: [u64; 2],
    lion_key: u64,
    /// Why no move is simple now: the square of a lion just taken, and [`UNNAMED_VICTIMS`]. Zero in most positions.
    not_simple: u64,
    turn: Side,
    royals: [u16; 2],
    /// Who has won by royals: decided when a position is set up and when a last royal is taken (rules 5.1 and 5.2).
    winner: Option<Side>,
    /// Sides that began without a royal where that does not lose (rule 5.2).
    plays_without_royals: [bool; 2],
}

impl Clone for Placement {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let used = self.used.max(other.used);
        self.cells[..used].copy_from_slice(&other.cells[..used]);
        self.used = other.used;
        self.half_keys = other.half_keys;
        self.lion_key = other.lion_key;
        self.turn = other.turn;
        self.not_simple = other.not_simple;
        self.royals = other.royals;
        self.winner = other.winner;
        self.plays_without_royals = other.plays_without_royals;
    }
}

impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        self.half_keys == other.half_keys
            && self.turn == other.turn
            && self.last_lion_capture_square() == other.last_lion_capture_square()
            && self.cells == other.cells
    }
}

impl Eq for Placement {}

impl Placement {
    /// An empty board, Black to move.
    pub(super) fn empty(rules: &RuleSet) -> Self {
        let geometry = rules.geometry();
        let mut cells = Box::new([Cell::MARGIN; Square::COUNT]);
        for square in geometry.all() {
            cells[square.index()] = Cell::EMPTY;
        }
        let used = geometry.cells();
        let not_simple = if rules.has_unnamed_victims() { UNNAMED_VICTIMS } else { 0 };
        Self {
            cells,
            used,
            half_keys: [0; 2],
            lion_key: 0,
            not_simple,
            turn: Side::Black,
            royals: [0; 2],
            winner: None,
            plays_without_royals: [false; 2],
        }
    }

    /// Who has won by royals (rules 5.1 and 5.2).
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Whether a side began without a royal and plays on: it cannot lose by its royals and is never in check (rule 5.2).
    #[inline]
    pub fn plays_without_royals(&self, side: Side) -> bool {
        self.plays_without_royals[side.index()]
    }

    pub(super) fn set_plays_without_royals(&mut self, sides: [bool; 2]) {
        self.plays_without_royals = sides;
    }

    #[inline]
    pub(super) fn set_winner(&mut self, winner: Option<Side>) {
        self.winner = winner;
    }

    /// Side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Square of a lion just taken by another piece, in games with that rule (rule 7.3).
    pub fn last_lion_capture(&self) -> Option<Square> {
        let square = self.last_lion_capture_square();
        (!square.is_none()).then_some(square)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits are the square")]
    pub(crate) fn last_lion_capture_square(&self) -> Square {
        Square::new(self.not_simple as u16)
    }

    /// Whether no move is simple now, whatever it names: see [`Placement::make_simple`].
    #[inline]
    pub(super) fn has_no_simple_moves(&self) -> bool {
        self.not_simple != 0
    }

    /// 64-bit key of everything that two equal positions share.
    #[inline]
    pub fn key(&self) -> u64 {
        let [black, white] = self.half_keys;
        black.wrapping_add(white).wrapping_add(KeyTable::side(self.turn)).wrapping_add(self.lion_key)
    }

    /// The part of the key that one side's pieces make up.
    #[inline]
    pub(crate) fn half_key(&self, side: Side) -> u64 {
        self.half_keys[side.index()]
    }

    /// Number of royals of a side (rule 2.4).
    #[inline]
    pub fn royal_count(&self, side: Side) -> usize {
        usize::from(self.royals[side.index()])
    }

    /// What stands on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.cells[square.index() % Square::COUNT]
    }

    /// What stands on each square by [`Square::index`], the margin included, as far as the board reaches.
    #[inline]
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..self.used]
    }

    #[inline]
    pub(super) fn set_turn(&mut self, side: Side) {
        self.turn = side;
    }

    pub(super) fn set_last_lion_capture(&mut self, rules: &RuleSet, square: Square) {
        self.lion_key = rules.keys().state(square);
        self.not_simple = self.not_simple & UNNAMED_VICTIMS | square.bits();
    }

    /// Restore a half key.
    #[inline]
    pub(super) fn set_half_key(&mut self, side: Side, half_key: u64) {
        self.half_keys[side.index()] = half_key;
    }

    /// Put a piece on an empty square and update the key and the number of royals.
    #[inline]
    pub(super) fn put(&mut self, rules: &RuleSet, square: Square, cell: Cell, side: Side) {
        debug_assert!(self.at(square).is_empty());
        let piece = rules.keys().piece(cell);
        self.set_cell(square, cell);
        self.add_to_half_key(side, piece.on(rules.keys().spot(square)));
        self.royals[side.index()] = self.royals[side.index()].wrapping_add(piece.royal);
    }

    /// Take a side's piece off its square.
    #[inline]
    pub(super) fn lift(&mut self, rules: &RuleSet, square: Square, side: Side) {
        let piece = rules.keys().piece(self.at(square));
        self.set_cell(square, Cell::EMPTY);
        self.add_to_half_key(side, piece.on(rules.keys().spot(square)).wrapping_neg());
        self.royals[side.index()] = self.royals[side.index()].wrapping_sub(piece.royal);
    }

    #[inline]
    pub(super) fn set_cell(&mut self, square: Square, cell: Cell) {
        debug_assert!(square.index() < self.used, "a square of the board");
        debug_assert!(self.at(square) != Cell::MARGIN, "a square of the board");
        self.cells[square.index() % Square::COUNT] = cell;
    }

    #[inline]
    pub(super) fn add_to_half_key(&mut self, side: Side, change: u64) {
        let half_key = &mut self.half_keys[side.index()];
        *half_key = half_key.wrapping_add(change);
    }

    /// Whether the incrementally updated parts agree with a placement built from scratch.
    pub(super) fn agrees(&self, fresh: &Self) -> bool {
        self == fresh && self.royals == fresh.royals
    }
}
