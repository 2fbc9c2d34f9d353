//! How games end (chapter 5 and rule 7.4): outcomes, and the tests that need no history.
//!
//! These functions look at one position; [`Board`](crate::game::Board) adds repetition, in the order of rule 5.8.

use crate::movegen::{self, Captures, Scratch};
use crate::position::Position;
use crate::rules::{Chu, RuleSet, Side, Stalemate};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// A side's last royal was captured (rule 5.1).
    RoyalsCaptured,
    /// A position that was set up with exactly one side without a royal (rule 5.2).
    NoRoyals,
    /// The rule on repeated positions (chapter 6).
    Repetition,
    /// In check and without a legal move (rule 5.8).
    Checkmate,
    /// Not in check and without a legal move (rule 5.8).
    Stalemate,
    /// A lone king against more (rule 7.4).
    BareKing,
}

impl Termination {
    /// Every termination.
    pub const ALL: [Self; 6] =
        [Self::RoyalsCaptured, Self::NoRoyals, Self::Repetition, Self::Checkmate, Self::Stalemate, Self::BareKing];

    /// Its stable name.
    pub fn slug(self) -> &'static str {
        match self {
            Self::RoyalsCaptured => "royals_captured",
            Self::NoRoyals => "no_royals",
            Self::Repetition => "repetition",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::BareKing => "bare_king",
        }
    }

    /// Number of the rule in the rules page.
    pub fn rule(self) -> &'static str {
        match self {
            Self::RoyalsCaptured => "5.1",
            Self::NoRoyals => "5.2",
            Self::Repetition => "6.3",
            Self::Checkmate | Self::Stalemate => "5.8",
            Self::BareKing => "7.4",
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub termination: Termination,
}

/// The outcome by rule 7.4: a side with a lone royal against more has lost, unless it can bare the other or take its last royal at once;
/// two lone royals are a draw, unless one can be taken at once.
pub(crate) fn bared(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> Option<Outcome> {
    if rules.options().bare_king == Chu::Off {
        return None;
    }
    let winner = match (is_bare(position, Side::Black), is_bare(position, Side::White)) {
        (false, false) => return None,
        (true, true) => None,
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
    };
    let is_averted = winner != Some(position.turn()) && can_avert(position, rules, scratch);
    (!is_averted).then_some(Outcome { winner, termination: Termination::BareKing })
}

/// Whether the only piece of a side is one royal (rule 7.4).
fn is_bare(position: &Position, side: Side) -> bool {
    position.count(side) == 1 && position.royal_count(side) == 1
}

/// Whether a capture by the side to move leaves the opponent a lone royal or no royal.
fn can_avert(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> bool {
    let side = position.turn();
    let mut list = Vec::new();
    movegen::legal_moves(position, rules, scratch, &mut Captures(&mut list));
    let (mut trial, mut captured) = (position.clone(), Vec::new());
    list.into_iter().any(|mv| {
        let undo = trial.make(rules, mv, &mut captured);
        let averts = trial.winner() == Some(side) || is_bare(&trial, side.other());
        trial.unmake(rules, &undo, &mut captured);
        averts
    })
}

/// The outcome by royals (rules 5.1 and 5.2) or by a bare king (rule 7.4). `has_moves` is whether any move was made before.
pub(crate) fn by_royals(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    has_moves: bool,
) -> Option<Outcome> {
    if let Some(winner) = position.winner() {
        let termination = if has_moves { Termination::RoyalsCaptured } else { Termination::NoRoyals };
        return Some(Outcome { winner: Some(winner), termination });
    }
    bared(position, rules, scratch)
}

/// The outcome if the side to move has no legal move (rule 5.8).
pub(crate) fn without_moves(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> Outcome {
    let turn = position.turn();
    let lost = |termination| Outcome { winner: Some(turn.other()), termination };
    if movegen::is_exposed(position, rules, turn, scratch) {
        return lost(Termination::Checkmate);
    }
    match rules.options().stalemate {
        Stalemate::Loss => lost(Termination::Stalemate),
        Stalemate::Draw => Outcome { winner: None, termination: Termination::Stalemate },
    }
}

/// The outcome of a position alone: that of a game without repetition (rule 5.8).
pub(crate) fn of_position(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    has_moves: bool,
) -> Option<Outcome> {
    if let Some(outcome) = by_royals(position, rules, scratch, has_moves) {
        return Some(outcome);
    }
    let can_move = movegen::has_legal_move(position, rules, scratch);
    (!can_move).then(|| without_moves(position, rules, scratch))
}
