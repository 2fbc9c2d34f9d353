//! Moves by number: how many slots a piece has, and the move that a slot stands for.
//!
//! Slots are counted from what stands around a piece, never from what stands farther off, so that they change only where
//! a move changed something close by. So slots are never fewer than moves, and many stand for none. A piece's
//! slots are, in this order: its steps, its leaps, the squares of its slides as far as the board goes, and those of
//! all its other moves. Each stands for one effect; where the mover may choose what it becomes, for one choice; of lions and
//! lines, for the move of that number.
//!
//! Of a hook or a universal move it would be much work to find the move of a number; there the slots of other moves stand
//! for the squares of the board, each for the moves that end there.

use crate::attacks::attackers;
use crate::geometry::Square;
use crate::movegen::Sink;
use crate::movegen::{self, Scratch};
use crate::moves::Move;
use crate::position::Position;
use crate::powers::slide::bits;
use crate::powers::{self, EffectSink, Mover};
use crate::rules::power_tables::PowerTables;
use crate::rules::{MoveProfile, RuleSet, UNBOUNDED};

/// The slots of a piece; [`UNBOUNDED`] where its moves have no known bound.
#[inline]
pub(crate) fn slots(mover: &Mover, rules: &RuleSet, profile: &MoveProfile) -> u32 {
    if profile.exits & !mover.ring.shut == 0 {
        return 0;
    }
    if profile.others == UNBOUNDED {
        return UNBOUNDED;
    }
    (Direct::new(mover, rules, profile).slots() + others(mover, profile)) * u32::from(profile.shortcuts.choices)
}

/// Slots of all moves but steps, leaps and slides.
#[inline]
fn others(mover: &Mover, profile: &MoveProfile) -> u32 {
    let may_begin = profile.corners == 0 || profile.corners & !(mover.ring.shut | mover.ring.enemies) != 0;
    if may_begin { profile.others } else { 0 }
}

/// The slots of a piece's steps, leaps and slides.
struct Direct<'a> {
    mover: &'a Mover<'a>,
    profile: &'a MoveProfile,
    /// Neighbours that a step can end on.
    near: u16,
    /// Empty neighbours that a slide passes.
    far: u16,
    /// Squares up to the edge of the board: for the three rows of the ring, and for its three columns.
    room: [[usize; 3]; 2],
}

impl<'a> Direct<'a> {
    #[inline]
    fn new(mover: &'a Mover, rules: &RuleSet, profile: &'a MoveProfile) -> Self {
        let geometry = rules.geometry();
        let (row, column) = geometry.place(mover.from);
        let room = [
            [row, usize::MAX, geometry.ranks().wrapping_sub(1 + row)],
            [column, usize::MAX, geometry.files().wrapping_sub(1 + column)],
        ];
        let ring = mover.ring;
        Self { mover, profile, near: profile.near & !ring.shut, far: profile.far & !(ring.shut | ring.enemies), room }
    }

    /// Squares beyond the first that a slide over a neighbour can reach on an empty board.
    #[inline]
    fn beyond(&self, bit: usize) -> usize {
        let room = self.room[0][bit / 3 % 3].min(self.room[1][bit % 3]);
        room.wrapping_sub(1).min(usize::from(self.profile.slides.beyond[bit]))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight slides over a board of at most 36 by 36")]
    fn slots(&self) -> u32 {
        let slides = bits(self.far).fold(0, |sum: usize, bit| sum.wrapping_add(self.beyond(bit)));
        self.near.count_ones() + u32::from(self.profile.leaps) + slides as u32
    }

    /// The effect that a slot stands for, and whether it takes.
    #[inline]
    fn effect(&self, powers: &PowerTables, slot: u32) -> Option<(Move, bool)> {
        let mover = self.mover;
        let mut left = slot as usize;
        let steps = self.near.count_ones() as usize;
        if left < steps {
            let bit = bits(self.near).nth(left)?;
            return Some((Move::new(mover.from, mover.neighbour(bit)), mover.ring.enemies >> bit & 1 != 0));
        }
        left -= steps;
        if let Some(leap) = powers.leaps.get(left) {
            return self.ending_on(mover.from.offset(*leap));
        }
        left -= powers.leaps.len();
        for bit in bits(self.far) {
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

    /// A slide to the square so far beyond the neighbour, if nothing stands on the way.
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
        let code = self.mover.at(to);
        self.mover.is_open(code).then(|| (Move::new(self.mover.from, to), !code.is_empty()))
    }
}

/// The move that a slot of the piece on `from` stands for, a piece of the side to move; `None` where it stands for none.
pub(crate) fn nth_move(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    slot: u32,
    scratch: &mut Scratch,
) -> Option<Move> {
    let code = position.at(from);
    let (profile, powers) = (rules.profile(code), rules.powers_of(code));
    let mover = Mover::alone(position, rules, from, position.turn());
    if profile.exits & !mover.ring.shut == 0 {
        return None;
    }
    let direct = Direct::new(&mover, rules, profile);
    let direct_slots = direct.slots();
    // Either of two choices has a slot.
    let (effect, choice) = match profile.shortcuts.choices {
        0 | 1 => (slot, 0),
        choices => (slot / u32::from(choices), slot % u32::from(choices)),
    };
    let mut nth = Nth { left: u64::from(choice), found: None };
    if effect < direct_slots {
        let (mv, takes) = direct.effect(powers, effect)?;
        movegen::legally(&mover, rules, profile, scratch, &mut nth, |out, _| {
            if takes { out.capture(mv) } else { out.quiet(mv) }
        });
    } else if ends_tell(powers) {
        let to = rules.geometry().from_dense((effect - direct_slots) as usize)?;
        let (there, universal) = (position.at(to), powers.universal);
        if !mover.is_open(there) || !universal && !attackers::only_hook_ends_on(position, rules, powers, from, to) {
            return None;
        }
        movegen::legally(&mover, rules, profile, scratch, &mut nth, |out, _| mover.go(to, out));
    } else {
        nth.left = u64::from(slot - direct_slots * u32::from(profile.shortcuts.choices));
        movegen::legally(&mover, rules, profile, scratch, &mut nth, |out, buffer| {
            powers::but_direct(&mover, rules, powers, buffer, out);
        });
    }
    nth.found
}

/// Whether every move beyond steps, leaps and slides is told by its end alone. Hooks and the universal move never come
/// together with lions and line powers: such a text is read literally.
fn ends_tell(powers: &PowerTables) -> bool {
    !powers.hooks.is_empty() && !powers.hook_takes_corner || powers.universal
}

/// Keeps one move: the one after `left` others.
struct Nth {
    left: u64,
    found: Option<Move>,
}

impl Sink for Nth {
    const TELLS_TAKES: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, _takes: bool) {
        if self.left == 0 {
            self.found = Some(mv);
        }
        self.left = self.left.wrapping_sub(1);
    }
}
