//! Lion trading and the counter-strike of chu (rules 7.2 and 7.3), for any game that names its lions.

use crate::attacks::{emperor_rule, reach};
use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::position::{Position, Victim};
use crate::rules::{Cell, LionTrading, RuleSet};

/// Why a capture of a lion is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forbidden {
    /// A lion takes a distant lion that the piece on this square protects.
    Protected(Square),
    /// A lion was just taken by another piece on the state square; the lion on the first square stands elsewhere. If
    /// the rule binds captures of protected lions alone, the piece on the second square protects it.
    CounterStrike(Square, Option<Square>),
}

/// Whether there is such a rule.
#[inline]
pub(crate) fn applies(rules: &RuleSet) -> bool {
    rules.options().lion_trading != LionTrading::Off
}

/// Whether a capture breaks one of the two rules. The position is changed on the way and left as it was.
pub(crate) fn forbidden(position: &mut Position, rules: &RuleSet, mv: Move) -> Option<Forbidden> {
    if !applies(rules) {
        return None;
    }
    let is_lion = |cell: Cell| cell.side().is_some() && rules.table(cell.kind()).lion;
    let victims = position.victims(mv);
    let mut lions = victims.iter().filter(|victim| is_lion(victim.cell())).map(|victim| victim.square());
    if !is_lion(position.at(mv.from())) {
        let just_taken = position.last_lion_capture()?;
        let mut elsewhere = lions.filter(|square| *square != just_taken);
        return match rules.options().lion_trading {
            LionTrading::Off => None,
            LionTrading::Chu => elsewhere.next().map(|lion| Forbidden::CounterStrike(lion, None)),
            LionTrading::Lishogi => {
                elsewhere.find(|lion| *lion == mv.to()).map(|lion| Forbidden::CounterStrike(lion, None))
            }
            LionTrading::Jcsa => elsewhere.find_map(|lion| {
                let protector = protector(position, rules, mv, &victims, lion)?;
                Some(Forbidden::CounterStrike(lion, Some(protector)))
            }),
        };
    }
    let lion = lions.find(|square| distance(rules.geometry(), mv.from(), *square) > 1)?;
    let excused = victims.iter().any(|victim| victim.square() != lion && !is_worthless(rules, victim));
    if excused {
        return None;
    }
    protector(position, rules, mv, &victims, lion).map(Forbidden::Protected)
}

/// Whether a victim does not justify the capture of a protected lion (rule 7.2).
fn is_worthless(rules: &RuleSet, victim: &Victim) -> bool {
    rules.table(victim.cell().kind()).worthless
}

/// A piece that protects a lion among the victims of a move (rule 7.2).
fn protector(position: &mut Position, rules: &RuleSet, mv: Move, victims: &[Victim], lion: Square) -> Option<Square> {
    let mover = position.at(mv.from());
    let side = mover.side()?;
    let cell = position.lift(rules, mv.from());
    // A piece of no worth that falls on the way protects the lion still: protection is that of the board before it fell.
    let mut worthless = victims.iter().filter(|victim| is_worthless(rules, victim)).map(|victim| victim.square());
    let fallen = worthless.find(|square| reach::reaches(position, rules, *square, lion));
    for victim in victims {
        position.lift(rules, victim.square());
    }
    position.put(rules, mv.to(), cell);
    let avenger = emperor_rule::first_attacker(position, rules, side.other(), mv.to());
    position.lift(rules, mv.to());
    position.put(rules, mv.from(), cell);
    for victim in victims {
        position.put(rules, victim.square(), victim.cell());
    }
    avenger.or(fallen)
}

/// King steps between two squares.
fn distance(geometry: Geometry, from: Square, to: Square) -> usize {
    let columns = geometry.column(from).abs_diff(geometry.column(to));
    columns.max(geometry.row(from).abs_diff(geometry.row(to)))
}
