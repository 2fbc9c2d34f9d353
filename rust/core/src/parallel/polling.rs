//! Interrupts work from within: slow paths of generation count their steps, and by the clock they poll.
//!
//! [`Interrupt`](crate::parallel::Interrupt) is polled between lists, which is enough where a list takes microseconds. A list
//! of a hostile position may take a second. The paths that can be slow (interpreted moves, exchanges of emperors, moves that
//! need a trial board) call [`step`], and a poll that says "stop" unwinds the stack to [`polled`]. Nothing of a half-made list
//! is seen by anyone. Without [`polled`] nothing is ever polled.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Steps between two looks at the clock: a fraction of a millisecond.
const STEPS: u32 = 4096;
/// Time between two polls.
const INTERVAL: Duration = Duration::from_millis(5);

/// Says whether work should stop.
#[derive(Clone, Debug)]
pub enum Poll {
    /// Calls a function.
    Call(fn() -> bool),
    /// Reads a flag, which another thread sets.
    Flag(Arc<AtomicBool>),
}

impl Poll {
    fn says_stop(&self) -> bool {
        match self {
            Self::Call(function) => function(),
            Self::Flag(flag) => flag.load(Ordering::Relaxed),
        }
    }
}

thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(STEPS) };
    static LAST_POLL: Cell<Option<Instant>> = const { Cell::new(None) };
    static POLL: RefCell<Option<Poll>> = const { RefCell::new(None) };
}

/// What unwinds to [`polled`].
struct Stopped;

/// The poll of the call around, put back at the end.
struct Outer(Option<Poll>);

impl Drop for Outer {
    fn drop(&mut self) {
        LEFT.set(STEPS);
        POLL.replace(self.0.take());
    }
}

/// Do work that a poll may end; `None` if it did. Values that the work was changing are then half changed, unless they say
/// otherwise: the methods of [`Board`](crate::game::Board) leave the board as it was.
///
/// ```
/// use mujo_core::parallel::{Poll, polled};
///
/// assert_eq!(polled(Poll::Call(|| true), || 1 + 1), Some(2));
/// ```
pub fn polled<R>(poll: Poll, work: impl FnOnce() -> R) -> Option<R> {
    let outer = Outer(POLL.replace(Some(poll)));
    LAST_POLL.set(None);
    let done = catch_unwind(AssertUnwindSafe(work));
    drop(outer);
    match done {
        Ok(done) => Some(done),
        Err(reason) if reason.is::<Stopped>() => None,
        Err(reason) => resume_unwind(reason),
    }
}

/// Count a step of work that may be part of much. Costs about a nanosecond.
#[inline]
pub(crate) fn step() {
    let left = LEFT.get();
    LEFT.set(left.wrapping_sub(1));
    if left == 0 {
        look_at_clock();
    }
}

#[cold]
#[inline(never)]
fn look_at_clock() {
    LEFT.set(STEPS);
    let Some(poll) = POLL.with_borrow(Clone::clone) else { return };
    match LAST_POLL.get() {
        Some(last) if last.elapsed() < INTERVAL => return,
        Some(_) if poll.says_stop() => resume_unwind(Box::new(Stopped)),
        // The clock starts at the first look: most calls never come here.
        _ => {}
    }
    LAST_POLL.set(Some(Instant::now()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless() {
        loop {
            step();
        }
    }

    #[test]
    fn a_poll_ends_endless_work() {
        assert_eq!(polled(Poll::Call(|| true), endless), None);
        let flag = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let running = scope.spawn(|| polled(Poll::Flag(Arc::clone(&flag)), endless));
            flag.store(true, Ordering::Relaxed);
            assert_eq!(running.join().unwrap(), None);
        });
    }

    #[test]
    fn the_inner_of_two_polls_ends_its_own_work_only() {
        let outer = polled(Poll::Call(|| false), || {
            assert_eq!(polled(Poll::Call(|| true), endless), None);
            (0..10 * STEPS).for_each(|_| step());
            7
        });
        assert_eq!(outer, Some(7));
    }

    #[test]
    fn other_panics_pass_through() {
        let caught = catch_unwind(|| polled(Poll::Call(|| false), || std::panic::panic_any(5_u8)));
        assert_eq!(caught.unwrap_err().downcast_ref::<u8>(), Some(&5));
    }

    #[test]
    fn nothing_is_polled_outside() {
        polled(Poll::Call(|| true), || ());
        (0..10 * STEPS).for_each(|_| step());
    }
}
