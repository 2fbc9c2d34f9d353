//! Chu: counts by path of another program, counts from the start, and lishogi's form both ways.

use std::sync::Arc;

use mujo_core::game::Board;
use mujo_core::perft::{By, NeverInterrupt, perft};
use mujo_core::position::Position;
use mujo_core::rules::RuleSet;
use mujo_core::text;

const TABLE: &str = include_str!("../../../tests/perft/chu-paths.txt");

fn chu() -> Arc<RuleSet> {
    RuleSet::named("chu").unwrap_or_else(|error| panic!("{error}"))
}

fn lines() -> impl Iterator<Item = (&'static str, u64)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let (position, count) = line.split_once(" ; ").expect("position ; count");
        (position, count.parse().expect("a number"))
    })
}

#[test]
fn counts_by_path_agree_with_another_program() {
    let rules = chu();
    for (position, count) in lines() {
        let parsed = text::parse_position(&rules, position).expect(position);
        let found = perft(&rules, &parsed.position, 1, By::Path, NeverInterrupt);
        assert_eq!(found, Ok(count), "{position}");
    }
    assert_eq!(lines().count(), 139);
}

#[test]
fn counts_from_the_start() {
    let rules = chu();
    let start = Position::start(&rules);
    for (by, counts) in [(By::Path, [36, 1_296, 52_599]), (By::Effect, [36, 1_296, 48_315])] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&rules, &start, depth, by, NeverInterrupt), Ok(count));
        }
    }
}

#[test]
fn the_form_of_lishogi_says_the_same() {
    let rules = chu();
    for (canonical, _) in lines() {
        let parsed = text::parse_position(&rules, canonical).expect(canonical);
        let written = text::lishogi_position_text(&rules, &parsed.position, parsed.number);
        let written = written.expect("chu has letters");
        assert!(!written.contains(','), "{written}");
        let again = text::parse_position(&rules, &written).expect("its own text");
        assert!(again.position == parsed.position, "{written}");
        assert_eq!(text::position_text(&rules, &again.position, again.number), canonical);
        let board = Board::from_position(Arc::clone(&rules), parsed.position, parsed.number);
        for mv in board.legal_list() {
            let told = text::lishogi_move_text(&rules, &board.position(), mv).expect("two steps");
            assert_eq!(text::read_move(&board, &told), Ok(mv), "{told}");
        }
    }
}
