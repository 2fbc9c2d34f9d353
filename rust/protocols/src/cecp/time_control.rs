//! How long the player may think, as CECP describes it.

use std::time::{Duration, Instant};

use mujo_engine::{Clock, Limits};

/// The time control of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeControl {
    /// Moves a session of the clock; 0 for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// A fixed time for every move.
    fixed: Option<Duration>,
    depth: Option<u32>,
    /// What is left on the own clock.
    left: Duration,
    /// Whether the other side has told what is left.
    was_told: bool,
    began: Option<Instant>,
}

impl Default for TimeControl {
    fn default() -> Self {
        let base = Duration::from_secs(300);
        Self {
            moves: 40,
            base,
            increment: Duration::ZERO,
            fixed: None,
            depth: None,
            left: base,
            was_told: false,
            began: None,
        }
    }
}

impl TimeControl {
    /// A clock for `moves` moves (0: the whole game) in place of a fixed time.
    pub(super) fn set_level(&mut self, moves: u32, base: Duration, increment: Duration) {
        *self = Self { moves, base, increment, fixed: None, left: base, was_told: false, ..*self };
    }

    /// A fixed time for every move.
    pub(super) fn set_move_time(&mut self, time: Duration) {
        (self.fixed, self.was_told) = (Some(time), false);
    }

    /// Deepest iteration; 0 for no limit.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = (depth > 0).then_some(depth);
    }

    /// The other side tells what is left on the own clock.
    pub(super) fn set_left(&mut self, left: Duration) {
        (self.left, self.was_told) = (left, true);
    }

    /// A new game: the depth is unlimited and the clock full.
    pub(super) fn reset(&mut self) {
        (self.depth, self.left, self.was_told) = (None, self.base, false);
    }

    /// The clock runs.
    pub(super) fn begin(&mut self) {
        self.began = Some(Instant::now());
    }

    /// A move was made: the clock stops. `moves` counts the own moves of the game.
    pub(super) fn end(&mut self, moves: usize) {
        let Some(began) = self.began.take() else { return };
        self.left = self.left.saturating_sub(began.elapsed()) + self.increment;
        if self.moves > 0 && moves.is_multiple_of(self.moves as usize) {
            self.left += self.base;
        }
    }

    /// The limits of the next move, after `moves` own moves.
    pub(super) fn limits(&self, moves: usize, lines: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, lines, ..Limits::default() };
        if let Some(fixed) = self.fixed {
            // Programs that send both mean the exact time by the clock.
            limits.time = Some(if self.was_told { fixed.min(self.left) } else { fixed });
            return limits;
        }
        let played = u32::try_from(moves % (self.moves.max(1) as usize)).unwrap_or(0);
        limits.clock = Some(Clock {
            main: self.left,
            increment: self.increment,
            byoyomi: Duration::ZERO,
            moves_to_go: (self.moves > 0).then(|| self.moves - played),
        });
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_level_counts_moves_and_a_fixed_time_overrides_it() {
        let mut control = TimeControl::default();
        control.set_level(10, 60 * SECOND, SECOND);
        let clock = |control: &TimeControl, moves| control.limits(moves, 1).clock.unwrap();
        assert_eq!((clock(&control, 0).moves_to_go, clock(&control, 13).moves_to_go), (Some(10), Some(7)));
        control.set_left(5 * SECOND);
        assert_eq!((clock(&control, 0).main, clock(&control, 0).increment), (5 * SECOND, SECOND));
        control.set_move_time(2 * SECOND);
        assert_eq!(control.limits(0, 1).time, Some(2 * SECOND));
        control.set_left(SECOND / 2);
        assert_eq!(control.limits(0, 1).time, Some(SECOND / 2));
        control.set_level(0, 60 * SECOND, Duration::ZERO);
        assert_eq!(clock(&control, 7).moves_to_go, None);
    }

    #[test]
    fn the_clock_runs_without_being_told() {
        let mut control = TimeControl::default();
        control.set_level(2, 60 * SECOND, 3 * SECOND);
        control.begin();
        control.end(1);
        let left = control.limits(1, 1).clock.unwrap().main;
        assert!(left > 62 * SECOND && left <= 63 * SECOND);
        control.begin();
        control.end(2);
        assert!(control.limits(2, 1).clock.unwrap().main > 120 * SECOND);
        control.end(3);
    }

    #[test]
    fn depth_is_for_one_game() {
        let mut control = TimeControl::default();
        control.set_depth(5);
        assert_eq!(control.limits(0, 1).depth, Some(5));
        control.set_depth(0);
        assert_eq!(control.limits(0, 1).depth, None);
        control.set_depth(5);
        control.reset();
        assert_eq!(control.limits(0, 1).depth, None);
    }
}
