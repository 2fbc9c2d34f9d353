//! The move language of the rule files: text to legs (docs/reference/move-language.md).
//!
//! A move is a list of [`Term`]s; a term is one or more legs of one atom; a leg has directions and modes.

use std::fmt;

use crate::geometry::{DIRECTIONS, Vector};

/// The atoms: one step (`W`, `F`, `K`), slides (`R`, `B`, `Q`), leaps (`D`, `A`, `N`, `H`) and the universal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the letters are the names")]
pub enum Atom {
    W,
    F,
    K,
    R,
    B,
    Q,
    D,
    A,
    N,
    H,
    U,
}

impl Atom {
    fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'W' => Self::W,
            b'F' => Self::F,
            b'K' => Self::K,
            b'R' => Self::R,
            b'B' => Self::B,
            b'Q' => Self::Q,
            b'D' => Self::D,
            b'A' => Self::A,
            b'N' => Self::N,
            b'H' => Self::H,
            b'U' => Self::U,
            _ => return None,
        })
    }

    /// Whether the atom slides when no count is given.
    const fn slides(self) -> bool {
        matches!(self, Self::R | Self::B | Self::Q)
    }

    const fn takes_count(self) -> bool {
        matches!(self, Self::W | Self::F | Self::K | Self::R | Self::B | Self::Q)
    }

    /// All vectors of the atom, clockwise from straight ahead; none for the universal move.
    fn vectors(self) -> Vec<Vector> {
        let every = |scale: i8, keep: fn(Vector) -> bool| {
            DIRECTIONS
                .into_iter()
                .filter(|vector| keep(*vector))
                .map(|vector| Vector::new(vector.right * scale, vector.forward * scale))
                .collect()
        };
        match self {
            Self::W | Self::R => every(1, is_straight),
            Self::F | Self::B => every(1, |vector| !is_straight(vector)),
            Self::K | Self::Q => every(1, |_| true),
            Self::D => every(2, is_straight),
            Self::A => every(2, |vector| !is_straight(vector)),
            Self::H => every(3, is_straight),
            Self::N => [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
                .map(|(right, forward)| Vector::new(right, forward))
                .to_vec(),
            Self::U => Vec::new(),
        }
    }
}

const fn is_straight(vector: Vector) -> bool {
    vector.right == 0 || vector.forward == 0
}

/// How a leg may end, several being a union, and what it may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// `m`: on an empty square.
    pub quiet: bool,
    /// `c`: on an enemy, which is taken.
    pub take: bool,
    /// `p`: on a piece of either side, which is hopped over.
    pub hop: bool,
    /// `o`: squares at the beginning of a slide that it passes, whatever stands there, and does not end on.
    pub skip: u8,
    /// `j`: whether the slide also passes pieces of either side that rank lower than the mover (rule 9.2).
    pub jump: bool,
}

impl Modes {
    pub(crate) const LAST: Self = Self { quiet: true, take: true, hop: false, skip: 0, jump: false };
    pub(crate) const EARLIER: Self = Self { hop: true, ..Self::LAST };
    /// Onto an empty square.
    pub(crate) const OVER: Self = Self { take: false, ..Self::LAST };
    /// The jump captures of ranked pieces.
    pub(crate) const JUMP: Self = Self { quiet: false, jump: true, ..Self::LAST };
}

/// Direction of a leg after the first, against the leg before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// `f`: straight on.
    pub on: bool,
    /// `b`: straight back.
    pub back: bool,
    /// `s`: either right angle.
    pub side: bool,
    /// No letter: every direction of the atom.
    pub any: bool,
}

impl Turn {
    pub(crate) const ANY: Self = Self { on: false, back: false, side: false, any: true };
    pub(crate) const LINE: Self = Self { on: true, back: true, side: false, any: false };
    pub(crate) const ON: Self = Self { on: true, back: false, side: false, any: false };
    pub(crate) const SIDE: Self = Self { on: false, back: false, side: true, any: false };

    /// The vectors of a leg that follows one along `before`.
    pub(crate) fn vectors(self, before: Vector, all: &[Vector]) -> impl Iterator<Item = Vector> + '_ {
        let [right, left] = before.sideways();
        let chosen = [(self.on, before), (self.back, before.back()), (self.side, right), (self.side, left)];
        let all = if self.any { all } else { &[] };
        all.iter().copied().chain(chosen.into_iter().filter(|(wanted, _)| *wanted).map(|(_, vector)| vector))
    }
}

/// A term: a first leg in given directions, and any number of further legs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The atom of every leg.
    pub atom: Atom,
    /// Vectors of the first leg.
    pub first: Vec<Vector>,
    /// Modes of the first leg.
    pub modes: Modes,
    /// The legs after the first.
    pub later: Vec<(Turn, Modes)>,
    /// Squares a leg may go: 1 for steps and leaps, [`u8::MAX`] for slides without a count.
    pub reach: u8,
    /// All vectors of the atom, for later legs without a direction.
    pub all: Vec<Vector>,
}

impl Term {
    /// Whether every leg is a single king step (path rule 3 of docs/reference/move-language.md).
    pub fn single_steps(&self) -> bool {
        matches!(self.atom, Atom::W | Atom::F | Atom::K) && self.reach == 1
    }

    /// Number of legs.
    pub fn legs(&self) -> usize {
        1 + self.later.len()
    }

    /// Whether a leg passes pieces of lower rank (rule 9.2).
    pub fn jumps(&self) -> bool {
        self.modes.jump || self.later.iter().any(|(_, modes)| modes.jump)
    }

    /// Legs before the last that may take a piece.
    pub fn early_takes(&self) -> usize {
        let modes = std::iter::once(&self.modes).chain(self.later.iter().map(|(_, modes)| modes));
        modes.take(self.later.len()).filter(|modes| modes.take).count()
    }

    /// About how many walks this term has at most where many pieces stand. A leg counts as six squares if it has more, since
    /// other pieces stop it, and twice if it is not the last and may both take a piece and leap over it.
    pub(crate) fn walks(&self) -> u64 {
        let reach = u64::from(self.reach.min(6));
        let ways = |modes: &Modes, is_last: bool| if !is_last && modes.take && modes.hop { 2 } else { 1 };
        let first = self.first.len() as u64 * reach * ways(&self.modes, self.later.is_empty());
        self.later.iter().enumerate().fold(first, |walks, (at, (turn, modes))| {
            let directions = if turn.any { self.all.len() } else { 0 }
                + usize::from(turn.on)
                + usize::from(turn.back)
                + 2 * usize::from(turn.side);
            walks.saturating_mul(directions as u64 * reach * ways(modes, at + 1 == self.later.len()))
        })
    }

    /// A king step to an empty square, and more king steps.
    pub(crate) fn is_walk(&self) -> bool {
        self.atom == Atom::K && self.reach == 1 && self.first.len() == 8 && self.modes == Modes::OVER
    }

    /// A slide and a right angle on an empty square: a hook (rule 3.4).
    pub(crate) fn is_hook(&self) -> bool {
        self.atom.slides()
            && self.reach == u8::MAX
            && self.modes.quiet
            && !self.modes.hop
            && self.modes.skip == 0
            && !self.modes.jump
            && self.later == [(Turn::SIDE, Modes::LAST)]
    }
}

/// A fault of a move text and its offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// Character in the text, from 0.
    pub position: usize,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for BetzaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "at character {}: {}", self.position + 1, self.reason)
    }
}

/// Maximal number of legs of a term: enough for every known reading, and a bound for walks.
const MAX_LEGS: usize = 6;

/// Read a move text.
///
/// # Errors
/// [`BetzaError`] with the position of the first fault.
pub fn parse(text: &str) -> Result<Vec<Term>, BetzaError> {
    if let Some((position, other)) = text.chars().enumerate().find(|(_, letter)| !letter.is_ascii()) {
        return Parser::fault(position, format!("'{other}' is no direction, mode or atom"));
    }
    let mut parser = Parser { text: text.as_bytes(), at: 0 };
    let mut terms = Vec::new();
    while parser.at < parser.text.len() {
        terms.push(parser.term()?);
    }
    if terms.is_empty() {
        return Err(BetzaError { position: 0, reason: "a move needs at least one atom".into() });
    }
    Ok(terms)
}

/// The letters of a leg, before its atom is known.
struct RawLeg {
    directions: Vec<(usize, String)>,
    /// Squares that the slide skips.
    skip: u8,
    /// Whether it passes pieces of lower rank.
    jump: bool,
    /// Where the letters for both end.
    passes_at: usize,
    modes: Vec<u8>,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn fault<T>(position: usize, reason: impl Into<String>) -> Result<T, BetzaError> {
        Err(BetzaError { position, reason: reason.into() })
    }

    fn term(&mut self) -> Result<Term, BetzaError> {
        let start = self.at;
        let mut legs = vec![self.leg()?];
        loop {
            match self.text.get(self.at) {
                Some(b'a') => {
                    self.at += 1;
                    legs.push(self.leg()?);
                }
                Some(letter) if letter.is_ascii_uppercase() => break,
                Some(other) => {
                    let other = char::from(*other);
                    return Self::fault(self.at, format!("'{other}' is no direction, mode or atom"));
                }
                None => {
                    return Self::fault(self.at, "the atom is missing: one of W F D A N H K R B Q U");
                }
            }
        }
        let letter = self.text[self.at];
        let Some(atom) = Atom::from_letter(letter) else {
            return Self::fault(
                self.at,
                format!("'{}' is no atom: the atoms are W F D A N H K R B Q U", char::from(letter)),
            );
        };
        self.at += 1;
        if self.text.get(self.at) == Some(&letter) {
            return Self::fault(self.at, doubled(atom));
        }
        let reach = self.count(atom)?;
        if legs.len() > MAX_LEGS {
            return Self::fault(start, format!("a term has at most {MAX_LEGS} legs"));
        }
        Self::assemble(start, atom, reach, &legs)
    }

    fn assemble(start: usize, atom: Atom, reach: u8, legs: &[RawLeg]) -> Result<Term, BetzaError> {
        let last = legs.len() - 1;
        if atom == Atom::U && (last > 0 || !legs[0].directions.is_empty() || !legs[0].modes.is_empty()) {
            return Self::fault(start, "U stands alone, without directions, modes or further legs");
        }
        for leg in legs {
            Self::check_passing(leg, atom, reach)?;
        }
        let modes = |index: usize| {
            let RawLeg { skip, jump, .. } = legs[index];
            let ends = match legs[index].modes.as_slice() {
                [] if index == last => Modes::LAST,
                [] => Modes::EARLIER,
                letters => Modes {
                    quiet: letters.contains(&b'm'),
                    take: letters.contains(&b'c'),
                    hop: letters.contains(&b'p'),
                    ..Modes::LAST
                },
            };
            Modes { skip, jump, ..ends }
        };
        if modes(last).hop {
            return Self::fault(start, "the last leg cannot hop (p): the piece must come to stand");
        }
        let all = atom.vectors();
        let first = first_vectors(atom, &all, &legs[0].directions)?;
        let later = (1..=last)
            .map(|index| Ok((later_turn(&legs[index].directions)?, modes(index))))
            .collect::<Result<_, BetzaError>>()?;
        Ok(Term { atom, first, modes: modes(0), later, reach, all })
    }

    /// What a slide may pass must suit its length.
    fn check_passing(leg: &RawLeg, atom: Atom, reach: u8) -> Result<(), BetzaError> {
        if leg.skip >= reach {
            let reason = format!("'o' passes a square: the slide needs more than {}, as in oB or oR3", leg.skip);
            return Self::fault(leg.passes_at, reason);
        }
        if leg.jump && (reach == 1 || atom == Atom::U) {
            return Self::fault(
                leg.passes_at,
                "'j' passes pieces: it needs a slide of more than one square, as in jcR",
            );
        }
        Ok(())
    }

    fn leg(&mut self) -> Result<RawLeg, BetzaError> {
        let mut leg = RawLeg { directions: Vec::new(), skip: 0, jump: false, passes_at: 0, modes: Vec::new() };
        while let Some(letter) = self.text.get(self.at).copied() {
            let start = self.at;
            match letter {
                b'f' | b'b' | b'l' | b'r' | b'v' | b's' => {
                    if !leg.modes.is_empty() || leg.skip > 0 || leg.jump {
                        return Self::fault(start, "directions stand before the modes o, j, m, c, p of a leg");
                    }
                    let double = matches!(letter, b'f' | b'b') && self.text.get(start + 1) == Some(&letter);
                    self.at += 1 + usize::from(double);
                }
                b'[' => {
                    if !leg.modes.is_empty() || leg.skip > 0 || leg.jump {
                        return Self::fault(start, "directions stand before the modes o, j, m, c, p of a leg");
                    }
                    let pair = self.text.get(start + 1..start + 4);
                    if !matches!(pair, Some([b'f' | b'b', b'l' | b'r', b']'])) {
                        let reason = "a bracket holds one diagonal, [fl], [fr], [bl] or [br]; groups of legs such as [aK] are not \
                                      read: write the legs with 'a' and one atom";
                        return Self::fault(start, reason);
                    }
                    self.at += 4;
                }
                b'o' | b'j' => {
                    if !leg.modes.is_empty() {
                        let letter = char::from(letter);
                        return Self::fault(start, format!("'{letter}' stands before the modes m, c, p of a leg"));
                    }
                    if letter == b'o' {
                        leg.skip = leg.skip.saturating_add(1);
                    } else if leg.jump {
                        return Self::fault(start, "'j' stands twice");
                    } else {
                        leg.jump = true;
                    }
                    leg.passes_at = start;
                    self.at += 1;
                    continue;
                }
                b'm' | b'c' | b'p' => {
                    if leg.modes.contains(&letter) {
                        return Self::fault(start, format!("the mode '{}' stands twice", char::from(letter)));
                    }
                    leg.modes.push(letter);
                    self.at += 1;
                    continue;
                }
                _ => break,
            }
            let written = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
            leg.directions.push((start, written));
        }
        Ok(leg)
    }

    fn count(&mut self, atom: Atom) -> Result<u8, BetzaError> {
        let start = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Ok(if atom.slides() { u8::MAX } else { 1 });
        }
        if !atom.takes_count() {
            return Self::fault(start, "only W F K R B Q take a count");
        }
        if digits[0] == b'0' || digits.len() > 2 {
            return Self::fault(start, "a count is 1 to 99, without leading zero");
        }
        Ok(digits.iter().fold(0, |count, digit| count * 10 + (digit - b'0')))
    }
}

/// Why an atom may not stand twice in a row: elsewhere that is a rider, here it would be the same move again.
fn doubled(atom: Atom) -> String {
    match atom {
        Atom::W => "WW slides in a straight line: write R".into(),
        Atom::F => "FF slides on a diagonal: write B".into(),
        Atom::K => "KK slides in every direction: write Q".into(),
        Atom::R | Atom::B | Atom::Q | Atom::U => format!("{atom:?} stands twice: write it once"),
        Atom::D | Atom::A | Atom::N | Atom::H => {
            format!(
                "{atom:?}{atom:?} is a rider, which repeats its leap: there are none here; for a single leap write {atom:?}"
            )
        }
    }
}

/// Vectors of a first leg from the owner's point of view: the union of the written directions, or all if there is none.
fn first_vectors(atom: Atom, all: &[Vector], written: &[(usize, String)]) -> Result<Vec<Vector>, BetzaError> {
    if written.is_empty() {
        return Ok(all.to_vec());
    }
    let mut chosen: Vec<Vector> = Vec::new();
    for (position, text) in written {
        let keep = direction(atom, text).ok_or_else(|| {
            let reason = match text.as_str() {
                "s" | "v" => format!("'{text}' is ambiguous before {atom:?}: write f, b, l, r or one diagonal as [fl]"),
                _ => format!("'{text}' is not a direction of the first leg of {atom:?}"),
            };
            BetzaError { position: *position, reason }
        })?;
        for vector in all.iter().filter(|vector| keep(**vector)) {
            if !chosen.contains(vector) {
                chosen.push(*vector);
            }
        }
    }
    Ok(chosen)
}

/// The vectors of an atom that a direction of a first leg selects; `None` if it is meaningless for the atom.
fn direction(atom: Atom, text: &str) -> Option<fn(Vector) -> bool> {
    let diagonal = matches!(atom, Atom::F | Atom::B | Atom::A);
    let king = matches!(atom, Atom::K | Atom::Q);
    let knight = atom == Atom::N;
    let straight = matches!(atom, Atom::W | Atom::R | Atom::D | Atom::H);
    Some(match text {
        "v" if straight => |vector| vector.right == 0,
        "s" if straight => |vector| vector.forward == 0,
        "v" if knight => |vector| vector.forward.abs() == 2,
        "s" if knight => |vector| vector.forward.abs() == 1,
        "f" => |vector| vector.forward > 0,
        "b" => |vector| vector.forward < 0,
        "ff" if knight => |vector| vector.forward == 2,
        "bb" if knight => |vector| vector.forward == -2,
        "l" if king => |vector| vector.right < 0 && vector.forward == 0,
        "r" if king => |vector| vector.right > 0 && vector.forward == 0,
        "l" if !knight => |vector| vector.right < 0,
        "r" if !knight => |vector| vector.right > 0,
        "[fl]" if diagonal => |vector| vector.forward > 0 && vector.right < 0,
        "[fr]" if diagonal => |vector| vector.forward > 0 && vector.right > 0,
        "[bl]" if diagonal => |vector| vector.forward < 0 && vector.right < 0,
        "[br]" if diagonal => |vector| vector.forward < 0 && vector.right > 0,
        _ => return None,
    })
}

fn later_turn(written: &[(usize, String)]) -> Result<Turn, BetzaError> {
    if written.is_empty() {
        return Ok(Turn::ANY);
    }
    let mut turn = Turn { on: false, back: false, side: false, any: false };
    for (position, text) in written {
        match text.as_str() {
            "f" => turn.on = true,
            "b" => turn.back = true,
            "v" => {
                turn.on = true;
                turn.back = true;
            }
            "s" => turn.side = true,
            _ => {
                let reason = format!("'{text}' is no direction of a later leg: f on, b back, v either, s right angle");
                return Err(BetzaError { position: *position, reason });
            }
        }
    }
    Ok(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_split_where_the_atoms_are() {
        let falcon = parse("BrlbRfWfavW").unwrap();
        assert_eq!(falcon.iter().map(Term::legs).collect::<Vec<_>>(), [1, 1, 1, 2]);
        assert_eq!(falcon[1].first.len(), 3);
        assert_eq!(falcon[3].first, [Vector::new(0, 1)]);
        let deva = parse("f[br]FlW").unwrap();
        assert_eq!(deva[0].first, [Vector::new(1, 1), Vector::new(-1, 1), Vector::new(1, -1)]);
        assert_eq!(deva[1].first, [Vector::new(-1, 0)]);
        assert_eq!(parse("ffN").unwrap()[0].first.len(), 2);
        assert_eq!(parse("sN").unwrap()[0].first.len(), 4);
        assert_eq!(parse("vR").unwrap()[0].first, [Vector::new(0, 1), Vector::new(0, -1)]);
        assert_eq!(parse("fN").unwrap()[0].first.len(), 4);
        assert_eq!(parse("fKrlW").unwrap()[0].first.len(), 3);
        assert!(parse("RmasR").unwrap()[1].is_hook() && parse("RmcasR").unwrap()[1].is_hook());
        assert_eq!(parse("lK").unwrap()[0].first, [Vector::new(-1, 0)]);
        assert_eq!(parse("fQ").unwrap()[0].first.len(), 3);
        assert_eq!(parse("B12").unwrap()[0].reach, 12);
    }

    #[test]
    fn faults_name_their_place() {
        for (text, position) in [
            ("", 0),
            ("WX", 1),
            ("fb", 2),
            ("D2", 1),
            ("R0", 1),
            ("R100", 1),
            ("[fz]F", 0),
            ("[fl]W", 0),
            ("vF", 0),
            ("sK", 0),
            ("NN", 1),
            ("fWbWW", 4),
            ("[aK]K", 0),
            ("ffW", 0),
            ("WalW", 2),
            ("mfW", 1),
            ("mmW", 1),
            ("pW", 0),
            ("fU", 0),
            ("aaaaaaK", 0),
            ("W F", 1),
            ("lN", 0),
        ] {
            assert_eq!(parse(text).map_err(|error| error.position), Err(position), "{text}");
        }
    }
}
