//! How games end (chapter 5 and rule 7.4): outcomes, and the tests that need no history.
//!
//! These functions look at one position; [`Board`](crate::game::Board) adds repetition, in the order of rule 5.8.

use crate::betza::Atom;
use crate::geometry::Square;
use crate::movegen::{self, Captures, Scratch};
use crate::position::Position;
use crate::rules::{BareKing, Kind, RuleSet, Side, Stalemate};

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

/// The outcome by rule 7.4: a bare side has lost against one with enough pieces, and two lone royals are a draw, unless
/// the bare side can reverse that.
pub(crate) fn bared(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> Option<Outcome> {
    let option = rules.options().bare_king;
    if option == BareKing::Off {
        return None;
    }
    let mut sides = [Side::Black, Side::White].into_iter();
    let loser = sides.find(|side| is_bare(position, rules, *side) && is_enough(position, rules, side.other()));
    if loser.is_none() && !(is_alone(position, Side::Black) && is_alone(position, Side::White)) {
        return None;
    }
    let is_averted = match option {
        BareKing::Lishogi => {
            let threatens = |side| threatens_to_avert(position, rules, scratch, side);
            loser.map_or([Side::Black, Side::White].as_slice(), |_| loser.as_slice()).iter().copied().any(threatens)
        }
        _ => loser.is_none_or(|side| side == position.turn()) && can_avert(position, rules, scratch),
    };
    (!is_averted).then_some(Outcome { winner: loser.map(Side::other), termination: Termination::BareKing })
}

/// Whether the only piece of a side is one royal.
fn is_alone(position: &Position, side: Side) -> bool {
    position.count(side) == 1 && position.royal_count(side) == 1
}

/// Whether a side is bare: it has one royal and nothing else that counts (rule 7.4).
fn is_bare(position: &Position, rules: &RuleSet, side: Side) -> bool {
    if rules.options().bare_king == BareKing::Chu {
        return is_alone(position, side);
    }
    position.royal_count(side) == 1
        && position
            .pieces(rules, side)
            .all(|(square, kind)| rules.table(kind).role.is_some() || is_dead(rules, square, kind, side))
}

/// Whether a side has enough pieces to win against a bare one (rule 7.4).
fn is_enough(position: &Position, rules: &RuleSet, side: Side) -> bool {
    if rules.options().bare_king == BareKing::Chu {
        return !is_alone(position, side);
    }
    position.royal_count(side) > 0 && counting(position, rules, side).nth(1).is_some()
}

/// Squares of the pieces that count for the stronger side: not those listed as worthless, and no dead ones (rule 7.4).
fn counting<'a>(position: &'a Position, rules: &'a RuleSet, side: Side) -> impl Iterator<Item = Square> + 'a {
    let counts =
        move |(square, kind): &(Square, Kind)| !rules.table(*kind).worthless && !is_dead(rules, *square, *kind, side);
    position.pieces(rules, side).filter(counts).map(|(square, _)| square)
}

/// Whether a piece is dead: every move of its type begins with a step off the board (rule 7.4).
fn is_dead(rules: &RuleSet, square: Square, kind: Kind, side: Side) -> bool {
    let geometry = rules.geometry();
    rules.terms(kind).iter().all(|term| {
        term.atom != Atom::U
            && term.first.iter().all(|vector| geometry.step(square, *vector, side == Side::Black).is_none())
    })
}

/// Whether a bare side, if it were to move, could take a royal, or one of the last two pieces that count.
fn threatens_to_avert(position: &Position, rules: &RuleSet, scratch: &mut Scratch, side: Side) -> bool {
    let enemy = side.other();
    let mut targets: Vec<Square> = counting(position, rules, enemy).collect();
    if targets.len() > 2 {
        targets.clear();
    }
    targets.extend(position.royals(rules, enemy));
    let mut legality = scratch.legality(position, rules);
    targets.into_iter().any(|target| legality.could_capture(side, target))
}

/// Whether a capture by the side to move leaves the opponent without a royal or without enough pieces.
fn can_avert(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> bool {
    let side = position.turn();
    let mut list = Vec::new();
    movegen::legal_moves(position, rules, scratch, &mut Captures(&mut list));
    let (mut trial, mut captured) = (position.clone(), Vec::new());
    list.into_iter().any(|mv| {
        let undo = trial.make(rules, mv, &mut captured);
        let averts = trial.winner() == Some(side) || !is_enough(&trial, rules, side.other());
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
