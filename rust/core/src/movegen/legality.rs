//! Whether the rules allow a pseudo-legal move: the emperor rule, the rules on lions, exposure.

use crate::attacks::emperor_safety::EmperorSafety;
use crate::attacks::{emperor_rule, reach};
use crate::geometry::Square;
use crate::movegen::lion_trading::{self, Forbidden};
use crate::moves::Move;
use crate::position::{Position, Victim};
use crate::rules::{RuleSet, Side};

/// A board to try moves on, and what is known of an emperor's moves.
#[derive(Debug, Default)]
pub(crate) struct TrialBoard {
    copy: Copied,
    captured: Vec<Victim>,
    safety: EmperorSafety,
}

/// A copy of the position, made when the first trial needs it.
#[derive(Debug, Default)]
struct Copied {
    board: Option<Position>,
    is_current: bool,
}

impl Copied {
    #[inline]
    fn of(&mut self, position: &Position) -> &mut Position {
        let board = self.board.get_or_insert_with(|| position.clone());
        if !self.is_current {
            board.clone_from(position);
            self.is_current = true;
        }
        board
    }
}

impl TrialBoard {
    /// Begin with a position.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.copy.is_current = false;
        self.safety.invalidate();
    }

    /// Whether the emperor rule allows a pseudo-legal move of an emperor.
    #[inline]
    fn emperor_allows(&mut self, position: &Position, rules: &RuleSet, mv: Move) -> bool {
        if let Some(answer) = self.safety.early_verdict(position, rules, mv) {
            return answer;
        }
        self.safety.verdict(self.copy.of(position), rules, mv)
    }
}

/// Legality of the pseudo-legal moves of one position, by the rules that need no history.
pub(crate) struct Legality<'a> {
    position: &'a Position,
    rules: &'a RuleSet,
    trial: &'a mut TrialBoard,
}

/// The result of [`Legality::verdict`]: allowed, or the rule that forbids the move and the square that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegalityVerdict {
    Allowed,
    Emperor(Square),
    LionTrading(Square),
    /// The lion, and the piece that protects it, if only protected lions are bound.
    CounterStrike(Square, Option<Square>),
}

impl<'a> Legality<'a> {
    /// `trial` has begun with the position.
    #[inline]
    pub(crate) fn new(position: &'a Position, rules: &'a RuleSet, trial: &'a mut TrialBoard) -> Self {
        Self { position, rules, trial }
    }

    /// Whether the emperor rule and the lion rules allow a move.
    pub(crate) fn allows(&mut self, mv: Move) -> bool {
        if reach::is_emperor(self.position, self.rules, mv.from())
            && !self.trial.emperor_allows(self.position, self.rules, mv)
        {
            return false;
        }
        !lion_trading::applies(self.rules)
            || lion_trading::forbidden(self.trial.copy.of(self.position), self.rules, mv).is_none()
    }

    /// The emperor rule and the lion rules, with the square that matters.
    pub(crate) fn verdict(&mut self, mv: Move) -> LegalityVerdict {
        let board = self.trial.copy.of(self.position);
        if reach::is_emperor(board, self.rules, mv.from())
            && let Some(square) = emperor_rule::forbidding_square(board, self.rules, mv)
        {
            return LegalityVerdict::Emperor(square);
        }
        match lion_trading::forbidden(board, self.rules, mv) {
            None => LegalityVerdict::Allowed,
            Some(Forbidden::Protected(square)) => LegalityVerdict::LionTrading(square),
            Some(Forbidden::CounterStrike(lion, protector)) => LegalityVerdict::CounterStrike(lion, protector),
        }
    }

    /// Exposure (rule 5.6): from where the only royal could be taken after the move, or where it vanishes by fire.
    pub(crate) fn exposes(&mut self, mv: Move) -> Option<Square> {
        self.after(mv, Some(mv.to()), danger_to_only_royal)
    }

    /// Whether [`Legality::exposes`] finds a square. Does not look for the first one, which makes it faster.
    pub(crate) fn is_exposing(&mut self, mv: Move) -> bool {
        self.after(mv, true, |board, rules, side| {
            only_royal(board, rules, side)
                .is_some_and(|royal| emperor_rule::could_capture(board, rules, side.other(), royal))
        })
    }

    /// Ask about the mover's royal after a move. The answer is the default if the move took the last royal of the enemy, and
    /// `vanished` if the mover's own last royal vanished by fire (rule 9.4).
    fn after<T: Default>(
        &mut self,
        mv: Move,
        vanished: T,
        question: impl FnOnce(&mut Position, &RuleSet, Side) -> T,
    ) -> T {
        let (board, captured) = (self.trial.copy.of(self.position), &mut self.trial.captured);
        let side = board.turn();
        let had_royal = Side::BOTH.map(|side| board.royal_count(side) > 0);
        let undo = board.make(self.rules, mv, captured);
        let has_lost = |side: Side| had_royal[side.index()] && board.royal_count(side) == 0;
        let answer = match (has_lost(side.other()), has_lost(side)) {
            (true, _) => T::default(),
            (_, true) if !board.plays_without_royals(side) => vanished,
            _ => question(board, self.rules, side),
        };
        board.unmake(self.rules, &undo, captured);
        answer
    }

    /// Whether `side` has exactly one royal and the enemy could take it.
    pub(crate) fn is_exposed(&mut self, side: Side) -> bool {
        let Some(royal) = only_royal(self.position, self.rules, side) else {
            return false;
        };
        self.could_capture(side.other(), royal)
    }

    /// Whether `side` could capture on a square (rule 5.3).
    pub(crate) fn could_capture(&mut self, side: Side, target: Square) -> bool {
        let Self { position, rules, trial } = self;
        if reach::without_emperors(position, rules, side, target) {
            return true;
        }
        // An emperor's capture is tried on the copy.
        reach::emperors(position, rules, side).next().is_some()
            && emperor_rule::emperor_attacker(trial.copy.of(position), rules, side, target).is_some()
    }
}

/// From where the only royal of `side` could be taken, if it has exactly one and that could be taken (rules 5.6 and 5.7).
pub(crate) fn danger_to_only_royal(position: &mut Position, rules: &RuleSet, side: Side) -> Option<Square> {
    let royal = only_royal(position, rules, side)?;
    emperor_rule::first_attacker(position, rules, side.other(), royal)
}

/// The royal of `side` if it has exactly one and loses with it.
fn only_royal(position: &Position, rules: &RuleSet, side: Side) -> Option<Square> {
    if position.royal_count(side) != 1 || position.plays_without_royals(side) {
        return None;
    }
    position.royals(rules, side).next()
}
