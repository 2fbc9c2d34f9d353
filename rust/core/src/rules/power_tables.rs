//! Compiles the legs of a type into tables of powers (rules 3.2 to 3.11).
//!
//! A move text that is not a union of known powers stays a list of legs, which the interpreter in `powers` walks literally:
//! correct for every text of the language, but slower.

use crate::betza::{Atom, Modes, Term, Turn};
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

    /// Powers that attack squares more than three squares away otherwise than along an open line.
    pub(crate) const DISTANT_OFF_LINES: Self = Self::INTERPRETED.or(Self::HOOK).or(Self::UNIVERSAL).or(Self::JUMP);
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
const NEVER_BLOCKED: u16 = 1 << 9;

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

/// The same type for the first and the second player.
pub(crate) fn compile(terms: &[Term], geometry: Geometry) -> [PowerTables; 2] {
    match RecognisedPowers::recognise(terms) {
        Some(known) => [true, false].map(|first| known.powers(geometry, first)),
        None => [true, false].map(|_| PowerTables {
            set: PowerSet::INTERPRETED,
            exit_mask: NEVER_BLOCKED,
            ..PowerTables::default()
        }),
    }
}

/// Powers in the owner's view.
#[derive(Default)]
struct RecognisedPowers {
    rays: [u8; 8],
    leaps: Vec<Vector>,
    /// Directions of `av` and `afav` terms.
    out_and_back: [bool; 8],
    out_two_and_back: [bool; 8],
    hooks: [bool; 8],
    hook_takes_corner: bool,
    jumps: [bool; 8],
    walk_two: bool,
    walk_three: bool,
    area_two: bool,
    area_three: bool,
    universal: bool,
}

fn index_of(vector: Vector) -> Option<usize> {
    DIRECTIONS.iter().position(|known| *known == vector)
}

impl RecognisedPowers {
    fn recognise(terms: &[Term]) -> Option<Self> {
        let mut known = Self::default();
        for term in terms {
            known.add(term)?;
        }
        let has_hook = known.hooks.contains(&true);
        let has_line = known.out_and_back.contains(&true) || known.out_two_and_back.contains(&true);
        for (direction, vector) in DIRECTIONS.into_iter().enumerate() {
            let step = known.rays[direction] > 0 || known.leaps.contains(&vector) || known.area_two;
            let line = known.out_and_back[direction] || known.out_two_and_back[direction];
            // A line power is whole only with its first step and its way out and back; a lion has both.
            if line && !(step && (known.out_and_back[direction] || known.area_two)) {
                return None;
            }
        }
        let many = known.area_two || known.area_three || has_line;
        if has_hook && many || known.area_three && (!known.area_two || has_line) {
            return None;
        }
        if known.universal && (has_hook || many) {
            return None;
        }
        let leaps_on_a_line = || {
            let on_a_line =
                |leap: &Vector| leap.right == 0 || leap.forward == 0 || leap.right.abs() == leap.forward.abs();
            known.leaps.iter().any(|leap| index_of(*leap).is_none() && on_a_line(leap))
        };
        let has_all_steps =
            (0..8).all(|direction| known.rays[direction] > 0 || known.leaps.contains(&DIRECTIONS[direction]));
        let far_leaps = || known.leaps.iter().any(|leap| index_of(*leap).is_none());
        if known.walk() > 0 && (has_hook || many || known.universal || !has_all_steps || far_leaps())
            || known.walk_three && !known.walk_two
        {
            return None;
        }
        // A jump begins where a slide of its line ends.
        let jumps_beyond_slides = (0..8).all(|direction| !known.jumps[direction] || known.rays[direction] == u8::MAX);
        if known.jumps.contains(&true)
            && (has_hook || many || known.universal || !jumps_beyond_slides || leaps_on_a_line())
        {
            return None;
        }
        Some(known)
    }

    fn add(&mut self, term: &Term) -> Option<()> {
        if term.is_hook() {
            if self.hooks.contains(&true) && self.hook_takes_corner != term.modes.take {
                return None;
            }
            self.hook_takes_corner = term.modes.take;
            for vector in &term.first {
                self.hooks[index_of(*vector)?] = true;
            }
            return Some(());
        }
        match term.later.as_slice() {
            [] => self.add_single(term),
            [(Turn::ANY, Modes::LAST)] if term.is_walk() => {
                self.walk_two = true;
                Some(())
            }
            [(Turn::ANY, Modes::OVER), (Turn::ANY, Modes::LAST)] if term.is_walk() => {
                self.walk_three = true;
                Some(())
            }
            _ if !term.single_steps() || term.modes != Modes::EARLIER => None,
            [(Turn::LINE, Modes::LAST)] => Self::mark(&mut self.out_and_back, term),
            [(Turn::ON, Modes::EARLIER), (Turn::LINE, Modes::LAST)] => Self::mark(&mut self.out_two_and_back, term),
            later if term.atom == Atom::K && term.first.len() == 8 => match later {
                [(Turn::ANY, Modes::LAST)] => {
                    self.area_two = true;
                    Some(())
                }
                [(Turn::ANY, Modes::EARLIER), (Turn::ANY, Modes::LAST)] => {
                    self.area_three = true;
                    Some(())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn mark(table: &mut [bool; 8], term: &Term) -> Option<()> {
        for vector in &term.first {
            table[index_of(*vector)?] = true;
        }
        Some(())
    }

    fn add_single(&mut self, term: &Term) -> Option<()> {
        if term.atom == Atom::U {
            self.universal = true;
            return Some(());
        }
        if term.modes == Modes::JUMP && term.reach == u8::MAX {
            return Self::mark(&mut self.jumps, term);
        }
        if term.modes != Modes::LAST {
            return None;
        }
        for vector in &term.first {
            match index_of(*vector) {
                Some(direction) if term.reach > 1 => {
                    self.rays[direction] = self.rays[direction].max(term.reach);
                }
                _ if self.leaps.contains(vector) => {}
                _ => self.leaps.push(*vector),
            }
        }
        Some(())
    }

    /// Steps over empty squares.
    fn walk(&self) -> u8 {
        if self.walk_three { 3 } else { u8::from(self.walk_two) * 2 }
    }

    fn area(&self) -> u8 {
        if self.area_three { 3 } else { u8::from(self.area_two) * 2 }
    }

    fn line_squares(&self, direction: usize) -> u8 {
        match (self.out_and_back[direction], self.out_two_and_back[direction]) {
            (_, true) => 3,
            (true, false) => 2,
            _ => 0,
        }
    }

    /// How many squares in that direction an area or line power covers.
    fn covered(&self, direction: usize) -> u8 {
        self.area().max(self.line_squares(direction))
    }

    fn powers(&self, geometry: Geometry, first: bool) -> PowerTables {
        let delta = |vector: Vector| geometry.delta(vector, first);
        let mut powers = PowerTables {
            area: self.area(),
            walk: self.walk(),
            set: PowerSet::DIRECT,
            hook_takes_corner: self.hook_takes_corner,
            ..PowerTables::default()
        };
        if self.universal {
            (powers.set, powers.exit_mask) = (PowerSet::UNIVERSAL, NEVER_BLOCKED);
            return powers;
        }
        let lion_like = self.area() > 0 || self.out_and_back.contains(&true) || self.out_two_and_back.contains(&true);
        if lion_like || self.walk() > 0 {
            powers.exit_mask = NEVER_BLOCKED;
        }
        // Tables for attack tests are by board direction: for the second player "ahead" is the fourth direction on.
        let turned = |direction: usize| {
            if first { direction } else { (direction + 4) % 8 }
        };
        for (direction, vector) in DIRECTIONS.into_iter().enumerate() {
            let board_direction = turned(direction);
            let reach = self.rays[direction];
            let squares = self.line_squares(direction);
            powers.ray_reach[board_direction] = reach;
            powers.line_reach[board_direction] = squares;
            if reach > 0 || self.hooks[direction] {
                powers.exit_mask |= neighbour_bit(DIRECTIONS[board_direction]);
            }
            if reach > 0 {
                let (exit, skip) = (neighbour_bit(DIRECTIONS[board_direction]), self.skip(direction, vector));
                if skip & 1 == 0 {
                    powers.step_mask |= exit;
                }
                if reach > 1 {
                    powers.slide_mask |= exit;
                    powers.slide_table.beyond[exit.trailing_zeros() as usize] = reach - 1;
                    powers.slide_table.skip[exit.trailing_zeros() as usize] = skip >> 1;
                }
            }
            // A lion covers a line of two squares.
            if squares > 0 && !(squares == 2 && self.area() >= 2) {
                powers.lines.push(LineTable { delta: delta(vector), squares });
            }
            if self.jumps[direction] {
                powers.jumps.push(JumpTable { direction: board_direction, delta: delta(vector) });
                powers.exit_mask |= NEVER_BLOCKED;
            }
            if self.hooks[direction] {
                powers.hooks.push(HookTable {
                    direction: board_direction,
                    delta: delta(vector),
                    turns: vector.sideways().map(delta),
                });
                powers.hook_directions |= 1 << board_direction;
            }
        }
        let special = [
            (PowerSet::HOOK, !powers.hooks.is_empty()),
            (PowerSet::JUMP, !powers.jumps.is_empty()),
            (PowerSet::WALK, powers.walk > 0),
            (PowerSet::LION, powers.area == 2),
            (PowerSet::AREA, powers.area == 3),
            (PowerSet::LINE, !powers.lines.is_empty()),
        ];
        for (power, _) in special.into_iter().filter(|(_, has)| *has) {
            powers.set = powers.set.or(power);
        }
        for leap in self.leaps.iter().filter(|leap| !self.covers_leap(**leap)) {
            let board_leap = if first { *leap } else { leap.back() };
            if index_of(*leap).is_some() {
                powers.step_mask |= neighbour_bit(board_leap);
                powers.exit_mask |= neighbour_bit(board_leap);
            } else {
                powers.leaps.push(delta(*leap));
                powers.exit_mask |= NEVER_BLOCKED;
            }
        }
        powers.hook_overlaps = self.hook_overlaps();
        powers
    }

    /// Whether a second leg of a hook can end where a slide, step or leap ends.
    fn hook_overlaps(&self) -> bool {
        let lines = |parity: usize| (0..4).all(|n| self.hooks[2 * n + parity]);
        let none = |parity: usize| (0..4).all(|n| !self.hooks[2 * n + parity]);
        let hook = match (lines(0), none(0), lines(1), none(1)) {
            (_, true, _, true) => return false,
            (true, _, _, true) => 0,
            (_, true, true, _) => 1,
            _ => return true,
        };
        // A whole hook of one kind never ends on its own lines; on diagonals it stays on squares of its colour.
        let free = |vector: &Vector| match index_of(*vector) {
            Some(direction) => direction % 2 == hook || hook == 1,
            None => hook == 1 && (vector.right + vector.forward) % 2 != 0,
        };
        let slides = (0..8).filter(|direction| self.rays[*direction] > 0);
        slides.map(|direction| direction % 2 == hook).any(|own| !own) || !self.leaps.iter().all(free)
    }

    /// Distances that leaps, lines or a lion cover in every position.
    fn skip(&self, direction: usize, vector: Vector) -> u8 {
        let covered = (1_u8 << self.covered(direction)) - 1;
        let leaps = (1..=3)
            .filter(|distance| self.leaps.contains(&Vector::new(vector.right * distance, vector.forward * distance)));
        leaps.fold(covered, |skip, distance| skip | 1 << (distance - 1))
    }

    fn covers_leap(&self, vector: Vector) -> bool {
        let distance = vector.right.unsigned_abs().max(vector.forward.unsigned_abs());
        if distance <= self.area() {
            return true;
        }
        (0..8).any(|direction| {
            let unit = DIRECTIONS[direction];
            let along = |n: u8| {
                let n = i8::try_from(n).unwrap_or(i8::MAX);
                Vector::new(unit.right * n, unit.forward * n) == vector
            };
            (1..=self.line_squares(direction)).any(along)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza::parse;

    fn compiled(text: &str) -> PowerTables {
        let [first, _] = compile(&parse(text).unwrap(), Geometry::new(25, 25).unwrap());
        first
    }

    /// Skip masks of all slides of more than one square.
    fn skips(powers: &PowerTables) -> Vec<u8> {
        (0..9).filter(|bit| powers.slide_mask >> bit & 1 == 1).map(|bit| powers.slide_table.skip[bit]).collect()
    }

    #[test]
    fn every_power_of_the_rules_is_recognised() {
        for text in [
            "U",
            "K",
            "RmasR",
            "WBmasB",
            "bB2fBfmasB",
            "RbBfFfavF",
            "BrlbRfWfavW",
            "NADaK",
            "KavKafavK",
            "QavKafavK",
            "QNADaK",
            "NADaKafavK",
            "NADaKQ3",
            "RbBfB2avWafavWbavFbafavF",
            "QaKaaK",
            "RmcasR",
            "ffN",
            "fKrlR2bB2",
            "rlRbB3fbR2rlDrlH",
            "BrlRfA",
            "QjcQ",
            "BjcBK",
            "BNjcB",
            "BKmaK",
            "BjcBKmaKmamaK",
            "BrlRKmaKmamaK",
        ] {
            assert!(!compiled(text).has(PowerSet::INTERPRETED), "{text}");
        }
        for text in
            ["BrlRfpafBfA", "mW", "QmcaKmcamcaK", "avW", "KaaaK", "jcB", "BjB", "BAjcB", "BjcBK2aK", "RjcR5", "oR"]
        {
            assert!(compiled(text).has(PowerSet::INTERPRETED), "{text}");
        }
    }

    #[test]
    fn powers_do_not_overlap() {
        let spirit = compiled("QNADaK");
        assert!(
            spirit.leaps.is_empty()
                && spirit.slide_mask.count_ones() == 8
                && skips(&spirit).iter().all(|skip| *skip == 0b1)
        );
        let bear = compiled("BrlRfA");
        assert_eq!(skips(&bear), [0b1, 0b1, 0, 0, 0, 0]);
        let fiend = compiled("NADaKafavK");
        assert!(!fiend.has(PowerSet::INTERPRETED) && fiend.lines.len() == 8 && fiend.leaps.is_empty());
    }
}
