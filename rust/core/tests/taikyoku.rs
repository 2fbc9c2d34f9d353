//! Taikyoku: sweeps, slides over pieces, steps in one line, promotion at the end in the zone (rules 4.7 and 10.2 to 10.5).

use std::sync::Arc;

use mujo_core::game::Board;
use mujo_core::movegen::Captures;
use mujo_core::moves::Move;
use mujo_core::position::Position;
use mujo_core::rules::{RuleSet, Side};
use mujo_core::{attacks, text};

/// A game of seven by seven with a general `G` of rank 2, a king of rank 3, a sergeant `S` of rank 1 and a pawn; types of the
/// other rules besides.
fn small(options: &str) -> Arc<RuleSet> {
    let text = format!(
        "format = 1\nname = \"small\"\ntitle = \"x\"\ndescription = \"x\"\nsource = \"x\"\n\
         board = {{ files = 7, ranks = 7 }}\n\
         [options]\n{options}\n\
         [setup]\nposition = \"k,6/7/7/7/7/7/6,K b - 1\"\n[pieces]\n\
         K = {{ name = \"king\", betza = \"K\", royal = \"king\", rank = 3, source = \"x\" }}\n\
         E = {{ name = \"prince\", betza = \"W\", royal = \"prince\", source = \"x\" }}\n\
         G = {{ name = \"general\", betza = \"xR\", promotes = \"S\", rank = 2, source = \"x\" }}\n\
         S = {{ name = \"sergeant\", betza = \"W\", rank = 1, source = \"x\" }}\n\
         H = {{ name = \"hopper\", betza = \"h3R\", source = \"x\" }}\n\
         A = {{ name = \"any\", betza = \"hR\", source = \"x\" }}\n\
         F = {{ name = \"runner\", betza = \"fRfafWfafafWfafafafW\", source = \"x\" }}\n\
         L = {{ name = \"lion\", betza = \"NADaK\", promotes = \"S\", source = \"x\" }}\n\
         P = {{ name = \"pawn\", betza = \"fW\", promotes = \"S\", source = \"x\" }}\n"
    );
    RuleSet::from_toml("small", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn board(rules: &Arc<RuleSet>, position: &str) -> Board {
    let parsed = text::parse_position(rules, position).unwrap_or_else(|error| panic!("{error}"));
    Board::from_position(Arc::clone(rules), parsed.position, parsed.number)
}

fn texts_from(board: &Board, start: &str) -> Vec<String> {
    let rules = board.rules();
    let from = rules.geometry().parse(start).expect("a square");
    let mut texts: Vec<String> =
        board.clone().legal_list().into_iter().filter(|mv| mv.from() == from).map(|mv| text::usi(rules, mv)).collect();
    texts.sort();
    texts
}

/// The moves of a piece along its rank.
fn along(board: &Board, start: &str) -> Vec<String> {
    let rank = start.trim_start_matches(|letter: char| letter.is_ascii_digit());
    texts_from(board, start).into_iter().filter(|mv| mv.trim_end_matches('+').ends_with(rank)).collect()
}

/// Make a move given as text; the position afterwards.
fn after(board: &Board, mv: &str) -> Board {
    let mut board = board.clone();
    let found = text::read_move(&board, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    board.push(found).unwrap_or_else(|error| panic!("{mv}: {error}"));
    board
}

fn ranks_of(board: &Board) -> String {
    let text = text::position_text(board.rules(), &board.position(), 1);
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// Rule 10.2: a sweep passes lower ranks of both sides, captures them all, and ends on an empty square or on a lower enemy.
#[test]
fn a_sweep_captures_everything_it_passes() {
    let rules = small("");
    let start = board(&rules, "k,6/7/7/7/7/7/G,1,p,S,1,p,K b - 1");
    assert_eq!(along(&start, "7g"), ["7g5g+", "7g6g", "7g:2g+", "7g:3g+"]);
    let swept = after(&start, "7g:2g+");
    assert_eq!(ranks_of(&swept), "k,6/7/7/7/7/7/5,+G,K");
    let read = text::read_move(&start, "7g2g+").unwrap();
    assert!(read.is_sweep());
    let effect = start.position().effect(&rules, read);
    let names: Vec<String> = effect.victims().iter().map(|victim| rules.geometry().name(victim.square())).collect();
    assert_eq!(names, ["5g", "4g", "2g"], "from the start outwards, the end last");
    let mut back = swept;
    back.pop().unwrap();
    assert!(back.position().is_consistent(&rules) && ranks_of(&back) == ranks_of(&start) && back.key() == start.key());
}

/// Rule 10.2: equal and higher ranks stop a sweep and cannot be captured by it, with or without a piece between.
#[test]
fn a_sweep_stops_before_equal_and_higher_ranks() {
    let rules = small("");
    let near = board(&rules, "G,k,5/7/7/7/7/7/6,K b - 1");
    assert!(!texts_from(&near, "7a").iter().any(|mv| mv.contains("6a")), "no general captures a king");
    let equal = board(&rules, "k,6/7/G,p,g,p,3/7/7/7/6,K b - 1");
    assert_eq!(along(&equal, "7c"), ["7c6c+"]);
}

/// Rule 10.2: a sweep over own pieces alone is a capture, also for promotion, and nothing before it occurs again.
#[test]
fn a_sweep_over_own_pieces_is_a_capture() {
    let rules = small("");
    let start = board(&rules, "k,6/7/7/G,1,P,4/7/7/6,K b - 1");
    let mv = text::read_move(&start, "7d:3d+").unwrap();
    assert!(start.position().effect(&rules, mv).is_irreversible());
    assert_eq!(text::read_move(&start, "7d:3d").unwrap_err().slug(), "notation.promotion_missing");
    assert!(!texts_from(&start, "7d").iter().any(|mv| mv.contains("5d")), "never on an own piece");
    let mut captures = Vec::new();
    start.legal_moves(&mut Captures(&mut captures));
    assert!(captures.contains(&mv));
}

/// Rule 10.2: royals that are swept are captured, own ones too.
#[test]
fn royals_are_swept() {
    let rules = small("");
    let (black, white) = (Side::Black, Side::White);
    let winner = |position: &str, mv: &str| after(&board(&rules, position), mv).outcome().map(|outcome| outcome.winner);
    assert_eq!(winner("7/7/7/G,E,1,e,3/7/7/7 b - 1", "7d:3d+"), Some(Some(black)), "both: the mover has won");
    assert_eq!(winner("e,6/7/7/G,E,5/7/7/7 b - 1", "7d:3d+"), Some(Some(white)), "its own: it has lost");
    assert_eq!(winner("e,6/7/7/G,E,5/7/7/6,K b - 1", "7d:3d+"), None, "it has another");
    let strict = small("exposure = { value = \"forbidden\", source = \"x\" }");
    let refused = text::read_move(&board(&strict, "e,6/7/7/G,E,5/7/7/7 b - 1"), "7d:3d+").unwrap_err();
    assert_eq!(refused.slug(), "illegal_move.exposure");
}

/// Rules 5.3 and 10.2: what a general could capture on, empty squares and own pieces counting as a pawn.
#[test]
fn a_sweep_attacks_what_it_could_capture() {
    let rules = small("");
    let position = board(&rules, "G,1,p,P,k,2/7/7/7/7/7/6,K b - 1");
    let attacked: Vec<&str> = ["6a", "5a", "4a", "3a", "2a"]
        .into_iter()
        .filter(|name| {
            let target = rules.geometry().parse(name).expect("a square");
            attacks::could_capture(&position.position(), &rules, Side::Black, target)
        })
        .collect();
    assert_eq!(attacked, ["6a", "5a", "4a"]);
    let own_king = board(&rules, "G,1,p,K,k,2/7/7/7/7/7/7 b - 1");
    let target = rules.geometry().parse("4a").expect("a square");
    assert!(attacks::could_capture(&own_king.position(), &rules, Side::Black, target));
}

/// Rule 10.3: up to three pieces are passed and stay; without a number, any number.
#[test]
fn a_hop_limited_slide_passes_three_pieces() {
    let rules = small("");
    let along = |position: &str, start: &str| along(&board(&rules, position), start);
    assert_eq!(along("k,6/7/7/7/7/6,K/H,p,P,1,p,p,P b - 1", "7g"), ["7g2g", "7g3g", "7g4g", "7g6g"]);
    assert_eq!(along("k,6/7/7/7/7/6,K/H,p,P,p,P,p,p b - 1", "7g"), ["7g4g", "7g6g"]);
    assert_eq!(along("k,6/7/7/7/7/6,K/A,p,P,p,p,p,p b - 1", "7g"), ["7g1g", "7g2g", "7g3g", "7g4g", "7g6g"]);
    let hopped = after(&board(&rules, "k,6/7/7/7/7/6,K/H,p,P,1,p,p,K b - 1"), "7g3g");
    assert_eq!(ranks_of(&hopped), "k,6/7/7/7/7/6,K/1,p,P,1,H,p,K");
}

/// Rule 10.5: of the enemies on the way any are captured; everything else is leapt over.
#[test]
fn steps_in_one_line_capture_any_of_the_pieces_on_the_way() {
    let rules = small("");
    let start = board(&rules, "k,6/7/3,p,3/3,p,3/3,p,3/3,p,3/3,F,2,K b - 1");
    let texts = texts_from(&start, "4g");
    let to_the_fourth: Vec<&String> = texts.iter().filter(|mv| mv.ends_with("4c")).collect();
    assert_eq!(to_the_fourth.len(), 8, "each subset of three: {texts:?}");
    assert!(texts.contains(&"4g4f4e4d4c".to_owned()));
    assert_eq!(ranks_of(&after(&start, "4g4f4e4d4c")), "k,6/7/3,F,3/7/7/7/6,K");
    assert_eq!(ranks_of(&after(&start, "4g4e4c")), "k,6/7/3,F,3/3,p,3/7/3,p,3/6,K");
    let own = board(&rules, "k,6/7/3,p,3/3,P,3/3,p,3/3,P,3/3,F,2,K b - 1");
    assert_eq!(texts_from(&own, "4g"), ["4g4c", "4g4e", "4g4e4c"]);
}

/// Rule 4.7: whatever ends in the zone promotes, from outside or inside, capturing or not, a pass too.
#[test]
fn what_ends_in_the_zone_promotes() {
    let rules = |promotion: &str| {
        small(&format!(
            "promotion = {{ value = \"{promotion}\", source = \"x\" }}\npromotion_zone = {{ value = 2, source = \"x\" }}"
        ))
    };
    let position = "3,k,3/L,6/P,6/P,6/7/7/6,K b - 1";
    let must = board(&rules("zone-must"), position);
    let lion = texts_from(&must, "7b");
    assert!(lion.contains(&"7b7b+".to_owned()) && !lion.contains(&"7b7b".to_owned()), "{lion:?}");
    assert!(lion.contains(&"7b6c".to_owned()) && lion.contains(&"7b6a+".to_owned()), "out of the zone and in it");
    let refused = text::read_move(&must, "7b6a").unwrap_err();
    assert_eq!((refused.slug(), refused.to_string().contains("rule 4.7")), ("notation.promotion_missing", true));
    let refused = text::read_move(&must, "7b6c+").unwrap_err();
    assert_eq!(refused.slug(), "notation.promotion_impossible");
    let may = texts_from(&board(&rules("zone-may"), position), "7b");
    assert!(["7b7b", "7b7b+", "7b6a", "7b6a+", "7b6c"].iter().all(|text| may.contains(&(*text).to_owned())));
    assert!(!may.contains(&"7b6c+".to_owned()));
    let never = texts_from(&board(&rules("never"), position), "7b");
    assert!(never.contains(&"7b6a".to_owned()) && !never.iter().any(|text| text.ends_with('+')), "{never:?}");
}

#[test]
fn moves_at_the_start_of_taikyoku() {
    for (name, count) in [("taikyoku", 262), ("taikyoku/capture", 262), ("taikyoku/optional", 296)] {
        let rules = RuleSet::named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let start = Board::new(Arc::clone(&rules));
        let list = start.legal_list();
        assert_eq!(list.len(), count, "{name}");
        assert_eq!(Position::start(&rules).squares(&rules, Side::White).count(), 402);
        for mv in list {
            let text = text::usi(&rules, mv);
            assert_eq!(text::read_move(&start, &text), Ok(mv), "{text}");
            assert_eq!(text::parse_usi(&rules, &text), Ok(mv), "{text}");
            assert!(start.refusal(mv).is_none(), "{text}: the list agrees with the rules on promotion");
        }
    }
}

/// Three victims before the end and the start of a sweep fit one word and come back from their number.
#[test]
fn long_moves_have_numbers() {
    let rules = small("");
    let start = board(&rules, "k,6/7/3,p,3/3,p,3/3,p,3/3,p,3/3,F,1,G,K b - 1");
    let texts = ["4g4f4e4d4c", "4g4f4e4d", "4g4f4c"];
    for text in texts {
        let mv = text::read_move(&start, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let number = text::move_id::of(&rules, mv);
        assert!(number < 1 << 63, "{text}");
        assert_eq!(text::move_id::read(&rules, number), Ok(mv), "{text}");
        assert_eq!(Move::from_bits(mv.bits()), mv);
    }
}
