//! The transposition table: shared by all threads without locks.
//!
//! An entry is two words. The second holds the upper half of the key, mixed with the first word: an entry that two threads
//! wrote at once, or that belongs to another position, does not match and is ignored.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use mujo_core::moves::Move;

/// Entries of one bucket: a cache line.
const WAYS: usize = 4;
/// Bits of a packed move.
const MOVE_BITS: u64 = 46;
const MOVE_MASK: u64 = (1 << MOVE_BITS) - 1;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// At most this.
    Upper = 1,
    /// At least this.
    Lower = 2,
    /// Exactly this.
    Exact = 3,
}

/// The stored result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    pub mv: Move,
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
}

#[derive(Debug, Default)]
struct Entry {
    /// Move (46 bits), bound (2), depth (8), generation (8).
    data: AtomicU64,
    /// Upper half of the key mixed with `data`, and the score.
    check: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// A table of a fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

/// A table of that size cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The size that was wanted, in MiB.
    pub mebibytes: usize,
}

impl std::fmt::Display for NoMemory {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "there is no memory for a transposition table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for NoMemory {}

#[expect(clippy::cast_possible_truncation, reason = "upper halves and packed parts are cut out on purpose")]
fn mix(key: u64, data: u64) -> u32 {
    (key >> 32) as u32 ^ (data ^ data >> 32) as u32
}

/// Memory that can be had without evicting anything, in MiB, where the system tells it.
fn available_mebibytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kibibytes| kibibytes >> 10)
}

impl Table {
    /// A table of at most `mebibytes` MiB.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let refused = NoMemory { mebibytes };
        // An allocation can succeed and end the process once it is filled.
        if available_mebibytes().is_some_and(|available| mebibytes > available) {
            return Err(refused);
        }
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(refused)?;
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| refused)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets: buckets.into_boxed_slice(), generation: AtomicU8::new(0) })
    }

    /// Forget everything.
    pub(crate) fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.data.store(0, Ordering::Relaxed);
            entry.check.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begin another search: entries of earlier ones are the first to be overwritten.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below the number of buckets")]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// What is known of a position.
    pub(crate) fn probe(&self, key: u64) -> Option<Stored> {
        for entry in &self.bucket(key).0 {
            let (data, check) = (entry.data.load(Ordering::Relaxed), entry.check.load(Ordering::Relaxed));
            if data != 0 && (check >> 32) as u32 == mix(key, data) {
                return unpack(data, check);
            }
        }
        None
    }

    /// Keep what a search found.
    pub(crate) fn store(&self, key: u64, stored: Stored) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        let mut lowest = i32::MAX;
        for entry in &self.bucket(key).0 {
            let (data, check) = (entry.data.load(Ordering::Relaxed), entry.check.load(Ordering::Relaxed));
            if data == 0 {
                victim = Some((entry, None));
                break;
            }
            if (check >> 32) as u32 == mix(key, data) {
                victim = Some((entry, unpack(data, check)));
                break;
            }
            let age = i32::from(generation.wrapping_sub((data >> 56) as u8));
            let worth = i32::from((data >> 48 & 0xff) as u8) - 8 * age;
            if worth < lowest {
                (lowest, victim) = (worth, Some((entry, None)));
            }
        }
        let Some((entry, old)) = victim else { return };
        let mut mv = stored.mv;
        if let Some(old) = old {
            // A deeper result of the same position stays, unless the new one is exact.
            if stored.bound != Bound::Exact && stored.depth + 3 < old.depth {
                return;
            }
            if mv == Move::NONE {
                mv = old.mv;
            }
        }
        let data = mv.bits() & MOVE_MASK
            | (stored.bound as u64) << MOVE_BITS
            | (stored.depth.clamp(0, 255).cast_unsigned() as u64) << 48
            | u64::from(generation) << 56;
        entry.data.store(data, Ordering::Relaxed);
        entry.check.store(u64::from(mix(key, data)) << 32 | u64::from(stored.score.cast_unsigned()), Ordering::Relaxed);
    }

    /// Used entries of the current search in thousandths, from a sample.
    pub(crate) fn permille(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            data != 0 && (data >> 56) as u8 == generation
        });
        used.count() * 1000 / (sample.len() * WAYS)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "packed parts are cut out on purpose")]
fn unpack(data: u64, check: u64) -> Option<Stored> {
    let bound = match data >> MOVE_BITS & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Stored {
        mv: Move::from_bits(data & MOVE_MASK),
        score: (check as u32).cast_signed(),
        depth: i32::from((data >> 48) as u8),
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(depth: i32, score: i32) -> Stored {
        Stored { mv: Move::from_bits(0x2abc_def0_1234), score, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_was_stored_comes_back_and_nothing_else() {
        let table = Table::new(1).unwrap();
        table.store(42 << 32 | 7, stored(5, -987_654));
        assert_eq!(table.probe(42 << 32 | 7), Some(stored(5, -987_654)));
        assert_eq!(table.probe(43 << 32 | 7), None);
        table.clear();
        assert_eq!(table.probe(42 << 32 | 7), None);
    }

    #[test]
    fn a_shallower_bound_does_not_replace_a_deeper_one_but_a_full_bucket_gives_way() {
        let table = Table::new(0).unwrap();
        table.store(1 << 32, stored(9, 1));
        table.store(1 << 32, stored(2, 2));
        assert_eq!(table.probe(1 << 32), Some(stored(9, 1)));
        for key in 2..40_u64 {
            table.age();
            table.store(key << 32, stored(1, 3));
            assert_eq!(table.probe(key << 32), Some(stored(1, 3)));
        }
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        if let Some(available) = available_mebibytes() {
            assert_eq!(Table::new(2 * available).unwrap_err(), NoMemory { mebibytes: 2 * available });
        }
        assert_eq!(Table::new(usize::MAX).unwrap_err(), NoMemory { mebibytes: usize::MAX });
        assert!(Table::new(1 << 40).is_err());
    }
}
