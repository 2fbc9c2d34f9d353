//! What pieces attack by their powers alone. Emperors are left out where rule 5.4 may forbid the capture.

use crate::geometry::{DIRECTIONS, Square};
use crate::moves::Move;
use crate::parallel;
use crate::position::Position;
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::powers::{self, Mover, Power, Powers, PseudoLegalFn};
use crate::rules::{Cell, RuleSet, Side};

/// Whether the piece on `from` has a pseudo-legal move that takes on `target`, whatever stands there now being an enemy.
#[inline]
pub(crate) fn reaches(position: &Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let Some((kind, side)) = position.at(from).piece() else {
        return false;
    };
    from != target && {
        let mover = Mover::without_neighbours(position, rules, from, side);
        Powers::attacks(&mover, rules.powers(kind, side), &Target::new(rules.geometry(), from, target))
            || rules.table(kind).may_burn && burns(position, rules, from, side, target)
    }
}

/// Whether the piece on `from` has a pseudo-legal move that burns what stands on `target` (rule 9.4), whatever stands there now
/// being an enemy.
#[inline(never)]
fn burns(position: &Position, rules: &RuleSet, from: Square, side: Side, target: Square) -> bool {
    if position.at(target).side() == Some(side.other()) {
        return burns_enemy(position, rules, from, target);
    }
    // A piece without a part in these rules stands for the pawn of rule 5.3.
    let pawn = rules.all_kinds().find(|kind| {
        let table = rules.table(*kind);
        table.role.is_none() && table.rank == 0 && !table.burns && table.infects == 0 && !kind.promoted()
    });
    let mut board = position.clone();
    board.lift(rules, target);
    pawn.is_some_and(|pawn| {
        board.put(rules, target, Cell::new(pawn, side.other()));
        burns_enemy(&board, rules, from, target)
    })
}

fn burns_enemy(position: &Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let mut found = false;
    powers::pseudo_legal_moves(
        position,
        rules,
        from,
        &mut Buffer::new(),
        &mut PseudoLegalFn(|mv: Move, _| {
            let is_near = Target::new(rules.geometry(), mv.to(), target).distance() == 1;
            found |= is_near && position.burns_by(rules, mv, target);
        }),
    );
    found
}

/// Whether a piece of `side` that is no emperor could capture on `target` (rule 5.3).
pub(crate) fn without_emperors(position: &Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    let mut open = [0; 8];
    along_lines(position, rules, side, target, &mut open) || off_lines(position, rules, side, target, &open)
}

/// Whether a piece of `side` that is no emperor stands beside `target` and steps there: an early yes to
/// [`without_emperors`], and the same whatever else is taken or moved.
pub(crate) fn by_a_step(position: &Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    rules.neighbour_deltas().deltas[..9].iter().enumerate().any(|(bit, delta)| {
        let square = target.offset(*delta);
        let cell = position.at(square);
        // Seen from the neighbour, the target lies in the opposite direction.
        cell.side() == Some(side)
            && rules.profile(cell).step_mask >> (8 - bit) & 1 != 0
            && !is_emperor(position, rules, square)
    })
}

pub(crate) fn is_emperor(position: &Position, rules: &RuleSet, square: Square) -> bool {
    rules.profile(position.at(square)).emperor
}

/// The first cell that is not empty on each of the eight lines from `target`, by board direction, and how many empty squares
/// lie before it. Pieces that neither leap nor turn take on the target from there or not at all.
fn line_ends(position: &Position, rules: &RuleSet, target: Square) -> impl Iterator<Item = (Square, usize)> {
    DIRECTIONS.into_iter().map(move |direction| {
        let delta = rules.geometry().delta(direction, true);
        let mut square = target.offset(delta);
        let mut open = 0;
        while position.at(square).is_empty() {
            square = square.offset(delta);
            open += 1;
        }
        (square, open)
    })
}

/// The pieces of a side that might take on `target` or move there, each once: those on the [`line_ends`] and those that leap,
/// turn or are royal.
pub(crate) fn candidates(
    position: &Position,
    rules: &RuleSet,
    side: Side,
    target: Square,
) -> impl Iterator<Item = Square> {
    let is_special = move |square: Square| {
        let (row, column) = rules.geometry().place(square);
        position.special_bits(side, row) >> column & 1 != 0
    };
    line_ends(position, rules, target)
        .map(|(square, _)| square)
        .filter(move |square| position.at(*square).side() == Some(side) && !is_special(*square))
        .chain(position.special_squares(rules, side))
}

/// Whether one of the [`line_ends`] takes on the target: all that steps and slides can do. If not, `open` has the numbers of
/// empty squares before them.
fn along_lines(position: &Position, rules: &RuleSet, side: Side, target: Square, open: &mut [usize; 8]) -> bool {
    line_ends(position, rules, target).zip(open).any(|((square, empty), open)| {
        *open = empty;
        position.at(square).side() == Some(side)
            && !is_emperor(position, rules, square)
            && reaches(position, rules, square, target)
    })
}

/// Longest distance at which a leap, a lion or a line power captures; beyond it, off its lines, a piece captures only by
/// turning.
const LONGEST_LEAP: usize = 3;

/// Whether a piece that leaps or turns takes on `target` from elsewhere than the [`line_ends`], whose empty squares are `open`.
fn off_lines(position: &Position, rules: &RuleSet, side: Side, target: Square, open: &[usize; 8]) -> bool {
    let geometry = rules.geometry();
    let (target_row, target_column) = geometry.place(target);
    (0..geometry.ranks()).any(|row| {
        Position::bits(position.special_bits(side, row)).any(|column| {
            let square = geometry.at(column, row);
            let profile = rules.profile(position.at(square));
            let is_within_a_leap = row.abs_diff(target_row).max(column.abs_diff(target_column)) <= LONGEST_LEAP;
            if profile.emperor || !is_within_a_leap && !profile.attacks_distant_off_lines {
                return false;
            }
            parallel::step();
            if is_within_a_leap || rules.burns() {
                return reaches(position, rules, square, target);
            }
            let mover = Mover::without_neighbours(position, rules, square, side);
            let target = Target::new(geometry, square, target);
            Powers::attacks_off_lines(&mover, rules.powers_of(position.at(square)), &target, open)
        })
    })
}

/// The emperors of a side, 1a first.
pub(crate) fn emperors(position: &Position, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
    position.special_squares(rules, side).filter(|square| is_emperor(position, rules, *square))
}
