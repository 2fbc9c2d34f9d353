//! The letters of other programs' positions: those of `programs.toml`, or for other games letters derived from the ids.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::error::{Error, Result, Slug};
use crate::rules::data;
use crate::rules::toml_tree::{Entry, Value, What, get};
use crate::rules::{Kind, RuleSet};

/// Suffixes that tell pieces with the same letter apart: those that XBoard reads, then those that only QBoard has.
const SUFFIXES: [&[&str]; 2] = [&["", "!", "'"], &["~", "`"]];

/// What the file says about a game.
#[derive(Debug, Default)]
struct Program {
    /// Names of the variant, lower case.
    variants: Vec<String>,
    /// Names among them that stand for another rule set than the game's own, with that rule set.
    rules: Vec<(String, String)>,
    /// Letter and id.
    letters: Vec<(String, String)>,
    /// Id, and the text of its promoted form where that is not `+` and the letter.
    promoted: Vec<(String, String)>,
    /// Whether XBoard knows the game.
    in_xboard: bool,
}

static PROGRAMS: LazyLock<BTreeMap<String, Program>> = LazyLock::new(|| {
    let table = data::tree("programs");
    let games = get(&table, "games").and_then(Value::as_table);
    games.into_iter().flatten().map(|Entry { key, value, .. }| (key.to_string(), program(value))).collect()
});

fn program(value: &Value<'_>) -> Program {
    let pairs = |key: &str| -> Vec<(String, String)> {
        let entries = value.get(key).and_then(Value::as_table).into_iter().flatten();
        entries.filter_map(|entry| Some((entry.key.to_string(), entry.value.as_text()?.to_owned()))).collect()
    };
    let variants = value.get("variants").and_then(Value::as_list).unwrap_or_default();
    Program {
        variants: variants.iter().filter_map(|name| name.as_text().map(str::to_owned)).collect(),
        rules: pairs("rules"),
        letters: pairs("letters"),
        promoted: pairs("promoted"),
        in_xboard: value.get("in_xboard").is_some_and(|value| value.what == What::Boolean(true)),
    }
}

/// The rule set that another program's name of a variant stands for.
///
/// ```
/// use mujo_core::text::rules_of_variant;
/// assert_eq!(rules_of_variant("Chu Shogi"), Some("chu"));
/// assert_eq!(rules_of_variant("chushogi"), Some("chu/lishogi"));
/// assert_eq!(rules_of_variant("xiangqi"), None);
/// ```
pub fn rules_of_variant(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let (game, program) = PROGRAMS.iter().find(|(_, program)| program.variants.contains(&name))?;
    let other = program.rules.iter().find(|(variant, _)| *variant == name);
    Some(other.map_or(game.as_str(), |(_, rules)| rules.as_str()))
}

/// Whether XBoard knows a variant of this name, with its pieces and starting position.
///
/// ```
/// use mujo_core::text::is_variant_of_xboard;
/// assert!(is_variant_of_xboard("chu") && !is_variant_of_xboard("tai"));
/// ```
pub fn is_variant_of_xboard(name: &str) -> bool {
    PROGRAMS.get(name).is_some_and(|program| program.in_xboard)
}

/// Ids of the initial types, by index of the type.
fn ids(rules: &RuleSet) -> impl Iterator<Item = &str> {
    (0..rules.letters().count()).map(|index| rules.type_id(index))
}

/// How the pieces of a game are written in one letter, with a suffix where letters are too few.
#[derive(Clone, Debug)]
pub struct PieceLetters {
    /// Text by type index: unpromoted, promoted.
    texts: Vec<[String; 2]>,
}

impl PieceLetters {
    /// The letters that other programs use for this game.
    ///
    /// # Errors
    /// `no_letters` if none is known to have any.
    pub fn published(rules: &RuleSet) -> Result<Self> {
        Self::find_published(rules).ok_or_else(|| {
            let message = format!("no other program is known to have letters for {}", rules.game());
            Error::other(Slug::NoLetters, message)
        })
    }

    /// The letters that other programs use, or else letters derived from the ids: the first letter of the id, with a suffix
    /// from its second bearer on, or where those are taken another letter of the id, or any. Suffixes that XBoard does not
    /// read come last.
    ///
    /// # Errors
    /// `no_letters` if the game has more types than there are letters with suffixes.
    pub fn of(rules: &RuleSet) -> Result<Self> {
        if let Some(published) = Self::find_published(rules) {
            return Ok(published);
        }
        let mut taken: Vec<String> = Vec::new();
        for id in ids(rules) {
            let letters: Vec<char> = id.to_ascii_uppercase().chars().chain('A'..='Z').collect();
            let with = |letter: &char, suffixes: &[&str]| {
                suffixes.iter().map(|suffix| format!("{letter}{suffix}")).collect::<Vec<_>>()
            };
            let mut texts =
                SUFFIXES.iter().flat_map(|suffixes| letters.iter().flat_map(move |letter| with(letter, suffixes)));
            let text = texts.find(|text| !taken.contains(text)).ok_or_else(|| {
                let message = format!("{} has more types than letters with a suffix can name", rules.name());
                Error::other(Slug::NoLetters, message)
            })?;
            taken.push(text);
        }
        let texts = taken.into_iter().map(|text| [text.clone(), format!("+{text}")]).collect();
        Ok(Self { texts })
    }

    fn find_published(rules: &RuleSet) -> Option<Self> {
        let program = PROGRAMS.get(rules.game())?;
        let texts = ids(rules).map(|id| {
            let letter = program.letters.iter().find(|(_, known)| known == id).map(|(letter, _)| letter)?;
            let promoted = program.promoted.iter().find(|(known, _)| known == id).map(|(_, text)| text.clone());
            Some([letter.clone(), promoted.unwrap_or_else(|| format!("+{letter}"))])
        });
        let texts: Option<Vec<_>> = texts.collect();
        texts.filter(|texts| !texts.is_empty()).map(|texts| Self { texts })
    }

    /// The text of a kind, as the first player's piece.
    pub fn text(&self, kind: Kind) -> &str {
        self.texts.get(kind.type_index()).map_or("?", |texts| texts[usize::from(kind.promoted())].as_str())
    }

    /// The kind of a text, in whatever case. A text that two kinds share is the kind that `+` and the letter, or the letter
    /// alone, stands for.
    pub(super) fn kind(&self, rules: &RuleSet, text: &str) -> Option<Kind> {
        let text = text.to_ascii_uppercase();
        let (promoted, letter) = match text.strip_prefix('+') {
            Some(letter) => (true, letter),
            None => (false, text.as_str()),
        };
        let kind_of = |index: usize, promoted: bool| rules.kind_of(rules.type_id(index), promoted);
        let plain = self.texts.iter().position(|[unpromoted, _]| unpromoted == letter);
        if let Some(kind) = plain.and_then(|index| kind_of(index, promoted)) {
            return Some(kind);
        }
        self.texts.iter().position(|[_, written]| *written == text).and_then(|index| kind_of(index, true))
    }
}
