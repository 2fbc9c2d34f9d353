//! Reading and writing positions, moves and boards as text, numbers and bytes (docs/reference/formats.md).

mod fields;
mod lishogi;
pub mod move_id;
mod position;
pub mod saved;
mod square;
mod usi;

pub use lishogi::{has_letters, lishogi_move_text, lishogi_position_text};
pub use position::{ParsedPosition, parse_piece, parse_position, position_text};
pub use square::parse_square;
pub use usi::{parse_usi, read_move};

pub use crate::notation::{PieceSymbol, piece_symbol, piece_text, usi};
