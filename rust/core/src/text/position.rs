//! Position text: `board side state number`.

use crate::error::{Error, Fault, Result, Slug};
use crate::geometry::Square;
use crate::notation::piece_text;
use crate::position::{Placement, Position};
use crate::rules::{self, Cell, RuleSet, Side};
use crate::text::fields::with_fields;
use crate::text::lishogi;

/// Longest text accepted, in bytes: twice the longest text of the largest board.
const MAX_LENGTH: usize = 16 * 1024;

/// A position as read.
#[derive(Clone, Debug)]
pub struct ParsedPosition {
    /// Placement, side and state.
    pub position: Position,
    /// Move number, from 1.
    pub number: u32,
}

/// Read a piece text.
///
/// # Errors
/// [`Error::Notation`] with a `position.*` slug.
pub fn parse_piece(rules: &RuleSet, text: &str) -> Result<Cell> {
    rules::read_piece(rules, text).map_err(|error| Error::Notation {
        slug: error.slug,
        message: error.message,
        text: text.to_owned(),
        position: 0,
        rule: None,
    })
}

/// The canonical text of a position at a move number.
pub fn position_text(rules: &RuleSet, placement: &Placement, number: u32) -> String {
    let geometry = rules.geometry();
    let mut text = String::with_capacity(256);
    for row in 0..geometry.ranks() {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        let mut first = true;
        let mut push_field = |text: &mut String, part: &str| {
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            text.push_str(part);
        };
        for column in (0..geometry.files()).rev() {
            let cell = placement.at(geometry.at(column, row));
            if cell.side().is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                push_field(&mut text, &std::mem::take(&mut empty).to_string());
            }
            push_field(&mut text, &piece_text(rules, cell));
        }
        if empty > 0 {
            push_field(&mut text, &empty.to_string());
        }
    }
    with_fields(rules, placement, number, text)
}

/// Read a position text: `startpos`, or one to four fields separated by spaces or `_`. For games whose types have letters,
/// lishogi's notation is read too.
///
/// # Errors
/// [`Error::Position`] with every fault.
pub fn parse_position(rules: &RuleSet, text: &str) -> Result<ParsedPosition> {
    if text.len() > MAX_LENGTH {
        let message = format!("the text has {} bytes; no position needs more than {MAX_LENGTH}", text.len());
        return Err(Error::Position(vec![Fault::new(Slug::PositionTooLong, message)]));
    }
    let fields: Vec<&str> = text.split([' ', '_', '\t', '\n', '\r']).filter(|field| !field.is_empty()).collect();
    let mut faults = Vec::new();
    let mut position = Position::empty(rules);
    let mut number = 1;
    match fields.as_slice() {
        [] => faults
            .push(Fault::new(Slug::PositionEmpty, "there is no text: a position has ranks, side, state and number")),
        ["startpos"] => {
            return Ok(ParsedPosition { position: Position::start(rules), number });
        }
        [board, rest @ ..] => {
            read_board(rules, board, &mut position, &mut faults);
            read_rest(rules, rest, &mut position, &mut number, &mut faults);
        }
    }
    position.settle(rules);
    if faults.is_empty() { Ok(ParsedPosition { position, number }) } else { Err(Error::Position(faults)) }
}

fn read_board(rules: &RuleSet, text: &str, position: &mut Position, faults: &mut Vec<Fault>) {
    let ranks = rules.geometry().ranks();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ranks {
        let message = format!("there are {} ranks, the board of {} has {ranks}", rows.len(), rules.name());
        faults.push(Fault::new(Slug::PositionRankCount, message));
    }
    let letters = lishogi::is_lishogi(rules, text);
    let mut found = Vec::new();
    for (row, rank) in rows.iter().enumerate().take(ranks) {
        let mut place = |square: Square, cell: Cell| position.put(rules, square, cell);
        if letters {
            lishogi::read_rank(rules, row, rank, &mut place, faults);
        } else {
            rules::read_rank(rules, row, rank, &mut place, &mut found);
        }
    }
    faults.extend(found);
}

fn read_rest(rules: &RuleSet, fields: &[&str], position: &mut Position, number: &mut u32, faults: &mut Vec<Fault>) {
    if let Some(side) = fields.first() {
        match *side {
            "b" => {}
            "w" => position.set_turn(Side::White),
            other => faults.push(Fault::new(Slug::PositionSide, format!("'{}' is no side: b or w", short(other)))),
        }
    }
    match fields.get(1) {
        None | Some(&"-") => {}
        Some(other) if !rules.tracks_lion_captures() => {
            let message = format!("'{}' is no state: {} has none, so the field is -", short(other), rules.name());
            faults.push(Fault::new(Slug::PositionState, message));
        }
        Some(name) => match rules.geometry().parse(name) {
            Some(square) => position.set_last_lion_capture(rules, square),
            None => {
                faults.push(Fault::new(Slug::PositionState, format!("'{}' is no state: - or a square", short(name))));
            }
        },
    }
    if let Some(text) = fields.get(2) {
        let digits = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(value) if digits => *number = value,
            _ => {
                faults
                    .push(Fault::new(Slug::PositionNumber, format!("'{}' is no move number: 1 or more", short(text))));
            }
        }
    }
    if fields.len() > 3 {
        let message = format!("there are {} fields: ranks, side, state and number are four", fields.len() + 1);
        faults.push(Fault::new(Slug::PositionFields, message));
    }
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}
