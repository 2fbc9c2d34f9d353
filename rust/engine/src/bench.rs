//! A fixed amount of work: its count of positions is the same on every machine and changes when the search does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use mujo_core::game::Board;
use mujo_core::parallel::{Interrupt, NeverInterrupt};
use mujo_core::random::playout::Player;
use mujo_core::rules::RuleSet;

use crate::engine::{Engine, SearchResult};
use crate::limits::Limits;

/// Games, and plies of random play after which a position is searched.
const POSITIONS: [(&str, [u32; 3], u32); 4] =
    [("chu", [0, 60, 200], 5), ("maka", [0, 100, 400], 4), ("hishigata", [0, 60, 240], 4), ("tai", [0, 150, 600], 3)];

/// What was searched and what came of it.
#[derive(Clone, Debug)]
pub struct BenchPosition {
    /// Name of the rule set.
    pub rules: &'static str,
    /// Plies of random play before it.
    pub plies: u32,
    /// The search.
    pub result: SearchResult,
}

/// The sum of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Positions visited: the signature of the search.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// The position of a game after plies of random play, before its end.
pub(crate) fn position(rules: &Arc<RuleSet>, plies: u32, seed: u64) -> Board {
    let start = Board::new(Arc::clone(rules));
    let mut player = Player::new(&start);
    player.play(&start, seed, plies);
    let mut board = player.board().clone();
    while board.outcome().is_some() && board.pop().is_ok() {}
    board.without_history()
}

/// Search the positions; `report` is called after each, and `watch` may end it early.
///
/// ```no_run
/// let sum = mujo_engine::bench(0, &mut mujo_core::parallel::NeverInterrupt, &mut |_| true);
/// println!("{} nodes", sum.nodes);
/// ```
///
/// # Panics
/// If a shipped rule set is missing.
pub fn bench(shallower: u32, watch: &mut dyn Interrupt, report: &mut dyn FnMut(&BenchPosition) -> bool) -> Bench {
    let mut sum = Bench { nodes: 0, time: Duration::ZERO };
    for (name, all_plies, depth) in POSITIONS {
        let rules = RuleSet::named(name).expect("the rule sets of the bench are shipped");
        for plies in all_plies {
            let board = position(&rules, plies, u64::from(plies) + 1);
            let mut engine = Engine::new(&rules, 16, 1).expect("16 MiB can be had");
            let limits = Limits { depth: Some(depth.saturating_sub(shallower).max(1)), ..Limits::default() };
            let stop = AtomicBool::new(false);
            let Ok(result) = engine.search(&board, &limits, &stop, watch, &mut |_| true) else { continue };
            sum.nodes += result.nodes;
            sum.time += result.time;
            if watch.should_stop() || !report(&BenchPosition { rules: name, plies, result }) {
                return sum;
            }
        }
    }
    sum
}

/// The signature at a lower depth, for tests.
pub fn signature(shallower: u32) -> u64 {
    bench(shallower, &mut NeverInterrupt, &mut |_| true).nodes
}
