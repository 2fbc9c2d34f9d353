//! Attackers of a square (rules 5.3 and 8.1), found without making moves.
//!
//! These functions read a position. If an emperor's capture must be tried, they copy it.

use crate::attacks::emperor_rule;
use crate::attacks::reach::{candidates, emperors, is_emperor, reaches, without_emperors};
use crate::geometry::Square;
use crate::position::Position;
use crate::rules::{RuleSet, Side};

/// Whether a piece of `side` could capture on `target` (rule 5.3). Whatever stands there counts as an enemy.
///
/// ```
/// use mujo_core::attacks;
/// use mujo_core::position::Position;
/// use mujo_core::rules::{RuleSet, Side};
///
/// let rules = RuleSet::named("chu")?;
/// let position = Position::start(&rules);
/// let [near, far] = ["6h", "6f"].map(|name| rules.geometry().parse(name).unwrap());
/// assert!(attacks::could_capture(&position, &rules, Side::Black, near));
/// assert!(!attacks::could_capture(&position, &rules, Side::Black, far));
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn could_capture(position: &Position, rules: &RuleSet, side: Side, target: Square) -> bool {
    without_emperors(position, rules, side, target)
        || emperors(position, rules, side).next().is_some()
            && emperor_rule::emperor_attacker(&mut position.clone(), rules, side, target).is_some()
}

/// Squares of the pieces of `side` that could take an enemy standing on `target` (rule 8.1), 1a first.
///
/// Second steps, igui and hooks count; an emperor only if the emperor rule allows it. Repetition, exposure and whose turn it
/// is do not matter.
///
/// ```
/// use mujo_core::attacks;
/// use mujo_core::position::Position;
/// use mujo_core::rules::{RuleSet, Side};
///
/// let rules = RuleSet::named("tai")?;
/// let (position, geometry) = (Position::start(&rules), rules.geometry());
/// let target = geometry.parse("13m").unwrap();
/// for square in attacks::attackers(&position, &rules, Side::Black, target) {
///     assert!(attacks::attacks(&position, &rules, square, target));
/// }
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn attackers(position: &Position, rules: &RuleSet, side: Side, target: Square) -> Vec<Square> {
    let mut trial = Trial::new(position);
    position.squares(rules, side).filter(|square| trial.attacks(rules, *square, target)).collect()
}

/// Whether the piece on `from` could take an enemy standing on `target`; an emperor only if the emperor rule allows it.
pub fn attacks(position: &Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    Trial::new(position).attacks(rules, from, target)
}

/// The piece of `side` of least value that could take an enemy standing on `target`: the next capture of a static exchange.
///
/// `values` has a value for each kind, by [`Kind::index`](crate::rules::Kind::index). Of equal values the first piece found is
/// returned. Emperors come last, whatever their value, and only if the emperor rule allows the capture.
///
/// ```
/// use mujo_core::attacks;
/// use mujo_core::position::Position;
/// use mujo_core::rules::{RuleSet, Side};
///
/// let rules = RuleSet::named("chu")?;
/// let position = Position::start(&rules);
/// let mut values = vec![100; rules.kind_count()];
/// let gold = rules.kind_of("G", false).unwrap();
/// values[gold.index()] = 50;
/// let target = rules.geometry().parse("8k").unwrap();
/// let attacker = attacks::least_valuable_attacker(&position, &rules, Side::Black, target, &values);
/// assert_eq!(attacker.map(|square| position.at(square).kind()), Some(gold));
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
///
/// # Panics
/// If `values` has no value for one of the pieces.
pub fn least_valuable_attacker(
    position: &Position,
    rules: &RuleSet,
    side: Side,
    target: Square,
    values: &[i32],
) -> Option<Square> {
    let mut least: Option<(i32, Square)> = None;
    let mut has_emperor = false;
    for square in candidates(position, rules, side, target) {
        let cell = position.at(square);
        if rules.profile(cell).emperor {
            has_emperor = true;
            continue;
        }
        let value = values[cell.kind().index()];
        if least.is_none_or(|(lowest, _)| value < lowest) && reaches(position, rules, square, target) {
            least = Some((value, square));
        }
    }
    match least {
        Some((_, square)) => Some(square),
        None if has_emperor => emperor_rule::emperor_attacker(&mut position.clone(), rules, side, target),
        None => None,
    }
}

/// Squares of enemy pieces that the piece on `from` could take (rule 6.3), 1a first.
pub fn targets(position: &Position, rules: &RuleSet, from: Square) -> Vec<Square> {
    let Some(side) = position.at(from).side() else {
        return Vec::new();
    };
    let mut trial = Trial::new(position);
    position.squares(rules, side.other()).filter(|square| trial.attacks(rules, from, *square)).collect()
}

/// A position, and a copy to try captures of emperors on, made when the first one is tried.
struct Trial<'a> {
    position: &'a Position,
    copy: Option<Position>,
}

impl<'a> Trial<'a> {
    fn new(position: &'a Position) -> Self {
        Self { position, copy: None }
    }

    /// As [`attacks`].
    fn attacks(&mut self, rules: &RuleSet, from: Square, target: Square) -> bool {
        if !is_emperor(self.position, rules, from) {
            return reaches(self.position, rules, from, target);
        }
        let copy = self.copy.get_or_insert_with(|| self.position.clone());
        emperor_rule::takes_on(copy, rules, from, target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::powers::interpreted;
    use crate::random::playout::Player;
    use crate::rules::RuleSet;

    /// In positions of random games the attacks of powers agree with the interpreter, and the fast path with the slow one.
    #[test]
    fn attacks_agree_with_the_plain_interpreter() {
        for name in
            ["tai", "tai/japanese", "maka[hook_captures=2,TK=free3]", "hishigata", "chu", "tenjiku[burning=off]"]
        {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 40), (2, 400), (3, 1500)] {
                player.play(&start, seed, plies);
                let position = player.board().to_position();
                for target in rules.geometry().all().step_by(7) {
                    for side in Side::BOTH {
                        let mut any = false;
                        let squares: Vec<Square> = position.squares(&rules, side).collect();
                        for square in squares {
                            let literal = square != target && interpreted::takes_on(&position, &rules, square, target);
                            assert_eq!(reaches(&position, &rules, square, target), literal, "{name}, seed {seed}");
                            any |= attacks(&position, &rules, square, target);
                        }
                        assert_eq!(could_capture(&position, &rules, side, target), any, "{name}, seed {seed}");
                        let found = emperor_rule::first_attacker(&mut position.clone(), &rules, side, target);
                        assert_eq!(found.is_some(), any, "{name}, seed {seed}");
                    }
                }
            }
        }
    }

    /// The least valuable attacker is the least of all attackers, emperors last; and every function that reads a position
    /// agrees with the one that tries captures on it.
    #[test]
    fn the_least_valuable_attacker_is_the_least_of_all() {
        let mut found = [0; 3];
        for name in ["tai", "tai/tsa", "maka[hook_captures=2]", "hishigata", "chu", "tenjiku"] {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut stream = crate::rng::Stream::new(6);
            let values: Vec<i32> = (0..rules.kind_count()).map(|_| i32::try_from(stream.below(20)).unwrap()).collect();
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 40), (2, 400), (3, 1500)] {
                player.play(&start, seed, plies);
                let position = player.board().to_position();
                for target in rules.geometry().all().step_by(5) {
                    for side in Side::BOTH {
                        let all = attackers(&position, &rules, side, target);
                        assert_eq!(could_capture(&position, &rules, side, target), !all.is_empty());
                        assert!(all.iter().all(|square| attacks(&position, &rules, *square, target)));
                        let order = |square: Square| {
                            (is_emperor(&position, &rules, square), values[position.at(square).kind().index()])
                        };
                        let least = least_valuable_attacker(&position, &rules, side, target, &values);
                        let wanted = all.iter().map(|square| order(*square)).min();
                        assert_eq!(least.map(order), wanted, "{name}, seed {seed}");
                        assert!(least.is_none_or(|square| all.contains(&square)));
                        found[wanted.map_or(2, |(emperor, _)| usize::from(emperor))] += 1;
                    }
                }
            }
        }
        assert!(found.into_iter().all(|count| count > 50), "{found:?}");
    }
}
