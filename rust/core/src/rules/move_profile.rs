//! The fields of a piece that generation reads first, packed into one cache line and indexed by cell.

use crate::geometry::Geometry;
use crate::rules::kind_table::{KindTable, LegalityShortcuts};
use crate::rules::piece::{Cell, Kind, Role, Side};
use crate::rules::power_tables::{PowerSet, PowerTables, SlideTable};

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
    /// Attacks squares more than three squares away otherwise than along an open line.
    pub attacks_far: bool,
    /// Is an emperor.
    pub emperor: bool,
    /// Upper bound of special effects, on any square of any board; or [`UNBOUNDED`].
    pub most_special: u32,
    /// Neighbours of which one must be empty for any special effect, as a ring; none if there is no such condition.
    pub corners: u16,
    /// Capturing it alone can change the capturer otherwise than any capture does.
    pub relevant_victim: bool,
}

const _: () = assert!(size_of::<MoveProfile>() == 64, "a profile is one cache line");

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
            attacks_far: powers.has(PowerSet::FAR),
            most_special: powers.most_special_effects(geometry).unwrap_or(UNBOUNDED),
            corners: powers.corners(),
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
