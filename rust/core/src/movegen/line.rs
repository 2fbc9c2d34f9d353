//! Line powers (rule 3.6): two or three squares on one line, out and back, taking or leaping what is passed.

use crate::geometry::Square;
use crate::movegen::effects::Mover;
use crate::moves::Move;
use crate::powers::{Line, Powers};

pub(crate) fn moves(mover: &Mover, powers: &Powers, out: &mut impl FnMut(Move, bool)) {
    // A lion beside the lines has given everything within two squares but the way back to 1, and the pass.
    let beyond_lion = powers.area == 2;
    let mut may_pass = false;
    for line in &powers.lines {
        may_pass |= one_line(mover, *line, beyond_lion, out);
    }
    if may_pass && !beyond_lion {
        out(Move::new(mover.from, mover.from), false);
    }
}

/// One line; returns whether its first square is empty.
fn one_line(
    mover: &Mover,
    line: Line,
    beyond_lion: bool,
    out: &mut impl FnMut(Move, bool),
) -> bool {
    let from = mover.from;
    let squares = [1, 2, 3].map(|n| {
        if n <= i16::from(line.squares) {
            from.offset(n * line.delta)
        } else {
            Square::NONE
        }
    });
    let [one, two, three] = squares;
    let [code_one, code_two] = [one, two].map(|square| mover.at(square));
    let (enemy_one, enemy_two) = (mover.is_enemy(code_one), mover.is_enemy(code_two));
    let open_one = mover.is_open(code_one);
    if !beyond_lion {
        if open_one {
            out(Move::new(from, one), enemy_one);
        }
        if enemy_one {
            out(Move::via(from, one, Square::NONE, from), true);
        }
        if mover.is_open(code_two) {
            out(Move::new(from, two), enemy_two);
            if enemy_one {
                out(Move::via(from, one, Square::NONE, two), true);
            }
        }
    }
    if line.squares == 3 {
        if open_one && enemy_two {
            // Outward: 1 is taken before 2.
            out(
                if enemy_one {
                    Move::via(from, one, two, one)
                } else {
                    Move::via(from, two, Square::NONE, one)
                },
                true,
            );
        }
        let code_three = mover.at(three);
        if mover.is_open(code_three) {
            out(Move::new(from, three), !code_three.is_empty());
            if enemy_one {
                out(Move::via(from, one, Square::NONE, three), true);
            }
            if enemy_two {
                out(Move::via(from, two, Square::NONE, three), true);
            }
            if enemy_one && enemy_two {
                out(Move::via(from, one, two, three), true);
            }
        }
    }
    code_one.is_empty()
}
