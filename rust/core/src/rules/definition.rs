//! Merges a rule file with the file it is based on, and reports the faults that only the merged set shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::error::{Error, Problem, Result, Slug, close_matches, quoted};
use crate::rules::data;
use crate::rules::options::{OptionValue, option_specs};
use crate::rules::piece_line::PieceLine;
use crate::rules::reader::Placed;
use crate::rules::source::{self, PromotionChange, Reading, SetupText, Source, StartText};

/// Longest chain of files based on one another.
const MAX_BASES: usize = 8;

/// A rule set with every field decided.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub name: String,
    pub game: String,
    pub title: String,
    pub description: String,
    pub source: String,
    pub values_source: Option<String>,
    pub board: (usize, usize),
    pub options: BTreeMap<String, (OptionValue, String)>,
    pub contagion: (Vec<String>, Vec<String>),
    pub lion_trading: (Vec<String>, Vec<String>),
    pub setup: SetupText,
    pub starts: BTreeMap<String, StartText>,
    /// Shared with the source and with changed sets.
    pub pieces: Vec<Arc<PieceLine>>,
    pub promoted: Vec<Arc<PieceLine>>,
    pub readings: BTreeMap<String, Vec<Reading>>,
    /// Chosen readings; a type that is not listed moves as its line says.
    pub choose: BTreeMap<String, String>,
    /// The set whose name a changed set extends.
    pub name_base: Option<Box<Self>>,
}

impl Definition {
    /// A rule set that comes with the crate.
    pub fn shipped(name: &str) -> Result<Self> {
        let text = data::file(&format!("rules/{name}")).ok_or_else(|| unknown_name(name))?;
        Self::read(name, text)
    }

    /// Read a file that may be based on a shipped set.
    pub fn read(file: &str, text: &str) -> Result<Self> {
        let (definition, problems) = Self::check(file, text);
        match definition {
            Some(definition) if problems.is_empty() => Ok(definition),
            _ => Err(Error::Data(problems)),
        }
    }

    /// Read a file and report every problem.
    pub fn check(file: &str, text: &str) -> (Option<Self>, Vec<Problem>) {
        Self::check_deep(file, text, 0)
    }

    fn check_deep(file: &str, text: &str, depth: usize) -> (Option<Self>, Vec<Problem>) {
        let (source, mut problems) = source::read(file, text);
        let mut report = |slug, line, key: &str, reason: String| {
            problems.push(Problem { slug, file: file.to_owned(), line, key: key.to_owned(), reason });
        };
        if source.base.is_none()
            && let Some(change) = source.promotions.values().next()
        {
            let reason = "a whole game says what a type becomes in its piece line: promotes = ...";
            report(Slug::DataUnknownKey, change.to.line, "promotions", reason.into());
        }
        let definition = match &source.base {
            None => Self::from_game(&source),
            Some(base) => match data::file(&format!("rules/{}", base.value)) {
                Some(_) if depth >= MAX_BASES => {
                    report(
                        Slug::DataBase,
                        base.line,
                        "base",
                        format!("more than {MAX_BASES} files stand on each other"),
                    );
                    None
                }
                Some(text) => match Self::check_deep(&base.value, text, depth + 1) {
                    (Some(under), faults) if faults.is_empty() => Some(under.with(&source, &mut report)),
                    (_, faults) => {
                        problems.extend(faults);
                        None
                    }
                },
                None => {
                    let Error::Rules { message, .. } = unknown_name(&base.value) else {
                        return (None, problems);
                    };
                    report(Slug::DataBase, base.line, "base", message);
                    None
                }
            },
        };
        if let Some(definition) = &definition {
            definition.verify(file, &source, &mut problems);
        }
        (definition, problems)
    }

    fn from_game(source: &Source) -> Option<Self> {
        let mut options: BTreeMap<String, (OptionValue, String)> = option_specs()
            .iter()
            .map(|(name, spec)| (name.clone(), (spec.default.clone(), "default of options.toml".to_owned())))
            .collect();
        options.extend(source.options.clone());
        let mut definition = Self {
            name: source.name.clone(),
            game: source.name.clone(),
            title: source.title.clone(),
            description: source.description.clone(),
            source: source.said.clone(),
            values_source: source.values_said.clone(),
            board: source.board?,
            options,
            contagion: (Vec::new(), Vec::new()),
            lion_trading: (Vec::new(), Vec::new()),
            setup: source.setup.clone()?,
            starts: BTreeMap::new(),
            pieces: Vec::new(),
            promoted: Vec::new(),
            readings: BTreeMap::new(),
            choose: BTreeMap::new(),
            name_base: None,
        };
        definition.add_common(source);
        Some(definition)
    }

    /// Fields that mean the same in a game and in a set based on it.
    fn add_common(&mut self, source: &Source) {
        let values = |list: &[Placed<String>]| list.iter().map(|id| id.value.clone()).collect::<Vec<_>>();
        if let Some((types, exempt)) = &source.contagion {
            self.contagion = (values(types), values(exempt));
        }
        if let Some((lions, worthless)) = &source.lion_trading {
            self.lion_trading = (values(lions), values(worthless));
        }
        self.starts.extend(source.starts.clone());
        self.pieces.extend(source.pieces.iter().cloned());
        self.promoted.extend(source.promoted.iter().cloned());
        for (id, (_, named)) in &source.readings {
            self.readings.entry(id.clone()).or_default().extend(named.iter().cloned());
        }
        self.choose.extend(source.choose.iter().map(|(id, name)| (id.clone(), name.value.clone())));
    }

    fn with(mut self, source: &Source, report: &mut dyn FnMut(Slug, usize, &str, String)) -> Self {
        self.name.clone_from(&source.name);
        self.title.clone_from(&source.title);
        self.description.clone_from(&source.description);
        self.source.clone_from(&source.said);
        if source.setup.is_some() || source.board.is_some() {
            // A different setup with the same pieces is a different game.
            self.game.clone_from(&source.name);
            self.starts.clear();
        }
        if let Some(board) = source.board {
            if board != self.board && source.setup.is_none() {
                let reason = format!(
                    "another board than the {} x {} of {} needs a setup of its own: [setup]",
                    self.board.0, self.board.1, self.game
                );
                report(Slug::DataSetupSize, 1, "board", reason);
            }
            self.board = board;
        }
        if let Some(setup) = &source.setup {
            self.setup = setup.clone();
        }
        if source.values_said.is_some() {
            self.values_source.clone_from(&source.values_said);
        }
        self.options.extend(source.options.clone());
        self.add_common(source);
        for (id, PromotionChange { to, last_rank, said }) in &source.promotions {
            match self.pieces.iter_mut().find(|line| line.id == *id) {
                Some(line) => {
                    let line = Arc::make_mut(line);
                    line.promotes = (to.value != "none").then(|| to.value.clone());
                    line.last_rank = last_rank.unwrap_or(line.last_rank);
                    line.source = format!("{}; promotion: {said}", line.source);
                }
                None => report(Slug::DataUnknownType, to.line, &format!("promotions.{id}"), not_initial(&self, id)),
            }
        }
        self
    }

    /// Choose a board character for each type that has none; those of initial types differ from one another.
    pub(super) fn choose_board_characters(&mut self) {
        let mut taken: BTreeSet<char> = self.pieces.iter().filter_map(|line| line.board.chars().next()).collect();
        for line in self.pieces.iter_mut().chain(&mut self.promoted).filter(|line| line.board.is_empty()) {
            let free = line.board_characters().find(|character| !taken.contains(character));
            if let Some(character) = free {
                taken.insert(character);
                Arc::make_mut(line).board = character.to_string();
            }
        }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &PieceLine> {
        self.pieces.iter().chain(&self.promoted).map(Arc::as_ref)
    }

    pub fn line(&self, id: &str) -> Option<&PieceLine> {
        // Ids are so short that comparing bytes is faster than calling memcmp.
        self.lines().find(|line| line.id.len() == id.len() && line.id.bytes().eq(id.bytes()))
    }

    /// Name of the reading that the piece line itself describes.
    pub(super) fn base_reading(&self, id: &str) -> Option<&str> {
        let line = self.line(id)?;
        self.readings.get(id)?.iter().find(|reading| reading.betza == line.betza).map(|reading| reading.name.as_str())
    }

    /// Name of the reading in force, where the type has readings.
    pub fn reading_in_force(&self, id: &str) -> Option<&str> {
        self.choose.get(id).map(String::as_str).or_else(|| self.base_reading(id))
    }

    /// Move text in force.
    pub fn betza(&self, id: &str) -> Option<&str> {
        if let Some(chosen) = self.choose.get(id) {
            let readings = self.readings.get(id)?;
            return readings.iter().find(|reading| reading.name == *chosen).map(|reading| reading.betza.as_str());
        }
        self.line(id).map(|line| line.betza.as_str())
    }
}

pub(super) fn not_initial(definition: &Definition, id: &str) -> String {
    format!("'{id}' is no initial type of [pieces]{}", definition.hint(id))
}

pub(super) fn did_you_mean(matches: &[String]) -> String {
    matches.first().map_or(String::new(), |close| format!(": did you mean '{close}'?"))
}

pub(crate) fn unknown_name(name: &str) -> Error {
    let matches = close_matches(name, data::rule_set_names());
    let all = data::rule_set_names().collect::<Vec<_>>().join(", ");
    let message = format!("there is no rule set '{}'{}; there are {all}", quoted(name), did_you_mean(&matches));
    Error::Rules { slug: Slug::RulesUnknownName, message, name: name.to_owned(), matches }
}
