//! Long calls ask now and then whether to go on.

use std::sync::atomic::{AtomicBool, Ordering};

/// Asked now and then whether to stop.
pub trait Interrupt {
    /// Whether the call should end at once.
    fn should_stop(&mut self) -> bool;
}

/// Never stops.
#[derive(Clone, Copy, Debug)]
pub struct NeverInterrupt;

impl Interrupt for NeverInterrupt {
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Looks at a flag that threads share.
#[derive(Clone, Copy, Debug)]
pub struct SharedFlag<'a>(pub &'a AtomicBool);

impl Interrupt for SharedFlag<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<W: Interrupt + ?Sized> Interrupt for &mut W {
    fn should_stop(&mut self) -> bool {
        (**self).should_stop()
    }
}
