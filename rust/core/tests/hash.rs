//! Counts with a table are those without, whatever its size and however many threads share it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use mujo_core::game::Board;
use mujo_core::perft::table::Table;
use mujo_core::perft::{By, Ended, NeverInterrupt, Shared, check_by, perft, perft_with_table};
use mujo_core::position::Position;
use mujo_core::random::playout::Player;
use mujo_core::rules::RuleSet;
use mujo_core::text;

/// Sequences that a plain count may take here.
const LIMIT: u64 = 80_000;

fn shared(rules: &Arc<RuleSet>, position: &Position, depth: usize, by: By, threads: usize) -> Result<u64, Ended> {
    let count = Shared::new(Arc::clone(rules), position.clone(), depth, by, Some(Table::new(1).expect("a MiB")));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| count.work(NeverInterrupt));
        }
    });
    count.result().map(|(_, sum)| sum)
}

/// Compare every depth that is not too large; return the deepest.
fn compare(rules: &Arc<RuleSet>, position: &Position, by: By, label: &str) -> usize {
    let mut last = 1;
    for depth in 1..12 {
        let plain = perft(rules, position, depth, by, NeverInterrupt).expect("nothing stops it");
        // Two entries a stripe: nearly everything is driven out again and again.
        for mib in [0, 1] {
            let table = Table::new(mib).expect("a MiB");
            for round in ["empty", "used"] {
                let found = perft_with_table(rules, position, depth, by, &table, NeverInterrupt);
                assert_eq!(found, Ok(plain), "{label}, depth {depth}, {mib} MiB, {round}");
            }
            // A table that knows deeper counts is asked for others.
            let less = perft(rules, position, depth - 1, by, NeverInterrupt);
            assert_eq!(perft_with_table(rules, position, depth - 1, by, &table, NeverInterrupt), less, "{label}");
        }
        assert_eq!(shared(rules, position, depth, by, 3), Ok(plain), "{label}, depth {depth}, 3 threads");
        if plain == 0 || plain.saturating_mul(plain) / last.max(1) > LIMIT {
            return depth;
        }
        last = plain;
    }
    12
}

fn small() -> Arc<RuleSet> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/repl/small.toml");
    RuleSet::from_toml("small", &fs::read_to_string(path).expect("the file is there")).expect("a good file")
}

fn position(rules: &RuleSet, words: &str) -> Position {
    match words {
        "startpos" => Position::start(rules),
        words => text::parse_position(rules, words).expect("a good position").position,
    }
}

/// Every power and rule, as in the perft tables.
#[test]
fn small_positions_of_every_power() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/perft/powers.txt");
    let lines = fs::read_to_string(&path).expect("the table is there");
    let mut seen = 0;
    for line in lines.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let rules = RuleSet::named(fields[1]).expect("a known name");
        let position = position(&rules, fields[2]);
        compare(&rules, &position, By::Effect, fields[0]);
        if check_by(&rules, By::Path).is_ok() {
            compare(&rules, &position, By::Path, fields[0]);
        }
        seen += 1;
    }
    assert!(seen >= 60, "{seen} positions");
}

/// Few squares and deep lines: positions come back by many ways, passes and captures among them.
#[test]
fn deep_lines_on_a_small_board() {
    let rules = small();
    for (words, least) in [
        ("startpos", 4),
        ("2,k,2/5/2,p,2/2,P,2/2,K,2 b - 1", 5),
        ("k,3,ln/5/5/5/LN,3,K b - 1", 3),
        ("k,p,2,r/5/2,LN,2/5/K,P,2,R w - 1", 3),
        // A study: nobody has a royal, nobody can lose.
        ("5/1,g,3/5/3,G,1/5 b - 1", 6),
    ] {
        let deepest = compare(&rules, &position(&rules, words), By::Effect, words);
        assert!(deepest >= least, "{words}: depth {deepest}");
    }
}

#[test]
fn positions_of_random_games() {
    for (name, games) in [("maka", 6), ("maka/srz", 3), ("hishigata", 3), ("chu", 12), ("tai", 3), ("tenjiku", 6)] {
        let rules = RuleSet::named(name).expect("a known name");
        let start = Board::new(Arc::clone(&rules));
        let mut player = Player::new(&start);
        for seed in 0..games {
            player.play(&start, seed, 100 * u32::try_from(seed).expect("small"));
            let position = &player.board().to_position();
            if perft(&rules, position, 2, By::Effect, NeverInterrupt).expect("nothing stops it") < LIMIT / 2 {
                compare(&rules, position, By::Effect, &format!("{name}, seed {seed}"));
            }
        }
    }
}

/// Depths that only a table reaches, where the count outgrows 64 bits or just does not.
#[test]
fn counts_that_do_not_fit_are_refused() {
    let rules = small();
    let position = position(&rules, "k,4/5/5/5/4,K b - 1");
    let table = Table::new(4).expect("4 MiB");
    let mut last = Ok(1);
    for depth in 1..=40 {
        let found = perft_with_table(&rules, &position, depth, By::Effect, &table, NeverInterrupt);
        assert_eq!(shared(&rules, &position, depth, By::Effect, 2), found);
        if let (Ok(last), Ok(found)) = (last, found) {
            assert!(found > last);
        } else {
            assert_eq!(found, Err(Ended::TooLarge));
        }
        last = found;
    }
    assert_eq!(last, Err(Ended::TooLarge));
}
