//! Steps in one line (rule 10.5): of the pieces on the way, any enemies may be captured, and everything else is leapt over.
//!
//! The moves that capture nothing on the way are leaps and belong to the power that skips squares.

use crate::geometry::Square;
use crate::moves::Move;
use crate::powers::power::{self, Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::Cell;
use crate::rules::power_tables::{PowerSet, PowerTables, RunTable};

pub(crate) struct Run;

impl Power for Run {
    const SET: PowerSet = PowerSet::RUN;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        for run in &powers.runs {
            // The enemies passed so far.
            let (mut passed, mut count) = ([Square::NONE; 3], 0);
            each_square(mover, run, |square, cell| {
                if mover.is_open(cell) {
                    for chosen in 1_u8..1 << count {
                        let mut via = [Square::NONE; 3];
                        let taken = (0..count).filter(|at| chosen >> at & 1 != 0).map(|at: usize| passed[at]);
                        via.iter_mut().zip(taken).for_each(|(slot, square)| *slot = square);
                        out.capture(Move::via_three(mover.from, via, square));
                    }
                }
                if mover.is_enemy(cell) && count < passed.len() {
                    passed[count] = square;
                    count += 1;
                }
            });
        }
    }

    /// Any square can be captured on, over whatever lies between.
    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        target.direction().is_some_and(|direction| {
            let mut runs = powers.runs.iter().filter(|run| run.direction == direction);
            runs.any(|run| power::visits(target.square, |mut visit| each_target(mover, run, &mut visit)))
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for run in &powers.runs {
            each_target(mover, run, visit);
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for run in &powers.runs {
            each_square(mover, run, |square, _| visit(square));
        }
    }
}

/// Visit the squares of the run that lie on the board.
#[inline]
fn each_square(mover: &Mover, run: &RunTable, mut visit: impl FnMut(Square, Cell)) {
    let mut square = mover.from;
    for _ in 0..run.squares {
        square = square.offset(run.delta);
        let cell = mover.at(square);
        if cell == Cell::MARGIN {
            return;
        }
        visit(square, cell);
    }
}

/// Visit the squares where the run could capture: as its end, or the first square before an end that is open.
#[inline]
fn each_target(mover: &Mover, run: &RunTable, visit: &mut impl FnMut(Square)) {
    let (mut first, mut goes_on) = (None, false);
    each_square(mover, run, |square, cell| {
        if first.is_none() {
            first = Some(square);
            return;
        }
        goes_on |= mover.is_open(cell);
        visit(square);
    });
    if goes_on {
        first.into_iter().for_each(visit);
    }
}
