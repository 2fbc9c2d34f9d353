//! Searches on the opponent's time, of some moves only, and under observation.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use mujo_core::game::Board;
use mujo_core::parallel::NeverInterrupt;
use mujo_core::rules::RuleSet;
use mujo_core::text::parse_position;
use mujo_engine::{Control, Engine, Limits, Observer, Ponder, Running, Score};

fn chu() -> (Arc<RuleSet>, Engine) {
    let rules = RuleSet::named("chu").unwrap();
    let engine = Engine::new(&rules, 1, 1).unwrap();
    (rules, engine)
}

#[test]
fn limits_count_from_the_hit_on() {
    let (rules, mut engine) = chu();
    let board = Board::new(rules);
    for limits in [
        Limits { nodes: Some(200), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(1)), ..Limits::default() },
    ] {
        let (stop, ponder) = (AtomicBool::new(false), Ponder::default());
        let control = Control { ponder: Some(&ponder), ..Control::new(&stop) };
        let found = engine.search_with(&board, &limits, &control, &mut NeverInterrupt, &mut |found| {
            if found.nodes > 5000 {
                ponder.hit();
            }
            true
        });
        assert!(found.unwrap().nodes > 5000, "{limits:?}");
        let again = engine.search_with(&board, &limits, &control, &mut NeverInterrupt, &mut |_| true);
        assert!(again.unwrap().depth <= 5, "after the hit the same limits end the search");
    }
}

#[test]
fn a_hit_from_another_thread_ends_a_search_whose_time_is_up() {
    let (rules, mut engine) = chu();
    let board = Board::new(rules);
    let (stop, ponder) = (AtomicBool::new(false), Ponder::default());
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            ponder.hit();
        });
        let control = Control { ponder: Some(&ponder), ..Control::new(&stop) };
        engine.search_with(&board, &limits, &control, &mut NeverInterrupt, &mut |_| true).unwrap()
    });
    assert!(found.time >= Duration::from_millis(30));
}

#[test]
fn only_the_given_moves_are_searched() {
    let (rules, mut engine) = chu();
    let board = Board::new(rules);
    let legal = board.legal_list();
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(2), lines: 9, ..Limits::default() };
    for moves in [&legal[3..4], &legal[10..13]] {
        let control = Control { moves, ..Control::new(&stop) };
        let found = engine.search_with(&board, &limits, &control, &mut NeverInterrupt, &mut |_| true).unwrap();
        let mut searched: Vec<_> = found.lines.iter().map(|line| line.moves[0]).collect();
        searched.sort();
        let mut wanted = moves.to_vec();
        wanted.sort();
        assert_eq!(searched, wanted);
    }
}

#[test]
fn a_winning_move_that_is_not_given_is_not_played() {
    let (rules, mut engine) = chu();
    let text = "5,k,5,l/12/5,Q,6/12/12/12/12/12/12/12/12/L,4,K,6 b - 1";
    let parsed = parse_position(&rules, text).unwrap();
    let board = Board::from_position(rules, parsed.position, 1);
    let legal = board.legal_list();
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let best = engine.search(&board, &limits, &stop, &mut NeverInterrupt, &mut |_| true).unwrap();
    assert_eq!(best.score(), Score::Mate(1));
    let moves: Vec<_> = legal.into_iter().filter(|mv| *mv != best.best()).collect();
    let control = Control { moves: &moves, ..Control::new(&stop) };
    let other = engine.search_with(&board, &limits, &control, &mut NeverInterrupt, &mut |_| true).unwrap();
    assert!(other.best() != best.best() && moves.contains(&other.best()));
}

/// Keeps what it sees, and stops the search after two calls.
#[derive(Debug)]
struct Seen<'a> {
    stop: &'a AtomicBool,
    states: RefCell<Vec<Running>>,
}

impl Observer for Seen<'_> {
    fn running(&self, state: &Running) {
        let mut states = self.states.borrow_mut();
        states.push(state.clone());
        self.stop.store(states.len() >= 2, Ordering::Relaxed);
    }
}

#[test]
fn a_long_search_can_be_observed() {
    let (rules, mut engine) = chu();
    let board = Board::new(rules);
    let stop = AtomicBool::new(false);
    let seen = Seen { stop: &stop, states: RefCell::new(Vec::new()) };
    let control = Control { observer: Some(&seen), ..Control::new(&stop) };
    engine.search_with(&board, &Limits::default(), &control, &mut NeverInterrupt, &mut |_| true).unwrap();
    let states = seen.states.into_inner();
    assert_eq!(states.len(), 2);
    assert!(states[0].time < states[1].time && states[0].nodes <= states[1].nodes);
    for state in states {
        assert!(board.is_legal(state.current));
        assert_eq!(state.moves, board.legal_list().len());
        assert!((1..=state.moves).contains(&state.number) && state.depth > 0 && state.nodes > 0);
    }
}
