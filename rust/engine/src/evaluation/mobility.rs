//! Values of kinds without any knowledge of a game: how many moves a piece has, on average, on partly filled boards.

use std::sync::Arc;

use mujo_core::game::setup::Setup;
use mujo_core::geometry::Square;
use mujo_core::moves::Move;
use mujo_core::position::Position;
use mujo_core::powers::{self, PseudoLegalFn, route};
use mujo_core::rules::{Cell, Kind, RuleSet, Side};

use crate::random::Random;
use crate::score::rounded;

/// Shares of the squares that hold a piece; games pass through all of them.
const FILLS: [f64; 3] = [0.15, 0.30, 0.45];
/// Boards of each share.
const BOARDS: usize = 12;
/// Squares on which every kind is tried, on each board.
const SQUARES: usize = 10;
/// A value grows with this power of the mobility.
const POWER: f64 = 1.0;
/// Weight of a move that also captures before its end; others have 1.
const VIA: f64 = 0.5;
/// The share of what a promotion gains, or loses, that the unpromoted piece is already worth.
const PROMOTION: f64 = 0.1;
/// The value of the unit.
const UNIT: f64 = 100.0;

/// Average number of moves of every kind, by [`Kind::index`]; 0 for kinds that cannot exist.
///
/// ```
/// use mujo_core::rules::RuleSet;
/// let rules = RuleSet::named("chu")?;
/// let mobility = mujo_engine::mobility(&rules);
/// let of = |id| mobility[rules.kind_of(id, false).unwrap().index()];
/// assert!(of("P") < of("G") && of("G") < of("R") && of("R") < of("Q") && of("Q") < of("LN"));
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn mobility(rules: &Arc<RuleSet>) -> Vec<f64> {
    let kinds: Vec<Kind> = rules.all_kinds().collect();
    let mut sums = vec![0.0; rules.kind_count()];
    let start = Position::start(rules);
    let army: Vec<Kind> = start.pieces(rules, Side::Black).map(|(_, kind)| kind).collect();
    let squares: Vec<Square> = rules.geometry().all().collect();
    if army.is_empty() {
        return sums;
    }
    let mut random = Random::new(1);
    let mut buffer = route::Buffer::default();
    let mut tried = 0.0;
    for fill in FILLS {
        for _ in 0..BOARDS {
            let mut setup = Setup::new(Arc::clone(rules), Position::empty(rules), 1);
            for square in &squares {
                if random.unit() < fill {
                    let side = if random.below(2) == 0 { Side::Black } else { Side::White };
                    setup.put(*square, Cell::new(army[random.below(army.len())], side));
                }
            }
            for _ in 0..SQUARES {
                let square = squares[random.below(squares.len())];
                let side = if tried % 2.0 == 0.0 { Side::Black } else { Side::White };
                let stood = setup.position().at(square);
                for kind in &kinds {
                    setup.put(square, Cell::new(*kind, side));
                    sums[kind.index()] += weighted_moves(setup.position(), rules, square, &mut buffer);
                }
                setup.remove(square);
                if stood.side().is_some() {
                    setup.put(square, stood);
                }
                tried += 1.0;
            }
        }
    }
    for sum in &mut sums {
        *sum /= tried;
    }
    sums
}

/// Number of pseudo-legal moves of a piece; those that capture before their end count [`VIA`].
fn weighted_moves(position: &Position, rules: &RuleSet, square: Square, buffer: &mut route::Buffer) -> f64 {
    let mut sum = 0.0;
    let mut count = |mv: Move, _is_capture: bool| sum += if mv.has_via() { VIA } else { 1.0 };
    powers::pseudo_legal_moves(position, rules, square, buffer, &mut PseudoLegalFn(&mut count));
    sum
}

/// The most numerous type of the start, the first of the file among equals: its value is the unit.
pub(crate) fn unit(rules: &RuleSet) -> Option<Kind> {
    let start = Position::start(rules);
    let mut counts = vec![0_usize; rules.kind_count()];
    for (_, kind) in start.pieces(rules, Side::Black) {
        counts[kind.index()] += 1;
    }
    rules.all_kinds().max_by_key(|kind| (counts[kind.index()], usize::MAX - kind.index()))
}

/// Values in hundredths of the unit, by [`Kind::index`].
pub(crate) fn values(rules: &Arc<RuleSet>) -> Vec<i32> {
    let alone: Vec<f64> = mobility(rules).iter().map(|moves| moves.powf(POWER)).collect();
    let mut values = alone.clone();
    for kind in rules.all_kinds().filter(|kind| !kind.promoted()) {
        let id = rules.type_id(kind.type_index());
        if let Some(promoted) = rules.kind_of(id, true) {
            let gain = alone[promoted.index()] - alone[kind.index()];
            values[kind.index()] += PROMOTION * gain;
        }
    }
    let unit = unit(rules).map_or(1.0, |kind| values[kind.index()].max(0.01));
    values.into_iter().map(|value| rounded(UNIT * value / unit)).collect()
}

/// What a piece is worth more on the far side of the board than on its own: of its value, and for each of them the same.
const ADVANCE: f64 = 0.08;
const ADVANCE_EACH: f64 = 40.0;
/// Of what its promotion gains, where pieces promote by going forward.
const ADVANCE_TO_PROMOTE: f64 = 0.15;
/// What a royal is worth less on the far side.
const ROYAL_STAYS: f64 = 80.0;

/// What the places of each kind are worth, by kind and rank from the owner's edge.
pub(crate) fn rank_tables(rules: &RuleSet, values: &[i32], royal: &[bool]) -> Vec<i32> {
    let ranks = rules.geometry().ranks();
    let mut tables = vec![0; values.len() * ranks];
    let zone = rules.options().promotion_zone > 0;
    for kind in rules.all_kinds() {
        let value = f64::from(values[kind.index()]);
        let promoted = if kind.promoted() { None } else { rules.kind_of(rules.type_id(kind.type_index()), true) };
        let gain = promoted.map_or(0.0, |promoted| f64::from(values[promoted.index()]) - value).max(0.0);
        let forward = if royal[kind.index()] {
            -ROYAL_STAYS
        } else {
            ADVANCE_EACH + ADVANCE * value + if zone { ADVANCE_TO_PROMOTE * gain } else { 0.0 }
        };
        for (rank, bonus) in tables[kind.index() * ranks..][..ranks].iter_mut().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a board has at most 36 ranks")]
            let part = rank as f64 / (ranks - 1) as f64;
            *bonus = rounded(forward * (part - 0.5));
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_worth_100_and_every_piece_something() {
        for name in ["tai", "maka", "hishigata", "chu", "tenjiku"] {
            let rules = RuleSet::named(name).unwrap();
            let values = values(&rules);
            assert_eq!(values[unit(&rules).unwrap().index()], 100, "{name}");
            for kind in rules.all_kinds() {
                assert!((20..100_000).contains(&values[kind.index()]), "{name} {kind:?} {}", values[kind.index()]);
            }
        }
    }
}
