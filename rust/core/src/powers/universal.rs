//! The universal move (rule 3.9): every square that is empty or holds an enemy. What an emperor may do is rule 5.4.

use crate::moves::Move;
use crate::position::Position;
use crate::powers::{EffectSink, Mover};
use crate::rules::{EmperorRule, RuleSet, Side};

pub(crate) fn moves(mover: &Mover, rules: &RuleSet, side: Side, out: &mut impl EffectSink) {
    let (position, geometry) = (mover.position, rules.geometry());
    // Only this rule tells royals from other pieces that an emperor takes; elsewhere they come with their row.
    let royals_apart = rules.options().emperor == EmperorRule::ProtectedRoyal;
    let royals = royals_apart.then(|| position.royal_rows(rules, side.other()));
    let all = geometry.all_columns();
    for row in 0..geometry.ranks() {
        let enemies = position.row_bits(side.other(), row);
        let royals = royals.as_ref().map_or(0, |royals| royals[row]);
        let empty = all & !(position.row_bits(side, row) | enemies);
        let first = geometry.at(0, row);
        out.row(mover.from, first, empty, enemies & !royals);
        for column in Position::bits(royals) {
            out.capture(Move::new(mover.from, first.along_row(column)));
        }
    }
}
