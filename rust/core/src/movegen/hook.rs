//! Hook powers (rule 3.4): a slide, at most one right angle, another slide. Corners differ, effects do not: a board of marks
//! keeps each end once.

use crate::geometry::{Geometry, MAX_SIZE, Square};
use crate::movegen::direct;
use crate::movegen::effects::Mover;
use crate::moves::Move;
use crate::powers::{Powers, Slide};

/// Ends already given, one bit a square.
struct Marks {
    geometry: Geometry,
    rows: [u64; MAX_SIZE],
}

impl Marks {
    /// Mark a square; whether it was new.
    #[inline]
    fn add(&mut self, square: Square) -> bool {
        let row = &mut self.rows[self.geometry.row(square)];
        let bit = 1 << self.geometry.column(square);
        let new = *row & bit == 0;
        *row |= bit;
        new
    }
}

pub(crate) fn moves(
    mover: &Mover,
    powers: &Powers,
    geometry: Geometry,
    out: &mut impl FnMut(Move, bool),
) {
    let mut marks = Marks {
        geometry,
        rows: [0; MAX_SIZE],
    };
    direct::moves(mover, powers, &mut |mv, takes| {
        if marks.add(mv.to()) {
            out(mv, takes);
        }
    });
    for hook in &powers.hooks {
        let mut corner = mover.from;
        loop {
            corner = corner.offset(hook.delta);
            let code = mover.at(corner);
            if code.is_empty() {
                for turn in hook.turns {
                    second_leg(mover, corner, turn, &mut |to, takes| {
                        if marks.add(to) {
                            out(Move::new(mover.from, to), takes);
                        }
                    });
                }
                continue;
            }
            if powers.hook_takes_corner && mover.is_enemy(code) {
                // Stopping on the corner is the plain slide that stands beside the hook.
                for turn in hook.turns {
                    second_leg(mover, corner, turn, &mut |to, _| {
                        out(Move::via(mover.from, corner, Square::NONE, to), true);
                    });
                }
            }
            break;
        }
    }
}

#[inline]
fn second_leg(mover: &Mover, corner: Square, turn: i16, out: &mut impl FnMut(Square, bool)) {
    let from_corner = Mover {
        from: corner,
        ..*mover
    };
    let slide = Slide {
        delta: turn,
        reach: u8::MAX,
        skip: 0,
    };
    direct::along(&from_corner, slide, &mut |mv, takes| out(mv.to(), takes));
}
