//! Evaluation files: the numbers of one game, made by `tools/tune.py`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use mujo_core::rules::{Kind, RuleSet};
use serde::Deserialize;

use crate::evaluation::{Evaluation, Weights, mobility};
use crate::score::EVAL_LIMIT;

/// Name of the game and text of its file.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/evaluation.rs"));
/// The version of the form of these files.
const FORMAT: u32 = 1;
/// Largest value of a piece or a term: a full board of them stays below a mate.
const LARGEST: i32 = 100_000;

/// The file that comes with a game.
fn shipped(game: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(name, _)| *name == game).map(|(_, text)| *text)
}

/// Why an evaluation file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError(String);

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: u32,
    game: String,
    unit: String,
    source: String,
    values: BTreeMap<String, i32>,
    #[serde(default)]
    ranks: BTreeMap<String, Vec<i32>>,
    weights: RawWeights,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWeights {
    tempo: i32,
    spare_royal: i32,
    pressure: i32,
    guard: i32,
    simplification: i32,
    chase: i32,
}

fn kind(rules: &RuleSet, id: &str) -> Result<Kind, FileError> {
    let (name, promoted) = id.strip_prefix('+').map_or((id, false), |name| (name, true));
    rules.kind_of(name, promoted).ok_or_else(|| FileError(format!("{} has no piece {id}", rules.name())))
}

fn in_range(number: i32, what: &str) -> Result<i32, FileError> {
    let most = LARGEST.min(EVAL_LIMIT);
    if (-most..=most).contains(&number) {
        return Ok(number);
    }
    Err(FileError(format!("{what} is {number}, but should be {} to {most}", -most)))
}

impl Evaluation {
    /// The evaluation that comes with the game of a rule set; by mobility if there is none.
    pub fn of(rules: &Arc<RuleSet>) -> Self {
        let shipped = shipped(rules.game()).and_then(|text| Self::from_toml(rules, text).ok());
        shipped.unwrap_or_else(|| Self::by_mobility(rules))
    }

    /// Read an evaluation file. Kinds that it does not name have their value by mobility.
    ///
    /// # Errors
    /// [`FileError`] with the first fault: no TOML, a key that is missing or not known, a piece that the game does not have, a
    /// table of another length than the board has ranks, a number out of range.
    pub fn from_toml(rules: &Arc<RuleSet>, text: &str) -> Result<Self, FileError> {
        let raw: Raw = toml::from_str(text).map_err(|error| FileError(error.to_string()))?;
        if raw.format != FORMAT {
            return Err(FileError(format!("format is {}, but should be {FORMAT}", raw.format)));
        }
        if raw.game != rules.game() {
            return Err(FileError(format!("the numbers are for {}, not for {}", raw.game, rules.game())));
        }
        let mut values = mobility::values(rules);
        for (id, value) in &raw.values {
            values[kind(rules, id)?.index()] = in_range(*value, id)?;
        }
        let ranks = rules.geometry().ranks();
        let mut tables = vec![0; values.len() * ranks];
        for (id, table) in &raw.ranks {
            if table.len() != ranks {
                return Err(FileError(format!("{id} has {} ranks, but the board has {ranks}", table.len())));
            }
            let first = kind(rules, id)?.index() * ranks;
            for (at, bonus) in table.iter().enumerate() {
                tables[first + at] = in_range(*bonus, id)?;
            }
        }
        let RawWeights { tempo, spare_royal, pressure, guard, simplification, chase } = raw.weights;
        for (name, weight) in [
            ("tempo", tempo),
            ("spare_royal", spare_royal),
            ("pressure", pressure),
            ("guard", guard),
            ("simplification", simplification),
            ("chase", chase),
        ] {
            in_range(weight, name)?;
        }
        let weights = Weights { tempo, spare_royal, pressure, guard, simplification, chase };
        Ok(Self::new(rules, raw.unit, raw.source, values, &tables, weights))
    }

    /// The numbers as an evaluation file.
    pub fn to_toml(&self) -> String {
        use fmt::Write as _;
        let rules = self.rules();
        let mut text = format!("format = {FORMAT}\ngame = {:?}\nunit = {:?}\n", rules.game(), self.unit());
        let _ = writeln!(text, "source = {:?}\n\n[weights]", self.source());
        let Weights { tempo, spare_royal, pressure, guard, simplification, chase } = self.weights;
        let _ = writeln!(text, "tempo = {tempo}\nspare_royal = {spare_royal}\npressure = {pressure}\nguard = {guard}");
        let _ = writeln!(text, "simplification = {simplification}\nchase = {chase}\n\n[values]");
        let id = |kind: Kind| {
            let face = if kind.promoted() { "+" } else { "" };
            format!("\"{face}{}\"", rules.type_id(kind.type_index()))
        };
        for kind in rules.all_kinds() {
            let _ = writeln!(text, "{} = {}", id(kind), self.value(kind));
        }
        let ranks = rules.geometry().ranks();
        let _ = writeln!(text, "\n[ranks]");
        for kind in rules.all_kinds() {
            let row = &self.placed[kind.index() * ranks..][..ranks];
            let table: Vec<i32> = row.iter().map(|placed| placed - self.value(kind)).collect();
            if table.iter().any(|bonus| *bonus != 0) {
                let _ = writeln!(text, "{} = {table:?}", id(kind));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_comes_back_from_its_text() {
        let rules = RuleSet::named("maka").unwrap();
        let first = Evaluation::by_mobility(&rules);
        let text = first.to_toml();
        let again = Evaluation::from_toml(&rules, &text).unwrap();
        assert_eq!(again.to_toml(), text);
        for (broken, reason) in [
            (text.replace("format = 1", "format = 9"), "format is 9, but should be 1"),
            (text.replace("\"maka\"", "\"tai\""), "the numbers are for tai, not for maka"),
            (text.replace("\"HM\" = ", "\"QQ\" = "), "maka has no piece QQ"),
            (text.replace("tempo = ", "tempo = 900000"), "tempo is"),
            (short_table(&text, "HM"), "HM has 2 ranks, but the board has 19"),
        ] {
            let error = Evaluation::from_toml(&rules, &broken).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    /// The text with the table of ranks of one type cut short.
    fn short_table(text: &str, id: &str) -> String {
        let (head, ranks) = text.split_once("[ranks]").unwrap();
        let key = format!("\"{id}\" = [");
        let at = ranks.find(&key).unwrap() + key.len();
        let end = at + ranks[at..].find(']').unwrap();
        format!("{head}[ranks]{}1, 2{}", &ranks[..at], &ranks[end..])
    }

    #[test]
    fn every_shipped_file_belongs_to_its_game() {
        for (game, text) in SHIPPED {
            let rules = RuleSet::named(game).unwrap();
            Evaluation::from_toml(&rules, text).unwrap();
        }
    }
}
