//! Hook powers (rule 3.4): a slide, at most one right angle, another slide.
//!
//! The corners of all first legs are found first; then every direction of a second leg is swept once over the board, row by
//! row, with all its corners together. Corners differ, effects do not: an end is one bit, however it was reached.

use crate::board::Position;
use crate::geometry::{Geometry, MAX_SIZE, Square};
use crate::movegen::direct;
use crate::movegen::effects::{EffectSink, Mover};
use crate::moves::Move;
use crate::powers::{Powers, board_step};
use crate::rules::{Code, Side};

/// A word a row, a bit a column.
type Board = [u64; MAX_SIZE];

/// The squares of the board as the mover sees them.
struct View<'a> {
    position: &'a Position,
    side: Side,
    ranks: usize,
    all: u64,
}

impl View<'_> {
    #[inline]
    fn enemies(&self, row: usize) -> u64 {
        self.position.row_bits(self.side.other(), row)
    }

    #[inline]
    fn empty(&self, row: usize) -> u64 {
        self.all & !(self.position.row_bits(self.side, row) | self.enemies(row))
    }
}

/// Ends found.
struct Ends {
    empty: Board,
    enemies: Board,
}

/// All moves of the hook power. Slides, steps and leaps were given already and are left out here.
pub(crate) fn moves(mover: &Mover, powers: &Powers, geometry: Geometry, side: Side, out: &mut impl EffectSink) {
    let view =
        View { position: mover.position, side, ranks: geometry.ranks(), all: u64::MAX >> (64 - geometry.files()) };
    let mut ends = Ends { empty: [0; MAX_SIZE], enemies: [0; MAX_SIZE] };
    // Of the legs on files and ranks, those along one line turn to the other; the same on diagonals.
    for line in 0..4 {
        let both = 1 << line | 1 << (line + 4);
        if powers.hook_directions & both != 0 {
            let corners = corners(mover, powers, geometry, both, out);
            for direction in [(line + 2) % 8, (line + 6) % 8] {
                sweep(&view, direction, &corners, &mut ends);
            }
        }
    }
    give(mover, powers, geometry, &view, &ends, out);
}

/// Where the first legs in these directions can turn. Turns on a piece that is taken are played at once.
///
/// The start counts as empty, but no second leg comes back to it: its corner lies on the line of the first.
fn corners(mover: &Mover, powers: &Powers, geometry: Geometry, directions: u8, out: &mut impl EffectSink) -> Board {
    let mut found = [0; MAX_SIZE];
    for hook in powers.hooks.iter().filter(|hook| directions >> hook.direction & 1 != 0) {
        let end = direct::walk(mover, mover.from, hook.delta, u8::MAX, &mut |corner| {
            let (row, column) = geometry.place(corner);
            found[row] |= 1 << column;
        });
        if let Some(corner) = end.filter(|_| powers.hook_takes_corner) {
            // Stopping on the corner is the plain slide that stands beside the hook.
            for turn in hook.turns {
                let mut take = |to| out.capture(Move::via(mover.from, corner, Square::NONE, to));
                let end = direct::walk(mover, corner, turn, u8::MAX, &mut take);
                end.into_iter().for_each(take);
            }
        }
    }
    found
}

/// Slide from all corners at once in one board direction.
fn sweep(view: &View, direction: usize, seeds: &Board, ends: &mut Ends) {
    let (row_step, column_step) = board_step(direction);
    let shift = |word: u64| match column_step {
        1 => word << 1,
        -1 => word >> 1,
        _ => word,
    };
    if row_step == 0 {
        for (row, seeds) in seeds.iter().enumerate().take(view.ranks) {
            let (empty, enemies) = (view.empty(row), view.enemies(row));
            let mut front = *seeds;
            while front != 0 {
                front = shift(front);
                ends.enemies[row] |= front & enemies;
                front &= empty;
                ends.empty[row] |= front;
            }
        }
        return;
    }
    let mut front = 0;
    for step in 0..view.ranks {
        let row = if row_step > 0 { step } else { view.ranks - 1 - step };
        if front != 0 {
            front = shift(front);
            ends.enemies[row] |= front & view.enemies(row);
            front &= view.empty(row);
            ends.empty[row] |= front;
        }
        front |= seeds[row];
    }
}

fn give(mover: &Mover, powers: &Powers, geometry: Geometry, view: &View, ends: &Ends, out: &mut impl EffectSink) {
    let mut given: Board = [0; MAX_SIZE];
    let mut add = |square: Square| {
        let (row, column) = geometry.place(square);
        given[row] |= 1 << column;
    };
    for bit in (0..9).filter(|bit| powers.near >> bit & 1 != 0) {
        let to = mover.neighbour(bit);
        if mover.at(to) != Code::MARGIN {
            add(to);
        }
    }
    for leap in &powers.leaps {
        let to = mover.from.offset(*leap);
        if mover.at(to) != Code::MARGIN {
            add(to);
        }
    }
    if powers.hook_overlaps {
        for slide in &powers.slides {
            let end = direct::walk(mover, mover.from, slide.delta, slide.reach, &mut add);
            end.into_iter().for_each(&mut add);
        }
    }
    for (row, given) in given.iter().enumerate().take(view.ranks) {
        let (empty, enemies) = (ends.empty[row] & !given, ends.enemies[row] & !given);
        if empty | enemies != 0 {
            out.row(mover.from, geometry.at(0, row), empty, enemies);
        }
    }
}
