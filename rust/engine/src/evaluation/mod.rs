//! What a position is worth without searching: numbers from a file of the game, or from the mobility of its pieces.

mod file;
mod mobility;
mod terms;

use std::sync::Arc;

use mujo_core::geometry::Square;
use mujo_core::position::Position;
use mujo_core::rules::{Cell, Kind, RuleSet, Side};

pub use file::FileError;
pub use mobility::mobility;
pub(crate) use mobility::unit;
pub(crate) use terms::Sums;
pub use terms::{TERM_NAMES, Terms};

/// Weights of the terms that are not a sum over pieces, in hundredths of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For the side to move.
    pub tempo: i32,
    /// For each royal beyond the first.
    pub spare_royal: i32,
    /// For enemy pieces around the last royal, in thousandths of their value and nearness.
    pub pressure: i32,
    /// For each own piece within two squares of the last royal.
    pub guard: i32,
    /// For the better side, as the pieces become fewer: thousandths of the difference at an empty board.
    pub simplification: i32,
    /// For each square that a piece is nearer to the last royal of an opponent who has little left.
    pub chase: i32,
}

impl Weights {
    /// Unless a file sets others.
    pub const DEFAULT: Self =
        Self { tempo: 20, spare_royal: 200, pressure: 12, guard: 8, simplification: 200, chase: 2 };
}

/// The evaluation of one rule set.
#[derive(Clone, Debug)]
pub struct Evaluation {
    rules: Arc<RuleSet>,
    /// Id of the type that is worth 100.
    unit: String,
    /// Where the numbers come from, in a sentence.
    source: String,
    /// By kind.
    values: Vec<i32>,
    /// Value and place, by kind and rank from the owner's edge.
    placed: Vec<i32>,
    /// Whether a kind is royal.
    royal: Vec<bool>,
    /// Whether a kind can go almost anywhere, so that its quiet moves are ordered last.
    roams: Vec<bool>,
    /// Row of a square, by its index.
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// Where the squares around a square begin among all of them.
    first_neighbour: Vec<usize>,
    neighbours: Vec<(Square, i32)>,
    pub(crate) weights: Weights,
    /// Material of one side at the start.
    start_material: i32,
}

/// Whether each kind is royal.
fn royals(rules: &RuleSet) -> Vec<bool> {
    let mut royal = vec![false; rules.kind_count()];
    for kind in rules.all_kinds() {
        royal[kind.index()] = rules.piece_type(rules.moves_as(kind)).is_some_and(|piece| piece.royal.is_some());
    }
    royal
}

/// A piece that can go to more than this share of the squares is one that roams.
const ROAMS: f64 = 0.3;

impl Evaluation {
    /// An evaluation by the mobility of the pieces alone.
    pub fn by_mobility(rules: &Arc<RuleSet>) -> Self {
        let values = mobility::values(rules);
        let tables = mobility::rank_tables(rules, &values, &royals(rules));
        let unit = unit(rules).map_or_else(String::new, |kind| rules.type_id(kind.type_index()).to_owned());
        let source = "mobility of the pieces on partly filled boards".to_owned();
        Self::new(rules, unit, source, values, &tables, Weights::DEFAULT)
    }

    fn new(
        rules: &Arc<RuleSet>,
        unit: String,
        source: String,
        values: Vec<i32>,
        tables: &[i32],
        weights: Weights,
    ) -> Self {
        let geometry = rules.geometry();
        let royal = royals(rules);
        #[expect(clippy::cast_precision_loss, reason = "a board has at most 1296 squares")]
        let many = geometry.squares() as f64 * ROAMS;
        let roams = mobility(rules).iter().map(|moves| *moves > many).collect();
        let ranks = geometry.ranks();
        let placed = tables.iter().enumerate().map(|(at, bonus)| values[at / ranks] + bonus).collect();
        let last = geometry.all().map(Square::index).max().unwrap_or(0);
        let (mut rows, mut columns) = (vec![0; last + 1], vec![0; last + 1]);
        for (dense, square) in geometry.all().enumerate() {
            rows[square.index()] = u8::try_from(dense / geometry.files()).unwrap_or(0);
            columns[square.index()] = u8::try_from(dense % geometry.files()).unwrap_or(0);
        }
        let mut evaluation = Self {
            rules: Arc::clone(rules),
            unit,
            source,
            values,
            placed,
            royal,
            roams,
            rows,
            columns,
            first_neighbour: Vec::new(),
            neighbours: Vec::new(),
            weights,
            start_material: 1,
        };
        evaluation.neighbour_tables();
        let start = Position::start(rules);
        let sum = |side| start.pieces(rules, side).map(|(_, kind)| evaluation.value(kind)).sum::<i32>();
        evaluation.start_material = sum(Side::Black).max(sum(Side::White)).max(1);
        evaluation
    }

    /// Id of the type whose value is 100.
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// Average value of the pieces at the start, at least 50: the scale of margins in the search.
    pub(crate) fn scale(&self) -> i32 {
        let count = Position::start(&self.rules).count(Side::Black).max(1);
        (self.start_material / i32::try_from(count).unwrap_or(1)).clamp(50, 2000)
    }

    /// Where the numbers come from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The rule set.
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// Value of a kind in hundredths of the unit.
    #[inline]
    pub fn value(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }

    /// Value of the piece in a cell; 0 for an empty one.
    #[inline]
    pub(crate) fn value_at(&self, cell: Cell) -> i32 {
        if cell.is_empty() { 0 } else { self.value(cell.kind()) }
    }

    /// Value of a piece where it stands.
    #[inline]
    pub(crate) fn placed(&self, cell: Cell, square: Square) -> i32 {
        let ranks = self.rules.geometry().ranks();
        let row = usize::from(self.rows[square.index()]);
        let rank = if cell.side() == Some(Side::Black) { ranks - 1 - row } else { row };
        self.placed[cell.kind().index() * ranks + rank]
    }

    /// Whether a kind is royal.
    #[inline]
    pub(crate) fn is_royal(&self, kind: Kind) -> bool {
        self.royal[kind.index()]
    }

    /// Whether a kind can go almost anywhere.
    #[inline]
    pub(crate) fn roams(&self, kind: Kind) -> bool {
        self.roams[kind.index()]
    }

    /// King's moves from one square to another.
    #[inline]
    pub(crate) fn distance(&self, one: Square, other: Square) -> i32 {
        let (one, other) = (one.index(), other.index());
        i32::from(self.rows[one].abs_diff(self.rows[other]).max(self.columns[one].abs_diff(self.columns[other])))
    }
}
