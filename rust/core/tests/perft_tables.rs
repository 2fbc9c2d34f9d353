//! The perft tables of tests/perft, counted by the core.

use std::fs;
use std::path::Path;

use mujo_core::perft::{By, NeverInterrupt, perft, roots};
use mujo_core::position::Position;
use mujo_core::rules::{RuleSet, data};
use mujo_core::text;

/// Sequences counted in the everyday run; `MUJO_LONG` counts all.
const LIMIT: u64 = 3_000_000;

fn position(rules: &RuleSet, words: &str) -> Position {
    if words == "startpos" {
        return Position::start(rules);
    }
    text::parse_position(rules, words).unwrap_or_else(|error| panic!("{words}: {error}")).position
}

/// The count below each move, as other programs print it.
fn below_each_move(rules: &RuleSet, position: &Position, depth: usize) -> String {
    roots(rules, position, By::Effect)
        .into_iter()
        .map(|(mv, _)| {
            let mut after = position.clone();
            after.make(rules, mv, &mut Vec::new());
            let count = perft(rules, &after, depth - 1, By::Effect, NeverInterrupt);
            format!("{}: {}", text::usi(rules, mv), count.unwrap_or_default())
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn read(table: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/perft").join(table);
    fs::read_to_string(&path).expect("the table is there")
}

fn check(table: &str) -> usize {
    let lines = read(table);
    let everything = std::env::var_os("MUJO_LONG").is_some();
    let mut counted = 0;
    for line in lines.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [name, set, words, _, counts] = fields[..] else {
            panic!("five fields: {line}");
        };
        let rules = RuleSet::named(set).unwrap_or_else(|error| panic!("{set}: {error}"));
        let position = position(&rules, words);
        for count in counts.split(' ') {
            let parts: Vec<&str> = count.split(':').collect();
            let depth: usize = parts[0].parse().expect("a depth");
            let number: u64 = parts[1].parse().expect("a number");
            if number > LIMIT && !everything {
                continue;
            }
            let found = perft(&rules, &position, depth, By::Effect, NeverInterrupt);
            assert_eq!(
                found,
                Ok(number),
                "{set}: {name}, depth {depth}\n{}",
                below_each_move(&rules, &position, depth)
            );
            counted += 1;
        }
    }
    counted
}

#[test]
fn starts_of_all_rule_sets() {
    assert!(check("starts.txt") >= 30);
    let table = read("starts.txt");
    let mut counted: Vec<&str> =
        table.lines().filter_map(|line| line.strip_prefix("start ; ")?.split(" ; ").next()).collect();
    let mut shipped: Vec<&str> = data::rule_set_names().collect();
    counted.sort_unstable();
    shipped.sort_unstable();
    assert_eq!(counted, shipped);
}

#[test]
fn one_power_or_rule_at_a_time() {
    assert!(check("powers.txt") >= 200);
}
