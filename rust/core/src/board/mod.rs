//! Positions: placement, side to move, state and key; making and unmaking of moves. No history.

mod key;
mod make;
mod position;

pub(crate) use key::KeyTable;
pub use make::{Captured, Undo};
pub use position::Position;
