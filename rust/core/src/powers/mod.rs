//! The powers of pieces: what each kind of movement does on a board. Each effect of a piece comes once.

mod area;
pub(crate) mod footprint;
pub(crate) mod hook;
pub mod interpreted;
mod line;
mod lion;
pub(crate) mod slide;
mod universal;

use crate::geometry::Square;
use crate::position::Position;
use crate::position::neighbours::Rows;

use crate::moves::Move;
use crate::rules::power_tables::{Around, PowerTables, Ring};
use crate::rules::{Cell, RuleSet, Side};

/// What a power needs to know: the board, and whose piece stands where.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    pub(crate) position: &'a Position,
    pub(crate) from: Square,
    /// Who stands around.
    pub(crate) ring: Ring,
    /// Class of the mover's own pieces.
    own: u16,
    pub(crate) around: &'a Around,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(crate) fn new(position: &'a Position, around: &'a Around, from: Square, ring: Ring, side: Side) -> Self {
        Self { position, from, ring, own: side.class(), around }
    }

    /// The mover on one square; of a stone beside it, it knows nothing.
    #[inline]
    pub(crate) fn alone(position: &'a Position, rules: &'a RuleSet, from: Square, side: Side) -> Self {
        let ring = Rows::ring_around(position, rules.geometry(), side, from);
        Self::new(position, rules.around(), from, ring, side)
    }

    /// The way to the neighbour of a bit of the ring.
    #[inline]
    pub(crate) fn delta(&self, bit: usize) -> i16 {
        self.around.deltas[bit % 16]
    }

    /// The neighbour of a bit of the ring.
    #[inline]
    pub(crate) fn neighbour(&self, bit: usize) -> Square {
        self.from.offset(self.delta(bit))
    }

    /// Owner of the piece.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        if self.own == Side::Black.class() { Side::Black } else { Side::White }
    }

    /// What stands `square`; the start is looked at only where a power passes it.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Cell {
        self.position.at(square)
    }

    #[inline]
    pub(crate) fn is_enemy(&self, code: Cell) -> bool {
        code.class() == 3 - self.own
    }

    /// Give the move to `to` and nothing else, if the piece can come to stand there.
    #[inline]
    pub(crate) fn go(&self, to: Square, out: &mut impl EffectSink) {
        let code = self.at(to);
        if code.is_empty() {
            out.quiet(Move::new(self.from, to));
        } else if self.is_enemy(code) {
            out.capture(Move::new(self.from, to));
        }
    }

    /// A piece of either side, or a stone, but not the margin.
    #[inline]
    pub(crate) fn can_be_leapt(code: Cell) -> bool {
        !code.is_empty() && code != Cell::MARGIN
    }

    /// Empty or an enemy: a square where the piece can come to stand.
    #[inline]
    pub(crate) fn is_open(&self, code: Cell) -> bool {
        code.class() != self.own && code.class() != Cell::WALL
    }
}

/// Receives the effects of one piece.
pub trait EffectSink {
    /// An effect that takes nothing.
    fn quiet(&mut self, mv: Move);

    /// An effect that takes.
    fn capture(&mut self, mv: Move);

    /// Steps to empty neighbours: bits of a ring.
    #[inline]
    fn ring(&mut self, mover: &Mover, empty: u16) {
        for bit in slide::bits(empty) {
            self.quiet(Move::new(mover.from, mover.neighbour(bit)));
        }
    }

    /// Whether the sink itself sees to what slides have beyond empty neighbours, bits of a ring.
    #[inline]
    fn slides_later(&mut self, _mover: &Mover, _neighbours: u16) -> bool {
        false
    }

    /// Effects from one square to columns of the row that begins at `first`: empty ones and enemies.
    #[inline]
    fn row(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        for column in Position::bits(empty) {
            self.quiet(Move::new(from, first.along_row(column)));
        }
        for column in Position::bits(enemies) {
            self.capture(Move::new(from, first.along_row(column)));
        }
    }
}

/// Every effect goes to a function, with whether it takes.
#[derive(Debug)]
pub struct EffectFn<F>(pub F);

impl<F: FnMut(Move, bool)> EffectSink for EffectFn<F> {
    #[inline]
    fn quiet(&mut self, mv: Move) {
        (self.0)(mv, false);
    }

    #[inline]
    fn capture(&mut self, mv: Move) {
        (self.0)(mv, true);
    }
}

/// Every effect of the piece on `from`, each once, without regard to legality and promotion (rules 3.1 to 3.11).
///
/// `buffer` is room for powers that must compare routes.
#[inline]
pub fn effects(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    buffer: &mut interpreted::Buffer,
    out: &mut impl EffectSink,
) {
    if let Some((kind, side)) = position.at(from).piece() {
        let mover = Mover::alone(position, rules, from, side);
        by_powers(&mover, rules, rules.powers(kind, side), buffer, out);
    }
}

/// As [`effects`], where the powers and the neighbours of the piece are at hand.
#[inline]
pub(crate) fn by_powers(
    mover: &Mover,
    rules: &RuleSet,
    powers: &PowerTables,
    buffer: &mut interpreted::Buffer,
    out: &mut impl EffectSink,
) {
    slide::moves(mover, rules.profile(mover.at(mover.from)), || powers, out);
    if !powers.is_simple() {
        but_direct(mover, rules, powers, buffer, out);
    }
}

/// As [`by_powers`], without steps, leaps and slides.
#[inline]
pub(crate) fn but_direct(
    mover: &Mover,
    rules: &RuleSet,
    powers: &PowerTables,
    buffer: &mut interpreted::Buffer,
    out: &mut impl EffectSink,
) {
    let side = mover.side();
    let geometry = rules.geometry();
    if powers.literal {
        interpreted::effects(mover.position, rules, mover.from, buffer, out);
    }
    if !powers.hooks.is_empty() {
        hook::moves(mover, powers, geometry, out);
    }
    match powers.area {
        0 => {}
        2 => lion::moves(mover, geometry, out),
        _ => area::moves(mover, geometry, buffer, out),
    }
    if !powers.lines.is_empty() {
        line::moves(mover, powers, out);
    }
    if powers.universal {
        universal::moves(mover, rules, side, out);
    }
}
