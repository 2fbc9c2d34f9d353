//! Legal moves: the pseudo-legal moves of each piece's powers that the rules allow, written into a [`Sink`].

mod legal;
mod legality;
mod lion_trading;
mod sink;
mod staging;

pub use legal::{Scratch, has_legal_move, is_exposed, legal_moves, legal_moves_from, legal_moves_to};
pub(crate) use legal::{count_from, legally, sums_by_piece};
pub(crate) use legality::LegalityVerdict;
pub(crate) use sink::FindMove;
pub use sink::{Captures, Count, FirstMove, Quiets, Sink};
