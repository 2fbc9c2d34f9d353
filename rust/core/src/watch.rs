//! Long calls ask now and then whether to go on.

use std::sync::atomic::{AtomicBool, Ordering};

/// Asked now and then whether to stop.
pub trait Watch {
    /// Whether the call should end at once.
    fn should_stop(&mut self) -> bool;
}

/// Never stops.
#[derive(Clone, Copy, Debug)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Looks at a flag that threads share.
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a>(pub &'a AtomicBool);

impl Watch for Flag<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<W: Watch + ?Sized> Watch for &mut W {
    fn should_stop(&mut self) -> bool {
        (**self).should_stop()
    }
}
