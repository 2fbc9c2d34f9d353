//! Texts (docs/reference/formats.md): positions and moves, both ways.

mod lishogi;
pub mod move_id;
mod position;
pub mod saved;
mod symbol;
mod usi;

pub use lishogi::{has_letters, lishogi_move_text, lishogi_position_text};
pub use position::{ParsedPosition, parse_piece, parse_position, piece_text, position_text};
pub use symbol::{PieceSymbol, parse_square, piece_symbol};
pub use usi::{parse_usi, read_move, usi};
