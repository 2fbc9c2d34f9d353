//! Boards as bytes (rule set, first position, moves), for pickling and for other processes.

use std::sync::Arc;

use crate::error::{Error, Result, Slug};
use crate::game::Board;
use crate::moves::Move;
use crate::parallel;
use crate::rules::RuleSet;
use crate::text;

const HEAD: &str = "mujo board 1";

fn fault(what: &str) -> Error {
    Error::other(Slug::Pickle, format!("these are not the bytes of a board: {what}"))
}

/// Write a board.
///
/// # Errors
/// `pickle` if the rule set was read from a file and then changed, or if a null move was made.
pub fn write(board: &Board) -> Result<Vec<u8>> {
    let rules = board.rules();
    if board.moves().any(|mv| mv == Move::NONE) {
        return Err(Error::other(
            Slug::Pickle,
            "a board with a null move cannot be saved: take the null move back first",
        ));
    }
    let head = match rules.toml() {
        Some(toml) => format!("file {}\n{toml}", toml.len()),
        None if RuleSet::named(rules.name()).is_ok_and(|again| *again == **rules) => {
            format!("rules {}", rules.name())
        }
        None => {
            let message = "a changed rule set from a file cannot be saved with a board: put the changes into the file";
            return Err(Error::other(Slug::Pickle, message));
        }
    };
    let mut first = board.clone();
    while first.ply() > 0 {
        first.pop()?;
    }
    let start = text::position_text(rules, &first.position(), first.number());
    let moves: Vec<String> = board.moves().map(|mv| text::usi(rules, mv)).collect();
    Ok(format!("{HEAD}\n{head}\n{start}\n{}", moves.join(" ")).into_bytes())
}

/// Read a board.
///
/// # Errors
/// `pickle` if the bytes are not those of a board, or the error of the part that cannot be read.
pub fn read(bytes: &[u8]) -> Result<Board> {
    let text = std::str::from_utf8(bytes).map_err(|_| fault("they are not UTF-8"))?;
    let rest =
        text.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix('\n')).ok_or_else(|| fault("wrong first line"))?;
    let (line, rest) = rest.split_once('\n').ok_or_else(|| fault("no rule set"))?;
    let (rules, rest) = if let Some(length) = line.strip_prefix("file ") {
        let length: usize = length.parse().map_err(|_| fault("wrong length of the rule file"))?;
        let toml = rest.get(..length).ok_or_else(|| fault("the rule file is cut off"))?;
        let rest = rest[length..].strip_prefix('\n').ok_or_else(|| fault("no position"))?;
        (RuleSet::from_toml("text", toml)?, rest)
    } else {
        let name = line.strip_prefix("rules ").ok_or_else(|| fault("no rule set"))?;
        (RuleSet::named(name)?, rest)
    };
    let (start, moves) = rest.split_once('\n').ok_or_else(|| fault("no moves"))?;
    let parsed = text::parse_position(&rules, start)?;
    let mut board = Board::from_position(Arc::clone(&rules), parsed.position, parsed.number);
    for word in moves.split_ascii_whitespace() {
        parallel::step();
        let mv = text::parse_usi(&rules, word)?;
        board.push_pseudo_legal(mv)?;
    }
    Ok(board)
}
