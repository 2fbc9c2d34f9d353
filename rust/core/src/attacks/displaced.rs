//! Boards on which an emperor's safety is judged (rule 5.5): its victims gone, the emperor elsewhere. Each function changes a
//! position, calls a closure with it, and leaves it as it was.

use crate::geometry::Square;
use crate::position::{Position, Victim, Victims};
use crate::rules::{Cell, Protection, RuleSet};

/// Answer a question on the board with the emperor away from its square, which has a stone where protection is judged before
/// the move.
pub(crate) fn away<T>(
    position: &mut Position,
    rules: &RuleSet,
    from: Square,
    question: impl FnOnce(&mut Position) -> T,
) -> T {
    let emperor = position.lift(rules, from);
    let stone = rules.options().protection == Protection::Before;
    if stone {
        position.set_stone(from, true);
    }
    let answer = question(position);
    if stone {
        position.set_stone(from, false);
    }
    position.put(rules, from, emperor);
    answer
}

/// Take the victims off, bring the emperor from one square to another, answer a question there, and put everything back.
pub(crate) fn after_taking<T>(
    position: &mut Position,
    rules: &RuleSet,
    way: (Square, Square),
    victims: impl Iterator<Item = Square>,
    question: impl FnOnce(&mut Position) -> T,
) -> T {
    let lifted: Victims = victims.map(|square| Victim::new(square, position.lift(rules, square))).collect();
    let answer = after_arrival(position, rules, way, question);
    for victim in lifted {
        let (square, code) = (victim.square(), victim.cell());
        if code.side().is_some() {
            position.put(rules, square, code);
        } else if code == Cell::STONE {
            position.set_stone(square, true);
        }
    }
    answer
}

/// With the victims gone: put the emperor from `from` on `to` and answer a question there, such as who could take it. The
/// old square is empty, or has a stone where protection is judged before the move. Everything is put back.
pub(crate) fn after_arrival<T>(
    position: &mut Position,
    rules: &RuleSet,
    (from, to): (Square, Square),
    question: impl FnOnce(&mut Position) -> T,
) -> T {
    if from == to {
        return question(position);
    }
    let emperor = position.at(from);
    away(position, rules, from, |position| {
        position.put(rules, to, emperor);
        let answer = question(position);
        position.lift(rules, to);
        answer
    })
}
