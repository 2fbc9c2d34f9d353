//! Line powers (rule 3.6): two or three squares on one line, out and back, taking or leaping what is passed.

use crate::geometry::Square;
use crate::moves::Move;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::power_tables::{LineTable, PowerSet, PowerTables};

pub(crate) struct Line;

impl Power for Line {
    const SET: PowerSet = PowerSet::LINE;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        moves(mover, powers, out);
    }

    #[inline]
    fn attacks(_mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        target.direction().is_some_and(|direction| target.distance() <= usize::from(powers.line_reach[direction]))
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for line in &powers.lines {
            let mut square = mover.from;
            for _ in 0..line.squares {
                square = square.offset(line.delta);
                visit(square);
            }
        }
    }
}

fn moves(mover: &Mover, powers: &PowerTables, out: &mut impl PseudoLegalSink) {
    // If the piece is also a lion, the lion generates everything within two squares except captures on 2 that end on 1.
    let beyond_lion = powers.area == 2;
    let mut may_pass = false;
    for line in &powers.lines {
        may_pass |= one_line(mover, *line, beyond_lion, out);
    }
    if may_pass && !beyond_lion {
        out.quiet(Move::new(mover.from, mover.from));
    }
}

/// One line; returns whether its first square is empty.
fn one_line(mover: &Mover, line: LineTable, beyond_lion: bool, out: &mut impl PseudoLegalSink) -> bool {
    let from = mover.from;
    let one = from.offset(line.delta);
    let two = one.offset(line.delta);
    let cell_one = mover.at(one);
    let open_one = mover.is_open(cell_one);
    let (enemy_one, enemy_two) = (mover.is_enemy(cell_one), mover.is_enemy(mover.at(two)));
    if !beyond_lion {
        mover.push_if_open(one, out);
        mover.push_if_open(two, out);
        if enemy_one {
            out.capture(Move::via(from, one, Square::NONE, from));
            if mover.is_open(mover.at(two)) {
                out.capture(Move::via(from, one, Square::NONE, two));
            }
        }
    }
    if line.squares == 3 {
        if open_one && enemy_two {
            // Outward: 1 is captured before 2.
            let (first, second) = if enemy_one { (one, two) } else { (two, Square::NONE) };
            out.capture(Move::via(from, first, second, one));
        }
        let three = two.offset(line.delta);
        if mover.is_open(mover.at(three)) {
            mover.push_if_open(three, out);
            for (first, second, taken) in
                [(one, Square::NONE, enemy_one), (two, Square::NONE, enemy_two), (one, two, enemy_one && enemy_two)]
            {
                if taken {
                    out.capture(Move::via(from, first, second, three));
                }
            }
        }
    }
    cell_one.is_empty()
}
