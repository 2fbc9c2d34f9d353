//! Lone counts by both generators, and long random games checked against scratch.

use std::sync::Arc;

use mujo_core::game::Board;
use mujo_core::geometry::Square;
use mujo_core::movegen::{self, Captures, FirstMove, Quiets, Scratch};
use mujo_core::moves::{Change, Move};
use mujo_core::position::Position;
use mujo_core::powers::{PseudoLegalFn, interpreted, pseudo_legal_moves, route};
use mujo_core::rules::RuleSet;
use mujo_core::text;

fn rules(name: &str) -> Arc<RuleSet> {
    RuleSet::named(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// splitmix64: small, seeded, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let wide = u128::from(value ^ value >> 31) * bound as u128;
        usize::try_from(wide >> 64).expect("below a usize")
    }
}

fn both_generators(position: &Position, rules: &RuleSet, from: Square) {
    let mut buffer = route::Buffer::new();
    let (mut compiled, mut literal) = (Vec::new(), Vec::new());
    pseudo_legal_moves(
        position,
        rules,
        from,
        &mut buffer,
        &mut PseudoLegalFn(|mv, is_capture| compiled.push((mv, is_capture))),
    );
    interpreted::pseudo_legal_moves(
        position,
        rules,
        from,
        &mut buffer,
        &mut PseudoLegalFn(|mv, is_capture| literal.push((mv, is_capture))),
    );
    compiled.sort_unstable();
    literal.sort_unstable();
    let text_of =
        |list: &[(Move, bool)]| list.iter().map(|(mv, _)| text::usi(rules, *mv)).collect::<Vec<_>>().join(" ");
    assert_eq!(
        compiled,
        literal,
        "{} from {} of {}\ncompiled {}\nliteral  {}",
        rules.name(),
        rules.geometry().name(from),
        text::position_text(rules, position, 1),
        text_of(&compiled),
        text_of(&literal)
    );
}

/// Whether a legal move is among the pseudo-legal moves of its piece, with the right capture flag: so that two generators
/// which both produce nothing do not agree.
fn agrees_with_the_generators(position: &Position, rules: &RuleSet, mv: Move) -> bool {
    let is_capture = mv.has_via() || mv.from() != mv.to() && !position.at(mv.to()).is_empty();
    let mut found = false;
    let wanted = (mv.with_change(Change::None), is_capture);
    pseudo_legal_moves(
        position,
        rules,
        mv.from(),
        &mut route::Buffer::new(),
        &mut PseudoLegalFn(|mv, is_capture| found |= (mv, is_capture) == wanted),
    );
    found
}

/// Plies of the everyday run; `MUJO_PLIES` sets another number.
fn plies() -> usize {
    std::env::var("MUJO_PLIES").ok().and_then(|text| text.parse().ok()).unwrap_or(60_000)
}

#[test]
fn random_games_agree_with_scratch_and_with_the_plain_generator() {
    let seed = std::env::var("MUJO_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_261_129);
    println!("seed {seed}");
    let mut random = Random(seed);
    let games = [
        "tai",
        "maka",
        "hishigata",
        "chu",
        "tenjiku",
        "tenjiku/tsa",
        "tai/japanese",
        "maka/revival",
        "maka[hook_captures=2,TK=free3]",
    ];
    let each = plies() / games.len();
    for name in games {
        let rules = rules(name);
        let mut made = 0;
        while made < each {
            let mut board = Board::new(Arc::clone(&rules));
            let start = board.to_position();
            let mut list = Vec::new();
            for ply in 0..2_000 {
                list.clear();
                board.legal_moves(&mut list);
                if list.is_empty() {
                    break;
                }
                if ply % 16 == 0 {
                    for side in mujo_core::rules::Side::BOTH {
                        let position = board.position();
                        for square in position.squares(&rules, side) {
                            both_generators(&position, &rules, square);
                        }
                    }
                }
                let mv = list[random.below(list.len())];
                assert!(agrees_with_the_generators(&board.position(), &rules, mv), "{name}: {}", text::usi(&rules, mv));
                let before = board.to_position();
                // The rows follow when they are asked for: now and then they are not, before a move, after it, or both.
                for asked in [true, false] {
                    board.push_unchecked(mv);
                    assert!(board.to_position().is_consistent(&rules), "{name} after {}", text::usi(&rules, mv));
                    if asked {
                        assert!(board.position().is_consistent(&rules), "{name} after {}", text::usi(&rules, mv));
                    }
                    assert_eq!(board.pop(), Ok(mv));
                    assert!(*board.position() == before && board.to_position().is_consistent(&rules));
                }
                board.push_unchecked(mv);
                let replies = board.clone().legal_list();
                if !replies.is_empty() && ply % 3 > 0 {
                    let reply = replies[random.below(replies.len())];
                    let after = board.clone();
                    board.push_unchecked(reply);
                    assert!(
                        board.clone().position().is_consistent(&rules),
                        "{name} after {}",
                        text::usi(&rules, reply)
                    );
                    assert_eq!(board.pop(), Ok(reply));
                    assert!(*board.position() == *after.position() && board.to_position().is_consistent(&rules));
                }
                made += 1;
            }
            while board.ply() > 0 {
                if random.below(2) == 0 {
                    board.position();
                }
                board.pop().expect("a move to take back");
            }
            assert!(board.position().is_consistent(&rules));
            assert!(*board.position() == start, "{name}: undoing all gives the start");
        }
    }
}

/// Where positions could come back, every sink hears of the same moves: lists, captures and quiet moves alone, and whether there is any.
#[test]
fn every_sink_hears_of_the_same_moves() {
    let mut refused = 0;
    for name in ["tai", "maka", "hishigata"] {
        let rules = rules(name);
        let mut board = Board::new(Arc::clone(&rules));
        let mut random = Random(4);
        let mut there_and_back: Option<Move> = None;
        for ply in 0..160 {
            let legal = board.legal_list();
            let mut listed = legal.clone();
            listed.sort_unstable();
            let position = board.to_position();
            let is_capture = |mv: &Move| mv.has_via() || !position.at(mv.to()).is_empty() && mv.from() != mv.to();
            let wanted: Vec<Move> = listed.iter().copied().filter(is_capture).collect();
            let mut captures = Vec::new();
            board.legal_moves(&mut Captures(&mut captures));
            captures.sort_unstable();
            assert!(captures == wanted, "{name} after {ply} plies");
            let mut quiets = Vec::new();
            board.legal_moves(&mut Quiets(&mut quiets));
            quiets.sort_unstable();
            assert!(quiets.iter().eq(listed.iter().filter(|mv| !is_capture(mv))), "{name} after {ply} plies");
            let mut first = FirstMove::default();
            board.legal_moves(&mut first);
            assert!(first.0.is_some_and(|mv| legal.contains(&mv)), "{name} after {ply} plies");
            let mut all = Vec::new();
            let mut scratch = Scratch::default();
            movegen::legal_moves(&board.position(), &rules, &mut scratch, &mut all);
            refused += all.len() - legal.len();
            // One piece of White's goes there and back as long as it may; Black wanders about.
            let quiet: Vec<Move> = legal.iter().copied().filter(|mv| !is_capture(mv)).collect();
            let drawn = quiet[random.below(quiet.len())];
            let mv = match there_and_back {
                Some(last) if ply % 2 == 1 => {
                    Some(Move::new(last.to(), last.from())).filter(|back| legal.contains(back))
                }
                _ => None,
            };
            let mv = mv.unwrap_or(drawn);
            if ply % 2 == 1 {
                there_and_back = Some(mv);
            }
            board.push(mv).expect("a legal move");
        }
    }
    assert!(refused > 40, "repetition forbids only {refused} moves");
}
