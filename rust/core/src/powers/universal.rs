//! The universal move (rule 3.9): every square that is empty or holds an enemy. What an emperor may do is rule 5.4.

use crate::geometry::Square;
use crate::moves::Move;
use crate::position::Position;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rules::EmperorRule;
use crate::rules::power_tables::{PowerSet, PowerTables};

pub(crate) struct Universal;

impl Power for Universal {
    const SET: PowerSet = PowerSet::UNIVERSAL;
    const ANYWHERE: PowerSet = Self::SET;

    /// Whole rows at once. Captures of royals are generated one by one if a rule may forbid them (rule 5.4).
    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, _powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        let (position, rules, geometry, side) = (mover.position, mover.rules, mover.geometry(), mover.side());
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

    #[inline]
    fn moves_to<S: PseudoLegalSink>(
        mover: &Mover,
        _powers: &PowerTables,
        to: Square,
        _buffer: &mut Buffer,
        out: &mut S,
    ) {
        mover.push_if_open(to, out);
    }

    #[inline]
    fn attacks(_mover: &Mover, _powers: &PowerTables, _target: &Target) -> bool {
        true
    }
}
