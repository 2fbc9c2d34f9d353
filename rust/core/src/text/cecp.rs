//! Moves as CECP programs write them: `e4e5`, `f8g7,g7h8`, `a9a10+`, `@@@@`.
//!
//! Squares count from the first player's side: file `a` is on its left, rank 1 is its first rank. A move of several steps is a
//! list of legs, a pass is `@@@@`. Reading is tolerant where programs are known to slip: any text that starts with `@` is the
//! pass, and a missing `+` of a forced promotion is supplied.

use crate::error::{Error, Result, Slug, quoted};
use crate::game::Board;
use crate::geometry::{Geometry, Square, parse_rank, rank_name};
use crate::moves::{Change, Move};
use crate::rules::RuleSet;
use crate::text::usi::read_move;

/// Longest text accepted, in bytes; far more than any move has.
const MAX_LENGTH: usize = 60;
/// Most legs of a move.
const MAX_LEGS: usize = 4;

/// Write a square with its file letter from the first player's left and its rank from its side.
pub fn cecp_square(geometry: Geometry, square: Square) -> String {
    let (row, column) = geometry.place(square);
    format!("{}{}", rank_name(geometry.files() - 1 - column), geometry.ranks() - row)
}

/// Read a square such as `h8`.
///
/// # Errors
/// [`Error::Notation`].
pub fn parse_cecp_square(rules: &RuleSet, text: &str) -> Result<Square> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let (file, rank) = text.split_at(letters);
    let number = || rank.parse::<usize>().ok().filter(|_| rank.len() <= 2 && !rank.starts_with(['0', '+']));
    let Some((file, rank)) = parse_rank(file).zip(number()) else {
        let message = format!("'{}' is not a square such as h8: a file letter, then a rank number", quoted(text));
        return syntax(text, message);
    };
    let geometry = rules.geometry();
    let (files, ranks) = (geometry.files(), geometry.ranks());
    if file >= files || rank > ranks {
        let message =
            format!("{} is not on the board of {} ({files} files, {ranks} ranks)", quoted(text), rules.name());
        return notation(Slug::NotationOffBoard, text, message);
    }
    Ok(geometry.at(files - 1 - file, ranks - rank))
}

fn syntax<T>(text: &str, message: String) -> Result<T> {
    notation(Slug::NotationMoveSyntax, text, message)
}

fn notation<T>(slug: Slug, text: &str, message: String) -> Result<T> {
    Err(Error::Notation { slug, message, text: quoted(text), position: 0, rule: None })
}

/// Write a move.
///
/// ```
/// use mujo_core::{game::Board, rules::RuleSet, text::{cecp_move_text, read_cecp_move}};
/// let board = Board::new(RuleSet::named("chu")?);
/// let mv = read_cecp_move(&board, "f4f5")?;
/// assert_eq!(cecp_move_text(board.rules(), mv), "f4f5");
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn cecp_move_text(rules: &RuleSet, mv: Move) -> String {
    if mv.is_pass() {
        return "@@@@".into();
    }
    let mut text = cecp_legs(rules, mv).join(",");
    if mv.change() != Change::None {
        text.push('+');
    }
    text
}

/// The legs of a move that is not a pass: start and end of each, without the mark of a promotion.
fn cecp_legs(rules: &RuleSet, mv: Move) -> Vec<String> {
    let geometry = rules.geometry();
    let squares = std::iter::once(mv.from()).chain(mv.victims_before_end()).chain([mv.to()]);
    let names: Vec<String> = squares.map(|square| cecp_square(geometry, square)).collect();
    names.windows(2).map(<[String]>::concat).collect()
}

/// Read a move.
///
/// # Errors
/// [`Error::Notation`] if the text cannot be read, [`Error::Illegal`] if the move may not be played.
pub fn read_cecp_move(board: &Board, text: &str) -> Result<Move> {
    let text = text.trim();
    if text.starts_with('@') {
        // A pass has the same effect whichever piece makes it.
        let pass = board.legal_list().into_iter().find(|mv| mv.is_pass());
        return pass.map_or_else(|| read_move(board, "pass"), Ok);
    }
    let malformed = || {
        let message = format!("'{}' is not a move such as e4e5, a9a10+, f8g7,g7h8 or @@@@", quoted(text));
        syntax(text, message)
    };
    if text.len() > MAX_LENGTH {
        return malformed();
    }
    let (legs, mark) = match text.strip_suffix(['+', '=']) {
        Some(legs) => (legs, &text[legs.len()..]),
        None => (text, ""),
    };
    let mut squares: Vec<Square> = Vec::new();
    for (number, leg) in legs.split(',').enumerate() {
        let Some((start, end)) = halves(leg.trim()).filter(|_| number < MAX_LEGS) else { return malformed() };
        let (start, end) = (parse_cecp_square(board.rules(), start)?, parse_cecp_square(board.rules(), end)?);
        match squares.last() {
            None => squares.push(start),
            Some(last) if *last != start => {
                let message = format!("'{}': each leg should start where the one before it ends", quoted(text));
                return syntax(text, message);
            }
            Some(_) => {}
        }
        squares.push(end);
    }
    read_path(board, &squares, mark)
}

/// Start and end of a leg.
fn halves(leg: &str) -> Option<(&str, &str)> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let letters = leg.bytes().take_while(|byte| !is_digit(byte)).count();
    let digits = leg.bytes().skip(letters).take_while(is_digit).count();
    let at = letters + digits;
    (letters > 0 && digits > 0 && leg.is_char_boundary(at) && at < leg.len()).then(|| leg.split_at(at))
}

/// The legal move along these squares; a missing `+` of a forced promotion is supplied.
fn read_path(board: &Board, squares: &[Square], mark: &str) -> Result<Move> {
    let geometry = board.rules().geometry();
    let text: String = squares.iter().map(|square| geometry.name(*square)).collect();
    match read_move(board, &format!("{text}{mark}")) {
        Err(Error::Notation { slug: Slug::NotationPromotionMissing, .. }) if mark.is_empty() => {
            read_move(board, &format!("{text}+"))
        }
        Err(Error::Notation { slug: Slug::NotationPromotionImpossible, .. }) if mark == "=" => read_move(board, &text),
        result => result,
    }
}
