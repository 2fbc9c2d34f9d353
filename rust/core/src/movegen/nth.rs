//! One move by its number: what a drawn slot of a piece stands for.
//!
//! Numbers run over the piece's moves in the order of generation. Of a hook or a universal move that would be many to make
//! for one of them; there the numbers after those of steps and slides stand for the squares of the board, each for the
//! moves that end there.

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::effects::{self, Mover};
use crate::movegen::legal::{self, Scratch};
use crate::movegen::sink::Sink;
use crate::movegen::{attacks, direct};
use crate::moves::Move;
use crate::powers::Powers;
use crate::rules::{RuleSet, direct_bound};

/// The move of that number of the piece on `from`, a piece of the side to move; `None` where it stands for none.
pub(crate) fn nth_move(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    number: u64,
    scratch: &mut Scratch,
) -> Option<Move> {
    let gait = rules.gait(position.at(from));
    let mover = Mover::alone(position, rules, from, position.turn());
    if gait.exits & !mover.ring.shut == 0 {
        return None;
    }
    let powers = rules.powers_of(position.at(from));
    let mut nth = Nth { left: number, found: None };
    if !ends_tell(powers) {
        legal::legally(&mover, rules, gait, scratch, &mut nth, |out, buffer| {
            effects::by_powers(&mover, rules, powers, buffer, out);
        });
        return nth.found;
    }
    let choices = u64::from(gait.ways.choices);
    let direct = u64::from(direct_bound(powers, rules.geometry())) * choices;
    if number < direct {
        legal::legally(&mover, rules, gait, scratch, &mut nth, |out, _| direct::moves(&mover, gait, || powers, out));
        return nth.found;
    }
    let to = rules.geometry().from_dense(usize::try_from((number - direct) / choices).ok()?)?;
    nth.left = (number - direct) % choices;
    if !mover.is_open(position.at(to)) || !powers.universal && !attacks::hook_ends_on(position, rules, powers, from, to)
    {
        return None;
    }
    legal::legally(&mover, rules, gait, scratch, &mut nth, |out, _| mover.go(to, out));
    nth.found
}

/// Whether every move beyond steps, leaps and slides is told by its end alone, and ends where none of those does.
fn ends_tell(powers: &Powers) -> bool {
    let hooks = !powers.hooks.is_empty() && !powers.hook_takes_corner && !powers.hook_overlaps;
    (hooks || powers.universal) && !powers.literal && powers.area == 0 && powers.lines.is_empty()
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

    #[inline]
    fn push_row(&mut self, from: Square, first: Square, columns: u64, _takes: bool) {
        let count = u64::from(columns.count_ones());
        if self.left < count {
            let skip = usize::try_from(self.left).unwrap_or(0);
            self.found = Position::bits(columns).nth(skip).map(|column| Move::new(from, first.along_row(column)));
        }
        self.left = self.left.wrapping_sub(count);
    }
}
