//! Finds the faults of a rule file that only the complete definition shows.

use std::collections::{BTreeMap, BTreeSet};

use crate::betza::{self, Atom, Term};
use crate::error::{Error, Problem, Result, Slug, close_matches, quoted};
use crate::geometry::Vector;
use crate::rules::definition::{Definition, did_you_mean, not_initial};
use crate::rules::options::OptionValue;
use crate::rules::piece::Role;
use crate::rules::piece_line::PieceLine;
use crate::rules::source::Source;

impl Definition {
    /// Faults that need the whole definition.
    pub(super) fn verify(&self, file: &str, source: &Source, problems: &mut Vec<Problem>) {
        let mut report = |slug, line, key: String, reason: String| {
            problems.push(Problem { slug, file: file.to_owned(), line, key, reason });
        };
        let mut seen = BTreeSet::new();
        let own: BTreeSet<&str> = source.pieces.iter().chain(&source.promoted).map(|line| line.id.as_str()).collect();
        for line in self.lines() {
            if !seen.insert(line.id.as_str()) {
                let reason =
                    format!("{} is defined twice: an id is unique in [pieces] and [promoted] together", line.id);
                report(Slug::DataDuplicate, line.line, format!("pieces.{}", line.id), reason);
            }
        }
        self.verify_signs(&mut report);
        for line in &self.pieces {
            let Some(to) = &line.promotes else { continue };
            let from_here = own.contains(line.id.as_str()) || source.promotions.contains_key(&line.id);
            if from_here && !seen.contains(to.as_str()) {
                let place = source.promotions.get(&line.id).map_or(line.line, |change| change.to.line);
                let reason = format!("'{to}' is no type of [pieces] or [promoted]{}", self.hint(to));
                report(Slug::DataUnknownType, place, format!("pieces.{}.promotes", line.id), reason);
            }
        }
        for (id, change) in &source.promotions {
            if self.contagion.0.contains(id) && self.line(id).is_some_and(|line| line.promotes.is_none()) {
                let reason = format!("{id} infects, so it must promote to something");
                let key = format!("promotions.{id}");
                report(Slug::DataImpossibleCombination, change.to.line, key, reason);
            }
        }
        for line in &source.promoted {
            if line.promotes.is_some() {
                let reason = "a promoted form promotes no further: a piece promotes once".to_owned();
                report(Slug::DataUnknownKey, line.line, format!("promoted.{}.promotes", line.id), reason);
            }
        }
        self.verify_ranks(file, &mut report);
        self.verify_sweeps(&mut report);
        self.verify_lists(source, &mut report);
        self.verify_readings(source, &mut report);
        self.verify_options(source, &mut report);
    }

    /// Check that ranks and what passes lower ranks come together (rules 9.1, 9.2 and 10.2): either means nothing without the
    /// other.
    fn verify_ranks(&self, file: &str, report: &mut dyn FnMut(Slug, usize, String, String)) {
        let uses_ranks = |line: &PieceLine| self.moves_of(line).any(|(_, terms)| terms.iter().any(Term::uses_ranks));
        let passer = self.lines().find(|line| uses_ranks(line));
        let ranked = self.lines().find(|line| line.rank > 0);
        let (line, reason) = match (ranked, passer) {
            (Some(line), None) => (
                line,
                format!("{} has a rank, but no type of {file} passes pieces of lower rank (modes j and x)", line.id),
            ),
            (None, Some(line)) => (
                line,
                format!("{} passes pieces of lower rank (modes j and x), but no type of {file} has a rank", line.id),
            ),
            _ => return,
        };
        report(Slug::DataImpossibleCombination, line.line, format!("pieces.{}", line.id), reason);
    }

    /// Check that start and end tell a sweep from every other move of its type (rule 10.2), and that the game has nothing that
    /// sweeps cannot be combined with.
    fn verify_sweeps(&self, report: &mut dyn FnMut(Slug, usize, String, String)) {
        let mut sweeper = None;
        for line in self.lines() {
            for (key, terms) in self.moves_of(line) {
                if !terms.iter().any(Term::sweeps) {
                    continue;
                }
                sweeper.get_or_insert(line);
                if let Some(reason) = conflict_with_sweeps(&terms) {
                    let reason = format!("{} sweeps (mode x), so {reason}", line.id);
                    report(Slug::DataImpossibleCombination, line.line, key, reason);
                }
            }
        }
        let emperor = self.lines().find(|line| line.royal == Some(Role::Emperor));
        if let (Some(sweeper), Some(emperor)) = (sweeper, emperor) {
            let reason =
                format!("{} sweeps (mode x), which cannot be combined with an emperor, {}", sweeper.id, emperor.id);
            report(Slug::DataImpossibleCombination, sweeper.line, format!("pieces.{}", sweeper.id), reason);
        }
    }

    /// The moves of a type, in all its readings, with the key of each.
    fn moves_of<'a>(&'a self, line: &'a PieceLine) -> impl Iterator<Item = (String, Vec<Term>)> + 'a {
        let readings = self.readings.get(&line.id).map(Vec::as_slice).unwrap_or_default();
        let readings = readings.iter().filter(|reading| reading.betza != line.betza).filter_map(|reading| {
            Some((format!("readings.{}.{}", line.id, reading.name), betza::parse(&reading.betza).ok()?))
        });
        std::iter::once((format!("pieces.{}", line.id), line.terms.clone())).chain(readings)
    }

    /// Check that the signs of the initial types on a board are unique.
    fn verify_signs(&self, report: &mut dyn FnMut(Slug, usize, String, String)) {
        let mut boards: BTreeMap<&str, &str> = BTreeMap::new();
        let mut letters: BTreeMap<&str, &str> = BTreeMap::new();
        for line in &self.pieces {
            let mut sign = |key, known: Option<&str>, sign: &str, what| {
                if let Some(other) = known {
                    report(
                        Slug::DataDuplicate,
                        line.line,
                        format!("pieces.{}.{key}", line.id),
                        format!("'{sign}' is the {what} of {other} too"),
                    );
                }
            };
            if !line.board.is_empty() {
                sign("board", boards.insert(&line.board, &line.id), &line.board, "board character");
            }
            if let Some(letter) = &line.letter {
                sign("letter", letters.insert(letter, &line.id), letter, "letter");
            }
        }
    }

    pub(super) fn hint(&self, id: &str) -> String {
        let close = close_matches(id, self.lines().map(|line| line.id.as_str()));
        close.first().map_or(String::new(), |close| format!(": did you mean '{close}'?"))
    }

    fn verify_lists(&self, source: &Source, report: &mut dyn FnMut(Slug, usize, String, String)) {
        let initial = |id: &str| self.pieces.iter().any(|line| line.id == id);
        if let Some((types, exempt)) = &source.contagion {
            for id in types.iter().chain(exempt) {
                if !initial(&id.value) {
                    report(Slug::DataUnknownType, id.line, "contagion".into(), not_initial(self, &id.value));
                }
            }
            for id in types {
                if self.pieces.iter().any(|line| line.id == id.value && line.promotes.is_none()) {
                    let reason = format!("{} infects, so it must promote to something", id.value);
                    report(Slug::DataMissingKey, id.line, "contagion.types".into(), reason);
                }
            }
            if types.len() > 2 {
                let reason = "at most two types infect: a move's text can tell two apart".to_owned();
                report(Slug::DataWrongType, types[2].line, "contagion.types".into(), reason);
            }
        }
        if let Some((lions, worthless)) = &source.lion_trading {
            for id in lions.iter().chain(worthless) {
                if self.line(&id.value).is_none() {
                    let reason = format!("'{}' is no type{}", id.value, self.hint(&id.value));
                    report(Slug::DataUnknownType, id.line, "lion_trading".into(), reason);
                }
            }
        }
    }

    fn verify_readings(&self, source: &Source, report: &mut dyn FnMut(Slug, usize, String, String)) {
        for (id, (line, named)) in &source.readings {
            if self.line(id).is_none() {
                let reason = format!("'{id}' is no type{}", self.hint(id));
                report(Slug::DataUnknownType, *line, format!("readings.{id}"), reason);
                continue;
            }
            if self.base_reading(id).is_none() {
                let betza = self.line(id).map_or("", |line| line.betza.as_str());
                let reason =
                    format!("one reading of {id} must be the move of its own line, {betza}: it needs a name too");
                report(Slug::DataMissingKey, *line, format!("readings.{id}"), reason);
            }
            let all = self.readings.get(id).map(Vec::as_slice).unwrap_or_default();
            for reading in named {
                // Duplicates within one file were reported when it was read.
                let here = named.iter().filter(|other| other.betza == reading.betza);
                if here.count() == 1
                    && all.iter().filter(|other| other.name == reading.name || other.betza == reading.betza).count() > 1
                {
                    let reason = format!("{id} has a reading of this name or with this move already");
                    report(Slug::DataDuplicate, *line, format!("readings.{id}.{}", reading.name), reason);
                }
            }
        }
        for (id, name) in &source.choose {
            if let Err(Error::Rules { slug, message, .. }) = self.check_choice(id, &name.value) {
                let unknown_type = slug == Slug::RulesUnknownType;
                report(
                    if unknown_type { Slug::DataUnknownType } else { Slug::DataUnknownReading },
                    name.line,
                    format!("choose.{id}"),
                    message,
                );
            }
        }
    }

    fn verify_options(&self, source: &Source, report: &mut dyn FnMut(Slug, usize, String, String)) {
        if let Err(reason) = self.combination() {
            let line = source.base.as_ref().map_or(1, |base| base.line);
            report(Slug::RulesImpossibleCombination, line, "options".into(), reason);
        }
    }

    /// Why the options cannot be combined, if they cannot.
    pub fn combination(&self) -> std::result::Result<(), String> {
        let word = |name: &str, wanted: &str| matches!(self.options.get(name), Some((OptionValue::Word(word), _)) if word == wanted);
        let number = |name: &str| match self.options.get(name) {
            Some((OptionValue::Number(number), _)) => *number,
            _ => 0,
        };
        let zone = number("promotion_zone");
        for promotion in ["zone", "zone-must", "zone-may", "shogi"] {
            if word("promotion", promotion) && zone == 0 {
                return Err(format!("promotion = {promotion} needs a promotion_zone of at least one rank"));
            }
        }
        if usize::try_from(zone).is_ok_and(|zone| zone > self.board.1) {
            return Err(format!("a promotion_zone of {zone} is larger than the board of {} ranks", self.board.1));
        }
        if !word("contagion", "off") && self.contagion.0.is_empty() && word("contagion_order", "choice") {
            return Err("contagion_order = choice needs types that infect: [contagion]".into());
        }
        let trading = self.options.get("lion_trading").map(|(value, _)| value.to_string()).unwrap_or_default();
        if !word("burning", "off") {
            let burning = self.options.get("burning").map_or(String::new(), |(value, _)| value.to_string());
            if !self.lines().any(|line| line.burns) {
                return Err(format!("burning = {burning} needs a type that burns: burns = true"));
            }
            if self.lines().any(|line| line.royal == Some(Role::Emperor)) {
                return Err(format!("burning = {burning} cannot be combined with an emperor"));
            }
            if trading != "off" {
                return Err(format!("burning = {burning} cannot be combined with lion_trading = {trading}"));
            }
        }
        let sweeper = self.lines().find(|line| self.moves_of(line).any(|(_, terms)| terms.iter().any(Term::sweeps)));
        if let (Some(line), true) = (sweeper, trading != "off") {
            return Err(format!(
                "lion_trading = {trading} cannot be combined with sweeps (mode x), which {} has",
                line.id
            ));
        }
        if trading != "off" && self.lion_trading.0.is_empty() {
            return Err(format!("lion_trading = {trading} needs types that count as lions: [lion_trading]"));
        }
        Ok(())
    }

    pub(super) fn check_choice(&self, id: &str, name: &str) -> Result<()> {
        let error =
            |slug, message, name: &str, matches| Err(Error::Rules { slug, message, name: name.into(), matches });
        if self.line(id).is_none() {
            let matches = close_matches(id, self.lines().map(|line| line.id.as_str()));
            let message = format!("'{}' is no type of {}{}", quoted(id), self.game, did_you_mean(&matches));
            return error(Slug::RulesUnknownType, message, id, matches);
        }
        let readings = self.readings.get(id).map(Vec::as_slice).unwrap_or_default();
        if readings.iter().any(|reading| reading.name == name) {
            return Ok(());
        }
        let known: Vec<String> = readings.iter().map(|reading| reading.name.clone()).collect();
        let said = if known.is_empty() { "it has only one".to_owned() } else { format!("it has {}", known.join(", ")) };
        let matches = close_matches(name, known.iter().map(String::as_str));
        error(Slug::RulesUnknownReading, format!("{id} has no reading '{}': {said}", quoted(name)), name, matches)
    }
}

/// What a type that sweeps may not have besides (rule 10.2): a move that could have the start and the end of a sweep.
fn conflict_with_sweeps(terms: &[Term]) -> Option<&'static str> {
    let swept: BTreeSet<Vector> =
        terms.iter().filter(|term| term.sweeps()).flat_map(|term| &term.first).copied().collect();
    let along_a_sweep = |vector: &Vector| {
        let squares = vector.right.abs().max(vector.forward.abs());
        squares == 0
            || vector.right % squares == 0
                && vector.forward % squares == 0
                && swept.contains(&Vector::new(vector.right / squares, vector.forward / squares))
    };
    let others = || terms.iter().filter(|term| !term.sweeps());
    if others().any(|term| term.legs() > 1) {
        return Some("it has no term of several legs: no lion, hook or area move");
    }
    if others().any(|term| term.atom == Atom::U) {
        return Some("it has no universal move U");
    }
    let leaps = |vector: &Vector| vector.right.abs().max(vector.forward.abs()) > 1;
    let passes = |term: &Term| {
        let mut along = term.first.iter().filter(|vector| along_a_sweep(vector));
        along.any(|vector| leaps(vector) || !term.modes.passes_nothing())
    };
    let reason = "nothing else of it leaps or passes pieces (D, A, H, o, j, h) in a direction that it sweeps";
    others().any(passes).then_some(reason)
}
