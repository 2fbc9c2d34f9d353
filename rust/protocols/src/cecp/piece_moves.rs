//! The moves of pieces in the notation of XBoard's `piece` command.
//!
//! It differs from the move language of the rule files in two ways that matter here: a leg that is not the last one goes to
//! empty squares only unless its modes are written, and two directions on a diagonal atom are one diagonal.

use mujo_core::betza::{Atom, Modes, Term, Turn, parse};
use mujo_core::geometry::Vector;

/// A move in XBoard's notation; `None` for a text that is no move.
pub(super) fn xboard_moves(text: &str) -> Option<String> {
    let terms = parse(text).ok()?;
    Some(terms.iter().map(write_term).collect())
}

fn write_term(term: &Term) -> String {
    let last = term.later.len();
    let mut tail = modes(term.modes, last == 0);
    for (number, (turn, modes_of_leg)) in term.later.iter().enumerate() {
        tail.push('a');
        tail.push_str(&turn_letters(*turn));
        tail.push_str(&modes(*modes_of_leg, number + 1 == last));
    }
    let count = if term.reach == u8::MAX || term.reach == 1 { String::new() } else { term.reach.to_string() };
    if term.first.len() == term.all.len() {
        return format!("{tail}{:?}{count}", term.atom);
    }
    // One atom for each direction: a union of letters would be read as one diagonal.
    let mut atoms: Vec<String> = Vec::new();
    for vector in &term.first {
        let atom = format!("{}{tail}{:?}{count}", direction(term.atom, *vector), plain_atom(term, *vector));
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
    atoms.concat()
}

/// The atom of one direction: a step or slide in all directions is one along lines or diagonals there.
fn plain_atom(term: &Term, vector: Vector) -> Atom {
    let straight = vector.right == 0 || vector.forward == 0;
    match term.atom {
        // Later legs in any direction need the whole atom.
        atom if term.later.iter().any(|(turn, _)| turn.any) => atom,
        Atom::K => {
            if straight {
                Atom::W
            } else {
                Atom::F
            }
        }
        Atom::Q => {
            if straight {
                Atom::R
            } else {
                Atom::B
            }
        }
        atom => atom,
    }
}

fn direction(atom: Atom, vector: Vector) -> &'static str {
    let (right, forward) = (vector.right, vector.forward);
    if atom == Atom::N {
        return match (forward > 0, forward.abs() > right.abs()) {
            (true, true) => "ff",
            (true, false) => "fs",
            (false, true) => "bb",
            (false, false) => "bs",
        };
    }
    match (right.signum(), forward.signum()) {
        (0, 1) => "f",
        (0, _) => "b",
        (-1, 0) => "l",
        (1, 0) => "r",
        (-1, 1) => "fl",
        (1, 1) => "fr",
        (-1, _) => "bl",
        _ => "br",
    }
}

fn turn_letters(turn: Turn) -> String {
    let letters = [(turn.on, 'f'), (turn.back, 'b'), (turn.side, 's')];
    letters.iter().filter(|(wanted, _)| *wanted).map(|(_, letter)| *letter).collect()
}

fn modes(modes: Modes, is_last: bool) -> String {
    if is_last && modes.quiet && modes.take || !is_last && modes.quiet && !modes.take && !modes.hop {
        return String::new();
    }
    let letters = [(modes.quiet, 'm'), (modes.take, 'c'), (modes.hop, 'p')];
    letters.iter().filter(|(wanted, _)| *wanted).map(|(_, letter)| *letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_one_leg() {
        for (ours, theirs) in [
            ("K", "K"),
            ("fW", "fW"),
            ("RfbB2", "RB2"),
            ("fbRrlW", "fRbRrWlW"),
            ("fF", "frFflF"),
            ("[fl]F", "flF"),
            ("fK", "fWfrFflF"),
            ("ffN", "ffN"),
            ("fN", "ffNfsN"),
            ("mR", "mR"),
            ("U", "U"),
            ("R3", "R3"),
        ] {
            let written = xboard_moves(ours).unwrap();
            assert_eq!(written, theirs, "{ours}");
        }
        assert_eq!(xboard_moves("nonsense"), None);
    }

    #[test]
    fn earlier_legs_name_their_modes() {
        assert_eq!(xboard_moves("NADaK").unwrap(), "NADmcpaK");
        assert_eq!(xboard_moves("RmasR").unwrap(), "RasR");
        assert_eq!(xboard_moves("RmcasR").unwrap(), "RmcasR");
        assert_eq!(xboard_moves("fWfavW").unwrap(), "fWfmcpafbW");
    }
}
