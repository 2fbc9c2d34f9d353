//! Area moves (rule 9.5): two or three king steps over empty squares, the last of which may capture.
//!
//! The squares around the piece are bits of a word, eight columns a row, of which the last is always clear:
//!
//! ```text
//!   row 0   . . . . . . .        A set of squares grows by one step to all sides when it is shifted by 1 and by 8 and
//!   row 3   . . . x . . .        joined with itself. The piece stands on x.
//!   row 6   . . . . . . .
//! ```

use crate::geometry::Square;
use crate::moves::Move;
use crate::position::Position;
use crate::powers::jump;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::powers::walks;
use crate::rules::power_tables::{PowerSet, PowerTables};

/// Squares to each side of the piece.
const RADIUS: i16 = 3;
/// The square of the piece.
const CENTRE: u64 = 1 << 27;
/// The columns in use.
const COLUMNS: u64 = 0x007f_7f7f_7f7f_7f7f;
/// The piece and its neighbours.
const NEAR: u64 = 0x7 << 18 | 0x7 << 26 | 0x7 << 34;

pub(crate) struct Walk;

impl Power for Walk {
    const SET: PowerSet = PowerSet::WALK;

    /// Single steps are direct moves; squares that a slide or a jump reaches are theirs.
    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, powers: &PowerTables, _buffer: &mut Buffer, out: &mut S) {
        let around = Around::new(mover);
        let ends = around.ends(powers.walk) & !NEAR;
        for bit in Position::bits(ends & around.empty) {
            let to = around.square(mover, bit);
            if !slides_to(mover, powers, to) {
                out.quiet(Move::new(mover.from, to));
            }
        }
        for bit in Position::bits(ends & around.enemies) {
            let to = around.square(mover, bit);
            if !slides_to(mover, powers, to) && !jump::captures(mover, powers, to) {
                out.capture(Move::new(mover.from, to));
            }
        }
        if NEAR & around.empty != 0 {
            out.quiet(Move::new(mover.from, mover.from));
        }
    }

    #[inline]
    fn attacks(mover: &Mover, powers: &PowerTables, target: &Target) -> bool {
        if target.distance() > usize::from(powers.walk) {
            return false;
        }
        let around = Around::new(mover);
        let ends = around.ends(powers.walk);
        let mut found = false;
        around.visit(mover, ends & !CENTRE, &mut |square| found |= square == target.square);
        found
    }

    #[inline]
    fn attacked(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        let around = Around::new(mover);
        around.visit(mover, around.ends(powers.walk) & !CENTRE, visit);
    }

    #[inline]
    fn footprint(mover: &Mover, powers: &PowerTables, visit: &mut impl FnMut(Square)) {
        walks::around(mover.from, powers.walk.cast_signed(), mover.geometry(), visit);
    }
}

/// Whether a slide of the piece reaches a square.
fn slides_to(mover: &Mover, powers: &PowerTables, to: Square) -> bool {
    let leg = Target::new(mover.geometry(), mover.from, to).leg();
    leg.is_some_and(|leg| {
        leg.length <= usize::from(powers.ray_reach[leg.direction])
            && leg.walked(mover.position, mover.geometry(), mover.from).is_some()
    })
}

/// The squares around a piece.
struct Around {
    empty: u64,
    enemies: u64,
    row: i16,
}

impl Around {
    fn new(mover: &Mover) -> Self {
        let row = mover.delta(7);
        let mut around = Self { empty: 0, enemies: 0, row };
        for bit in Position::bits(COLUMNS) {
            let cell = mover.at(around.square(mover, bit));
            around.empty |= u64::from(cell.is_empty()) << bit;
            around.enemies |= u64::from(mover.is_enemy(cell)) << bit;
        }
        around
    }

    /// The square of a bit; it may lie beside the board.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "rows and columns are below eight")]
    fn square(&self, mover: &Mover, bit: usize) -> Square {
        let (row, column) = ((bit >> 3) as i16 - RADIUS, (bit & 7) as i16 - RADIUS);
        mover.from.offset(row * self.row + column)
    }

    /// The squares where `steps` steps over empty squares may end, whatever stands there.
    fn ends(&self, steps: u8) -> u64 {
        let (mut reached, mut ends) = (CENTRE, 0);
        for _ in 0..steps {
            let beside = reached | reached << 1 | reached >> 1;
            ends |= (beside | beside << 8 | beside >> 8) & COLUMNS;
            reached = ends & self.empty | CENTRE;
        }
        ends
    }

    /// Visit the squares of some bits.
    fn visit(&self, mover: &Mover, bits: u64, visit: &mut impl FnMut(Square)) {
        for bit in Position::bits(bits) {
            visit(self.square(mover, bit));
        }
    }
}
