//! Who could take what: `could_capture` (rule 5.3) and attackers (rule 8.1), by geometry and without making moves.

use crate::attacks::emperor_safety;
use crate::geometry::{DIRECTIONS, Geometry, Square};
use crate::position::Position;
use crate::powers::hook::STRAIGHT;
use crate::powers::interpreted;
use crate::rules::power_tables::{PowerTables, ring_bit};
use crate::rules::{RuleSet, Side};

/// Whether the piece on `from` has a pseudo-legal move that takes on `target`, whatever stands there now being an enemy.
pub(crate) fn reaches(position: &Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let Some((kind, side)) = position.at(from).piece() else {
        return false;
    };
    if from == target {
        return false;
    }
    let powers = rules.powers(kind, side);
    if powers.universal {
        return true;
    }
    if powers.literal {
        return interpreted::takes_on(position, rules, from, target);
    }
    let geometry = rules.geometry();
    let (right, forward) = vector(geometry, from, target);
    let distance = right.unsigned_abs().max(forward.unsigned_abs());
    if distance <= usize::from(powers.area) {
        return true;
    }
    if let Some(direction) = direction_of(right, forward)
        && distance <= usize::from(powers.line_reach[direction])
    {
        return true;
    }
    if directly(position, powers, geometry, from, target, (right, forward)) {
        return true;
    }
    !powers.hooks.is_empty() && hooks_reach(position, powers, geometry, from, (right, forward))
}

/// Whether a step, a leap or a slide goes along `(right, forward)`.
fn directly(
    position: &Position,
    powers: &PowerTables,
    geometry: Geometry,
    from: Square,
    target: Square,
    (right, forward): (isize, isize),
) -> bool {
    if right.unsigned_abs().max(forward.unsigned_abs()) <= 3 {
        let delta = target.index().cast_signed() - from.index().cast_signed();
        if powers.leaps.iter().any(|leap| isize::from(*leap) == delta) {
            return true;
        }
    }
    Leg::along(right, forward).is_some_and(|leg| {
        leg.length == 1 && powers.near & ring_bit(DIRECTIONS[leg.direction]) != 0
            || leg.length <= usize::from(powers.ray_reach[leg.direction])
                && leg.walked(position, geometry, from).is_some()
    })
}

/// Files to the right and ranks forward from one square to another, as Black sees them.
#[inline]
pub(crate) fn vector(geometry: Geometry, from: Square, to: Square) -> (isize, isize) {
    let right = geometry.column(from).cast_signed() - geometry.column(to).cast_signed();
    let forward = geometry.row(from).cast_signed() - geometry.row(to).cast_signed();
    (right, forward)
}

/// Board direction (index into the directions as Black sees them) of a vector on a king's line.
#[inline]
fn direction_of(right: isize, forward: isize) -> Option<usize> {
    if right != 0 && forward != 0 && right.abs() != forward.abs() {
        return None;
    }
    match (right.signum(), forward.signum()) {
        (0, 1) => Some(0),
        (1, 1) => Some(1),
        (1, 0) => Some(2),
        (1, -1) => Some(3),
        (0, -1) => Some(4),
        (-1, -1) => Some(5),
        (-1, 0) => Some(6),
        (-1, 1) => Some(7),
        _ => None,
    }
}

/// A way along one of a king's lines: board direction and squares.
#[derive(Clone, Copy)]
pub(crate) struct Leg {
    direction: usize,
    pub length: usize,
}

impl Leg {
    #[inline]
    fn along(right: isize, forward: isize) -> Option<Self> {
        let length = right.unsigned_abs().max(forward.unsigned_abs());
        direction_of(right, forward).map(|direction| Self { direction, length })
    }

    /// The difference of cell indices to the next square.
    #[inline]
    fn delta(self, geometry: Geometry) -> i16 {
        geometry.delta(DIRECTIONS[self.direction], true)
    }

    /// The square at the end, if all before it are empty. It may lie beside the board.
    #[inline]
    fn walked(self, position: &Position, geometry: Geometry, from: Square) -> Option<Square> {
        let delta = self.delta(geometry);
        let mut square = from.offset(delta);
        for _ in 1..self.length {
            if !position.at(square).is_empty() {
                return None;
            }
            square = square.offset(delta);
        }
        Some(square)
    }

    /// The squares on the way, without the first and the last, and the last; `None` if the way leaves the board.
    pub(crate) fn squares(self, geometry: Geometry, from: Square) -> Option<(Vec<Square>, Square)> {
        let step = |square: &Square| geometry.step(*square, DIRECTIONS[self.direction], true);
        let mut squares: Vec<Square> = std::iter::successors(step(&from), step).take(self.length).collect();
        let end = squares.pop()?;
        (squares.len() + 1 == self.length).then_some((squares, end))
    }
}

/// Whether one of the ways by a corner that a hook could go along `(right, forward)`, on whatever board, passes a test
/// of its two legs.
#[inline]
pub(crate) fn any_corner(
    powers: &PowerTables,
    (right, forward): (isize, isize),
    mut test: impl FnMut(Leg, Leg) -> bool,
) -> bool {
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

fn hooks_reach(
    position: &Position,
    powers: &PowerTables,
    geometry: Geometry,
    from: Square,
    vector: (isize, isize),
) -> bool {
    any_corner(powers, vector, |first, second| {
        let Some(corner) = first.walked(position, geometry, from) else {
            return false;
        };
        let code = position.at(corner);
        let may_turn = code.is_empty()
            || powers.hook_takes_corner && code.side().is_some() && code.side() != position.at(from).side();
        may_turn && second.walked(position, geometry, corner).is_some()
    })
}

/// Whether a hook that turns on empty squares can end on a square that is open to it, and no step, leap or slide does.
pub(crate) fn only_hook_ends_on(
    position: &Position,
    rules: &RuleSet,
    powers: &PowerTables,
    from: Square,
    to: Square,
) -> bool {
    let geometry = rules.geometry();
    let vector = vector(geometry, from, to);
    hooks_reach(position, powers, geometry, from, vector)
        && !(powers.hook_overlaps && directly(position, powers, geometry, from, to, vector))
}

/// `could_capture(side, target)` on this very board (rule 5.3).
///
/// The position is changed on the way and left as it was.
pub fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    without_emperors(position, rules, side, target) || emperor_attacker(position, rules, side, target).is_some()
}

/// Whether a piece of `side` that is no emperor could capture on `target` (rule 5.3).
pub(crate) fn without_emperors(position: &Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    let mut open = [0; 8];
    along_lines(position, rules, side, target, &mut open) || off_lines(position, rules, side, target, &open)
}

/// Whether a piece of `side` that is no emperor stands beside `target` and steps there: a quick yes to [`without_emperors`],
/// and the same whatever else is taken or moved.
pub(crate) fn by_a_step(position: &Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    rules.around().deltas[..9].iter().enumerate().any(|(bit, delta)| {
        let square = target.offset(*delta);
        let code = position.at(square);
        // From the neighbour's ring the target lies the other way.
        code.side() == Some(side)
            && rules.profile(code).near >> (8 - bit) & 1 != 0
            && !is_emperor(position, rules, square)
    })
}

pub(crate) fn is_emperor(position: &Position, rules: &RuleSet, square: Square) -> bool {
    rules.profile(position.at(square)).emperor
}

/// Whether the first piece met on one of the eight lines from `target` takes there: all that steps and slides can do. If
/// not, `open` has the empty squares up to there, by board direction.
fn along_lines(position: &Position, rules: &RuleSet, side: Side, target: Square, open: &mut [usize; 8]) -> bool {
    DIRECTIONS.iter().zip(open).any(|(direction, open)| {
        let delta = rules.geometry().delta(*direction, true);
        let mut square = target.offset(delta);
        while position.at(square).is_empty() {
            square = square.offset(delta);
            *open += 1;
        }
        position.at(square).side() == Some(side)
            && !is_emperor(position, rules, square)
            && reaches(position, rules, square, target)
    })
}

/// Farthest square that a leap, a lion or a line power takes on; farther off its lines a piece takes only by turning.
const NEAR: usize = 3;

/// Whether a piece that leaps or turns takes on `target` off the lines of [`along_lines`], which told what is `open` there.
fn off_lines(position: &Position, rules: &RuleSet, side: Side, target: Square, open: &[usize; 8]) -> bool {
    let geometry = rules.geometry();
    let (target_row, target_column) = geometry.place(target);
    (0..geometry.ranks()).any(|row| {
        Position::bits(position.special_bits(side, row)).any(|column| {
            let square = geometry.at(column, row);
            let profile = rules.profile(position.at(square));
            let is_near = row.abs_diff(target_row).max(column.abs_diff(target_column)) <= NEAR;
            if profile.emperor || !is_near && !profile.turns {
                return false;
            }
            if !is_near && profile.corners != 0 {
                let powers = rules.powers_of(position.at(square));
                return hook_arrives(position, powers, geometry, square, target, open);
            }
            reaches(position, rules, square, target)
        })
    })
}

/// Whether a hook that turns on empty squares comes to `target` by a corner: one of the squares `open` on the lines from
/// there, so that only the first leg is walked.
fn hook_arrives(
    position: &Position,
    powers: &PowerTables,
    geometry: Geometry,
    from: Square,
    target: Square,
    open: &[usize; 8],
) -> bool {
    any_corner(powers, vector(geometry, from, target), |first, second| {
        second.length <= open[(second.direction + 4) % 8] && first.walked(position, geometry, from).is_some()
    })
}

/// The emperors of a side, 1a first.
pub(crate) fn emperors(position: &Position, rules: &RuleSet, side: Side) -> impl Iterator<Item = Square> {
    position.special_squares(rules, side).filter(|square| is_emperor(position, rules, *square))
}

/// The first emperor that takes on `target` as the emperor rule lets it.
fn emperor_attacker(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let geometry = rules.geometry();
    (0..geometry.ranks()).find_map(|row| {
        Position::bits(position.special_bits(side, row)).find_map(|column| {
            let square = geometry.at(column, row);
            (is_emperor(position, rules, square) && emperor_safety::takes_on(position, rules, square, target))
                .then_some(square)
        })
    })
}

/// The first piece, 1a first and emperors last, that makes [`could_capture`] true: for explanations.
pub(crate) fn first_attacker(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let first = position
        .squares(rules, side)
        .find(|square| !is_emperor(position, rules, *square) && reaches(position, rules, *square, target));
    first.or_else(|| emperor_attacker(position, rules, side, target))
}

/// Squares of the pieces of `side` that could take an enemy standing on `target` (rule 8.1), 1a first.
pub fn attackers(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Vec<Square> {
    let squares: Vec<Square> = position.squares(rules, side).collect();
    squares.into_iter().filter(|square| attacks(position, rules, *square, target)).collect()
}

/// Whether one piece could take an enemy on `target`; an emperor only as the emperor rule lets it.
pub(crate) fn attacks(position: &mut Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    if is_emperor(position, rules, from) {
        return emperor_safety::takes_on(position, rules, from, target);
    }
    reaches(position, rules, from, target)
}

/// Squares of enemy pieces that the piece on `from` could take (rule 6.3).
pub fn targets(position: &mut Position, rules: &RuleSet, from: Square) -> Vec<Square> {
    let Some(side) = position.at(from).side() else {
        return Vec::new();
    };
    let enemies: Vec<Square> = position.squares(rules, side.other()).collect();
    enemies.into_iter().filter(|square| attacks(position, rules, from, *square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::random::playout::Player;
    use crate::rules::RuleSet;

    /// Geometry against the legs read literally, and the quick answer against the slow one, in positions of random games.
    #[test]
    fn attacks_agree_with_the_plain_interpreter() {
        for name in ["tai", "tai/japanese", "maka[hook_captures=2,TK=free3]", "hishigata", "chu"] {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 40), (2, 400), (3, 1500)] {
                player.play(&start, seed, plies);
                let mut position = player.board().to_position();
                for target in rules.geometry().all().step_by(7) {
                    for side in Side::BOTH {
                        let mut any = false;
                        let squares: Vec<Square> = position.squares(&rules, side).collect();
                        for square in squares {
                            let literal = square != target && interpreted::takes_on(&position, &rules, square, target);
                            assert_eq!(reaches(&position, &rules, square, target), literal, "{name}, seed {seed}");
                            any |= attacks(&mut position, &rules, square, target);
                        }
                        assert_eq!(could_capture(&mut position, &rules, side, target), any, "{name}, seed {seed}");
                        let found = first_attacker(&mut position, &rules, side, target);
                        assert_eq!(found.is_some(), any, "{name}, seed {seed}");
                    }
                }
            }
        }
    }
}
