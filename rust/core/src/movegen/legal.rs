//! Legal moves of a position: effects, promotion, and every rule that needs no history.

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::lion_trade::{self, Forbidden};
use crate::movegen::sink::{FirstHit, Sink};
use crate::movegen::{attacks, effects, emperor, plain, promotion};
use crate::moves::Move;
use crate::rules::{Chu, Code, EmperorRule, Exposure, Role, RuleSet, Side};

/// Room that generation needs and keeps: a board to try moves on, and lists.
#[derive(Debug, Default)]
pub struct Scratch {
    buffer: plain::Buffer,
    trial: Trial,
}

/// A copy of the position to try moves on, made when the first trial needs it.
#[derive(Debug, Default)]
struct Trial {
    board: Option<Position>,
    is_current: bool,
    captured: Vec<(Square, Code)>,
}

impl Trial {
    fn on(&mut self, position: &Position) -> (&mut Position, &mut Vec<(Square, Code)>) {
        let board = self.board.get_or_insert_with(|| position.clone());
        if !self.is_current {
            board.clone_from(position);
            self.is_current = true;
        }
        (board, &mut self.captured)
    }
}

/// Judges pseudo-legal effects of one position by the rules that need no history.
pub(crate) struct Judge<'a> {
    position: &'a Position,
    rules: &'a RuleSet,
    trial: &'a mut Trial,
}

/// What a [`Judge`] says of an effect: nothing against it, or the rule and the square that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EffectVerdict {
    Allowed,
    Emperor(Square),
    LionTrading(Square),
    CounterStrike(Square),
}

impl<'a> Judge<'a> {
    pub(crate) fn new(
        position: &'a Position,
        rules: &'a RuleSet,
        scratch: &'a mut Scratch,
    ) -> Self {
        scratch.trial.is_current = false;
        Self {
            position,
            rules,
            trial: &mut scratch.trial,
        }
    }

    /// The emperor rule and the lion rules.
    pub(crate) fn effect(&mut self, mv: Move) -> EffectVerdict {
        let (board, _) = self.trial.on(self.position);
        let kind = self.position.at(mv.from()).kind();
        if self.rules.table(kind).role == Some(Role::Emperor)
            && let Some(square) = emperor::blame(board, self.rules, mv)
        {
            return EffectVerdict::Emperor(square);
        }
        match lion_trade::forbidden(board, self.rules, mv) {
            None => EffectVerdict::Allowed,
            Some(Forbidden::Protected(square)) => EffectVerdict::LionTrading(square),
            Some(Forbidden::CounterStrike(square)) => EffectVerdict::CounterStrike(square),
        }
    }

    /// Exposure (rule 5.6): from where the only royal could be taken after the move.
    pub(crate) fn exposes(&mut self, mv: Move) -> Option<Square> {
        let (board, captured) = self.trial.on(self.position);
        let side = board.turn();
        let had_enemy_royal = board.royal_count(side.other()) > 0;
        let undo = board.make(self.rules, mv, captured);
        let won = had_enemy_royal && board.royal_count(side.other()) == 0;
        let danger = if won {
            None
        } else {
            danger_to_only_royal(board, self.rules, side)
        };
        board.unmake(self.rules, &undo, captured);
        danger
    }
}

/// From where the only royal of `side` could be taken, if it has exactly one and that could be taken (rules 5.6 and 5.7).
pub(crate) fn danger_to_only_royal(
    position: &mut Position,
    rules: &RuleSet,
    side: Side,
) -> Option<Square> {
    if position.royal_count(side) != 1 {
        return None;
    }
    let royal = position.royals(rules, side).next()?;
    attacks::first_attacker(position, rules, side.other(), royal)
}

/// Whether `side` has exactly one royal and the enemy could take it.
pub fn is_exposed(position: &mut Position, rules: &RuleSet, side: Side) -> bool {
    danger_to_only_royal(position, rules, side).is_some()
}

/// Which rules ask for a look at each effect; found once for a list.
struct Asked {
    emperor_captures: bool,
    emperor_quiet: bool,
    lions: bool,
    exposure: bool,
}

impl Asked {
    fn of(rules: &RuleSet) -> Self {
        let options = rules.options();
        Self {
            emperor_captures: options.emperor != EmperorRule::Unrestricted,
            emperor_quiet: options.emperor == EmperorRule::ProtectedSquare,
            lions: options.lion_trading != Chu::Off,
            exposure: options.exposure == Exposure::Forbidden,
        }
    }
}

/// Every move that is legal but for repetition, into `sink`. None where one side alone has no royal: that game is over.
pub fn legal_moves(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    sink: &mut impl Sink,
) {
    if position.winner().is_some() {
        return;
    }
    scratch.trial.is_current = false;
    let asked = Asked::of(rules);
    let geometry = rules.geometry();
    for row in 0..geometry.ranks() {
        for column in Position::bits(position.row_bits(position.turn(), row)) {
            from_piece(
                position,
                rules,
                geometry.at(column, row),
                &asked,
                scratch,
                sink,
            );
            if sink.is_full() {
                return;
            }
        }
    }
}

/// As [`legal_moves`], of the piece on one square only.
pub fn legal_moves_from(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    scratch: &mut Scratch,
    sink: &mut impl Sink,
) {
    if position.winner().is_some() || position.at(from).side() != Some(position.turn()) {
        return;
    }
    scratch.trial.is_current = false;
    from_piece(position, rules, from, &Asked::of(rules), scratch, sink);
}

/// Whether there is a move that is legal but for repetition.
pub fn has_legal_move(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> bool {
    let mut first = FirstHit::default();
    legal_moves(position, rules, scratch, &mut first);
    first.0.is_some()
}

#[inline]
fn from_piece(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    asked: &Asked,
    scratch: &mut Scratch,
    sink: &mut impl Sink,
) {
    let Scratch { buffer, trial } = scratch;
    let kind = position.at(from).kind();
    let emperor = rules.table(kind).role == Some(Role::Emperor);
    let (quiet_asked, captures_asked) = (
        emperor && asked.emperor_quiet,
        emperor && asked.emperor_captures,
    );
    effects(position, rules, from, buffer, &mut |mv, takes| {
        let look = if takes {
            captures_asked || asked.lions
        } else {
            quiet_asked
        };
        if look {
            let judged = Judge {
                position,
                rules,
                trial,
            }
            .effect(mv);
            if judged != EffectVerdict::Allowed {
                return;
            }
        }
        for change in promotion::choices(rules, position, mv, takes).as_slice() {
            let mv = mv.with_change(*change);
            if asked.exposure
                && (Judge {
                    position,
                    rules,
                    trial,
                })
                .exposes(mv)
                .is_some()
            {
                continue;
            }
            sink.push(mv, takes);
        }
    });
}
