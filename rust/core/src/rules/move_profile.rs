//! What generation reads first of a piece: all that most pieces need, in one cache line, by the code of the cell.

use crate::geometry::{DIRECTIONS, Geometry};
use crate::rules::kind_table::{KindTable, LegalityShortcuts};
use crate::rules::piece::{Cell, Kind, Role, Side};
use crate::rules::power_tables::{PowerSet, PowerTables, SlideTable, ring_bit};

/// Most effects of a quick piece; its captures that need a look have room for so many.
pub(crate) const QUICK_EFFECTS: usize = 64;

/// A bound that is not known.
pub(crate) const UNBOUNDED: u32 = u32::MAX;

/// How a piece of one kind and side goes about.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct MoveProfile {
    /// Neighbours that a move begins on, as a ring; a piece with all of them shut has no move, unless it jumps.
    pub exits: u16,
    /// Neighbours that steps and slides end on, as a ring.
    pub near: u16,
    /// Neighbours that slides of more than one square pass, as a ring.
    pub far: u16,
    pub slides: SlideTable,
    pub shortcuts: LegalityShortcuts,
    /// Nothing but slides, steps and leaps, and what it takes nothing with is legal as it is.
    pub quick: bool,
    /// Leaps beyond the neighbours.
    pub leaps: u8,
    /// Can take off its lines at a distance of more than three squares.
    pub turns: bool,
    /// Royal as an emperor.
    pub emperor: bool,
    /// Beside steps, leaps and slides no piece of the kind ever has more effects; [`UNBOUNDED`] where that is not known.
    pub others: u32,
    /// Neighbours of which one must be empty for any of those, as a ring: first squares of hooks that turn on empty squares,
    /// where those are all others. None if others need no such neighbour.
    pub corners: u16,
    /// Capturing it alone can change the capturer otherwise than any capture does.
    pub matters: bool,
}

const _: () = assert!(size_of::<MoveProfile>() == 64, "a gait is one cache line");

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(UNBOUNDED)
}

/// Most effects that are no steps, leaps or slides, on any square of any position; `None` where that is not known.
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

/// Where the other effects are those of hooks that turn on empty squares: the neighbours that their first legs pass.
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
            matters: table.matters,
            emperor: table.role == Some(Role::Emperor),
        }
    }
}

/// The gaits of all pieces by code; cells without a piece have none.
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
