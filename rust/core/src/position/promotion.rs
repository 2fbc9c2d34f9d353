//! Promotion and contagion (chapter 4): what a move makes of its piece.

use crate::geometry::Square;
use crate::moves::{Change, Move};
use crate::position::Placement;
use crate::powers::interpreted;
use crate::rules::{ContagionOrder, Duty, Kind, PromotionVictim, RuleSet, Side, Trigger};

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

/// Victims of a move in the order taken (rule 3.10): a move tells them all but the one on its end, which is the last
/// unless it was told.
pub(crate) fn victims(placement: &Placement, mv: Move) -> interpreted::Squares {
    let mut list = interpreted::Squares::default();
    let to = mv.to();
    let mut end_told = mv.from() == to || placement.at(to).is_empty();
    for square in mv.victims_before_end() {
        end_told |= square == to;
        list.push(square);
    }
    if !end_told {
        list.push(to);
    }
    list
}

/// Contagion among the victims (rules 4.3 and 4.5): index of the contagious type that decides, and of the other kind if
/// both were taken.
fn infection(rules: &RuleSet, placement: &Placement, mv: Move) -> Option<(u8, Option<u8>)> {
    let infects = |square: Square| match placement.at(square).piece() {
        Some((kind, _)) => rules.table(kind).infects,
        None => 0,
    };
    if !mv.has_via() {
        let index = if mv.from() == mv.to() { 0 } else { infects(mv.to()) };
        return (index > 0).then(|| (index - 1, None));
    }
    let mut decides = None;
    let mut other = None;
    for square in victims(placement, mv).as_slice() {
        let index = infects(*square);
        if index > 0 {
            other = decides.filter(|known| *known != index - 1).or(other);
            decides = Some(index - 1);
        }
    }
    decides.map(|decides| (decides, other.filter(|other| *other != decides)))
}

/// Whether a contagious piece is among the victims.
pub(crate) fn infects(rules: &RuleSet, placement: &Placement, mv: Move) -> bool {
    infection(rules, placement, mv).is_some()
}

/// What the mover is after the move.
pub(crate) fn becomes(rules: &RuleSet, placement: &Placement, mv: Move) -> Kind {
    let kind = placement.at(mv.from()).kind();
    match mv.change() {
        Change::None => kind,
        Change::Named(index) => rules.contagious().get(usize::from(index)).copied().unwrap_or(kind),
        Change::Plus => {
            let table = rules.table(kind);
            if !table.exempt
                && let Some((index, _)) = infection(rules, placement, mv)
            {
                return rules.contagious().get(usize::from(index)).copied().unwrap_or(kind);
            }
            table.promotion.unwrap_or(kind)
        }
    }
}

/// The changes that a pseudo-legal effect can have.
#[inline]
pub(crate) fn choices(rules: &RuleSet, placement: &Placement, mv: Move, takes: bool) -> Choices {
    if !takes {
        if rules.options().promotion_zone == 0 {
            return Choices::NONE;
        }
        return own_promotion(rules, placement, mv, takes);
    }
    capture_choices(rules, placement, mv)
}

fn capture_choices(rules: &RuleSet, placement: &Placement, mv: Move) -> Choices {
    let kind = placement.at(mv.from()).kind();
    let table = rules.table(kind);
    let Some((decides, other)) = infection(rules, placement, mv) else {
        return own_promotion(rules, placement, mv, true);
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

/// The promotion table (rules 4.1, 4.2 and 7.1).
fn own_promotion(rules: &RuleSet, placement: &Placement, mv: Move, takes: bool) -> Choices {
    let Some((kind, side)) = placement.at(mv.from()).piece() else {
        return Choices::NONE;
    };
    if rules.table(kind).promotion.is_none() {
        return Choices::NONE;
    }
    for row in &rules.options().promotion {
        if applies(rules, placement, mv, takes, row.when, side, kind) {
            return match row.duty {
                Duty::Forced => Choices::one(Change::Plus),
                Duty::Free => Choices::two(Change::None, Change::Plus),
            };
        }
    }
    Choices::NONE
}

fn applies(
    rules: &RuleSet,
    placement: &Placement,
    mv: Move,
    takes: bool,
    when: Trigger,
    side: Side,
    kind: Kind,
) -> bool {
    let row = |square: Square| rules.geometry().row(square);
    let in_zone = |square: Square| rules.in_zone(row(square), side);
    match when {
        Trigger::Capture => takes,
        Trigger::CaptureOfPromoted => takes && takes_promoted(rules, placement, mv),
        Trigger::EnterZone => !in_zone(mv.from()) && in_zone(mv.to()),
        Trigger::CaptureInZone => takes && (in_zone(mv.from()) || in_zone(mv.to())),
        Trigger::LastRank => {
            let last = |square: Square| rules.is_last_row(row(square), side);
            rules.table(kind).last_rank && !last(mv.from()) && last(mv.to())
        }
    }
}

fn takes_promoted(rules: &RuleSet, placement: &Placement, mv: Move) -> bool {
    let promoted = |square: &Square| placement.at(*square).kind().promoted();
    if !mv.has_via() {
        return promoted(&mv.to());
    }
    let list = victims(placement, mv);
    match rules.options().promotion_victim {
        PromotionVictim::Any => list.as_slice().iter().any(promoted),
        PromotionVictim::Last => list.as_slice().last().is_some_and(promoted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::Cell;

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
            let found = infection(&rules, &position, Move::via(from, one, two, to));
            assert_eq!(found, Some((decides, other)), "{victims:?}");
        }
    }
}
