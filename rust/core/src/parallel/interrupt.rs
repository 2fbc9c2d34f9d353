//! How a caller interrupts a long call: the call polls an [`Interrupt`].

use std::sync::atomic::{AtomicBool, Ordering};

/// Polled by long calls.
pub trait Interrupt {
    /// Whether the call should stop now.
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

/// Polls a flag shared by threads.
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
