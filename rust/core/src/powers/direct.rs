//! Steps, leaps and slides (rules 3.2 and 3.3): the power that nearly every type has.
//!
//! Steps are bits of a neighbour mask. A slide begins on an empty neighbour, so its first square is a step and only the
//! squares beyond it are walked. [`MoveProfile`] has the tables in one cache line.

use crate::geometry::{DIRECTIONS, Square};
use crate::moves::Move;
use crate::powers::power::{Mover, Power, PseudoLegalSink, bits};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::powers::walks;
use crate::rules::power_tables::{PowerSet, PowerTables, SlideTable, neighbour_bit};
use crate::rules::{MoveProfile, RuleSet};

/// Steps, leaps and slides.
pub(crate) struct Direct;

impl Power for Direct {
    const SET: PowerSet = PowerSet::DIRECT;

    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        moves(mover, mover.profile(), || powers, out);
    }

    #[inline]
    fn moves_to<S: PseudoLegalSink>(
        mover: &Mover,
        powers: &PowerTables,
        to: Square,
        _buffer: &mut Buffer,
        out: &mut S,
    ) {
        let target = Target::new(mover.geometry(), mover.from, to);
        if Self::ends_on(mover, powers, &target) {
            mover.push_if_open(to, out);
        }
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        if leaps_to(mover, powers, target) {
            return true;
        }
        target.leg().is_some_and(|leg| {
            leg.length == 1 && powers.step_mask & neighbour_bit(DIRECTIONS[leg.direction]) != 0
                || leg.length <= usize::from(powers.ray_reach[leg.direction])
                    && leg.walked(mover.position, mover.geometry(), mover.from).is_some()
        })
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        let (from, profile) = (mover.from, mover.profile());
        for bit in bits(profile.step_mask) {
            visit(mover.neighbour(bit));
        }
        for bit in bits(profile.slide_mask) {
            let (first, delta) = (mover.neighbour(bit), mover.delta(bit));
            visit(first);
            if mover.at(first).is_empty() {
                walks::along(mover.position, first, delta, profile.slides.beyond[bit], visit);
            }
        }
        for leap in &powers.leaps {
            visit(from.offset(*leap));
        }
    }
}

impl Direct {
    /// Whether this power, and not another of the type, brings the piece to the target if that is open to it.
    fn ends_on(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        if leaps_to(mover, powers, target) {
            return true;
        }
        target.leg().is_some_and(|leg| {
            let bit = neighbour_bit(DIRECTIONS[leg.direction]);
            if leg.length == 1 {
                return powers.step_mask & bit != 0;
            }
            let (slides, at, beyond) = (&powers.slide_table, bit.trailing_zeros() as usize % 16, leg.length - 2);
            powers.slide_mask & bit != 0
                && beyond < usize::from(slides.beyond[at])
                && (beyond >= 8 || slides.skip[at] >> beyond & 1 == 0)
                && leg.walked(mover.position, mover.geometry(), mover.from).is_some()
        })
    }
}

#[inline]
fn leaps_to(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
    let delta = target.square.index().cast_signed() - mover.from.index().cast_signed();
    target.distance() <= 3 && powers.leaps.iter().any(|leap| isize::from(*leap) == delta)
}

/// All moves of the power. `powers` is called only if the piece leaps.
#[inline]
pub(crate) fn moves<'a>(
    mover: &Mover,
    profile: &MoveProfile,
    powers: impl FnOnce() -> &'a PowerTables,
    out: &mut impl PseudoLegalSink,
) {
    let (from, neighbours) = (mover.from, mover.neighbours);
    let steps = profile.step_mask & !neighbours.blocked;
    out.steps(mover, steps & !neighbours.enemies);
    for bit in bits(steps & neighbours.enemies) {
        out.capture(Move::new(from, mover.neighbour(bit)));
    }
    if profile.leaps > 0 {
        for delta in &powers().leaps {
            mover.push_if_open(from.offset(*delta), out);
        }
    }
    let slides = profile.slide_mask & !(neighbours.blocked | neighbours.enemies);
    if !out.defers_slides(mover, slides) {
        for bit in bits(slides) {
            slide_beyond(mover, &profile.slides, bit, out);
        }
    }
}

/// The moves of a slide beyond an empty neighbour. The move to the neighbour itself is a step, or belongs to another power.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the length of a list stays in a register: a tenth of the time of a list")]
pub(crate) fn slide_beyond(mover: &Mover, slides: &SlideTable, bit: usize, out: &mut impl PseudoLegalSink) {
    let (beyond, skip) = (slides.beyond[bit % 16], slides.skip[bit % 16]);
    if skip == 0 {
        slide(mover, bit, beyond, out);
    } else {
        slide_past(mover, bit, (beyond, skip), out);
    }
}

/// A slide over at most `beyond` squares past a neighbour.
#[inline]
fn slide(mover: &Mover, bit: usize, beyond: u8, out: &mut impl PseudoLegalSink) {
    let (mut to, delta) = (mover.neighbour(bit), mover.delta(bit));
    let mut mv = Move::new(mover.from, to);
    for _ in 0..beyond {
        to = to.offset(delta);
        mv = mv.shifted(delta);
        let cell = mover.at(to);
        if !cell.is_empty() {
            if mover.is_enemy(cell) {
                out.capture(mv);
            }
            return;
        }
        out.quiet(mv);
    }
}

/// A slide that leaves some squares to other powers.
#[inline]
fn slide_past(mover: &Mover, bit: usize, (beyond, mut skip): (u8, u8), out: &mut impl PseudoLegalSink) {
    let end = walks::slide(mover, mover.neighbour(bit), mover.delta(bit), beyond, &mut |to| {
        if skip & 1 == 0 {
            out.quiet(Move::new(mover.from, to));
        }
        skip >>= 1;
    });
    if let Some(enemy) = end
        && skip & 1 == 0
    {
        out.capture(Move::new(mover.from, enemy));
    }
}

/// The slots of a piece's steps, leaps and slides.
pub(crate) struct Slots<'a> {
    mover: &'a Mover<'a>,
    profile: &'a MoveProfile,
    /// Neighbours that a step can end on.
    steps: u16,
    /// Empty neighbours that a slide passes.
    slides: u16,
    /// Squares up to the edge of the board: for the three rows around the mover, and for the three columns.
    edge_distances: [[usize; 3]; 2],
}

impl<'a> Slots<'a> {
    #[inline]
    pub(crate) fn new(mover: &'a Mover, rules: &RuleSet, profile: &'a MoveProfile) -> Self {
        let geometry = rules.geometry();
        let (row, column) = geometry.place(mover.from);
        let edge_distances = [
            [row, usize::MAX, geometry.ranks().wrapping_sub(1 + row)],
            [column, usize::MAX, geometry.files().wrapping_sub(1 + column)],
        ];
        let neighbours = mover.neighbours;
        Self {
            mover,
            profile,
            steps: profile.step_mask & !neighbours.blocked,
            slides: profile.slide_mask & !(neighbours.blocked | neighbours.enemies),
            edge_distances,
        }
    }

    /// Squares beyond the first that a slide over a neighbour can reach on an empty board.
    #[inline]
    fn beyond(&self, bit: usize) -> usize {
        let edge_distances = self.edge_distances[0][bit / 3 % 3].min(self.edge_distances[1][bit % 3]);
        edge_distances.wrapping_sub(1).min(usize::from(self.profile.slides.beyond[bit]))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight slides over a board of at most 36 by 36")]
    pub(crate) fn count(&self) -> u32 {
        let slides = bits(self.slides).fold(0, |sum: usize, bit| sum.wrapping_add(self.beyond(bit)));
        self.steps.count_ones() + u32::from(self.profile.leaps) + slides as u32
    }

    /// The move in a slot, and whether it captures.
    #[inline]
    pub(crate) fn move_of_slot(&self, powers: &PowerTables, slot: u32) -> Option<(Move, bool)> {
        let mover = self.mover;
        let mut left = slot as usize;
        let steps = self.steps.count_ones() as usize;
        if left < steps {
            let bit = bits(self.steps).nth(left)?;
            return Some((Move::new(mover.from, mover.neighbour(bit)), mover.neighbours.enemies >> bit & 1 != 0));
        }
        left -= steps;
        if let Some(leap) = powers.leaps.get(left) {
            return self.ending_on(mover.from.offset(*leap));
        }
        left -= powers.leaps.len();
        for bit in bits(self.slides) {
            let beyond = self.beyond(bit);
            if left < beyond {
                // A square left to another power has a slot there.
                let is_mine = left >= 8 || self.profile.slides.skip[bit] >> left & 1 == 0;
                return if is_mine { self.sliding(bit, left) } else { None };
            }
            left -= beyond;
        }
        None
    }

    /// A slide to the square `beyond` steps after the neighbour, if nothing stands on the way.
    #[inline]
    fn sliding(&self, bit: usize, beyond: usize) -> Option<(Move, bool)> {
        let (mut to, delta) = (self.mover.neighbour(bit), self.mover.delta(bit));
        for _ in 0..beyond {
            to = to.offset(delta);
            if !self.mover.at(to).is_empty() {
                return None;
            }
        }
        self.ending_on(to.offset(delta))
    }

    #[inline]
    fn ending_on(&self, to: Square) -> Option<(Move, bool)> {
        let cell = self.mover.at(to);
        self.mover.is_open(cell).then(|| (Move::new(self.mover.from, to), !cell.is_empty()))
    }
}
