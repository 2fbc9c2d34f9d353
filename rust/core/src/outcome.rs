//! How games end (chapter 5 and rule 7.4): outcomes, and the tests that need no history.

use crate::board::Position;
use crate::history::Board;
use crate::movegen::{self, Captures, Scratch};
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
    pub const ALL: [Self; 6] = [
        Self::RoyalsCaptured,
        Self::NoRoyals,
        Self::Repetition,
        Self::Checkmate,
        Self::Stalemate,
        Self::BareKing,
    ];

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

/// Rule 7.4: a side with a lone royal against more than a royal has lost, unless it can bare the other at once.
pub(crate) fn bared(position: &Position, rules: &RuleSet) -> Option<Outcome> {
    if rules.options().bare_king == Chu::Off {
        return None;
    }
    let is_bare = |side: Side| position.count(side) == 1 && position.royal_count(side) == 1;
    let outcome = |winner| {
        Some(Outcome {
            winner,
            termination: Termination::BareKing,
        })
    };
    match (is_bare(Side::Black), is_bare(Side::White)) {
        (false, false) => None,
        (true, true) => outcome(None),
        (black, _) => {
            let bare = if black { Side::Black } else { Side::White };
            let may_bare_back = position.turn() == bare && can_bare(position, rules, bare);
            if may_bare_back {
                None
            } else {
                outcome(Some(bare.other()))
            }
        }
    }
}

/// Whether a capture by `side`, which is to move, leaves the opponent a lone royal or none.
fn can_bare(position: &Position, rules: &RuleSet, side: Side) -> bool {
    if position.count(side.other()) != 2 || position.royal_count(side.other()) == 0 {
        return false;
    }
    let mut list = Vec::new();
    movegen::legal_moves(
        position,
        rules,
        &mut Scratch::default(),
        &mut Captures(&mut list),
    );
    let mut captured = Vec::new();
    list.into_iter().any(|mv| {
        let mut after = position.clone();
        after.make(rules, mv, &mut captured);
        let (pieces, royals) = (after.count(side.other()), after.royal_count(side.other()));
        royals == 0 || pieces == 1 && royals == 1
    })
}

impl Board {
    /// The outcome by royals (rules 5.1 and 5.2) or by a bare king (rule 7.4).
    pub(crate) fn outcome_by_royals(&self) -> Option<Outcome> {
        if let Some(winner) = self.position.winner() {
            let captured = self.ply() > 0;
            let termination = if captured {
                Termination::RoyalsCaptured
            } else {
                Termination::NoRoyals
            };
            return Some(Outcome {
                winner: Some(winner),
                termination,
            });
        }
        bared(&self.position, &self.rules)
    }

    /// The outcome where the side to move has no legal move (rule 5.8).
    pub(crate) fn outcome_without_moves(&mut self) -> Outcome {
        let turn = self.position.turn();
        let lost = |termination| Outcome {
            winner: Some(turn.other()),
            termination,
        };
        if self.exposed(turn) {
            return lost(Termination::Checkmate);
        }
        match self.rules.options().stalemate {
            Stalemate::Loss => lost(Termination::Stalemate),
            Stalemate::Draw => Outcome {
                winner: None,
                termination: Termination::Stalemate,
            },
        }
    }

    /// Whether the side to move has exactly one royal and the enemy could capture it (rule 5.7).
    pub fn is_check(&mut self) -> bool {
        self.exposed(self.position.turn())
    }

    /// Whether the side to move is in check and cannot help it (rule 5.7).
    pub fn is_checkmate(&mut self) -> bool {
        if !self.is_check() {
            return false;
        }
        let side = self.position.turn();
        let mut list = Vec::new();
        self.legal_moves(&mut list);
        list.into_iter().all(|mv| {
            let had = self.position.royal_count(side.other()) > 0;
            self.push_unchecked(mv);
            let wins = had && self.position.royal_count(side.other()) == 0;
            let taken = !wins && self.exposed(side);
            // The move was made just now, so there is one to take back.
            let _ = self.pop();
            taken
        })
    }
}
