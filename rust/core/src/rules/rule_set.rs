//! A rule set: a game with every option fixed, compiled to dense tables.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::betza::Term;
use crate::error::{Error, Problem, Result, Slug};
use crate::geometry::{Geometry, Square};
use crate::moves::Change;
use crate::rules::data;
use crate::rules::dead_ends;
use crate::rules::definition::Definition;
use crate::rules::key_table::{KeyTable, KeyedPiece};
use crate::rules::kind_table::KindTable;
use crate::rules::move_profile::{self, MoveProfile};
use crate::rules::options::{Burning, JumpVictims, LionTrading, OptionValue, Options, Trigger};
use crate::rules::piece::{Cell, Kind, Role, Side};
use crate::rules::piece_line::PieceLine;
use crate::rules::piece_type::{NamedStart, PieceType};
use crate::rules::power_compiler;
use crate::rules::power_tables::{NeighbourDeltas, PowerTables};
use crate::rules::source;

/// A game with every option fixed, ready to play. Immutable; share it with [`Arc`].
#[derive(Debug)]
pub struct RuleSet {
    pub(super) definition: Definition,
    pub(super) geometry: Geometry,
    pub(super) options: Options,
    type_index: BTreeMap<String, usize>,
    /// The same, sorted by numeric id: the hot lookup when position text is read.
    type_ids: Vec<(u32, usize)>,
    pub(super) kinds: Vec<KindTable>,
    /// Move types, initial ones first in the order of the file.
    pub(super) forms: Vec<String>,
    terms: Vec<Vec<Term>>,
    /// Move text in force and the name of its reading, as documented.
    documented_moves: Vec<(String, Option<String>)>,
    pub(super) powers: Vec<[PowerTables; 2]>,
    contagious: Vec<Kind>,
    keys: KeyTable,
    move_profiles: Vec<MoveProfile>,
    neighbour_deltas: NeighbourDeltas,
    /// By kind, side and square: whether a piece there could never move again. Empty if no promotion depends on it.
    dead_ends: Vec<bool>,
    pub(super) start: Vec<(Square, Cell)>,
    pub(super) start_side: Side,
    /// Computed on first use; playing does not need it.
    digest: OnceLock<String>,
    /// Text of the file it was read from; none for shipped and changed sets.
    toml: Option<String>,
}

/// An id of 1 to 3 letters as a number; `None` for any other text.
fn packed_id(id: &str) -> Option<u32> {
    let fits = (1..=3).contains(&id.len());
    fits.then(|| id.bytes().fold(0, |packed, byte| packed << 8 | u32::from(byte)))
}

/// Index of a kind, side and square in the table of dead ends.
fn dead_end(kind: Kind, side: Side, square: Square) -> usize {
    (kind.index() * 2 + side.index()) * Square::COUNT + square.index()
}

/// Rule sets are equal if they play alike (same board, pieces, moves, options and start), whatever their names.
impl PartialEq for RuleSet {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.digest() == other.digest()
    }
}

impl Eq for RuleSet {}

impl RuleSet {
    /// Longest rule file accepted, in bytes.
    pub const MAX_FILE: usize = source::MAX_LENGTH;

    /// This rule set with options and readings changed.
    ///
    /// # Errors
    /// As [`RuleSet::changed`].
    pub fn with(&self, options: &[(String, String)], readings: &[(String, String)]) -> Result<Arc<Self>> {
        Ok(Arc::new(Self::compile(self.definition.clone().changed(options, readings)?)?))
    }

    /// Read a rule file.
    ///
    /// # Errors
    /// [`Error::Data`] with every fault.
    pub fn from_toml(file: &str, text: &str) -> Result<Arc<Self>> {
        let mut rules = Self::compile(Definition::read(file, text)?)?;
        rules.toml = Some(text.to_owned());
        Ok(Arc::new(rules))
    }

    /// Text of the file it was read from; `None` for shipped and changed sets.
    pub fn toml(&self) -> Option<&str> {
        self.toml.as_deref()
    }

    /// Every fault of a rule file, in the order of its lines; none if it can be played.
    pub fn check(file: &str, text: &str) -> Vec<Problem> {
        let (definition, mut problems) = Definition::check(file, text);
        if problems.is_empty()
            && let Some(Err(Error::Data(faults))) = definition.map(Self::compile)
        {
            problems = faults;
        }
        problems.sort_by_key(|problem| problem.line);
        problems
    }

    pub(super) fn compile(mut definition: Definition) -> Result<Self> {
        definition.choose_board_characters();
        let file = definition.name.clone();
        let fault = |line, key: &str, slug, reason: String| {
            Error::Data(vec![Problem { slug, file: file.clone(), line, key: key.to_owned(), reason }])
        };
        let (files, ranks) = definition.board;
        let geometry = Geometry::new(files, ranks)
            .ok_or_else(|| fault(1, "board", Slug::DataWrongType, format!("no board of {files} by {ranks}")))?;
        let values = definition.options.iter().map(|(name, (value, _))| (name.clone(), value.clone())).collect();
        let options = Options::from_values(&values)
            .map_err(|name| fault(1, name, Slug::DataUnknownValue, format!("no usable value of {name}")))?;
        let mut rules = Self {
            geometry,
            type_ids: Vec::new(),
            type_index: definition.pieces.iter().enumerate().map(|(at, line)| (line.id.clone(), at)).collect(),
            forms: definition.pieces.iter().chain(&definition.promoted).map(|line| line.id.clone()).collect(),
            kinds: Vec::new(),
            terms: Vec::new(),
            documented_moves: Vec::new(),
            powers: Vec::new(),
            contagious: Vec::new(),
            keys: KeyTable::default(),
            move_profiles: Vec::new(),
            neighbour_deltas: NeighbourDeltas::new(geometry),
            dead_ends: Vec::new(),
            start: Vec::new(),
            start_side: Side::Black,
            digest: OnceLock::new(),
            toml: None,
            options,
            definition,
        };
        rules.type_ids = rules.type_index.iter().filter_map(|(id, at)| Some((packed_id(id)?, *at))).collect();
        rules.type_ids.sort_unstable();
        for id in rules.forms.clone() {
            let terms =
                rules.definition.terms(&id).map_err(|(line, reason)| fault(line, &id, Slug::DataBadBetza, reason))?;
            rules.powers.push(power_compiler::compile(&terms, geometry));
            rules.documented_moves.push(rules.definition.documented_move(&id, &terms));
            rules.terms.push(terms);
        }
        rules.contagious = rules.definition.contagion.0.iter().filter_map(|id| rules.kind_index(id, true)).collect();
        rules.kinds = rules.compile_kinds();
        rules.keys = KeyTable::new(geometry, rules.keyed_pieces());
        rules.move_profiles = move_profile::table(&rules.kinds, &rules.powers, geometry);
        if rules.options.promotion.iter().any(|row| row.when == Trigger::DeadEnd) {
            rules.dead_ends = rules.compile_dead_ends();
        }
        rules.compile_start()?;
        Ok(rules)
    }

    fn compile_dead_ends(&self) -> Vec<bool> {
        let mut dead_ends = vec![false; self.kinds.len() * 2 * Square::COUNT];
        for kind in self.all_kinds().filter(|kind| self.table(*kind).promotion.is_some()) {
            for side in Side::BOTH {
                for square in self.geometry.all() {
                    let can_move = dead_ends::can_move(self.terms(kind), self.geometry, side, square);
                    dead_ends[dead_end(kind, side, square)] = !can_move;
                }
            }
        }
        dead_ends
    }

    /// Whether an unpromoted piece on a square could never move again (rule 4.6), in rule sets whose promotion asks for it.
    pub(crate) fn is_dead_end(&self, kind: Kind, side: Side, square: Square) -> bool {
        self.dead_ends[dead_end(kind, side, square)]
    }

    fn keyed_pieces(&self) -> impl Iterator<Item = KeyedPiece<'_>> {
        self.all_kinds().flat_map(move |kind| Side::BOTH.map(|side| (kind, side))).map(|(kind, side)| KeyedPiece {
            kind,
            side,
            id: self.type_id(kind.type_index()),
            royal: self.table(kind).role.is_some(),
            // Fire takes off the lines, too.
            leaves_lines: self.powers(kind, side).leaves_lines() || self.table(kind).may_burn,
        })
    }

    /// The input of the digest: everything that affects play, and nothing else.
    fn canonical(&self) -> String {
        use std::fmt::Write as _;
        let mut text = format!("mujo rules 1\nboard {} {}\n", self.geometry.files(), self.geometry.ranks());
        let definition = &self.definition;
        for (name, (value, _)) in &definition.options {
            let _ = writeln!(text, "option {name} {value}");
        }
        for ((id, terms), (betza, _)) in self.forms.iter().zip(&self.terms).zip(&self.documented_moves) {
            let hooks = terms.iter().filter(|term| term.is_hook() && term.modes.take).count();
            let line = definition.line(id);
            let promotes = line.and_then(|line| line.promotes.as_deref()).unwrap_or("-");
            let royal = line.and_then(|line| line.royal).map_or("-", Role::word);
            let last = line.is_some_and(|line| line.last_rank);
            let initial = self.type_index.contains_key(id);
            let _ = writeln!(text, "type {id} {initial} {betza} {hooks} {promotes} {royal} {last}");
            if let Some(line) = line.filter(|line| line.rank > 0 || line.burns) {
                let _ = writeln!(text, "rank {id} {} {}", line.rank, line.burns);
            }
        }
        let _ = writeln!(text, "contagion {:?} {:?}", definition.contagion.0, definition.contagion.1);
        let _ = writeln!(text, "lions {:?} {:?}", definition.lion_trading.0, definition.lion_trading.1);
        let mut placed: Vec<(usize, u16)> =
            self.start.iter().map(|(square, cell)| (self.geometry.dense(*square), cell.bits())).collect();
        placed.sort_unstable();
        let _ = writeln!(text, "start {:?} {placed:?}", self.start_side);
        text
    }

    fn kind_index(&self, id: &str, promoted: bool) -> Option<Kind> {
        let packed = packed_id(id)?;
        let at = self.type_ids.binary_search_by_key(&packed, |(known, _)| *known).ok()?;
        Some(Kind::new(self.type_ids[at].1, promoted))
    }

    /// Full name, e.g. `maka[LD=limited]`.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Name of the game the set belongs to: the file that has the setup.
    pub fn game(&self) -> &str {
        &self.definition.game
    }

    /// Title.
    pub fn title(&self) -> &str {
        &self.definition.title
    }

    /// One-line description.
    pub fn description(&self) -> &str {
        &self.definition.description
    }

    /// Where the set comes from.
    pub fn source(&self) -> &str {
        &self.definition.source
    }

    /// Whose piece values are given.
    pub fn values_source(&self) -> Option<&str> {
        self.definition.values_source.as_deref()
    }

    /// SHA-256 of everything that affects play, in hexadecimal.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| data::text_digest(&self.canonical()))
    }

    /// Size of the board.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The options in force.
    #[inline]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Options as written, with the source of each choice.
    pub fn written_options(&self) -> &BTreeMap<String, (OptionValue, String)> {
        &self.definition.options
    }

    /// Types with readings, and the reading in force.
    pub fn readings(&self) -> BTreeMap<String, String> {
        let documented = self.forms.iter().zip(&self.documented_moves);
        documented.filter_map(|(id, (_, reading))| Some((id.clone(), reading.clone()?))).collect()
    }

    /// Initial types that infect, and those that are not infected (rules 4.3 and 4.4).
    pub fn contagion(&self) -> (&[String], &[String]) {
        let (types, exempt) = &self.definition.contagion;
        (types, exempt)
    }

    /// Types that count as lions, and those whose capture does not justify a lion trade (rule 7.2).
    pub fn lion_trading(&self) -> (&[String], &[String]) {
        let (lions, worthless) = &self.definition.lion_trading;
        (lions, worthless)
    }

    /// Further starting positions.
    pub fn starts(&self) -> BTreeMap<String, NamedStart> {
        let named = |start: &source::StartText| NamedStart {
            position: start.position.value.clone(),
            description: start.description.clone(),
            source: start.source.clone(),
        };
        self.definition.starts.iter().map(|(name, start)| (name.clone(), named(start))).collect()
    }

    /// Every type, initial ones first, in the order of the file.
    pub fn piece_types(&self) -> Vec<PieceType> {
        self.forms.iter().filter_map(|id| self.piece_type(id)).collect()
    }

    /// One type by its id.
    pub fn piece_type(&self, id: &str) -> Option<PieceType> {
        let line: &PieceLine = self.definition.line(id)?;
        let at = self.forms.iter().position(|form| form == id)?;
        let (betza, reading) = self.documented_moves[at].clone();
        let readings = self.definition.readings.get(id).map(Vec::as_slice).unwrap_or_default();
        Some(PieceType {
            id: line.id.clone(),
            name: line.name.clone(),
            kanji: line.kanji.clone(),
            board_kanji: line.board.clone(),
            romaji: line.romaji.clone(),
            betza,
            promotes_to: line.promotes.clone(),
            royal: line.royal,
            value: line.value,
            source: line.source.clone(),
            aliases: line.aliases.clone(),
            letter: line.letter.clone(),
            last_rank: line.last_rank,
            rank: line.rank,
            burns: line.burns,
            initial: self.type_index.contains_key(id),
            readings: readings.iter().map(|reading| (reading.name.clone(), reading.betza.clone())).collect(),
            reading_sources: readings.iter().map(|reading| (reading.name.clone(), reading.source.clone())).collect(),
            reading,
        })
    }

    /// Ids of the initial types.
    pub fn type_ids(&self) -> impl Iterator<Item = &str> {
        self.type_index.keys().map(String::as_str)
    }

    /// Letters of the initial types in lishogi's form, by index of the type.
    pub fn letters(&self) -> impl Iterator<Item = Option<&str>> {
        let pieces = self.definition.pieces.iter();
        pieces.map(|line| line.letter.as_deref())
    }

    /// Id of an initial type.
    pub fn type_id(&self, type_index: usize) -> &str {
        &self.forms[type_index]
    }

    /// Id of the type that a kind moves as.
    pub fn moves_as(&self, kind: Kind) -> &str {
        &self.forms[usize::from(self.table(kind).form)]
    }

    /// The kind of an initial type (upper case), promoted or not, if such a piece exists (rule 2.3).
    pub fn kind_of(&self, id: &str, promoted: bool) -> Option<Kind> {
        self.kind_index(id, promoted).filter(|kind| self.table(*kind).exists)
    }

    /// All kinds that exist.
    pub fn all_kinds(&self) -> impl Iterator<Item = Kind> {
        (0..self.kinds.len()).map(|index| Kind::new(index / 2, index % 2 == 1)).filter(|kind| self.table(*kind).exists)
    }

    /// Length of tables by [`Kind::index`]; not every index below it is a kind that exists.
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
    }

    /// Length of tables by [`Cell::index`], pieces of both sides and the empty cell included.
    pub fn cell_count(&self) -> usize {
        4 * self.kinds.len()
    }

    /// The published value of a kind.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::rules::{Cell, RuleSet, Side};
    ///
    /// let rules = RuleSet::named("chu")?;
    /// let mut values = vec![0.0; rules.cell_count()];
    /// for kind in rules.all_kinds() {
    ///     for side in Side::BOTH {
    ///         values[Cell::new(kind, side).index()] = rules.value(kind).unwrap_or_default();
    ///     }
    /// }
    /// let lion = rules.kind_of("LN", false).expect("chu has lions");
    /// assert!(lion.index() < rules.kind_count());
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn value(&self, kind: Kind) -> Option<f64> {
        self.definition.line(self.moves_as(kind))?.value
    }

    /// Initial types that promote to a form that is no initial type itself.
    pub(crate) fn sources_of_form(&self, id: &str) -> Option<Vec<String>> {
        if self.type_index.contains_key(id) {
            return None;
        }
        let sources = self.definition.pieces.iter().filter(|line| line.promotes.as_deref() == Some(id));
        let sources: Vec<String> = sources.map(|line| line.id.clone()).collect();
        (!sources.is_empty()).then_some(sources)
    }

    #[inline]
    pub(crate) fn table(&self, kind: Kind) -> &KindTable {
        &self.kinds[kind.index()]
    }

    #[inline]
    pub(crate) fn powers(&self, kind: Kind, side: Side) -> &PowerTables {
        &self.powers[usize::from(self.table(kind).form)][side.index()]
    }

    /// The powers of the piece in a cell.
    #[inline]
    pub(crate) fn powers_of(&self, cell: Cell) -> &PowerTables {
        self.powers(cell.kind(), if cell.side() == Some(Side::White) { Side::White } else { Side::Black })
    }

    /// The move profile of the piece in a cell.
    #[inline]
    pub(crate) fn profile(&self, cell: Cell) -> &MoveProfile {
        &self.move_profiles[cell.index()]
    }

    /// The change of a piece that captures `victim`, if it does not depend on the victim and needs no test.
    #[inline]
    pub(crate) fn change_by_taking(&self, capture_change: Option<Change>, victim: Cell) -> Option<Change> {
        capture_change.filter(|_| !self.profile(victim).relevant_victim)
    }

    /// Cell offsets of the squares around a square.
    #[inline]
    pub(crate) fn neighbour_deltas(&self) -> &NeighbourDeltas {
        &self.neighbour_deltas
    }

    /// The legs of a kind's move, for the interpreter.
    #[inline]
    pub(crate) fn terms(&self, kind: Kind) -> &[Term] {
        &self.terms[usize::from(self.table(kind).form)]
    }

    /// Id of a type with a move of more than two legs, if there is one.
    pub(crate) fn longest_type(&self) -> Option<&str> {
        let long = |terms: &[Term]| terms.iter().any(|term| term.legs() > 2);
        self.forms.iter().zip(&self.terms).find(|(_, terms)| long(terms)).map(|(id, _)| id.as_str())
    }

    /// The contagious kinds that capturers become, in the order of the file; at most two.
    #[inline]
    pub(crate) fn contagious(&self) -> &[Kind] {
        &self.contagious
    }

    #[inline]
    pub(crate) fn keys(&self) -> &KeyTable {
        &self.keys
    }

    pub(crate) fn start(&self) -> (&[(Square, Cell)], Side) {
        (&self.start, self.start_side)
    }

    /// Whether the game has a state: the square of a lion just taken by another piece (rule 7.3).
    #[inline]
    pub fn tracks_lion_captures(&self) -> bool {
        self.options.lion_trading != LionTrading::Off
    }

    /// Whether pieces burn their neighbours in this game (rule 9.4).
    #[inline]
    pub fn burns(&self) -> bool {
        self.options.burning != Burning::Off
    }

    /// Whether moves of this game may take pieces that the moves do not name: those that burn (rule 9.4).
    pub fn has_unnamed_victims(&self) -> bool {
        self.burns()
    }

    /// Whether a jump of the piece in the first cell passes what stands in the second (rule 9.2).
    #[inline]
    pub(crate) fn outranks(&self, mover: Cell, other: Cell) -> bool {
        self.rank(other) < self.rank(mover) && other != Cell::MARGIN
    }

    /// The rank of the piece in a cell; 0 where there is none (rule 9.1).
    #[inline]
    pub(crate) fn rank(&self, cell: Cell) -> u8 {
        cell.piece().map_or(0, |(kind, _)| self.table(kind).rank)
    }

    /// Whether a jump over other pieces may capture what stands in the second cell (rule 9.2).
    #[inline]
    pub(crate) fn may_take_by_jump(&self, mover: Cell, victim: Cell) -> bool {
        match self.options.jump_victims {
            JumpVictims::Any => true,
            JumpVictims::Lower => self.outranks(mover, victim),
            JumpVictims::NotRoyal => victim.piece().is_none_or(|(kind, _)| self.table(kind).role.is_none()),
        }
    }

    /// Whether `row` is in the promotion zone of `side`.
    #[inline]
    pub(crate) fn in_zone(&self, row: usize, side: Side) -> bool {
        let depth = usize::from(self.options.promotion_zone);
        match side {
            Side::Black => row < depth,
            Side::White => row + depth >= self.geometry.ranks(),
        }
    }

    /// Whether `row` is the last rank of `side`.
    #[inline]
    pub(crate) fn is_last_row(&self, row: usize, side: Side) -> bool {
        row == if side == Side::Black { 0 } else { self.geometry.ranks() - 1 }
    }
}
