//! Lists of positions made to be slow take a limited number of steps (`mujo_core::parallel::polled`), whatever the machine.

use std::sync::Arc;

use mujo_core::game::setup::Setup;
use mujo_core::moves::MoveList;
use mujo_core::parallel::{Ended, Poll, polled};
use mujo_core::position::Position;
use mujo_core::rules::{Cell, Kind, RuleSet, Side};

/// A twentieth of a second.
const FEW: u64 = 1_000_000;
/// A second: what the Python package allows for one question.
const MOST: u64 = 1 << 23;

fn never() -> bool {
    false
}

/// A stream of numbers (xorshift), so that the positions are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

fn empty(rules: &Arc<RuleSet>) -> Setup {
    Setup::new(Arc::clone(rules), Position::empty(rules), 1)
}

fn list(setup: &Setup, most: u64) -> Result<usize, Ended> {
    let board = setup.board().expect("a board");
    let mut list = MoveList::new();
    polled(Poll::Call(never), most, || board.legal_moves(&mut list))?;
    polled(Poll::Call(never), most, || list.iter().step_by(list.len() / 50 + 1).all(|mv| board.is_legal(*mv)))
        .map(|all| assert!(all))?;
    Ok(list.len())
}

fn kind(rules: &RuleSet, id: &str) -> Kind {
    rules.kind_of(id, false).expect("a type of the game")
}

/// Emperors everywhere, among sliders and hooks.
#[test]
fn crowds_of_emperors_on_the_boards_of_shipped_games() {
    for name in
        ["tai", "tai/japanese", "maka", "hishigata", "tai[exposure=forbidden]", "maka[emperor=protected-square]"]
    {
        let rules = RuleSet::named(name).unwrap();
        let others: Vec<Kind> = rules.all_kinds().filter(|kind| !kind.promoted()).collect();
        let emperor = rules.all_kinds().find(|kind| rules.moves_as(*kind) == "E").expect("an emperor");
        let mut numbers = Numbers(11);
        for round in 0..40 {
            let mut setup = empty(&rules);
            let parts = [2, 3, 5, 20][round % 4];
            for square in rules.geometry().all() {
                let side = Side::BOTH[numbers.below(2)];
                match numbers.below(parts) {
                    0 => setup.put(square, Cell::new(emperor, side)),
                    1 if round % 3 > 0 => {
                        let other = others[numbers.below(others.len())];
                        setup.put(square, Cell::new(other, side));
                    }
                    _ => {}
                }
            }
            assert!(list(&setup, FEW).is_ok(), "{name}, {round}");
        }
    }
}

/// On each of the eight lines from a square five emperors, and a slider behind them.
#[test]
fn lines_of_emperors_before_sliders() {
    let rules = RuleSet::named("tai").unwrap();
    let at = |column: usize, row: usize| rules.geometry().from_dense(25 * row + column).unwrap();
    let (emperor, slider) = (kind(&rules, "E"), kind(&rules, "Q"));
    for first in 0..2 {
        let mut setup = empty(&rules);
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            for far in 1..=6_isize {
                let along = |step: isize| (12 + step * far).unsigned_abs();
                let square = at(along(right), along(down));
                let side = Side::BOTH[(first + far.unsigned_abs()) % 2];
                setup.put(square, Cell::new(if far == 6 { slider } else { emperor }, side));
            }
        }
        setup.put(at(12, 12), Cell::new(emperor, Side::White));
        assert!(list(&setup, FEW).unwrap() > 1000);
    }
}

fn own_game(emperor: &str, files: usize, options: &str) -> Arc<RuleSet> {
    let text = format!(
        "format = 1\nname = \"own\"\ntitle = \"Own\"\nsource = \"x\"\ndescription = \"x\"\n\
         [board]\nfiles = {files}\nranks = {files}\n[options]\n{options}\n[setup]\narmy = [\"{files}\"]\n[pieces]\n\
         E = {{ name = \"emperor\", betza = \"{emperor}\", royal = \"emperor\", source = \"x\" }}\n\
         Q = {{ name = \"queen\", betza = \"Q\", source = \"x\" }}\n"
    );
    RuleSet::from_toml("own.toml", &text).unwrap()
}

/// Emperors with other moves than the universal one.
#[test]
fn emperors_that_hook_or_are_lions() {
    for emperor in ["RmasR", "QmasQ", "NADaK", "KavKafavK", "mcaQ2", "cpacpaK", "paQ3"] {
        for option in ["protected-royal", "protected-piece", "protected-square"] {
            let rules = own_game(emperor, 12, &format!("emperor = {{ value = \"{option}\", source = \"x\" }}"));
            let kinds = [kind(&rules, "E"), kind(&rules, "Q")];
            let mut numbers = Numbers(5);
            for round in 0..24 {
                let mut setup = empty(&rules);
                for number in 0..8 + 2 * (round % 6) {
                    let square = rules.geometry().from_dense(numbers.below(144)).unwrap();
                    if setup.position().at(square).is_empty() {
                        let kind = kinds[usize::from(number >= 16)];
                        setup.put(square, Cell::new(kind, Side::BOTH[number % 2]));
                    }
                }
                assert!(list(&setup, MOST).is_ok(), "{emperor}, {option}, {round}");
            }
        }
    }
}

/// Forty generals that sweep in all directions, alone with the kings and among pawns of both sides.
#[test]
fn forty_sweeping_generals() {
    for exposure in ["allowed", "forbidden"] {
        let rules = RuleSet::named(&format!("taikyoku[exposure={exposure}]")).unwrap();
        let [king, general, pawn] = ["K", "GG", "P"].map(|id| kind(&rules, id));
        let mut numbers = Numbers(7);
        for round in 0..12 {
            let mut setup = empty(&rules);
            let mut squares: Vec<_> = rules.geometry().all().collect();
            for at in (1..squares.len()).rev() {
                squares.swap(at, numbers.below(at + 1));
            }
            let pieces = [(king, 1), (general, 20), (pawn, 60 * (round % 3))];
            let all = pieces.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, 2 * count));
            for (number, (kind, square)) in all.zip(squares).enumerate() {
                setup.put(square, Cell::new(kind, Side::BOTH[number % 2]));
            }
            assert!(list(&setup, FEW).unwrap() > 1000, "{exposure}, {round}");
        }
    }
}
