//! Reading and writing positions, moves and boards as text, numbers and bytes (docs/reference/formats.md).

mod cecp;
mod fen;
mod fields;
mod letter_ranks;
mod letters;
mod lishogi;
pub mod move_id;
mod position;
pub mod saved;
mod square;
mod usi;

pub use cecp::{cecp_move_text, cecp_square, parse_cecp_square, read_cecp_move};
pub use fen::{FenForm, fen_text, parse_fen};
pub use letters::{PieceLetters, is_variant_of_xboard, rules_of_variant};
pub use lishogi::{has_letters, lishogi_move_text, lishogi_position_text};
pub use position::{ParsedPosition, parse_piece, parse_position, position_text};
pub use square::parse_square;
pub use usi::{parse_usi, read_move};

pub use crate::notation::{PieceSymbol, piece_symbol, piece_text, usi};
