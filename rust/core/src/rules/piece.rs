//! Side, kind (initial type, promoted or not), and the packed content of a cell (rules 2.2 to 2.4).

/// A player. 32 bits wide, like [`Cell`]: store forwarding of narrower values costs about seven cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Side {
    /// Moves first, towards rank a.
    Black,
    /// Moves second.
    White,
}

impl Side {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Class of this side's cells.
    #[inline]
    pub(crate) const fn class(self) -> u16 {
        1 + self as u16
    }
}

/// The role of a royal piece (rule 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Bound by the emperor rule.
    Emperor,
    /// Lets its side's emperor go to attacked empty squares under `protected-square`.
    Prince,
    /// Royal and nothing else.
    King,
}

impl Role {
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "emperor" => Self::Emperor,
            "prince" => Self::Prince,
            "king" => Self::King,
            _ => return None,
        })
    }

    /// The word of the rule files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Emperor => "emperor",
            Self::Prince => "prince",
            Self::King => "king",
        }
    }
}

/// Index of an initial type and its promotion: `2 * type + promoted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u16);

impl Kind {
    #[expect(clippy::cast_possible_truncation, reason = "ids have three letters, so a game has fewer than 2^14 types")]
    pub(crate) const fn new(type_index: usize, promoted: bool) -> Self {
        Self((type_index as u16) << 1 | promoted as u16)
    }

    /// Index of the initial type in the game's list.
    #[inline]
    pub const fn type_index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is promoted.
    #[inline]
    pub const fn promoted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Dense index of the kind, below [`RuleSet::kind_count`](super::RuleSet::kind_count).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The content of a cell: nothing, a piece, the margin, or a stone (rule 5.5). The two low bits are the class; only 16 bits
/// are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell(u32);

impl Cell {
    /// Nothing.
    pub const EMPTY: Self = Self(0);
    /// Off the board.
    pub(crate) const MARGIN: Self = Self(3);
    /// The square an emperor left, if protection is determined before its move.
    pub(crate) const STONE: Self = Self(7);
    /// Class of the margin and of stones.
    pub(crate) const WALL: u16 = 3;

    /// A piece.
    #[inline]
    pub const fn new(kind: Kind, side: Side) -> Self {
        Self((kind.0 as u32) << 2 | side.class() as u32)
    }

    #[inline]
    pub(crate) const fn class(self) -> u16 {
        (self.0 & 3) as u16
    }

    /// Whether nothing stands here.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Owner of the piece; `None` for empty cells and walls.
    #[inline]
    pub const fn side(self) -> Option<Side> {
        match self.class() {
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => None,
        }
    }

    /// Kind of the piece. Meaningless unless a piece stands here.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cell has 16 bits")]
    pub const fn kind(self) -> Kind {
        Kind((self.0 >> 2) as u16)
    }

    /// Kind and owner, if a piece stands here.
    pub const fn piece(self) -> Option<(Kind, Side)> {
        match self.side() {
            Some(side) => Some((self.kind(), side)),
            None => None,
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cell has 16 bits")]
    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// Dense index of the piece (kind and side), below [`RuleSet::cell_count`](super::RuleSet::cell_count): for tables by
    /// piece.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits as u32)
    }
}
