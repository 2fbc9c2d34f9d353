//! Who attacks what: attackers of a square, the squares a side attacks, and what an emperor may take.

pub(crate) mod attack_map;
pub(crate) mod attackers;
pub(crate) mod emperor_exchange;
pub(crate) mod emperor_safety;

pub use attackers::{attackers, attacks, could_capture, least_valuable_attacker, targets};
pub use emperor_safety::emperor_may;
