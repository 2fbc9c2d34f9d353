//! What the other side can set, the same in both protocols: names, kinds, ranges, values.

use std::collections::BTreeMap;
use std::sync::Arc;

use mujo_core::rules::{RuleSet, data, option_specs};
use mujo_core::text::rules_of_variant;
use mujo_engine::{Level, MAX_THREADS};

use crate::output::shown;

/// Largest transposition table in MiB.
pub(crate) const MAX_HASH: i64 = 1 << 20;
/// Most lines.
const MAX_LINES: i64 = 500;
/// Largest score at which the player may be told to resign.
const MAX_RESIGN: i64 = 1_000_000;
/// The value of a rule option that leaves it as the rule set has it.
const AS_IN_SET: &str = "default";
/// The name of a variant whose moves are written as lishogi does.
const LISHOGI_VARIANT: &str = "chushogi";

/// What an option is and may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Yes or no.
    Check(bool),
    /// A whole number: default, least, most.
    Spin(i64, i64, i64),
    /// One of these words; the first number is that of the default.
    Combo(usize, Vec<String>),
    /// An action.
    Button,
}

/// An option that both protocols offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// Its name in words separated by spaces.
    pub name: String,
    pub kind: Kind,
}

/// What a setting changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The rule set: the position starts anew.
    Rules,
    /// The engine: it is built again before the next search.
    Engine,
    /// Nothing that is built.
    Nothing,
    /// The engine forgets what it knows.
    Clear,
}

/// The values in force.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// The rules with the options below.
    pub rules: Arc<RuleSet>,
    /// Name of the rule set as chosen.
    variant: String,
    /// The rule set that was given at the start; it may be from a file.
    given: Arc<RuleSet>,
    /// The chosen rule set without the options below.
    base: Arc<RuleSet>,
    /// Rule options that differ from the rule set.
    changes: BTreeMap<String, String>,
    /// MiB.
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
    pub level: Option<Level>,
    pub seed: u64,
    /// Resign at this score against the player; never if 0.
    pub resign: i32,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
}

impl Settings {
    /// The defaults, for these rules.
    pub(crate) fn new(rules: Arc<RuleSet>) -> Self {
        let variant = rules.name().to_owned();
        Self {
            given: Arc::clone(&rules),
            base: Arc::clone(&rules),
            rules,
            variant,
            changes: BTreeMap::new(),
            hash: 64,
            threads: 1,
            lines: 1,
            level: None,
            seed: 0,
            resign: 0,
            ponder: false,
        }
    }

    /// Names of the variants that can be chosen, that of the start first.
    pub(crate) fn variants(&self) -> Vec<String> {
        let mut names: Vec<String> = data::rule_set_names().map(str::to_owned).collect();
        // The first one is what programs begin with.
        names.retain(|name| name != self.given.name());
        names.insert(0, self.given.name().to_owned());
        if let Some(rules) = rules_of_variant(LISHOGI_VARIANT)
            && !names.contains(&LISHOGI_VARIANT.to_owned())
            && names.iter().any(|name| name == rules)
        {
            names.push(LISHOGI_VARIANT.into());
        }
        names
    }

    /// Whether moves are written as lishogi does.
    pub(crate) fn writes_lishogi(&self) -> bool {
        self.variant == LISHOGI_VARIANT
    }

    /// Name of the rule set that was given at the start.
    pub(crate) fn given_name(&self) -> &str {
        self.given.name()
    }

    /// Name of the rule set that a board means that knows games by name alone: where it names the game of the rule set that
    /// was given at the start, that rule set.
    pub(crate) fn named_by_board<'a>(&'a self, name: &'a str) -> &'a str {
        let rules = if data::rule_set_names().any(|known| known == name) { Some(name) } else { rules_of_variant(name) };
        if rules == Some(self.given.game()) { self.given.name() } else { name }
    }

    /// The variant in force.
    pub(crate) fn variant(&self) -> &str {
        &self.variant
    }

    /// The options besides variant, table size, threads and pondering, for which the protocols have names of their own.
    pub(crate) fn offers() -> Vec<Offer> {
        let offer = |name: &str, kind| Offer { name: name.into(), kind };
        let mut offers = vec![
            offer("MultiPV", Kind::Spin(1, 1, MAX_LINES)),
            offer("Level", Kind::Spin(0, 0, i64::from(Level::LAST))),
            offer("Seed", Kind::Spin(0, 0, i64::MAX)),
            offer("Resign Score", Kind::Spin(0, 0, MAX_RESIGN)),
            offer("Clear Hash", Kind::Button),
        ];
        for (name, spec) in option_specs() {
            let mut values = vec![AS_IN_SET.to_owned()];
            match spec.range {
                Some((low, high)) => values.extend((low..=high).map(|number| number.to_string())),
                None => values.extend(spec.values.keys().cloned()),
            }
            offers.push(offer(&format!("Rule {}", name.replace('_', " ")), Kind::Combo(0, values)));
        }
        offers
    }

    /// Set a value. Names are compared without regard to case, spaces and underscores.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let folded = fold(name);
        match folded.as_str() {
            "usivariant" | "ucivariant" | "variant" => self.set_variant(value),
            "usihash" | "hash" => {
                self.hash = usize::try_from(number(name, value, 0, MAX_HASH)?).unwrap_or(0);
                Ok(Effect::Engine)
            }
            "threads" | "cores" => {
                let most = i64::try_from(MAX_THREADS).unwrap_or(1);
                self.threads = usize::try_from(number(name, value, 1, most)?).unwrap_or(1);
                Ok(Effect::Engine)
            }
            "usiponder" | "ponder" => {
                self.ponder = yes_or_no(name, value)?;
                Ok(Effect::Nothing)
            }
            "multipv" => {
                self.lines = usize::try_from(number(name, value, 1, MAX_LINES)?).unwrap_or(1);
                Ok(Effect::Nothing)
            }
            "level" => {
                let level = number(name, value, 0, i64::from(Level::LAST))?;
                self.level = u8::try_from(level).ok().and_then(Level::new);
                Ok(Effect::Engine)
            }
            "seed" => {
                self.seed = number(name, value, 0, i64::MAX)?.unsigned_abs();
                Ok(Effect::Engine)
            }
            "resignscore" => {
                self.resign = i32::try_from(number(name, value, 0, MAX_RESIGN)?).unwrap_or(0);
                Ok(Effect::Nothing)
            }
            "clearhash" => Ok(Effect::Clear),
            _ => match option_specs().keys().find(|known| folded == fold(&format!("Rule {known}"))) {
                Some(known) => self.set_rule(known, value),
                None => Err(format!("there is no option '{}'", shown(name))),
            },
        }
    }

    fn set_variant(&mut self, value: &str) -> Result<Effect, String> {
        let value = value.trim();
        let base = if value == self.given.name() { Arc::clone(&self.given) } else { named(value)? };
        self.rules = changed(&base, &self.changes)?;
        self.base = base;
        value.clone_into(&mut self.variant);
        Ok(Effect::Rules)
    }

    fn set_rule(&mut self, option: &str, value: &str) -> Result<Effect, String> {
        let mut changes = self.changes.clone();
        if value == AS_IN_SET {
            changes.remove(option);
        } else {
            changes.insert(option.to_owned(), value.to_owned());
        }
        self.rules = changed(&self.base, &changes)?;
        self.changes = changes;
        Ok(Effect::Rules)
    }
}

/// A shipped rule set by its name, or by another program's name of its game.
fn named(name: &str) -> Result<Arc<RuleSet>, String> {
    let known = RuleSet::named(name).or_else(|error| rules_of_variant(name).map_or(Err(error), RuleSet::named));
    known.map_err(|error| error.to_string())
}

fn changed(rules: &Arc<RuleSet>, changes: &BTreeMap<String, String>) -> Result<Arc<RuleSet>, String> {
    if changes.is_empty() {
        return Ok(Arc::clone(rules));
    }
    let changes: Vec<(String, String)> = changes.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    rules.with(&changes, &[]).map_err(|error| error.to_string())
}

/// A name without what does not distinguish it.
fn fold(name: &str) -> String {
    name.chars().filter(|sign| !matches!(sign, ' ' | '_')).flat_map(char::to_lowercase).collect()
}

fn number(name: &str, value: &str, least: i64, most: i64) -> Result<i64, String> {
    let number = value.trim().parse::<i64>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{}: '{}' is not a number from {least} to {most}", shown(name), shown(value)))
}

fn yes_or_no(name: &str, value: &str) -> Result<bool, String> {
    match value.trim() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(format!("{}: '{}' is neither true nor false", shown(name), shown(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings::new(RuleSet::named("chu").unwrap())
    }

    #[test]
    fn names_are_read_in_the_ways_of_both_protocols() {
        let mut settings = settings();
        for (name, value) in [("USI_Hash", "8"), ("Resign Score", "300"), ("resign_score", "300"), ("LEVEL", "3")] {
            settings.set(name, value).unwrap();
        }
        assert_eq!((settings.hash, settings.resign), (8, 300));
        assert_eq!(settings.level, Level::new(3));
        settings.set("Level", "0").unwrap();
        assert_eq!(settings.level, None);
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut settings = settings();
        let before = settings.clone();
        for (name, value) in [
            ("USI_Hash", "-1"),
            ("USI_Hash", "99999999999999999999"),
            ("Threads", "0"),
            ("MultiPV", "many"),
            ("USI_Ponder", "maybe"),
            ("USI_Variant", "xiangqi"),
            ("Rule_repetition", "sometimes"),
            ("Colour", "red"),
            ("", ""),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert!(settings == before);
    }

    #[test]
    fn rule_options_stay_when_the_variant_changes_and_go_back_to_default() {
        let mut settings = settings();
        let plain = settings.rules.clone();
        let value = option_specs()["repetition"]
            .values
            .keys()
            .find(|value| settings.set("Rule_repetition", value).is_ok() && settings.rules != plain)
            .cloned();
        assert!(value.is_some());
        settings.set("Rule_repetition", AS_IN_SET).unwrap();
        assert_eq!(settings.rules, plain);
        settings.set("USI_Variant", "Maka Dai Dai Shogi").unwrap();
        assert_eq!(settings.rules.game(), "maka");
    }

    #[test]
    fn every_offer_takes_each_of_its_values() {
        let mut settings = settings();
        for offer in Settings::offers() {
            match offer.kind {
                Kind::Spin(default, least, most) => {
                    for value in [default, least, most] {
                        settings.set(&offer.name, &value.to_string()).unwrap();
                    }
                    settings.set(&offer.name, &default.to_string()).unwrap();
                }
                Kind::Combo(default, values) => settings.set(&offer.name, &values[default]).map(drop).unwrap(),
                Kind::Check(default) => settings.set(&offer.name, &default.to_string()).map(drop).unwrap(),
                Kind::Button => settings.set(&offer.name, "").map(drop).unwrap(),
            }
        }
        assert!(settings.variants().contains(&"maka/tsa".to_owned()));
    }

    #[test]
    fn a_board_means_the_given_rules_by_the_name_of_their_game() {
        let settings = Settings::new(RuleSet::named("maka/tsa").unwrap());
        for (name, wanted) in [
            ("maka", "maka/tsa"),
            ("Maka Dai Dai Shogi", "maka/tsa"),
            ("maka/western", "maka/western"),
            ("tai", "tai"),
            ("chushogi", "chushogi"),
            ("nonsense", "nonsense"),
        ] {
            assert_eq!(settings.named_by_board(name), wanted);
        }
    }
}
