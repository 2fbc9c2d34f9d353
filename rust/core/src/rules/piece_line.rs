//! Reads and checks a line of `[pieces]` or `[promoted]`: one type of piece.

use std::sync::Arc;

use crate::betza::Term;
use crate::error::Slug;
use crate::rules::piece::Role;
use crate::rules::reader::{Key, Reader, is_unseen, join};
use crate::rules::toml_tree::{self, Value, What};

/// A line of `[pieces]` or `[promoted]`.
#[derive(Clone, Debug)]
pub(crate) struct PieceLine {
    pub id: String,
    pub line: usize,
    pub name: String,
    pub kanji: String,
    /// Empty until [`PieceLine::board_characters`] are chosen, if the line has none.
    pub board: String,
    pub romaji: String,
    pub betza: String,
    /// The parsed move; empty if it has a fault.
    pub terms: Vec<Term>,
    pub promotes: Option<String>,
    pub royal: Option<Role>,
    pub value: Option<f64>,
    pub last_rank: bool,
    /// Jumps pass pieces of lower rank (rule 9.1).
    pub rank: u8,
    /// Burns the enemies beside it (rule 9.4).
    pub burns: bool,
    pub letter: Option<String>,
    pub aliases: Vec<String>,
    pub source: String,
}

impl PieceLine {
    /// Characters for boards that suit a type without one, the best first: from its name in kanji, then the letters of its
    /// id, then any. All are two cells wide.
    pub(super) fn board_characters(&self) -> impl Iterator<Item = char> + '_ {
        let wide = |letter: u8| char::from_u32(0xFF21 + u32::from(letter - b'A'));
        let kanji = self.kanji.chars().filter(|character| *character >= '\u{2E80}');
        kanji
            .chain(self.id.bytes().filter_map(wide))
            .chain((b'A'..=b'Z').filter_map(wide))
            .chain('\u{3400}'..='\u{4DB5}')
    }
}

impl Reader<'_> {
    pub(super) fn pieces(&mut self, value: &Value<'_>, path: &str) -> Vec<Arc<PieceLine>> {
        let Some(table) = self.table(value, path) else {
            return Vec::new();
        };
        let entries = self.entries(table, path, None);
        entries.into_iter().filter_map(|(id, line, entry)| self.piece(path, id, line, entry).map(Arc::new)).collect()
    }

    fn piece(&mut self, path: &str, id: &str, at: usize, entry: &Value<'_>) -> Option<PieceLine> {
        const NEEDED: &[&str] = &["name", "betza", "source"];
        const KNOWN: &[&str] = &[
            "name",
            "kanji",
            "board",
            "romaji",
            "betza",
            "source",
            "promotes",
            "royal",
            "value",
            "last_rank",
            "rank",
            "burns",
            "letter",
            "aliases",
        ];
        let path = join(path, id);
        if !(1..=3).contains(&id.len()) || !id.bytes().all(|letter| letter.is_ascii_uppercase()) {
            self.report(at, Slug::DataBadId, &path, format!("'{id}' is no id: 1 to 3 capital letters A to Z"));
        }
        let table = self.table(entry, &path)?;
        let mut line = PieceLine {
            id: id.to_owned(),
            line: at,
            name: String::new(),
            kanji: String::new(),
            board: String::new(),
            romaji: String::new(),
            betza: String::new(),
            terms: Vec::new(),
            promotes: None,
            royal: None,
            value: None,
            last_rank: false,
            rank: 0,
            burns: false,
            letter: None,
            aliases: Vec::new(),
            source: String::new(),
        };
        for key in NEEDED {
            if toml_tree::get(table, key).is_none() {
                self.missing(entry.line, &path, key);
            }
        }
        for (key, _, item) in self.entries(table, &path, Some(KNOWN)) {
            let path = Key(&path, key);
            match key {
                "value" => {
                    let number = match item.what {
                        What::Float(float) => float,
                        _ => item.as_integer().and_then(|value| i32::try_from(value).ok()).map(f64::from),
                    };
                    if number.is_none() {
                        self.wrong_type(item, path, "a number");
                    }
                    line.value = number;
                }
                "last_rank" => line.last_rank = self.flag(item, path).unwrap_or(false),
                "burns" => line.burns = self.flag(item, path).unwrap_or(false),
                "rank" => match item.as_integer().and_then(|rank| u8::try_from(rank).ok()) {
                    Some(rank @ 0..=9) => line.rank = rank,
                    _ => self.wrong_type(item, path, "a number from 0 to 9"),
                },
                "aliases" => {
                    line.aliases = self.texts(item, path).into_iter().map(|alias| alias.value).collect();
                }
                _ => {
                    if let Some(text) = self.text(item, path) {
                        self.piece_text(&mut line, key, path, item, text);
                    }
                }
            }
        }
        if line.kanji.is_empty() {
            line.kanji.clone_from(&line.id);
        }
        if line.romaji.is_empty() {
            line.romaji.clone_from(&line.name);
        }
        Some(line)
    }

    fn piece_text(&mut self, line: &mut PieceLine, key: &str, path: Key<'_>, item: &Value<'_>, text: &str) {
        match key {
            "name" => text.clone_into(&mut line.name),
            "kanji" => text.clone_into(&mut line.kanji),
            "romaji" => text.clone_into(&mut line.romaji),
            "source" => text.clone_into(&mut line.source),
            "promotes" => line.promotes = Some(text.to_owned()),
            "board" => {
                if !(1..=2).contains(&text.chars().count()) || text.chars().any(is_unseen) {
                    self.report(item.line, Slug::DataWrongType, path, "this must be one or two visible characters");
                }
                text.clone_into(&mut line.board);
            }
            "letter" => {
                if text.len() != 1 || !text.as_bytes()[0].is_ascii_uppercase() {
                    self.report(item.line, Slug::DataWrongType, path, "this must be one capital letter");
                }
                line.letter = Some(text.to_owned());
            }
            "betza" => {
                line.terms = self.betza(item, path, text);
                text.clone_into(&mut line.betza);
            }
            _ => {
                line.royal = Role::from_word(text);
                if line.royal.is_none() {
                    let reason = format!("'{text}' is no role: emperor, prince or king");
                    self.report(item.line, Slug::DataUnknownValue, path, reason);
                }
            }
        }
    }
}
