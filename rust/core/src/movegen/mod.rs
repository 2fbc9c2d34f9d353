//! Legal moves: which effects of a piece's powers the rules allow, written into a [`Sink`].

mod judge;
mod legal;
mod lion_trading;
mod sink;
mod staging;

pub(crate) use judge::EffectVerdict;
pub use legal::{Scratch, has_legal_move, is_exposed, legal_moves, legal_moves_from, legal_moves_to};
pub(crate) use legal::{count_from, legally, sums_by_piece};
pub(crate) use sink::Wanted;
pub use sink::{Captures, Count, FirstHit, Quiets, Sink};
