//! Games: a position with its history, repetition, outcome, explanations.

mod board;
pub mod explain;
pub mod outcome;
pub(crate) mod repetition;
mod search;
pub mod setup;

pub use board::Board;
pub use repetition::RepetitionProbe;
