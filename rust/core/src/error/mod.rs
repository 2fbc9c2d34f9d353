//! Errors of the whole crate: each has a stable slug from `errors.toml`, a sentence for people, and its facts as values.
//!
//! Errors carry moves and squares, never text that a caller would have to parse back.

#![expect(private_interfaces, reason = "callers read slugs through `slug()`, so that rustc can find unused ones")]

mod close_matches;
mod slug;

use std::fmt;

pub(crate) use close_matches::close_matches;
pub(crate) use slug::Slug;
pub use slug::{SlugEntry, is_listed, slug_entries};

use crate::geometry::Square;
use crate::moves::Move;

/// Result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Every way a call of this crate can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A text could not be read.
    Notation {
        /// Which fault.
        slug: Slug,
        /// What is wrong and what would be right.
        message: String,
        /// The text.
        text: String,
        /// Where in the text, in characters from 0.
        position: usize,
        /// Number of the rule, where it differs from that of the slug.
        rule: Option<&'static str>,
    },
    /// A text fits several moves.
    Ambiguous {
        /// The text.
        text: String,
        /// Lists the candidates as text.
        message: String,
        /// The moves that it fits.
        candidates: Vec<Move>,
    },
    /// A move is well-formed but may not be played.
    Illegal {
        /// The move; `None` if it was written as `pass` after the end of the game.
        mv: Option<Move>,
        /// Why.
        refusal: Refusal,
    },
    /// A position cannot be set up. Has every fault, at least one.
    Position(Vec<Fault>),
    /// An unknown rule set, option, value or reading.
    Rules {
        /// Which fault.
        slug: Slug,
        /// What is wrong and what would be right.
        message: String,
        /// The unknown name.
        name: String,
        /// Known names close to it, nearest first.
        matches: Vec<String>,
    },
    /// A rule file cannot be used. Has every fault, at least one.
    Data(Vec<Problem>),
    /// Anything else.
    Other {
        /// Which fault.
        slug: Slug,
        /// What is wrong and what would be right.
        message: String,
    },
}

/// Why a move may not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub(crate) slug: Slug,
    /// Number of the rule, where it differs from that of the slug.
    pub(crate) rule: Option<&'static str>,
    /// The reason as a sentence.
    pub message: String,
    /// The squares that decide, such as the one from which the enemy could capture an emperor.
    pub squares: Vec<Square>,
}

/// One fault of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub(crate) slug: Slug,
    /// What is wrong, where, and what would be right.
    pub message: String,
}

/// One fault of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub(crate) slug: Slug,
    /// Name of the file or rule set.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Dotted key.
    pub key: String,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl Error {
    pub(crate) fn other(slug: Slug, message: impl Into<String>) -> Self {
        Self::Other { slug, message: message.into() }
    }

    /// The stable slug, such as `notation.off_board`; of several faults the first one's.
    pub fn slug(&self) -> &'static str {
        self.kind().as_str()
    }

    pub(crate) fn kind(&self) -> Slug {
        match self {
            Self::Notation { slug, .. } | Self::Rules { slug, .. } | Self::Other { slug, .. } => *slug,
            Self::Ambiguous { .. } => Slug::NotationAmbiguousPass,
            Self::Illegal { refusal, .. } => refusal.slug,
            Self::Position(faults) => faults.first().map_or(Slug::PositionFields, |fault| fault.slug),
            Self::Data(problems) => problems.first().map_or(Slug::DataSyntax, |problem| problem.slug),
        }
    }

    /// The same error, whose sentence begins with where it arose, such as `board 3`. Errors about texts and rules stay as
    /// they are.
    #[must_use]
    pub fn at(self, place: &str) -> Self {
        match self {
            Self::Illegal { mv, mut refusal } => {
                refusal.message = format!("{place}: {}", refusal.message);
                Self::Illegal { mv, refusal }
            }
            Self::Other { slug, message } => Self::Other { slug, message: format!("{place}: {message}") },
            other => other,
        }
    }

    /// Number of the rule that the error is about, if there is one.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Notation { rule: Some(rule), .. } => Some(rule),
            Self::Illegal { refusal, .. } => refusal.rule(),
            _ => self.kind().rule(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation { message, .. }
            | Self::Ambiguous { message, .. }
            | Self::Rules { message, .. }
            | Self::Other { message, .. } => out.write_str(message),
            Self::Illegal { refusal, .. } => out.write_str(&refusal.message),
            Self::Position(faults) => write_lines(out, faults.iter().map(|fault| &fault.message)),
            Self::Data(problems) => write_lines(out, problems.iter()),
        }
    }
}

impl std::error::Error for Error {}

/// Most faults that a message lists.
const MAX_LINES: usize = 40;

fn write_lines<T: fmt::Display>(out: &mut fmt::Formatter<'_>, lines: impl ExactSizeIterator<Item = T>) -> fmt::Result {
    let more = lines.len().saturating_sub(MAX_LINES);
    for (number, line) in lines.take(MAX_LINES).enumerate() {
        if number > 0 {
            out.write_str("\n")?;
        }
        write!(out, "{line}")?;
    }
    if more > 0 {
        write!(out, "\nand {more} more")?;
    }
    Ok(())
}

impl Refusal {
    /// The stable slug, one of `illegal_move.*`.
    pub fn slug(&self) -> &'static str {
        self.slug.as_str()
    }

    /// Number of the rule that forbids the move, if there is one.
    pub fn rule(&self) -> Option<&'static str> {
        self.rule.or_else(|| self.slug.rule())
    }
}

impl Fault {
    pub(crate) fn new(slug: Slug, message: impl Into<String>) -> Self {
        Self { slug, message: message.into() }
    }

    /// The stable slug, one of `position.*`.
    pub fn slug(&self) -> &'static str {
        self.slug.as_str()
    }
}

impl Problem {
    /// A file that is not valid TOML, or no text at all.
    pub fn syntax(file: &str, line: usize, reason: &str) -> Self {
        Self { slug: Slug::DataSyntax, file: file.to_owned(), line, key: String::new(), reason: reason.to_owned() }
    }

    /// The stable slug, one of `data.*`.
    pub fn slug(&self) -> &'static str {
        self.slug.as_str()
    }
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

/// A text as messages quote it: on one line, and cut where it is long.
///
/// ```
/// assert_eq!(mujo_core::error::quoted("8r8q"), "8r8q");
/// assert_eq!(mujo_core::error::quoted("8r\n8q"), "8r\\n8q");
/// assert!(mujo_core::error::quoted(&"x".repeat(1000)).len() < 50);
/// ```
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let (end, more) = text.char_indices().nth(MOST).map_or((text.len(), ""), |(end, _)| (end, "…"));
    let mut short = String::with_capacity(end + more.len());
    for letter in text[..end].chars() {
        if letter.is_control() {
            short.extend(letter.escape_default());
        } else {
            short.push(letter);
        }
    }
    short + more
}
