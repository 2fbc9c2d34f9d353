//! Who could take what: `could_capture` (rule 5.3) and attackers (rule 8.1), by geometry and without making moves.

use crate::board::Position;
use crate::geometry::{DIRECTIONS, Geometry, Square};
use crate::movegen::emperor;
use crate::movegen::plain;
use crate::powers::{Powers, ring_bit};
use crate::rules::{Role, RuleSet, Side};

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
        return plain::takes_on(position, rules, from, target);
    }
    let geometry = rules.geometry();
    let right = geometry.column(from).cast_signed() - geometry.column(target).cast_signed();
    let forward = geometry.row(from).cast_signed() - geometry.row(target).cast_signed();
    let distance = right.unsigned_abs().max(forward.unsigned_abs());
    if distance <= usize::from(powers.area) {
        return true;
    }
    if distance == 1 {
        let bit = ring_bit(DIRECTIONS[direction_of(right, forward).unwrap_or_default()]);
        if powers.near & bit != 0 {
            return true;
        }
    }
    if distance <= 3 {
        let delta = target.index().cast_signed() - from.index().cast_signed();
        if powers.leaps.iter().any(|leap| isize::from(*leap) == delta) {
            return true;
        }
    }
    if let Some(direction) = direction_of(right, forward) {
        if distance <= usize::from(powers.line_reach[direction]) {
            return true;
        }
        if distance <= usize::from(powers.ray_reach[direction])
            && is_clear(position, from, target, distance)
        {
            return true;
        }
    }
    !powers.hooks.is_empty()
        && hooks_reach(position, powers, geometry, from, target, (right, forward))
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

/// Whether the squares between two squares on one line are empty.
fn is_clear(position: &Position, from: Square, to: Square, distance: usize) -> bool {
    let delta = (to.index().cast_signed() - from.index().cast_signed()) / distance.cast_signed();
    (1..distance.cast_signed()).all(|n| position.at(along(from, delta, n)).is_empty())
}

fn along(from: Square, delta: isize, n: isize) -> Square {
    from.offset(i16::try_from(delta * n).unwrap_or(0))
}

fn hooks_reach(
    position: &Position,
    powers: &Powers,
    geometry: Geometry,
    from: Square,
    target: Square,
    (right, forward): (isize, isize),
) -> bool {
    // The two corners between start and target: on files and ranks, or on diagonals of the same colour.
    let straight = [(right, 0), (0, forward)];
    let half = isize::midpoint(right, forward);
    let other = (right - forward) / 2;
    let diagonal = [(half, half), (other, -other)];
    let even = (right + forward) % 2 == 0;
    let corners = straight
        .into_iter()
        .chain(diagonal.into_iter().filter(|_| even));
    for (corner_right, corner_forward) in corners {
        let Some(direction) = direction_of(corner_right, corner_forward) else {
            continue;
        };
        let (rest_right, rest_forward) = (right - corner_right, forward - corner_forward);
        if powers.hook_directions >> direction & 1 == 0 || (rest_right, rest_forward) == (0, 0) {
            continue;
        }
        let Some(column) = geometry.column(from).checked_add_signed(-corner_right) else {
            continue;
        };
        let Some(row) = geometry.row(from).checked_add_signed(-corner_forward) else {
            continue;
        };
        if column >= geometry.files() || row >= geometry.ranks() {
            continue;
        }
        let corner = geometry.at(column, row);
        let code = position.at(corner);
        let may_turn = code.is_empty()
            || powers.hook_takes_corner
                && code.side().is_some()
                && code.side() != position.at(from).side();
        let first = corner_right
            .unsigned_abs()
            .max(corner_forward.unsigned_abs());
        let second = rest_right.unsigned_abs().max(rest_forward.unsigned_abs());
        if may_turn
            && is_clear(position, from, corner, first)
            && is_clear(position, corner, target, second)
        {
            return true;
        }
    }
    false
}

/// `could_capture(side, target)` on this very board (rule 5.3).
///
/// The position is changed on the way and left as it was.
pub fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    neighbour_attacks(position, rules, side, target)
        || first_attacker(position, rules, side, target).is_some()
}

/// Whether a neighbour that is no emperor attacks: on a full board almost every guarded piece has one, and looking there
/// first spares the search.
fn neighbour_attacks(position: &Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    let geometry = rules.geometry();
    DIRECTIONS.into_iter().any(|vector| {
        let near = target.offset(geometry.delta(vector, true));
        let code = position.at(near);
        code.side() == Some(side)
            && rules.table(code.kind()).role != Some(Role::Emperor)
            && reaches(position, rules, near, target)
    })
}

/// The first piece, 1a first and emperors last, that makes `could_capture` true.
pub(crate) fn first_attacker(
    position: &mut Position,
    rules: &RuleSet,
    side: Side,
    target: Square,
) -> Option<Square> {
    let geometry = rules.geometry();
    let mut emperors = false;
    for row in 0..geometry.ranks() {
        for column in Position::bits(position.row_bits(side, row)) {
            let square = geometry.at(column, row);
            if rules.table(position.at(square).kind()).role == Some(Role::Emperor) {
                emperors = true;
            } else if reaches(position, rules, square, target) {
                return Some(square);
            }
        }
    }
    if !emperors {
        return None;
    }
    (0..geometry.ranks()).find_map(|row| {
        Position::bits(position.row_bits(side, row)).find_map(|column| {
            let square = geometry.at(column, row);
            let emperor = rules.table(position.at(square).kind()).role == Some(Role::Emperor);
            (emperor && emperor::takes_on(position, rules, square, target)).then_some(square)
        })
    })
}

/// Squares of the pieces of `side` that could take an enemy standing on `target` (rule 8.1), 1a first.
pub fn attackers(
    position: &mut Position,
    rules: &RuleSet,
    side: Side,
    target: Square,
) -> Vec<Square> {
    let squares: Vec<Square> = position.squares(rules, side).collect();
    squares
        .into_iter()
        .filter(|square| attacks(position, rules, *square, target))
        .collect()
}

/// Whether one piece could take an enemy on `target`; an emperor only as the emperor rule lets it.
pub(crate) fn attacks(
    position: &mut Position,
    rules: &RuleSet,
    from: Square,
    target: Square,
) -> bool {
    let Some((kind, _)) = position.at(from).piece() else {
        return false;
    };
    if rules.table(kind).role == Some(Role::Emperor) {
        return emperor::takes_on(position, rules, from, target);
    }
    reaches(position, rules, from, target)
}

/// Squares of enemy pieces that the piece on `from` could take (rule 6.3).
pub fn targets(position: &mut Position, rules: &RuleSet, from: Square) -> Vec<Square> {
    let Some(side) = position.at(from).side() else {
        return Vec::new();
    };
    let enemies: Vec<Square> = position.squares(rules, side.other()).collect();
    enemies
        .into_iter()
        .filter(|square| attacks(position, rules, from, *square))
        .collect()
}
