//! What a search builds on, compared with boards on which the moves are made: effects, keys, observers, null moves and
//! repetition probes.

use std::collections::BTreeSet;
use std::sync::Arc;

use mujo_core::game::setup::Setup;
use mujo_core::game::{Board, RepetitionProbe};
use mujo_core::geometry::Square;
use mujo_core::movegen::{self, Scratch};
use mujo_core::moves::{Move, MoveList};
use mujo_core::position::{PieceObserver, Position, Victim};
use mujo_core::random::playout::{Player, Stream};
use mujo_core::rules::{Cell, Kind, RepetitionRule, RuleSet, Side};
use mujo_core::text;

/// A copy of the board that lives on what an observer hears alone.
struct Mirror(Vec<Cell>);

impl Mirror {
    fn of(rules: &RuleSet, position: &Position) -> Self {
        Self(rules.geometry().all().map(|square| position.at(square)).collect())
    }
}

/// An observer of one rule set's board.
struct Watching<'a> {
    rules: &'a RuleSet,
    mirror: &'a mut Mirror,
}

impl PieceObserver for Watching<'_> {
    fn added(&mut self, square: Square, cell: Cell) {
        let place = &mut self.mirror.0[self.rules.geometry().dense(square)];
        assert!(place.is_empty() && cell.side().is_some());
        *place = cell;
    }

    fn removed(&mut self, square: Square, cell: Cell) {
        let place = &mut self.mirror.0[self.rules.geometry().dense(square)];
        assert_eq!(*place, cell);
        *place = Cell::EMPTY;
    }
}

/// Compare what is computed before a move with the board after it. Returns how many pieces it takes.
fn check(board: &mut Board, mv: Move) -> usize {
    let rules = Arc::clone(board.rules());
    let geometry = rules.geometry();
    let what = format!("{}: {}", rules.name(), text::usi(&rules, mv));
    let before = board.to_position();
    let (effect, key) = (before.effect(&rules, mv), before.key_after(&rules, mv));
    let mut mirror = Mirror::of(&rules, &before);
    board.push_observed(mv, &mut Watching { rules: &rules, mirror: &mut mirror });
    assert_eq!(board.key(), key, "{what}");
    assert_eq!(board.last_victims().collect::<Vec<Victim>>(), effect.victims(), "{what}");
    let after = board.to_position();
    assert!(mirror.0 == Mirror::of(&rules, &after).0, "{what}");
    let changed: Vec<Square> = effect.changed().collect();
    let differing: BTreeSet<Square> = geometry.all().filter(|square| before.at(*square) != after.at(*square)).collect();
    assert_eq!(changed.iter().copied().collect::<BTreeSet<_>>(), differing, "{what}");
    assert_eq!(changed.len(), differing.len(), "{what}: each square once");
    assert_eq!((before.at(mv.from()), after.at(mv.to())), (effect.before(), effect.after()), "{what}");
    assert_eq!(after.last_lion_capture(), effect.last_lion_capture(), "{what}");
    for victim in effect.victims() {
        assert_eq!(before.at(victim.square()), victim.cell(), "{what}");
        assert_eq!(victim.cell().side(), Some(before.turn().other()), "{what}");
    }
    let pieces = |position: &Position| position.count(before.turn()) + position.count(before.turn().other());
    let removed = effect.victims().len() + usize::from(effect.after().is_empty());
    assert_eq!(pieces(&before) - pieces(&after), removed, "{what}");
    assert_eq!(effect.is_capture(), !effect.victims().is_empty(), "{what}");
    assert_eq!(effect.is_irreversible(), effect.is_capture() || effect.before() != effect.after(), "{what}");
    let taken_back = board.pop_observed(&mut Watching { rules: &rules, mirror: &mut mirror });
    assert_eq!(taken_back, Ok(mv), "{what}");
    assert!(*board.position() == before && mirror.0 == Mirror::of(&rules, &before).0, "{what}");
    effect.victims().len()
}

/// A board with pieces strewn over a third of its squares; every fifth is of the kind that takes the most at once.
fn strewn(rules: &Arc<RuleSet>, stream: &mut Stream) -> Board {
    let mut kinds: Vec<Kind> = rules.all_kinds().collect();
    let greedy =
        ["TK", "FI", "LN"].into_iter().find_map(|id| kinds.iter().find(|kind| rules.moves_as(**kind) == id).copied());
    kinds.extend(greedy.into_iter().cycle().take(kinds.len() / 4));
    let mut setup = Setup::new(Arc::clone(rules), Position::empty(rules), 1);
    for square in rules.geometry().all() {
        if stream.below(3) == 0 {
            setup.put(square, Cell::new(kinds[stream.below(kinds.len())], Side::BOTH[stream.below(2)]));
        }
    }
    setup.board().expect("any pieces may stand on a board")
}

/// Every third legal move, and each that passes a test.
fn legal_by_turns(board: &Board, test: impl Fn(Move) -> bool) -> Vec<Move> {
    let legal = board.legal_list().into_iter().enumerate();
    legal.filter(|(number, mv)| number % 3 == 0 || test(*mv)).map(|(_, mv)| mv).collect()
}

#[test]
fn effects_are_what_moves_do() {
    let (mut by_victims, mut changed_kind) = ([0_usize; 12], 0);
    for name in
        ["tai", "maka", "hishigata", "chu", "tenjiku", "maka[hook_captures=2,TK=free3]", "tai[contagion_order=choice]"]
    {
        let rules = RuleSet::named(name).expect("a known name");
        let start = Board::new(Arc::clone(&rules));
        let mut player = Player::new(&start);
        let mut stream = Stream::new(8);
        for (seed, plies) in [(1, 0), (2, 60), (3, 150), (4, 300), (5, 600)] {
            player.play(&start, seed, plies);
            let mut board = player.board().clone();
            let legal = board.legal_list();
            for _ in 0..80.min(legal.len()) {
                by_victims[check(&mut board, legal[stream.below(legal.len())])] += 1;
            }
        }
        for _ in 0..16 {
            let mut board = strewn(&rules, &mut stream);
            let position = board.to_position();
            let takes_much = |mv: Move| position.effect(&rules, mv).victims().len() > 1;
            for mv in legal_by_turns(&board, takes_much) {
                let effect = position.effect(&rules, mv);
                changed_kind += usize::from(effect.before() != effect.after());
                by_victims[check(&mut board, mv)] += 1;
            }
        }
    }
    println!("by victims {by_victims:?}, changed {changed_kind}");
    assert!(by_victims[..6].iter().all(|count| *count > 2) && changed_kind > 100, "{by_victims:?}, {changed_kind}");
}

/// A null move changes the turn and nothing else, and forgets the lion just taken.
#[test]
fn null_moves_change_the_turn_alone() {
    let mut lions = 0;
    for name in ["tai", "chu"] {
        let rules = RuleSet::named(name).expect("a known name");
        let mut stream = Stream::new(2);
        for number in 0..40 {
            let mut board = strewn(&rules, &mut stream);
            let position = board.to_position();
            let legal = board.legal_list();
            let takes_lion = |mv: &&Move| position.effect(&rules, **mv).last_lion_capture().is_some();
            if let Some(mv) = legal.iter().find(takes_lion).or(legal.get(number)) {
                board.push_unchecked(*mv);
            }
            let before = board.to_position();
            lions += usize::from(before.last_lion_capture().is_some());
            board.push_null();
            let after = board.to_position();
            assert!(after.is_consistent(&rules) && after.turn() == before.turn().other());
            assert_eq!(after.last_lion_capture(), None);
            assert!(rules.geometry().all().all(|square| before.at(square) == after.at(square)));
            assert_eq!(board.moves().last(), Some(Move::NONE));
            assert_eq!(board.occurrences(), 1);
            assert!(text::saved::write(&board).is_err(), "a null move has no text");
            if let Some(reply) = board.legal_list().first() {
                board.push_unchecked(*reply);
                assert!(board.pop_null().is_err(), "the last move is no null move");
                assert_eq!(board.pop(), Ok(*reply));
            }
            assert_eq!(board.pop_null(), Ok(()));
            assert!(*board.position() == before && board.position().is_consistent(&rules));
        }
    }
    assert!(lions > 5, "{lions} lions were just taken");
}

/// Shuffle few pieces about; probe every move that is legal but for repetition, and compare with the board after it.
#[test]
fn repetition_probes_agree_with_the_board_after_the_move() {
    let (mut repeats, mut forbidden, mut ends) = (0, 0, 0);
    for rule in ["none", "forbid", "fourfold", "jcsa"] {
        let rules = RuleSet::named(&format!("chu[repetition={rule}]")).expect("a known name");
        let words = "k,11/r,11/12/12/12/12/12/12/12/12/11,R/11,K b - 1";
        let parsed = text::parse_position(&rules, words).expect("a good position");
        let mut stream = Stream::new(4);
        let mut board = Board::from_position(Arc::clone(&rules), parsed.position, 1);
        for _ in 0..600 {
            let mut list = MoveList::new();
            movegen::legal_moves(&board.position(), &rules, &mut Scratch::default(), &mut list);
            if board.outcome().is_some() || list.is_empty() {
                while board.pop().is_ok() {}
                continue;
            }
            for mv in &list {
                let mut after = board.clone();
                after.push_unchecked(*mv);
                let occurrences = after.occurrences();
                let expected = match rules.options().repetition {
                    _ if occurrences == 1 => RepetitionProbe::Free,
                    RepetitionRule::Fourfold | RepetitionRule::Jcsa if occurrences < 4 => {
                        RepetitionProbe::Repeats { occurrences }
                    }
                    RepetitionRule::Forbid | RepetitionRule::Jcsa if !board.is_legal(*mv) => RepetitionProbe::Forbidden,
                    RepetitionRule::Fourfold | RepetitionRule::Jcsa => {
                        RepetitionProbe::Ends(after.outcome().expect("the fourth occurrence ends the game"))
                    }
                    _ => RepetitionProbe::Repeats { occurrences },
                };
                let probe = board.repetition_after(*mv);
                assert_eq!(probe, expected, "{rule}: {}", text::usi(&rules, *mv));
                match probe {
                    RepetitionProbe::Free => {}
                    RepetitionProbe::Repeats { .. } => repeats += 1,
                    RepetitionProbe::Forbidden => forbidden += 1,
                    RepetitionProbe::Ends(_) => ends += 1,
                }
            }
            // Back where it came from, half of the time, so that positions come back.
            let back = board.moves().rev().nth(1).map(|last| Move::new(last.to(), last.from()));
            let mv = back.filter(|mv| stream.below(4) > 0 && list.contains(mv));
            let mv = mv.unwrap_or_else(|| list[stream.below(list.len())]);
            if board.push(mv).is_err() {
                board.push(board.legal_list()[0]).expect("a legal move");
            }
        }
    }
    assert!(repeats > 500 && forbidden > 100 && ends > 5, "{repeats} repeats, {forbidden} forbidden, {ends} ends");
}
