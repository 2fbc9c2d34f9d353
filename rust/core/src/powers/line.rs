//! Line powers (rule 3.6): two or three squares on one line, out and back, taking or leaping what is passed.

use crate::geometry::Square;
use crate::moves::Move;
use crate::powers::power::{EffectSink, Mover, Power};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::power_tables::{LineTable, PowerSet, PowerTables};

pub(crate) struct Line;

impl Power for Line {
    const SET: PowerSet = PowerSet::LINE;

    #[inline]
    fn moves<S: EffectSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
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

fn moves(mover: &Mover, powers: &PowerTables, out: &mut impl EffectSink) {
    // A lion beside the lines has every effect within two squares but the way back to 1, and the pass.
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
fn one_line(mover: &Mover, line: LineTable, beyond_lion: bool, out: &mut impl EffectSink) -> bool {
    let from = mover.from;
    let one = from.offset(line.delta);
    let two = one.offset(line.delta);
    let code_one = mover.at(one);
    let open_one = mover.is_open(code_one);
    let (enemy_one, enemy_two) = (mover.is_enemy(code_one), mover.is_enemy(mover.at(two)));
    if !beyond_lion {
        mover.go(one, out);
        mover.go(two, out);
        if enemy_one {
            out.capture(Move::via(from, one, Square::NONE, from));
            if mover.is_open(mover.at(two)) {
                out.capture(Move::via(from, one, Square::NONE, two));
            }
        }
    }
    if line.squares == 3 {
        if open_one && enemy_two {
            // Outward: 1 is taken before 2.
            let (first, second) = if enemy_one { (one, two) } else { (two, Square::NONE) };
            out.capture(Move::via(from, first, second, one));
        }
        let three = two.offset(line.delta);
        if mover.is_open(mover.at(three)) {
            mover.go(three, out);
            for (first, second, taken) in
                [(one, Square::NONE, enemy_one), (two, Square::NONE, enemy_two), (one, two, enemy_one && enemy_two)]
            {
                if taken {
                    out.capture(Move::via(from, first, second, three));
                }
            }
        }
    }
    code_one.is_empty()
}
