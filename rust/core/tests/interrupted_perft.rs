//! A count that is stopped returns an error, never the part it has counted, and leaves nothing wrong in its table.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mujo_core::parallel::Interrupt;
use mujo_core::perft::table::Table;
use mujo_core::perft::{By, Ended, NeverInterrupt, Shared, perft, perft_with_table};
use mujo_core::position::Position;
use mujo_core::rules::RuleSet;

/// Stops at a poll, counted from 1.
struct StopAt {
    poll: u32,
    polls: u32,
}

impl StopAt {
    fn new(poll: u32) -> Self {
        Self { poll, polls: 0 }
    }
}

impl Interrupt for StopAt {
    fn should_stop(&mut self) -> bool {
        self.polls += 1;
        self.polls >= self.poll
    }
}

const DEPTH: usize = 4;

/// Chu's start, its count and the polls that a plain count makes.
fn chu() -> (Arc<RuleSet>, Position, u64, u32) {
    let rules = RuleSet::named("chu").expect("a known name");
    let start = Position::start(&rules);
    let mut never = StopAt::new(u32::MAX);
    let count = perft(&rules, &start, DEPTH, By::Effect, &mut never).expect("nothing stops it");
    assert!(never.polls >= 4, "{} polls: too few for the tests below", never.polls);
    (rules, start, count, never.polls)
}

#[test]
fn a_stopped_count_is_an_error() {
    let (rules, start, count, polls) = chu();
    for poll in 1..=polls {
        let found = perft(&rules, &start, DEPTH, By::Effect, StopAt::new(poll));
        assert_eq!(found, Err(Ended::Stopped), "stopped at poll {poll} of {polls}");
    }
    assert_eq!(perft(&rules, &start, DEPTH, By::Effect, StopAt::new(polls + 1)), Ok(count));
}

#[test]
fn a_stopped_count_leaves_the_table_right() {
    let (rules, start, count, polls) = chu();
    let table = Table::new(1).expect("a MiB");
    let mut stopped = 0;
    for poll in 1..=polls {
        let found = perft_with_table(&rules, &start, DEPTH, By::Effect, &table, StopAt::new(poll));
        // Later rounds find so much in the table that they end before the poll.
        assert!(found == Err(Ended::Stopped) || found == Ok(count), "{found:?} at poll {poll}");
        stopped += usize::from(found.is_err());
    }
    assert!(stopped > 0);
    assert_eq!(perft_with_table(&rules, &start, DEPTH, By::Effect, &table, NeverInterrupt), Ok(count));
}

#[test]
fn a_stopped_count_of_several_threads_is_an_error() {
    let (rules, start, count, _) = chu();
    let shared = |table| Shared::new(Arc::clone(&rules), start.clone(), DEPTH, By::Effect, table);
    for table in [None, Table::new(1).ok()] {
        let stopped = shared(table);
        stopped.work(StopAt::new(2));
        let (done, all) = stopped.progress();
        assert!(done < all);
        assert_eq!(stopped.result().map(|(_, sum)| sum), Err(Ended::Stopped));
        // Other threads end too, although nothing interrupts them.
        stopped.work(NeverInterrupt);
        assert_eq!(stopped.result().map(|(_, sum)| sum), Err(Ended::Stopped));
    }
    let flagged = shared(None);
    flagged.stop_flag().store(true, Ordering::Relaxed);
    flagged.work(NeverInterrupt);
    assert_eq!(flagged.result().map(|(_, sum)| sum), Err(Ended::Stopped));
    let whole = shared(None);
    whole.work(NeverInterrupt);
    assert_eq!(whole.result().map(|(_, sum)| sum), Ok(count));
}
