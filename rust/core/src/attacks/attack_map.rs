//! All squares that a side attacks (rule 5.3), found in one pass over its pieces.
//!
//! What it speeds up: legality of an emperor's moves, each of which needs to know whether its end is attacked. Under the
//! rule that no emperor may go to an attacked square, a list of a sparse board of tai takes 0.4 of the instructions, that of
//! a full one 1.1. The simple path tests square by square ([`reach::without_emperors`](crate::attacks::reach::without_emperors)).

use crate::geometry::Square;
use crate::position::Position;
use crate::powers::{self, Mover};
use crate::rules::{RuleSet, Side};

/// The squares that a side's pieces other than emperors attack.
#[derive(Debug, Default)]
pub(crate) struct AttackMap {
    /// By index of the square.
    squares: Vec<bool>,
    /// Whether the squares could be listed; nothing before they are computed.
    is_listed: Option<bool>,
}

impl AttackMap {
    /// Mark the map as not computed.
    #[inline]
    pub(crate) fn invalidate(&mut self) {
        self.is_listed = None;
    }

    /// Compute the squares. `false` if they cannot be listed, since a piece goes anywhere or is interpreted.
    pub(crate) fn compute(&mut self, position: &Position, rules: &RuleSet, side: Side) -> bool {
        self.squares.clear();
        self.squares.resize(Square::COUNT, false);
        let is_listed = position.squares(rules, side).all(|square| {
            let cell = position.at(square);
            let mover = Mover::without_neighbours(position, rules, square, side);
            rules.profile(cell).emperor
                || powers::attacked(&mover, rules.powers_of(cell), &mut |square| {
                    debug_assert!(square.index() < rules.geometry().cells());
                    self.squares[square.index() % Square::COUNT] = true;
                })
        });
        self.is_listed = Some(is_listed);
        is_listed
    }

    /// Whether the squares are listed; `None` before they are computed.
    #[inline]
    pub(crate) fn is_listed(&self) -> Option<bool> {
        self.is_listed
    }

    /// Whether a piece could capture on a square of the board.
    #[inline]
    pub(crate) fn has(&self, square: Square) -> bool {
        debug_assert_eq!(self.is_listed, Some(true));
        self.squares[square.index() % Square::COUNT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::emperor_exchange;
    use crate::attacks::reach;
    use crate::game::Board;
    use crate::random::playout::Player;
    use crate::rng::Stream;
    use crate::rules::power_tables::PowerSet;
    use crate::rules::{Cell, Kind};

    /// The map contains exactly the squares that some piece could capture on.
    #[test]
    fn the_map_agrees_with_each_piece() {
        let mut map = AttackMap::default();
        let mut counts = [0; 2];
        for name in ["tai", "tai/japanese", "maka", "maka[hook_captures=2]", "maka[TK=free3]", "hishigata", "chu"] {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 0), (2, 60), (3, 400), (4, 1500)] {
                player.play(&start, seed, plies);
                let position = player.board().to_position();
                for side in Side::BOTH {
                    let known = map.compute(&position, &rules, side);
                    assert!(known, "{name}");
                    for target in rules.geometry().all() {
                        let takes = |from: Square| {
                            from != target
                                && !reach::is_emperor(&position, &rules, from)
                                && reach::reaches(&position, &rules, from, target)
                        };
                        let by_one = position.squares(&rules, side).any(takes);
                        assert_eq!(map.has(target), by_one, "{name}, {seed}: {}", rules.geometry().name(target));
                        counts[usize::from(by_one)] += 1;
                    }
                }
            }
        }
        assert!(counts.into_iter().all(|count| count > 3000), "{counts:?}");
    }

    /// If any piece is universal or interpreted, the map lists nothing, otherwise all attacked squares.
    #[test]
    fn unlistable_pieces_make_the_map_unlistable() {
        let universal = "U = { name = \"wanderer\", kanji = \"遊\", board = \"遊\", romaji = \"yu\", betza = \"U\", source = \"x\" }\n";
        let rules = RuleSet::from_toml("guards", &format!("{}{universal}", emperor_exchange::tests::GAME)).unwrap();
        let kinds: Vec<Kind> = rules.all_kinds().collect();
        let mut stream = Stream::new(3);
        let mut map = AttackMap::default();
        let mut counts = [0; 2];
        for number in 0..600 {
            let mut position = Position::empty(&rules);
            for _ in 0..2 + number % 7 {
                let square = rules.geometry().from_dense(stream.below(49)).unwrap();
                position.lift(&rules, square);
                position.put(&rules, square, Cell::new(kinds[stream.below(kinds.len())], Side::BOTH[stream.below(2)]));
            }
            let side = Side::BOTH[number % 2];
            let is_unlistable = position.squares(&rules, side).any(|square| {
                let powers = rules.powers_of(position.at(square));
                !reach::is_emperor(&position, &rules, square)
                    && powers.has(PowerSet::UNIVERSAL.or(PowerSet::INTERPRETED))
            });
            assert_eq!(map.compute(&position, &rules, side), !is_unlistable, "{number}");
            counts[usize::from(is_unlistable)] += 1;
            for target in rules.geometry().all().filter(|_| !is_unlistable) {
                let by_one = reach::without_emperors(&position, &rules, side, target);
                assert_eq!(map.has(target), by_one, "{number}: {}", rules.geometry().name(target));
            }
        }
        assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
    }
}
