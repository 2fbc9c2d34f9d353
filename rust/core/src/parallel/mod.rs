//! Long calls: work cut into parts for threads, and how a caller interrupts them.

mod interrupt;
mod work_queue;

pub use interrupt::{Interrupt, NeverInterrupt, SharedFlag};
pub(crate) use work_queue::WorkQueue;
