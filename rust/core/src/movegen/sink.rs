//! Where generated moves go.

use crate::geometry::Square;
use crate::moves::{Move, MoveList};
use crate::position::Position;

/// Receives moves one by one, or whole rows of ends at once.
pub trait Sink {
    /// Whether the sink needs to know which moves capture; if not, quiet moves and captures of a row come together.
    const NEEDS_CAPTURE_FLAG: bool = true;

    /// Whether the sink wants nothing but the number of moves.
    const COUNT_ONLY: bool = false;

    /// Whether moves that take nothing are wanted. If not, none is generated.
    const QUIETS: bool = true;

    /// Whether moves that take something are wanted. If not, none is generated.
    const CAPTURES: bool = true;

    /// Take a move; `is_capture`: whether it captures.
    fn push(&mut self, mv: Move, is_capture: bool);

    /// Take the moves from one square to every set column of a row that begins at `first`.
    #[inline]
    fn push_row(&mut self, from: Square, first: Square, columns: u64, is_capture: bool) {
        for column in Position::bits(columns) {
            self.push(Move::new(from, first.along_row(column)), is_capture);
        }
    }

    /// Take many moves, where it does not matter which of them take ([`Sink::NEEDS_CAPTURE_FLAG`] is false).
    #[inline]
    fn push_all(&mut self, moves: &[Move]) {
        for mv in moves {
            self.push(*mv, false);
        }
    }

    /// Take moves of which only the number is wanted ([`Sink::COUNT_ONLY`] is true).
    #[inline]
    fn push_count(&mut self, _count: u64) {}

    /// Whether no more moves are wanted.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    const NEEDS_CAPTURE_FLAG: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, _is_capture: bool) {
        self.push(mv);
    }

    #[inline]
    fn push_all(&mut self, moves: &[Move]) {
        self.extend_from_slice(moves);
    }
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u64);

impl Sink for Count {
    const NEEDS_CAPTURE_FLAG: bool = false;
    const COUNT_ONLY: bool = true;

    #[inline]
    fn push_count(&mut self, count: u64) {
        self.0 = self.0.wrapping_add(count);
    }

    #[inline]
    fn push(&mut self, _mv: Move, _is_capture: bool) {
        self.0 = self.0.wrapping_add(1);
    }

    #[inline]
    fn push_row(&mut self, _from: Square, _first: Square, columns: u64, _is_capture: bool) {
        self.0 = self.0.wrapping_add(u64::from(columns.count_ones()));
    }
}

/// Keeps captures: generation makes no others.
///
/// ```
/// use mujo_core::movegen::{self, Captures, Quiets, Scratch};
/// use mujo_core::position::Position;
/// use mujo_core::rules::RuleSet;
///
/// let rules = RuleSet::named("tai")?;
/// let position = Position::start(&rules);
/// let mut scratch = Scratch::default();
/// let (mut captures, mut quiets) = (Vec::new(), Vec::new());
/// movegen::legal_moves(&position, &rules, &mut scratch, &mut Captures(&mut captures));
/// movegen::legal_moves(&position, &rules, &mut scratch, &mut Quiets(&mut quiets));
/// assert!(!captures.is_empty() && quiets.len() > captures.len());
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Captures<'a>(pub &'a mut MoveList);

impl Sink for Captures<'_> {
    const QUIETS: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, is_capture: bool) {
        debug_assert!(is_capture);
        self.0.push(mv);
    }
}

/// Keeps moves that take nothing: generation makes no others.
#[derive(Debug)]
pub struct Quiets<'a>(pub &'a mut MoveList);

impl Sink for Quiets<'_> {
    const CAPTURES: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, is_capture: bool) {
        debug_assert!(!is_capture);
        self.0.push(mv);
    }
}

/// Sorts moves into quiet ones and captures by what they take in the end, and passes on those that the sink wants. For games
/// in which a move may burn pieces that its piece does not capture (rule 9.4).
pub(crate) struct ByEffect<'a, S>(pub &'a mut S);

impl<S: Sink> Sink for ByEffect<'_, S> {
    #[inline]
    fn push(&mut self, mv: Move, takes: bool) {
        if (takes && S::CAPTURES) || (!takes && S::QUIETS) {
            self.0.push(mv, takes);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0.is_full()
    }
}

/// Keeps the first move that comes.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstMove(pub Option<Move>);

impl Sink for FirstMove {
    #[inline]
    fn push(&mut self, mv: Move, _is_capture: bool) {
        self.0.get_or_insert(mv);
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0.is_some()
    }
}

/// Looks for one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindMove {
    mv: Move,
    pub found: bool,
}

impl FindMove {
    pub(crate) const fn new(mv: Move) -> Self {
        Self { mv, found: false }
    }
}

impl Sink for FindMove {
    const NEEDS_CAPTURE_FLAG: bool = false;

    #[inline]
    fn push(&mut self, mv: Move, _is_capture: bool) {
        self.found |= mv == self.mv;
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }
}
