//! Hook powers (rule 3.4): a slide, at most one right angle, another slide.
//!
//! All second legs of one direction are advanced over the board together, row by row, and each end is one bit: moves to the
//! same end over different corners are the same move. A second leg never returns to the start or to the line of a first leg.

use crate::geometry::{Geometry, MAX_SIZE, Square};
use crate::moves::Move;
use crate::position::Position;
use crate::powers::direct::Direct;
use crate::powers::power::{EndingOn, Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::{Leg, Target};
use crate::powers::walks;
use crate::rules::power_tables::{PowerSet, PowerTables, board_step};
use crate::rules::{Cell, Side};

pub(crate) struct Hook;

impl Power for Hook {
    const SET: PowerSet = PowerSet::HOOK;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        moves(mover, powers, out);
    }

    #[inline]
    fn moves_to<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, to: Square, buffer: &mut Buffer, out: &mut S) {
        if powers.hook_takes_corner {
            return Self::moves(mover, powers, buffer, &mut EndingOn { to, out });
        }
        let target = Target::new(mover.geometry(), mover.from, to);
        if to != mover.from
            && Self::attacks(mover, powers, &target)
            && !(powers.hook_overlaps && Direct::attacks(mover, powers, &target))
        {
            mover.push_if_open(to, out);
        }
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        any_corner(powers, target, |first, second| {
            let Some(corner) = first.walked(mover.position, mover.geometry(), mover.from) else {
                return false;
            };
            let cell = mover.at(corner);
            (cell.is_empty() || powers.hook_takes_corner && mover.is_enemy(cell))
                && second.walked(mover.position, mover.geometry(), corner).is_some()
        })
    }

    /// A corner that the hook turns on while empty is one of the open squares, so that only the first leg is walked.
    #[inline]
    fn attacks_off_lines(mover: &Mover, powers: &PowerTables, target: &Target, open: &[usize; 8]) -> bool {
        if powers.hook_takes_corner {
            return Self::attacks(mover, powers, target);
        }
        any_corner(powers, target, |first, second| {
            second.length <= open[(second.direction + 4) % 8]
                && first.walked(mover.position, mover.geometry(), mover.from).is_some()
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for hook in &powers.hooks {
            walks::along(mover.position, mover.from, hook.delta, u8::MAX, &mut |corner| {
                let cell = mover.at(corner);
                if cell.is_empty() || powers.hook_takes_corner && mover.is_enemy(cell) {
                    for turn in hook.turns {
                        walks::along(mover.position, corner, turn, u8::MAX, visit);
                    }
                }
            });
        }
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        for hook in &powers.hooks {
            walks::along(mover.position, mover.from, hook.delta, u8::MAX, visit);
        }
        Self::attacked(mover, powers, visit);
    }
}

/// Whether one of the ways over a corner that a hook could take to the target, on whatever board, passes a test of its two
/// legs.
#[inline]
fn any_corner(powers: &PowerTables, target: &Target, mut test: impl FnMut(Leg, Leg) -> bool) -> bool {
    let (right, forward) = (target.right, target.forward);
    let mut by = |corner_right: isize, corner_forward: isize| {
        let legs =
            (Leg::along(corner_right, corner_forward), Leg::along(right - corner_right, forward - corner_forward));
        match legs {
            (Some(first), Some(second)) => powers.hook_directions >> first.direction & 1 != 0 && test(first, second),
            _ => false,
        }
    };
    // The two corners between start and end: on files and ranks, or on diagonals of the same colour.
    let half = isize::midpoint(right, forward);
    let other = (right - forward) / 2;
    powers.hook_directions & STRAIGHT != 0 && (by(right, 0) || by(0, forward))
        || powers.hook_directions & !STRAIGHT != 0
            && (right + forward) % 2 == 0
            && (by(half, half) || by(other, -other))
}

/// Board directions along files and ranks.
const STRAIGHT: u8 = 0b0101_0101;

/// A word a row, a bit a column.
type Board = [u64; MAX_SIZE];

/// The board as the mover sees it.
struct View<'a> {
    position: &'a Position,
    geometry: Geometry,
    side: Side,
    all: u64,
}

impl<'a> View<'a> {
    fn new(mover: &Mover<'a>) -> Self {
        let geometry = mover.geometry();
        let all = geometry.all_columns();
        Self { position: mover.position, geometry, side: mover.side(), all }
    }

    /// Empty squares and enemies of a row.
    #[inline]
    fn row(&self, row: usize) -> (u64, u64) {
        let enemies = self.position.row_bits(self.side.other(), row);
        (self.all & !(self.position.row_bits(self.side, row) | enemies), enemies)
    }
}

/// Ends of second legs in one row: empty squares and enemies.
#[derive(Clone, Copy, Default)]
struct Ends {
    empty: u64,
    enemies: u64,
}

impl Ends {
    /// Legs that come into the row on these squares; returns those that can go on.
    #[inline]
    fn enter(&mut self, front: u64, (empty, enemies): (u64, u64)) -> u64 {
        self.enemies |= front & enemies;
        self.empty |= front & empty;
        front & empty
    }

    /// Legs that leave a square along its row, both ways.
    #[inline]
    fn along_row(&mut self, column: usize, (empty, enemies): (u64, u64)) {
        let (below, above) = runs(column, empty);
        self.empty |= (below | above) & empty;
        self.enemies |= (below | above) & enemies;
    }
}

/// The squares before and after a column as far as the first that is not empty, that one included; bits beyond the board may
/// be set.
#[inline]
fn runs(column: usize, empty: u64) -> (u64, u64) {
    let before = (1 << column) - 1;
    let after = !before << 1;
    let blocked_before = !empty & before;
    let below = match blocked_before.checked_ilog2() {
        Some(last) => before & !((1 << last) - 1),
        None => before,
    };
    let first = !empty & after;
    (below, after & (first ^ first.wrapping_sub(1)))
}

/// All moves of the hook power. Those that end where a slide, step or leap ends are left out.
fn moves(mover: &Mover, powers: &PowerTables, out: &mut impl PseudoLegalSink) {
    let (view, geometry) = (View::new(mover), mover.geometry());
    let mut generated = None;
    if powers.hook_overlaps {
        generated = Some(direct_ends(mover, powers));
    }
    let mut emit = |row: usize, mut ends: Ends, out: &mut _| {
        if let Some(generated) = &generated {
            ends.empty &= !generated[row];
            ends.enemies &= !generated[row];
        }
        if ends.empty | ends.enemies != 0 {
            PseudoLegalSink::row(out, mover.from, geometry.at(0, row), ends.empty, ends.enemies);
        }
    };
    if powers.hook_directions == STRAIGHT {
        straight(mover.from, &view, out, &mut emit);
    } else {
        by_corners(mover, powers, &view, out, &mut emit);
    }
    if powers.hook_takes_corner {
        beyond_captures(mover, powers, out);
    }
}

/// The hook on files and ranks in all four directions: rows away from the start, first up, then down, each done when no leg
/// reaches it.
fn straight<S: PseudoLegalSink>(from: Square, view: &View, out: &mut S, emit: &mut impl FnMut(usize, Ends, &mut S)) {
    let (row, column) = view.geometry.place(from);
    let here = view.row(row);
    let (below, above) = runs(column, here.0);
    let corners = (below | above) & here.0;
    for up in [true, false] {
        // Second legs from the corners in the own row, and the first leg along the file with its turns.
        let (mut front, mut leg) = (corners, 1_u64 << column);
        let mut at = row;
        while front | leg != 0 {
            at = if up { at.wrapping_sub(1) } else { at + 1 };
            if at >= view.geometry.ranks() {
                break;
            }
            let squares = view.row(at);
            let mut ends = Ends::default();
            front = ends.enter(front, squares);
            leg &= squares.0;
            if leg != 0 {
                ends.along_row(column, squares);
            }
            emit(at, ends, out);
        }
    }
}

/// Any hook: the corners of the first legs line by line, then the second legs of each direction over the whole board.
fn by_corners<S: PseudoLegalSink>(
    mover: &Mover,
    powers: &PowerTables,
    view: &View,
    out: &mut S,
    emit: &mut impl FnMut(usize, Ends, &mut S),
) {
    let mut ends = [Ends::default(); MAX_SIZE];
    // Of the legs on files and ranks, those along one line turn to the other; the same on diagonals.
    for line in 0..4 {
        let both = 1 << line | 1 << (line + 4);
        if powers.hook_directions & both != 0 {
            let corners = corners(mover, powers, view.geometry, both);
            for direction in [(line + 2) % 8, (line + 6) % 8] {
                sweep(view, direction, &corners, &mut ends);
            }
        }
    }
    for (row, ends) in ends.iter().enumerate().take(view.geometry.ranks()) {
        emit(row, *ends, out);
    }
}

/// Where the first legs in these directions can turn on empty squares.
///
/// The start counts as empty, but no second leg comes back to it: its corner lies on the line of the first.
fn corners(mover: &Mover, powers: &PowerTables, geometry: Geometry, directions: u8) -> Board {
    let mut found = [0; MAX_SIZE];
    for hook in powers.hooks.iter().filter(|hook| directions >> hook.direction & 1 != 0) {
        walks::slide(mover, mover.from, hook.delta, u8::MAX, &mut |corner| {
            let (row, column) = geometry.place(corner);
            found[row] |= 1 << column;
        });
    }
    found
}

/// Hooks that turn where they capture. A capture that ends on the corner is the plain slide that such a type also has.
fn beyond_captures(mover: &Mover, powers: &PowerTables, out: &mut impl PseudoLegalSink) {
    for hook in &powers.hooks {
        let Some(corner) = walks::slide(mover, mover.from, hook.delta, u8::MAX, &mut |_| {}) else {
            continue;
        };
        for turn in hook.turns {
            let mut take = |to| out.capture(Move::via(mover.from, corner, Square::NONE, to));
            let end = walks::slide(mover, corner, turn, u8::MAX, &mut take);
            end.into_iter().for_each(take);
        }
    }
}

/// Slide from all corners at once in one board direction.
fn sweep(view: &View, direction: usize, corners: &Board, ends: &mut [Ends; MAX_SIZE]) {
    let (row_step, column_step) = board_step(direction);
    let shift = |word: u64| match column_step {
        1 => word << 1,
        -1 => word >> 1,
        _ => word,
    };
    let ranks = view.geometry.ranks();
    if row_step == 0 {
        for row in (0..ranks).filter(|row| corners[*row] != 0) {
            let mut front = corners[row];
            while front != 0 {
                front = ends[row].enter(shift(front), view.row(row));
            }
        }
        return;
    }
    let mut front = 0;
    for step in 0..ranks {
        let row = if row_step > 0 { step } else { ranks - 1 - step };
        if front != 0 {
            front = ends[row].enter(shift(front), view.row(row));
        }
        front |= corners[row];
    }
}

/// The ends of steps, leaps and slides, open or not.
fn direct_ends(mover: &Mover, powers: &PowerTables) -> Board {
    let mut ends: Board = [0; MAX_SIZE];
    Direct::attacked(mover, powers, &mut |square| {
        if mover.at(square) != Cell::MARGIN {
            let (row, column) = mover.geometry().place(square);
            ends[row] |= 1 << column;
        }
    });
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::powers::interpreted;
    use crate::powers::{PseudoLegalFn, pseudo_legal_moves};
    use crate::rng::Stream;
    use crate::rules::{Kind, RuleSet};

    /// Hooks of every shape that is not read literally: whole and in part, straight and diagonal and both, taking on the
    /// corner or not, with slides and leaps beside them.
    const SHAPES: [&str; 14] = [
        "RmasR",
        "BmasB",
        "RmasRBmasB",
        "RmcasR",
        "RmcasRBmcasB",
        "RfmasR",
        "RrlmasR",
        "RfmasRB",
        "BfmasB",
        "BfmasBRfmasR",
        "RmasRB2N",
        "BmasBRDH",
        "RmasRFA",
        "RfmcasRBmcasBN",
    ];

    #[test]
    fn hooks_of_every_shape_as_the_plain_interpreter_reads_them() {
        let mut compiled = 0;
        for shape in SHAPES {
            let text = format!(
                r#"
format = 1
name = "hooks"
title = "Hooks"
source = "test"
description = "one hook among pawns"
[board]
files = 9
ranks = 8
[setup]
army = ["9"]
[pieces]
H = {{ name = "hook", kanji = "鉤", board = "鉤", romaji = "ko", betza = "{shape}", source = "x" }}
P = {{ name = "pawn", kanji = "兵", board = "兵", romaji = "hei", betza = "fW", source = "x" }}
"#
            );
            let rules = RuleSet::from_toml("hooks.toml", &text).unwrap();
            let [hook, pawn] = ["H", "P"].map(|id| rules.kind_of(id, false).unwrap());
            compiled += u32::from(!rules.powers(hook, Side::Black).has(PowerSet::INTERPRETED));
            let mut stream = Stream::new(3);
            for _ in 0..600 {
                let side = Side::BOTH[stream.below(2)];
                let (position, from) = scattered(&rules, &mut stream, (hook, side), pawn);
                let [mut found, mut literal] = [Vec::new(), Vec::new()];
                pseudo_legal_moves(
                    &position,
                    &rules,
                    from,
                    &mut Buffer::new(),
                    &mut PseudoLegalFn(|mv, is_capture| found.push((mv, is_capture))),
                );
                interpreted::pseudo_legal_moves(
                    &position,
                    &rules,
                    from,
                    &mut Buffer::new(),
                    &mut PseudoLegalFn(|mv, is_capture| literal.push((mv, is_capture))),
                );
                found.sort_unstable();
                literal.sort_unstable();
                assert_eq!(found, literal, "{shape} {side:?} {}", crate::text::position_text(&rules, &position, 1));
            }
        }
        assert!(compiled > 8, "{compiled} shapes are known");
    }

    /// The hook somewhere, among up to thirty pawns of both sides.
    fn scattered(rules: &RuleSet, stream: &mut Stream, (hook, side): (Kind, Side), pawn: Kind) -> (Position, Square) {
        let geometry = rules.geometry();
        let mut any = || geometry.from_dense(stream.below(geometry.squares())).unwrap();
        let mut position = Position::empty(rules);
        let from = any();
        position.put(rules, from, Cell::new(hook, side));
        for number in 0..any().index() % 31 {
            let square = any();
            if position.at(square).is_empty() {
                position.put(rules, square, Cell::new(pawn, Side::BOTH[number % 2]));
            }
        }
        (position, from)
    }
}
