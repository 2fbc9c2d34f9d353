//! When a search ends: depth, nodes, time, clocks.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The state of one player's clock.
///
/// ```
/// use std::time::Duration;
/// use mujo_engine::Clock;
/// let clock = Clock { main: Duration::from_secs(60), byoyomi: Duration::from_secs(5), ..Clock::default() };
/// let (soft, hard) = clock.budget();
/// assert!(soft >= Duration::from_secs(5) && hard <= Duration::from_secs(65));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time that is left.
    pub main: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Free time for every move once the main time is used up.
    pub byoyomi: Duration,
    /// Moves until the next time control; `None` to the end of the game.
    pub moves_to_go: Option<u32>,
}

/// Moves that the main time must last for where nobody says so. Games of this family take hundreds.
const MOVES: u32 = 60;
/// Kept back for the way to the caller.
const OVERHEAD: Duration = Duration::from_millis(20);

impl Clock {
    /// Time after which no further iteration begins, and time at which the search ends.
    pub fn budget(&self) -> (Duration, Duration) {
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        let free = self.byoyomi + self.increment.mul_f64(0.8);
        let soft = self.main / moves + free;
        let most = self.main.mul_f64(if moves == 1 { 0.95 } else { 0.3 }) + free;
        let available = (self.main + self.byoyomi).saturating_sub(OVERHEAD).max(Duration::from_millis(1));
        let hard = (soft * 3).min(most).min(available);
        (soft.min(hard), hard)
    }
}

/// What ends a search. Whatever comes first does; without any limit the search goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, from 1.
    pub depth: Option<u32>,
    /// Positions visited, by all threads. A depth of two is completed first.
    pub nodes: Option<u64>,
    /// Time for this move. A depth of two is completed first.
    pub time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Number of best lines, from 1.
    pub lines: usize,
}

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 100;

/// A search on the opponent's time: limits of time and nodes begin to count when the expected move is played.
///
/// ```
/// use mujo_engine::Ponder;
/// let ponder = Ponder::default();
/// assert!(ponder.is_pondering());
/// ponder.hit();
/// assert!(!ponder.is_pondering());
/// ```
#[derive(Debug, Default)]
pub struct Ponder(OnceLock<Instant>);

impl Ponder {
    /// The expected move was played: the clock of the search starts now. A second call has no effect.
    pub fn hit(&self) {
        self.0.get_or_init(Instant::now);
    }

    /// Whether the move has not been played yet.
    pub fn is_pondering(&self) -> bool {
        self.0.get().is_none()
    }
}

/// Limits and the time when the search began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer<'a> {
    start: Instant,
    ponder: Option<&'a Ponder>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    pub nodes: u64,
    pub depth: u32,
}

impl<'a> Timer<'a> {
    pub(crate) fn new(limits: &Limits, ponder: Option<&'a Ponder>) -> Self {
        let budget = limits.clock.map(|clock| clock.budget());
        let least = |one: Option<Duration>, other: Option<Duration>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self {
            start: Instant::now(),
            ponder,
            soft: budget.map(|(soft, _)| soft),
            hard: least(limits.time, budget.map(|(_, hard)| hard)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time on the own clock; `None` while the search ponders.
    fn counted(&self) -> Option<Duration> {
        match self.ponder {
            None => Some(self.start.elapsed()),
            Some(ponder) => ponder.0.get().map(Instant::elapsed),
        }
    }

    /// Whether the time is up.
    pub(crate) fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.counted().is_some_and(|counted| counted >= hard))
    }

    /// Whether this number of positions is over the limit.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes && self.ponder.is_none_or(|ponder| !ponder.is_pondering())
    }

    /// Whether another iteration is worth beginning; `calm` is below 1 where the best move has long been the same.
    pub(crate) fn begins_another(&self, calm: f64) -> bool {
        self.soft.is_none_or(|soft| self.counted().is_none_or(|counted| counted < soft.mul_f64(calm)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_spends_more_than_it_has() {
        for main in [0, 1, 50, 1000, 60_000, 3_600_000] {
            for byoyomi in [0, 100, 10_000] {
                for increment in [0, 100, 5_000] {
                    for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                        let [main, byoyomi, increment] = [main, byoyomi, increment].map(Duration::from_millis);
                        let clock = Clock { main, increment, byoyomi, moves_to_go };
                        let (soft, hard) = clock.budget();
                        assert!(soft <= hard);
                        assert!(hard <= (main + byoyomi).max(Duration::from_millis(1)), "{clock:?} gives {hard:?}");
                    }
                }
            }
        }
    }
}
