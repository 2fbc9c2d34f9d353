//! Moves: what each power does, which of it is legal, and who attacks what.
//!
//! [`effects()`] gives the effects of one piece from the compiled powers; [`plain`] gives the same literally from the legs and
//! is their twin; `legal` filters by the rules and writes into a [`Sink`].

mod attacks;
mod crowd;
mod direct;
mod effects;
mod emperor;
mod free_lion;
mod guarded;
mod hook;
mod legal;
mod line;
mod lion;
mod lion_trade;
mod nth;
pub mod plain;
pub(crate) mod promotion;
mod quick;
mod rows;
mod sight;
mod sink;
mod universal;

pub use attacks::{attackers, could_capture, targets};
pub(crate) use effects::Mover;
pub use effects::{EffectSink, Tell, effects};
pub use emperor::emperor_may;
pub(crate) use legal::{EffectVerdict, Judge, count_from, sums_by_piece};
pub use legal::{Scratch, has_legal_move, is_exposed, legal_moves, legal_moves_from};
pub(crate) use nth::{nth_move, slots};
pub(crate) use rows::Rows;
pub(crate) use sight::seen_from;
pub(crate) use sink::Wanted;
pub use sink::{Captures, Count, Filled, FirstHit, Sink};
