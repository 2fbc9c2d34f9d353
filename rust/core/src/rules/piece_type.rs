//! Types of piece and starting positions as people see them.

use std::collections::BTreeMap;

use crate::rules::piece::Role;

/// A type of piece, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceType {
    /// 1 to 3 capital letters.
    pub id: String,
    /// English name.
    pub name: String,
    /// The characters on the piece.
    pub kanji: String,
    /// One character for boards.
    pub board_kanji: String,
    /// Romanised name.
    pub romaji: String,
    /// The move in force.
    pub betza: String,
    /// What it promotes to.
    pub promotes_to: Option<String>,
    /// Its royal role, if it is royal.
    pub royal: Option<Role>,
    /// Published value.
    pub value: Option<f64>,
    /// Where the line comes from.
    pub source: String,
    /// Other ids.
    pub aliases: Vec<String>,
    /// One letter, in lishogi's form.
    pub letter: Option<String>,
    /// Whether it may promote on the last rank (rule 7.1).
    pub last_rank: bool,
    /// Its rank (rule 9.1).
    pub rank: u8,
    /// Whether it burns the enemies beside it (rule 9.4).
    pub burns: bool,
    /// Whether it may stand on the board under its own id.
    pub initial: bool,
    /// Named readings: name, move.
    pub readings: BTreeMap<String, String>,
    /// Named readings: name, where it comes from.
    pub reading_sources: BTreeMap<String, String>,
    /// Name of the reading in force.
    pub reading: Option<String>,
}

/// A further starting position of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStart {
    /// Position text.
    pub position: String,
    /// One line.
    pub description: String,
    /// Where it comes from.
    pub source: String,
}
