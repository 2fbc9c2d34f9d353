//! Boards for testing an emperor's safety (rule 5.5): its victims gone, the emperor elsewhere. Each function changes a
//! position, calls a function with it, and restores it.

use crate::geometry::Square;
use crate::position::{Position, Victim, Victims};
use crate::rules::{Cell, Protection, RuleSet};

/// Call a function with the emperor off the board. Its square has a stone if protection is determined before the move.
pub(crate) fn away<T>(
    position: &mut Position,
    rules: &RuleSet,
    from: Square,
    run: impl FnOnce(&mut Position) -> T,
) -> T {
    let emperor = position.lift(rules, from);
    let stone = rules.options().protection == Protection::Before;
    if stone {
        position.set_stone(from, true);
    }
    let result = run(position);
    if stone {
        position.set_stone(from, false);
    }
    position.put(rules, from, emperor);
    result
}

/// Call a function with the victims off the board and the emperor moved.
pub(crate) fn after_taking<T>(
    position: &mut Position,
    rules: &RuleSet,
    way: (Square, Square),
    victims: impl Iterator<Item = Square>,
    run: impl FnOnce(&mut Position) -> T,
) -> T {
    let lifted: Victims = victims.map(|square| Victim::new(square, position.lift(rules, square))).collect();
    let result = after_arrival(position, rules, way, run);
    for victim in lifted {
        let (square, cell) = (victim.square(), victim.cell());
        debug_assert!(cell != Cell::STONE, "no emperor captures on a stone");
        if cell.side().is_some() {
            position.put(rules, square, cell);
        }
    }
    result
}

/// Call a function with the emperor moved from `from` to `to`, where the victims are already off the board. The old square
/// is empty, or has a stone if protection is determined before the move.
pub(crate) fn after_arrival<T>(
    position: &mut Position,
    rules: &RuleSet,
    (from, to): (Square, Square),
    run: impl FnOnce(&mut Position) -> T,
) -> T {
    if from == to {
        return run(position);
    }
    let emperor = position.at(from);
    away(position, rules, from, |position| {
        position.put(rules, to, emperor);
        let result = run(position);
        position.lift(rules, to);
        result
    })
}
