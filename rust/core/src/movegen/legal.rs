//! Legal moves of a position: effects, promotion, and every rule that needs no history.

use crate::board::{Captured, Position};
use crate::geometry::Square;
use crate::movegen::effects::{self, EffectSink, Mover};
use crate::movegen::emperor::Outlook;
use crate::movegen::lion_trade::{self, Forbidden};
use crate::movegen::quick::{Quick, Room, Staged, Tally};
use crate::movegen::rows::Rows;
use crate::movegen::sink::{Count, FirstHit, Sink};
use crate::movegen::{attacks, direct, emperor, plain, promotion};
use crate::moves::Move;
use crate::powers::Ring;
use crate::rules::{Gait, RuleSet, Side, Ways};

/// Room that generation needs and keeps: a board to try moves on, and lists.
#[derive(Debug, Default)]
pub struct Scratch {
    room: Room,
    looks: Looks,
}

/// Room for what is done piece by piece.
#[derive(Debug, Default)]
struct Looks {
    buffer: plain::Buffer,
    trial: Trial,
}

/// Room to try moves, and what is known of those of an emperor.
#[derive(Debug, Default)]
struct Trial {
    copy: Copied,
    captured: Vec<Captured>,
    outlook: Outlook,
}

/// A copy of the position to try moves on, made when the first trial needs it.
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

impl Trial {
    /// Begin with a position.
    #[inline]
    fn begin(&mut self) {
        self.copy.is_current = false;
        self.outlook.forget();
    }

    /// Whether the emperor rule allows a pseudo-legal move of an emperor.
    #[inline]
    fn emperor_may(&mut self, position: &Position, rules: &RuleSet, mv: Move) -> bool {
        if let Some(answer) = self.outlook.at_once(position, rules, mv) {
            return answer;
        }
        self.outlook.at_length(self.copy.of(position), rules, mv)
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
        scratch.looks.trial.begin();
        Self { position, rules, trial: &mut scratch.looks.trial }
    }

    /// Whether the emperor rule and the lion rules allow an effect.
    fn allows(&mut self, mv: Move) -> bool {
        if attacks::is_emperor(self.position, self.rules, mv.from())
            && !self.trial.emperor_may(self.position, self.rules, mv)
        {
            return false;
        }
        !lion_trade::applies(self.rules)
            || lion_trade::forbidden(self.trial.copy.of(self.position), self.rules, mv).is_none()
    }

    /// The emperor rule and the lion rules, with the square that matters.
    pub(crate) fn effect(&mut self, mv: Move) -> EffectVerdict {
        let board = self.trial.copy.of(self.position);
        if attacks::is_emperor(board, self.rules, mv.from())
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
        let (board, captured) = (self.trial.copy.of(self.position), &mut self.trial.captured);
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
pub(super) struct Legal<'a, S> {
    position: &'a Position,
    rules: &'a RuleSet,
    trial: &'a mut Trial,
    sink: &'a mut S,
    ways: Ways,
}

impl<S: Sink> Legal<'_, S> {
    /// Ends that cannot be taken together.
    #[inline(never)]
    fn row_one_by_one(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        for column in Position::bits(empty) {
            self.quiet(Move::new(from, first.along_row(column)));
        }
        for column in Position::bits(enemies) {
            self.capture(Move::new(from, first.along_row(column)));
        }
    }

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
        if !mv.has_via()
            && let Some(change) = self.rules.change_by_taking(self.ways.capture_change, self.position.at(mv.to()))
        {
            self.sink.push(mv.with_change(change), true);
            return;
        }
        self.judged(mv, true, self.ways.look_at_captures);
    }

    /// Rows come from the universal move, whose captures of royals come one by one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what the ways decide is decided once for the whole board")]
    fn row(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        let (fast_empty, fast_enemies) =
            (if self.ways.plain_quiet { empty } else { 0 }, if self.ways.plain_row_captures { enemies } else { 0 });
        if S::TELLS_TAKES {
            self.sink.push_row(from, first, fast_empty, false);
            self.sink.push_row(from, first, fast_enemies, true);
        } else {
            self.sink.push_row(from, first, fast_empty | fast_enemies, false);
        }
        if (empty ^ fast_empty) | (enemies ^ fast_enemies) != 0 {
            self.row_one_by_one(from, first, empty ^ fast_empty, enemies ^ fast_enemies);
        }
    }
}

/// Every move that is legal but for repetition, into `sink`. None where one side alone has no royal: that game is over.
pub fn legal_moves<S: Sink>(position: &Position, rules: &RuleSet, scratch: &mut Scratch, sink: &mut S) {
    let Scratch { room, looks } = scratch;
    if S::COUNTS {
        let mut tally = Tally::new(position, rules, room);
        each_piece(position, rules, looks, &mut |mover, gait, looks| {
            if gait.quick {
                quick(mover, rules, gait, looks, &mut tally, sink);
            } else {
                any(mover, rules, gait, looks, sink);
            }
            true
        });
        sink.push_count(tally.take());
    } else if S::TELLS_TAKES {
        each_piece(position, rules, looks, &mut |mover, gait, looks| {
            any(mover, rules, gait, looks, sink);
            !sink.is_full()
        });
    } else {
        let mut staged = Staged::new(position, rules, room);
        each_piece(position, rules, looks, &mut |mover, gait, looks| {
            if gait.quick {
                quick(mover, rules, gait, looks, &mut staged, sink);
            } else {
                staged.through(sink, |sink| any(mover, rules, gait, looks, sink));
            }
            let moves = staged.overflow();
            if !moves.is_empty() {
                sink.push_all(moves);
            }
            if staged.slides_overflow() {
                slides(&mut staged, position, rules, looks, sink);
            }
            !sink.is_full()
        });
        slides(&mut staged, position, rules, looks, sink);
        sink.push_all(staged.take());
    }
}

/// Slides that were staged.
#[inline]
fn slides<S: Sink>(staged: &mut Staged, position: &Position, rules: &RuleSet, looks: &mut Looks, sink: &mut S) {
    staged.slide(sink, &mut |sink, gait, mv| look_at(position, rules, gait.ways, &[mv], looks, sink));
}

/// Numbers of moves that are legal but for repetition: for each piece that has one, its square and the sum so far.
pub(crate) fn sums_by_piece(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    sums: &mut Vec<(Square, u64)>,
) {
    sums.clear();
    let Scratch { room, looks } = scratch;
    let mut tally = Tally::new(position, rules, room);
    let mut total = 0;
    each_piece(position, rules, looks, &mut |mover, gait, looks| {
        let count = count_one(mover, rules, gait, looks, &mut tally);
        if count > 0 {
            total += count;
            sums.push((mover.from, total));
        }
        true
    });
}

/// The number of moves that are legal but for repetition and begin on some squares; none begins where no piece of the side
/// to move stands.
pub(crate) fn count_from(
    position: &Position,
    rules: &RuleSet,
    squares: impl IntoIterator<Item = Square>,
    scratch: &mut Scratch,
) -> u64 {
    if position.winner().is_some() {
        return 0;
    }
    let side = position.turn();
    let Scratch { room, looks } = scratch;
    looks.trial.begin();
    let mut tally = Tally::new(position, rules, room);
    let mut total = 0;
    for square in squares {
        let code = position.at(square);
        if code.side() == Some(side) {
            let mover = Mover::alone(position, rules, square, side);
            total += count_one(&mover, rules, rules.gait(code), looks, &mut tally);
        }
    }
    total
}

/// The number of moves of one piece.
#[inline]
fn count_one(mover: &Mover, rules: &RuleSet, gait: &Gait, looks: &mut Looks, tally: &mut Tally<'_>) -> u64 {
    let mut count = Count::default();
    if gait.quick {
        quick(mover, rules, gait, looks, tally, &mut count);
        count.0 + tally.take()
    } else {
        any(mover, rules, gait, looks, &mut count);
        count.0
    }
}

/// The moves of a quick piece: those that need no look into `out`, the others looked at and into `sink`.
#[inline]
fn quick<'a>(
    mover: &Mover,
    rules: &RuleSet,
    gait: &Gait,
    looks: &mut Looks,
    out: &mut impl Quick<'a>,
    sink: &mut impl Sink,
) {
    out.captures().begin(gait.ways.capture_change);
    direct::moves(mover, gait, || rules.powers_of(mover.at(mover.from)), out);
    let asked = out.captures().asked();
    if !asked.is_empty() {
        look_at(mover.position, rules, gait.ways, asked, looks, sink);
    }
}

/// Captures that were set aside.
#[inline(never)]
fn look_at(position: &Position, rules: &RuleSet, ways: Ways, asked: &[Move], looks: &mut Looks, sink: &mut impl Sink) {
    let mut legal = Legal { position, rules, trial: &mut looks.trial, sink, ways };
    for mv in asked {
        legal.judged(*mv, true, ways.look_at_captures);
    }
}

/// Go through the pieces of the side to move that are not shut in, until `visit` says to stop.
#[inline]
fn each_piece(
    position: &Position,
    rules: &RuleSet,
    looks: &mut Looks,
    visit: &mut impl FnMut(&Mover, &Gait, &mut Looks) -> bool,
) {
    if position.winner().is_some() {
        return;
    }
    looks.trial.begin();
    let geometry = rules.geometry();
    let side = position.turn();
    let (mut own, mut enemies) = Rows::both(position, geometry, side);
    for row in 0..geometry.ranks() {
        own.next_row(position, row);
        enemies.next_row(position, row);
        let first = geometry.at(0, row);
        for column in Position::bits(own.may_move(position, row)) {
            let from = first.along_row(column);
            let gait = rules.gait(position.at(from));
            let shut = own.ring(column);
            if gait.exits & !shut == 0 {
                continue;
            }
            let ring = Ring { shut, enemies: enemies.ring(column) };
            let mover = Mover::new(position, rules.around(), from, ring, side);
            if !visit(&mover, gait, looks) {
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
    let gait = rules.gait(position.at(from));
    let mover = Mover::alone(position, rules, from, position.turn());
    if gait.exits & !mover.ring.shut == 0 {
        return;
    }
    let looks = &mut scratch.looks;
    looks.trial.begin();
    any(&mover, rules, gait, looks, sink);
}

/// Whether there is a move that is legal but for repetition.
pub fn has_legal_move(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> bool {
    let mut first = FirstHit::default();
    legal_moves(position, rules, scratch, &mut first);
    first.0.is_some()
}

/// What `write` gives of a piece's effects, as legal moves into `sink`.
#[inline]
pub(super) fn legally<S: Sink>(
    mover: &Mover,
    rules: &RuleSet,
    gait: &Gait,
    scratch: &mut Scratch,
    sink: &mut S,
    write: impl FnOnce(&mut Legal<S>, &mut plain::Buffer),
) {
    let Looks { buffer, trial } = &mut scratch.looks;
    trial.begin();
    write(&mut Legal { position: mover.position, rules, trial, sink, ways: gait.ways }, buffer);
}

/// The moves of any piece.
#[inline(never)]
fn any(mover: &Mover, rules: &RuleSet, gait: &Gait, looks: &mut Looks, sink: &mut impl Sink) {
    let Looks { buffer, trial } = looks;
    let position = mover.position;
    let mut legal = Legal { position, rules, trial, sink, ways: gait.ways };
    effects::by_powers(mover, rules, rules.powers_of(mover.at(mover.from)), buffer, &mut legal);
}
