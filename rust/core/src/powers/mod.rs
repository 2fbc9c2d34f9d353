//! The powers of pieces: each way a type can move, in a file of its own that implements `Power`.
//!
//! A type has several powers (a queen that is also a lion has two). `list` has them all; generation, attacks, footprints
//! and slots of random moves go through the list and never name a power. Tables by type come from
//! `rules::power_tables`, which also leaves out of one power the moves that another one has.

mod area;
pub(crate) mod direct;
mod hook;
mod hop;
mod igui;
pub mod interpreted;
mod jump;
mod line;
mod lion;
mod list;
mod power;
pub mod route;
mod run;
mod skip;
mod sweep;
pub(crate) mod target;
#[cfg(test)]
mod tests;
mod universal;
mod walk;
mod walks;

pub use list::pseudo_legal_moves;
pub(crate) use list::{Powers, Special, attacked, by_powers, footprint};
pub(crate) use power::Power;
pub use power::{Mover, PseudoLegalFn, PseudoLegalSink};
