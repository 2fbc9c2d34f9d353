//! Compares each power with the interpreter on random boards.

use super::*;
use crate::geometry::Square;
use crate::moves::Move;
use crate::position::Position;
use crate::powers::route::Buffer;
use crate::powers::target::Target;
use crate::rng::Stream;
use crate::rules::power_tables::PowerSet;
use crate::rules::{Cell, Kind, RuleSet, Side};

/// Types of every power and of mixtures. A new power adds its own.
const TYPES: &[&str] = &[
    "NQ",
    "DR",
    "HAB",
    "DHQ3",
    "fDfRB2",
    "KHB",
    "RmasRN",
    "BmasBRDH",
    "RmcasR",
    "NADaK",
    "KavKafavK",
    "NADaKafavK",
    "RbBfB2avWafavWbavFbafavF",
    "QavKafavK",
    "QaKaaK",
    "U",
    "fW",
    "BrlRfpafBfA",
    "mWcF",
    "NADaKQ3",
    "QjcQ",
    "BjcBNW",
    "BjcBKmaKmamaK",
    "fB3RKmaK",
    "oBfboRrloR3cabK",
    "xQ",
    "DxB",
    "fB3bB2xR",
    "RxcR5F",
    "xBKfR",
    "h3Q",
    "fhBRbh2B4",
    "BR2ooB5",
    "fbRBfboRoBfbooRooB",
    "QoQooQoooQ",
    "QoQcabK",
    "QabK",
    "QoQooQfoooBafWbafFafafWbafafFfafFfafafFfafafafFabK",
    "fafWafF",
    "DfbmpafmpafFN",
    "h2RfoBbxB",
];

/// A game with a type for each of [`TYPES`], of several ranks, and a king.
fn game(jump_victims: &str) -> std::sync::Arc<RuleSet> {
    let line = |id: &str, rest: &str| format!("{id} = {{ name = \"x\", board = \"{id}\", source = \"x\", {rest} }}\n");
    let head = format!(
        "format = 1\nname = \"powers\"\ntitle = \"x\"\ndescription = \"x\"\nsource = \"x\"\n\
         board = {{ files = 8, ranks = 9 }}\noptions.jump_victims = {{ value = \"{jump_victims}\", source = \"x\" }}\n\
         [setup]\narmy = [\"3,A,4\"]\n[pieces]\n"
    );
    let rank = |betza: &str| if betza.contains(['j', 'x']) { 3 } else { betza.len() % 4 };
    let ids = ('B'..='C').flat_map(|first| ('A'..='Z').map(move |second| format!("{first}{second}")));
    let types: String =
        ids.zip(TYPES).map(|(id, betza)| line(&id, &format!("betza = \"{betza}\", rank = {}", rank(betza)))).collect();
    RuleSet::from_toml("powers", &[head.as_str(), &line("A", "betza = \"K\", royal = \"king\""), &types].concat())
        .unwrap()
}

/// One piece of a kind among others.
fn scattered(rules: &RuleSet, kinds: &[Kind], kind: Kind, stream: &mut Stream) -> (Position, Square) {
    let geometry = rules.geometry();
    let mut position = Position::empty(rules);
    let from = geometry.from_dense(stream.below(geometry.squares())).unwrap();
    position.put(rules, from, Cell::new(kind, Side::BOTH[stream.below(2)]));
    let sparse = 2 + stream.below(9);
    for square in geometry.all() {
        if position.at(square).is_empty() && stream.below(sparse) == 0 {
            position.put(rules, square, Cell::new(kinds[stream.below(kinds.len())], Side::BOTH[stream.below(2)]));
        }
    }
    position.set_turn(position.at(from).side().unwrap());
    (position, from)
}

fn sorted(mut list: Vec<(Move, bool)>) -> Vec<(Move, bool)> {
    list.sort_unstable();
    list
}

fn all_pseudo_legal(position: &Position, rules: &RuleSet, from: Square) -> Vec<(Move, bool)> {
    let mut found = Vec::new();
    pseudo_legal_moves(
        position,
        rules,
        from,
        &mut Buffer::new(),
        &mut PseudoLegalFn(|mv, is_capture| found.push((mv, is_capture))),
    );
    sorted(found)
}

/// Moves, moves to each square, attacks and attacked squares, of each type on boards with pieces of all types.
#[test]
fn powers_agree_with_the_interpreter() {
    let mut stream = Stream::new(17);
    let mut compared = PowerSet::NONE;
    for (jump_victims, boards) in [("any", 120), ("lower", 30), ("not-royal", 30)] {
        let rules = game(jump_victims);
        compared = compared.or(compare_with_interpreter(&rules, boards, &mut stream));
    }
    assert!(compared == Powers::SET, "every power is compared: {compared:?}");
}

/// Compare on random boards with a piece of each kind; return the powers that were compared.
fn compare_with_interpreter(rules: &RuleSet, boards: usize, stream: &mut Stream) -> PowerSet {
    let kinds: Vec<Kind> = rules.all_kinds().collect();
    let mut compared = PowerSet::NONE;
    for kind in &kinds {
        for _ in 0..boards {
            let (position, from) = scattered(rules, &kinds, *kind, stream);
            let what = || format!("{} of {position:?}", rules.geometry().name(from));
            let (powers, side) = (rules.powers_of(position.at(from)), position.turn());
            compared = compared.or(powers.set);
            let mover = Mover::alone(&position, rules, from, side);
            let found = all_pseudo_legal(&position, rules, from);
            let mut literal = Vec::new();
            let mut push = PseudoLegalFn(|mv, is_capture| literal.push((mv, is_capture)));
            interpreted::pseudo_legal_moves(&position, rules, from, &mut Buffer::new(), &mut push);
            assert_eq!(found, sorted(literal), "{}", what());
            let mut attacked_squares = vec![false; Square::COUNT];
            let is_listed = attacked(&mover, powers, &mut |square| attacked_squares[square.index()] = true);
            for square in rules.geometry().all() {
                let mut ending = Vec::new();
                let mut push = PseudoLegalFn(|mv, is_capture| ending.push((mv, is_capture)));
                Powers::moves_to(&mover, powers, square, &mut Buffer::new(), &mut push);
                let wanted: Vec<(Move, bool)> = found.iter().copied().filter(|(mv, _)| mv.to() == square).collect();
                assert_eq!(sorted(ending), wanted, "to {}, {}", rules.geometry().name(square), what());
                if square != from {
                    let literal = interpreted::takes_on(&position, rules, from, square);
                    let target = Target::new(rules.geometry(), from, square);
                    let attacks = Powers::attacks(&mover, powers, &target);
                    assert_eq!(attacks, literal, "on {}, {}", rules.geometry().name(square), what());
                    assert!(!is_listed || attacked_squares[square.index()] == literal, "{}", what());
                }
            }
        }
    }
    compared
}

/// A change outside the footprint does not change the moves.
#[test]
fn effects_depend_on_the_footprint_alone() {
    let rules = game("any");
    let kinds: Vec<Kind> = rules.all_kinds().collect();
    let mut stream = Stream::new(18);
    let mut changes = 0;
    for kind in &kinds {
        for _ in 0..60 {
            let (mut position, from) = scattered(&rules, &kinds, *kind, &mut stream);
            let side = position.turn();
            let before = all_pseudo_legal(&position, &rules, from);
            let mut seen = vec![false; Square::COUNT];
            let mover = Mover::without_neighbours(&position, &rules, from, side);
            if !footprint(&mover, rules.powers_of(position.at(from)), &mut |square| seen[square.index()] = true) {
                continue;
            }
            for square in rules.geometry().all().filter(|square| !seen[square.index()]) {
                let cell = if position.at(square).is_empty() {
                    position.put(&rules, square, Cell::new(kinds[0], Side::BOTH[stream.below(2)]));
                    Cell::EMPTY
                } else {
                    position.lift(&rules, square)
                };
                assert_eq!(all_pseudo_legal(&position, &rules, from), before);
                changes += 1;
                if cell.is_empty() {
                    position.lift(&rules, square);
                } else {
                    position.put(&rules, square, cell);
                }
            }
        }
    }
    assert!(changes > 10_000, "{changes}");
}
