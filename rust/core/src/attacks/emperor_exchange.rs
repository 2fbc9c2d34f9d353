//! Exchanges of several emperors on one square (rules 5.3 and 5.4).
//!
//! An emperor may capture another only if no enemy emperor could recapture, which depends on this side's emperors in turn.
//! The definition follows every order of captures. This module stores results by the set of emperors that have moved to the
//! square: nothing else can differ, since each of them was captured there by the next one.
//!
//! Beyond [`MAX_PLAYED_OUT`] emperors the sets are too many, and rule 5.4 has the exchange counted instead.

use crate::attacks::displaced;
use crate::attacks::reach::{self, is_emperor, reaches, without_emperors};
use crate::geometry::Square;
use crate::parallel;
use crate::position::Position;
use crate::rules::power_tables::PowerSet;
use crate::rules::{EmperorRule, RuleSet, Side};

/// Up to this many emperors beside the square, the definition is fast enough.
const MAX_BY_DEFINITION: usize = 4;

/// Most emperors beside the square whose exchange is played out (rule 5.4).
const MAX_PLAYED_OUT: usize = 10;

/// Whether there are too many emperors beside `target` for the definition. Two counts usually decide it.
#[inline]
pub(crate) fn has_many_emperors(position: &Position, rules: &RuleSet, target: Square) -> bool {
    position.royal_count(Side::Black) + position.royal_count(Side::White) > MAX_BY_DEFINITION
        && exchange_has_many(position, rules, target)
}

#[inline(never)]
fn exchange_has_many(position: &Position, rules: &RuleSet, target: Square) -> bool {
    recurses(rules) && beside(position, rules, target).count() > MAX_BY_DEFINITION
}

/// Whether an enemy emperor's recapture depends on further emperors.
fn recurses(rules: &RuleSet) -> bool {
    matches!(
        rules.options().emperor,
        EmperorRule::ProtectedRoyal | EmperorRule::ProtectedPiece | EmperorRule::ProtectedSquare
    )
}

/// The emperors that do not stand on the target.
fn beside(position: &Position, rules: &RuleSet, target: Square) -> impl Iterator<Item = Square> {
    Side::BOTH
        .into_iter()
        .flat_map(move |side| reach::emperors(position, rules, side))
        .filter(move |square| *square != target)
}

/// Whether `side` could capture on `target`, where an enemy emperor stands (rule 5.3), with many emperors beside it.
pub(crate) fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    if without_emperors(position, rules, side, target) {
        return true;
    }
    let emperors: Vec<Square> = beside(position, rules, target).collect();
    if are_counted(position, rules, &emperors) {
        return counted(position, rules, side, target, &emperors);
    }
    let known = vec![None; 1 << emperors.len()];
    EmperorExchange { rules, target, emperors, known }.takes(position, side, 0)
}

/// Whether captures on `target` are counted: there are more than ten emperors beside it, or more than four of which one has
/// moves of several legs. Such an emperor may capture without going to the square, so the set of those gone does not
/// determine the board.
pub(crate) fn is_counted(position: &Position, rules: &RuleSet, target: Square) -> bool {
    has_many_emperors(position, rules, target)
        && are_counted(position, rules, &beside(position, rules, target).collect::<Vec<_>>())
}

fn are_counted(position: &Position, rules: &RuleSet, emperors: &[Square]) -> bool {
    let lands = |square: &Square| rules.terms(position.at(*square).kind()).iter().all(|term| term.later.is_empty());
    emperors.len() > MAX_PLAYED_OUT || !emperors.iter().all(lands)
}

/// The first piece that captures on `target` where captures are counted, 1a first and emperors last.
pub(crate) fn first_counted(position: &Position, rules: &RuleSet, side: Side, target: Square) -> Option<Square> {
    let emperors: Vec<Square> = beside(position, rules, target).collect();
    if !without_emperors(position, rules, side, target) && !counted(position, rules, side, target, &emperors) {
        return None;
    }
    let others = position.squares(rules, side).filter(|square| !is_emperor(position, rules, *square));
    let own = emperors.iter().copied().filter(|square| position.at(*square).side() == Some(side));
    others.chain(own).find(|square| reaches(position, rules, *square, target))
}

/// The exchange where emperors are only counted, on the board as it stands: the side with more of them takes last, unless
/// another piece of the enemy's takes first.
fn counted(position: &Position, rules: &RuleSet, side: Side, target: Square, emperors: &[Square]) -> bool {
    let count = |side: Side| {
        let reach = |square: &&Square| {
            parallel::step();
            position.at(**square).side() == Some(side) && reaches(position, rules, **square, target)
        };
        emperors.iter().filter(reach).count()
    };
    !without_emperors(position, rules, side.other(), target) && count(side) > count(side.other())
}

/// How many emperors each side has on a board on which all of them are universal: by [`counted`], the numbers decide. None
/// if they do not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UniversalEmperors([usize; 2]);

impl UniversalEmperors {
    /// The emperors, if there may be enough for an exchange to be counted, and all are universal.
    pub(crate) fn crowd(position: &Position, rules: &RuleSet) -> Self {
        const NONE: UniversalEmperors = UniversalEmperors([0; 2]);
        if position.royal_count(Side::Black) + position.royal_count(Side::White) <= MAX_PLAYED_OUT || !recurses(rules) {
            return NONE;
        }
        let mut numbers = [0; 2];
        for side in Side::BOTH {
            for square in reach::emperors(position, rules, side) {
                if !rules.powers_of(position.at(square)).has(PowerSet::UNIVERSAL) {
                    return NONE;
                }
                numbers[side.index()] += 1;
            }
        }
        Self(numbers)
    }

    pub(crate) fn is_crowd(self) -> bool {
        self.0[0] + self.0[1] > MAX_PLAYED_OUT
    }

    /// Whether an emperor of `side` that goes to `to` has as many others behind it as the enemy; `None` if that exchange is
    /// played out.
    pub(crate) fn takes_last_on(self, position: &Position, rules: &RuleSet, side: Side, to: Square) -> Option<bool> {
        let own = self.0[side.index()].checked_sub(1)?;
        let enemies = self.0[side.other().index()].checked_sub(usize::from(is_emperor(position, rules, to)))?;
        (own + enemies > MAX_PLAYED_OUT).then_some(enemies <= own)
    }
}

struct EmperorExchange<'a> {
    rules: &'a RuleSet,
    target: Square,
    emperors: Vec<Square>,
    /// Whether the side to take could, by the set of emperors that are gone. Which side that is follows from their number.
    known: Vec<Option<bool>>,
}

impl EmperorExchange<'_> {
    /// Whether `side` could capture on the target, with a set of emperors gone from the board.
    fn takes(&mut self, position: &mut Position, side: Side, gone: usize) -> bool {
        parallel::step();
        if let Some(known) = self.known[gone] {
            return known;
        }
        let takes =
            without_emperors(position, self.rules, side, self.target) || self.emperor_takes(position, side, gone);
        self.known[gone] = Some(takes);
        takes
    }

    fn emperor_takes(&mut self, position: &mut Position, side: Side, gone: usize) -> bool {
        (0..self.emperors.len()).any(|index| {
            let from = self.emperors[index];
            if gone >> index & 1 != 0
                || position.at(from).side() != Some(side)
                || !reaches(position, self.rules, from, self.target)
            {
                return false;
            }
            let victim = position.lift(self.rules, self.target);
            let is_taken_back = displaced::after_arrival(position, self.rules, (from, self.target), |position| {
                self.takes(position, side.other(), gone | 1 << index)
            });
            position.put(self.rules, self.target, victim);
            !is_taken_back
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rng::Stream;
    use crate::rules::power_tables::{PowerSet, PowerTables};
    use crate::rules::{Cell, Kind};
    use crate::text;

    /// Emperors and whatever they can stand in the way of.
    pub(crate) const GAME: &str = r#"
format = 1
name = "crowds"
title = "Crowds"
source = "test"
description = "emperors among sliders, hooks and hoppers"
[board]
files = 7
ranks = 7
[setup]
army = ["7"]
[pieces]
E = { name = "emperor", kanji = "王", board = "王", romaji = "o", betza = "U", royal = "emperor", source = "x" }
Q = { name = "queen", kanji = "奔", board = "奔", romaji = "hon", betza = "Q", source = "x" }
R = { name = "rook", kanji = "飛", board = "飛", romaji = "hi", betza = "R", source = "x" }
B = { name = "short bishop", kanji = "角", board = "角", romaji = "kaku", betza = "B3", source = "x" }
H = { name = "hook", kanji = "鉤", board = "鉤", romaji = "ko", betza = "RmasR", source = "x" }
T = { name = "taking hook", kanji = "摩", board = "摩", romaji = "ma", betza = "RmcasR", source = "x" }
D = { name = "diagonal hook", kanji = "天", board = "天", romaji = "ten", betza = "BmasB", source = "x" }
A = { name = "hopper", kanji = "弓", board = "弓", romaji = "yumi", betza = "BrlRfpafBfA", source = "x" }
C = { name = "cannon", kanji = "砲", board = "砲", romaji = "ho", betza = "mRpafR", source = "x" }
L = { name = "walker", kanji = "獅", board = "獅", romaji = "shi", betza = "QmcaKmcamcaK", source = "x" }
N = { name = "lion", kanji = "師", board = "師", romaji = "shishi", betza = "NADaK", source = "x" }
S = { name = "turning hopper", kanji = "転", board = "転", romaji = "ten", betza = "paR3", source = "x" }
V = { name = "hopper round the corner", kanji = "曲", board = "曲", romaji = "kyoku", betza = "pasR2", source = "x" }
P = { name = "pawn", kanji = "兵", board = "兵", romaji = "hei", betza = "fW", source = "x" }
"#;

    /// The definition of rules 5.3 and 5.4, word for word, on a square where an enemy emperor stands.
    fn by_definition(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> bool {
        if without_emperors(position, rules, side, target) {
            return true;
        }
        let emperors: Vec<Square> = reach::emperors(position, rules, side).collect();
        emperors.into_iter().any(|from| {
            let victim = position.lift(rules, target);
            let taken_back = displaced::after_arrival(position, rules, (from, target), |position| {
                by_definition(position, rules, side.other(), target)
            });
            position.put(rules, target, victim);
            !taken_back
        })
    }

    fn rule_sets() -> Vec<Arc<RuleSet>> {
        let own = RuleSet::from_toml("crowds.toml", GAME).unwrap();
        let with = |emperor: &str, protection: &str| {
            let options = [("emperor", emperor), ("protection", protection)];
            own.with(&options.map(|(key, value)| (key.to_owned(), value.to_owned())), &[]).unwrap()
        };
        [
            with("protected-royal", "after"),
            with("protected-piece", "before"),
            with("protected-square", "after"),
            with("protected-square", "before"),
        ]
        .into()
    }

    /// An emperor of White in the middle, `emperors` of both sides and some pieces of the types in `others` anywhere.
    fn scattered_of(rules: &RuleSet, stream: &mut Stream, emperors: usize, others: &[Kind]) -> (Position, Square) {
        let geometry = rules.geometry();
        let mut position = Position::empty(rules);
        let target = geometry.from_dense(stream.below(geometry.squares())).unwrap();
        let emperor = rules.kind_of("E", false).unwrap();
        position.put(rules, target, Cell::new(emperor, Side::White));
        let pieces = emperors + stream.below(12);
        for number in 0..pieces {
            let square = geometry.from_dense(stream.below(geometry.squares())).unwrap();
            if position.at(square).is_empty() {
                let kind = if number < emperors { emperor } else { others[stream.below(others.len())] };
                position.put(rules, square, Cell::new(kind, Side::BOTH[stream.below(2)]));
            }
        }
        (position, target)
    }

    fn others(rules: &RuleSet, filter: fn(&PowerTables) -> bool) -> Vec<Kind> {
        let wanted = |kind: &Kind| {
            let powers = rules.powers(*kind, Side::Black);
            !powers.has(PowerSet::UNIVERSAL) && !kind.promoted() && filter(powers)
        };
        rules.all_kinds().filter(wanted).collect()
    }

    /// As [`scattered_of`], with every other type of the game.
    fn scattered(rules: &RuleSet, stream: &mut Stream, emperors: usize) -> (Position, Square) {
        scattered_of(rules, stream, emperors, &others(rules, |_| true))
    }

    #[test]
    fn as_the_definition_says() {
        let mut stream = Stream::new(5);
        let mut seen = [[0; 2]; 2];
        for rules in rule_sets() {
            // With hoppers alone every piece in the way is an emperor.
            let hoppers = others(&rules, |powers| powers.has(PowerSet::INTERPRETED));
            assert!(hoppers.len() > 1);
            for number in 0..14000 {
                let emperors = 3 + stream.below(5);
                let (mut position, target) = if number < 4000 {
                    scattered(&rules, &mut stream, emperors)
                } else {
                    scattered_of(&rules, &mut stream, emperors, &hoppers)
                };
                let before = position.clone();
                let defined = by_definition(&mut position, &rules, Side::Black, target);
                let text = text::position_text(&rules, &position, 1);
                assert_eq!(
                    could_capture(&mut position, &rules, Side::Black, target),
                    defined,
                    "{} {text}",
                    rules.name()
                );
                assert!(position == before && position.is_consistent(&rules));
                let many = beside(&position, &rules, target).count() > MAX_BY_DEFINITION;
                seen[usize::from(many)][usize::from(defined)] += 1;
            }
        }
        assert!(seen.as_flattened().iter().all(|count| *count > 500), "{seen:?}");
    }

    /// Whoever can send more emperors takes last: nothing else is on the board.
    #[test]
    fn hundreds_of_emperors() {
        let rules = RuleSet::named("tai").unwrap();
        let geometry = rules.geometry();
        let emperor = rules.kind_of("E", false).unwrap();
        for (black, white) in [(12, 12), (12, 11), (11, 12), (300, 300), (301, 300), (0, 40), (40, 0)] {
            let mut position = Position::empty(&rules);
            let sides = [(Side::Black, black), (Side::White, white)];
            let all = sides.into_iter().flat_map(|(side, count)| std::iter::repeat_n(side, count));
            for (square, side) in geometry.all().skip(1).zip(all) {
                position.put(&rules, square, Cell::new(emperor, side));
            }
            let target = geometry.all().next().unwrap();
            position.put(&rules, target, Cell::new(emperor, Side::White));
            assert!(black + white <= MAX_BY_DEFINITION || has_many_emperors(&position, &rules, target));
            assert_eq!(could_capture(&mut position, &rules, Side::Black, target), black > white, "{black} {white}");
        }
    }

    /// A board full of everything: as long as it takes, it ends.
    #[test]
    fn many_emperors_among_other_pieces() {
        let mut stream = Stream::new(8);
        for rules in rule_sets() {
            for _ in 0..300 {
                let (mut position, target) = scattered(&rules, &mut stream, 28);
                let before = position.clone();
                let takes = could_capture(&mut position, &rules, Side::Black, target);
                assert!(position == before);
                if takes && !without_emperors(&position, &rules, Side::Black, target) {
                    assert!(reach::emperors(&position, &rules, Side::Black).next().is_some());
                }
            }
        }
    }
}
