//! The free lion of three steps (rule 3.7): up to three king steps in any directions, over, onto or through what it meets.

use crate::geometry::{DIRECTIONS, Square};
use crate::powers::interpreted;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::{Buffer, Route};
use crate::powers::target::Target;
use crate::powers::walks;
use crate::rules::power_tables::{PowerSet, PowerTables};

/// Steps of the power.
const STEPS: usize = 3;

pub(crate) struct Area;

impl Power for Area {
    const SET: PowerSet = PowerSet::AREA;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, _powers: &PowerTables, buffer: &mut Buffer, out: &mut S) {
        buffer.clear();
        let geometry = mover.geometry();
        let steps = DIRECTIONS.map(|vector| geometry.delta(vector, true));
        step(mover, &steps, &mut Route::default(), mover.from, None, &mut |route| {
            interpreted::push_route(mover.from, route, buffer, out);
        });
        interpreted::push_moves(buffer, out);
    }

    #[inline]
    fn attacks(_mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        covers(powers, target)
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        squares(mover, powers, visit);
    }
}

/// Whether an area of so many king steps has the target: any square of it can be captured on, over whatever lies between.
#[inline]
pub(crate) fn covers(powers: &PowerTables, target: &Target) -> bool {
    target.distance() <= usize::from(powers.area)
}

/// Visit the squares of the area but its centre.
#[inline]
pub(crate) fn squares(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
    walks::around(mover.from, powers.area.cast_signed(), mover.geometry(), &mut |square| {
        if square != mover.from {
            visit(square);
        }
    });
}

/// Take one more step from `at`. `hop` is the step that leapt onto `at`, which must not be taken back at once.
fn step(
    mover: &Mover,
    steps: &[i16; 8],
    route: &mut Route,
    at: Square,
    hop: Option<i16>,
    visit: &mut impl FnMut(&Route),
) {
    let taken = route.squares.as_slice().len();
    for delta in steps {
        if hop == Some(-delta) {
            continue;
        }
        let next = at.offset(*delta);
        let cell = mover.at(next);
        let leapt = route.hopped.as_slice().contains(&next);
        if leapt {
            continue;
        }
        let emptied = next == mover.from || route.victims.as_slice().contains(&next);
        let before = *route;
        route.squares.push(next);
        if emptied || cell.is_empty() {
            stand(mover, steps, route, next, taken, visit);
            *route = before;
            continue;
        }
        if mover.is_enemy(cell) {
            route.victims.push(next);
            stand(mover, steps, route, next, taken, visit);
            *route = before;
            route.squares.push(next);
        }
        if taken + 1 < STEPS && Mover::can_be_leapt(cell) {
            route.hopped.push(next);
            step(mover, steps, route, next, Some(*delta), visit);
        }
        *route = before;
    }
}

/// The piece stands on `next`: it may stop there, or go on.
fn stand(
    mover: &Mover,
    steps: &[i16; 8],
    route: &mut Route,
    next: Square,
    taken: usize,
    visit: &mut impl FnMut(&Route),
) {
    // Back on the start only after no leap; a king step alone never ends there.
    if next != mover.from || route.hopped.as_slice().is_empty() {
        visit(route);
    }
    if taken + 1 < STEPS {
        step(mover, steps, route, next, None, visit);
    }
}
