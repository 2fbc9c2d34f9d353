//! Legal moves of a position: effects, promotion, and every rule that needs no history.

use crate::board::Position;
use crate::geometry::Square;
use crate::movegen::effects::{self, EffectSink, Mover};
use crate::movegen::lion_trade::{self, Forbidden};
use crate::movegen::sink::{Count, FirstHit, Sink};
use crate::movegen::{attacks, emperor, plain, promotion};
use crate::moves::Move;
use crate::powers::{Powers, Ring};
use crate::rules::{Code, Role, RuleSet, Side, Ways};

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
    pub(crate) fn new(position: &'a Position, rules: &'a RuleSet, scratch: &'a mut Scratch) -> Self {
        scratch.trial.is_current = false;
        Self { position, rules, trial: &mut scratch.trial }
    }

    /// Whether the emperor rule and the lion rules allow an effect.
    fn allows(&mut self, mv: Move) -> bool {
        let (board, _) = self.trial.on(self.position);
        let emperor = self.rules.table(self.position.at(mv.from()).kind()).role == Some(Role::Emperor);
        (!emperor || emperor::emperor_may(board, self.rules, mv))
            && lion_trade::forbidden(board, self.rules, mv).is_none()
    }

    /// The emperor rule and the lion rules, with the square that matters.
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
        let danger = if won { None } else { danger_to_only_royal(board, self.rules, side) };
        board.unmake(self.rules, &undo, captured);
        danger
    }
}

/// From where the only royal of `side` could be taken, if it has exactly one and that could be taken (rules 5.6 and 5.7).
pub(crate) fn danger_to_only_royal(position: &mut Position, rules: &RuleSet, side: Side) -> Option<Square> {
    if position.royal_count(side) != 1 {
        return None;
    }
    let royal = position.royals(rules, side).next()?;
    attacks::first_attacker(position, rules, side.other(), royal)
}

/// Whether `side` has exactly one royal and the enemy could take it.
pub fn is_exposed(position: &mut Position, rules: &RuleSet, side: Side) -> bool {
    if position.royal_count(side) != 1 {
        return false;
    }
    let royal = position.royals(rules, side).next();
    royal.is_some_and(|royal| attacks::could_capture(position, rules, side.other(), royal))
}

/// How the effects of one piece become legal moves; what the rule set and the kind decide is found once.
struct Legal<'a, S> {
    position: &'a Position,
    rules: &'a RuleSet,
    trial: &'a mut Trial,
    sink: &'a mut S,
    ways: Ways,
}

impl<S: Sink> Legal<'_, S> {
    /// The way that serves every case.
    #[inline(never)]
    fn judged(&mut self, mv: Move, takes: bool, look: bool) {
        let Self { position, rules, trial, sink, ways } = self;
        if look && !(Judge { position, rules, trial }).allows(mv) {
            return;
        }
        for change in promotion::choices(rules, position, mv, takes).as_slice() {
            let mv = mv.with_change(*change);
            if ways.exposure && (Judge { position, rules, trial }).exposes(mv).is_some() {
                continue;
            }
            sink.push(mv, takes);
        }
    }
}

impl<S: Sink> EffectSink for Legal<'_, S> {
    #[inline]
    fn quiet(&mut self, mv: Move) {
        if self.ways.plain_quiet {
            self.sink.push(mv, false);
        } else {
            self.judged(mv, false, self.ways.look_at_quiet);
        }
    }

    #[inline]
    fn capture(&mut self, mv: Move) {
        if let Some(change) = self.ways.capture_change
            && !mv.has_via()
            && !promotion::matters(self.rules, self.position.at(mv.to()))
        {
            self.sink.push(mv.with_change(change), true);
            return;
        }
        self.judged(mv, true, self.ways.look_at_captures);
    }

    /// Rows come from the universal move, whose captures of royals come one by one.
    #[inline]
    fn row(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        let (fast_empty, fast_enemies) =
            (if self.ways.plain_quiet { empty } else { 0 }, if self.ways.plain_row_captures { enemies } else { 0 });
        if S::TELLS_TAKES {
            self.sink.push_row(from, first, fast_empty, false);
            self.sink.push_row(from, first, fast_enemies, true);
        } else {
            self.sink.push_row(from, first, fast_empty | fast_enemies, false);
        }
        for column in Position::bits(empty & !fast_empty) {
            self.quiet(Move::new(from, first.along_row(column)));
        }
        for column in Position::bits(enemies & !fast_enemies) {
            self.capture(Move::new(from, first.along_row(column)));
        }
    }
}

/// Every move that is legal but for repetition, into `sink`. None where one side alone has no royal: that game is over.
pub fn legal_moves(position: &Position, rules: &RuleSet, scratch: &mut Scratch, sink: &mut impl Sink) {
    each_piece(position, rules, scratch, &mut |mover, powers, scratch| {
        from_piece(mover, rules, powers, scratch, sink);
        !sink.is_full()
    });
}

/// Numbers of moves that are legal but for repetition: for each piece that has one, its square and the sum so far.
pub(crate) fn sums_by_piece(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    sums: &mut Vec<(Square, u64)>,
) {
    sums.clear();
    let mut count = Count::default();
    each_piece(position, rules, scratch, &mut |mover, powers, scratch| {
        let before = count.0;
        from_piece(mover, rules, powers, scratch, &mut count);
        if count.0 > before {
            sums.push((mover.from, count.0));
        }
        true
    });
}

/// Go through the pieces of the side to move that are not shut in, until `visit` says to stop.
#[inline]
fn each_piece(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    visit: &mut impl FnMut(&Mover, &Powers, &mut Scratch) -> bool,
) {
    if position.winner().is_some() {
        return;
    }
    scratch.trial.is_current = false;
    let geometry = rules.geometry();
    let side = position.turn();
    let frame = 1 | 1 << (geometry.files() + 1);
    let mut own = Rows::new(position, geometry.ranks(), side, frame, u64::MAX);
    let mut enemies = Rows::new(position, geometry.ranks(), side.other(), 0, 0);
    for row in 0..geometry.ranks() {
        own.next_row(position, row);
        enemies.next_row(position, row);
        let candidates = position.row_bits(side, row) & (!own.interior() | position.jumper_bits(side, row));
        for column in Position::bits(candidates) {
            let from = geometry.at(column, row);
            let powers = rules.powers_of(position.at(from));
            let ring = Ring { shut: own.ring(column), enemies: enemies.ring(column) };
            if powers.exits & !ring.shut == 0 {
                continue;
            }
            let mover = Mover::new(position, rules.around(), from, ring, side);
            if !visit(&mover, powers, scratch) {
                return;
            }
        }
    }
}

/// Three neighbouring rows of one side's pieces, each a word with a column of frame on either side.
struct Rows {
    side: Side,
    ranks: usize,
    frame: u64,
    beyond: u64,
    above: u64,
    here: u64,
    below: u64,
}

impl Rows {
    /// Before the first row. `frame` is what stands beside the board, `beyond` what stands above and below it.
    fn new(position: &Position, ranks: usize, side: Side, frame: u64, beyond: u64) -> Self {
        let below = position.row_bits(side, 0) << 1 | frame;
        Self { side, ranks, frame, beyond, above: beyond, here: beyond, below }
    }

    /// Go on to `row`, the one after the last.
    #[inline]
    fn next_row(&mut self, position: &Position, row: usize) {
        self.above = self.here;
        self.here = self.below;
        let next = row + 1;
        self.below = if next < self.ranks { position.row_bits(self.side, next) << 1 | self.frame } else { self.beyond };
    }

    /// Columns with a piece on all eight sides.
    #[inline]
    fn interior(&self) -> u64 {
        let inside = |word: u64| word & word << 1 & word >> 1;
        let beside = self.here << 1 & self.here >> 1;
        (inside(self.above) & inside(self.below) & beside) >> 1
    }

    /// The nine squares around a column: see [`crate::powers::ring_bit`].
    #[inline]
    fn ring(&self, column: usize) -> u16 {
        let three = |word: u64| (word >> column & 7) as u16;
        three(self.above) | three(self.here) << 3 | three(self.below) << 6
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
    let mover = Mover::alone(position, rules.around(), from, position.turn());
    from_piece(&mover, rules, rules.powers_of(position.at(from)), scratch, sink);
}

/// Whether there is a move that is legal but for repetition.
pub fn has_legal_move(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> bool {
    let mut first = FirstHit::default();
    legal_moves(position, rules, scratch, &mut first);
    first.0.is_some()
}

#[inline]
fn from_piece(mover: &Mover, rules: &RuleSet, powers: &Powers, scratch: &mut Scratch, sink: &mut impl Sink) {
    let Scratch { buffer, trial } = scratch;
    let position = mover.position;
    let ways = rules.table(position.at(mover.from).kind()).ways;
    let mut legal = Legal { position, rules, trial, sink, ways };
    effects::by_powers(mover, rules, powers, position.turn(), buffer, &mut legal);
}
