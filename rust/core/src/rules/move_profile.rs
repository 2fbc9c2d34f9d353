//! The fields of a piece that generation reads first, packed into one cache line and indexed by cell.

use crate::geometry::{DIRECTIONS, Geometry};
use crate::rules::kind_table::{KindTable, LegalityShortcuts};
use crate::rules::piece::{Cell, Kind, Role, Side};
use crate::rules::power_tables::{PowerSet, PowerTables, SlideTable, ring_bit};

/// Upper bound of effects of a quick piece, and the size of the buffer for its captures that need a test.
pub(crate) const QUICK_EFFECTS: usize = 64;

/// Marks an unknown upper bound.
pub(crate) const UNBOUNDED: u32 = u32::MAX;

/// How a piece of one kind and side moves, in short.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct MoveProfile {
    /// Neighbours that its moves begin with, as a ring. If all are blocked, the piece has no move unless it jumps.
    pub exits: u16,
    /// Neighbours that steps and slides end on, as a ring.
    pub near: u16,
    /// Neighbours that slides of more than one square pass, as a ring.
    pub far: u16,
    pub slides: SlideTable,
    pub shortcuts: LegalityShortcuts,
    /// Only slides, steps and leaps, and its quiet moves are legal without a test.
    pub quick: bool,
    /// Leaps beyond the neighbours.
    pub leaps: u8,
    /// Can capture off its lines more than three squares away.
    pub turns: bool,
    /// Is an emperor.
    pub emperor: bool,
    /// Upper bound of effects other than steps, leaps and slides; [`UNBOUNDED`] if unknown.
    pub others: u32,
    /// If all other effects are hooks that turn on empty squares: the neighbours their first legs pass, one of which must be
    /// empty, as a ring. Otherwise none.
    pub corners: u16,
    /// Capturing it alone can change the capturer otherwise than any capture does.
    pub relevant_victim: bool,
}

const _: () = assert!(size_of::<MoveProfile>() == 64, "a gait is one cache line");

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(UNBOUNDED)
}

/// Upper bound of effects other than steps, leaps and slides, on any square of any position; `None` if unknown.
fn others(powers: &PowerTables, geometry: Geometry) -> Option<u32> {
    if powers.has(PowerSet::INTERPRETED.or(PowerSet::AREA)) {
        return None;
    }
    let (length, squares) = (count(geometry.files().max(geometry.ranks()) - 1), count(geometry.squares()));
    let mut effects = 0;
    if !powers.hooks.is_empty() {
        effects += squares + if powers.hook_takes_corner { count(powers.hooks.len()) * 2 * length } else { 0 };
    }
    if powers.has(PowerSet::UNIVERSAL) {
        effects += squares;
    }
    if powers.area == 2 {
        // Eight steps and their igui, eight times eight captures on the way, sixteen leaps.
        effects += 8 + 8 + 64 + 16;
    }
    // A line: two squares with and without what is taken before them, igui, and with a third square six more.
    effects += count(powers.lines.len()) * 12;
    let may_pass = powers.area > 0 || !powers.lines.is_empty();
    Some(effects + u32::from(may_pass))
}

/// The neighbours that the first legs of hooks pass, if hooks that turn on empty squares are all that is left.
fn corners(powers: &PowerTables) -> u16 {
    let only_hooks = powers.set == PowerSet::DIRECT.or(PowerSet::HOOK) && !powers.hook_takes_corner;
    let directions = powers.hooks.iter().filter(|_| only_hooks).map(|hook| ring_bit(DIRECTIONS[hook.direction]));
    directions.fold(0, |ring, bit| ring | bit)
}

impl MoveProfile {
    fn new(powers: &PowerTables, table: &KindTable, geometry: Geometry) -> Self {
        // The neighbours twice over: a slide gives its first square as a neighbour and its last as a capture.
        let captures = 16 + powers.leaps.len();
        Self {
            exits: powers.exits,
            near: powers.near,
            far: powers.far,
            slides: powers.slide_table,
            shortcuts: table.shortcuts,
            quick: powers.is_simple() && table.shortcuts.plain_quiet && captures <= QUICK_EFFECTS,
            leaps: u8::try_from(powers.leaps.len()).expect("leaps of three squares at most are fewer than fifty"),
            turns: powers.has(PowerSet::INTERPRETED.or(PowerSet::UNIVERSAL).or(PowerSet::HOOK)),
            others: others(powers, geometry).unwrap_or(UNBOUNDED),
            corners: corners(powers),
            relevant_victim: table.relevant_victim,
            emperor: table.role == Some(Role::Emperor),
        }
    }
}

/// The profiles of all pieces by cell; cells without a piece have an empty one.
pub(super) fn table(kinds: &[KindTable], powers: &[[PowerTables; 2]], geometry: Geometry) -> Vec<MoveProfile> {
    let mut move_profiles = Vec::new();
    for (index, table) in kinds.iter().enumerate() {
        for side in Side::BOTH {
            let code = Cell::new(Kind::new(index / 2, index % 2 == 1), side).index();
            move_profiles.resize(move_profiles.len().max(code + 1), MoveProfile::default());
            move_profiles[code] = MoveProfile::new(&powers[usize::from(table.form)][side.index()], table, geometry);
        }
    }
    move_profiles
}
