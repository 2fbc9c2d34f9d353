//! Promotion and contagion (chapter 4): what a move makes of its piece.

use crate::geometry::Square;
use crate::moves::{Change, Move};
use crate::position::{Placement, Victim};
use crate::rules::{Cell, ContagionOrder, Duty, Kind, PromotionVictim, RuleSet, Side, Trigger};

/// The changes a move can have: one, or two where the mover may choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    list: [Change; 2],
    len: usize,
}

impl Choices {
    const NONE: Self = Self { list: [Change::None; 2], len: 1 };

    const fn one(change: Change) -> Self {
        Self { list: [change; 2], len: 1 }
    }

    const fn two(first: Change, second: Change) -> Self {
        Self { list: [first, second], len: 2 }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Change] {
        &self.list[..self.len]
    }
}

/// Contagion among the victims (rules 4.3 and 4.5): index of the contagious type that decides, and of the other one if
/// both were taken.
fn infection(rules: &RuleSet, victims: &[Victim]) -> Option<(u8, Option<u8>)> {
    let mut decides = None;
    let mut other = None;
    for victim in victims {
        let index = rules.table(victim.cell().kind()).infects;
        if index > 0 {
            other = decides.filter(|known| *known != index - 1).or(other);
            decides = Some(index - 1);
        }
    }
    decides.map(|decides| (decides, other.filter(|other| *other != decides)))
}

/// Whether a contagious piece is among the victims.
pub(crate) fn infects(rules: &RuleSet, victims: &[Victim]) -> bool {
    infection(rules, victims).is_some()
}

/// What the mover is after a move that takes `victims`.
pub(super) fn becomes(rules: &RuleSet, mover: Cell, victims: &[Victim], change: Change) -> Kind {
    let kind = mover.kind();
    let contagious = |index: u8| rules.contagious().get(usize::from(index)).copied().unwrap_or(kind);
    match change {
        Change::None => kind,
        Change::Named(index) => contagious(index),
        Change::Plus => {
            let table = rules.table(kind);
            match infection(rules, victims) {
                Some((index, _)) if !table.exempt => contagious(index),
                _ => table.promotion.unwrap_or(kind),
            }
        }
    }
}

/// The changes that a pseudo-legal move, whatever change it names, can have; `is_capture`: whether it captures.
#[inline]
pub(crate) fn choices(rules: &RuleSet, placement: &Placement, mv: Move, is_capture: bool) -> Choices {
    if !is_capture {
        if rules.options().promotion_zone == 0 {
            return Choices::NONE;
        }
        return own_promotion(rules, placement.at(mv.from()), mv, &[]);
    }
    capture_choices(rules, placement.at(mv.from()), mv, &placement.victims(mv))
}

fn capture_choices(rules: &RuleSet, mover: Cell, mv: Move, victims: &[Victim]) -> Choices {
    let kind = mover.kind();
    let table = rules.table(kind);
    let Some((decides, other)) = infection(rules, victims) else {
        return own_promotion(rules, mover, mv, victims);
    };
    if table.exempt {
        // An exempt piece takes its own promotion if it has one, unless nothing promotes (rule 4.4).
        let promotes = table.promotion.is_some() && !rules.options().promotion.is_empty();
        return Choices::one(if promotes { Change::Plus } else { Change::None });
    }
    let written = |index: u8, change| {
        if rules.contagious().get(usize::from(index)) == Some(&kind) { Change::None } else { change }
    };
    let first = written(decides, Change::Plus);
    match other {
        Some(other) if rules.options().contagion_order == ContagionOrder::Choice => {
            Choices::two(first, written(other, Change::Named(other)))
        }
        _ => Choices::one(first),
    }
}

/// The promotion table (rules 4.1, 4.2, 4.6, 4.7 and 7.1).
fn own_promotion(rules: &RuleSet, mover: Cell, mv: Move, victims: &[Victim]) -> Choices {
    let Some((kind, side)) = mover.piece() else {
        return Choices::NONE;
    };
    if rules.table(kind).promotion.is_none() {
        return Choices::NONE;
    }
    for row in &rules.options().promotion {
        if applies(rules, (kind, side), mv, victims, row.when) {
            return match row.duty {
                Duty::Forced => Choices::one(Change::Plus),
                Duty::Free => Choices::two(Change::None, Change::Plus),
            };
        }
    }
    Choices::NONE
}

fn applies(rules: &RuleSet, (kind, side): (Kind, Side), mv: Move, victims: &[Victim], when: Trigger) -> bool {
    let row = |square: Square| rules.geometry().row(square);
    let in_zone = |square: Square| rules.in_zone(row(square), side);
    let is_capture = !victims.is_empty();
    match when {
        Trigger::Capture => is_capture,
        Trigger::CaptureOfPromoted => takes_promoted(rules, victims),
        Trigger::EnterZone => !in_zone(mv.from()) && in_zone(mv.to()),
        Trigger::CaptureInZone => is_capture && (in_zone(mv.from()) || in_zone(mv.to())),
        Trigger::LastRank => {
            let last = |square: Square| rules.is_last_row(row(square), side);
            rules.table(kind).last_rank && !last(mv.from()) && last(mv.to())
        }
        Trigger::MoveInZone => in_zone(mv.from()) || in_zone(mv.to()),
        Trigger::EndInZone => in_zone(mv.to()),
        Trigger::DeadEnd => rules.is_dead_end(kind, side, mv.to()),
    }
}

fn takes_promoted(rules: &RuleSet, victims: &[Victim]) -> bool {
    let promoted = |victim: &Victim| victim.cell().kind().promoted();
    match rules.options().promotion_victim {
        PromotionVictim::Any => victims.iter().any(promoted),
        PromotionVictim::Last => victims.last().is_some_and(promoted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// The type that decides, and the other if both were taken, whichever fell how often (rules 4.3 and 4.5).
    #[test]
    fn of_three_victims_the_last_infects_and_the_other_is_known() {
        let rules = RuleSet::named("maka[contagion_order=choice]").unwrap();
        let contagious = rules.contagious();
        assert_eq!(contagious.len(), 2);
        let mover = rules.all_kinds().find(|kind| rules.table(*kind).infects == 0).unwrap();
        let [from, one, two, to] = [0, 1, 2, 3].map(|column| rules.geometry().at(column, 4));
        for (victims, decides, other) in [
            ([0, 0, 0], 0, None),
            ([0, 0, 1], 1, Some(0)),
            ([0, 1, 0], 0, Some(1)),
            ([0, 1, 1], 1, Some(0)),
            ([1, 0, 0], 0, Some(1)),
            ([1, 0, 1], 1, Some(0)),
            ([1, 1, 0], 0, Some(1)),
            ([1, 1, 1], 1, None),
        ] {
            let mut position = Position::empty(&rules);
            position.put(&rules, from, Cell::new(mover, Side::Black));
            for (square, victim) in [one, two, to].into_iter().zip(victims) {
                position.put(&rules, square, Cell::new(contagious[victim], Side::White));
            }
            let found = infection(&rules, &position.victims(Move::via(from, one, two, to)));
            assert_eq!(found, Some((decides, other)), "{victims:?}");
        }
    }
}
