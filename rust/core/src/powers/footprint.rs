//! Which squares the moves of a piece depend on.

use crate::geometry::{Geometry, Square, Vector};
use crate::position::Position;
use crate::rules::RuleSet;
use crate::rules::power_tables::PowerTables;

/// Tell the squares that the moves of the piece on `from`, of the side to move, depend on, some perhaps more than once or
/// without need. `false`, and no square, where they may depend on any.
pub(crate) fn seen_from(position: &Position, rules: &RuleSet, from: Square, tell: &mut impl FnMut(Square)) -> bool {
    let code = position.at(from);
    let (powers, shortcuts) = (rules.powers_of(code), rules.profile(code).shortcuts);
    let looks_farther = shortcuts.look_at_quiet || shortcuts.look_at_captures || shortcuts.exposure;
    if looks_farther || powers.universal || powers.literal {
        return false;
    }
    around(from, radius(powers), rules.geometry(), tell);
    for leap in &powers.leaps {
        tell(from.offset(*leap));
    }
    for slide in &powers.slides {
        along(position, from, slide.delta, slide.reach, tell);
    }
    for hook in &powers.hooks {
        along(position, from, hook.delta, u8::MAX, &mut |corner| {
            tell(corner);
            for turn in hook.turns {
                along(position, corner, turn, u8::MAX, tell);
            }
        });
    }
    true
}

/// The farthest square of lions and line powers, by king steps; at least the neighbours.
fn radius(powers: &PowerTables) -> i8 {
    let lines = powers.lines.iter().map(|line| line.squares).max();
    powers.area.max(lines.unwrap_or(0)).max(1).cast_signed()
}

/// All squares within so many king steps, and the square itself.
pub(crate) fn around(from: Square, radius: i8, geometry: Geometry, tell: &mut impl FnMut(Square)) {
    for right in -radius..=radius {
        for forward in -radius..=radius {
            tell(from.offset(geometry.delta(Vector::new(right, forward), true)));
        }
    }
}

/// The squares of a walk, with the one that ends it.
pub(crate) fn along(position: &Position, start: Square, delta: i16, reach: u8, tell: &mut impl FnMut(Square)) {
    let mut square = start;
    for _ in 0..reach {
        square = square.offset(delta);
        tell(square);
        if !position.at(square).is_empty() {
            return;
        }
    }
}
