//! Many random games at once, shared by threads. The results do not depend on the number of threads.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::game::Board;
use crate::game::outcome::{Outcome, Termination};
use crate::parallel::Interrupt;
use crate::random::playout::{Played, Player};
use crate::rng::mix;
use crate::rules::{RuleSet, Side};
use crate::text::move_id;

/// Incremented, with a line in the changelog, whenever a seed yields different games.
pub const STREAM_VERSION: u32 = 2;

/// The seed of one of many games, different for each.
pub const fn seed_of_game(seed: u64, game: u64) -> u64 {
    mix(mix(seed.wrapping_add(0x6d75_6a6f_2d67_3173)).wrapping_add(game.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// An outcome as numbers: the winner (1 Black, -1 White, 0 none) and the termination (its index in [`Termination::ALL`]
/// plus 1; 0 for an unfinished game).
pub fn numbers(outcome: Option<Outcome>) -> (i8, u8) {
    let Some(outcome) = outcome else {
        return (0, 0);
    };
    let winner = match outcome.winner {
        Some(Side::Black) => 1,
        Some(Side::White) => -1,
        None => 0,
    };
    let place = Termination::ALL.iter().position(|known| *known == outcome.termination).unwrap_or_default();
    (winner, u8::try_from(place + 1).unwrap_or_default())
}

/// The outcome that has these numbers.
pub fn outcome_of_numbers(winner: i8, termination: u8) -> Option<Outcome> {
    let termination = *Termination::ALL.get(usize::from(termination).checked_sub(1)?)?;
    let winner = match winner {
        1 => Some(Side::Black),
        -1 => Some(Side::White),
        _ => None,
    };
    Some(Outcome { winner, termination })
}

/// Games per chunk; a chunk is allocated when its first game is played.
const GAMES_TOGETHER: usize = 4096;

/// The moves of one game, once it is played.
type Kept = OnceLock<Box<[u64]>>;

/// Results of some games.
#[derive(Debug, Default)]
struct Part {
    /// Plies, and in the two highest bytes winner and termination.
    results: Vec<AtomicU64>,
    /// Empty if the moves are not kept.
    moves: Vec<Kept>,
}

/// Random games from one board, each uniform over the legal moves with the rule set's repetition in force.
#[derive(Debug)]
pub struct Games {
    rules: Arc<RuleSet>,
    /// Each thread takes a copy.
    start: Mutex<Board>,
    seed: u64,
    first: u64,
    count: u32,
    limit: u32,
    keep_moves: bool,
    parts: Vec<OnceLock<Part>>,
    next: AtomicU64,
    done: AtomicU32,
    stop: AtomicBool,
}

impl Games {
    /// Prepare games number `first` to `first + count - 1` of a seed, of at most `limit` moves each.
    pub fn new(start: Board, seed: u64, first: u64, count: u32, limit: u32, keep_moves: bool) -> Self {
        let mut parts = Vec::new();
        parts.resize_with((count as usize).div_ceil(GAMES_TOGETHER), OnceLock::new);
        let (next, done, stop) = (AtomicU64::new(0), AtomicU32::new(0), AtomicBool::new(false));
        let rules = Arc::clone(start.rules());
        Self { rules, start: Mutex::new(start), seed, first, count, limit, keep_moves, parts, next, done, stop }
    }

    /// The slots for the result of a game and for its moves, if they are kept; `None` if there is no such game.
    fn place(&self, game: u64) -> Option<(&AtomicU64, Option<&Kept>)> {
        let game = usize::try_from(game).ok().filter(|game| *game < self.count as usize)?;
        let part = self.parts.get(game / GAMES_TOGETHER)?.get_or_init(|| {
            let size = GAMES_TOGETHER.min(self.count as usize - game / GAMES_TOGETHER * GAMES_TOGETHER);
            let mut part = Part::default();
            part.results.resize_with(size, AtomicU64::default);
            part.moves.resize_with(if self.keep_moves { size } else { 0 }, OnceLock::new);
            part
        });
        Some((part.results.get(game % GAMES_TOGETHER)?, part.moves.get(game % GAMES_TOGETHER)))
    }

    /// The rule set.
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// Play until all games are finished or the call is interrupted. Call it from every thread.
    pub fn work(&self, mut watch: impl Interrupt) {
        let start = self.start.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut player = Player::new(&start);
        while !watch.should_stop() {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((result, kept)) = self.place(game) else {
                return;
            };
            let seed = seed_of_game(self.seed, self.first.wrapping_add(game));
            let Some(Played { plies, outcome }) = player.play_watched(&start, seed, self.limit, &mut watch) else {
                return;
            };
            let (winner, termination) = numbers(outcome);
            let [winner] = winner.to_ne_bytes();
            result.store(u64::from(plies) | u64::from(winner) << 48 | u64::from(termination) << 56, Ordering::Relaxed);
            if let Some(kept) = kept {
                let moves = player.board().moves().skip(start.ply());
                // No other thread plays this game.
                let _ = kept.set(moves.map(|mv| move_id::of(self.rules(), mv)).collect());
            }
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    /// The flag that makes every thread stop soon.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Games played, and all games.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Acquire) as usize, self.count as usize)
    }

    fn played(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter_map(OnceLock::get)
    }

    /// Plies, winner and termination of each game ([`numbers`]), once [`Games::progress`] says that all are played.
    pub fn results(&self) -> impl Iterator<Item = (u32, i8, u8)> {
        self.played().flat_map(|part| &part.results).map(|result| {
            let [a, b, c, d, _, _, winner, termination] = result.load(Ordering::Relaxed).to_le_bytes();
            (u32::from_le_bytes([a, b, c, d]), i8::from_ne_bytes([winner]), termination)
        })
    }

    /// The numbers ([`move_id::of`]) of the moves of each game, if they were kept.
    pub fn moves(&self) -> Option<impl Iterator<Item = &[u64]>> {
        let moves = self.played().flat_map(|part| &part.moves);
        self.keep_moves.then(|| moves.map(|moves| moves.get().map_or(&[][..], |moves| moves)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::parallel::{NeverInterrupt, SharedFlag};

    #[test]
    fn outcomes_have_numbers() {
        assert_eq!(numbers(None), (0, 0));
        assert_eq!(outcome_of_numbers(0, 0), None);
        for termination in Termination::ALL {
            for winner in [Some(Side::Black), Some(Side::White), None] {
                let outcome = Some(Outcome { winner, termination });
                let (winner, termination) = numbers(outcome);
                assert_eq!(outcome_of_numbers(winner, termination), outcome);
            }
        }
    }

    #[test]
    fn games_have_seeds_of_their_own() {
        let seeds: HashSet<u64> = (0..50).flat_map(|seed| (0..200).map(move |game| seed_of_game(seed, game))).collect();
        assert_eq!(seeds.len(), 10_000);
    }

    type Told = (Vec<(u32, i8, u8)>, Vec<Vec<u64>>);

    fn played(name: &str, first: u64, count: u32, threads: usize) -> Told {
        let games = Games::new(Board::new(RuleSet::named(name).unwrap()), 9, first, count, 60, true);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| games.work(NeverInterrupt));
            }
        });
        assert_eq!(games.progress(), (count as usize, count as usize));
        (games.results().collect(), games.moves().unwrap().map(<[u64]>::to_vec).collect())
    }

    #[test]
    fn games_depend_on_seed_and_number_alone() {
        for name in ["maka", "hishigata", "chu"] {
            let (results, moves) = played(name, 0, 30, 1);
            for threads in [2, 3] {
                assert_eq!(played(name, 0, 30, threads), (results.clone(), moves.clone()));
            }
            assert_eq!(played(name, 20, 10, 2), (results[20..].to_vec(), moves[20..].to_vec()));
            for ((plies, ..), moves) in results.iter().zip(&moves) {
                assert_eq!(*plies as usize, moves.len());
            }
        }
    }

    /// More games than lie together.
    #[test]
    fn many_games_keep_their_order() {
        let count = 2 * GAMES_TOGETHER + 10;
        let board = Board::new(RuleSet::named("chu").unwrap());
        let played = |first: usize, count: usize| {
            let games = Games::new(board.clone(), 1, first as u64, u32::try_from(count).unwrap(), 1, true);
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| games.work(NeverInterrupt));
                }
            });
            assert_eq!(games.results().count(), count);
            games.moves().unwrap().map(<[u64]>::to_vec).collect::<Vec<_>>()
        };
        let moves = played(0, count);
        assert_eq!(moves.len(), count);
        assert_eq!(played(GAMES_TOGETHER - 3, 6), moves[GAMES_TOGETHER - 3..GAMES_TOGETHER + 3]);
        assert_eq!(played(2 * GAMES_TOGETHER, 10), moves[2 * GAMES_TOGETHER..]);
    }

    #[test]
    fn a_flag_ends_the_games() {
        let games = Games::new(Board::new(RuleSet::named("maka").unwrap()), 9, 0, 10, 60, false);
        games.stop_flag().store(true, Ordering::Relaxed);
        games.work(SharedFlag(games.stop_flag()));
        assert_eq!(games.progress(), (0, 10));
        assert!(games.moves().is_none());
    }
}
