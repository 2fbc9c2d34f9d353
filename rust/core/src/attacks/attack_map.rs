//! Which squares a side guards: on which its pieces could take (rule 5.3), told for the whole board at once.
//!
//! An emperor may be asked about hundreds of squares in one list. Asking who could take there square by square, as
//! [`attacks`](crate::movegen::attacks) does, costs more than to look once from each enemy piece at all it could take.

use crate::geometry::Square;
use crate::position::Position;
use crate::powers::{self, Mover};
use crate::rules::{RuleSet, Side};

/// The squares that a side guards without its emperors, on one board, once they were looked for.
#[derive(Debug, Default)]
pub(crate) struct AttackMap {
    squares: Vec<bool>,
    /// Whether they were looked for, and could be told.
    told: Option<bool>,
}

impl AttackMap {
    /// Begin with another board.
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.told = None;
    }

    /// Look at a board; `false` if its squares cannot be told so, since some piece goes anywhere or its moves are read
    /// literally.
    pub(crate) fn look(&mut self, position: &Position, rules: &RuleSet, side: Side) -> bool {
        self.squares.clear();
        self.squares.resize(Square::COUNT, false);
        let told = position.squares(rules, side).all(|square| {
            let code = position.at(square);
            let mover = Mover::without_ring(position, rules, square, side);
            rules.profile(code).emperor
                || powers::attacked(&mover, rules.powers_of(code), &mut |square| {
                    self.squares[square.index() % Square::COUNT] = true;
                })
        });
        self.told = Some(told);
        told
    }

    /// Whether they were looked for.
    #[inline]
    pub(crate) fn told(&self) -> Option<bool> {
        self.told
    }

    /// Whether a piece could take on the square; of the squares of the board.
    #[inline]
    pub(crate) fn holds(&self, square: Square) -> bool {
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

    /// The squares of a board that are guarded are those on which some piece takes, asked one by one.
    #[test]
    fn squares_are_guarded_by_who_could_take_there() {
        let mut guarded = AttackMap::default();
        let mut told = [0; 2];
        for name in ["tai", "tai/japanese", "maka", "maka[hook_captures=2]", "maka[TK=free3]", "hishigata", "chu"] {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 0), (2, 60), (3, 400), (4, 1500)] {
                player.play(&start, seed, plies);
                let position = player.board().to_position();
                for side in Side::BOTH {
                    let known = guarded.look(&position, &rules, side);
                    assert!(known, "{name}");
                    for target in rules.geometry().all() {
                        let takes = |from: Square| {
                            from != target
                                && !reach::is_emperor(&position, &rules, from)
                                && reach::reaches(&position, &rules, from, target)
                        };
                        let by_one = position.squares(&rules, side).any(takes);
                        assert_eq!(guarded.holds(target), by_one, "{name}, {seed}: {}", rules.geometry().name(target));
                        told[usize::from(by_one)] += 1;
                    }
                }
            }
        }
        assert!(told.into_iter().all(|count| count > 3000), "{told:?}");
    }

    /// In a game of one's own some pieces go anywhere and some are read literally: then nothing is told, else all as asked.
    #[test]
    fn pieces_that_cannot_be_told_are_left_to_others() {
        let universal = "U = { name = \"wanderer\", kanji = \"遊\", board = \"遊\", romaji = \"yu\", betza = \"U\", source = \"x\" }\n";
        let rules = RuleSet::from_toml("guards", &format!("{}{universal}", emperor_exchange::tests::GAME)).unwrap();
        let kinds: Vec<Kind> = rules.all_kinds().collect();
        let mut stream = Stream::new(3);
        let mut guarded = AttackMap::default();
        let mut counts = [0; 2];
        for number in 0..600 {
            let mut position = Position::empty(&rules);
            for _ in 0..2 + number % 7 {
                let square = rules.geometry().from_dense(stream.below(49)).unwrap();
                position.lift(&rules, square);
                position.put(&rules, square, Cell::new(kinds[stream.below(kinds.len())], Side::BOTH[stream.below(2)]));
            }
            let side = Side::BOTH[number % 2];
            let cannot_be_told = position.squares(&rules, side).any(|square| {
                let powers = rules.powers_of(position.at(square));
                !reach::is_emperor(&position, &rules, square)
                    && powers.has(PowerSet::UNIVERSAL.or(PowerSet::INTERPRETED))
            });
            assert_eq!(guarded.look(&position, &rules, side), !cannot_be_told, "{number}");
            counts[usize::from(cannot_be_told)] += 1;
            for target in rules.geometry().all().filter(|_| !cannot_be_told) {
                let by_one = reach::without_emperors(&position, &rules, side, target);
                assert_eq!(guarded.holds(target), by_one, "{number}: {}", rules.geometry().name(target));
            }
        }
        assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
    }
}
