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
    /// Looks at the clock that are left before the work is too much.
    static LOOKS: Cell<u64> = const { Cell::new(u64::MAX) };
    static LAST_POLL: Cell<Option<Instant>> = const { Cell::new(None) };
    static POLL: RefCell<Option<Poll>> = const { RefCell::new(None) };
}

/// Why work ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The poll said so.
    Stopped,
    /// It took too many steps.
    TooMuch,
}

/// The call around, put back at the end.
struct Outer {
    poll: Option<Poll>,
    looks: u64,
}

impl Drop for Outer {
    fn drop(&mut self) {
        LEFT.set(STEPS);
        LOOKS.set(self.looks);
        POLL.replace(self.poll.take());
    }
}

/// Do work that a poll may end, or its cost: more than about `most` steps. A step is the walk of a leg, an attack that is
/// tested, a move that needs a trial board, so the same work always takes the same number.
///
/// Values that the work was changing when it ended are half changed, unless they say otherwise: the methods of
/// [`Board`](crate::game::Board) leave the board as it was.
///
/// # Errors
/// Why it ended.
///
/// ```
/// use mujo_core::parallel::{Poll, polled};
///
/// assert_eq!(polled(Poll::Call(|| true), u64::MAX, || 1 + 1), Ok(2));
/// ```
pub fn polled<R>(poll: Poll, most: u64, work: impl FnOnce() -> R) -> Result<R, Ended> {
    let outer = Outer { poll: POLL.replace(Some(poll)), looks: LOOKS.replace(most / u64::from(STEPS)) };
    LEFT.set(STEPS);
    LAST_POLL.set(None);
    let done = catch_unwind(AssertUnwindSafe(work));
    drop(outer);
    done.map_err(|reason| match reason.downcast::<Ended>() {
        Ok(ended) => *ended,
        Err(reason) => resume_unwind(reason),
    })
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
    let looks = LOOKS.get();
    if looks == 0 {
        resume_unwind(Box::new(Ended::TooMuch));
    }
    LOOKS.set(looks - 1);
    match LAST_POLL.get() {
        Some(last) if last.elapsed() < INTERVAL => return,
        Some(_) if poll.says_stop() => resume_unwind(Box::new(Ended::Stopped)),
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

    fn never() -> bool {
        false
    }

    #[test]
    fn a_poll_ends_endless_work() {
        assert_eq!(polled(Poll::Call(|| true), u64::MAX, endless), Err(Ended::Stopped));
        let flag = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let running = scope.spawn(|| polled(Poll::Flag(Arc::clone(&flag)), u64::MAX, endless));
            flag.store(true, Ordering::Relaxed);
            assert_eq!(running.join().unwrap(), Err(Ended::Stopped));
        });
    }

    #[test]
    fn the_inner_of_two_polls_ends_its_own_work_only() {
        let outer = polled(Poll::Call(never), u64::MAX, || {
            assert_eq!(polled(Poll::Call(|| true), u64::MAX, endless), Err(Ended::Stopped));
            assert_eq!(polled(Poll::Call(never), 100_000, endless), Err(Ended::TooMuch));
            (0..10 * STEPS).for_each(|_| step());
            7
        });
        assert_eq!(outer, Ok(7));
    }

    #[test]
    fn work_ends_after_the_given_steps() {
        let steps = |most: u64| {
            let count = Cell::new(0_u64);
            let ended = polled(Poll::Call(never), most, || {
                loop {
                    step();
                    count.set(count.get() + 1);
                }
            });
            assert_eq!(ended, Err::<(), _>(Ended::TooMuch));
            count.get()
        };
        for most in [0, 100_000, 5_000_000] {
            assert!((most..most + 2 * u64::from(STEPS)).contains(&steps(most).max(most)), "{most}: {}", steps(most));
            assert_eq!(steps(most), steps(most));
        }
    }

    #[test]
    fn other_panics_pass_through() {
        let caught = catch_unwind(|| polled(Poll::Call(never), u64::MAX, || std::panic::panic_any(5_u8)));
        assert_eq!(caught.unwrap_err().downcast_ref::<u8>(), Some(&5));
    }

    #[test]
    fn nothing_is_polled_outside() {
        assert_eq!(polled(Poll::Call(|| true), 0, || ()), Ok(()));
        (0..10 * STEPS).for_each(|_| step());
    }
}
