//! Positions: placement, side to move, state and key; the rows of pieces; making and unmaking of moves, and the moves made.

mod key;
mod make;
mod placement;
mod position;
mod trail;

pub(crate) use key::KeyTable;
pub use make::{Captured, Undo};
pub use placement::Placement;
pub use position::Position;
pub(crate) use trail::Trail;
