//! Zobrist-like keys of positions: 64 bits, the same on every machine and in every release unless the changelog says otherwise.
//!
//! The key of a placement is the wrapping sum of `piece number * square number` over its pieces. Piece numbers are hashed
//! from their text (`+hm`) and square numbers from their dense index, so adding a type or changing a move changes no key.

use crate::geometry::{Geometry, Square};
use crate::rng::mix;
use crate::rules::piece::{Cell, Kind, Side};

/// Start of the stream of square numbers.
const SQUARE_SEED: u64 = 0x6d75_6a6f_2d73_7131;
/// Start of the hash of a piece's text.
const PIECE_SEED: u64 = 0x6d75_6a6f_2d70_6331;
/// Added when White is to move.
const WHITE_TO_MOVE: u64 = 0x9e1f_6a0b_53c7_d825;
/// Factor of the number of the square of the last lion capture.
const STATE: u64 = 0xc3a5_c85c_97cb_3127;

/// The fields of a piece that make and unmake read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    pub number: u64,
    /// All bits if it leaps, turns or is royal, else none: a mask for the `special` row words of a position.
    pub special: u64,
    /// 1 if it is royal.
    pub royal: u16,
}

/// The fields of a square that make and unmake read: its number, and its bit in the row words.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Spot {
    pub number: u64,
    pub bit: u64,
    pub row: usize,
}

/// Numbers of the pieces (by cell) and squares of one rule set.
#[derive(Clone, Debug)]
pub(crate) struct KeyTable {
    pieces: Vec<Piece>,
    spots: Box<[Spot; Square::COUNT]>,
}

impl Default for KeyTable {
    fn default() -> Self {
        let spots = vec![Spot::default(); Square::COUNT].try_into().expect("the length of the array");
        Self { pieces: Vec::new(), spots }
    }
}

fn text_number(text: &str) -> u64 {
    text.bytes().fold(PIECE_SEED, |hash, byte| mix(hash ^ u64::from(byte)).wrapping_add(0x9e37_79b9_7f4a_7c15)) | 1
}

impl Piece {
    /// What this piece on this square adds to the key.
    #[inline]
    pub(crate) const fn on(self, spot: &Spot) -> u64 {
        self.number.wrapping_mul(spot.number)
    }

    /// Change of the key when this piece goes from one square to another.
    #[inline]
    pub(crate) const fn shift(self, from: &Spot, to: &Spot) -> u64 {
        self.number.wrapping_mul(to.number.wrapping_sub(from.number))
    }
}

/// A piece to be entered in a key table.
pub(crate) struct KeyedPiece<'a> {
    pub kind: Kind,
    pub side: Side,
    /// Id of its initial type, capital letters.
    pub id: &'a str,
    pub royal: bool,
    /// It leaps or turns.
    pub leaves_lines: bool,
}

impl KeyTable {
    /// The numbers of a game on this board.
    pub(crate) fn new<'a>(geometry: Geometry, keyed: impl Iterator<Item = KeyedPiece<'a>>) -> Self {
        let Self { mut pieces, mut spots } = Self::default();
        for (index, square) in geometry.all().enumerate() {
            let (row, column) = geometry.place(square);
            let number = mix(SQUARE_SEED.wrapping_add((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            spots[square.index()] = Spot { number, bit: 1 << column, row };
        }
        for KeyedPiece { kind, side, id, royal, leaves_lines } in keyed {
            let at = Cell::new(kind, side).index();
            if pieces.len() <= at {
                pieces.resize(at + 1, Piece::default());
            }
            let face = if kind.promoted() { "+" } else { "" };
            let id = if side == Side::Black { id.to_owned() } else { id.to_lowercase() };
            pieces[at] = Piece {
                number: text_number(&format!("{face}{id}")),
                special: if royal || leaves_lines { u64::MAX } else { 0 },
                royal: u16::from(royal),
            };
        }
        Self { pieces, spots }
    }

    #[inline]
    pub(crate) fn piece(&self, cell: Cell) -> Piece {
        self.pieces[cell.index()]
    }

    #[inline]
    pub(crate) fn spot(&self, square: Square) -> &Spot {
        &self.spots[square.index() % Square::COUNT]
    }

    /// What the side to move adds to the key.
    #[inline]
    pub(crate) const fn side(side: Side) -> u64 {
        match side {
            Side::Black => 0,
            Side::White => WHITE_TO_MOVE,
        }
    }

    /// What the square of the last lion capture adds to the key.
    #[inline]
    pub(crate) fn state(&self, state: Square) -> u64 {
        self.spot(state).number.wrapping_mul(STATE)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::position::Position;
    use crate::rules::RuleSet;
    use crate::rules::data;

    /// Side, type, promotion, square, side to move and last lion capture all change the key.
    #[test]
    fn every_difference_of_one_piece_has_its_own_key() {
        for name in data::rule_set_names() {
            let rules = RuleSet::named(name).unwrap();
            let squares = [rules.geometry().at(0, 0), rules.geometry().at(3, 2)];
            let mut keys = HashSet::new();
            let mut count = 0;
            for kind in rules.all_kinds() {
                for (side, turn) in Side::BOTH.into_iter().flat_map(|side| Side::BOTH.map(|turn| (side, turn))) {
                    for square in squares {
                        let mut position = Position::empty(&rules);
                        position.put(&rules, square, Cell::new(kind, side));
                        position.set_turn(turn);
                        keys.insert(position.key());
                        position.set_last_lion_capture(&rules, squares[1]);
                        keys.insert(position.key());
                        count += 2;
                    }
                }
            }
            assert_eq!(keys.len(), count, "{name}");
        }
    }

    /// Keys are stable between releases.
    #[test]
    fn keys_stay_as_they_are() {
        let key = |name: &str, words: &str| {
            let rules = RuleSet::named(name).unwrap();
            crate::text::parse_position(&rules, words).unwrap().position.key()
        };
        for (name, words, known) in [
            ("tai", "startpos", 0xcdc3_75fb_bc0d_25d3),
            ("maka", "startpos", 0xa779_e34c_e23c_ab25),
            ("hishigata", "startpos", 0x2808_51c7_66fb_bc13),
            ("chu", "startpos", 0xcd11_9649_aa32_1727),
            ("chu", "k,11/12/12/12/12/12/5,+de,6/12/12/12/12/11,K w 3c 1", 0xbd7a_fb8a_815b_4ead),
        ] {
            assert_eq!(key(name, words), known, "{name} {words}");
        }
    }
}
