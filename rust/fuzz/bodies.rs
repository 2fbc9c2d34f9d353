//! What the fuzz targets do with their bytes. The same functions run as ordinary tests over the kept inputs
//! (`rust/core/tests/fuzz_bodies.rs`). Whatever comes in, nothing may panic, and what is read must be consistent.

use std::sync::{Arc, OnceLock};

use mujo_core::game::Board;
use mujo_core::moves::{Move, MoveList};
use mujo_core::position::Position;
use mujo_core::rules::data;
use mujo_core::rules::{Role, RuleSet, Side};
use mujo_core::text;

/// Emperors in the way of many sliders cost time, however few ways to count them are left: 40 made for it take seconds.
const MOST_EMPERORS: usize = 40;

/// Rule sets that the first byte chooses from: all that come with mujo, and some with changed options.
fn rule_sets() -> &'static [Arc<RuleSet>] {
    static SETS: OnceLock<Vec<Arc<RuleSet>>> = OnceLock::new();
    SETS.get_or_init(|| {
        let changed = [
            "maka[hook_captures=2,TK=free3]",
            "maka[contagion_order=choice,repetition=jcsa]",
            "maka[exposure=forbidden,emperor=protected-piece]",
            "tai[TK=free3-noleap,protection=before]",
            "chu[repetition=forbid,stalemate=draw]",
        ];
        data::rule_set_names()
            .chain(changed)
            .map(|name| RuleSet::named(name).expect("a rule set that comes with mujo"))
            .collect()
    })
}

fn choose(data: &[u8]) -> Option<(&'static Arc<RuleSet>, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((&rule_sets()[usize::from(*first) % rule_sets().len()], rest))
}

fn emperors(position: &Position, rules: &RuleSet) -> usize {
    let is_emperor = |id: &str| rules.piece_type(id).is_some_and(|line| line.royal == Some(Role::Emperor));
    Side::BOTH
        .into_iter()
        .flat_map(|side| position.pieces(rules, side))
        .filter(|(_, kind)| is_emperor(rules.moves_as(*kind)))
        .count()
}

/// A rule set, then a position text: read or refused; what is read is consistent and reads back as itself.
pub fn position_text(data: &[u8]) {
    let Some((rules, rest)) = choose(data) else { return };
    let Ok(words) = std::str::from_utf8(rest) else { return };
    let Ok(parsed) = text::parse_position(rules, words) else { return };
    assert!(parsed.position.is_consistent(rules));
    let canonical = text::position_text(rules, &parsed.position, parsed.number);
    let again = text::parse_position(rules, &canonical).expect("its own text");
    assert!(again.position == parsed.position && again.number == parsed.number);
    assert_eq!(again.position.key(), parsed.position.key());
    if emperors(&parsed.position, rules) > MOST_EMPERORS {
        return;
    }
    let mut board = Board::from_position(Arc::clone(rules), parsed.position, parsed.number);
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    assert!(list.is_empty() == board.outcome().is_some());
    for mv in list.as_slice().iter().step_by(7) {
        assert!(board.is_legal(*mv));
        try_out(&mut board, *mv);
    }
}

/// Make a move and take it back.
fn try_out(board: &mut Board, mv: Move) {
    let (before, rules) = (board.to_position(), Arc::clone(board.rules()));
    // The rows follow when they are asked for.
    for asked in [true, false] {
        board.push_unchecked(mv);
        assert!(board.to_position().is_consistent(&rules));
        assert!(!asked || board.position().is_consistent(&rules));
        assert_eq!(board.pop(), Ok(mv));
        assert!(*board.position() == before && board.to_position().is_consistent(&rules));
    }
}

/// A rule set, some plies, then a move text: read as a legal move or refused with a reason, and the board stays.
pub fn move_text(data: &[u8]) {
    let Some((rules, rest)) = choose(data) else { return };
    let Some((plies, rest)) = rest.split_first() else { return };
    let Ok(words) = std::str::from_utf8(rest) else { return };
    let mut board = Board::new(Arc::clone(rules));
    for ply in 0..usize::from(*plies % 32) {
        let mut list = MoveList::new();
        board.legal_moves(&mut list);
        let Some(mv) = list.as_slice().get(ply * usize::from(*plies) % list.len().max(1)).copied() else { return };
        board.push_unchecked(mv);
    }
    let before = board.to_position();
    let read = text::read_move(&board, words);
    assert!(*board.position() == before);
    if let Ok(mv) = read {
        assert!(board.is_legal(mv));
        let canonical = text::usi(rules, mv);
        assert_eq!(text::read_move(&board, &canonical), Ok(mv));
        assert_eq!(text::parse_usi(rules, &canonical), Ok(mv));
    }
    let _ = text::parse_usi(rules, words);
}

/// A rule file: made a rule set or refused with its faults; a rule set has a start with moves that can be made.
pub fn rule_file(data: &[u8]) {
    let Ok(words) = std::str::from_utf8(data) else { return };
    let faults = RuleSet::check("fuzz.toml", words);
    let Ok(rules) = RuleSet::from_toml("fuzz.toml", words) else {
        assert!(!faults.is_empty(), "refused without a fault");
        return;
    };
    assert!(faults.is_empty(), "accepted with faults: {faults:?}");
    let mut board = Board::new(Arc::clone(&rules));
    assert!(board.position().is_consistent(&rules));
    if emperors(&board.position(), &rules) > MOST_EMPERORS {
        return;
    }
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    for mv in list.as_slice().iter().take(20) {
        try_out(&mut board, *mv);
    }
}

/// A rule set, then pairs of bytes: play the move of that number, or take moves back; all is consistent all the time.
pub fn make_unmake(data: &[u8]) {
    let Some((rules, rest)) = choose(data) else { return };
    let mut board = Board::new(Arc::clone(rules));
    let start = board.to_position();
    for pair in rest.chunks_exact(2).take(200) {
        if pair[0] > 240 {
            for _ in 0..pair[1] % 8 {
                let _ = board.pop();
            }
            continue;
        }
        let mut list = MoveList::new();
        board.legal_moves(&mut list);
        let number = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        let Some(mv) = list.as_slice().get(number % list.len().max(1)).copied() else { break };
        try_out(&mut board, mv);
        assert_eq!(board.push(mv), Ok(()));
        let _ = (board.outcome(), board.is_check());
    }
    assert!(board.position().is_consistent(rules));
    while board.pop().is_ok() {}
    assert!(*board.position() == start);
}
