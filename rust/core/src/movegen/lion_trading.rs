//! Lion trading and the counter-strike of chu (rules 7.2 and 7.3), for any game that names its lions.

use crate::attacks::{emperor_rule, reach};
use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::position::{Position, Victim};
use crate::rules::{Cell, Chu, RuleSet};

/// Why a capture of a lion is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forbidden {
    /// A lion takes a distant lion that the piece on this square protects.
    Protected(Square),
    /// A lion was just taken by another piece on the state square; this lion stands elsewhere.
    CounterStrike(Square),
}

/// Whether there is such a rule.
#[inline]
pub(crate) fn applies(rules: &RuleSet) -> bool {
    rules.options().lion_trading != Chu::Off
}

/// Whether a capture breaks one of the two rules. The position is changed on the way and left as it was.
pub(crate) fn forbidden(position: &mut Position, rules: &RuleSet, mv: Move) -> Option<Forbidden> {
    if !applies(rules) {
        return None;
    }
    let is_lion = |cell: Cell| cell.side().is_some() && rules.table(cell.kind()).lion;
    let mover = position.at(mv.from());
    let victims = position.victims(mv);
    let mut lions = victims.iter().filter(|victim| is_lion(victim.cell())).map(|victim| victim.square());
    if !is_lion(mover) {
        let just_taken = position.last_lion_capture()?;
        return lions.find(|square| *square != just_taken).map(Forbidden::CounterStrike);
    }
    let side = mover.side()?;
    let lion = lions.find(|square| distance(rules.geometry(), mv.from(), *square) > 1)?;
    let is_worthless = |victim: &Victim| rules.table(victim.cell().kind()).worthless;
    let excused = victims.iter().any(|victim| victim.square() != lion && !is_worthless(victim));
    if excused {
        return None;
    }
    let cell = position.lift(rules, mv.from());
    // A piece of no worth that falls on the way protects the lion still: protection is that of the board before it fell.
    let mut worthless = victims.iter().filter(|victim| is_worthless(victim)).map(|victim| victim.square());
    let fallen = worthless.find(|square| reach::reaches(position, rules, *square, lion));
    for victim in &victims {
        position.lift(rules, victim.square());
    }
    position.put(rules, mv.to(), cell);
    let avenger = emperor_rule::first_attacker(position, rules, side.other(), mv.to());
    position.lift(rules, mv.to());
    position.put(rules, mv.from(), cell);
    for victim in &victims {
        position.put(rules, victim.square(), victim.cell());
    }
    avenger.or(fallen).map(Forbidden::Protected)
}

/// King steps between two squares.
fn distance(geometry: Geometry, from: Square, to: Square) -> usize {
    let columns = geometry.column(from).abs_diff(geometry.column(to));
    columns.max(geometry.row(from).abs_diff(geometry.row(to)))
}
