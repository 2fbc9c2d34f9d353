//! The emperor rule for all moves of one emperor (rules 5.4 and 5.5).
//!
//! An emperor may have hundreds of moves to squares that must not be attacked. Most need no trial board. Of the rest, the
//! first nine use the exact rule and later ones use attack maps. The simple path is
//! [`emperor_rule::emperor_may`](crate::attacks::emperor_may) for each move.

use crate::attacks::attack_map::AttackMap;
use crate::attacks::displaced::away;
use crate::attacks::emperor_exchange::UniversalEmperors;
use crate::attacks::emperor_rule::{EmperorCaptures, Verdict, emperor_may, has_prince, verdict};
use crate::attacks::reach;
use crate::geometry::Square;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::power_tables::PowerSet;
use crate::rules::{RuleSet, Side};

/// From this many moves on, attack maps are cheaper than the definition.
const MIN_FOR_MAPS: u32 = 10;

/// Facts about the moves of one emperor of a position, computed lazily.
#[derive(Debug, Default)]
pub(crate) struct EmperorSafety {
    emperor: Square,
    /// Number of its moves that needed the definition or the maps so far.
    tested: u32,
    /// The first two enemy emperors.
    enemy_emperors: Option<[Square; 2]>,
    has_prince: Option<bool>,
    /// Whether there is one emperor a side, and the enemy's is universal, so it can recapture on any square it may enter.
    single_emperors: Option<bool>,
    /// The emperors, for exchanges that are decided by their number.
    crowd: Option<UniversalEmperors>,
    /// Squares that the enemy attacks with the emperor away.
    enemy_map: AttackMap,
    /// Squares that the own side attacks with the emperor away; with single emperors, with both of them away.
    own_map: AttackMap,
}

impl EmperorSafety {
    /// Begin with another position.
    #[inline]
    pub(crate) fn invalidate(&mut self) {
        self.emperor = Square::NONE;
    }

    /// As [`emperor_may`], for moves that need no trial board; `None` for others.
    pub(crate) fn early_verdict(&mut self, position: &Position, rules: &RuleSet, mv: Move) -> Option<bool> {
        let (from, to) = (mv.from(), mv.to());
        let side = position.at(from).side()?;
        let on_end = position.victim_on_end_only(mv)?;
        if self.emperor != from {
            (self.emperor, self.tested) = (from, 0);
            (self.enemy_emperors, self.has_prince, self.single_emperors, self.crowd) = (None, None, None, None);
            self.enemy_map.invalidate();
            self.own_map.invalidate();
        }
        let Self { enemy_emperors, has_prince: prince, .. } = self;
        let enemy_emperor = || enemy_emperor_left(enemy_emperors, position, rules, side, to);
        let has_prince = || *prince.get_or_insert_with(|| has_prince(position, rules, side));
        match verdict(rules, EmperorCaptures::of(rules, [on_end]), enemy_emperor, has_prince) {
            Verdict::Allowed => Some(true),
            Verdict::Forbidden(_) => Some(false),
            Verdict::IfSafe => reach::by_a_step(position, rules, side.other(), to).then_some(false),
        }
    }

    /// As [`emperor_may`], for moves without an [early verdict](EmperorSafety::early_verdict).
    pub(crate) fn verdict(&mut self, position: &mut Position, rules: &RuleSet, mv: Move) -> bool {
        self.tested = self.tested.saturating_add(1);
        let crowd = *self.crowd.get_or_insert_with(|| UniversalEmperors::crowd(position, rules));
        // In a crowd the definition counts all emperors for each move.
        let use_maps = self.tested >= MIN_FOR_MAPS || crowd.is_crowd();
        let by_maps = if use_maps { self.by_maps(position, rules, mv, crowd) } else { None };
        by_maps.unwrap_or_else(|| emperor_may(position, rules, mv))
    }

    /// The same by the maps; `None` if they do not decide it.
    #[inline(never)]
    fn by_maps(
        &mut self,
        position: &mut Position,
        rules: &RuleSet,
        mv: Move,
        crowd: UniversalEmperors,
    ) -> Option<bool> {
        let (from, to) = (mv.from(), mv.to());
        let side = position.at(from).side()?;
        position.victim_on_end_only(mv)?;
        if self.enemy_map.is_listed().is_none() {
            away(position, rules, from, |position| self.enemy_map.compute(position, rules, side.other()));
        }
        if !self.enemy_map.is_listed()? {
            return None;
        }
        if self.enemy_map.has(to) {
            return Some(false);
        }
        let Some(enemy_emperor) = enemy_emperor_left(&mut self.enemy_emperors, position, rules, side, to) else {
            return Some(true);
        };
        if let Some(wins) = crowd.takes_last_on(position, rules, side, to) {
            if wins {
                return Some(true);
            }
            if self.own_map.is_listed().is_none() {
                away(position, rules, from, |position| self.own_map.compute(position, rules, side));
            }
            return self.own_map.is_listed()?.then(|| self.own_map.has(to));
        }
        // With one emperor a side, the enemy's takes ours unless another piece of ours could recapture.
        let is_single = || {
            self.enemy_emperors.is_some_and(|enemy_emperors| enemy_emperors[1].is_none())
                && rules.powers_of(position.at(enemy_emperor)).has(PowerSet::UNIVERSAL)
                && reach::emperors(position, rules, side).all(|square| square == from)
        };
        if !*self.single_emperors.get_or_insert_with(is_single) {
            return None;
        }
        if self.own_map.is_listed().is_none() {
            away(position, rules, from, |position| {
                away(position, rules, enemy_emperor, |position| self.own_map.compute(position, rules, side))
            });
        }
        self.own_map.is_listed()?.then(|| self.own_map.has(to))
    }
}

/// An enemy emperor that is left when the piece on `to` is taken; the first two are looked up once.
fn enemy_emperor_left(
    enemy_emperors: &mut Option<[Square; 2]>,
    position: &Position,
    rules: &RuleSet,
    side: Side,
    to: Square,
) -> Option<Square> {
    let first_two = || {
        let mut emperors = reach::emperors(position, rules, side.other());
        [0, 1].map(|_| emperors.next().unwrap_or(Square::NONE))
    };
    let enemy_emperors = *enemy_emperors.get_or_insert_with(first_two);
    enemy_emperors.into_iter().find(|square| !square.is_none() && *square != to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::emperor_exchange;
    use crate::game::Board;
    use crate::powers::{PseudoLegalFn, pseudo_legal_moves, route};
    use crate::random::playout::Player;
    use crate::rng::Stream;
    use crate::rules::{Cell, Kind};

    /// Legality all moves of the emperors to move that take at most on their end, together and one by one. Counts those that the
    /// maps forbid and allow, the latter with an own map, and those of a crowd.
    fn check(position: &mut Position, rules: &RuleSet, what: &str, counts: &mut [usize; 4]) {
        let side = position.turn();
        let emperors: Vec<Square> = reach::emperors(position, rules, side).collect();
        let mut safety = EmperorSafety::default();
        for from in emperors {
            let mut moves = Vec::new();
            let mut tell = PseudoLegalFn(|mv: Move, _| moves.push(mv));
            pseudo_legal_moves(position, rules, from, &mut route::Buffer::new(), &mut tell);
            for mv in moves {
                let by_one = emperor_may(position, rules, mv);
                let early = safety.early_verdict(position, rules, mv);
                let answer = early.unwrap_or_else(|| safety.verdict(position, rules, mv));
                assert_eq!(answer, by_one, "{what}: {}", crate::text::usi(rules, mv));
                if early.is_none() && safety.enemy_map.is_listed() == Some(true) && !mv.has_via() {
                    counts[usize::from(answer)] += 1;
                    counts[2] += usize::from(answer && safety.own_map.is_listed() == Some(true));
                    counts[3] += usize::from(safety.crowd.is_some_and(UniversalEmperors::is_crowd));
                }
            }
        }
        assert!(position.is_consistent(rules), "{what}");
    }

    /// The result for all moves of an emperor together agrees with the definition for each: in games, and with royals placed
    /// at random, so that a side has one emperor or more, with princes and without.
    #[test]
    fn moves_tested_together_agree_with_the_definition() {
        let mut counts = [0; 4];
        for name in [
            "tai/tsa",
            "tai/japanese",
            "tai/japanese[protection=before]",
            "tai[emperor=protected-square]",
            "maka",
            "maka[hook_captures=2,protection=before]",
            "hishigata",
        ] {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let royals: Vec<Kind> = rules.all_kinds().filter(|kind| rules.table(*kind).role.is_some()).collect();
            let mut player = Player::new(&start);
            let mut stream = Stream::new(7);
            for (seed, plies) in (0..24).zip([60, 400, 900, 2000].into_iter().cycle()) {
                player.play(&start, seed, plies);
                let mut position = player.board().to_position();
                for _ in 0..if seed % 4 == 3 { 60 } else { seed % 3 * 2 } {
                    let square = rules.geometry().from_dense(stream.below(rules.geometry().squares())).unwrap();
                    position.lift(&rules, square);
                    let cell = Cell::new(royals[stream.below(royals.len())], Side::BOTH[stream.below(2)]);
                    position.put(&rules, square, cell);
                }
                check(&mut position, &rules, &format!("{name}, {seed}"), &mut counts);
            }
        }
        assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
    }

    /// The same among hoppers, hooks, lions and pieces that go anywhere, with emperors that do not.
    #[test]
    fn moves_tested_together_in_user_defined_games() {
        let others = "U = { name = \"x\", kanji = \"x\", board = \"遊\", romaji = \"x\", betza = \"U\", source = \"x\" }\n\
                      M = { name = \"x\", kanji = \"x\", board = \"帝\", romaji = \"x\", betza = \"Q\", royal = \"emperor\", source = \"x\" }\n";
        let own = RuleSet::from_toml("emperors", &format!("{}{others}", emperor_exchange::tests::GAME)).unwrap();
        let mut counts = [0; 4];
        for rule in ["protected-piece", "protected-piece-by-emperor", "protected-square"] {
            for protection in ["after", "before"] {
                let options = [("emperor", rule), ("protection", protection)];
                let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
                let rules = own.with(&options, &[]).unwrap();
                let kinds: Vec<Kind> = rules.all_kinds().collect();
                let emperors: Vec<Kind> =
                    kinds.iter().copied().filter(|kind| rules.table(*kind).role.is_some()).collect();
                let mut stream = Stream::new(9);
                for number in 0..800 {
                    let mut position = Position::empty(&rules);
                    // Few types at a time, so that often none goes anywhere or is read literally.
                    let some = [0; 3].map(|_| kinds[stream.below(kinds.len())]);
                    for piece in 0..if number % 5 == 0 { 30 } else { 4 + number % 9 } {
                        let kind = if piece < 2 { emperors[stream.below(emperors.len())] } else { some[piece % 3] };
                        let square = rules.geometry().from_dense(stream.below(49)).unwrap();
                        position.lift(&rules, square);
                        position.put(&rules, square, Cell::new(kind, Side::BOTH[piece % 2]));
                    }
                    check(&mut position, &rules, &format!("{rule}, {protection}, {number}"), &mut counts);
                }
            }
        }
        assert!(counts.into_iter().all(|count| count > 300), "{counts:?}");
    }
}
