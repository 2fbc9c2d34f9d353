//! Errors: each has a stable slug from `errors.toml`, a sentence for people, and the facts of its kind.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use crate::geometry::Square;
use crate::rules::data;
use crate::rules::toml_tree::{Entry, Value};

/// One fault of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Slug, `data.*`.
    pub code: &'static str,
    /// Name of the file or rule set.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Dotted key.
    pub key: String,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, line {}", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(out, ", {}", self.key)?;
        }
        write!(out, ": {}", self.reason)
    }
}

/// Why a move may not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Slug, `illegal_move.*`.
    pub code: &'static str,
    /// Number of the rule, where it is another than the one of the slug.
    pub rule: Option<&'static str>,
    /// The sentence.
    pub message: String,
    /// The squares that matter, e.g. from where the emperor could be taken.
    pub squares: Vec<Square>,
}

/// Every way a call of this crate can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A text could not be read.
    Notation {
        /// Slug.
        code: &'static str,
        /// What was wrong and what would be right.
        message: String,
        /// The text.
        text: String,
        /// Where in the text, in characters from 0.
        position: usize,
        /// Number of the rule, where it is another than the one of the slug.
        rule: Option<&'static str>,
    },
    /// A text fits several moves.
    Ambiguous {
        /// The text.
        text: String,
        /// Texts of the moves.
        candidates: Vec<String>,
    },
    /// A move was read and may not be played.
    Illegal {
        /// Text of the move.
        text: String,
        /// Why.
        refusal: Refusal,
    },
    /// A position cannot be set up; all faults at once, each with its slug.
    Position(Vec<(&'static str, String)>),
    /// An unknown rule set, option, value or reading.
    Rules {
        /// Slug.
        code: &'static str,
        /// The sentence.
        message: String,
        /// The name that is not known.
        name: String,
        /// Close matches.
        matches: Vec<String>,
    },
    /// Faults of a rule file, at least one.
    Data(Vec<Problem>),
    /// Anything else.
    Other {
        /// Slug.
        code: &'static str,
        /// The sentence.
        message: String,
    },
}

/// Result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn other(code: &'static str, message: impl Into<String>) -> Self {
        Self::Other { code, message: message.into() }
    }

    /// Number of the rule that speaks, if one does.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Notation { rule: Some(rule), .. } => Some(rule),
            Self::Illegal { refusal, .. } => refusal.rule(),
            _ => rule_of(self.code()),
        }
    }

    /// The stable slug.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Notation { code, .. } | Self::Rules { code, .. } | Self::Other { code, .. } => code,
            Self::Ambiguous { .. } => "notation.ambiguous_pass",
            Self::Illegal { refusal, .. } => refusal.code,
            Self::Position(problems) => problems.first().map_or("position.fields", |(code, _)| code),
            Self::Data(problems) => problems.first().map_or("data.syntax", |problem| problem.code),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation { message, .. } | Self::Rules { message, .. } | Self::Other { message, .. } => {
                out.write_str(message)
            }
            Self::Ambiguous { text, candidates } => {
                write!(out, "{text} fits several moves: {}", candidates.join(", "))
            }
            Self::Illegal { refusal, .. } => out.write_str(&refusal.message),
            Self::Position(problems) => write_lines(out, problems.iter().map(|(_, message)| message)),
            Self::Data(problems) => write_lines(out, problems.iter()),
        }
    }
}

fn write_lines<T: fmt::Display>(out: &mut fmt::Formatter<'_>, lines: impl Iterator<Item = T>) -> fmt::Result {
    for (number, line) in lines.enumerate() {
        if number > 0 {
            out.write_str("\n")?;
        }
        write!(out, "{line}")?;
    }
    Ok(())
}

impl std::error::Error for Error {}

/// One line of `errors.toml`.
#[derive(Clone, Debug)]
pub struct Slug {
    /// Class of the exception.
    pub error: String,
    /// Number of the rule in rules.md.
    pub rule: Option<String>,
    /// What the slug means.
    pub meaning: String,
}

static SLUGS: LazyLock<BTreeMap<String, Slug>> = LazyLock::new(|| {
    let field = |entry: &Value<'_>, key| entry.get(key).and_then(Value::as_text).map(str::to_owned);
    data::tree("errors")
        .iter()
        .map(|Entry { key: slug, value: entry, .. }| {
            let error = field(entry, "error").unwrap_or_default();
            (
                slug.to_string(),
                Slug { error, rule: field(entry, "rule"), meaning: field(entry, "meaning").unwrap_or_default() },
            )
        })
        .collect()
});

/// All slugs, from `errors.toml`.
pub fn slugs() -> &'static BTreeMap<String, Slug> {
    &SLUGS
}

impl Refusal {
    /// Number of the rule that forbids the move.
    pub fn rule(&self) -> Option<&'static str> {
        self.rule.or_else(|| rule_of(self.code))
    }
}

/// A text as messages repeat it: cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Number of the rule behind a slug, if it stands for one.
pub fn rule_of(code: &str) -> Option<&'static str> {
    SLUGS.get(code)?.rule.as_deref()
}

/// Longest name that close matches are looked up for.
const MAX_NAME: usize = 64;

/// Known names close to `name`, nearest first, at most three: for "did you mean".
pub(crate) fn close_matches<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    let wanted = name.to_lowercase();
    let mut scored: Vec<(usize, &str)> = known
        .map(|candidate| (distance(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(cost, candidate)| *cost <= 1 + candidate.len().max(wanted.len()) / 3)
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(3).map(|(_, candidate)| candidate.to_owned()).collect()
}

fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let cost = (diagonal + usize::from(a != *b)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_matches_are_close() {
        let known = ["promotion", "protection", "repetition", "emperor"];
        assert_eq!(close_matches("promotoin", known.into_iter())[0], "promotion");
        assert_eq!(close_matches("emporer", known.into_iter()), ["emperor"]);
        assert!(close_matches("xyz", known.into_iter()).is_empty());
    }
}
