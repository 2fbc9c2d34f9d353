//! What a power is, the piece that has it, and where its effects go.

use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::position::Position;
use crate::position::neighbours::Rows;
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::power_tables::{Around, PowerSet, PowerTables, Ring};
use crate::rules::{Cell, MoveProfile, RuleSet, Side};

/// A way to move, described once: the only interface to a power.
///
/// `mover` is a piece of a type that has the power, and `powers` the tables of that type.
pub(crate) trait Power {
    /// The power's bit in [`PowerTables::set`].
    const SET: PowerSet;

    /// [`Power::SET`] if the moves may depend on any square, so that [`Power::attacked`] and [`Power::footprint`] are not used.
    const ANYWHERE: PowerSet = PowerSet::NONE;

    /// Generate every effect, each once.
    fn moves<S: EffectSink>(mover: &Mover, powers: &PowerTables, buffer: &mut Buffer, out: &mut S);

    /// Generate the effects that end on `to`.
    #[inline]
    fn moves_to<S: EffectSink>(mover: &Mover, powers: &PowerTables, to: Square, buffer: &mut Buffer, out: &mut S) {
        Self::moves(mover, powers, buffer, &mut EndingOn { to, out });
    }

    /// Whether the piece has a pseudo-legal capture on the target, whatever stands there counting as an enemy (rule 5.3).
    /// The target is not the piece's own square.
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool;

    /// As [`Power::attacks`], of a target more than three squares away and not at the end of an open line.
    /// `open` has the number of empty squares next to the target, by board direction.
    #[inline]
    fn attacks_off_lines(mover: &Mover, powers: &PowerTables, target: &Target, _open: &[usize; 8]) -> bool {
        Self::attacks(mover, powers, target)
    }

    /// Visit all squares that [`Power::attacks`] holds for, perhaps some of the margin too.
    fn attacked(_mover: &Mover, _powers: &PowerTables, _visit: &mut impl FnMut(Square)) {}

    /// Visit all squares whose contents the effects depend on, neighbours excepted; more squares do no harm.
    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        Self::attacked(mover, powers, visit);
    }
}

/// Two powers, or lists of powers, one after the other.
impl<A: Power, B: Power> Power for (A, B) {
    const SET: PowerSet = A::SET.or(B::SET);
    const ANYWHERE: PowerSet = A::ANYWHERE.or(B::ANYWHERE);

    #[inline]
    fn moves<S: EffectSink>(mover: &Mover, powers: &PowerTables, buffer: &mut Buffer, out: &mut S) {
        if powers.has(A::SET) {
            A::moves(mover, powers, buffer, out);
        }
        if powers.has(B::SET) {
            B::moves(mover, powers, buffer, out);
        }
    }

    #[inline]
    fn moves_to<S: EffectSink>(mover: &Mover, powers: &PowerTables, to: Square, buffer: &mut Buffer, out: &mut S) {
        if powers.has(A::SET) {
            A::moves_to(mover, powers, to, buffer, out);
        }
        if powers.has(B::SET) {
            B::moves_to(mover, powers, to, buffer, out);
        }
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        powers.has(A::SET) && A::attacks(mover, powers, target)
            || powers.has(B::SET) && B::attacks(mover, powers, target)
    }

    #[inline]
    fn attacks_off_lines(mover: &Mover, powers: &PowerTables, target: &Target, open: &[usize; 8]) -> bool {
        powers.has(A::SET) && A::attacks_off_lines(mover, powers, target, open)
            || powers.has(B::SET) && B::attacks_off_lines(mover, powers, target, open)
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        if powers.has(A::SET) {
            A::attacked(mover, powers, visit);
        }
        if powers.has(B::SET) {
            B::attacked(mover, powers, visit);
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        if powers.has(A::SET) {
            A::footprint(mover, powers, visit);
        }
        if powers.has(B::SET) {
            B::footprint(mover, powers, visit);
        }
    }
}

/// A piece and the board it stands on.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    pub(crate) position: &'a Position,
    pub(crate) rules: &'a RuleSet,
    pub(crate) from: Square,
    /// The neighbours.
    pub(crate) ring: Ring,
    /// Class of the mover's own pieces.
    own: u16,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(crate) fn new(position: &'a Position, rules: &'a RuleSet, from: Square, ring: Ring, side: Side) -> Self {
        Self { position, rules, from, ring, own: side.class() }
    }

    /// The mover on one square. The ring has no stones (rule 5.5).
    #[inline]
    pub(crate) fn alone(position: &'a Position, rules: &'a RuleSet, from: Square, side: Side) -> Self {
        let ring = Rows::ring_around(position, rules.geometry(), side, from);
        Self::new(position, rules, from, ring, side)
    }

    /// The mover on one square without its ring: enough for everything but generation of direct moves.
    #[inline]
    pub(crate) fn without_ring(position: &'a Position, rules: &'a RuleSet, from: Square, side: Side) -> Self {
        Self::new(position, rules, from, Ring::NONE, side)
    }

    #[inline]
    pub(crate) fn geometry(&self) -> Geometry {
        self.rules.geometry()
    }

    #[inline]
    pub(crate) fn around(&self) -> &'a Around {
        self.rules.around()
    }

    #[inline]
    pub(crate) fn profile(&self) -> &'a MoveProfile {
        self.rules.profile(self.at(self.from))
    }

    /// The way to the neighbour of a bit of the ring.
    #[inline]
    pub(crate) fn delta(&self, bit: usize) -> i16 {
        self.around().deltas[bit % 16]
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

    /// What stands on a square.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Cell {
        self.position.at(square)
    }

    #[inline]
    pub(crate) fn is_enemy(&self, code: Cell) -> bool {
        code.class() == 3 - self.own
    }

    /// Generate the move to `to` that takes nothing on the way, if the square is open.
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
    /// Whether effects that take nothing are wanted. If not, they are ignored, and a power may leave them out.
    const QUIETS: bool = true;

    /// Whether effects that take something are wanted; likewise.
    const CAPTURES: bool = true;

    /// An effect that takes nothing.
    fn quiet(&mut self, mv: Move);

    /// An effect that takes.
    fn capture(&mut self, mv: Move);

    /// Steps to empty neighbours: bits of a ring.
    #[inline]
    fn ring(&mut self, mover: &Mover, empty: u16) {
        for bit in bits(empty) {
            self.quiet(Move::new(mover.from, mover.neighbour(bit)));
        }
    }

    /// Whether the sink makes the slides beyond empty neighbours, bits of a ring, itself.
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

/// Calls a function with every effect and whether it takes.
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

/// Passes on the effects that end on one square.
pub(crate) struct EndingOn<'a, S> {
    pub to: Square,
    pub out: &'a mut S,
}

impl<S: EffectSink> EffectSink for EndingOn<'_, S> {
    const QUIETS: bool = S::QUIETS;
    const CAPTURES: bool = S::CAPTURES;

    #[inline]
    fn quiet(&mut self, mv: Move) {
        if mv.to() == self.to {
            self.out.quiet(mv);
        }
    }

    #[inline]
    fn capture(&mut self, mv: Move) {
        if mv.to() == self.to {
            self.out.capture(mv);
        }
    }
}

/// Set bits of a ring.
#[inline]
pub(crate) fn bits(mut ring: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (ring != 0).then(|| {
            let bit = ring.trailing_zeros() as usize % 16;
            ring &= ring.wrapping_sub(1);
            bit
        })
    })
}
