//! The fields of a piece that generation reads first, packed into one cache line and indexed by cell.

use crate::geometry::Geometry;
use crate::rules::kind_table::{KindTable, LegalityShortcuts};
use crate::rules::piece::{Cell, Kind, Role, Side};
use crate::rules::power_tables::{PowerSet, PowerTables, SlideTable};

/// Upper bound of captures of a staged piece: the size of the buffer for those that need a legality test.
pub(crate) const MAX_STAGED_MOVES: usize = 64;

/// Marks an unknown upper bound.
pub(crate) const UNBOUNDED: u32 = u32::MAX;

/// How a piece of one kind and side moves, in short.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct MoveProfile {
    /// Neighbours that its moves begin with. If all are blocked, the piece has no move unless it jumps.
    pub exit_mask: u16,
    /// Neighbours that steps and slides end on.
    pub step_mask: u16,
    /// Neighbours that slides of more than one square pass.
    pub slide_mask: u16,
    pub slides: SlideTable,
    pub shortcuts: LegalityShortcuts,
    /// Only slides, steps and leaps, and its quiet moves are legal without a test.
    pub is_staged: bool,
    /// Leaps beyond the neighbours.
    pub leaps: u8,
    /// Attacks squares more than three squares away otherwise than along an open line.
    pub attacks_distant_off_lines: bool,
    /// Is an emperor.
    pub emperor: bool,
    /// Upper bound of moves by powers other than the direct one, on any square of any board; or [`UNBOUNDED`].
    pub max_special_moves: u32,
    /// Neighbours of which one must be empty for any special move; none if there is no such condition.
    pub corner_mask: u16,
    /// Capturing it alone can change the capturer otherwise than any capture does.
    pub relevant_victim: bool,
}

const _: () = assert!(size_of::<MoveProfile>() == 64, "a profile is one cache line");

impl MoveProfile {
    fn new(powers: &PowerTables, table: &KindTable, geometry: Geometry) -> Self {
        // The neighbours twice over: a slide gives its first square as a neighbour and its last as a capture.
        let captures = 16 + powers.leaps.len();
        Self {
            exit_mask: powers.exit_mask,
            step_mask: powers.step_mask,
            slide_mask: powers.slide_mask,
            slides: powers.slide_table,
            shortcuts: table.shortcuts,
            is_staged: powers.is_simple() && table.shortcuts.quiets_are_legal && captures <= MAX_STAGED_MOVES,
            leaps: u8::try_from(powers.leaps.len()).expect("leaps of three squares at most are fewer than fifty"),
            attacks_distant_off_lines: powers.has(PowerSet::DISTANT_OFF_LINES) || table.may_burn,
            max_special_moves: powers.max_special_moves(geometry).unwrap_or(UNBOUNDED),
            corner_mask: powers.corner_mask(),
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
            let index_of_cell = Cell::new(Kind::new(index / 2, index % 2 == 1), side).index();
            move_profiles.resize(move_profiles.len().max(index_of_cell + 1), MoveProfile::default());
            move_profiles[index_of_cell] =
                MoveProfile::new(&powers[usize::from(table.form)][side.index()], table, geometry);
        }
    }
    move_profiles
}
