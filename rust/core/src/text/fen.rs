//! Positions as WinBoard and QBoard write them: one letter a piece, the first player in capitals.
//!
//! Both call the side that moves first White: `w` is Black to move in the terms of this crate. `WinBoard` has a field `0` and
//! the number of the pair of moves after the side, `QBoard` the number of the move.

use std::convert::Infallible;

use crate::error::{Error, Fault, Result, Slug};
use crate::position::Placement;
use crate::rules::{RuleSet, Side};
use crate::text::letter_ranks::letter_ranks;
use crate::text::letters::PieceLetters;
use crate::text::position::{ParsedPosition, parse_position};

/// Longest text accepted, in bytes.
const MAX_LENGTH: usize = 8192;

/// The fields after the placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenForm {
    /// Side, `0`, number of the pair of moves.
    WinBoard,
    /// Side, number of the move.
    QBoard,
}

impl FenForm {
    /// Every form.
    pub const ALL: [Self; 2] = [Self::WinBoard, Self::QBoard];

    /// Its stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WinBoard => "winboard",
            Self::QBoard => "qboard",
        }
    }

    /// The form of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// Write a position. The square of a lion just captured (rule 7.3) has no place in these forms.
///
/// ```
/// use mujo_core::{rules::RuleSet, game::Board, text::{FenForm, PieceLetters, fen_text}};
/// let board = Board::new(RuleSet::named("chu")?);
/// let letters = PieceLetters::published(board.rules())?;
/// let text = fen_text(board.rules(), &board.position(), 1, &letters, FenForm::WinBoard);
/// assert!(text.starts_with("lfcsgekgscfl/") && text.ends_with(" w 0 1"));
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn fen_text(rules: &RuleSet, placement: &Placement, number: u32, letters: &PieceLetters, form: FenForm) -> String {
    let Ok(mut text) = letter_ranks(rules, placement, |kind| Ok::<_, Infallible>(letters.text(kind).into()));
    text.push_str(if placement.turn() == Side::Black { " w " } else { " b " });
    let count = match form {
        FenForm::WinBoard => format!("0 {}", number.div_ceil(2)),
        FenForm::QBoard => number.to_string(),
    };
    text + &count
}

fn refused(slug: Slug, message: String) -> Error {
    Error::Position(vec![Fault::new(slug, message)])
}

/// Read a position. The fields after the placement may be missing; a third field that is a square is the one of a lion just
/// captured.
///
/// # Errors
/// [`Error::Position`].
pub fn parse_fen(rules: &RuleSet, text: &str, letters: &PieceLetters, form: FenForm) -> Result<ParsedPosition> {
    if text.len() > MAX_LENGTH {
        let message = format!("the position is longer than {MAX_LENGTH} characters");
        return Err(refused(Slug::PositionTooLong, message));
    }
    let mut fields = text.split_ascii_whitespace();
    let Some(placement) = fields.next() else {
        return Err(refused(Slug::PositionEmpty, "the position is empty".into()));
    };
    let ranks = placement.split('/').enumerate().map(|(row, rank)| read_rank(rules, letters, row + 1, rank));
    let ranks = ranks.collect::<Result<Vec<_>>>()?;
    let fields: Vec<&str> = fields.collect();
    parse_position(rules, &(ranks.join("/") + &tail(&fields, form)?))
}

/// One rank as position text.
fn read_rank(rules: &RuleSet, letters: &PieceLetters, number: usize, rank: &str) -> Result<String> {
    let mut cells = Vec::new();
    let mut rest = rank;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count().min(2);
        if digits > 0 {
            cells.push(rest[..digits].to_owned());
            rest = &rest[digits..];
            continue;
        }
        let plus = usize::from(first == '+');
        let is_letter = rest[plus..].starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_letter {
            let shown: String = rest.chars().take(3).collect();
            let message = format!("rank {number}: '{shown}' is neither a piece nor a count");
            return Err(refused(Slug::PositionCell, message));
        }
        let mut end = plus + 1;
        end += usize::from(rest[end..].starts_with(['!', '\'', '~', '`']));
        let written = &rest[..end];
        let Some(kind) = letters.kind(rules, written) else {
            let game = rules.game();
            let message = format!("rank {number}: no piece of {game} has the letter '{written}'");
            return Err(refused(Slug::PositionUnknownPiece, message));
        };
        let id = rules.type_id(kind.type_index());
        let upper = written[plus..].starts_with(|letter: char| letter.is_ascii_uppercase());
        let id = if upper { id.to_owned() } else { id.to_ascii_lowercase() };
        cells.push(if kind.promoted() { format!("+{id}") } else { id });
        rest = &rest[end..];
    }
    Ok(cells.join(","))
}

/// Side, state and move number as position text.
fn tail(fields: &[&str], form: FenForm) -> Result<String> {
    let is_number = |field: &str| !field.is_empty() && field.len() < 8 && field.bytes().all(|b| b.is_ascii_digit());
    let shown = |text: &str| text.chars().take(40).collect::<String>();
    let (side, mut rest) = fields.split_first().map_or(("w", fields), |(side, rest)| (*side, rest));
    if side != "w" && side != "b" {
        let message = format!("the side '{}' should be w (the player who begins) or b", shown(side));
        return Err(refused(Slug::PositionSide, message));
    }
    let mut state = "-";
    if let [first, others @ ..] = rest
        && !is_number(first)
    {
        // XBoard writes the castling rights of chess in every game whose king and rooks stand as in chess.
        let is_castling = form == FenForm::WinBoard && first.bytes().all(|byte| byte.is_ascii_alphabetic());
        (state, rest) = (if is_castling { "-" } else { first }, others);
    }
    if let ["-", others @ ..] = rest {
        // The field of chess for en passant.
        rest = others;
    }
    if rest.len() > 2 || !rest.iter().all(|field| is_number(field)) {
        let message = format!("'{}' should be a move number", shown(&rest.join(" ")));
        return Err(refused(Slug::PositionNumber, message));
    }
    let mut number = rest.last().and_then(|text| text.parse::<u32>().ok()).unwrap_or(1).max(1);
    if form == FenForm::WinBoard {
        number = 2 * number - u32::from(side == "w");
    }
    Ok(format!(" {} {state} {number}", if side == "w" { 'b' } else { 'w' }))
}
