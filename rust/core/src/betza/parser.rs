//! The parser of move texts.

use std::fmt;

use crate::betza::{Atom, Modes, Term, Turn};
use crate::geometry::Vector;

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

/// The most pieces that a text may name for a slide to pass: the squares of a line of the largest board but the start.
const MOST_HOPS: u8 = 35;

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
    /// What the slide passes, and how: `skip`, `jump`, `hops` and `sweep`.
    passes: Modes,
    /// Where the last letter for that stands.
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
            if leg.passes.sweep && last > 0 {
                return Self::fault(leg.passes_at, "'x' sweeps: its term has one leg");
            }
        }
        let modes = |index: usize| {
            let Modes { skip, jump, hops, sweep, .. } = legs[index].passes;
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
            Modes { skip, jump, hops, sweep, ..ends }
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
        let Modes { skip, jump, hops, sweep, .. } = leg.passes;
        if skip >= reach {
            let reason = format!("'o' passes a square: the slide needs more than {skip}, as in oB or oR3");
            return Self::fault(leg.passes_at, reason);
        }
        let passes_pieces = [(jump, 'j', "jcR"), (hops > 0, 'h', "h3R"), (sweep, 'x', "xR")];
        for (_, letter, example) in passes_pieces.into_iter().filter(|(passes, ..)| *passes) {
            if reach == 1 || atom == Atom::U {
                let reason =
                    format!("'{letter}' passes pieces: it needs a slide of more than one square, as in {example}");
                return Self::fault(leg.passes_at, reason);
            }
        }
        if passes_pieces.iter().filter(|(passes, ..)| *passes).count() + usize::from(skip > 0 && !jump) > 1 {
            return Self::fault(leg.passes_at, "'h' and 'x' stand alone: no other of o, j, h, x in the same leg");
        }
        Ok(())
    }

    fn leg(&mut self) -> Result<RawLeg, BetzaError> {
        let mut leg = RawLeg { directions: Vec::new(), passes: Modes::LAST, passes_at: 0, modes: Vec::new() };
        while let Some(letter) = self.text.get(self.at).copied() {
            let start = self.at;
            match letter {
                b'f' | b'b' | b'l' | b'r' | b'v' | b's' => {
                    leg.takes_directions(start)?;
                    let double = matches!(letter, b'f' | b'b') && self.text.get(start + 1) == Some(&letter);
                    self.at += 1 + usize::from(double);
                }
                b'[' => {
                    leg.takes_directions(start)?;
                    let pair = self.text.get(start + 1..start + 4);
                    if !matches!(pair, Some([b'f' | b'b', b'l' | b'r', b']'])) {
                        let reason = "a bracket holds one diagonal, [fl], [fr], [bl] or [br]; groups of legs such as [aK] are not \
                                      read: write the legs with 'a' and one atom";
                        return Self::fault(start, reason);
                    }
                    self.at += 4;
                }
                b'o' | b'j' | b'h' | b'x' => {
                    self.passing(letter, &mut leg)?;
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

    /// A letter for what a slide passes, and the number after `h`.
    fn passing(&mut self, letter: u8, leg: &mut RawLeg) -> Result<(), BetzaError> {
        let (start, name) = (self.at, char::from(letter));
        if !leg.modes.is_empty() {
            return Self::fault(start, format!("'{name}' stands before the modes m, c, p of a leg"));
        }
        let passes = &mut leg.passes;
        let is_second =
            letter == b'j' && passes.jump || letter == b'h' && passes.hops > 0 || letter == b'x' && passes.sweep;
        if is_second {
            return Self::fault(start, format!("'{name}' stands twice"));
        }
        leg.passes_at = start;
        self.at += 1;
        match letter {
            b'o' => passes.skip = passes.skip.saturating_add(1),
            b'j' => passes.jump = true,
            b'x' => passes.sweep = true,
            _ => {
                let digits = self.digits();
                let hops =
                    if digits.is_empty() { Some(u8::MAX) } else { number(digits).filter(|hops| *hops <= MOST_HOPS) };
                let Some(hops) = hops else {
                    let reason =
                        format!("'h' takes the number of pieces to pass, 1 to {MOST_HOPS}, or none for any number");
                    return Self::fault(start, reason);
                };
                passes.hops = hops;
            }
        }
        Ok(())
    }

    /// The digits that come next.
    fn digits(&mut self) -> &[u8] {
        let start = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn count(&mut self, atom: Atom) -> Result<u8, BetzaError> {
        let start = self.at;
        let digits = self.digits();
        if digits.is_empty() {
            return Ok(if atom.slides() { u8::MAX } else { 1 });
        }
        if !atom.takes_count() {
            return Self::fault(start, "only W F K R B Q take a count");
        }
        let Some(count) = number(digits) else {
            return Self::fault(start, "a count is 1 to 99, without leading zero");
        };
        Ok(count)
    }
}

/// A number of one or two digits without a leading zero.
fn number(digits: &[u8]) -> Option<u8> {
    let fits = matches!(digits.len(), 1 | 2) && digits[0] != b'0';
    fits.then(|| digits.iter().fold(0, |number, digit| number * 10 + (digit - b'0')))
}

impl RawLeg {
    /// Directions stand before everything else.
    fn takes_directions(&self, at: usize) -> Result<(), BetzaError> {
        if self.modes.is_empty() && self.passes.passes_nothing() {
            return Ok(());
        }
        Parser::fault(at, "directions stand before the modes o, j, h, x, m, c, p of a leg")
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
    fn slides_pass_what_their_letters_say() {
        let modes = |text: &str| parse(text).unwrap()[0].modes;
        assert_eq!(modes("xQ"), Modes { sweep: true, ..Modes::LAST });
        assert_eq!(modes("fxcR5"), Modes { sweep: true, quiet: false, ..Modes::LAST });
        assert_eq!(modes("h3B"), Modes { hops: 3, ..Modes::LAST });
        assert_eq!(modes("h35B"), Modes { hops: 35, ..Modes::LAST });
        assert_eq!(modes("hB4"), Modes { hops: u8::MAX, ..Modes::LAST });
        assert_eq!(modes("oojcB"), Modes { skip: 2, jump: true, quiet: false, ..Modes::LAST });
        assert_eq!(parse("fhmafR").unwrap()[0].modes.hops, u8::MAX);
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
            ("xW", 0),
            ("frxW", 2),
            ("xxR", 1),
            ("xmafR", 0),
            ("RaxR", 2),
            ("xjR", 1),
            ("oxR", 1),
            ("hxR", 1),
            ("h0R", 0),
            ("h36R", 0),
            ("h3W", 0),
            ("h3h2R", 2),
            ("h3oR", 2),
            ("jh3R", 1),
            ("mxR", 1),
            ("xfR", 1),
            ("h", 1),
            ("hU", 0),
            ("W F", 1),
            ("lN", 0),
        ] {
            assert_eq!(parse(text).map_err(|error| error.position), Err(position), "{text}");
        }
    }
}
