//! The emperor rule (rules 5.4 and 5.5).

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::attacks;
use crate::moves::Move;
use crate::rules::{Code, EmperorRule, Protection, Role, RuleSet, Side};

/// What an emperor would take on its way.
#[derive(Clone, Copy)]
struct Prey {
    anything: bool,
    royal: bool,
}

/// Whether the rule lets the emperor that stands on `mv.from()` make this pseudo-legal move.
///
/// The position is changed on the way and left as it was.
pub fn emperor_may(position: &mut Position, rules: &RuleSet, mv: Move) -> bool {
    try_move(position, rules, mv, could_capture).is_none()
}

fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    attacks::could_capture(position, rules, side, target).then_some(target)
}

/// Answers who takes the emperor where it arrived: some square of the enemy, or any square that says yes.
type Danger = fn(&mut Position, &RuleSet, Side, Square) -> Option<Square>;

/// Why the rule forbids the move: the square that matters, where the enemy would take from or where its emperor stands.
pub(crate) fn blame(position: &mut Position, rules: &RuleSet, mv: Move) -> Option<Square> {
    try_move(position, rules, mv, attacks::first_attacker)
}

fn try_move(position: &mut Position, rules: &RuleSet, mv: Move, danger: Danger) -> Option<Square> {
    let side = position.at(mv.from()).side()?;
    let mut prey = Prey { anything: false, royal: false };
    let end = (mv.from() != mv.to()).then(|| mv.to());
    for square in mv.victims_before_end().chain(end) {
        if let Some((kind, _)) = position.at(square).piece() {
            prey.anything = true;
            prey.royal |= rules.table(kind).role.is_some();
        }
    }
    match verdict(position, rules, side, mv.to(), prey) {
        Verdict::Free => None,
        Verdict::Never(square) => Some(square),
        Verdict::IfSafe => {
            let (from, to) = (mv.from(), mv.to());
            let mut lifted = [(Square::NONE, Code::EMPTY); 3];
            for (slot, square) in lifted.iter_mut().zip(mv.victims_before_end().chain(end)) {
                *slot = (square, position.lift(rules, square));
            }
            let danger = after_arrival(position, rules, side, (from, to), danger);
            for (square, code) in lifted {
                if code.side().is_some() {
                    position.put(rules, square, code);
                }
            }
            danger
        }
    }
}

/// Whether the emperor on `from` could take an enemy on `target` as the rule lets it; what stands there, if not an enemy,
/// counts as an enemy pawn (rule 5.3).
pub(crate) fn takes_on(position: &mut Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let Some((_, side)) = position.at(from).piece() else {
        return false;
    };
    if !attacks::reaches(position, rules, from, target) {
        return false;
    }
    let royal = match position.at(target).piece() {
        Some((kind, owner)) if owner != side => rules.table(kind).role.is_some(),
        _ => false,
    };
    match verdict(position, rules, side, target, Prey { anything: true, royal }) {
        Verdict::Free => true,
        Verdict::Never(_) => false,
        Verdict::IfSafe => {
            let victim = position.lift(rules, target);
            let danger = after_arrival(position, rules, side, (from, target), could_capture);
            if victim.side().is_some() {
                position.put(rules, target, victim);
            } else if victim == Code::STONE {
                position.set_stone(target, true);
            }
            danger.is_none()
        }
    }
}

enum Verdict {
    Free,
    Never(Square),
    IfSafe,
}

fn verdict(position: &Position, rules: &RuleSet, side: Side, target: Square, prey: Prey) -> Verdict {
    let if_safe = |needed: bool| {
        if needed { Verdict::IfSafe } else { Verdict::Free }
    };
    match rules.options().emperor {
        EmperorRule::Unrestricted => Verdict::Free,
        EmperorRule::ProtectedRoyal => if_safe(prey.royal),
        EmperorRule::ProtectedPiece => if_safe(prey.anything),
        EmperorRule::ProtectedPieceByEmperor => {
            let mut emperors = position.with_role(rules, side.other(), Role::Emperor);
            match emperors.find(|square| prey.anything && *square != target) {
                Some(emperor) => Verdict::Never(emperor),
                None => if_safe(prey.anything),
            }
        }
        EmperorRule::ProtectedSquare => {
            let has_prince = || position.with_role(rules, side, Role::Prince).next().is_some();
            if_safe(prey.anything || !has_prince())
        }
    }
}

/// With the victims gone: put the emperor of `side` on `to` and ask who could take it there. The old square is empty, or
/// has a stone where protection is judged before the move. Everything is put back.
fn after_arrival(
    position: &mut Position,
    rules: &RuleSet,
    side: Side,
    (from, to): (Square, Square),
    danger: Danger,
) -> Option<Square> {
    let emperor = position.lift(rules, from);
    let stone = rules.options().protection == Protection::Before && from != to;
    position.put(rules, to, emperor);
    if stone {
        position.set_stone(from, true);
    }
    let danger = danger(position, rules, side.other(), to);
    if stone {
        position.set_stone(from, false);
    }
    position.lift(rules, to);
    position.put(rules, from, emperor);
    danger
}
