//! Positions: placement, occupancy, promotion, making and unmaking of moves.

mod make;
mod move_stack;
pub(crate) mod neighbours;
mod occupancy;
mod placement;
pub(crate) mod promotion;

pub use make::{Captured, Undo};
pub(crate) use move_stack::MoveStack;
pub(crate) use neighbours::Rows;
pub use occupancy::Position;
pub use placement::Placement;
