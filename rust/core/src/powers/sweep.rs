//! Sweeps (rule 10.2): along a line over pieces of either side that rank lower than the mover, all of which are captured.
//!
//! ```text
//!   G  .  p  .  P  x  K       The general G ends on any square before the king K, which outranks it, but not on its own piece
//!                             P. It captures p, P and x as far as it passes them, and p or x where it ends.
//! ```

use crate::geometry::Square;
use crate::moves::Move;
use crate::powers::power::{self, Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::Cell;
use crate::rules::power_tables::{PowerSet, PowerTables, SweepTable};

pub(crate) struct Sweep;

impl Power for Sweep {
    const SET: PowerSet = PowerSet::SWEEP;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        for sweep in &powers.sweeps {
            each_end(mover, sweep, |end| push(mover, sweep, &end, out));
        }
    }

    #[inline]
    fn moves_to<S: PseudoLegalSink>(
        mover: &Mover,
        powers: &PowerTables,
        to: Square,
        _buffer: &mut Buffer,
        out: &mut S,
    ) {
        let direction = Target::new(mover.geometry(), mover.from, to).direction();
        for sweep in powers.sweeps.iter().filter(|sweep| direction == Some(sweep.direction)) {
            each_end(mover, sweep, |end| {
                if end.square == to {
                    push(mover, sweep, &end, out);
                }
            });
        }
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        target.direction().is_some_and(|direction| {
            let mut sweeps = powers.sweeps.iter().filter(|sweep| sweep.direction == direction);
            sweeps.any(|sweep| power::visits(target.square, |mut visit| each_target(mover, sweep, &mut visit)))
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for sweep in &powers.sweeps {
            each_target(mover, sweep, visit);
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for sweep in &powers.sweeps {
            each_end(mover, sweep, |end| visit(end.square)).into_iter().for_each(&mut *visit);
        }
    }
}

/// A square that a sweep comes to.
struct End {
    square: Square,
    cell: Cell,
    /// Squares from the start.
    steps: u8,
    /// Whether it has passed a piece.
    has_passed: bool,
}

/// The move that ends there, if there is one and it is none of a slide's.
#[inline]
fn push(mover: &Mover, sweep: &SweepTable, end: &End, out: &mut impl PseudoLegalSink) {
    let is_empty = end.cell.is_empty();
    if if is_empty { !sweep.quiet } else { !mover.is_enemy(end.cell) } || !end.has_passed && end.steps <= sweep.slide {
        return;
    }
    if end.has_passed {
        out.capture(Move::sweep(mover.from, end.square, usize::from(end.steps)));
    } else if is_empty {
        out.quiet(Move::new(mover.from, end.square));
    } else {
        out.capture(Move::new(mover.from, end.square));
    }
}

/// Visit the squares of a line that are empty or hold a piece of lower rank. Returns the first square that stops the sweep, if
/// there is one within its reach; it may lie beside the board.
#[inline]
fn each_end(mover: &Mover, sweep: &SweepTable, mut visit: impl FnMut(End)) -> Option<Square> {
    let (mut square, mut has_passed, rank) = (mover.from, false, mover.rules.rank(mover.at(mover.from)));
    for steps in 1..=sweep.reach {
        square = square.offset(sweep.delta);
        let cell = mover.at(square);
        if !cell.is_empty() && (cell == Cell::MARGIN || mover.rules.rank(cell) >= rank) {
            return Some(square);
        }
        visit(End { square, cell, steps, has_passed });
        has_passed |= !cell.is_empty();
    }
    None
}

/// Visit the squares where the sweep could capture. An own piece and an empty square count as a pawn, which has no rank
/// (rule 5.3).
#[inline]
fn each_target(mover: &Mover, sweep: &SweepTable, visit: &mut impl FnMut(Square)) {
    if !mover.rules.outranks(mover.at(mover.from), Cell::EMPTY) {
        return;
    }
    let stop = each_end(mover, sweep, |end| visit(end.square));
    stop.filter(|square| mover.at(*square).side() == Some(mover.side())).into_iter().for_each(visit);
}
