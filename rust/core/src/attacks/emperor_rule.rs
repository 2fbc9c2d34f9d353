//! The emperor rule (rules 5.4 and 5.5), by its definition.

use crate::attacks::displaced::after_taking;
use crate::attacks::emperor_exchange;
use crate::attacks::reach::{emperors, is_emperor, reaches, without_emperors};
use crate::geometry::Square;
use crate::moves::Move;
use crate::position::Position;
use crate::powers::interpreted;
use crate::rules::power_tables::PowerSet;
use crate::rules::{Cell, EmperorRule, Role, RuleSet, Side};

/// What an emperor's move would capture.
#[derive(Clone, Copy)]
pub(crate) struct EmperorCaptures {
    anything: bool,
    royal: bool,
}

impl EmperorCaptures {
    /// What the cells of the victims hold; an empty cell is no victim.
    pub(crate) fn of(rules: &RuleSet, victims: impl IntoIterator<Item = Cell>) -> Self {
        let mut captures = Self { anything: false, royal: false };
        for (kind, _) in victims.into_iter().filter_map(Cell::piece) {
            captures.anything = true;
            captures.royal |= rules.table(kind).role.is_some();
        }
        captures
    }
}

/// Whether the rule allows this pseudo-legal move of the emperor on `mv.from()`.
///
/// The position is changed and restored.
pub fn emperor_may(position: &mut Position, rules: &RuleSet, mv: Move) -> bool {
    try_move(position, rules, mv, is_taken_back).is_none()
}

/// Whether a piece of `side` could capture on `target` (rule 5.3).
pub(crate) fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    without_emperors(position, rules, side, target) || emperor_attacker(position, rules, side, target).is_some()
}

/// The first emperor that could capture on `target` under the emperor rule.
pub(crate) fn emperor_attacker(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let geometry = rules.geometry();
    (0..geometry.ranks()).find_map(|row| {
        Position::bits(position.special_bits(side, row)).find_map(|column| {
            let square = geometry.at(column, row);
            (is_emperor(position, rules, square) && takes_on(position, rules, square, target)).then_some(square)
        })
    })
}

/// The first piece, 1a first and emperors last, that makes [`could_capture`] true.
pub(crate) fn first_attacker(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let first = position
        .squares(rules, side)
        .find(|square| !is_emperor(position, rules, *square) && reaches(position, rules, *square, target));
    first.or_else(|| emperor_attacker(position, rules, side, target))
}

/// For the square where the emperor arrived: by the definition or, with many emperors, by [`emperor_exchange`].
fn is_taken_back(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let could_capture = if emperor_exchange::has_many_emperors(position, rules, target) {
        emperor_exchange::could_capture
    } else {
        could_capture
    };
    could_capture(position, rules, side, target).then_some(target)
}

/// Finds an enemy capture of the emperor on its new square: returns the square of a capturer, or any other square to say
/// only that there is one.
type FindRecapture = fn(&mut Position, &RuleSet, Side, Square) -> Option<Square>;

/// Why the rule forbids the move: the square that matters, where the enemy would take from or where its emperor stands.
pub(crate) fn forbidding_square(position: &mut Position, rules: &RuleSet, mv: Move) -> Option<Square> {
    try_move(position, rules, mv, |position, rules, side, target| {
        if emperor_exchange::is_counted(position, rules, target) {
            emperor_exchange::first_counted(position, rules, side, target)
        } else {
            first_attacker(position, rules, side, target)
        }
    })
}

fn try_move(position: &mut Position, rules: &RuleSet, mv: Move, find_recapture: FindRecapture) -> Option<Square> {
    let side = position.at(mv.from()).side()?;
    let victims = position.victims(mv);
    let captures = EmperorCaptures::of(rules, victims.iter().map(|victim| victim.cell()));
    let taken = |square: Square| victims.iter().any(|victim| victim.square() == square);
    match verdict_on(position, rules, side, captures, taken) {
        Verdict::Allowed => None,
        Verdict::Forbidden(square) => Some(square),
        Verdict::IfSafe => {
            let to = mv.to();
            let squares = victims.iter().map(|victim| victim.square());
            after_taking(position, rules, (mv.from(), to), squares, |position| {
                find_recapture(position, rules, side.other(), to)
            })
        }
    }
}

/// Whether the emperor on `from` could take an enemy on `target` as the rule lets it; what stands there, if not an enemy,
/// counts as an enemy pawn (rule 5.3).
pub(crate) fn takes_on(position: &mut Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let Some((_, side)) = position.at(from).piece() else {
        return false;
    };
    let powers = rules.powers_of(position.at(from));
    if !powers.is_simple() && !powers.has(PowerSet::UNIVERSAL) {
        return route_captures(position, rules, side, from, target);
    }
    if !reaches(position, rules, from, target) {
        return false;
    }
    let royal = match position.at(target).piece() {
        Some((kind, owner)) if owner != side => rules.table(kind).role.is_some(),
        _ => false,
    };
    match verdict_on(position, rules, side, EmperorCaptures { anything: true, royal }, |square| square == target) {
        Verdict::Allowed => true,
        Verdict::Forbidden(_) => false,
        Verdict::IfSafe => after_taking(position, rules, (from, target), std::iter::once(target), |position| {
            is_taken_back(position, rules, side.other(), target)
        })
        .is_none(),
    }
}

/// The same for an emperor of a user-defined game that could capture on `target` and end elsewhere: each route is tested.
#[inline(never)]
fn route_captures(position: &mut Position, rules: &RuleSet, side: Side, from: Square, target: Square) -> bool {
    let enemy_role = |position: &Position, square: Square| match position.at(square).piece() {
        Some((kind, owner)) if owner != side => rules.table(kind).role,
        _ => None,
    };
    interpreted::routes_taking(position, rules, from, target).into_iter().any(|route| {
        let (to, victims) = (route.end(), route.victims.as_slice());
        let royal = victims.iter().any(|square| enemy_role(position, *square).is_some());
        match verdict_on(position, rules, side, EmperorCaptures { anything: true, royal }, |square| {
            victims.contains(&square)
        }) {
            Verdict::Allowed => true,
            Verdict::Forbidden(_) => false,
            Verdict::IfSafe => after_taking(position, rules, (from, to), victims.iter().copied(), |position| {
                is_taken_back(position, rules, side.other(), to)
            })
            .is_none(),
        }
    })
}

pub(crate) enum Verdict {
    Allowed,
    Forbidden(Square),
    IfSafe,
}

/// The verdict of the rule; `enemy_emperor` returns an enemy emperor that would be left.
pub(crate) fn verdict(
    rules: &RuleSet,
    captures: EmperorCaptures,
    enemy_emperor: impl FnOnce() -> Option<Square>,
    has_prince: impl FnOnce() -> bool,
) -> Verdict {
    let if_safe = |needed: bool| {
        if needed { Verdict::IfSafe } else { Verdict::Allowed }
    };
    match rules.options().emperor {
        EmperorRule::Unrestricted => Verdict::Allowed,
        EmperorRule::ProtectedRoyal => if_safe(captures.royal),
        EmperorRule::ProtectedPiece => if_safe(captures.anything),
        EmperorRule::ProtectedPieceByEmperor if !captures.anything => Verdict::Allowed,
        EmperorRule::ProtectedPieceByEmperor => enemy_emperor().map_or(Verdict::IfSafe, Verdict::Forbidden),
        EmperorRule::ProtectedSquare => if_safe(captures.anything || !has_prince()),
    }
}

/// The verdict on an emperor of `side` on this board.
fn verdict_on(
    position: &Position,
    rules: &RuleSet,
    side: Side,
    captures: EmperorCaptures,
    taken: impl Fn(Square) -> bool,
) -> Verdict {
    let enemy_emperor = || emperors(position, rules, side.other()).find(|square| !taken(*square));
    verdict(rules, captures, enemy_emperor, || has_prince(position, rules, side))
}

pub(crate) fn has_prince(position: &Position, rules: &RuleSet, side: Side) -> bool {
    position.royals(rules, side).any(|square| rules.table(position.at(square).kind()).role == Some(Role::Prince))
}
