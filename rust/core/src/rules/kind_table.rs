//! What the tables know of a kind of piece, and which tests of legality its moves can skip.

use crate::moves::Change;
use crate::rules::piece::{Kind, Role};

/// How effects of a kind become legal moves: what needs no look at the board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LegalityShortcuts {
    /// A move that takes nothing is legal as it is.
    pub plain_quiet: bool,
    /// Captures of pieces that are not royal, by the universal move, are legal as they are.
    pub plain_row_captures: bool,
    /// What the mover becomes by taking one piece that does not matter, if there is one answer and no look is needed.
    pub capture_change: Option<Change>,
    /// The emperor rule is asked.
    pub look_at_quiet: bool,
    /// The emperor rule or the rules on lions are asked.
    pub look_at_captures: bool,
    /// Exposure is asked.
    pub exposure: bool,
    /// Most moves that one effect can become: 2 where the mover may choose what it becomes.
    pub choices: u8,
}

/// What the tables know of a kind (an initial type with one of its faces).
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindTable {
    /// Whether such a piece can exist.
    pub exists: bool,
    /// Index of the type whose move it has.
    pub form: u16,
    /// Royal as what, if it is.
    pub role: Option<Role>,
    /// What its own promotion makes of it.
    pub promotion: Option<Kind>,
    /// Capturing it makes the capturer this contagious type (index + 1), 0 for none.
    pub infects: u8,
    /// Is not infected.
    pub exempt: bool,
    /// May promote on the last rank.
    pub last_rank: bool,
    /// Counts as a lion (rule 7.2).
    pub lion: bool,
    /// Its capture on the way does not excuse a lion trade (rule 7.2).
    pub worthless: bool,
    /// Capturing it alone can change the capturer otherwise than any capture does.
    pub matters: bool,
    pub shortcuts: LegalityShortcuts,
}
