//! Long calls: work cut into parts for threads, and how a caller interrupts them.

mod interrupt;
mod polling;
mod work_queue;

pub use interrupt::{Interrupt, NeverInterrupt, SharedFlag};
pub(crate) use polling::step;
pub use polling::{Ended, Poll, polled};
pub(crate) use work_queue::WorkQueue;
