//! Changes options and readings of a rule set, and derives its moves and its name.

use crate::betza::{self, Modes, Term};
use crate::error::{Error, Result, Slug, close_matches, quoted};
use crate::rules::definition::{Definition, did_you_mean};
use crate::rules::options::{OptionValue, option_specs};
use crate::rules::piece_line::PieceLine;

impl Definition {
    /// Change options and readings; the new name lists the changes.
    pub fn changed(mut self, options: &[(String, String)], readings: &[(String, String)]) -> Result<Self> {
        if options.is_empty() && readings.is_empty() {
            return Ok(self);
        }
        let name_base = match self.name_base.take() {
            Some(base) => base,
            None => Box::new(self.clone()),
        };
        for (name, text) in options {
            let spec = option_specs().get(name.as_str()).ok_or_else(|| {
                let matches = close_matches(name, option_specs().keys().map(String::as_str));
                let all = option_specs().keys().cloned().collect::<Vec<_>>().join(", ");
                let message =
                    format!("'{}' is no option{}; the options are {all}", quoted(name), did_you_mean(&matches));
                Error::Rules { slug: Slug::RulesUnknownOption, message, name: name.clone(), matches }
            })?;
            let value = spec.read(text).ok_or_else(|| {
                let matches = close_matches(text, spec.values.keys().map(String::as_str));
                let message = format!("'{}' is no value of {name}: it may be {}", quoted(text), spec.allowed());
                Error::Rules { slug: Slug::RulesUnknownValue, message, name: text.clone(), matches }
            })?;
            self.options.insert(name.clone(), (value, "chosen by the user".into()));
        }
        for (id, name) in readings {
            self.check_choice(id, name)?;
            self.choose.insert(id.clone(), name.clone());
        }
        if let Err(message) = self.combination() {
            let name = options.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(Error::Rules { slug: Slug::RulesImpossibleCombination, message, name, matches: Vec::new() });
        }
        self.name = self.name_relative_to(&name_base);
        self.name_base = Some(name_base);
        Ok(self)
    }

    /// The name of `base`, followed by the differing options and readings in brackets.
    fn name_relative_to(&self, base: &Self) -> String {
        let mut changes: Vec<String> = self
            .options
            .iter()
            .filter(|(name, (value, _))| base.options.get(*name).map(|(value, _)| value) != Some(value))
            .map(|(name, (value, _))| format!("{name}={value}"))
            .collect();
        let double = self.doubles_hooks();
        let readings = self.choose.iter().filter(|(id, _)| {
            // A reading chosen for a piece overrides an option, so the base reading of a hook can be a change too.
            match (self.terms_with(id, double), base.terms_with(id, double)) {
                (Ok(own), Ok(other)) => !same_terms(&own, &other),
                _ => true,
            }
        });
        changes.extend(readings.map(|(id, name)| format!("{id}={name}")));
        if changes.is_empty() { base.name.clone() } else { format!("{}[{}]", base.name, changes.join(",")) }
    }

    fn doubles_hooks(&self) -> bool {
        matches!(self.options.get("hook_captures"), Some((OptionValue::Number(2), _)))
    }

    /// The terms in force of a type, with `hook_captures` worked in unless a reading was named for it (rule 3.4); the
    /// fault has the line of the type.
    pub fn terms(&self, id: &str) -> std::result::Result<Vec<Term>, (usize, String)> {
        self.terms_with(id, self.doubles_hooks()).map_err(|reason| (self.line(id).map_or(1, |line| line.line), reason))
    }

    fn terms_with(&self, id: &str, double: bool) -> std::result::Result<Vec<Term>, String> {
        let mut terms = match self.line(id) {
            // The move of the line itself was parsed when the file was read.
            Some(line) if !line.terms.is_empty() && !self.choose.contains_key(id) => line.terms.clone(),
            _ => {
                let text = self.betza(id).ok_or_else(|| format!("{id} has no move"))?;
                betza::parse(text).map_err(|error| error.to_string())?
            }
        };
        if double && !self.choose.contains_key(id) {
            for term in terms.iter_mut().filter(|term| term.is_hook()) {
                term.modes = Modes { take: true, ..term.modes };
            }
        }
        Ok(terms)
    }

    /// Text of the terms in force of a type, and the name of the reading that has them.
    pub fn documented_move(&self, id: &str, terms: &[Term]) -> (String, Option<String>) {
        let same = |text: &str| betza::parse(text).is_ok_and(|other| same_terms(&other, terms));
        let readings = self.readings.get(id).map(Vec::as_slice).unwrap_or_default();
        let chosen = self.reading_in_force(id);
        let written = self.betza(id).unwrap_or("");
        let as_read = |line: &PieceLine| line.betza == written && line.terms == terms;
        if self.line(id).is_some_and(as_read) || same(written) {
            return (written.to_owned(), chosen.map(str::to_owned));
        }
        if let Some(reading) = readings.iter().find(|reading| same(&reading.betza)) {
            return (reading.betza.clone(), Some(reading.name.clone()));
        }
        let doubled = written.replace("mas", "mcas");
        let shown = if same(&doubled) { doubled.as_str() } else { written };
        (shown.to_owned(), None)
    }
}

/// Whether two moves have the same terms, in whatever order.
fn same_terms(own: &[Term], other: &[Term]) -> bool {
    own.len() == other.len()
        && own.iter().all(|term| other.contains(term))
        && other.iter().all(|term| own.contains(term))
}
