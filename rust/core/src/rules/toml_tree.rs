//! A TOML file as a tree: tables, lists and values with line numbers.
//!
//! The build script includes this file too: it parses the shipped files and embeds their trees, so that at run time only the
//! user's files are parsed.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table's entries in the order of the file.
pub(crate) type Table<'t> = Vec<Entry<'t>>;

/// A key of a table with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry<'t> {
    #[serde(borrow)]
    pub key: Cow<'t, str>,
    /// Line of the key, from 1.
    pub line: usize,
    #[serde(borrow)]
    pub value: Value<'t>,
}

/// A value and its first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Value<'t> {
    pub line: usize,
    #[serde(borrow)]
    pub what: What<'t>,
}

/// The content of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum What<'t> {
    #[serde(borrow)]
    Text(Cow<'t, str>),
    /// None if it does not fit 64 bits.
    Integer(Option<i64>),
    /// None if it is not finite.
    Float(Option<f64>),
    Boolean(bool),
    Datetime,
    #[serde(borrow)]
    List(Vec<Value<'t>>),
    #[serde(borrow)]
    Table(Table<'t>),
}

/// A syntax error: line and reason.
pub(crate) type Fault = (usize, String);

impl<'t> Value<'t> {
    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_integer(&self) -> Option<i64> {
        match self.what {
            What::Integer(number) => number,
            _ => None,
        }
    }

    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        match &self.what {
            What::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn as_table(&self) -> Option<&Table<'t>> {
        match &self.what {
            What::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The value of a key, if this is a table that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        get(self.as_table()?, key)
    }

    /// The type of the value in TOML's terms.
    pub(crate) fn kind(&self) -> &'static str {
        match self.what {
            What::Text(_) => "string",
            What::Integer(_) => "integer",
            What::Float(_) => "float",
            What::Boolean(_) => "boolean",
            What::Datetime => "datetime",
            What::List(_) => "array",
            What::Table(_) => "table",
        }
    }
}

/// The value of a key.
pub(crate) fn get<'a, 't>(table: &'a Table<'t>, key: &str) -> Option<&'a Value<'t>> {
    table.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
}

/// Parse a file: its tree, unless it is not TOML, and everything that is not valid TOML 1.0.
pub(crate) fn parse(text: &str) -> (Option<Table<'_>>, Vec<Fault>) {
    let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut parser = Parser { text, line_ends, faults: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        parser.fault(at, error.message());
    }
    let table = parser.faults.is_empty().then(|| parser.table(document.into_inner()));
    (table, parser.faults)
}

struct Parser<'t> {
    text: &'t str,
    line_ends: Vec<usize>,
    faults: Vec<Fault>,
}

impl<'t> Parser<'t> {
    fn line(&self, at: usize) -> usize {
        1 + self.line_ends.partition_point(|end| *end < at)
    }

    fn fault(&mut self, at: usize, reason: &str) {
        self.faults.push((self.line(at), reason.to_owned()));
    }

    fn table(&mut self, table: DeTable<'t>) -> Table<'t> {
        let mut entries: Vec<_> = table.into_iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries.into_iter().map(|(key, value)| self.entry(key, value)).collect()
    }

    fn entry(&mut self, key: Spanned<Cow<'t, str>>, value: Spanned<DeValue<'t>>) -> Entry<'t> {
        let line = self.line(key.span().start);
        Entry { key: key.into_inner(), line, value: self.value(value) }
    }

    fn value(&mut self, value: Spanned<DeValue<'t>>) -> Value<'t> {
        let span = value.span();
        self.refuse_newer_syntax(value.get_ref(), span.start, self.text.get(span.clone()).unwrap_or(""));
        let line = self.line(span.start);
        let what = match value.into_inner() {
            DeValue::String(text) => What::Text(text),
            DeValue::Integer(number) => What::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok()),
            DeValue::Float(number) => What::Float(number.as_str().parse().ok().filter(|value: &f64| value.is_finite())),
            DeValue::Boolean(flag) => What::Boolean(flag),
            DeValue::Datetime(_) => What::Datetime,
            DeValue::Array(list) => What::List(list.into_iter().map(|item| self.value(item)).collect()),
            DeValue::Table(table) => What::Table(self.table(table)),
        };
        Value { line, what }
    }

    /// The reference reads TOML 1.0, so syntax that only 1.1 allows is refused here too.
    fn refuse_newer_syntax(&mut self, value: &DeValue<'t>, at: usize, written: &str) {
        match value {
            DeValue::Table(_) if written.starts_with('{') => {
                let inside = written.trim_end_matches('}').trim_end();
                if written.contains('\n') || inside.ends_with(',') {
                    self.fault(at, "an inline table stands on one line and ends without a comma (TOML 1.0)");
                }
            }
            DeValue::String(_) if written.starts_with('"') && written.contains('\\') => {
                let plain = written.replace("\\\\", "");
                if plain.contains("\\e") || plain.contains("\\x") {
                    self.fault(at, "the escapes \\e and \\x are not in TOML 1.0: write \\u00XX");
                }
            }
            _ => {}
        }
    }
}
