//! Options: their description from `options.toml`, and their values as enums.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use crate::rules::data;
use crate::rules::toml_tree::{self, Entry, Table, Value};

/// Value of an option as written: a word or a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionValue {
    /// One of the words of the option.
    Word(String),
    /// A number in the option's range.
    Number(i64),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => out.write_str(word),
            Self::Number(number) => write!(out, "{number}"),
        }
    }
}

/// The description of an option in `options.toml`.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// Value unless a game sets one.
    pub default: OptionValue,
    /// Number of the rule.
    pub rule: String,
    /// One line.
    pub summary: String,
    /// Words and their meaning; empty for numbers.
    pub values: BTreeMap<String, String>,
    /// Smallest and largest number, for numbers.
    pub range: Option<(i64, i64)>,
}

impl OptionSpec {
    /// The allowed values, for messages.
    pub fn allowed(&self) -> String {
        match self.range {
            Some((low, high)) => format!("a number from {low} to {high}"),
            None => self.values.keys().cloned().collect::<Vec<_>>().join(", "),
        }
    }

    /// The value that a text names, if the option has it.
    pub fn read(&self, text: &str) -> Option<OptionValue> {
        match self.range {
            Some((low, high)) => {
                let number = text.parse().ok()?;
                (low..=high).contains(&number).then_some(OptionValue::Number(number))
            }
            None => self.values.contains_key(text).then(|| OptionValue::Word(text.to_owned())),
        }
    }
}

static TABLE: LazyLock<Table<'static>> = LazyLock::new(|| data::tree("options"));

static SPECS: LazyLock<BTreeMap<String, OptionSpec>> = LazyLock::new(|| {
    let text = |entry: &Value<'_>, key: &str| entry.get(key).and_then(Value::as_text).unwrap_or("").to_owned();
    let number = |entry: &Value<'_>, key: &str| entry.get(key).and_then(Value::as_integer);
    TABLE
        .iter()
        .map(|Entry { key, value: entry, .. }| {
            let default = match number(entry, "default") {
                Some(number) => OptionValue::Number(number),
                None => OptionValue::Word(text(entry, "default")),
            };
            let values = entry.get("values").and_then(Value::as_table).into_iter().flatten();
            let spec = OptionSpec {
                default,
                rule: text(entry, "rule"),
                summary: text(entry, "summary"),
                values: values
                    .map(|said| (said.key.to_string(), said.value.as_text().unwrap_or("").to_owned()))
                    .collect(),
                range: number(entry, "minimum").zip(number(entry, "maximum")),
            };
            (key.to_string(), spec)
        })
        .collect()
});

/// Every option, from `options.toml`.
pub fn option_specs() -> &'static BTreeMap<String, OptionSpec> {
    &SPECS
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$said:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$said])* $variant),+ }

        impl $name {
            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// Which victims of an optional promotion force it (rule 4.1).
    PromotionVictim {
        /// Any promoted victim.
        Any = "any",
        /// Only the last victim.
        Last = "last",
    }
}
words! {
    /// Which forms of contagious types infect (rule 4.3).
    Contagion {
        /// Both.
        On = "on",
        /// Only the promoted form.
        PromotedOnly = "promoted-only",
        /// None.
        Off = "off",
    }
}
words! {
    /// Which of two contagious victims decides (rule 4.5).
    ContagionOrder {
        /// The last taken.
        Last = "last",
        /// The mover chooses.
        Choice = "choice",
    }
}
words! {
    /// Where an emperor may go (rule 5.4).
    EmperorRule {
        /// A royal only where the enemy could not capture it afterwards.
        ProtectedRoyal = "protected-royal",
        /// No protected square, except that a prince frees empty squares.
        ProtectedSquare = "protected-square",
        /// No protected piece.
        ProtectedPiece = "protected-piece",
        /// No protected piece, and none while the enemy has another emperor.
        ProtectedPieceByEmperor = "protected-piece-by-emperor",
        /// Everywhere.
        Unrestricted = "unrestricted",
    }
}
words! {
    /// Which board decides protection against an emperor: before or after its move (rule 5.5).
    Protection {
        /// After the move.
        After = "after",
        /// Before it: a stone stands on the square the emperor left.
        Before = "before",
    }
}
words! {
    /// Repetition (rules 6.2 to 6.6).
    RepetitionRule {
        /// No position may come back.
        Forbid = "forbid",
        /// The fourth occurrence ends the game.
        Fourfold = "fourfold",
        /// The fourth occurrence, but the side at fault must deviate.
        Jcsa = "jcsa",
        /// No rule.
        None = "none",
    }
}
words! {
    /// A side without a move that is not in check (rule 5.8).
    Stalemate {
        /// Has lost.
        Loss = "loss",
        /// Draws.
        Draw = "draw",
    }
}
words! {
    /// A side that begins without a royal (rule 5.2).
    NoRoyals {
        /// Has lost.
        Lost = "lost",
        /// Plays on.
        PlaysOn = "plays-on",
    }
}
words! {
    /// Leaving one's only royal where it can be captured (rule 5.6).
    Exposure {
        /// Legal.
        Allowed = "allowed",
        /// Illegal.
        Forbidden = "forbidden",
    }
}
words! {
    /// Captures of lions (rules 7.2 and 7.3).
    LionTrading {
        /// Free.
        Off = "off",
        /// Lion trading, and the counter-strike on every victim.
        Chu = "chu",
        /// Lion trading, and the counter-strike on protected lions alone.
        Jcsa = "jcsa",
        /// Lion trading, and the counter-strike on the end square alone.
        Lishogi = "lishogi",
    }
}
words! {
    /// A side with only its king left (rule 7.4).
    BareKing {
        /// Plays on.
        Off = "off",
        /// Every piece counts.
        Chu = "chu",
        /// Pawns and dead pieces do not count.
        Jcsa = "jcsa",
        /// As `jcsa`, and undecided while the lone king threatens to reverse it, whoever is to move.
        Lishogi = "lishogi",
    }
}
words! {
    /// What a jump over other pieces may capture (rule 9.2).
    JumpVictims {
        /// Anything.
        Any = "any",
        /// Pieces of lower rank.
        Lower = "lower",
        /// Anything but a royal.
        NotRoyal = "not-royal",
    }
}
words! {
    /// Whether pieces marked for it burn their neighbours (rule 9.4).
    Burning {
        /// They do not.
        Off = "off",
        /// They do; one that stops beside an enemy's vanishes and burns nothing.
        On = "on",
        /// They do; one that stops beside an enemy's burns it first.
        MoverFirst = "mover-first",
    }
}
words! {
    /// When a piece may or must promote (rules 4.1, 4.6, 4.7 and 7.1).
    Trigger {
        /// Any victim.
        Capture = "capture",
        /// A promoted victim, as [`PromotionVictim`] counts them.
        CaptureOfPromoted = "capture-of-promoted",
        /// Start outside the zone, end inside.
        EnterZone = "enter-zone",
        /// A victim, and start or end inside the zone.
        CaptureInZone = "capture-in-zone",
        /// A piece with `last_rank` ends on the last rank.
        LastRank = "last-rank",
        /// Start or end inside the zone.
        MoveInZone = "move-in-zone",
        /// End inside the zone.
        EndInZone = "end-in-zone",
        /// The piece could never move again if it stayed as it is.
        DeadEnd = "dead-end",
    }
}
words! {
    /// Whether a promotion can be declined.
    Duty {
        /// It cannot.
        Forced = "forced",
        /// It can.
        Free = "free",
    }
}

/// A row of the promotion table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionRow {
    /// When the row applies.
    pub when: Trigger,
    /// Whether the promotion is forced.
    pub duty: Duty,
}

/// All options of a rule set, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The promotion table; the first row that applies decides.
    pub promotion: Vec<PromotionRow>,
    /// See [`PromotionVictim`].
    pub promotion_victim: PromotionVictim,
    /// See [`Contagion`].
    pub contagion: Contagion,
    /// See [`ContagionOrder`].
    pub contagion_order: ContagionOrder,
    /// See [`EmperorRule`].
    pub emperor: EmperorRule,
    /// See [`Protection`].
    pub protection: Protection,
    /// See [`RepetitionRule`].
    pub repetition: RepetitionRule,
    /// See [`Stalemate`].
    pub stalemate: Stalemate,
    /// See [`NoRoyals`].
    pub no_royals: NoRoyals,
    /// See [`Exposure`].
    pub exposure: Exposure,
    /// Pieces a hook may take in one move, 1 or 2 (rule 3.4).
    pub hook_captures: u8,
    /// Ranks of the promotion zone, counted from the enemy's back rank (rule 7.1).
    pub promotion_zone: u8,
    /// See [`LionTrading`].
    pub lion_trading: LionTrading,
    /// See [`BareKing`].
    pub bare_king: BareKing,
    /// See [`JumpVictims`].
    pub jump_victims: JumpVictims,
    /// See [`Burning`].
    pub burning: Burning,
}

impl Options {
    /// Convert written values. The error is the name of an option without a usable value.
    pub(crate) fn from_values(values: &BTreeMap<String, OptionValue>) -> Result<Self, &'static str> {
        let word = |name: &'static str| match values.get(name) {
            Some(OptionValue::Word(word)) => Ok(word.as_str()),
            _ => Err(name),
        };
        let number = |name: &'static str| match values.get(name) {
            Some(OptionValue::Number(number)) => u8::try_from(*number).map_err(|_| name),
            _ => Err(name),
        };
        macro_rules! read {
            ($kind:ident, $name:literal) => {
                $kind::from_word(word($name)?).ok_or($name)?
            };
        }
        Ok(Self {
            promotion: promotion_table(word("promotion")?).ok_or("promotion")?,
            promotion_victim: read!(PromotionVictim, "promotion_victim"),
            contagion: read!(Contagion, "contagion"),
            contagion_order: read!(ContagionOrder, "contagion_order"),
            emperor: read!(EmperorRule, "emperor"),
            protection: read!(Protection, "protection"),
            repetition: read!(RepetitionRule, "repetition"),
            stalemate: read!(Stalemate, "stalemate"),
            no_royals: read!(NoRoyals, "no_royals"),
            exposure: read!(Exposure, "exposure"),
            hook_captures: number("hook_captures")?,
            promotion_zone: number("promotion_zone")?,
            lion_trading: read!(LionTrading, "lion_trading"),
            bare_king: read!(BareKing, "bare_king"),
            jump_victims: read!(JumpVictims, "jump_victims"),
            burning: read!(Burning, "burning"),
        })
    }
}

fn promotion_table(value: &str) -> Option<Vec<PromotionRow>> {
    let rows = toml_tree::get(&TABLE, "promotion")?.get("table")?.get(value)?.as_list()?;
    rows.iter()
        .map(|row| {
            let word = |key| row.get(key).and_then(Value::as_text);
            Some(PromotionRow { when: Trigger::from_word(word("when")?)?, duty: Duty::from_word(word("duty")?)? })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The enums and `options.toml` list the same options and values.
    #[test]
    fn the_file_and_the_engine_know_the_same_options() {
        let defaults: BTreeMap<_, _> =
            option_specs().iter().map(|(name, spec)| (name.clone(), spec.default.clone())).collect();
        Options::from_values(&defaults).expect("the defaults make a whole set");
        assert_eq!(defaults.len(), 16, "an option was added or lost: {:?}", defaults.keys());
        for (name, spec) in option_specs() {
            for value in spec.values.keys() {
                let mut changed = defaults.clone();
                changed.insert(name.clone(), OptionValue::Word(value.clone()));
                assert!(Options::from_values(&changed).is_ok(), "{name} = {value}");
            }
        }
        let mut wrong = defaults;
        wrong.insert("emperor".into(), OptionValue::Word("nowhere".into()));
        assert_eq!(Options::from_values(&wrong), Err("emperor"));
    }
}
