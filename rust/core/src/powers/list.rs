//! The list of powers, and functions over all powers of a piece.

use crate::geometry::Square;
use crate::position::Position;
use crate::powers::area::Area;
use crate::powers::direct::{self, Direct};
use crate::powers::hook::Hook;
use crate::powers::hop::Hop;
use crate::powers::igui::Igui;
use crate::powers::interpreted::Interpreted;
use crate::powers::jump::Jump;
use crate::powers::line::Line;
use crate::powers::lion::Lion;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::run::Run;
use crate::powers::skip::Skip;
use crate::powers::sweep::Sweep;
use crate::powers::universal::Universal;
use crate::powers::walk::Walk;
use crate::rules::RuleSet;
use crate::rules::power_tables::PowerTables;

/// Every power but the direct one, in the order of the moves in a list.
pub(crate) type Special = (Interpreted, (Hook, (Lion, (Area, (Line, (Jump, (Walk, (Universal, Passing))))))));

/// Powers that pass pieces along a line, and the captures that go with them.
type Passing = (Sweep, (Hop, (Skip, (Run, Igui))));

/// Every power. Generation makes the direct moves apart, since most pieces have no others.
pub(crate) type Powers = (Direct, Special);

/// Generate every pseudo-legal move of the piece on `from`, each once, promotion not considered (rules 3.1 to 3.11).
///
/// `buffer` is scratch space for powers that compare routes.
#[inline]
pub fn pseudo_legal_moves(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    buffer: &mut Buffer,
    out: &mut impl PseudoLegalSink,
) {
    if let Some((kind, side)) = position.at(from).piece() {
        let mover = Mover::alone(position, rules, from, side);
        by_powers(&mover, rules.powers(kind, side), buffer, out);
    }
}

/// As [`pseudo_legal_moves`], of a mover with its neighbours.
#[inline]
pub(crate) fn by_powers(mover: &Mover, powers: &PowerTables, buffer: &mut Buffer, out: &mut impl PseudoLegalSink) {
    direct::moves(mover, mover.profile(), || powers, out);
    if powers.has(Special::SET) {
        Special::moves(mover, powers, buffer, out);
    }
}

/// Visit the squares whose contents the moves of the mover depend on, its own included. Returns `false`, and visits none, if
/// they may depend on any square.
pub(crate) fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) -> bool {
    if powers.has(Powers::ANYWHERE) {
        return false;
    }
    visit(mover.from);
    Powers::footprint(mover, powers, visit);
    true
}

/// Visit the squares that the mover attacks. Returns `false`, and visits none, if they cannot be listed.
#[inline]
pub(crate) fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) -> bool {
    if powers.has(Powers::ANYWHERE) {
        return false;
    }
    Powers::attacked(mover, powers, visit);
    true
}
