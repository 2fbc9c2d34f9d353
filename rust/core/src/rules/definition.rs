//! A rule file laid over the one it is based on, and the faults that show only then.

use std::collections::{BTreeMap, BTreeSet};

use crate::betza::{self, Modes, Term};
use crate::data;
use crate::error::{Error, Problem, Result, close_matches, shown};
use crate::rules::options::{OptionValue, option_specs};
use crate::rules::source::{self, PieceLine, Placed, Reading, SetupText, Source, StartText};

/// Longest chain of bases.
const MAX_BASES: usize = 8;

/// A rule set with nothing left open.
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
    pub pieces: Vec<PieceLine>,
    pub promoted: Vec<PieceLine>,
    pub readings: BTreeMap<String, Vec<Reading>>,
    /// Readings named for a type; a type not listed moves as its line says.
    pub choose: BTreeMap<String, String>,
    /// The set that a changed set's name is told against.
    pub told_against: Option<Box<Self>>,
}

impl Definition {
    /// A rule set that comes with the crate.
    pub fn shipped(name: &str) -> Result<Self> {
        let text = data::file(&format!("rules/{name}")).ok_or_else(|| unknown_name(name))?;
        Self::read(name, text)
    }

    /// Read a file over the shipped sets.
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
        let mut report = |code, line, key: &str, reason: String| {
            problems.push(Problem {
                code,
                file: file.to_owned(),
                line,
                key: key.to_owned(),
                reason,
            });
        };
        if source.base.is_none()
            && let Some((to, _)) = source.promotions.values().next()
        {
            let reason = "a whole game says what a type becomes in its piece line: promotes = ...";
            report("data.unknown_key", to.line, "promotions", reason.into());
        }
        let definition = match &source.base {
            None => Self::from_game(&source),
            Some(base) => match data::file(&format!("rules/{}", base.value)) {
                Some(_) if depth >= MAX_BASES => {
                    report(
                        "data.base",
                        base.line,
                        "base",
                        format!("more than {MAX_BASES} files stand on each other"),
                    );
                    None
                }
                Some(text) => match Self::check_deep(&base.value, text, depth + 1) {
                    (Some(under), faults) if faults.is_empty() => {
                        Some(under.with(&source, &mut report))
                    }
                    (_, faults) => {
                        problems.extend(faults);
                        None
                    }
                },
                None => {
                    let Error::Rules { message, .. } = unknown_name(&base.value) else {
                        return (None, problems);
                    };
                    report("data.base", base.line, "base", message);
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
            .map(|(name, spec)| {
                (
                    name.clone(),
                    (spec.default.clone(), "default of options.toml".to_owned()),
                )
            })
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
            told_against: None,
        };
        definition.add_common(source);
        Some(definition)
    }

    /// What a game and a set over it say in the same way.
    fn add_common(&mut self, source: &Source) {
        let values =
            |list: &[Placed<String>]| list.iter().map(|id| id.value.clone()).collect::<Vec<_>>();
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
            self.readings
                .entry(id.clone())
                .or_default()
                .extend(named.iter().cloned());
        }
        self.choose.extend(
            source
                .choose
                .iter()
                .map(|(id, name)| (id.clone(), name.value.clone())),
        );
    }

    fn with(
        mut self,
        source: &Source,
        report: &mut dyn FnMut(&'static str, usize, &str, String),
    ) -> Self {
        self.name.clone_from(&source.name);
        self.title.clone_from(&source.title);
        self.description.clone_from(&source.description);
        self.source.clone_from(&source.said);
        if source.setup.is_some() || source.board.is_some() {
            // Another setup on the same pieces is another game.
            self.game.clone_from(&source.name);
            self.starts.clear();
        }
        if let Some(board) = source.board {
            if board != self.board && source.setup.is_none() {
                let reason = format!(
                    "another board than the {} x {} of {} needs a setup of its own: [setup]",
                    self.board.0, self.board.1, self.game
                );
                report("data.setup_size", 1, "board", reason);
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
        for (id, (to, said)) in &source.promotions {
            match self.pieces.iter_mut().find(|line| line.id == *id) {
                Some(line) => {
                    line.promotes = (to.value != "none").then(|| to.value.clone());
                    line.source = format!("{}; promotion: {said}", line.source);
                }
                None => report(
                    "data.unknown_type",
                    to.line,
                    &format!("promotions.{id}"),
                    not_initial(&self, id),
                ),
            }
        }
        self
    }

    fn lines(&self) -> impl Iterator<Item = &PieceLine> {
        self.pieces.iter().chain(&self.promoted)
    }

    pub fn line(&self, id: &str) -> Option<&PieceLine> {
        self.lines().find(|line| line.id == id)
    }

    /// Name of the reading that is the move of the piece line.
    fn base_reading(&self, id: &str) -> Option<&str> {
        let line = self.line(id)?;
        self.readings
            .get(id)?
            .iter()
            .find(|reading| reading.betza == line.betza)
            .map(|reading| reading.name.as_str())
    }

    /// Name of the reading in force, where the type has readings.
    pub fn reading_in_force(&self, id: &str) -> Option<&str> {
        self.choose
            .get(id)
            .map(String::as_str)
            .or_else(|| self.base_reading(id))
    }

    /// Move text in force.
    pub fn betza(&self, id: &str) -> Option<&str> {
        if let Some(chosen) = self.choose.get(id) {
            let readings = self.readings.get(id)?;
            return readings
                .iter()
                .find(|reading| reading.name == *chosen)
                .map(|reading| reading.betza.as_str());
        }
        self.line(id).map(|line| line.betza.as_str())
    }

    /// Faults that need the whole definition.
    fn verify(&self, file: &str, source: &Source, problems: &mut Vec<Problem>) {
        let mut report = |code, line, key: String, reason: String| {
            problems.push(Problem {
                code,
                file: file.to_owned(),
                line,
                key,
                reason,
            });
        };
        let mut seen = BTreeSet::new();
        let own: BTreeSet<&str> = source
            .pieces
            .iter()
            .chain(&source.promoted)
            .map(|line| line.id.as_str())
            .collect();
        for line in self.lines() {
            if !seen.insert(line.id.as_str()) {
                let reason = format!(
                    "{} is defined twice: an id is unique in [pieces] and [promoted] together",
                    line.id
                );
                report(
                    "data.duplicate",
                    line.line,
                    format!("pieces.{}", line.id),
                    reason,
                );
            }
        }
        self.verify_signs(&mut report);
        for line in &self.pieces {
            let Some(to) = &line.promotes else { continue };
            let from_here =
                own.contains(line.id.as_str()) || source.promotions.contains_key(&line.id);
            if from_here && !seen.contains(to.as_str()) {
                let place = source
                    .promotions
                    .get(&line.id)
                    .map_or(line.line, |(to, _)| to.line);
                let reason = format!(
                    "'{to}' is no type of [pieces] or [promoted]{}",
                    self.hint(to)
                );
                report(
                    "data.unknown_type",
                    place,
                    format!("pieces.{}.promotes", line.id),
                    reason,
                );
            }
        }
        for (id, (to, _)) in &source.promotions {
            if self.contagion.0.contains(id)
                && self.line(id).is_some_and(|line| line.promotes.is_none())
            {
                let reason = format!("{id} infects, so it must promote to something");
                let key = format!("promotions.{id}");
                report("data.impossible_combination", to.line, key, reason);
            }
        }
        for line in &source.promoted {
            if line.promotes.is_some() {
                let reason =
                    "a promoted form promotes no further: a piece promotes once".to_owned();
                report(
                    "data.unknown_key",
                    line.line,
                    format!("promoted.{}.promotes", line.id),
                    reason,
                );
            }
        }
        self.verify_lists(source, &mut report);
        self.verify_readings(source, &mut report);
        self.verify_options(source, &mut report);
    }

    /// What stands for a type on a board is unique among the initial types.
    fn verify_signs(&self, report: &mut dyn FnMut(&'static str, usize, String, String)) {
        let mut boards: BTreeMap<&str, &str> = BTreeMap::new();
        let mut letters: BTreeMap<&str, &str> = BTreeMap::new();
        for line in &self.pieces {
            let mut sign = |key, known: Option<&str>, sign: &str, what| {
                if let Some(other) = known {
                    report(
                        "data.duplicate",
                        line.line,
                        format!("pieces.{}.{key}", line.id),
                        format!("'{sign}' is the {what} of {other} too"),
                    );
                }
            };
            let other = boards.insert(&line.board, &line.id);
            sign("board", other, &line.board, "board character");
            if let Some(letter) = &line.letter {
                sign("letter", letters.insert(letter, &line.id), letter, "letter");
            }
        }
    }

    fn hint(&self, id: &str) -> String {
        let close = close_matches(id, self.lines().map(|line| line.id.as_str()));
        close
            .first()
            .map_or(String::new(), |close| format!(": did you mean '{close}'?"))
    }

    fn verify_lists(
        &self,
        source: &Source,
        report: &mut dyn FnMut(&'static str, usize, String, String),
    ) {
        let initial = |id: &str| self.pieces.iter().any(|line| line.id == id);
        if let Some((types, exempt)) = &source.contagion {
            for id in types.iter().chain(exempt) {
                if !initial(&id.value) {
                    report(
                        "data.unknown_type",
                        id.line,
                        "contagion".into(),
                        not_initial(self, &id.value),
                    );
                }
            }
            for id in types {
                if self
                    .pieces
                    .iter()
                    .any(|line| line.id == id.value && line.promotes.is_none())
                {
                    let reason = format!("{} infects, so it must promote to something", id.value);
                    report(
                        "data.missing_key",
                        id.line,
                        "contagion.types".into(),
                        reason,
                    );
                }
            }
            if types.len() > 2 {
                let reason =
                    "at most two types infect: a move's text can tell two apart".to_owned();
                report(
                    "data.wrong_type",
                    types[2].line,
                    "contagion.types".into(),
                    reason,
                );
            }
        }
        if let Some((lions, worthless)) = &source.lion_trading {
            for id in lions.iter().chain(worthless) {
                if self.line(&id.value).is_none() {
                    let reason = format!("'{}' is no type{}", id.value, self.hint(&id.value));
                    report("data.unknown_type", id.line, "lion_trading".into(), reason);
                }
            }
        }
    }

    fn verify_readings(
        &self,
        source: &Source,
        report: &mut dyn FnMut(&'static str, usize, String, String),
    ) {
        for (id, (line, named)) in &source.readings {
            if self.line(id).is_none() {
                let reason = format!("'{id}' is no type{}", self.hint(id));
                report("data.unknown_type", *line, format!("readings.{id}"), reason);
                continue;
            }
            if self.base_reading(id).is_none() {
                let betza = self.line(id).map_or("", |line| line.betza.as_str());
                let reason = format!(
                    "one reading of {id} must be the move of its own line, {betza}: it needs a name too"
                );
                report("data.missing_key", *line, format!("readings.{id}"), reason);
            }
            let all = self.readings.get(id).map(Vec::as_slice).unwrap_or_default();
            for reading in named {
                // Two of one file were told when it was read.
                let here = named.iter().filter(|other| other.betza == reading.betza);
                if here.count() == 1
                    && all
                        .iter()
                        .filter(|other| other.name == reading.name || other.betza == reading.betza)
                        .count()
                        > 1
                {
                    let reason =
                        format!("{id} has a reading of this name or with this move already");
                    report(
                        "data.duplicate",
                        *line,
                        format!("readings.{id}.{}", reading.name),
                        reason,
                    );
                }
            }
        }
        for (id, name) in &source.choose {
            if let Err(Error::Rules { code, message, .. }) = self.check_choice(id, &name.value) {
                let unknown_type = code == "rules.unknown_type";
                report(
                    if unknown_type {
                        "data.unknown_type"
                    } else {
                        "data.unknown_reading"
                    },
                    name.line,
                    format!("choose.{id}"),
                    message,
                );
            }
        }
    }

    fn verify_options(
        &self,
        source: &Source,
        report: &mut dyn FnMut(&'static str, usize, String, String),
    ) {
        if let Err(reason) = self.combination() {
            let line = source.base.as_ref().map_or(1, |base| base.line);
            report(
                "rules.impossible_combination",
                line,
                "options".into(),
                reason,
            );
        }
    }

    /// Why the options cannot stand together, if they cannot.
    pub fn combination(&self) -> std::result::Result<(), String> {
        let word = |name: &str, wanted: &str| matches!(self.options.get(name), Some((OptionValue::Word(word), _)) if word == wanted);
        let number = |name: &str| match self.options.get(name) {
            Some((OptionValue::Number(number), _)) => *number,
            _ => 0,
        };
        let zone = number("promotion_zone");
        if word("promotion", "zone") && zone == 0 {
            return Err("promotion = zone needs a promotion_zone of at least one rank".into());
        }
        if usize::try_from(zone).is_ok_and(|zone| zone > self.board.1) {
            return Err(format!(
                "a promotion_zone of {zone} is larger than the board of {} ranks",
                self.board.1
            ));
        }
        if !word("contagion", "off")
            && self.contagion.0.is_empty()
            && word("contagion_order", "choice")
        {
            return Err("contagion_order = choice needs types that infect: [contagion]".into());
        }
        if word("lion_trading", "chu") && self.lion_trading.0.is_empty() {
            return Err(
                "lion_trading = chu needs types that count as lions: [lion_trading]".into(),
            );
        }
        Ok(())
    }

    fn check_choice(&self, id: &str, name: &str) -> Result<()> {
        let error = |code, message, name: &str, matches| {
            Err(Error::Rules {
                code,
                message,
                name: name.into(),
                matches,
            })
        };
        if self.line(id).is_none() {
            let matches = close_matches(id, self.lines().map(|line| line.id.as_str()));
            let message = format!(
                "'{}' is no type of {}{}",
                shown(id),
                self.game,
                did_you_mean(&matches)
            );
            return error("rules.unknown_type", message, id, matches);
        }
        let readings = self.readings.get(id).map(Vec::as_slice).unwrap_or_default();
        if readings.iter().any(|reading| reading.name == name) {
            return Ok(());
        }
        let known: Vec<String> = readings
            .iter()
            .map(|reading| reading.name.clone())
            .collect();
        let said = if known.is_empty() {
            "it has only one".to_owned()
        } else {
            format!("it has {}", known.join(", "))
        };
        let matches = close_matches(name, known.iter().map(String::as_str));
        error(
            "rules.unknown_reading",
            format!("{id} has no reading '{}': {said}", shown(name)),
            name,
            matches,
        )
    }

    /// Change options and readings; the new set's name tells the changes.
    pub fn changed(
        mut self,
        options: &[(String, String)],
        readings: &[(String, String)],
    ) -> Result<Self> {
        if options.is_empty() && readings.is_empty() {
            return Ok(self);
        }
        let told_against = match self.told_against.take() {
            Some(base) => base,
            None => Box::new(self.clone()),
        };
        for (name, text) in options {
            let spec = option_specs().get(name.as_str()).ok_or_else(|| {
                let matches = close_matches(name, option_specs().keys().map(String::as_str));
                let all = option_specs()
                    .keys()
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(", ");
                let message = format!(
                    "'{}' is no option{}; the options are {all}",
                    shown(name),
                    did_you_mean(&matches)
                );
                Error::Rules {
                    code: "rules.unknown_option",
                    message,
                    name: name.clone(),
                    matches,
                }
            })?;
            let value = spec.read(text).ok_or_else(|| {
                let matches = close_matches(text, spec.values.keys().map(String::as_str));
                let message = format!(
                    "'{}' is no value of {name}: it may be {}",
                    shown(text),
                    spec.allowed()
                );
                Error::Rules {
                    code: "rules.unknown_value",
                    message,
                    name: text.clone(),
                    matches,
                }
            })?;
            self.options
                .insert(name.clone(), (value, "chosen by the user".into()));
        }
        for (id, name) in readings {
            self.check_choice(id, name)?;
            self.choose.insert(id.clone(), name.clone());
        }
        if let Err(message) = self.combination() {
            let name = options
                .iter()
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            return Err(Error::Rules {
                code: "rules.impossible_combination",
                message,
                name,
                matches: Vec::new(),
            });
        }
        self.name = self.told_name(&told_against);
        self.told_against = Some(told_against);
        Ok(self)
    }

    /// The name of `base` with what plays differently here in brackets: options, then readings.
    fn told_name(&self, base: &Self) -> String {
        let mut told: Vec<String> = self
            .options
            .iter()
            .filter(|(name, (value, _))| {
                base.options.get(*name).map(|(value, _)| value) != Some(value)
            })
            .map(|(name, (value, _))| format!("{name}={value}"))
            .collect();
        let double = self.doubles_hooks();
        let readings = self.choose.iter().filter(|(id, _)| {
            // A reading named for a piece wins over an option, so the base reading of a hook can be a change too.
            match (self.terms_with(id, double), base.terms_with(id, double)) {
                (Ok(own), Ok(other)) => !same_terms(&own, &other),
                _ => true,
            }
        });
        told.extend(readings.map(|(id, name)| format!("{id}={name}")));
        if told.is_empty() {
            base.name.clone()
        } else {
            format!("{}[{}]", base.name, told.join(","))
        }
    }

    fn doubles_hooks(&self) -> bool {
        matches!(
            self.options.get("hook_captures"),
            Some((OptionValue::Number(2), _))
        )
    }

    /// The terms in force of a type, with `hook_captures` worked in unless a reading was named for it (rule 3.4); the
    /// fault has the line of the type.
    pub fn terms(&self, id: &str) -> std::result::Result<Vec<Term>, (usize, String)> {
        self.terms_with(id, self.doubles_hooks())
            .map_err(|reason| (self.line(id).map_or(1, |line| line.line), reason))
    }

    fn terms_with(&self, id: &str, double: bool) -> std::result::Result<Vec<Term>, String> {
        let text = self.betza(id).ok_or_else(|| format!("{id} has no move"))?;
        let mut terms = betza::parse(text).map_err(|error| error.to_string())?;
        if double && !self.choose.contains_key(id) {
            for term in terms.iter_mut().filter(|term| term.is_hook()) {
                term.modes = Modes {
                    take: true,
                    ..term.modes
                };
            }
        }
        Ok(terms)
    }

    /// Text of the terms in force of a type, and the name of the reading that has them.
    pub fn told_move(&self, id: &str, terms: &[Term]) -> (String, Option<String>) {
        let same = |text: &str| betza::parse(text).is_ok_and(|other| same_terms(&other, terms));
        let readings = self.readings.get(id).map(Vec::as_slice).unwrap_or_default();
        let chosen = self.reading_in_force(id);
        let written = self.betza(id).unwrap_or("");
        if same(written) {
            return (written.to_owned(), chosen.map(str::to_owned));
        }
        if let Some(reading) = readings.iter().find(|reading| same(&reading.betza)) {
            return (reading.betza.clone(), Some(reading.name.clone()));
        }
        let doubled = written.replace("mas", "mcas");
        let told = if same(&doubled) {
            doubled.as_str()
        } else {
            written
        };
        (told.to_owned(), None)
    }
}

/// Whether two moves have the same terms, in whatever order.
fn same_terms(own: &[Term], other: &[Term]) -> bool {
    own.len() == other.len()
        && own.iter().all(|term| other.contains(term))
        && other.iter().all(|term| own.contains(term))
}

fn not_initial(definition: &Definition, id: &str) -> String {
    format!(
        "'{id}' is no initial type of [pieces]{}",
        definition.hint(id)
    )
}

fn did_you_mean(matches: &[String]) -> String {
    matches
        .first()
        .map_or(String::new(), |close| format!(": did you mean '{close}'?"))
}

pub(crate) fn unknown_name(name: &str) -> Error {
    let matches = close_matches(name, data::rule_set_names());
    let all = data::rule_set_names().collect::<Vec<_>>().join(", ");
    let message = format!(
        "there is no rule set '{}'{}; there are {all}",
        shown(name),
        did_you_mean(&matches)
    );
    Error::Rules {
        code: "rules.unknown_name",
        message,
        name: name.to_owned(),
        matches,
    }
}
