//! The terms of the evaluation: sums over pieces that moves change step by step, and what is looked at on the board.

use mujo_core::geometry::Square;
use mujo_core::position::Position;
use mujo_core::rules::{Cell, Side};

use crate::evaluation::Evaluation;
use crate::score::EVAL_LIMIT;

/// Sums over the pieces of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Values of the pieces.
    pub material: [i32; 2],
    /// Values and places of the pieces.
    pub placed: [i32; 2],
}

impl Sums {
    /// Of a position.
    pub(crate) fn of(evaluation: &Evaluation, position: &Position) -> Self {
        let mut sums = Self::default();
        for side in Side::BOTH {
            for square in position.squares(&evaluation.rules, side) {
                sums.change(evaluation, square, position.at(square), 1);
            }
        }
        sums
    }

    /// Add a piece (`sign` is 1) or remove it (-1).
    #[inline]
    pub(crate) fn change(&mut self, evaluation: &Evaluation, square: Square, cell: Cell, sign: i32) {
        if let Some(side) = cell.side() {
            self.material[side.index()] += sign * evaluation.value(cell.kind());
            self.placed[side.index()] += sign * evaluation.placed(cell, square);
        }
    }
}

/// Names of the terms.
pub const TERM_NAMES: [&str; 7] = ["material", "placement", "royals", "safety", "simplification", "chase", "tempo"];

/// The value of a position for the side to move, term by term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms(pub [i32; TERM_NAMES.len()]);

impl Terms {
    /// The sum.
    pub fn total(&self) -> i32 {
        self.0.iter().sum::<i32>().clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Names and values.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, i32)> {
        TERM_NAMES.into_iter().zip(self.0)
    }
}

/// Enemy pieces within this distance press upon the last royal.
const PRESSURE_REACH: i32 = 3;
/// Own pieces within this distance guard it.
const GUARD_REACH: i32 = 2;
/// Least and most pieces of the stronger side for the chase.
const CHASE_PIECES: usize = 40;

impl Evaluation {
    /// The terms of a position, which must be one of its rule set.
    pub fn terms(&self, position: &Position) -> Terms {
        self.terms_with(position, &Sums::of(self, position))
    }

    /// As [`Evaluation::terms`], where the sums are at hand.
    pub(crate) fn terms_with(&self, position: &Position, sums: &Sums) -> Terms {
        let (own, enemy) = (position.turn().index(), position.turn().other().index());
        let material = sums.material[own] - sums.material[enemy];
        let placement = sums.placed[own] - sums.placed[enemy] - material;
        let spare = |side| i32::try_from(position.royal_count(side)).unwrap_or(0).saturating_sub(1).clamp(0, 3);
        let royals = self.weights.spare_royal * (spare(position.turn()) - spare(position.turn().other()));
        let [black, white] = Side::BOTH.map(|side| self.safety(position, sums, side));
        let sign = if position.turn() == Side::Black { 1 } else { -1 };
        let safety = sign * (black.0 - white.0);
        let chase = sign * (white.1 - black.1);
        Terms([material, placement, royals, safety, self.simplification(sums, material), chase, self.weights.tempo])
    }

    /// The value of a position for the side to move.
    pub(crate) fn evaluate(&self, position: &Position, sums: &Sums) -> i32 {
        self.terms_with(position, sums).total()
    }

    /// The terms that depend on no further pieces of the board: an approximation of [`Evaluation::evaluate`].
    pub(crate) fn estimate(&self, turn: Side, sums: &Sums) -> i32 {
        let (own, enemy) = (turn.index(), turn.other().index());
        let material = sums.material[own] - sums.material[enemy];
        sums.placed[own] - sums.placed[enemy] + self.simplification(sums, material) + self.weights.tempo
    }

    fn simplification(&self, sums: &Sums, material: i32) -> i32 {
        let full = i64::from(2 * self.start_material);
        let left = i64::from(sums.material[0] + sums.material[1]).clamp(0, full);
        let part = i64::from(material) * i64::from(self.weights.simplification) * (full - left) / full / 1000;
        i32::try_from(part).unwrap_or(0)
    }

    /// How safe the last royal of a side is, and how near the enemy is to it if little is left.
    fn safety(&self, position: &Position, sums: &Sums, side: Side) -> (i32, i32) {
        if position.royal_count(side) != 1 {
            return (0, 0);
        }
        let Some(royal) = position.royals(&self.rules, side).next() else {
            return (0, 0);
        };
        let (mut guards, mut pressure) = (0, 0);
        for (square, distance) in self.around(royal) {
            let cell = position.at(square);
            if cell.side() == Some(side) {
                guards += i32::from(distance <= GUARD_REACH);
            } else if cell.side().is_some() {
                pressure += self.value_at(cell).clamp(0, 1500) * (PRESSURE_REACH + 1 - distance);
            }
        }
        let safety = (guards - 1) * self.weights.guard - pressure * self.weights.pressure / 1000;
        (safety, self.chase(position, sums, side, royal))
    }

    /// The pieces of the other side near a royal whose side is far behind, in an ending.
    fn chase(&self, position: &Position, sums: &Sums, side: Side, royal: Square) -> i32 {
        let hunter = side.other();
        let ahead = sums.material[hunter.index()] > 2 * sums.material[side.index()];
        if !ahead || self.weights.chase == 0 || position.count(hunter) > CHASE_PIECES {
            return 0;
        }
        let far = self.longest();
        position.squares(&self.rules, hunter).map(|square| far - self.distance(square, royal)).sum::<i32>()
            * self.weights.chase
    }

    fn longest(&self) -> i32 {
        let geometry = self.rules.geometry();
        i32::try_from(geometry.files().max(geometry.ranks())).unwrap_or(0)
    }

    /// The squares around a square, with their distance.
    fn around(&self, centre: Square) -> impl Iterator<Item = (Square, i32)> {
        self.neighbours[self.first_neighbour[centre.index()]..self.first_neighbour[centre.index() + 1]].iter().copied()
    }

    /// Tables of the squares around each square.
    pub(super) fn neighbour_tables(&mut self) {
        let squares: Vec<Square> = self.rules.geometry().all().collect();
        let last = squares.last().map_or(0, |square| square.index());
        self.first_neighbour = vec![0; last + 2];
        for centre in 0..=last {
            if let Some(square) = squares.iter().find(|square| square.index() == centre) {
                let near = squares.iter().map(|other| (*other, self.distance(*square, *other)));
                let near: Vec<_> = near.filter(|(_, distance)| (1..=PRESSURE_REACH).contains(distance)).collect();
                self.neighbours.extend(near);
            }
            self.first_neighbour[centre + 1] = self.neighbours.len();
        }
    }
}
