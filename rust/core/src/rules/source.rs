//! Reads a rule file into plain structures and reports all its faults at once (docs/reference/rule-files.md).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::betza::{self, Term};
use crate::error::{Problem, Slug, close_matches, quoted};
use crate::rules::data;
use crate::rules::options::{OptionValue, option_specs};
use crate::rules::piece_line::PieceLine;
use crate::rules::reader::{Key, Placed, Reader, join};
use crate::rules::toml_tree::{self, Table, Value, What};

/// A named alternative move of a type.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub name: String,
    pub betza: String,
    pub source: String,
}

/// `[setup]` as written.
#[derive(Clone, Debug)]
pub(crate) enum SetupText {
    Army(Vec<Placed<String>>),
    Position(Placed<String>),
}

/// A further starting position.
#[derive(Clone, Debug)]
pub(crate) struct StartText {
    pub position: Placed<String>,
    pub description: String,
    pub source: String,
}

/// Two lists of ids that belong together.
pub(crate) type TwoLists = (Vec<Placed<String>>, Vec<Placed<String>>);

/// A rule file as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub name: String,
    pub title: String,
    pub description: String,
    pub said: String,
    pub base: Option<Placed<String>>,
    pub values_said: Option<String>,
    pub board: Option<(usize, usize)>,
    pub options: BTreeMap<String, (OptionValue, String)>,
    pub contagion: Option<TwoLists>,
    pub lion_trading: Option<TwoLists>,
    pub setup: Option<SetupText>,
    pub starts: BTreeMap<String, StartText>,
    pub pieces: Vec<Arc<PieceLine>>,
    pub promoted: Vec<Arc<PieceLine>>,
    pub readings: BTreeMap<String, (usize, Vec<Reading>)>,
    pub choose: BTreeMap<String, Placed<String>>,
    pub promotions: BTreeMap<String, PromotionChange>,
}

/// A line of `[promotions]`: what an initial type promotes to in this set.
#[derive(Clone, Debug)]
pub(crate) struct PromotionChange {
    /// The type, or `none`.
    pub to: Placed<String>,
    /// Whether it may promote on the last rank, if that changes too.
    pub last_rank: Option<bool>,
    /// The citation.
    pub said: String,
}

/// Smallest and largest board, as in `geometry`, in the integer type of TOML.
const SMALLEST: i64 = 3;
const LARGEST: i64 = 36;

/// Longest file accepted, in bytes.
pub(super) const MAX_LENGTH: usize = 256 * 1024;

/// Most walks of all terms of a move ([`Term::walks`]): a board full of such pieces lists its moves within a second.
const MAX_WALKS: u64 = 20_000;

/// Longest name of a rule set.
const MAX_NAME: usize = 60;

/// Keys of the top level.
const TOP: &[&str] = &[
    "format",
    "name",
    "title",
    "description",
    "source",
    "base",
    "values_source",
    "board",
    "options",
    "contagion",
    "lion_trading",
    "setup",
    "starts",
    "pieces",
    "promoted",
    "readings",
    "choose",
    "promotions",
];

/// Read a rule file. The source is complete only if there are no problems.
pub(crate) fn read(file: &str, text: &str) -> (Source, Vec<Problem>) {
    let mut reader = Reader::new(file, text);
    if text.len() > MAX_LENGTH {
        let reason = format!("the file is longer than {MAX_LENGTH} bytes, and no rule file is");
        reader.report(1, Slug::DataTooLong, "", reason);
        return (Source::default(), reader.problems);
    }
    let (table, faults) = match data::tree_of(text) {
        Some(table) => (Some(table), Vec::new()),
        None => toml_tree::parse(text),
    };
    for (line, reason) in faults {
        reader.report(line, Slug::DataSyntax, "", reason);
    }
    let source = table.map(|table| reader.document(&table));
    (source.unwrap_or_default(), reader.problems)
}

impl Reader<'_> {
    fn document(&mut self, document: &Table<'_>) -> Source {
        let mut source = Source::default();
        let entries = self.entries(document, "", Some(TOP));
        let has = |key: &str| entries.iter().any(|(name, _, _)| *name == key);
        for key in ["format", "name", "title", "description", "source"] {
            if !has(key) {
                self.missing(1, "", key);
            }
        }
        if !has("base") {
            for key in ["board", "setup", "pieces"] {
                if !has(key) {
                    let reason = format!("the key '{key}' is missing: a file without 'base' defines a whole game");
                    self.report(1, Slug::DataMissingKey, key, reason);
                }
            }
        }
        for (key, _, value) in &entries {
            self.top_level(&mut source, key, value);
        }
        source
    }

    fn top_level(&mut self, source: &mut Source, key: &str, value: &Value<'_>) {
        let mut set = |reader: &mut Self, field: fn(&mut Source) -> &mut String| {
            if let Some(text) = reader.text(value, key) {
                text.clone_into(field(source));
            }
        };
        match key {
            "name" => {
                set(self, |source| &mut source.name);
                self.set_name(value, &source.name);
            }
            "title" => set(self, |source| &mut source.title),
            "description" => set(self, |source| &mut source.description),
            "source" => set(self, |source| &mut source.said),
            "format" => {
                self.number(value, key, 1, 1);
            }
            "base" => source.base = self.placed(value, key),
            "values_source" => source.values_said = self.text(value, key).map(str::to_owned),
            "board" => source.board = self.board(value),
            "options" => source.options = self.options(value),
            "contagion" => source.contagion = self.two_lists(value, key, ["types", "exempt"]),
            "lion_trading" => {
                source.lion_trading = self.two_lists(value, key, ["lions", "worthless"]);
            }
            "setup" => source.setup = self.setup(value),
            "starts" => source.starts = self.starts(value),
            "pieces" => source.pieces = self.pieces(value, key),
            "promoted" => source.promoted = self.pieces(value, key),
            "readings" => source.readings = self.readings(value),
            "choose" => {
                for (id, _, name) in self.table(value, key).map(|t| self.entries(t, key, None)).unwrap_or_default() {
                    if let Some(name) = self.placed(name, Key(key, id)) {
                        source.choose.insert(id.to_owned(), name);
                    }
                }
            }
            "promotions" => {
                for (id, _, change) in self.table(value, key).map(|t| self.entries(t, key, None)).unwrap_or_default() {
                    if let Some(change) = self.promotion_change(change, &join(key, id)) {
                        source.promotions.insert(id.to_owned(), change);
                    }
                }
            }
            _ => {}
        }
    }

    /// A name is used before brackets, in paths and in records, and must not be that of a shipped set.
    fn set_name(&mut self, value: &Value<'_>, name: &str) {
        let parts: Vec<&str> = name.split('/').collect();
        if parts.len() > 2 || name.len() > MAX_NAME || !parts.iter().all(|part| is_plain(part)) {
            let reason = format!(
                "'{}' is no name: small letters, digits and '-', with at most one '/', {MAX_NAME} characters at most",
                quoted(name)
            );
            self.report(value.line, Slug::DataBadId, "name", reason);
        }
        if data::file(&format!("rules/{name}")).is_some_and(|shipped| shipped != self.text) {
            let reason = format!("'{name}' is a rule set that comes with mujo: take another name");
            self.report(value.line, Slug::DataBadId, "name", reason);
        }
    }

    /// Names of readings and starts are used in names of rule sets and on command lines.
    fn plain_name(&mut self, line: usize, path: &str, name: &str) {
        if !is_plain(name) {
            let reason = format!("'{}' is no name: small letters, digits and '-'", quoted(name));
            self.report(line, Slug::DataBadId, path, reason);
        }
    }

    fn promotion_change(&mut self, value: &Value<'_>, path: &str) -> Option<PromotionChange> {
        let table = self.table(value, path)?;
        let (mut to, mut said, mut last_rank) = (None, None, None);
        for (key, _, item) in self.entries(table, path, Some(&["to", "last_rank", "source"])) {
            match key {
                "to" => to = self.placed(item, Key(path, key)),
                "source" => said = self.text(item, Key(path, key)).map(str::to_owned),
                _ => last_rank = self.flag(item, Key(path, key)),
            }
        }
        for key in ["to", "source"] {
            if toml_tree::get(table, key).is_none() {
                self.missing(value.line, path, key);
            }
        }
        Some(PromotionChange { to: to?, last_rank, said: said? })
    }

    fn board(&mut self, value: &Value<'_>) -> Option<(usize, usize)> {
        let table = self.table(value, "board")?;
        let mut sizes = [None, None];
        let names = ["files", "ranks"];
        for (key, _, item) in self.entries(table, "board", Some(&names)) {
            let at = usize::from(key == "ranks");
            let size = self.number(item, Key("board", key), SMALLEST, LARGEST);
            sizes[at] = Some(size);
        }
        for (name, size) in names.iter().zip(&sizes) {
            if size.is_none() {
                self.missing(value.line, "board", name);
            }
        }
        let size = |at: usize| sizes[at].flatten().and_then(|size: i64| usize::try_from(size).ok());
        Some((size(0)?, size(1)?))
    }

    fn options(&mut self, value: &Value<'_>) -> BTreeMap<String, (OptionValue, String)> {
        let mut options = BTreeMap::new();
        let Some(table) = self.table(value, "options") else {
            return options;
        };
        for (name, line, entry) in self.entries(table, "options", None) {
            let path = join("options", name);
            let Some(spec) = option_specs().get(name) else {
                let close = close_matches(name, option_specs().keys().map(String::as_str));
                let all = option_specs().keys().cloned().collect::<Vec<_>>().join(", ");
                let fix = close.first().map_or(format!("the options are {all}"), |c| format!("did you mean '{c}'?"));
                self.report(line, Slug::DataUnknownOption, &path, format!("'{name}' is no option: {fix}"));
                continue;
            };
            let Some(fields) = self.table(entry, &path) else {
                continue;
            };
            let (mut chosen, mut said) = (None, None);
            for (key, _, item) in self.entries(fields, &path, Some(&["value", "source"])) {
                if key == "source" {
                    said = self.text(item, Key(&path, key)).map(str::to_owned);
                    continue;
                }
                let written = match &item.what {
                    What::Text(text) if spec.range.is_none() => Some(text.to_string()),
                    _ if spec.range.is_some() => item.as_integer().map(|number| number.to_string()),
                    _ => None,
                };
                chosen = written.as_deref().and_then(|text| spec.read(text));
                if chosen.is_none() {
                    let shown = written.unwrap_or_else(|| item.kind().to_owned());
                    let reason = format!("'{shown}' is no value of {name}: it may be {}", spec.allowed());
                    self.report(item.line, Slug::DataUnknownValue, &path, reason);
                }
            }
            for key in ["value", "source"] {
                if toml_tree::get(fields, key).is_none() {
                    self.missing(entry.line, &path, key);
                }
            }
            if let (Some(chosen), Some(said)) = (chosen, said) {
                options.insert(name.to_owned(), (chosen, said));
            }
        }
        options
    }

    fn two_lists(&mut self, value: &Value<'_>, path: &str, names: [&str; 2]) -> Option<TwoLists> {
        let table = self.table(value, path)?;
        let mut lists = [Vec::new(), Vec::new()];
        for (key, _, item) in self.entries(table, path, Some(&names)) {
            lists[usize::from(key == names[1])] = self.texts(item, Key(path, key));
        }
        for name in names {
            if toml_tree::get(table, name).is_none() {
                self.missing(value.line, path, name);
            }
        }
        let [first, second] = lists;
        Some((first, second))
    }

    fn setup(&mut self, value: &Value<'_>) -> Option<SetupText> {
        let table = self.table(value, "setup")?;
        let mut found = None;
        let entries = self.entries(table, "setup", Some(&["army", "position"]));
        if entries.len() != 1 {
            self.report(value.line, Slug::DataMissingKey, "setup", "a setup has either 'army' or 'position'");
        }
        for (key, _, item) in entries {
            found = match key {
                "army" => Some(SetupText::Army(self.texts(item, "setup.army"))),
                _ => self.placed(item, "setup.position").map(SetupText::Position),
            };
        }
        found
    }

    fn starts(&mut self, value: &Value<'_>) -> BTreeMap<String, StartText> {
        let mut starts = BTreeMap::new();
        let Some(table) = self.table(value, "starts") else {
            return starts;
        };
        for (name, line, entry) in self.entries(table, "starts", None) {
            let path = join("starts", name);
            self.plain_name(line, &path, name);
            let fields = self.text_table(entry, &path, &["position", "description", "source"], &[]);
            if let (Some((position, line)), Some((description, _)), Some((said, _))) =
                (fields.get("position"), fields.get("description"), fields.get("source"))
            {
                let position = Placed { value: (*position).to_owned(), line: *line };
                let start = StartText { position, description: (*description).to_owned(), source: (*said).to_owned() };
                starts.insert(name.to_owned(), start);
            }
        }
        starts
    }

    fn readings(&mut self, value: &Value<'_>) -> BTreeMap<String, (usize, Vec<Reading>)> {
        let mut readings = BTreeMap::new();
        let Some(table) = self.table(value, "readings") else {
            return readings;
        };
        for (id, line, entry) in self.entries(table, "readings", None) {
            let path = join("readings", id);
            let Some(named) = self.table(entry, &path) else {
                continue;
            };
            let mut list: Vec<Reading> = Vec::new();
            for (name, line, reading) in self.entries(named, &path, None) {
                let path = join(&path, name);
                self.plain_name(line, &path, name);
                let fields = self.text_table(reading, &path, &["betza", "source"], &[]);
                let (Some((betza, _)), Some((said, _))) = (fields.get("betza"), fields.get("source")) else {
                    continue;
                };
                self.betza(reading, Key(&path, "betza"), betza);
                if let Some(twin) = list.iter().find(|known| known.betza == *betza) {
                    let reason = format!("this is the same move as the reading '{}'", twin.name);
                    self.report(reading.line, Slug::DataDuplicate, &path, reason);
                }
                list.push(Reading { name: name.to_owned(), betza: (*betza).to_owned(), source: (*said).to_owned() });
            }
            readings.insert(id.to_owned(), (line, list));
        }
        readings
    }

    pub(super) fn betza(&mut self, value: &Value<'_>, path: Key<'_>, text: &str) -> Vec<Term> {
        match betza::parse(text) {
            Err(error) => {
                self.report(value.line, Slug::DataBadBetza, path, format!("'{text}' {error}"));
                Vec::new()
            }
            Ok(terms) => {
                if terms.iter().any(|term| term.early_takes() > 3) {
                    let reason =
                        "at most three legs before the last may take: write the modes of the others without 'c'";
                    self.report(value.line, Slug::DataTooManyCaptures, path, reason);
                }
                let walks = terms.iter().map(Term::walks).fold(0, u64::saturating_add);
                if walks > MAX_WALKS {
                    let reason = format!(
                        "'{text}' may go too many ways, more than {MAX_WALKS}: use fewer legs, directions or a count"
                    );
                    self.report(value.line, Slug::DataBadBetza, path, reason);
                }
                terms
            }
        }
    }
}

/// Whether a name has only lower-case letters, digits and `-`.
fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn sizes_are_those_of_the_geometry() {
        assert_eq!((usize::try_from(SMALLEST), usize::try_from(LARGEST)), (Ok(MIN_SIZE), Ok(MAX_SIZE)));
    }
}
