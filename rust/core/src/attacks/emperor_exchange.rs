//! Many emperors around one square: who takes last (rules 5.3 and 5.4).
//!
//! Whether an emperor may take where another stands asks each emperor of the other side in turn, and so on: with many of
//! them, by the definition alone, that is as many lines of play as there are orders of emperors. Here it is played as the game
//! it is. The sides send an emperor to the square in turn; who cannot has lost; who can take there with another piece
//! has won. It matters only how many emperors have left which lines of such pieces:
//!
//! - Emperors of one side that stand in the way of the same routes to the square are one as good as the other.
//! - One that stands in nobody's way is a move to spare and no more. Equal numbers of them on both sides cancel out, and
//!   beyond the moves that the other side has elsewhere another one is of no use.
//!
//! What is left is remembered by those numbers. So a position costs as much as the numbers have values, which grows with
//! the emperors in the way of other pieces and not with those on the board.

use std::collections::HashMap;

use crate::attacks::{attackers, emperor_safety};
use crate::betza::Term;
use crate::geometry::{DIRECTIONS, Square};
use crate::position::Position;
use crate::rules::power_tables::PowerTables;
use crate::rules::{EmperorRule, Protection, RuleSet, Side};

/// With so many emperors beside the square, and fewer, the definition is quick.
const FEW: usize = 4;

/// Whether so many emperors can come to `target` that the definition is too slow. Mostly told by two numbers.
#[inline]
pub(crate) fn gathers(position: &Position, rules: &RuleSet, target: Square) -> bool {
    position.royal_count(Side::Black) + position.royal_count(Side::White) > FEW + 1
        && gathers_emperors(position, rules, target)
}

#[inline(never)]
fn gathers_emperors(position: &Position, rules: &RuleSet, target: Square) -> bool {
    // The other rules ask no enemy emperor that asks on.
    let asks = matches!(
        rules.options().emperor,
        EmperorRule::ProtectedRoyal | EmperorRule::ProtectedPiece | EmperorRule::ProtectedSquare
    );
    let mut others = Side::BOTH
        .into_iter()
        .flat_map(|side| attackers::emperors(position, rules, side))
        .filter(|square| *square != target);
    let mut count = 0;
    asks && others.all(|square| {
        count += 1;
        rules.powers_of(position.at(square)).universal
    }) && count > FEW
}

/// Whether `side` could capture on `target`, where an enemy emperor stands (rule 5.3): for crowds that [`gathers`] tells.
pub(crate) fn could_capture(position: &mut Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    if attackers::without_emperors(position, rules, side, target) {
        return true;
    }
    let mut crowd = EmperorExchange::around(position, rules, target);
    let spare = crowd.spare[side.index()].cast_signed() - crowd.spare[side.other().index()].cast_signed();
    crowd.takes(position, side, spare)
}

/// Emperors of one side that stand in the way of the same routes.
struct Class {
    side: Side,
    /// Squares; the first `left` have not yet gone.
    squares: Vec<Square>,
    left: usize,
}

struct EmperorExchange<'a> {
    rules: &'a RuleSet,
    target: Square,
    classes: Vec<Class>,
    /// Emperors of each side that stand in nobody's way.
    spare: [usize; 2],
    /// What was found, by the side to take, how many are left of each class, and what it has to spare more than the other.
    known: HashMap<(Side, Vec<usize>, isize), bool>,
}

impl<'a> EmperorExchange<'a> {
    fn around(position: &Position, rules: &'a RuleSet, target: Square) -> Self {
        let shortcuts = LegalityShortcuts::to(position, rules, target);
        let mut crowd = Self { rules, target, classes: Vec::new(), spare: [0; 2], known: HashMap::new() };
        let mut marks_of: Vec<Vec<usize>> = Vec::new();
        for side in Side::BOTH {
            for square in attackers::emperors(position, rules, side).filter(|square| *square != target) {
                let marks = shortcuts.marks(square);
                if marks.is_empty() {
                    crowd.spare[side.index()] += 1;
                    continue;
                }
                let alike = |(class, known): (&Class, &Vec<usize>)| class.side == side && *known == marks;
                if let Some(index) = crowd.classes.iter().zip(&marks_of).position(alike) {
                    crowd.classes[index].squares.push(square);
                } else {
                    crowd.classes.push(Class { side, squares: vec![square], left: 0 });
                    marks_of.push(marks);
                }
            }
        }
        for class in &mut crowd.classes {
            class.left = class.squares.len();
        }
        crowd
    }

    /// Whether `side` could capture on the target, having `spare` moves to spare more than the other side.
    fn takes(&mut self, position: &mut Position, side: Side, spare: isize) -> bool {
        if attackers::without_emperors(position, self.rules, side, self.target) {
            return true;
        }
        let rest =
            |of: Side| -> usize { self.classes.iter().filter(|class| class.side == of).map(|class| class.left).sum() };
        // The side with moves to spare needs at most one for each move that the other has elsewhere, and one to begin.
        let most = (rest(if spare > 0 { side.other() } else { side }) + 1).cast_signed();
        let spare = spare.clamp(-most, most);
        let key = (side, self.classes.iter().map(|class| class.left).collect(), spare);
        if let Some(found) = self.known.get(&key) {
            return *found;
        }
        let takes = self.has_good_move(position, side, spare);
        self.known.insert(key, takes);
        takes
    }

    fn has_good_move(&mut self, position: &mut Position, side: Side, spare: isize) -> bool {
        // An emperor that stands in nobody's way is sent without being moved: nothing depends on its square.
        if spare > 0 && !self.takes(position, side.other(), 1 - spare) {
            return true;
        }
        for index in 0..self.classes.len() {
            let class = &mut self.classes[index];
            if class.side != side || class.left == 0 {
                continue;
            }
            class.left -= 1;
            let from = class.squares[class.left];
            let victim = position.lift(self.rules, self.target);
            let answered = emperor_safety::after_arrival(position, self.rules, (from, self.target), |position| {
                self.takes(position, side.other(), -spare)
            });
            position.put(self.rules, self.target, victim);
            self.classes[index].left += 1;
            if !answered {
                return true;
            }
        }
        false
    }
}

/// Routes to one square on which emperors stand, of pieces that are none.
struct LegalityShortcuts<'a> {
    position: &'a Position,
    rules: &'a RuleSet,
    target: Square,
    /// Each has the squares on which an emperor matters for the same reason.
    routes: Vec<Vec<Square>>,
    /// Pieces whose moves are read literally: an emperor near them matters by its own square.
    literal: Vec<Square>,
}

impl<'a> LegalityShortcuts<'a> {
    fn to(position: &'a Position, rules: &'a RuleSet, target: Square) -> Self {
        let mut shortcuts = Self { position, rules, target, routes: Vec::new(), literal: Vec::new() };
        shortcuts.add_slides();
        for side in Side::BOTH {
            for row in 0..rules.geometry().ranks() {
                for column in Position::bits(position.special_bits(side, row)) {
                    let square = rules.geometry().at(column, row);
                    let powers = rules.powers_of(position.at(square));
                    if attackers::is_emperor(position, rules, square) {
                        continue;
                    }
                    if powers.literal {
                        shortcuts.literal.push(square);
                    }
                    if !powers.hooks.is_empty() {
                        shortcuts.add_hooks(powers, square, side);
                    }
                }
            }
        }
        shortcuts
    }

    /// An emperor that left a stone is in the way as before.
    fn stays_shut(&self) -> bool {
        self.rules.options().protection == Protection::Before
    }

    /// The first piece that is no emperor on each line, if it slides as far as the target.
    fn add_slides(&mut self) {
        if self.stays_shut() {
            return;
        }
        // From the piece to the target.
        for (direction, vector) in DIRECTIONS.into_iter().enumerate() {
            let mut emperors = Vec::new();
            let mut distance = 0;
            let mut square = self.target;
            let end = loop {
                let Some(next) = self.rules.geometry().step(square, vector.back(), true) else {
                    break None;
                };
                square = next;
                distance += 1;
                match self.position.at(square) {
                    code if code.is_empty() => {}
                    code if code.side().is_none() => break None,
                    _ if attackers::is_emperor(self.position, self.rules, square) => emperors.push(square),
                    code => break Some(code),
                }
            };
            if let Some(code) = end.filter(|_| !emperors.is_empty())
                && distance <= usize::from(self.rules.powers_of(code).ray_reach[direction])
            {
                self.routes.push(emperors);
            }
        }
    }

    /// Both legs of each hook to the target, and the corner.
    fn add_hooks(&mut self, powers: &PowerTables, from: Square, side: Side) {
        let geometry = self.rules.geometry();
        attackers::any_corner(powers, attackers::vector(geometry, from, self.target), |first, second| {
            if let Some((mut way, corner)) = first.squares(geometry, from)
                && let Some((rest, _)) = second.squares(geometry, corner)
            {
                way.extend(rest);
                self.add_hook(powers, &way, corner, side);
            }
            false
        });
    }

    /// Both legs of a hook, without its corner and its end, and the corner.
    fn add_hook(&mut self, powers: &PowerTables, way: &[Square], corner: Square, side: Side) {
        let taken = powers.hook_takes_corner && self.position.at(corner).side() == Some(side.other());
        let mut emperors = Vec::new();
        let mut open = true;
        for square in way {
            open &= self.may_clear(*square, &mut emperors);
        }
        if !taken {
            open &= self.may_clear(corner, &mut emperors);
        }
        if open && !emperors.is_empty() {
            self.routes.push(emperors);
        }
        // An enemy emperor on a corner that may be taken: it matters whether it or a stone stands there.
        if open && taken && self.stays_shut() && attackers::is_emperor(self.position, self.rules, corner) {
            self.routes.push(vec![corner]);
        }
    }

    /// Whether a square is empty or can become so; notes it if an emperor stands there.
    fn may_clear(&self, square: Square, emperors: &mut Vec<Square>) -> bool {
        if self.position.at(square).is_empty() {
            return true;
        }
        let clears = !self.stays_shut() && attackers::is_emperor(self.position, self.rules, square);
        if clears {
            emperors.push(square);
        }
        clears
    }

    /// Why an emperor on a square matters: numbers of routes, then its own number if a literal piece may pass it.
    fn marks(&self, square: Square) -> Vec<usize> {
        let mut marks: Vec<usize> =
            (0..self.routes.len()).filter(|index| self.routes[*index].contains(&square)).collect();
        if self.literal.iter().any(|from| self.literal_passes(*from, square)) {
            marks.push(self.routes.len() + square.index());
        }
        marks
    }

    /// Whether a literal piece may take on the target by a route that touches `square`; yes in doubt.
    fn literal_passes(&self, from: Square, square: Square) -> bool {
        let kind = self.position.at(from).kind();
        let [target, passed] = [self.target, square].map(|to| attackers::vector(self.rules.geometry(), from, to));
        self.rules.terms(kind).iter().any(|term| touches(term, target, passed))
    }
}

/// Whether a route of a term can take `target` and touch `passed`, both as seen from its start; yes in doubt.
fn touches(term: &Term, target: (isize, isize), passed: (isize, isize)) -> bool {
    let size = |vector: (isize, isize)| vector.0.abs().max(vector.1.abs());
    let straight = term.later.iter().all(|(turn, _)| !turn.any && !turn.side);
    if straight {
        // All squares of the route are on one line, of king's steps or of longer ones, and nearer if it never turns back.
        let turns_back = term.later.iter().any(|(turn, _)| turn.back);
        return term.first.iter().any(|step| {
            let (right, forward) = (isize::from(step.right), isize::from(step.forward));
            [target, passed].iter().all(|vector| vector.0 * forward == vector.1 * right)
        }) && (turns_back || size(passed) < size(target));
    }
    let step = term.all.iter().map(|step| size((step.right.into(), step.forward.into()))).max().unwrap_or(0);
    let legs = term.later.len().cast_signed() + 1;
    let reach = step.saturating_mul(legs * isize::from(term.reach));
    size(target) <= reach && size(passed) <= reach
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::random::playout::Stream;
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
        if attackers::without_emperors(position, rules, side, target) {
            return true;
        }
        let emperors: Vec<Square> = attackers::emperors(position, rules, side).collect();
        emperors.into_iter().any(|from| {
            let victim = position.lift(rules, target);
            let taken_back = emperor_safety::after_arrival(position, rules, (from, target), |position| {
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
            !powers.universal && !kind.promoted() && filter(powers)
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
            // Where nothing but emperors stands in the way of hoppers, no route tells them apart.
            let hoppers = others(&rules, |powers| powers.literal);
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
                let classes = EmperorExchange::around(&position, &rules, target).classes.len();
                seen[usize::from(classes > 1)][usize::from(defined)] += 1;
            }
        }
        assert!(seen.as_flattened().iter().all(|count| *count > 500), "{seen:?}");
    }

    /// Two legs of three squares end six squares away at most.
    #[test]
    fn routes_that_turn_reach_as_far_as_their_legs() {
        let rules = RuleSet::from_toml("crowds.toml", GAME).unwrap();
        let kind = rules.kind_of("S", false).unwrap();
        let passes = |target, passed| rules.terms(kind).iter().any(|term| touches(term, target, passed));
        assert!(passes((0, 6), (0, 3)) && passes((-6, 6), (5, -6)));
        assert!(!passes((0, 7), (0, 3)) && !passes((0, 6), (7, 0)));
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
            assert!(black + white <= FEW || gathers(&position, &rules, target));
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
                if takes && !attackers::without_emperors(&position, &rules, Side::Black, target) {
                    assert!(attackers::emperors(&position, &rules, Side::Black).next().is_some());
                }
            }
        }
    }
}
