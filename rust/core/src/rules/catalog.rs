//! Looks up rule sets by name, with changes in brackets, and caches the compiled shipped sets.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::rules::definition::{Definition, unknown_name};
use crate::rules::options::option_specs;
use crate::rules::rule_set::RuleSet;

/// Longest name accepted, in bytes.
const MAX_NAME: usize = 2000;

static COMPILED: LazyLock<Mutex<HashMap<String, Arc<RuleSet>>>> = LazyLock::new(Mutex::default);

/// The rule set of that name. Shipped sets are compiled once.
fn load(name: &str) -> Result<Arc<RuleSet>> {
    let known = |map: &HashMap<String, Arc<RuleSet>>| map.get(name).map(Arc::clone);
    if let Some(found) = known(&COMPILED.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Ok(found);
    }
    let rules = Arc::new(RuleSet::compile(definition(name)?)?);
    if !name.contains('[') {
        let mut map = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        return Ok(Arc::clone(map.entry(name.to_owned()).or_insert(rules)));
    }
    Ok(rules)
}

/// The definition behind a name.
fn definition(name: &str) -> Result<Definition> {
    let Some((base, rest)) = name.split_once('[') else {
        return Definition::shipped(name);
    };
    let Some(changes) = rest.strip_suffix(']').filter(|_| name.len() <= MAX_NAME) else {
        return Err(malformed(name));
    };
    let mut options = Vec::new();
    let mut readings = Vec::new();
    for change in changes.split(',') {
        let (key, value) = change.split_once('=').ok_or_else(|| malformed(name))?;
        let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
        let is_type = key.bytes().all(|letter| letter.is_ascii_uppercase());
        let list = if is_type && !option_specs().contains_key(&key) { &mut readings } else { &mut options };
        if list.iter().any(|(known, _)| *known == key) {
            return Err(malformed(name));
        }
        list.push((key, value));
    }
    Definition::shipped(base)?.changed(&options, &readings)
}

fn malformed(name: &str) -> Error {
    let Error::Rules { slug, matches, name: shown, .. } = unknown_name(name) else {
        return unknown_name(name);
    };
    let message = format!(
        "'{}' is no name of a rule set: write changes as maka[emperor=protected-piece,LD=limited], each key once",
        shown.chars().take(80).collect::<String>()
    );
    Error::Rules { slug, message, name: shown, matches }
}

impl RuleSet {
    /// A shipped rule set, or a changed one: `maka`, `maka[emperor=protected-piece,LD=limited]`.
    ///
    /// # Errors
    /// `rules.*` if part of the name is unknown.
    pub fn named(name: &str) -> Result<Arc<Self>> {
        load(name)
    }

    /// A shipped rule set with options and readings changed.
    ///
    /// # Errors
    /// `rules.*` if a name or value is unknown, or the options cannot be combined.
    pub fn changed(name: &str, options: &[(String, String)], readings: &[(String, String)]) -> Result<Arc<Self>> {
        if options.is_empty() && readings.is_empty() {
            return Self::named(name);
        }
        Ok(Arc::new(Self::compile(definition(name)?.changed(options, readings)?)?))
    }
}
