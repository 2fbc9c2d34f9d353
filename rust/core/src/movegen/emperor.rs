//! The emperor rule (rules 5.4 and 5.5).

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::{attacks, crowd, plain};
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

/// A quick no: the rule forbids this pseudo-legal move, as a neighbour that steps there takes the emperor where it arrives.
pub(crate) fn surely_not(position: &Position, rules: &RuleSet, mv: Move) -> bool {
    let Some(side) = position.at(mv.from()).side() else {
        return false;
    };
    if mv.has_via() || mv.from() == mv.to() {
        return false;
    }
    match verdict(position, rules, side, prey(position, rules, std::iter::once(mv.to())), |square| square == mv.to()) {
        Verdict::Free => false,
        Verdict::Never(_) => true,
        Verdict::IfSafe => attacks::by_a_step(position, rules, side.other(), mv.to()),
    }
}

/// For the square where the emperor arrived: by the definition, or, where many emperors can follow it there, by [`crowd`].
fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let could_capture =
        if crowd::gathers(position, rules, target) { crowd::could_capture } else { attacks::could_capture };
    could_capture(position, rules, side, target).then_some(target)
}

/// Answers who takes the emperor where it arrived: some square of the enemy, or any square that says yes.
type Danger = fn(&mut Position, &RuleSet, Side, Square) -> Option<Square>;

/// Why the rule forbids the move: the square that matters, where the enemy would take from or where its emperor stands.
pub(crate) fn blame(position: &mut Position, rules: &RuleSet, mv: Move) -> Option<Square> {
    try_move(position, rules, mv, attacks::first_attacker)
}

fn try_move(position: &mut Position, rules: &RuleSet, mv: Move, danger: Danger) -> Option<Square> {
    let side = position.at(mv.from()).side()?;
    let end = (mv.from() != mv.to()).then(|| mv.to());
    let prey = prey(position, rules, mv.victims_before_end().chain(end));
    let taken = |square: Square| mv.victims_before_end().chain(end).any(|victim| victim == square);
    match verdict(position, rules, side, prey, taken) {
        Verdict::Free => None,
        Verdict::Never(square) => Some(square),
        Verdict::IfSafe => {
            let to = mv.to();
            after_taking(position, rules, (mv.from(), to), mv.victims_before_end().chain(end), |position| {
                danger(position, rules, side.other(), to)
            })
        }
    }
}

/// What stands on the squares of victims.
fn prey(position: &Position, rules: &RuleSet, squares: impl Iterator<Item = Square>) -> Prey {
    let mut prey = Prey { anything: false, royal: false };
    for (kind, _) in squares.filter_map(|square| position.at(square).piece()) {
        prey.anything = true;
        prey.royal |= rules.table(kind).role.is_some();
    }
    prey
}

/// Whether the emperor on `from` could take an enemy on `target` as the rule lets it; what stands there, if not an enemy,
/// counts as an enemy pawn (rule 5.3).
pub(crate) fn takes_on(position: &mut Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let Some((_, side)) = position.at(from).piece() else {
        return false;
    };
    let powers = rules.powers_of(position.at(from));
    if !powers.universal && !powers.is_simple() {
        return takes_by_a_route(position, rules, side, from, target);
    }
    if !attacks::reaches(position, rules, from, target) {
        return false;
    }
    let royal = match position.at(target).piece() {
        Some((kind, owner)) if owner != side => rules.table(kind).role.is_some(),
        _ => false,
    };
    match verdict(position, rules, side, Prey { anything: true, royal }, |square| square == target) {
        Verdict::Free => true,
        Verdict::Never(_) => false,
        Verdict::IfSafe => after_taking(position, rules, (from, target), std::iter::once(target), |position| {
            could_capture(position, rules, side.other(), target)
        })
        .is_none(),
    }
}

/// The same for an emperor, of a game of one's own, that could take on `target` and stand elsewhere: each route is judged.
#[inline(never)]
fn takes_by_a_route(position: &mut Position, rules: &RuleSet, side: Side, from: Square, target: Square) -> bool {
    let enemy_role = |position: &Position, square: Square| match position.at(square).piece() {
        Some((kind, owner)) if owner != side => rules.table(kind).role,
        _ => None,
    };
    plain::routes_taking(position, rules, from, target).into_iter().any(|route| {
        let (to, victims) = (route.end(), route.victims.as_slice());
        let royal = victims.iter().any(|square| enemy_role(position, *square).is_some());
        match verdict(position, rules, side, Prey { anything: true, royal }, |square| victims.contains(&square)) {
            Verdict::Free => true,
            Verdict::Never(_) => false,
            Verdict::IfSafe => after_taking(position, rules, (from, to), victims.iter().copied(), |position| {
                could_capture(position, rules, side.other(), to)
            })
            .is_none(),
        }
    })
}

enum Verdict {
    Free,
    Never(Square),
    IfSafe,
}

fn verdict(position: &Position, rules: &RuleSet, side: Side, prey: Prey, taken: impl Fn(Square) -> bool) -> Verdict {
    let if_safe = |needed: bool| {
        if needed { Verdict::IfSafe } else { Verdict::Free }
    };
    match rules.options().emperor {
        EmperorRule::Unrestricted => Verdict::Free,
        EmperorRule::ProtectedRoyal => if_safe(prey.royal),
        EmperorRule::ProtectedPiece => if_safe(prey.anything),
        EmperorRule::ProtectedPieceByEmperor => {
            let mut emperors = position.with_role(rules, side.other(), Role::Emperor);
            match emperors.find(|square| prey.anything && !taken(*square)) {
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

/// Take the victims off, bring the emperor from one square to another, answer a question there, and put everything back.
fn after_taking<T>(
    position: &mut Position,
    rules: &RuleSet,
    way: (Square, Square),
    victims: impl Iterator<Item = Square>,
    question: impl FnOnce(&mut Position) -> T,
) -> T {
    let mut lifted = [(Square::NONE, Code::EMPTY); plain::MOST];
    for (slot, square) in lifted.iter_mut().zip(victims) {
        *slot = (square, position.lift(rules, square));
    }
    let answer = after_arrival(position, rules, way, question);
    for (square, code) in lifted {
        if code.side().is_some() {
            position.put(rules, square, code);
        } else if code == Code::STONE {
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
    let emperor = position.lift(rules, from);
    let stone = rules.options().protection == Protection::Before && from != to;
    position.put(rules, to, emperor);
    if stone {
        position.set_stone(from, true);
    }
    let answer = question(position);
    if stone {
        position.set_stone(from, false);
    }
    position.lift(rules, to);
    position.put(rules, from, emperor);
    answer
}
