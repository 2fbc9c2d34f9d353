//! Why a move is not legal: the rule that forbids it, and the squares that decide it (rule 5.9).
//!
//! Callers come here after a move was refused, so nothing on these paths is fast.

use crate::error::{Refusal, Slug};
use crate::game::Board;
use crate::game::outcome::{Outcome, Termination};
use crate::geometry::Square;
use crate::movegen::{LegalityVerdict, Scratch};
use crate::moves::{Change, Move};
use crate::notation;
use crate::position::promotion;
use crate::powers::{self, route};
use crate::rules::{EmperorRule, Exposure, RepetitionRule, Role, Side, Trigger};

fn refusal(slug: Slug, message: String, squares: &[Square]) -> Refusal {
    Refusal { slug, rule: None, message, squares: squares.to_vec() }
}

/// The name of a side, as sentences use it.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::White => "White",
    }
}

/// A sentence that states the winner, how the game ended and the rule.
pub fn outcome_sentence(outcome: Outcome) -> String {
    let rule = outcome.termination.rule();
    let Some(winner) = outcome.winner else {
        let why = match outcome.termination {
            Termination::Repetition => "the position occurred for the fourth time and nobody is at fault",
            Termination::Stalemate => "the side to move has no legal move and is not in check",
            _ => "both sides have a lone royal",
        };
        return format!("Draw: {why} (rule {rule})");
    };
    let loser = side_name(winner.other());
    let why = match outcome.termination {
        Termination::RoyalsCaptured => format!("{loser}'s last royal was captured"),
        Termination::NoRoyals => format!("{loser} has no royal"),
        Termination::Repetition => {
            format!("{loser} is at fault for the fourth occurrence of the position")
        }
        Termination::Checkmate => format!("{loser} is in check and has no legal move"),
        Termination::Stalemate => format!("{loser} has no legal move"),
        Termination::BareKing => format!("{loser} has only a royal that counts and cannot bare the other"),
    };
    format!("{} wins: {why} (rule {rule})", side_name(winner))
}

impl Board {
    /// Why `mv` is not legal, or `None` if it is. An ended game comes first, then what the piece
    /// can do, then the rules that forbid moves.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        let words = notation::usi(&self.rules, mv);
        if let Some(outcome) = self.outcome() {
            let message = format!("{words}: the game is over: {}", outcome_sentence(outcome));
            return Some(refusal(Slug::IllegalMoveGameOver, message, &[]));
        }
        self.refusal_by_powers(mv).or_else(|| self.forbidden(mv, &words))
    }

    /// Why no piece can make this move at all, or `None` if the move is pseudo-legal.
    pub(crate) fn refusal_by_powers(&self, mv: Move) -> Option<Refusal> {
        let geometry = self.rules.geometry();
        let name = |square: Square| geometry.name(square);
        let from = mv.from();
        let words = notation::usi(&self.rules, mv);
        let turn = self.turn();
        match self.at(from).side() {
            None => {
                return Some(refusal(
                    Slug::IllegalMoveNoPiece,
                    format!("{words}: there is no piece on {}", name(from)),
                    &[from],
                ));
            }
            Some(side) if side != turn => {
                let message = format!(
                    "{words}: the piece on {} is {}'s, and {} is to move",
                    name(from),
                    side_name(side),
                    side_name(turn)
                );
                return Some(refusal(Slug::IllegalMoveNotYourPiece, message, &[from]));
            }
            Some(_) => {}
        }
        let (found, is_capture) = self.find_pseudo_legal(mv);
        if !found {
            return Some(self.no_such_effect(mv, &words));
        }
        self.wrong_change(mv, is_capture, &words)
    }

    /// Whether the piece can make this move by its powers, promotion apart.
    pub(crate) fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.find_pseudo_legal(mv).0
    }

    fn find_pseudo_legal(&self, mv: Move) -> (bool, bool) {
        let wanted = mv.with_change(Change::None);
        let mut found = (false, false);
        powers::pseudo_legal_moves(
            &self.position(),
            &self.rules,
            mv.from(),
            &mut route::Buffer::new(),
            &mut powers::PseudoLegalFn(|effect, is_capture| {
                if effect == wanted {
                    found = (true, is_capture);
                }
            }),
        );
        found
    }

    fn no_such_effect(&self, mv: Move, words: &str) -> Refusal {
        let geometry = self.rules.geometry();
        let (from, to) = (mv.from(), mv.to());
        let name = |square: Square| geometry.name(square);
        let kind = self.at(from).kind();
        let moves_as = self.rules.moves_as(kind);
        let piece = notation::piece_text(&self.rules, self.at(from));
        if from != to && self.at(to).side() == Some(self.turn()) {
            let message = format!("{words}: an own piece stands on {}", name(to));
            return refusal(Slug::IllegalMoveOwnPiece, message, &[to]);
        }
        let shape =
            self.rules.piece_type(moves_as).map_or(String::new(), |line| format!("{} ({})", line.name, line.betza));
        let message = if mv.is_pass() {
            format!(
                "{words}: {piece} cannot pass here: that takes a lion power and an empty square beside it (rule 3.8); it moves as {shape}"
            )
        } else {
            format!("{words}: {piece} on {} has no such move; it moves as {shape}", name(from))
        };
        Refusal { rule: mv.is_pass().then_some("3.8"), ..refusal(Slug::IllegalMoveNoSuchMove, message, &[from, to]) }
    }

    fn wrong_change(&self, mv: Move, is_capture: bool, words: &str) -> Option<Refusal> {
        let allowed = promotion::choices(&self.rules, &self.position(), mv, is_capture);
        if allowed.as_slice().contains(&mv.change()) {
            return None;
        }
        let right: Vec<String> =
            allowed.as_slice().iter().map(|change| notation::usi(&self.rules, mv.with_change(*change))).collect();
        let right = right.join(" or ");
        let (slug, what) = match mv.change() {
            Change::None => (Slug::IllegalMoveMustPromote, "must promote or change here"),
            _ => (Slug::IllegalMoveCannotPromote, "cannot promote or change so here"),
        };
        // Contagion overrides the rules on promotion.
        let kind = self.at(mv.from()).kind();
        let rule = match promotion::infects(&self.rules, self.position().effect(&self.rules, mv).victims()) {
            false if self.rules.options().promotion.iter().any(|row| row.when == Trigger::EnterZone) => "7.1",
            false if self.rules.options().promotion.iter().any(|row| row.when == Trigger::EndInZone) => "4.7",
            false => "4.1",
            true if self.rules.table(kind).exempt => "4.4",
            true => "4.3",
        };
        let message = format!("{words}: the piece {what}: {right} (rule {rule})");
        Some(Refusal { rule: Some(rule), ..refusal(slug, message, &[mv.to()]) })
    }

    /// The first rule that forbids a pseudo-legal move: emperor, lions, exposure, repetition.
    fn forbidden(&self, mv: Move, words: &str) -> Option<Refusal> {
        let geometry = self.rules.geometry();
        let name = |square: Square| geometry.name(square);
        let (position, mut scratch) = (self.position(), Scratch::default());
        let mut legality = scratch.legality(&position, &self.rules);
        match legality.verdict(mv) {
            LegalityVerdict::Allowed => {}
            LegalityVerdict::Emperor(square) => {
                let option = &self.rules.written_options()["emperor"].0;
                let blocker = self.at(square);
                let is_rival = self.rules.options().emperor == EmperorRule::ProtectedPieceByEmperor
                    && self.rules.table(blocker.kind()).role == Some(Role::Emperor);
                let why = if is_rival {
                    format!(
                        "the enemy's {} on {} stands in the way",
                        notation::piece_text(&self.rules, blocker),
                        name(square)
                    )
                } else {
                    format!("the enemy could take it from {}", name(square))
                };
                let message =
                    format!("{words}: the emperor may not go to {}: {why} (rule 5.4, {option})", name(mv.to()));
                return Some(refusal(Slug::IllegalMoveEmperor, message, &[square]));
            }
            LegalityVerdict::LionTrading(square) => {
                let message = format!(
                    "{words}: a lion may not take a distant lion that the piece on {} protects (rule 7.2)",
                    name(square)
                );
                return Some(refusal(Slug::IllegalMoveLionTrading, message, &[square]));
            }
            LegalityVerdict::CounterStrike(lion, None) => {
                let message = format!(
                    "{words}: a lion was just taken by another piece, so only a lion may take the one on {} (rule 7.3)",
                    name(lion)
                );
                return Some(refusal(Slug::IllegalMoveCounterStrike, message, &[lion]));
            }
            LegalityVerdict::CounterStrike(lion, Some(protector)) => {
                let message = format!(
                    "{words}: a lion was just taken by another piece, so only a lion may take the one on {}, which the \
                     piece on {} protects (rule 7.3)",
                    name(lion),
                    name(protector)
                );
                return Some(refusal(Slug::IllegalMoveCounterStrike, message, &[lion, protector]));
            }
        }
        if self.rules.options().exposure == Exposure::Forbidden
            && let Some(square) = legality.exposes(mv)
        {
            let message = format!("{words}: the only royal could be taken from {} (rule 5.6)", name(square));
            return Some(refusal(Slug::IllegalMoveExposure, message, &[square]));
        }
        let back = self.past(&position).forbids(mv)?;
        let (rule, what) = match self.rules.options().repetition {
            RepetitionRule::Forbid => ("6.2", "the position has occurred before"),
            _ => ("6.5", "the position would occur for the fourth time and the mover is at fault"),
        };
        let ply = self.ply() - back;
        let message = format!("{words}: {what}, last after ply {ply} (rule {rule})");
        Some(Refusal { rule: Some(rule), ..refusal(Slug::IllegalMoveRepetition, message, &[mv.from(), mv.to()]) })
    }
}
