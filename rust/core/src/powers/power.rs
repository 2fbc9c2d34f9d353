//! What a power is, the piece that has it, and where its pseudo-legal moves go.

use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::position::Position;
use crate::position::neighbours::Rows;
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::power_tables::{NeighbourDeltas, Neighbours, PowerSet, PowerTables};
use crate::rules::{Cell, MoveProfile, RuleSet, Side};

/// A way to move, described once: the only interface to a power.
///
/// `mover` is a piece of a type that has the power, and `powers` the tables of that type.
pub(crate) trait Power {
    /// The power's bit in [`PowerTables::set`].
    const SET: PowerSet;

    /// [`Power::SET`] if the moves may depend on any square, so that [`Power::attacked`] and [`Power::footprint`] are not used.
    const ANYWHERE: PowerSet = PowerSet::NONE;

    /// Generate every pseudo-legal move, each once and without promotion.
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, buffer: &mut Buffer, out: &mut S);

    /// Generate the pseudo-legal moves that end on `to`.
    #[inline]
    fn moves_to<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, to: Square, buffer: &mut Buffer, out: &mut S) {
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

    /// Visit all squares whose contents the moves depend on, the piece's own excepted; more squares do no harm.
    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        Self::attacked(mover, powers, visit);
    }
}

/// [`Power::moves_to`] of a power that moves as it captures, and only once to a square.
#[inline]
pub(crate) fn move_as_attacking<P: Power>(
    mover: &Mover,
    powers: &PowerTables,
    to: Square,
    out: &mut impl PseudoLegalSink,
) {
    if P::attacks(mover, powers, &Target::new(mover.geometry(), mover.from, to)) {
        mover.push_if_open(to, out);
    }
}

/// Whether a walk visits a square.
#[inline]
pub(crate) fn visits(square: Square, walk: impl FnOnce(&mut dyn FnMut(Square))) -> bool {
    let mut found = false;
    walk(&mut |visited| found |= visited == square);
    found
}

/// Two powers, or lists of powers, one after the other.
impl<A: Power, B: Power> Power for (A, B) {
    const SET: PowerSet = A::SET.or(B::SET);
    const ANYWHERE: PowerSet = A::ANYWHERE.or(B::ANYWHERE);

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, buffer: &mut Buffer, out: &mut S) {
        if powers.has(A::SET) {
            A::moves(mover, powers, buffer, out);
        }
        if powers.has(B::SET) {
            B::moves(mover, powers, buffer, out);
        }
    }

    #[inline]
    fn moves_to<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, to: Square, buffer: &mut Buffer, out: &mut S) {
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
    pub(crate) neighbours: Neighbours,
    /// Class of the mover's own pieces.
    own: u16,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(crate) fn new(
        position: &'a Position,
        rules: &'a RuleSet,
        from: Square,
        neighbours: Neighbours,
        side: Side,
    ) -> Self {
        Self { position, rules, from, neighbours, own: side.class() }
    }

    /// The mover on one square. The masks of its neighbours contain no stones (rule 5.5).
    #[inline]
    pub(crate) fn alone(position: &'a Position, rules: &'a RuleSet, from: Square, side: Side) -> Self {
        let neighbours = Rows::neighbours_of(position, rules.geometry(), side, from);
        Self::new(position, rules, from, neighbours, side)
    }

    /// The mover on one square without its neighbours: enough for everything but the generation of direct moves.
    #[inline]
    pub(crate) fn without_neighbours(position: &'a Position, rules: &'a RuleSet, from: Square, side: Side) -> Self {
        Self::new(position, rules, from, Neighbours::NONE, side)
    }

    #[inline]
    pub(crate) fn geometry(&self) -> Geometry {
        self.rules.geometry()
    }

    #[inline]
    pub(crate) fn neighbour_deltas(&self) -> &'a NeighbourDeltas {
        self.rules.neighbour_deltas()
    }

    #[inline]
    pub(crate) fn profile(&self) -> &'a MoveProfile {
        self.rules.profile(self.at(self.from))
    }

    /// Cell offset of the neighbour with a given bit.
    #[inline]
    pub(crate) fn delta(&self, bit: usize) -> i16 {
        self.neighbour_deltas().deltas[bit % 16]
    }

    /// The neighbour with a given bit.
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
    pub(crate) fn is_enemy(&self, cell: Cell) -> bool {
        cell.class() == 3 - self.own
    }

    /// Generate the move to `to` that captures nothing on the way, if the square is empty or holds an enemy.
    #[inline]
    pub(crate) fn push_if_open(&self, to: Square, out: &mut impl PseudoLegalSink) {
        let cell = self.at(to);
        if cell.is_empty() {
            out.quiet(Move::new(self.from, to));
        } else if self.is_enemy(cell) {
            out.capture(Move::new(self.from, to));
        }
    }

    /// A piece of either side, or a stone, but not the margin.
    #[inline]
    pub(crate) fn can_be_leapt(cell: Cell) -> bool {
        !cell.is_empty() && cell != Cell::MARGIN
    }

    /// Empty or an enemy: a square where the piece can come to stand.
    #[inline]
    pub(crate) fn is_open(&self, cell: Cell) -> bool {
        cell.class() != self.own && cell.class() != Cell::WALL
    }
}

/// Receives the pseudo-legal moves of one piece, promotion not considered.
pub trait PseudoLegalSink {
    /// Whether quiet moves are wanted. If not, they are ignored, and a power may leave them out.
    const QUIETS: bool = true;

    /// Whether captures are wanted; likewise.
    const CAPTURES: bool = true;

    /// Take a move that captures nothing.
    fn quiet(&mut self, mv: Move);

    /// Take a move that captures.
    fn capture(&mut self, mv: Move);

    /// Take the steps to a mask of empty neighbours.
    #[inline]
    fn steps(&mut self, mover: &Mover, empty: u16) {
        for bit in bits(empty) {
            self.quiet(Move::new(mover.from, mover.neighbour(bit)));
        }
    }

    /// Whether the sink generates the slides beyond a mask of empty neighbours itself.
    #[inline]
    fn defers_slides(&mut self, _mover: &Mover, _neighbours: u16) -> bool {
        false
    }

    /// Take the moves from one square to columns of the row that begins at `first`: empty ones and enemies.
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

/// Calls a function with every pseudo-legal move and whether it captures.
#[derive(Debug)]
pub struct PseudoLegalFn<F>(pub F);

impl<F: FnMut(Move, bool)> PseudoLegalSink for PseudoLegalFn<F> {
    #[inline]
    fn quiet(&mut self, mv: Move) {
        (self.0)(mv, false);
    }

    #[inline]
    fn capture(&mut self, mv: Move) {
        (self.0)(mv, true);
    }
}

/// Passes on the moves that end on one square.
pub(crate) struct EndingOn<'a, S> {
    pub to: Square,
    pub out: &'a mut S,
}

impl<S: PseudoLegalSink> PseudoLegalSink for EndingOn<'_, S> {
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

/// Set bits of a neighbour mask.
#[inline]
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize % 16;
            mask &= mask.wrapping_sub(1);
            bit
        })
    })
}
