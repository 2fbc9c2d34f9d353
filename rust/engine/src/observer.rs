//! Reports from within an iteration, for programs that show what a long search is doing.

use std::fmt;
use std::time::Duration;

use mujo_core::moves::Move;

/// The state of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// Depth of the iteration that runs, from 1.
    pub depth: u32,
    /// Deepest ply that it has looked at.
    pub seldepth: u32,
    /// The root move that is being searched.
    pub current: Move,
    /// Its place in the order of the root moves, from 1.
    pub number: usize,
    /// Number of root moves.
    pub moves: usize,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// Used part of the table, in thousandths.
    pub hashfull: usize,
}

/// Receives the state of a search while it runs, between the reports of its iterations.
pub trait Observer: fmt::Debug {
    /// The calling thread is at work. Called once the search is a second old: at least once a second, and when a root move
    /// begins, but then not more often than ten times a second. The search waits for its return.
    fn running(&self, state: &Running);
}

/// Age of a search from which it is observed, and longest time between two calls.
const PERIOD: Duration = Duration::from_secs(1);
/// Shortest time between two calls.
const PAUSE: Duration = Duration::from_millis(100);

/// When the observer was called last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    last: Duration,
}

impl Pace {
    /// Whether a call is due; if it is, the next one is counted from this time.
    pub(crate) fn is_due(&mut self, now: Duration, begins_move: bool) -> bool {
        let pause = if begins_move { PAUSE } else { PERIOD };
        let due = now >= PERIOD && now.saturating_sub(self.last) >= pause;
        if due {
            self.last = now;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_spaced() {
        let mut pace = Pace::default();
        let mut called = |milliseconds, begins_move| pace.is_due(Duration::from_millis(milliseconds), begins_move);
        assert!(!called(999, true) && !called(999, false));
        assert!(called(1000, true));
        assert!(!called(1099, true) && !called(1999, false));
        assert!(called(1100, true));
        assert!(!called(2099, false) && called(2100, false));
    }
}
