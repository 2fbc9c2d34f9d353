//! Who attacks what: attackers of a square, the squares a side attacks, and what an emperor may take.

mod attack_map;
mod attackers;
mod displaced;
mod emperor_exchange;
pub(crate) mod emperor_rule;
pub(crate) mod emperor_safety;
pub(crate) mod reach;

pub use attackers::{attackers, attacks, could_capture, least_valuable_attacker, targets};
pub use emperor_rule::emperor_may;
