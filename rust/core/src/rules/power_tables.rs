//! What a type can do, power by power, as tables that the files of `powers` read. `power_compiler` fills them.

use crate::geometry::{DIRECTIONS, Geometry, Vector};
use crate::moves::Fan;

/// A set of powers: a bit for each way to move that has a file in [`crate::powers`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PowerSet(u16);

impl PowerSet {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const DIRECT: Self = Self(1);
    pub(crate) const INTERPRETED: Self = Self(1 << 1);
    pub(crate) const HOOK: Self = Self(1 << 2);
    pub(crate) const LION: Self = Self(1 << 3);
    pub(crate) const AREA: Self = Self(1 << 4);
    pub(crate) const LINE: Self = Self(1 << 5);
    pub(crate) const UNIVERSAL: Self = Self(1 << 6);
    pub(crate) const JUMP: Self = Self(1 << 7);
    pub(crate) const WALK: Self = Self(1 << 8);
    pub(crate) const SWEEP: Self = Self(1 << 9);
    pub(crate) const HOP: Self = Self(1 << 10);
    pub(crate) const SKIP: Self = Self(1 << 11);
    pub(crate) const RUN: Self = Self(1 << 12);
    pub(crate) const IGUI: Self = Self(1 << 13);

    /// Powers that attack squares more than three squares away otherwise than along an open line.
    pub(crate) const DISTANT_OFF_LINES: Self = Self::INTERPRETED
        .or(Self::HOOK)
        .or(Self::UNIVERSAL)
        .or(Self::JUMP)
        .or(Self::SWEEP)
        .or(Self::HOP)
        .or(Self::SKIP)
        .or(Self::RUN);
    /// Powers without an upper bound of moves.
    const UNBOUNDED: Self = Self::INTERPRETED.or(Self::AREA);

    /// The powers of either set.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have a power in common.
    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Slides of more than one square, by the bit of the neighbour they pass. Sixteen entries, to avoid bounds checks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SlideTable {
    /// Maximal number of squares beyond the first.
    pub beyond: [u8; 16],
    /// Bit `n`: another power covers the square `n` beyond the first, so the slide skips it.
    pub skip: [u8; 16],
}

/// A line power: two or three squares on one line (rule 3.6).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineTable {
    pub delta: i16,
    /// 2 or 3.
    pub squares: u8,
}

/// The first leg of a hook and the two directions it may turn to (rule 3.4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct HookTable {
    /// Board direction of the first leg.
    pub direction: usize,
    pub delta: i16,
    pub turns: [i16; 2],
}

/// A direction of jump captures (rule 9.2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpTable {
    /// Board direction.
    pub direction: usize,
    pub delta: i16,
}

/// A direction of sweeps (rule 10.2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepTable {
    /// Board direction.
    pub direction: usize,
    pub delta: i16,
    /// Maximal number of squares.
    pub reach: u8,
    /// Whether a sweep may end on an empty square.
    pub quiet: bool,
    /// Squares of a slide or step of the type: there, moves that pass nothing belong to it.
    pub slide: u8,
}

/// A direction of slides over pieces (rule 10.3). The squares up to the first piece belong to a plain slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HopTable {
    /// Board direction.
    pub direction: usize,
    pub delta: i16,
    /// Maximal number of pieces passed.
    pub hops: u8,
    /// Maximal number of squares.
    pub reach: u8,
}

/// The slides of one direction that skip squares (rules 9.3 and 10.4), and leaps along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SkipTable {
    /// Board direction.
    pub direction: usize,
    pub delta: i16,
    /// By the number of squares skipped, the maximal number of squares; 0 if there is no such slide. The first, of the slide
    /// that skips none, is the direct power's.
    pub reach: [u8; SKIPS],
}

/// More than the squares that a slide skips at most.
pub(crate) const SKIPS: usize = 4;

/// Steps straight on, taking or leaping over what stands on the way (rule 10.5). The moves that take nothing on the way are
/// leaps, in a [`SkipTable`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunTable {
    /// Board direction.
    pub direction: usize,
    pub delta: i16,
    /// Steps: 2 to 4.
    pub squares: u8,
}

/// Everything one type can do, for one side.
#[derive(Clone, Debug, Default)]
pub(crate) struct PowerTables {
    /// Which powers those are.
    pub set: PowerSet,
    /// Leaps beyond the neighbours.
    pub leaps: Vec<i16>,
    /// Neighbours that steps and slides end on.
    pub step_mask: u16,
    /// Neighbours that slides of more than one square pass.
    pub slide_mask: u16,
    pub slide_table: SlideTable,
    pub lines: Vec<LineTable>,
    pub hooks: Vec<HookTable>,
    pub jumps: Vec<JumpTable>,
    pub sweeps: Vec<SweepTable>,
    pub hops: Vec<HopTable>,
    pub skips: Vec<SkipTable>,
    pub runs: Vec<RunTable>,
    /// Neighbours that may be captured without moving away (rule 3.8), lions and their like apart.
    pub igui_mask: u16,
    /// Neighbours of which an empty one allows a pass, lions and their like apart.
    pub pass_mask: u16,
    /// Steps of an area move over empty squares: 0, 2 or 3 (rule 9.5).
    pub walk: u8,
    /// Hooks may also capture on their corner.
    pub hook_takes_corner: bool,
    /// Steps of a free lion: 0, 2 or 3 (rules 3.5 and 3.7).
    pub area: u8,
    /// Maximal length of the slide in each board direction, for attack tests.
    pub ray_reach: [u8; 8],
    /// Squares of a line power by board direction, for attack tests.
    pub line_reach: [u8; 8],
    /// Board directions of first hook legs, one bit each.
    pub hook_directions: u8,
    /// Some ends of hooks are also ends of slides, steps or leaps: one of those leaves the lines of the first legs, or some
    /// first leg is missing, so that second legs reach such a line.
    pub hook_overlaps: bool,
    /// Neighbours that moves begin with. If all are blocked, the piece has no move unless it jumps.
    pub exit_mask: u16,
}

/// A bit of exit masks that stands for no neighbour: a piece that has it is never blocked on all sides.
pub(super) const NEVER_BLOCKED: u16 = 1 << 9;

/// Cell offsets of the squares around a square.
#[derive(Clone, Debug)]
pub(crate) struct NeighbourDeltas {
    /// Cell offsets by [`neighbour_bit`], padded with zeros to avoid bounds checks.
    pub deltas: [i16; 16],
    /// Moves to any of the first four of them, and to any of the last four.
    pub fours: [[Fan; 16]; 2],
}

impl NeighbourDeltas {
    pub(crate) fn new(geometry: Geometry) -> Self {
        let row = geometry.row_delta();
        let deltas = [-row - 1, -row, -row + 1, -1, 0, 1, row - 1, row, row + 1, 0, 0, 0, 0, 0, 0, 0];
        let four = |first: usize| Fan::of_four(std::array::from_fn(|at| deltas[first + at]));
        Self { deltas, fours: [four(0), four(5)] }
    }
}

/// Rows down and columns up (file 1 is column 0) of one step in a board direction.
#[inline]
pub(crate) const fn board_step(direction: usize) -> (i8, i8) {
    (-DIRECTIONS[direction].forward, -DIRECTIONS[direction].right)
}

/// The neighbours of a square that are blocked, and those that hold enemies, as masks of [`neighbour_bit`]s.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// Own pieces and squares off the board.
    pub blocked: u16,
    pub enemies: u16,
}

impl Neighbours {
    /// No neighbours, or not needed.
    pub(crate) const NONE: Self = Self { blocked: 0, enemies: 0 };
}

/// Bit of a neighbour in a neighbour mask. The nine bits are the row above (nearer rank a), the same row with the square
/// itself in the middle, and the row below; in each the lower file first.
pub(crate) fn neighbour_bit(vector: Vector) -> u16 {
    let row = 1 - i32::from(vector.forward);
    let column = 1 - i32::from(vector.right);
    1 << (row * 3 + column)
}

impl PowerTables {
    /// Whether the type has a power of a set.
    #[inline]
    pub(crate) fn has(&self, set: PowerSet) -> bool {
        self.set.meets(set)
    }

    /// Whether the type only slides, steps and leaps.
    #[inline]
    pub(crate) fn is_simple(&self) -> bool {
        self.set == PowerSet::DIRECT
    }

    /// Whether the piece can capture off the eight lines through it: it leaps or turns.
    #[inline]
    pub(crate) fn leaves_lines(&self) -> bool {
        self.exit_mask & NEVER_BLOCKED != 0 || self.has(PowerSet::DISTANT_OFF_LINES)
    }

    /// Upper bound of the moves of all powers but the direct one, on any square of any position, if one is known.
    pub(crate) fn max_special_moves(&self, geometry: Geometry) -> Option<u32> {
        if self.has(PowerSet::UNBOUNDED) {
            return None;
        }
        let count = |length: usize| u32::try_from(length).ok();
        let (length, squares) = (count(geometry.files().max(geometry.ranks()) - 1)?, count(geometry.squares())?);
        let mut effects = 0;
        if self.has(PowerSet::HOOK) {
            effects += squares + if self.hook_takes_corner { count(self.hooks.len())? * 2 * length } else { 0 };
        }
        if self.has(PowerSet::UNIVERSAL) {
            effects += squares;
        }
        if self.has(PowerSet::JUMP) {
            effects += count(self.jumps.len())? * length;
        }
        for reach in self.sweeps.iter().map(|sweep| sweep.reach).chain(self.hops.iter().map(|hop| hop.reach)) {
            effects += u32::from(reach).min(length);
        }
        for reach in self.skips.iter().filter_map(|skip| skip.reach.into_iter().skip(1).max()) {
            effects += u32::from(reach).min(length);
        }
        for run in &self.runs {
            // To each square, with any choice of the squares before it but none.
            effects += (2..=u32::from(run.squares)).map(|squares| 2_u32.pow(squares - 1) - 1).sum::<u32>();
        }
        effects += self.igui_mask.count_ones() + u32::from(self.pass_mask != 0);
        if self.has(PowerSet::WALK) {
            effects += (2 * u32::from(self.walk) + 1).pow(2);
        }
        if self.has(PowerSet::LION) {
            // Eight steps and their igui, eight times eight captures on the way, sixteen leaps.
            effects += 8 + 8 + 64 + 16;
        }
        if self.has(PowerSet::LINE) {
            // A line: two squares with and without a capture before them, igui, and with a third square six more.
            effects += count(self.lines.len())? * 12;
        }
        let may_pass = self.has(PowerSet::LION.or(PowerSet::LINE));
        Some(effects + u32::from(may_pass))
    }

    /// Whether no two special moves end on the same square. Hooks and the universal move never come together with lions and
    /// line powers: such a type is interpreted.
    pub(crate) fn special_moves_have_distinct_ends(&self) -> bool {
        self.has(PowerSet::HOOK.or(PowerSet::UNIVERSAL)) && !self.hook_takes_corner
    }

    /// Neighbours of which one must be empty for any special move: the first squares of hooks that turn on empty squares, if
    /// the type has no other special power.
    pub(crate) fn corner_mask(&self) -> u16 {
        let only_hooks = self.set == PowerSet::DIRECT.or(PowerSet::HOOK) && !self.hook_takes_corner;
        let directions = self.hooks.iter().filter(|_| only_hooks).map(|hook| neighbour_bit(DIRECTIONS[hook.direction]));
        directions.fold(0, |mask, bit| mask | bit)
    }
}
