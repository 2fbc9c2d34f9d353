//! A table of counts of fixed size. It saves counting transpositions twice, and it cannot return a wrong count.
//!
//! The key only selects the bucket. An entry is identified by a *name*: the squares on which the position differs from the
//! root, with their contents, the side to move, the last lion capture and the depth. Below one root, equal names are equal
//! positions, and a count depends on nothing else, since it ignores repetition. Positions where the game is won, or that
//! differ from the root on too many squares, have no name and are counted without the table.

use std::collections::TryReserveError;
use std::sync::Mutex;

use crate::geometry::Square;
use crate::position::{Placement, Position};
use crate::rules::{RuleSet, Side};

/// Maximal number of squares that differ from the root.
const DIFFERENCES: usize = 12;
/// Number of stripes, each with its own lock: a power of two.
const STRIPES: usize = 256;
/// Entries per bucket: the first keeps the deepest count, the other the latest.
const WAYS: usize = 2;

/// A position below a root, and a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name([u64; 1 + DIFFERENCES / 2]);

/// An entry: the name of a position and its count. Free where the depth, the lowest byte of the name, is 0.
#[derive(Clone, Copy, Debug)]
struct Entry {
    name: Name,
    count: u64,
}

const FREE: Entry = Entry { name: Name([0; 1 + DIFFERENCES / 2]), count: 0 };

const _: () = assert!(size_of::<Entry>() == 64, "an entry is a line of the cache");

impl Entry {
    const fn depth(&self) -> u8 {
        self.name.0[0].to_le_bytes()[0]
    }
}

/// A table of counts below one root. Threads share it; none waits for another.
#[derive(Debug)]
pub struct Table {
    stripes: Box<[Mutex<Vec<Entry>>]>,
    entries_in_stripe: usize,
}

impl Table {
    /// A table of at most `mib` MiB. The memory is reserved at once and touched when first used.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(mib: usize) -> Result<Self, TryReserveError> {
        let entries = mib.saturating_mul((1 << 20) / size_of::<Entry>());
        let entries_in_stripe = (entries / STRIPES / WAYS * WAYS).max(WAYS);
        let mut stripes = Vec::new();
        for _ in 0..STRIPES {
            let mut stripe = Vec::new();
            stripe.try_reserve_exact(entries_in_stripe)?;
            stripes.push(Mutex::new(stripe));
        }
        Ok(Self { stripes: stripes.into_boxed_slice(), entries_in_stripe })
    }

    /// Use the entries of a bucket; does nothing if another thread holds its stripe.
    fn with_entries<T>(&self, key: u64, name: &Name, used: impl FnOnce(&mut [Entry]) -> Option<T>) -> Option<T> {
        let mixed = (key ^ (name.0[0] & 0xff).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd134_2543_de82_ef95);
        let place = |bits: u64, size: usize| ((u128::from(bits) * size as u128) >> 32) as usize;
        let stripe = place(mixed >> 32, STRIPES);
        let bucket = place(mixed.wrapping_mul(STRIPES as u64) >> 32 & 0xffff_ffff, self.entries_in_stripe / WAYS);
        let mut entries = self.stripes[stripe].try_lock().ok()?;
        if entries.is_empty() {
            entries.resize(self.entries_in_stripe, FREE);
        }
        used(&mut entries[bucket * WAYS..(bucket + 1) * WAYS])
    }

    /// The count of a position, if it is in the table.
    pub(crate) fn get(&self, key: u64, name: &Name) -> Option<u64> {
        self.with_entries(key, name, |entries| {
            entries.iter().find(|entry| entry.name == *name).map(|entry| entry.count)
        })
    }

    /// Store a count. A deep count is replaced only by one at least as deep.
    pub(crate) fn put(&self, key: u64, name: &Name, count: u64) {
        let entry = Entry { name: *name, count };
        self.with_entries(key, name, |entries| {
            if entries[0].depth() <= entry.depth() {
                entries[1] = entries[0];
                entries[0] = entry;
            } else {
                entries[1] = entry;
            }
            Some(())
        });
    }
}

/// The line from the root to a position, from which its name is computed.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) table: &'a Table,
    rules: &'a RuleSet,
    root: &'a Position,
    /// Squares that the moves changed, with duplicates.
    touched: Vec<Square>,
}

impl<'a> Line<'a> {
    pub(crate) fn new(table: &'a Table, rules: &'a RuleSet, root: &'a Position) -> Self {
        Self { table, rules, root, touched: Vec::new() }
    }

    /// Squares that differ from the root, counted the slow way.
    fn differences(&self, placement: &Placement) -> usize {
        self.rules.geometry().all().filter(|square| placement.at(*square) != self.root.at(*square)).count()
    }

    /// Add the squares that a move changed; pass the result to [`Line::back_to`] to remove them.
    pub(crate) fn go_on(&mut self, touched: impl Iterator<Item = Square>) -> usize {
        let before = self.touched.len();
        self.touched.extend(touched);
        before
    }

    pub(crate) fn back_to(&mut self, before: usize) {
        self.touched.truncate(before);
    }

    /// The name of the position at the end of the line, if it has one.
    pub(crate) fn name(&self, placement: &Placement, depth: usize) -> Option<Name> {
        if placement.winner().is_some() {
            return None;
        }
        let mut squares = [Square::NONE; DIFFERENCES];
        let mut count = 0;
        for square in &self.touched {
            if placement.at(*square) == self.root.at(*square) {
                continue;
            }
            let at = squares[..count].partition_point(|other| other < square);
            if at < count && squares[at] == *square {
                continue;
            }
            if count == DIFFERENCES {
                return None;
            }
            squares.copy_within(at..count, at + 1);
            squares[at] = *square;
            count += 1;
        }
        let depth = u8::try_from(depth).ok()?;
        let white = u64::from(placement.turn() == Side::White);
        let mut words = [0; 1 + DIFFERENCES / 2];
        words[0] = u64::from(depth) | white << 8 | placement.last_lion_capture_square().bits() << 16;
        for (at, square) in squares[..count].iter().enumerate() {
            let difference = square.bits() << 16 | u64::from(placement.at(*square).bits());
            words[1 + at / 2] |= difference << (32 * (at % 2));
        }
        debug_assert_eq!(self.differences(placement), count, "every square that changed was touched");
        Some(Name(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// The name after some moves, and the position.
    fn after(rules: &RuleSet, root: &Position, moves: &[&str], depth: usize) -> (Option<Name>, Position) {
        let table = Table::new(0).unwrap();
        let mut line = Line::new(&table, rules, root);
        let mut position = root.clone();
        for mv in moves {
            let mv = text::parse_usi(rules, mv).unwrap();
            let mut captured = Vec::new();
            let undo = position.make(rules, mv, &mut captured);
            line.go_on(undo.touched(&captured));
        }
        (line.name(&position, depth), position)
    }

    /// Names differ wherever counts may, so that even positions of one key could share a place in the table.
    #[test]
    fn names_tell_positions_apart() {
        let rules = RuleSet::named("chu").unwrap();
        let root = text::parse_position(&rules, "LN,g,9,k/12/12/12/12/12/12/12/12/12/ln,11/P,10,K b - 1").unwrap();
        let name = |moves: &[&str], depth| after(&rules, &root.position, moves, depth).0.unwrap();
        // The lion is taken by the last move or by an earlier one, so that counter-strike (rule 7.3) forbids an answer or
        // does not.
        let (early, late) = (["12l12k", "1a1b", "1l1k"], ["1l1k", "1a1b", "12l12k"]);
        assert_eq!(late, [early[2], early[1], early[0]]);
        assert_ne!(name(&early, 2), name(&late, 2));
        assert_eq!(name(&["1l1k", "1a1b", "12a12b"], 2), name(&["12a12b", "1a1b", "1l1k"], 2));
        assert_ne!(name(&early, 2), name(&early, 3));
        assert_ne!(name(&early, 2), name(&early[..2], 2));
        // A lion's pass: the same squares, the other side to move.
        assert_ne!(name(&["12a12a"], 2), name(&[], 2));
        let table = Table::new(0).unwrap();
        for (count, moves) in [(1, &early), (2, &late)] {
            table.put(7, &name(moves, 2), count);
        }
        assert_eq!((table.get(7, &name(&early, 2)), table.get(7, &name(&late, 2))), (Some(1), Some(2)));
        assert_eq!(table.get(7, &name(&early, 1)), None);
    }

    /// A game that is won has no name, nor has a position that differs from its root in too many squares.
    #[test]
    fn some_positions_have_no_name() {
        let rules = RuleSet::named("chu").unwrap();
        let root = text::parse_position(&rules, "LN,9,k,K/12/12/12/12/12/12/12/12/12/12/12 b - 1").unwrap();
        let (name, position) = after(&rules, &root.position, &["1a2a"], 2);
        assert!(name.is_none() && position.winner().is_some());
        let start = Position::start(&rules);
        let moves = ["1i1h", "1d1e", "2i2h", "2d2e", "3i3h", "3d3e", "4i4h"];
        assert!(after(&rules, &start, &moves[..6], 2).0.is_some());
        assert!(after(&rules, &start, &moves, 2).0.is_none());
    }
}
