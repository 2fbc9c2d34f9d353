//! How games end (chapter 5 and rule 7.4): outcomes, and the tests that need no history.

use crate::game::Board;
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
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::RoyalsCaptured, Self::NoRoyals, Self::Repetition, Self::Checkmate, Self::Stalemate, Self::BareKing];

    /// Stable word.
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

    /// Number of the rule in rules.md.
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

/// Rule 7.4: a side with a lone royal against more has lost, unless it can bare the other or take its last royal at once;
/// two lone royals are a draw, unless one can be taken at once.
pub(crate) fn bared(position: &Position, rules: &RuleSet) -> Option<Outcome> {
    if rules.options().bare_king == Chu::Off {
        return None;
    }
    let winner = match (is_bare(position, Side::Black), is_bare(position, Side::White)) {
        (false, false) => return None,
        (true, true) => None,
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
    };
    let helps_itself = winner != Some(position.turn()) && can_turn_it(position, rules);
    (!helps_itself).then_some(Outcome { winner, termination: Termination::BareKing })
}

/// Whether all that a side has is one royal (rule 7.4).
fn is_bare(position: &Position, side: Side) -> bool {
    position.count(side) == 1 && position.royal_count(side) == 1
}

/// Whether a capture by the side to move leaves the opponent a lone royal or no royal.
fn can_turn_it(position: &Position, rules: &RuleSet) -> bool {
    let side = position.turn();
    let mut list = Vec::new();
    movegen::legal_moves(position, rules, &mut Scratch::default(), &mut Captures(&mut list));
    let mut captured = Vec::new();
    list.into_iter().any(|mv| {
        let mut after = position.clone();
        after.make(rules, mv, &mut captured);
        after.winner() == Some(side) || is_bare(&after, side.other())
    })
}

/// The outcome by royals (rules 5.1 and 5.2) or by a bare king (rule 7.4); `moved` tells whether a move led here.
fn by_royals(position: &Position, rules: &RuleSet, moved: bool) -> Option<Outcome> {
    if let Some(winner) = position.winner() {
        let termination = if moved { Termination::RoyalsCaptured } else { Termination::NoRoyals };
        return Some(Outcome { winner: Some(winner), termination });
    }
    bared(position, rules)
}

/// The outcome where the side to move has no legal move (rule 5.8).
fn without_moves(position: &Position, rules: &RuleSet) -> Outcome {
    let turn = position.turn();
    let lost = |termination| Outcome { winner: Some(turn.other()), termination };
    if movegen::is_exposed(position, rules, turn) {
        return lost(Termination::Checkmate);
    }
    match rules.options().stalemate {
        Stalemate::Loss => lost(Termination::Stalemate),
        Stalemate::Draw => Outcome { winner: None, termination: Termination::Stalemate },
    }
}

/// The outcome of a position alone: that of a game without repetition (rule 5.8).
pub(crate) fn of_position(position: &Position, rules: &RuleSet, scratch: &mut Scratch, moved: bool) -> Option<Outcome> {
    if let Some(outcome) = by_royals(position, rules, moved) {
        return Some(outcome);
    }
    let can_move = movegen::has_legal_move(position, rules, scratch);
    (!can_move).then(|| without_moves(position, rules))
}

impl Board {
    /// The outcome by royals (rules 5.1 and 5.2) or by a bare king (rule 7.4).
    pub(crate) fn outcome_by_royals(&self) -> Option<Outcome> {
        by_royals(&self.position(), &self.rules, self.ply() > 0)
    }

    /// The outcome where the side to move has no legal move (rule 5.8).
    pub(crate) fn outcome_without_moves(&self) -> Outcome {
        without_moves(&self.position(), &self.rules)
    }

    /// Whether the side to move has exactly one royal and the enemy could capture it (rule 5.7).
    pub fn is_check(&self) -> bool {
        movegen::is_exposed(&self.position(), &self.rules, self.turn())
    }

    /// Whether the side to move is in check and cannot help it (rule 5.7).
    pub fn is_checkmate(&self) -> bool {
        if !self.is_check() {
            return false;
        }
        let list = self.legal_list();
        self.with_scratch(|position, rules, scratch| {
            let mut judge = scratch.judge(position, rules);
            list.into_iter().all(|mv| judge.exposes(mv).is_some())
        })
    }
}
