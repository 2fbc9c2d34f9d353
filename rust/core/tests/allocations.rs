//! Making, unmaking and generating allocate nothing once their lists have grown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use mujo_core::game::Board;
use mujo_core::movegen::{self, Count, Scratch};
use mujo_core::moves::MoveList;
use mujo_core::random::playout::{Player, Stream};
use mujo_core::rules::RuleSet;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting calls of this thread.
struct Counting;

#[expect(unsafe_code, reason = "a global allocator is unsafe to write; this one hands everything on")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn calls() -> u64 {
    CALLS.with(Cell::get)
}

#[test]
fn making_and_generating_allocate_nothing_after_growth() {
    for name in ["tai", "maka", "maka[emperor=protected-piece]", "hishigata", "chu", "maka[TK=free3,hook_captures=2]"] {
        let rules = RuleSet::named(name).expect("a known name");
        let start = Board::new(Arc::clone(&rules));
        let mut player = Player::new(&start);
        let mut scratch = Scratch::default();
        let mut list = MoveList::with_capacity(8192);
        let mut captured = Vec::with_capacity(2048);
        let mut stream = Stream::new(11);
        let mut positions = Vec::new();
        for seed in 0..6 {
            player.play(&start, seed, 150 * u32::try_from(seed).expect("small"));
            positions.push(player.board().to_position());
        }
        let mut measured = 0;
        for round in 0..2 {
            let before = calls();
            for position in &mut positions {
                list.clear();
                movegen::legal_moves(position, &rules, &mut scratch, &mut list);
                let mut count = Count::default();
                movegen::legal_moves(position, &rules, &mut scratch, &mut count);
                assert_eq!(count.0, list.len() as u64, "{name}");
                for _ in 0..200.min(list.len()) {
                    let mv = list[stream.below(list.len())];
                    let undo = position.make(&rules, mv, &mut captured);
                    position.unmake(&rules, &undo, &mut captured);
                }
            }
            if round == 1 {
                measured = calls() - before;
            }
        }
        assert_eq!(measured, 0, "{name}: calls of the allocator in a second round");
    }
}

/// The same through a board: lists, questions for one move, random draws' numbers, and moves made and taken back.
#[test]
fn boards_allocate_nothing_after_growth() {
    for name in ["tai", "maka", "hishigata", "chu", "tenjiku"] {
        let rules = RuleSet::named(name).expect("a known name");
        let mut board = Board::new(Arc::clone(&rules));
        let mut list = MoveList::with_capacity(8192);
        let mut measured = 0;
        for round in 0..2 {
            let before = calls();
            board.legal_moves(&mut list);
            for mv in list.iter().step_by(5) {
                assert!(board.is_legal(*mv), "{name}");
                board.push_unchecked(*mv);
                let mut count = Count::default();
                board.legal_moves(&mut count);
                board.pop().expect("a move was made");
            }
            list.clear();
            if round == 1 {
                measured = calls() - before;
            }
        }
        assert_eq!(measured, 0, "{name}: calls of the allocator in a second round");
    }
}

/// What a board takes: a position of at most 16 KB on 25 by 25, and at most 64 bytes a ply.
#[test]
fn boards_are_small() {
    assert!(size_of::<mujo_core::position::Undo>() <= 64);
    let rules = RuleSet::named("tai").expect("tai");
    let position = mujo_core::position::Position::start(&rules);
    let cells = 2 * (rules.geometry().files() + 3) * (rules.geometry().ranks() + 7);
    assert!(size_of_val(&position) + cells <= 16 * 1024);
}
