//! Reads typed values of a rule file and collects a fault for each value that is not as expected.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::error::{Problem, Slug, close_matches, quoted};
use crate::rules::toml_tree::{self, Table, Value, What};

/// A value and the line it stands on.
#[derive(Clone, Debug)]
pub(crate) struct Placed<T> {
    pub value: T,
    pub line: usize,
}

/// A table's entries in the order of the file: key, line of the key, value.
type Entries<'a, 't> = Vec<(&'a str, usize, &'a Value<'t>)>;

/// A key with the path of its table, for reports.
#[derive(Clone, Copy)]
pub(super) struct Key<'a>(pub &'a str, pub &'a str);

impl Display for Key<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(path, key) = self;
        if path.is_empty() { out.write_str(key) } else { write!(out, "{path}.{key}") }
    }
}

/// Reads one file and collects its faults.
pub(crate) struct Reader<'a> {
    file: &'a str,
    pub(super) text: &'a str,
    pub(crate) problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// No faults yet.
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, problems: Vec::new() }
    }
}

impl Reader<'_> {
    pub(super) fn report(&mut self, line: usize, slug: Slug, key: impl Display, reason: impl Into<String>) {
        let (file, key) = (self.file.to_owned(), key.to_string());
        self.problems.push(Problem { slug, file, line, key, reason: reason.into() });
    }

    /// Entries of a table in file order; unknown keys are reported and left out.
    pub(super) fn entries<'a, 't>(
        &mut self,
        table: &'a Table<'t>,
        path: &str,
        known: Option<&[&str]>,
    ) -> Entries<'a, 't> {
        let mut entries: Entries = table.iter().map(|entry| (entry.key.as_ref(), entry.line, &entry.value)).collect();
        if let Some(known) = known {
            entries.retain(|(key, line, _)| {
                if known.contains(key) {
                    return true;
                }
                let close = close_matches(key, known.iter().copied());
                let fix = match close.first() {
                    Some(close) => format!("did you mean '{close}'?"),
                    None => format!("the keys here are {}", known.join(", ")),
                };
                self.report(
                    *line,
                    Slug::DataUnknownKey,
                    Key(path, key),
                    format!("'{}' is no key here: {fix}", quoted(key)),
                );
                false
            });
        }
        entries
    }

    pub(super) fn missing(&mut self, line: usize, path: &str, key: &str) {
        self.report(line, Slug::DataMissingKey, Key(path, key), format!("the key '{key}' is missing"));
    }

    pub(super) fn wrong_type(&mut self, value: &Value<'_>, key: impl Display, wanted: &str) {
        let found = value.kind();
        self.report(value.line, Slug::DataWrongType, key, format!("this is {found}, it must be {wanted}"));
    }

    pub(super) fn text<'a>(&mut self, value: &'a Value<'_>, key: impl Display) -> Option<&'a str> {
        let text = value.as_text();
        match text {
            None => self.wrong_type(value, key, "a text in quotes"),
            Some(text) if text.trim().is_empty() => {
                self.report(value.line, Slug::DataWrongType, key, "this text is empty");
            }
            Some(_) => {}
        }
        text
    }

    pub(super) fn placed(&mut self, value: &Value<'_>, key: impl Display) -> Option<Placed<String>> {
        self.text(value, key).map(|text| Placed { value: text.to_owned(), line: value.line })
    }

    pub(super) fn number(&mut self, value: &Value<'_>, key: impl Display, low: i64, high: i64) -> Option<i64> {
        let number = value.as_integer();
        match number {
            None => self.wrong_type(value, key, "a whole number"),
            Some(number) if !(low..=high).contains(&number) => {
                self.report(value.line, Slug::DataWrongType, key, format!("{number} is outside {low} to {high}"));
            }
            Some(_) => {}
        }
        number.filter(|number| (low..=high).contains(number))
    }

    pub(super) fn flag(&mut self, value: &Value<'_>, key: impl Display) -> Option<bool> {
        let What::Boolean(flag) = value.what else {
            self.wrong_type(value, key, "true or false");
            return None;
        };
        Some(flag)
    }

    pub(super) fn table<'a, 't>(&mut self, value: &'a Value<'t>, key: impl Display) -> Option<&'a Table<'t>> {
        let table = value.as_table();
        if table.is_none() {
            self.wrong_type(value, key, "a table");
        }
        table
    }

    pub(super) fn texts(&mut self, value: &Value<'_>, key: impl Display + Copy) -> Vec<Placed<String>> {
        if let Some(list) = value.as_list() {
            list.iter().filter_map(|item| self.placed(item, key)).collect()
        } else {
            self.wrong_type(value, key, "a list of texts");
            Vec::new()
        }
    }

    /// The texts of a table whose keys are all texts; missing ones of `needed` are reported.
    pub(super) fn text_table<'a>(
        &mut self,
        value: &'a Value<'_>,
        path: &str,
        needed: &[&str],
        optional: &[&str],
    ) -> BTreeMap<&'a str, (&'a str, usize)> {
        let mut found = BTreeMap::new();
        let Some(table) = self.table(value, path) else {
            return found;
        };
        let known: Vec<&str> = needed.iter().chain(optional).copied().collect();
        for (key, _, item) in self.entries(table, path, Some(&known)) {
            if let Some(text) = self.text(item, Key(path, key)) {
                found.insert(key, (text, item.line));
            }
        }
        for key in needed {
            if toml_tree::get(table, key).is_none() {
                self.missing(value.line, path, key);
            }
        }
        found
    }
}

/// Characters that have no width of their own or reverse the direction of the line.
pub(super) fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

pub(super) fn join(path: &str, key: &str) -> String {
    Key(path, key).to_string()
}
