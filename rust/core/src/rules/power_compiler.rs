//! Compiles the legs of a type into tables of powers (rules 3.2 to 3.11).
//!
//! A move text that is not a union of known powers stays a list of legs, which the interpreter in `powers` walks literally:
//! correct for every text of the language, but slower.

use crate::betza::{Atom, Modes, Term, Turn};
use crate::geometry::{DIRECTIONS, Geometry, Vector};
use crate::rules::power_tables::{
    HookTable, HopTable, JumpTable, LineTable, NEVER_BLOCKED, PowerSet, PowerTables, RunTable, SKIPS, SkipTable,
    SweepTable, neighbour_bit,
};

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
    /// Reach, and whether it ends on empty squares.
    sweeps: [Option<(u8, bool)>; 8],
    /// Pieces passed, and reach.
    hops: [Option<(u8, u8)>; 8],
    /// Reach by squares skipped, the first unused.
    skips: [[u8; SKIPS]; 8],
    /// Bit n: n steps straight on.
    runs: [u8; 8],
    igui: [bool; 8],
    passes: [bool; 8],
    walk_two: bool,
    walk_three: bool,
    area_two: bool,
    area_three: bool,
    universal: bool,
}

/// Whether every leg but the last takes or leaps over what it meets, and the path goes straight on.
fn runs_straight_on(later: &[(Turn, Modes)]) -> bool {
    let (straight, last) = (later.iter().all(|(turn, _)| *turn == Turn::ON), later.len() - 1);
    straight
        && later.len() <= 3
        && later[last].1 == Modes::LAST
        && later[..last].iter().all(|(_, modes)| *modes == Modes::EARLIER)
}

/// A vector of several squares along a direction.
fn times(direction: Vector, squares: i8) -> Vector {
    Vector::new(direction.right * squares, direction.forward * squares)
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
        let passing = (0..8).any(|direction| known.passes_along(direction));
        let apart = has_hook || many || known.universal || known.walk() > 0;
        if apart && (passing || known.igui.contains(&true) || known.passes.contains(&true))
            || !known.fold_leaps_into_skips()
        {
            return None;
        }
        Some(known)
    }

    /// Whether a power passes pieces along a direction, jumps apart.
    fn passes_along(&self, direction: usize) -> bool {
        let skips = self.skips[direction] != [0; SKIPS];
        self.sweeps[direction].is_some() || self.hops[direction].is_some() || skips || self.runs[direction] > 0
    }

    /// Let leaps and steps along a line with skipping slides be skipping slides too, so that each end is found once. `false`
    /// where two powers that pass pieces share a line in another way.
    fn fold_leaps_into_skips(&mut self) -> bool {
        (0..8).all(|direction| {
            // Runs of two squares, of three, and of four come together.
            let run = self.runs[direction];
            if !matches!(run, 0 | 0b100 | 0b1100 | 0b1_1100) {
                return false;
            }
            let distance = |leap: &Vector| (2..=3_i8).find(|n| *leap == times(DIRECTIONS[direction], *n));
            let skips = run > 0 || self.skips[direction] != [0; SKIPS];
            let leaps = self.leaps.iter().any(|leap| distance(leap).is_some());
            let powers =
                [self.jumps[direction], self.sweeps[direction].is_some(), self.hops[direction].is_some(), skips];
            if powers.into_iter().filter(|has| *has).count() + usize::from(leaps && !skips) > 1 {
                // A jump comes with slides only; leaps are asked for above.
                return false;
            }
            if skips {
                let ends = self.leaps.iter().filter_map(distance).map(i8::unsigned_abs);
                let ends: Vec<u8> = ends.chain((2..=4).filter(|n| run >> n & 1 != 0)).collect();
                self.leaps.retain(|leap| distance(leap).is_none());
                for end in ends {
                    let reach = &mut self.skips[direction][usize::from(end) - 1];
                    *reach = (*reach).max(end);
                }
            }
            true
        })
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
            [(Turn::BACK, last)] if term.single_steps() && last.quiet && term.modes.take => {
                if term.modes.quiet {
                    Self::mark(&mut self.passes, term)?;
                }
                Self::mark(&mut self.igui, term)
            }
            _ if term.first.iter().all(|vector| term.leap_along(*vector).is_some()) => {
                term.first.iter().filter_map(|vector| term.leap_along(*vector)).try_for_each(|leap| self.add_leap(leap))
            }
            _ if !term.single_steps() || term.modes != Modes::EARLIER => None,
            later if runs_straight_on(later) => {
                for vector in &term.first {
                    self.runs[index_of(*vector)?] |= 1 << term.legs();
                }
                Some(())
            }
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
        let Modes { skip, hops, sweep, .. } = term.modes;
        if sweep && term.modes.take {
            for vector in &term.first {
                let known = &mut self.sweeps[index_of(*vector)?];
                let quiet = term.modes.quiet || known.is_some_and(|(_, quiet)| quiet);
                if known.is_some_and(|(reach, _)| reach != term.reach) {
                    return None;
                }
                *known = Some((term.reach, quiet));
            }
            return Some(());
        }
        if term.modes == (Modes { skip, ..Modes::LAST }) && skip > 0 {
            for vector in &term.first {
                let reach = self.skips[index_of(*vector)?].get_mut(usize::from(skip))?;
                *reach = (*reach).max(term.reach);
            }
            return Some(());
        }
        if term.modes == (Modes { hops, ..Modes::LAST }) && hops > 0 {
            for vector in &term.first {
                let direction = index_of(*vector)?;
                if self.hops[direction].replace((hops, term.reach)).is_some_and(|known| known != (hops, term.reach)) {
                    return None;
                }
                self.rays[direction] = self.rays[direction].max(term.reach);
            }
            return Some(());
        }
        if term.modes != Modes::LAST {
            return None;
        }
        for vector in &term.first {
            match index_of(*vector) {
                Some(direction) if term.reach > 1 => {
                    self.rays[direction] = self.rays[direction].max(term.reach);
                }
                _ => self.add_leap(*vector)?,
            }
        }
        Some(())
    }

    /// A leap or a step. Leaps of four squares are entered as slides that skip three.
    fn add_leap(&mut self, leap: Vector) -> Option<()> {
        if leap.right.abs().max(leap.forward.abs()) > 3 {
            let direction = DIRECTIONS.iter().position(|direction| times(*direction, 4) == leap)?;
            self.skips[direction][3] = self.skips[direction][3].max(4);
        } else if !self.leaps.contains(&leap) {
            self.leaps.push(leap);
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
            self.add_passing(direction, &mut powers, board_direction, delta(vector));
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
            (PowerSet::SWEEP, !powers.sweeps.is_empty()),
            (PowerSet::HOP, !powers.hops.is_empty()),
            (PowerSet::SKIP, !powers.skips.is_empty()),
            (PowerSet::RUN, !powers.runs.is_empty()),
            (PowerSet::IGUI, powers.igui_mask | powers.pass_mask != 0),
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

    /// Fill in what passes pieces along a direction, and captures beside the piece.
    fn add_passing(&self, direction: usize, powers: &mut PowerTables, board_direction: usize, delta: i16) {
        let steps = self.leaps.contains(&DIRECTIONS[direction]);
        let slide = self.rays[direction].max(u8::from(steps));
        if let Some((reach, quiet)) = self.sweeps[direction] {
            powers.sweeps.push(SweepTable { direction: board_direction, delta, reach, quiet, slide });
        }
        if let Some((hops, reach)) = self.hops[direction] {
            powers.hops.push(HopTable { direction: board_direction, delta, hops, reach });
        }
        let [_, one, two, three] = self.skips[direction];
        if one.max(two).max(three) > 0 {
            powers.skips.push(SkipTable { direction: board_direction, delta, reach: [slide, one, two, three] });
        }
        let run = self.runs[direction];
        if let Some(squares) = (2..=4).rev().find(|squares| run >> squares & 1 != 0) {
            powers.runs.push(RunTable { direction: board_direction, delta, squares });
        }
        let bit = neighbour_bit(DIRECTIONS[board_direction]);
        powers.igui_mask |= if self.igui[direction] { bit } else { 0 };
        powers.pass_mask |= if self.passes[direction] { bit } else { 0 };
        if self.passes_along(direction) || self.igui[direction] || self.passes[direction] {
            powers.exit_mask |= NEVER_BLOCKED;
        }
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
            "xQ",
            "DxB",
            "fB3bB2xR",
            "QxcQ",
            "h3Q",
            "fB3h3Rbh3B",
            "fhBR",
            "BR2ooB5",
            "fbRBfboRoBfbooRooB",
            "oR",
            "oBfboRrloR3cabK",
            "QoQcabK",
            "QabK",
            "QoQooQfoooBafWbafFafafWbafafFfafFfafafFfafafafFabK",
            "RfBbB2fD",
            "bWbFfrlHfmpafmpafF",
            "QmpafmpafmpafF",
        ] {
            assert!(!compiled(text).has(PowerSet::INTERPRETED), "{text}");
        }
        for text in ["BrlRfpafBfA", "mW", "QmcaKmcamcaK", "avW", "KaaaK", "jcB", "BjB", "BAjcB", "BjcBK2aK", "RjcR5"]
            .into_iter()
            .chain([
                "xmR", "xR5xcR", "xRfD", "xRh3R", "xRoR", "xRBjcB3", "RmasRxB", "NADaKxB", "KmaKxR", "h3Rh2R", "h3RoR",
                "h3RD",
            ])
            .chain(["ooooR", "h3cR", "oRmasR", "oRKavKafavK", "QafafW", "cabKNADaK", "fmabW", "mpafmpafmpafN"])
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
