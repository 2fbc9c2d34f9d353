//! What the fuzz targets do with their bytes. The same functions run as ordinary tests over the kept inputs
//! (`rust/core/tests/fuzz_bodies.rs`). Whatever comes in, nothing may panic, and what is read must be consistent.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use mujo_core::betza;
use mujo_core::game::Board;
use mujo_core::moves::{Move, MoveList};
use mujo_core::rules::{RuleSet, data};
use mujo_core::text;

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
    let mut board = Board::from_position(Arc::clone(rules), parsed.position, parsed.number);
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    assert!(list.is_empty() == board.outcome().is_some());
    for mv in list.as_slice().iter().step_by(list.len() / 4 + 1) {
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

/// Play some plies from the start of a rule set.
fn played(rules: &Arc<RuleSet>, plies: u8) -> Board {
    let mut board = Board::new(Arc::clone(rules));
    for ply in 0..usize::from(plies) {
        let mut list = MoveList::new();
        board.legal_moves(&mut list);
        let Some(mv) = list.as_slice().get(ply * usize::from(plies) % list.len().max(1)).copied() else { break };
        board.push_unchecked(mv);
    }
    board
}

/// A rule set, some plies, then a move text: read as a legal move or refused with a reason, and the board stays.
pub fn move_text(data: &[u8]) {
    thread_local! {
        static BOARDS: RefCell<HashMap<(usize, u8), Board>> = RefCell::default();
    }
    let [set, plies, rest @ ..] = data else { return };
    let Ok(words) = std::str::from_utf8(rest) else { return };
    let (set, plies) = (usize::from(*set) % rule_sets().len(), plies % 32);
    BOARDS.with_borrow_mut(|boards| {
        let board = boards.entry((set, plies)).or_insert_with(|| played(&rule_sets()[set], plies));
        read_move_text(board, words);
    });
}

fn read_move_text(board: &Board, words: &str) {
    let (rules, key) = (board.rules(), board.key());
    let read = text::read_move(board, words);
    assert!(board.key() == key);
    if let Ok(mv) = read {
        assert!(board.is_legal(mv));
        let canonical = text::usi(rules, mv);
        assert_eq!(text::read_move(board, &canonical), Ok(mv));
        assert_eq!(text::parse_usi(rules, &canonical), Ok(mv));
        assert_eq!(text::move_id::read(rules, text::move_id::of(rules, mv)), Ok(mv));
        if let Ok(lishogi) = text::lishogi_move_text(rules, &board.position(), mv) {
            let again = text::read_move(board, &lishogi).expect("a legal move in the form of lishogi");
            assert_eq!(text::lishogi_move_text(rules, &board.position(), again), Ok(lishogi));
        }
    } else {
        let _ = text::parse_usi(rules, words);
    }
}

/// A rule set and a word: a square, a piece, a move without a board, a move in the move language.
pub fn short_text(data: &[u8]) {
    let Some((rules, rest)) = choose(data) else { return };
    let Ok(words) = std::str::from_utf8(rest) else { return };
    if let Ok(square) = text::parse_square(rules, words) {
        assert_eq!(text::parse_square(rules, &rules.geometry().name(square)), Ok(square));
    }
    let _ = text::parse_piece(rules, words);
    if let Ok(mv) = text::parse_usi(rules, words) {
        assert_eq!(text::parse_usi(rules, &text::usi(rules, mv)), Ok(mv));
    }
    if let Some(id) = rest.first_chunk() {
        let id = u64::from_le_bytes(*id);
        if let Ok(mv) = text::move_id::read(rules, id) {
            assert_eq!(text::move_id::of(rules, mv), id);
        }
    }
    let _ = betza::parse(words);
}

/// The bytes of a saved board: read, and then written and read as the same board; or refused.
pub fn saved_board(data: &[u8]) {
    let Ok(mut board) = text::saved::read(data) else { return };
    let bytes = text::saved::write(&board).expect("a board that was read");
    let again = text::saved::read(&bytes).expect("its own bytes");
    assert!(*again.position() == *board.position() && again.ply() == board.ply());
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    while board.pop().is_ok() {}
}

/// Two bytes for size and options, then moves in the move language, one a line: a game of these pieces lists its moves.
pub fn own_game(data: &[u8]) {
    let [size, options, rest @ ..] = data else { return };
    let Ok(words) = std::str::from_utf8(rest) else { return };
    let (files, ranks) = (3 + usize::from(size % 34), 3 + usize::from(size / 34) * 5);
    let exposure = if options & 1 == 0 { "allowed" } else { "forbidden" };
    let royal = if options & 2 == 0 { "king" } else { "emperor" };
    let moves: Vec<&str> = words.lines().take(8).collect();
    let (mut pieces, mut ids) = (String::new(), vec!["K"]);
    for (number, betza) in moves.iter().enumerate() {
        let id = ["A", "B", "C", "D", "E", "F", "G", "H"][number];
        let line = format!("{id} = {{ name = {id:?}, betza = {betza:?}, source = \"x\" }}\n");
        pieces.push_str(&line);
        ids.push(id);
    }
    let sparse = usize::from(options >> 2) % 4;
    let mut army = String::new();
    for row in 0..ranks.min(9) / 3 {
        let row: Vec<&str> =
            (0..files).map(|file| if file % (sparse + 1) == 0 { ids[(file + row) % ids.len()] } else { "1" }).collect();
        let _ = write!(army, "\"{}\",", row.join(","));
    }
    let toml = format!(
        "format = 1\nname = \"own\"\ntitle = \"Own\"\nsource = \"fuzz\"\ndescription = \"fuzz\"\n\
         [board]\nfiles = {files}\nranks = {ranks}\n\
         [options]\nexposure = {{ value = \"{exposure}\", source = \"x\" }}\n\
         [setup]\narmy = [{army}]\n[pieces]\n\
         K = {{ name = \"king\", betza = \"K\", royal = \"{royal}\", source = \"x\" }}\n{pieces}"
    );
    rule_file(toml.as_bytes());
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
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    for mv in list.as_slice().iter().step_by(list.len() / 8 + 1) {
        try_out(&mut board, *mv);
    }
}

/// A rule set, then pairs of bytes: play the move of that number, or take moves back; all is consistent all the time.
pub fn make_unmake(data: &[u8]) {
    let Some((rules, rest)) = choose(data) else { return };
    let mut board = Board::new(Arc::clone(rules));
    let start = board.to_position();
    for pair in rest.chunks_exact(2).take(100) {
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
