//! Positions: placement, occupancy, promotion, making and unmaking of moves.

mod burning;
mod effect;
mod make;
mod move_stack;
pub(crate) mod neighbours;
mod observer;
mod occupancy;
mod occurrences;
mod placement;
pub(crate) mod promotion;
mod run_index;
mod victims;

pub use effect::Effect;
pub use make::Undo;
pub(crate) use move_stack::MoveStack;
pub(crate) use neighbours::Rows;
pub use observer::PieceObserver;
pub use occupancy::Position;
pub(crate) use occurrences::RecurrenceFilter;
pub use placement::Placement;
pub(crate) use victims::Victims;
pub use victims::{MAX_VICTIMS, Victim};
