//! Random moves and games, one at a time, in bulk, and side by side.

pub mod batch;
pub mod bulk;
pub(crate) mod move_by_index;
mod move_sampler;
pub mod playout;
