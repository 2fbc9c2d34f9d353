//! The effects of one piece, from its compiled powers. Each effect comes once.

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::{direct, free_lion, hook, line, lion, plain, universal};
use crate::moves::Move;
use crate::rules::{Code, RuleSet, Side};

/// What a power needs to know: the board, and whose piece stands where.
pub(crate) struct Mover<'a> {
    pub position: &'a Position,
    pub from: Square,
    /// Class of the mover's own pieces.
    pub own: u16,
}

impl Mover<'_> {
    /// What stands `square`; the start is looked at only where a power passes it.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Code {
        self.position.at(square)
    }

    #[inline]
    pub(crate) fn is_enemy(&self, code: Code) -> bool {
        code.class() == 3 - self.own
    }

    /// A piece of either side, or a stone, but not the margin.
    #[inline]
    pub(crate) fn can_be_leapt(code: Code) -> bool {
        !code.is_empty() && code != Code::MARGIN
    }

    /// Empty or an enemy: a square where the piece can come to stand.
    #[inline]
    pub(crate) fn is_open(&self, code: Code) -> bool {
        code.class() != self.own && code.class() != Code::WALL
    }
}

/// Every effect of the piece on `from`, each once, without regard to legality and promotion (rules 3.1 to 3.11).
///
/// `out` gets the move and whether it takes. `buffer` is room for powers that must compare routes.
#[inline]
pub fn effects(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    buffer: &mut plain::Buffer,
    out: &mut impl FnMut(Move, bool),
) {
    let Some((kind, side)) = position.at(from).piece() else {
        return;
    };
    let powers = rules.powers(kind, side);
    let mover = Mover {
        position,
        from,
        own: side.class(),
    };
    if powers.literal {
        plain::effects(position, rules, from, buffer, out);
        return;
    }
    if !powers.hooks.is_empty() {
        hook::moves(&mover, powers, rules.geometry(), out);
        return;
    }
    direct::moves(&mover, powers, out);
    match powers.area {
        0 => {}
        2 => lion::moves(&mover, rules.geometry(), out),
        _ => free_lion::moves(&mover, rules.geometry(), buffer, out),
    }
    if !powers.lines.is_empty() {
        line::moves(&mover, powers, out);
    }
    if powers.universal {
        universal::moves(&mover, rules.geometry(), side == Side::Black, out);
    }
}
