//! The notation of lishogi, for games whose types have letters: positions with one letter a type and no commas, and moves
//! that always include the square passed.

use crate::error::{Error, Fault, Result, Slug};
use crate::geometry::Square;
use crate::moves::{Change, Move};
use crate::notation;
use crate::position::{Placement, Position};
use crate::powers::interpreted;
use crate::rules::{self, Cell, RuleSet, Side};
use crate::text::fields::with_fields;
use crate::text::letter_ranks::letter_ranks;

/// Whether the game has this notation: every type that may stand on the board has a letter.
pub fn has_letters(rules: &RuleSet) -> bool {
    rules.letters().all(|letter| letter.is_some())
}

fn refused(rules: &RuleSet) -> Error {
    let name = rules.name();
    Error::other(
        Slug::NoLetters,
        format!("{name} has no letters for its types, so it cannot be written as lishogi writes chu"),
    )
}

/// A position as lishogi writes it.
///
/// # Errors
/// `no_letters` if the game has none.
pub fn lishogi_position_text(rules: &RuleSet, placement: &Placement, number: u32) -> Result<String> {
    let board = letter_ranks(rules, placement, |kind| {
        let letter = rules.letters().nth(kind.type_index()).flatten().ok_or_else(|| refused(rules))?;
        Ok::<_, Error>(if kind.promoted() { format!("+{letter}").into() } else { letter.into() })
    })?;
    Ok(with_fields(rules, placement, number, board))
}

/// A move as lishogi writes it: start, the square in the middle if there is one, end, and `+` for a promotion.
///
/// The middle of a pass is the first empty square over which the piece can go and come back.
///
/// # Errors
/// `no_letters` for games without this form, `no_lishogi_move` for a move that has none.
pub fn lishogi_move_text(rules: &RuleSet, position: &Position, mv: Move) -> Result<String> {
    if !has_letters(rules) {
        return Err(refused(rules));
    }
    let without_form = || {
        let message = format!(
            "{} has no form of lishogi's: it writes one square between start and end, and + alone",
            notation::usi(rules, mv)
        );
        Error::other(Slug::NoLishogiMove, message)
    };
    let mut middle: Vec<Square> = mv.victims_before_end().collect();
    if mv.is_pass() {
        middle = vec![middle_of_pass(rules, position, mv).ok_or_else(without_form)?];
    }
    let plus = match mv.change() {
        Change::None => "",
        Change::Plus => "+",
        Change::Named(_) => return Err(without_form()),
    };
    if middle.len() > 1 || mv.is_sweep() {
        return Err(without_form());
    }
    let geometry = rules.geometry();
    let mut text = String::with_capacity(12);
    geometry.write_name(mv.from(), &mut text);
    for square in middle {
        geometry.write_name(square, &mut text);
    }
    geometry.write_name(mv.to(), &mut text);
    text.push_str(plus);
    Ok(text)
}

fn middle_of_pass(rules: &RuleSet, position: &Position, pass: Move) -> Option<Square> {
    let mut first: Option<Square> = None;
    interpreted::routes(position, rules, pass.from(), &mut |route| {
        let through = route.first_step().filter(|_| route.to_move(pass.from()) == pass);
        first = [first, through].into_iter().flatten().min();
    });
    first
}

/// Whether a board text is in this notation. Boards with ids contain commas unless all ranks are empty.
pub(super) fn is_lishogi(rules: &RuleSet, board: &str) -> bool {
    !board.contains(',') && has_letters(rules)
}

/// Read one rank. Pieces go to `place`, faults to `faults`.
pub(super) fn read_rank(
    rules: &RuleSet,
    row: usize,
    text: &str,
    place: &mut dyn FnMut(Square, Cell),
    faults: &mut Vec<Fault>,
) {
    rules::read_cells(rules, row, cells(text).into_iter(), read_piece, place, faults);
}

/// Split a rank into cells: a run of digits, or one letter with an optional `+`.
fn cells(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut cells = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len()),
            '+' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => first.len_utf8(),
        };
        let (cell, after) = rest.split_at(length);
        cells.push(cell);
        rest = after;
    }
    cells
}

fn read_piece(rules: &RuleSet, cell: &str) -> std::result::Result<Cell, Fault> {
    let (promoted, letter) = match cell.strip_prefix('+') {
        Some(letter) => (true, letter),
        None => (false, cell),
    };
    if !letter.bytes().all(|byte| byte.is_ascii_alphabetic()) || letter.is_empty() {
        let message = format!("'{cell}' is no piece: a letter, '+' before it if promoted");
        return Err(Fault::new(Slug::PositionCell, message));
    }
    let key = letter.to_ascii_uppercase();
    let index = rules.letters().position(|known| known == Some(key.as_str()));
    let Some(index) = index else {
        let known: Vec<&str> = rules.letters().flatten().collect();
        let message = format!("'{cell}' is no piece of {}: its letters are {}", rules.name(), known.join(" "));
        return Err(Fault::new(Slug::PositionUnknownPiece, message));
    };
    let id = rules.type_id(index);
    let side = if letter == key { Side::Black } else { Side::White };
    rules.kind_of(id, promoted).map(|kind| Cell::new(kind, side)).ok_or_else(|| {
        let message = format!("'{cell}': {id} has no promoted form in {}", rules.name());
        Fault::new(Slug::PositionCannotPromote, message)
    })
}
