//! Runs long calls without the interpreter lock, in any number of threads, interrupted by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use mujo_core::parallel::{Interrupt, Poll, SharedFlag, polled};
use pyo3::prelude::*;

use crate::signals::interruptible_for_long;

/// Time between two checks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Called at every check, with the interpreter; it may end the call with an exception.
pub(crate) type Report<'a> = &'a (dyn Fn(Python<'_>) -> PyResult<()> + Sync);

/// Checks for signals at intervals, in the calling thread.
struct Signals<'a> {
    last: Instant,
    /// Ends the call at the next poll.
    stop: &'a AtomicBool,
    /// Ends the lists of other threads, however slow.
    abandon: Arc<AtomicBool>,
    report: Option<Report<'a>>,
    raised: Option<PyErr>,
}

impl Signals<'_> {
    fn look(&mut self) {
        self.last = Instant::now();
        let report = self.report;
        self.raised = Python::attach(|py| {
            py.check_signals()?;
            report.map_or(Ok(()), |report| report(py))
        })
        .err();
        if self.raised.is_some() {
            self.end();
        }
    }

    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.abandon.store(true, Ordering::Relaxed);
    }
}

impl Interrupt for Signals<'_> {
    fn should_stop(&mut self) -> bool {
        if self.last.elapsed() >= LOOK && self.raised.is_none() {
            self.look();
        }
        self.stop.load(Ordering::Relaxed)
    }
}

/// Run `work` in the calling thread, which checks for signals, and in `threads - 1` others, which poll `stop`.
///
/// Call it without the interpreter lock. If the system refuses to create a thread, fewer threads work.
pub(crate) fn run(
    threads: usize,
    stop: &AtomicBool,
    report: Option<Report<'_>>,
    work: &(dyn Fn(&mut dyn Interrupt) + Sync),
) -> PyResult<()> {
    let abandon = Arc::new(AtomicBool::new(false));
    let mut signals = Signals { last: Instant::now(), stop, abandon: Arc::clone(&abandon), report, raised: None };
    if threads <= 1 {
        interruptible_for_long(|| work(&mut signals))?;
        return signals.raised.map_or(Ok(()), Err);
    }
    let (sender, receiver) = channel::<()>();
    thread::scope(|scope| {
        for _ in 1..threads {
            let (sender, poll) = (sender.clone(), Poll::Flag(Arc::clone(&abandon)));
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                // Ended within a list or not, the thread is done.
                let _ = polled(poll, u64::MAX, || work(&mut SharedFlag(stop)));
                drop(sender);
            });
            if spawned.is_err() {
                break;
            }
        }
        drop(sender);
        if let Err(raised) = interruptible_for_long(|| work(&mut signals)) {
            signals.raised = Some(raised);
            signals.end();
        }
        // The channel closes when the last of the other threads finishes.
        while receiver.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if signals.raised.is_none() {
                signals.look();
            }
        }
    });
    signals.raised.map_or(Ok(()), Err)
}
