//! The compiled properties of a kind of piece, and the tests of legality that its moves can skip.

use crate::moves::Change;
use crate::rules::piece::{Kind, Role};

/// Shortcuts from a pseudo-legal to a legal move that do not depend on the position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LegalityShortcuts {
    /// Quiet moves are legal without a test.
    pub quiets_are_legal: bool,
    /// Captures of non-royal pieces by the universal power are legal without a test.
    pub row_captures_are_legal: bool,
    /// The change of the mover when it captures one piece that is not [`KindTable::relevant_victim`], if there is only one
    /// choice and no test is needed.
    pub capture_change: Option<Change>,
    /// The change of the mover where its move ends in the promotion zone, if that alone decides: other moves change nothing, and
    /// none needs a test unless it captures a piece that is [`KindTable::relevant_victim`].
    pub change_in_zone: Option<Change>,
    /// No kind of the rule set is [`KindTable::relevant_victim`]: what is captured, and how much, makes no difference.
    pub victims_are_alike: bool,
    /// Quiet moves must pass the emperor rule.
    pub check_quiets: bool,
    /// Captures must pass the emperor rule or the rules on lion trading.
    pub check_captures: bool,
    /// Moves must not expose the last royal (rule 5.6).
    pub exposure: bool,
    /// Upper bound of legal moves per pseudo-legal move: 2 where the mover may choose whether or what it becomes.
    pub choices: u8,
}

/// The compiled properties of a kind (an initial type, promoted or not).
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindTable {
    /// Whether such a piece can exist.
    pub exists: bool,
    /// Index of the type it moves as.
    pub form: u16,
    /// Its royal role, if it is royal.
    pub role: Option<Role>,
    /// What it promotes to.
    pub promotion: Option<Kind>,
    /// Contagious type (index + 1) that its captor becomes; 0 for none.
    pub infects: u8,
    /// Immune to contagion.
    pub exempt: bool,
    /// May promote on the last rank.
    pub last_rank: bool,
    /// Counts as a lion (rule 7.2).
    pub lion: bool,
    /// Capturing it on the way does not justify a lion trade (rule 7.2).
    pub worthless: bool,
    /// Its rank; jumps pass pieces of lower rank (rule 9.1).
    pub rank: u8,
    /// Burns the enemies beside it (rule 9.4), in games with that rule.
    pub burns: bool,
    /// It burns, or promotes to a piece that does.
    pub may_burn: bool,
    /// Capturing it can change the captor differently from capturing other pieces: contagion, or a promoted victim.
    pub relevant_victim: bool,
    pub shortcuts: LegalityShortcuts,
}
