//! Texts (docs/formats.md): positions and moves, both ways.

mod position;
mod usi;

pub use position::{ParsedPosition, parse_piece, parse_position, piece_text, position_text};
pub use usi::{parse_usi, read_move, usi};
