//! Random games, uniform over the legal moves and reproducible from their seed on every machine.

use crate::game::Board;
use crate::game::outcome::Outcome;
use crate::moves::Move;
use crate::parallel::{Interrupt, NeverInterrupt};
use crate::random::move_sampler::MoveSampler;
pub use crate::rng::Stream;

/// The result of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Moves made.
    pub plies: u32,
    /// The outcome; `None` if the game was cut at the limit.
    pub outcome: Option<Outcome>,
}

/// Plies between two checks for an interrupt.
const PLIES_BETWEEN_LOOKS: u32 = 64;

/// Plays random games, reusing one board.
#[derive(Debug)]
pub struct Player {
    board: Board,
    draw: MoveSampler,
}

impl Player {
    /// A player for games that begin like `start`.
    pub fn new(start: &Board) -> Self {
        let board = start.clone();
        let draw = MoveSampler::new(&board);
        Self { board, draw }
    }

    /// The board as the last game left it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Play one game from `start`: at most `limit` moves, each uniform over the legal moves.
    pub fn play(&mut self, start: &Board, seed: u64, limit: u32) -> Played {
        self.play_watched(start, seed, limit, &mut NeverInterrupt).unwrap_or(Played { plies: 0, outcome: None })
    }

    /// As [`Player::play`]; `None` if interrupted.
    pub fn play_watched(&mut self, start: &Board, seed: u64, limit: u32, watch: &mut impl Interrupt) -> Option<Played> {
        self.board.reset_to(start);
        self.draw.reset(&self.board);
        let mut stream = Stream::new(seed);
        for plies in 0..limit {
            if plies % PLIES_BETWEEN_LOOKS == PLIES_BETWEEN_LOOKS - 1 && watch.should_stop() {
                return None;
            }
            let Some(mv) = self.draw(&mut stream) else {
                return Some(Played { plies, outcome: self.board.outcome() });
            };
            self.board.push_unchecked(mv);
            self.draw.made(&self.board);
        }
        Some(Played { plies: limit, outcome: self.board.outcome() })
    }

    /// Draw a legal move uniformly; `None` if there is none.
    pub fn draw(&mut self, stream: &mut Stream) -> Option<Move> {
        self.draw.draw(&self.board, stream)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::rules::RuleSet;
    use crate::text;

    fn board(rules: &str, position: &str) -> Board {
        let rules = RuleSet::named(rules).unwrap();
        let parsed = text::parse_position(&rules, position).unwrap();
        Board::from_position(Arc::clone(&rules), parsed.position, 1)
    }

    /// Every legal move is drawn about as often as any other: chi-square within five standard deviations.
    #[test]
    fn draws_are_uniform_over_the_legal_moves() {
        let ranks = "5,k,13/19/19/19/19/19/19/19/9,LN,9/8,p,+dv,p,8/9,p,9/19/19/19/19/19/19/19/K,18";
        for (rules, position, seed) in
            [("maka", ranks, 1), ("maka[promotion=mandatory]", ranks, 2), ("hishigata", "startpos", 3)]
        {
            let board = board(rules, position);
            let legal = board.clone().legal_list();
            let mut player = Player::new(&board);
            let mut stream = Stream::new(seed);
            let mut seen: BTreeMap<Move, u32> = BTreeMap::new();
            let each: u16 = 400;
            for _ in 0..legal.len() * usize::from(each) {
                *seen.entry(player.draw(&mut stream).unwrap()).or_default() += 1;
            }
            assert!(seen.keys().all(|mv| legal.contains(mv)), "{rules}: only legal moves are drawn");
            let expected = f64::from(each);
            let chi: f64 = legal
                .iter()
                .map(|mv| (f64::from(seen.get(mv).copied().unwrap_or(0)) - expected).powi(2) / expected)
                .sum();
            let freedom = f64::from(u16::try_from(legal.len() - 1).unwrap());
            assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{rules}: chi-square {chi} for {freedom}");
        }
    }

    /// A move that repetition forbids is never drawn, though its piece can make it.
    #[test]
    fn forbidden_moves_are_never_drawn() {
        let mut board = board("tai", "startpos");
        for text in ["8r8q", "8h8i", "13y13n", "13a13l", "13n13y"] {
            let mv = text::read_move(&board, text).unwrap();
            board.push(mv).unwrap();
        }
        let back = text::parse_usi(board.rules(), "13l13a").unwrap();
        assert!(!board.is_legal(back) && board.past(&board.position()).forbids(back).is_some());
        let mut player = Player::new(&board);
        let mut stream = Stream::new(5);
        let legal = board.legal_list();
        for _ in 0..20_000 {
            let mv = player.draw(&mut stream).unwrap();
            assert!(mv != back && legal.contains(&mv));
        }
    }

    /// A move that only loses by the fourth occurrence is drawn like any other; where it is forbidden, it is not.
    #[test]
    fn moves_that_lose_by_repetition_are_drawn() {
        for (repetition, drawn) in [("fourfold", true), ("jcsa", false), ("none", true)] {
            let ranks = "k,18/19/9,ln,9/19/19/19/19/19/19/19/19/19/R,13,G,4/19/19/19/19/19/18,K w";
            let mut board = board(&format!("maka[repetition={repetition}]"), ranks);
            let checks_all_along = ["10c10c", "5m5n", "10c10c", "5n5m"];
            for text in checks_all_along.iter().cycle().take(11) {
                let mv = text::read_move(&board, text).unwrap();
                board.push(mv).unwrap();
            }
            let last = text::parse_usi(board.rules(), "5n5m").unwrap();
            assert_eq!(board.is_legal(last), drawn, "{repetition}");
            let mut player = Player::new(&board);
            let mut stream = Stream::new(6);
            assert_eq!((0..2000).any(|_| player.draw(&mut stream) == Some(last)), drawn, "{repetition}");
        }
    }

    #[test]
    fn a_seed_is_a_game() {
        let start = board("maka", "startpos");
        let mut player = Player::new(&start);
        let first = player.play(&start, 7, 200);
        let key = player.board().key();
        assert_eq!((player.play(&start, 7, 200), player.board().key()), (first, key));
        player.play(&start, 8, 200);
        assert_ne!(player.board().key(), key);
    }
}
