//! What a move text says: a move is a list of [`Term`]s; a term is one or more legs of one atom; a leg has directions and modes.

use crate::geometry::{DIRECTIONS, Vector};

/// The atoms: one step (`W`, `F`, `K`), slides (`R`, `B`, `Q`), leaps (`D`, `A`, `N`, `H`) and the universal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the letters are the names")]
pub enum Atom {
    W,
    F,
    K,
    R,
    B,
    Q,
    D,
    A,
    N,
    H,
    U,
}

impl Atom {
    pub(super) fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'W' => Self::W,
            b'F' => Self::F,
            b'K' => Self::K,
            b'R' => Self::R,
            b'B' => Self::B,
            b'Q' => Self::Q,
            b'D' => Self::D,
            b'A' => Self::A,
            b'N' => Self::N,
            b'H' => Self::H,
            b'U' => Self::U,
            _ => return None,
        })
    }

    /// Whether the atom slides when no count is given.
    pub(super) const fn slides(self) -> bool {
        matches!(self, Self::R | Self::B | Self::Q)
    }

    pub(super) const fn takes_count(self) -> bool {
        matches!(self, Self::W | Self::F | Self::K | Self::R | Self::B | Self::Q)
    }

    /// All vectors of the atom, clockwise from straight ahead; none for the universal move.
    pub(super) fn vectors(self) -> Vec<Vector> {
        let every = |scale: i8, keep: fn(Vector) -> bool| {
            DIRECTIONS
                .into_iter()
                .filter(|vector| keep(*vector))
                .map(|vector| Vector::new(vector.right * scale, vector.forward * scale))
                .collect()
        };
        match self {
            Self::W | Self::R => every(1, is_straight),
            Self::F | Self::B => every(1, |vector| !is_straight(vector)),
            Self::K | Self::Q => every(1, |_| true),
            Self::D => every(2, is_straight),
            Self::A => every(2, |vector| !is_straight(vector)),
            Self::H => every(3, is_straight),
            Self::N => [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
                .map(|(right, forward)| Vector::new(right, forward))
                .to_vec(),
            Self::U => Vec::new(),
        }
    }
}

const fn is_straight(vector: Vector) -> bool {
    vector.right == 0 || vector.forward == 0
}

/// How a leg may end, several being a union, and what it may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// `m`: on an empty square.
    pub quiet: bool,
    /// `c`: on an enemy, which is taken.
    pub take: bool,
    /// `p`: on a piece of either side, which is hopped over.
    pub hop: bool,
    /// `o`: squares at the beginning of a slide that it passes, whatever stands there, and does not end on.
    pub skip: u8,
    /// `j`: whether the slide also passes pieces of either side that rank lower than the mover (rule 9.2).
    pub jump: bool,
    /// `h`: pieces of either side that the slide passes at most (rule 10.3); [`u8::MAX`] for any number.
    pub hops: u8,
    /// `x`: whether the slide captures what it passes: pieces of either side that rank lower than the mover (rule 10.2).
    pub sweep: bool,
}

impl Modes {
    pub(crate) const LAST: Self =
        Self { quiet: true, take: true, hop: false, skip: 0, jump: false, hops: 0, sweep: false };
    pub(crate) const EARLIER: Self = Self { hop: true, ..Self::LAST };
    /// Onto an empty square.
    pub(crate) const OVER: Self = Self { take: false, ..Self::LAST };
    /// The jump captures of ranked pieces.
    pub(crate) const JUMP: Self = Self { quiet: false, jump: true, ..Self::LAST };

    /// Whether a leg stops at the first piece it meets.
    pub(crate) const fn passes_nothing(self) -> bool {
        self.skip == 0 && !self.jump && self.hops == 0 && !self.sweep
    }
}

/// Direction of a leg after the first, against the leg before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// `f`: straight on.
    pub on: bool,
    /// `b`: straight back.
    pub back: bool,
    /// `s`: either right angle.
    pub side: bool,
    /// No letter: every direction of the atom.
    pub any: bool,
}

impl Turn {
    pub(crate) const ANY: Self = Self { on: false, back: false, side: false, any: true };
    pub(crate) const LINE: Self = Self { on: true, back: true, side: false, any: false };
    pub(crate) const ON: Self = Self { on: true, back: false, side: false, any: false };
    pub(crate) const BACK: Self = Self { on: false, back: true, side: false, any: false };
    pub(crate) const SIDE: Self = Self { on: false, back: false, side: true, any: false };

    /// The vectors of a leg that follows one along `before`.
    pub(crate) fn vectors(self, before: Vector, all: &[Vector]) -> impl Iterator<Item = Vector> + '_ {
        let [right, left] = before.sideways();
        let chosen = [(self.on, before), (self.back, before.back()), (self.side, right), (self.side, left)];
        let all = if self.any { all } else { &[] };
        all.iter().copied().chain(chosen.into_iter().filter(|(wanted, _)| *wanted).map(|(_, vector)| vector))
    }
}

/// A term: a first leg in given directions, and any number of further legs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The atom of every leg.
    pub atom: Atom,
    /// Vectors of the first leg.
    pub first: Vec<Vector>,
    /// Modes of the first leg.
    pub modes: Modes,
    /// The legs after the first.
    pub later: Vec<(Turn, Modes)>,
    /// Squares a leg may go: 1 for steps and leaps, [`u8::MAX`] for slides without a count.
    pub reach: u8,
    /// All vectors of the atom, for later legs without a direction.
    pub all: Vec<Vector>,
}

impl Term {
    /// Whether every leg is a single king step (path rule 3 of docs/reference/move-language.md).
    pub fn single_steps(&self) -> bool {
        matches!(self.atom, Atom::W | Atom::F | Atom::K) && self.reach == 1
    }

    /// Number of legs.
    pub fn legs(&self) -> usize {
        1 + self.later.len()
    }

    /// Whether a leg passes pieces of lower rank (rules 9.2 and 10.2).
    pub fn uses_ranks(&self) -> bool {
        std::iter::once(&self.modes)
            .chain(self.later.iter().map(|(_, modes)| modes))
            .any(|modes| modes.jump || modes.sweep)
    }

    /// Whether the piece sweeps (rule 10.2). Such a term has one leg.
    pub fn sweeps(&self) -> bool {
        self.modes.sweep
    }

    /// The vector of a term that goes straight to a square, whatever it passes: a leap, or steps straight on over anything
    /// that is not captured, as `fmpafmpafF`.
    pub(crate) fn leap_along(&self, first: Vector) -> Option<Vector> {
        let over_anything = Modes { take: false, ..Modes::EARLIER };
        let (last, before) = match self.later.split_last() {
            None => (self.modes, &[][..]),
            Some(((_, last), before)) => (*last, before),
        };
        let straight = self.later.iter().all(|(turn, _)| *turn == Turn::ON);
        let passes = self.later.is_empty()
            || self.modes == over_anything && before.iter().all(|(_, modes)| *modes == over_anything);
        let legs = i8::try_from(self.legs()).ok()?;
        (self.reach == 1 && last == Modes::LAST && straight && passes)
            .then(|| Vector::new(first.right * legs, first.forward * legs))
    }

    /// Legs before the last that may take a piece.
    pub fn early_takes(&self) -> usize {
        let modes = std::iter::once(&self.modes).chain(self.later.iter().map(|(_, modes)| modes));
        modes.take(self.later.len()).filter(|modes| modes.take).count()
    }

    /// About how many walks this term has at most where many pieces stand. A leg counts as six squares if it has more, since
    /// other pieces stop it, and twice if it is not the last and may both take a piece and leap over it.
    pub(crate) fn walks(&self) -> u64 {
        let reach = u64::from(self.reach.min(6));
        let ways = |modes: &Modes, is_last: bool| if !is_last && modes.take && modes.hop { 2 } else { 1 };
        let first = self.first.len() as u64 * reach * ways(&self.modes, self.later.is_empty());
        self.later.iter().enumerate().fold(first, |walks, (at, (turn, modes))| {
            let directions = if turn.any { self.all.len() } else { 0 }
                + usize::from(turn.on)
                + usize::from(turn.back)
                + 2 * usize::from(turn.side);
            walks.saturating_mul(directions as u64 * reach * ways(modes, at + 1 == self.later.len()))
        })
    }

    /// A king step to an empty square, and more king steps.
    pub(crate) fn is_walk(&self) -> bool {
        self.atom == Atom::K && self.reach == 1 && self.first.len() == 8 && self.modes == Modes::OVER
    }

    /// A slide and a right angle on an empty square: a hook (rule 3.4).
    pub(crate) fn is_hook(&self) -> bool {
        self.atom.slides()
            && self.reach == u8::MAX
            && self.modes.quiet
            && !self.modes.hop
            && self.modes.passes_nothing()
            && self.later == [(Turn::SIDE, Modes::LAST)]
    }
}
