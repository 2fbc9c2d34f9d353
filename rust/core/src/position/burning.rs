//! Burning (rule 9.4): what a fire demon does to the squares around the end of a move.
//!
//! ```text
//!   x o .      The demon D has come to the middle: it burns the enemies x, not its own pieces o.
//!   . D x      A piece that stops beside an enemy demon vanishes instead, whether it is a demon or not.
//!   o . x
//! ```

use crate::geometry::Square;
use crate::moves::Move;
use crate::position::{Placement, Victim, Victims, promotion};
use crate::rules::{Burning, Cell, RuleSet, Side};

/// What fire does at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fire {
    /// Nothing.
    None,
    /// The mover stands beside an enemy demon and vanishes.
    MoverVanishes,
    /// The mover is a demon: its enemy neighbours vanish.
    NeighboursVanish,
}

impl Placement {
    /// What fire does at the end of a move that captures `victims` and leaves `after` on its end.
    pub(super) fn fire(&self, rules: &RuleSet, mv: Move, after: Cell, victims: &[Victim]) -> Fire {
        let burns = |cell: Cell| rules.table(cell.kind()).burns;
        let mover_burns = burns(after);
        let first = mover_burns && rules.options().burning == Burning::MoverFirst;
        let enemy = after.side().map(Side::other);
        if !first && self.around(rules, enemy, mv.to(), victims).any(|victim| burns(victim.cell())) {
            Fire::MoverVanishes
        } else if mover_burns {
            Fire::NeighboursVanish
        } else {
            Fire::None
        }
    }

    /// Add the pieces that fire takes to the victims, 1a first.
    pub(super) fn add_burnt(&self, rules: &RuleSet, mv: Move, after: Cell, victims: &mut Victims) {
        let burnt: Victims = self.around(rules, after.side().map(Side::other), mv.to(), victims).collect();
        victims.extend(burnt);
    }

    /// The pieces of a side beside the end of a move, without those that the move captures.
    fn around<'a>(
        &'a self,
        rules: &'a RuleSet,
        side: Option<Side>,
        end: Square,
        victims: &'a [Victim],
    ) -> impl Iterator<Item = Victim> + 'a {
        rules.neighbour_deltas().deltas[..9].iter().filter_map(move |delta| {
            let square = end.offset(*delta);
            let victim = Victim::new(square, self.at(square));
            (victim.cell().side() == side && square != end && !victims.contains(&victim)).then_some(victim)
        })
    }

    /// Whether the piece on `from`, of whichever side, has a move that burns what stands on `target` (rule 9.4): whether or
    /// not it is to move, and without regard to legality.
    pub(crate) fn burns_by(&self, rules: &RuleSet, mv: Move, target: Square) -> bool {
        let mover = self.at(mv.from());
        let Some(side) = mover.side() else { return false };
        let victims = self.victims(mv);
        let choices = promotion::choices(rules, self, mv, !victims.is_empty());
        choices.as_slice().iter().any(|change| {
            let after = Cell::new(promotion::becomes(rules, mover, &victims, *change), side);
            self.fire(rules, mv, after, &victims) == Fire::NeighboursVanish
                && self.around(rules, Some(side.other()), mv.to(), &victims).any(|victim| victim.square() == target)
        })
    }
}
