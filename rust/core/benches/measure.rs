//! Figures of the core in one JSON line each: `cargo bench -p mujo-core --bench measure -- WHAT [FILE]`.
//!
//! WHAT is `lists FILE` (a position a line), `made` (perft to depth 2), `counted` (to depth 3), `make FILE`, `playouts` or `repetition`. Best of five, each over
//! at least half a second, in processor time where the system provides it. With `--runs N` best of N, with `--rules NAME` by
//! other rules than tai's. With `--once` the first thing measured is done twice, the second time in [`once`], and what it
//! did is printed: `tools/instructions.py` lets callgrind count the instructions of that.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mujo_core::game::Board;
use mujo_core::movegen::{self, Quiets, Scratch};
use mujo_core::moves::MoveList;
use mujo_core::perft::{By, NeverInterrupt, perft, perft_made};
use mujo_core::position::Position;
use mujo_core::random::playout;
use mujo_core::rules::RuleSet;
use mujo_core::text;

/// Seconds of each run, at least.
const SECONDS: f64 = 0.5;

/// How often each figure is measured; 0 for `--once`.
static RUNS: AtomicUsize = AtomicUsize::new(5);

/// What callgrind collects.
#[inline(never)]
fn once(work: &mut dyn FnMut() -> u64) -> u64 {
    black_box(work())
}

/// Most units a second, over the runs; `work` returns how many units it did.
fn best(mut work: impl FnMut() -> u64) -> f64 {
    let runs = RUNS.load(Ordering::Relaxed);
    if runs == 0 {
        work();
        println!("{{\"units\":{}}}", once(&mut work));
        std::process::exit(0);
    }
    (0..runs)
        .map(|_| {
            let (wall, processor) = (Instant::now(), processor_seconds());
            let mut units = 0;
            loop {
                units += work();
                if wall.elapsed().as_secs_f64() >= SECONDS {
                    let seconds = match (processor, processor_seconds()) {
                        (Some(began), Some(ended)) => ended - began,
                        _ => wall.elapsed().as_secs_f64(),
                    };
                    break as_float(units) / seconds;
                }
            }
        })
        .fold(0.0, f64::max)
}

/// Time that this thread had a processor, where the system provides it (Linux): other programs on the machine do not count.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

#[expect(clippy::cast_precision_loss, reason = "counts of a benchmark stay far below 2^52")]
fn as_float(count: u64) -> f64 {
    count as f64
}

fn positions(rules: &RuleSet, file: &str) -> Vec<Position> {
    let text = std::fs::read_to_string(file).expect("the file of positions can be read");
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            // The files write one-letter counts as mujo does; only the last field differs.
            text::parse_position(rules, line).unwrap_or_else(|error| panic!("{error}")).position
        })
        .collect()
}

fn lists(rules: &RuleSet, file: &str) {
    let all = positions(rules, file);
    let mut scratch = Scratch::default();
    let mut list = MoveList::new();
    let mut moves = 0;
    let rate = best(|| {
        moves = 0;
        for position in &all {
            list.clear();
            movegen::legal_moves(position, rules, &mut scratch, &mut list);
            moves += list.len() as u64;
        }
        all.len() as u64
    });
    let mean = as_float(moves) / as_float(all.len() as u64);
    println!(
        "{{\"figure\":\"lists\",\"positions\":{},\"moves_per_list\":{mean:.1},\"us_per_list\":{:.3}}}",
        all.len(),
        1e6 / rate
    );
}

fn made(rules: &RuleSet) {
    let start = Position::start(rules);
    let mut nodes = 0;
    let rate = best(|| {
        nodes = perft_made(rules, black_box(&start), 2);
        nodes
    });
    println!("{{\"figure\":\"made\",\"nodes\":{nodes},\"nodes_per_s\":{rate:.4e}}}");
}

fn counted(rules: &RuleSet) {
    let start = Position::start(rules);
    let mut nodes = 0;
    let rate = best(|| {
        nodes = perft(rules, black_box(&start), 3, By::Effect, NeverInterrupt).expect("nothing stops it");
        nodes
    });
    println!("{{\"figure\":\"counted\",\"nodes\":{nodes},\"nodes_per_s\":{rate:.4e}}}");
}

fn make(rules: &Arc<RuleSet>, all: &[Position], name: &str) {
    let mut scratch = Scratch::default();
    let mut boards: Vec<(Board, MoveList)> = all
        .iter()
        .map(|position| {
            let mut list = MoveList::new();
            movegen::legal_moves(position, rules, &mut scratch, &mut list);
            (Board::from_position(Arc::clone(rules), position.clone(), 1), list)
        })
        .collect();
    let rate = best(|| {
        let mut made = 0;
        for (board, list) in &mut boards {
            for mv in list.iter() {
                board.push_unchecked(black_box(*mv));
                black_box(board.pop().expect("a move was made"));
            }
            made += list.len() as u64;
        }
        made
    });
    println!("{{\"figure\":\"make_unmake\",\"positions\":\"{name}\",\"ns\":{:.3}}}", 1e9 / rate);
}

fn playouts(rules: &Arc<RuleSet>) {
    let start = Board::new(Arc::clone(rules));
    let mut seed = 0;
    let mut player = playout::Player::new(&start);
    let rate = best(|| {
        seed += 1;
        u64::from(player.play(&start, seed, 300).plies)
    });
    println!("{{\"figure\":\"playouts\",\"plies_per_s\":{rate:.4e}}}");
}

fn repetition(rules: &Arc<RuleSet>) {
    let mut board = Board::new(Arc::clone(rules));
    let mut list = MoveList::new();
    while board.ply() < 200 {
        list.clear();
        board.legal_moves(&mut Quiets(&mut list));
        let mv = list[playout::Stream::new(board.ply() as u64).below(list.len())];
        board.push_unchecked(mv);
    }
    let mut fresh = board.without_history();
    let mut time = |board: &mut Board| {
        best(|| {
            for _ in 0..100 {
                list.clear();
                board.legal_moves(&mut list);
                black_box(&list);
            }
            100
        })
    };
    let with = time(&mut board);
    let without = time(&mut fresh);
    println!("{{\"figure\":\"repetition\",\"ratio\":{:.3},\"us_per_list\":{:.3}}}", without / with, 1e6 / with);
}

fn main() {
    if cfg!(debug_assertions) {
        eprintln!("this is a debug build: run it with cargo bench");
        std::process::exit(1);
    }
    let mut words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let Some(at) = words.iter().position(|word| word == "--once") {
        words.remove(at);
        RUNS.store(0, Ordering::Relaxed);
    }
    let mut value_of = |option: &str| {
        let at = words.iter().position(|word| word == option)?;
        let value = words.get(at + 1).unwrap_or_else(|| panic!("{option} has a value")).clone();
        words.drain(at..at + 2);
        Some(value)
    };
    if let Some(runs) = value_of("--runs") {
        let runs = runs.parse::<usize>().ok().filter(|runs| *runs > 0);
        RUNS.store(runs.expect("--runs has a number of 1 or more"), Ordering::Relaxed);
    }
    let name = value_of("--rules").unwrap_or_else(|| "tai".to_owned());
    let rules = RuleSet::named(&name).unwrap_or_else(|error| panic!("{error}"));
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["lists", files @ ..] => files.iter().for_each(|file| lists(&rules, file)),
        ["made"] => made(&rules),
        ["counted"] => counted(&rules),
        ["make"] => make(&rules, &[Position::start(&rules)], "start"),
        ["make", file] => make(&rules, &positions(&rules, file), file.rsplit('/').next().unwrap_or(file)),
        ["playouts"] => playouts(&rules),
        ["repetition"] => repetition(&rules),
        _ => eprintln!("say what to measure: lists FILE..., made, counted, make [FILE], playouts, repetition"),
    }
}
