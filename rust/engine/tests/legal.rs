//! Whatever is searched, and however soon it ends, the move is legal and the board is left as it was.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use mujo_core::game::Board;
use mujo_core::parallel::NeverInterrupt;
use mujo_core::random::playout::Player;
use mujo_core::rules::RuleSet;
use mujo_core::rules::data;
use mujo_engine::{Engine, Limits, SearchError};

/// Short searches of positions from random games, for every rule set: their number can be raised from outside.
#[test]
fn short_searches_give_legal_moves_in_all_rule_sets() {
    let each = std::env::var("MUJO_SEARCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(6_u32);
    let mut searches = 0;
    for name in data::rule_set_names() {
        let rules = RuleSet::named(name).unwrap();
        let start = Board::new(Arc::clone(&rules));
        let mut player = Player::new(&start);
        let mut engine = Engine::new(&rules, 1, 1).unwrap();
        for number in 0..each {
            let plies = number * 97 % 900;
            player.play(&start, u64::from(number), plies);
            let board = player.board().clone();
            let before = board.clone();
            let limits = match number % 3 {
                0 => Limits { time: Some(Duration::from_micros(500)), ..Limits::default() },
                1 => Limits { time: Some(Duration::from_millis(5)), lines: 3, ..Limits::default() },
                _ => Limits { nodes: Some(u64::from(number) * 7), ..Limits::default() },
            };
            let stop = AtomicBool::new(number % 10 == 9);
            let found = engine.search(&board, &limits, &stop, &mut NeverInterrupt, &mut |_| true);
            match found {
                Err(error) => assert_eq!(Some(error), before.outcome().map(SearchError::Finished), "{name} {number}"),
                Ok(found) => {
                    searches += 1;
                    assert!(!found.lines.is_empty(), "{name} {number}");
                    for line in &found.lines {
                        let mut after = board.clone();
                        for mv in &line.moves {
                            after.push(*mv).unwrap_or_else(|error| panic!("{name} {number}: {error:?} in {line:?}"));
                        }
                    }
                    assert_eq!(*board.position(), *before.position());
                }
            }
        }
    }
    println!("{searches} searches");
    assert!(searches > each);
}
