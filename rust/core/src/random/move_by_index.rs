//! Moves by number: how many slots a piece has, and the move in a slot.
//!
//! The number of slots depends on the piece's neighbours only, so a move changes it only for pieces beside a changed square.
//! Therefore there are at least as many slots as moves, and many are empty. The slots of a piece are, in this order: its
//! steps, its leaps, the squares of its slides up to the edge of the board, and its special moves. A slot holds one
//! pseudo-legal move, or one choice of promotion if there are several.
//!
//! Finding the special move of a number takes a walk through all of them, except for hooks and the universal move: their
//! slots are the squares of the board, each for the moves that end there.

use crate::geometry::Square;
use crate::movegen::Sink;
use crate::movegen::{self, Scratch};
use crate::moves::Move;
use crate::position::Position;
use crate::powers::direct::Slots;
use crate::powers::{Mover, Power, PseudoLegalSink, Special};
use crate::rules::{MoveProfile, RuleSet, UNBOUNDED};

/// The slots of a piece; [`UNBOUNDED`] where its moves have no known bound.
#[inline]
pub(crate) fn slots(mover: &Mover, rules: &RuleSet, profile: &MoveProfile) -> u32 {
    if profile.exit_mask & !mover.neighbours.blocked == 0 {
        return 0;
    }
    if profile.max_special_moves == UNBOUNDED {
        return UNBOUNDED;
    }
    (Slots::new(mover, rules, profile).count() + special_slots(mover, profile)) * u32::from(profile.shortcuts.choices)
}

/// Slots of special moves.
#[inline]
fn special_slots(mover: &Mover, profile: &MoveProfile) -> u32 {
    let may_begin =
        profile.corner_mask == 0 || profile.corner_mask & !(mover.neighbours.blocked | mover.neighbours.enemies) != 0;
    if may_begin { profile.max_special_moves } else { 0 }
}

/// The move in a slot of the piece on `from`, a piece of the side to move; `None` if the slot is empty.
pub(crate) fn nth_move(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    slot: u32,
    scratch: &mut Scratch,
) -> Option<Move> {
    let cell = position.at(from);
    let (profile, powers) = (rules.profile(cell), rules.powers_of(cell));
    let mover = Mover::alone(position, rules, from, position.turn());
    if profile.exit_mask & !mover.neighbours.blocked == 0 {
        return None;
    }
    let direct = Slots::new(&mover, rules, profile);
    let direct_slots = direct.count();
    // Either of two choices has a slot.
    let (effect, choice) = match profile.shortcuts.choices {
        0 | 1 => (slot, 0),
        choices => (slot / u32::from(choices), slot % u32::from(choices)),
    };
    let mut nth = Nth { left: u64::from(choice), found: None };
    if effect < direct_slots {
        let (mv, is_capture) = direct.move_of_slot(powers, effect)?;
        movegen::legally(&mover, rules, profile, scratch, &mut nth, |out, _| {
            if is_capture { out.capture(mv) } else { out.quiet(mv) }
        });
    } else if powers.special_moves_have_distinct_ends() {
        let to = rules.geometry().from_dense((effect - direct_slots) as usize)?;
        if !mover.is_open(position.at(to)) {
            return None;
        }
        movegen::legally(&mover, rules, profile, scratch, &mut nth, |out, buffer| {
            Special::moves_to(&mover, powers, to, buffer, out);
        });
    } else {
        nth.left = u64::from(slot - direct_slots * u32::from(profile.shortcuts.choices));
        movegen::legally(&mover, rules, profile, scratch, &mut nth, |out, buffer| {
            Special::moves(&mover, powers, buffer, out);
        });
    }
    nth.found
}

/// Keeps one move: the one after `left` others.
struct Nth {
    left: u64,
    found: Option<Move>,
}

impl Sink for Nth {
    const NEEDS_CAPTURE_FLAG: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, _is_capture: bool) {
        if self.left == 0 {
            self.found = Some(mv);
        }
        self.left = self.left.wrapping_sub(1);
    }
}
