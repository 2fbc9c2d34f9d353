//! Repetition (chapter 6): what has occurred before, and who is at fault.

use crate::attacks;
use crate::game::Board;
use crate::game::outcome::{Outcome, Termination};
use crate::geometry::{MAX_SIZE, Square};
use crate::movegen::{self, Sink};
use crate::moves::{Change, Move};
use crate::position::{Placement, Position, Undo};
use crate::rules::{Cell, RepetitionRule, RuleSet, Side};

/// Occurrences that end a game under `fourfold` and `jcsa`.
const LIMIT: usize = 4;

/// The undo records of the quiet run, last first, each with the half keys of both sides before its move: the mover's and the
/// other's. A record stores the mover's; the other's did not change until its own next move. `now` is the placement on the
/// board.
fn quiet_half_keys<'a>(board: &'a Board, now: &Placement) -> impl Iterator<Item = (&'a Undo, [u64; 2])> + use<'a> {
    let now = now.half_key(now.turn());
    let others = std::iter::once(now).chain(board.quiet_moves().map(|undo| undo.half_key));
    board.quiet_moves().zip(others).map(|(undo, other)| (undo, [undo.half_key, other]))
}

/// Plies (counted back from now) at which the quiet run had the half keys, side and state of this position.
fn candidates<'a>(board: &'a Board, now: &Placement, wanted: &'a Placement) -> impl Iterator<Item = usize> + 'a {
    let side = wanted.turn();
    let half_keys = [wanted.half_key(side), wanted.half_key(side.other())];
    // Before the last move the opponent of the side to move had to move.
    let first = usize::from(side == now.turn());
    quiet_half_keys(board, now)
        .enumerate()
        .skip(first)
        .step_by(2)
        .filter(move |(_, (undo, before))| {
            *before == half_keys && undo.last_lion_capture() == wanted.last_lion_capture_square()
        })
        .map(|(back, _)| back + 1)
}

/// Plies back at which `wanted` stood on the board, nearest first. Keys find them and placements confirm them, so that a
/// collision of keys never counts.
fn occurrences_before(board: &Board, now: &Placement, wanted: &Placement) -> Vec<usize> {
    candidates(board, now, wanted).filter(|back| *board.stack.before(&board.rules, *back) == *wanted).collect()
}

/// How often the position on the board has occurred, itself included (rule 6.1).
pub fn count(board: &Board) -> usize {
    let now = board.position();
    1 + occurrences_before(board, &now, &now).len()
}

/// The outcome of the fourth occurrence (rules 6.4 and 6.5).
pub(crate) fn outcome(board: &Board) -> Option<Outcome> {
    let rule = board.rules.options().repetition;
    if !matches!(rule, RepetitionRule::Fourfold | RepetitionRule::Jcsa) {
        return None;
    }
    let now = board.position();
    let earlier = occurrences_before(board, &now, &now);
    if earlier.len() + 1 < LIMIT {
        return None;
    }
    let loser = fault(board, rule, earlier[0]);
    Some(Outcome { winner: loser.map(Side::other), termination: Termination::Repetition })
}

/// The side at fault for the cycle of the last `length` moves (rules 6.3 to 6.5).
fn fault(board: &Board, rule: RepetitionRule, length: usize) -> Option<Side> {
    let deeds = deeds_of_cycle(board, length);
    let all = |side: Side, test: fn(&Deed) -> bool| deeds.iter().filter(|deed| deed.side == side).all(test);
    let only = |test: fn(&Deed) -> bool| match (all(Side::Black, test), all(Side::White, test)) {
        (true, false) => Some(Side::Black),
        (false, true) => Some(Side::White),
        _ => None,
    };
    let by_deeds = only(|deed| deed.check).or_else(|| only(|deed| deed.check || deed.attack));
    match rule {
        RepetitionRule::Jcsa => by_deeds.or_else(|| first_passer(board, length)),
        _ => by_deeds,
    }
}

/// What a move of the cycle does.
struct Deed {
    side: Side,
    check: bool,
    attack: bool,
}

fn deeds_of_cycle(board: &Board, length: usize) -> Vec<Deed> {
    let rules = &board.rules;
    let mut position = board.stack.before(&board.rules, length);
    let mut captured = Vec::new();
    board.stack.undos()[board.ply() - length..]
        .iter()
        .map(|undo| {
            let (side, mv) = (position.turn(), undo.mv);
            let before = attacks::targets(&position, rules, mv.from());
            position.make(rules, mv, &mut captured);
            if mv.is_pass() {
                return Deed { side, check: false, attack: false };
            }
            let check = movegen::is_exposed(&position, rules, side.other());
            let after = attacks::targets(&position, rules, mv.to());
            let attack = after.iter().any(|square| !before.contains(square));
            Deed { side, check, attack }
        })
        .collect()
}

/// If a pass answers a pass in the cycle: the side that made the first pass of that unbroken run, which may have begun
/// before the cycle; the first such run counts (rule 6.5).
fn first_passer(board: &Board, length: usize) -> Option<Side> {
    let passes: Vec<bool> = board.stack.undos().iter().map(|undo| undo.mv.is_pass() && !undo.is_null()).collect();
    let start = passes.len() - length;
    let answer = (start..passes.len()).find(|at| *at > 0 && passes[*at] && passes[at - 1])?;
    let first = (0..answer).rev().take_while(|at| passes[*at]).last()?;
    let plies_back = passes.len() - first;
    Some(if plies_back.is_multiple_of(2) { board.turn() } else { board.turn().other() })
}

/// What repetition makes of a move, as [`Board::repetition_after`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionProbe {
    /// The move leads to a position that has not occurred in this game.
    Free,
    /// The move brings a position back, which the rules allow.
    Repeats {
        /// How often the position has occurred when the move is made, this time included: 2 or more.
        occurrences: usize,
    },
    /// The rules forbid the move (rules 6.2 and 6.5).
    Forbidden,
    /// The move brings a position back for the last time: the game ends (rules 6.4 and 6.5).
    Ends(Outcome),
}

/// Whether a position with the key after `mv` stood on the board in the quiet run: an early exit for almost every move.
fn may_repeat(board: &Board, now: &Placement, mv: Move) -> bool {
    let takes_nothing = mv.is_pass() || now.victim_on_end_only(mv).is_some_and(Cell::is_empty);
    if !takes_nothing || mv.change() != Change::None {
        return false;
    }
    let after = [now.half_key(now.turn().other()), now.half_key_after_quiet(&board.rules, mv)];
    quiet_half_keys(board, now).step_by(2).any(|(_, before)| before == after)
}

/// Plies back at which the position after `mv` stood on the board, nearest first.
fn occurrences_after(board: &Board, now: &Position, mv: Move) -> Vec<usize> {
    if !may_repeat(board, now, mv) {
        return Vec::new();
    }
    let mut after = now.clone();
    after.make(&board.rules, mv, &mut Vec::new());
    // A position that was on the board before the first move has no undo record after it: the key finds it in the record
    // of the move that left it, so every earlier position is covered.
    occurrences_before(board, now, &after)
}

/// The side at fault if `mv` closes a cycle of so many moves.
fn fault_after(board: &Board, rule: RepetitionRule, mv: Move, length: usize) -> Option<Side> {
    let mut trial = board.clone();
    trial.push_unchecked(mv);
    fault(&trial, rule, length)
}

/// Whether the rule forbids `mv` (rules 6.2 and 6.5), and how many plies ago the position stood on the board before.
pub(crate) fn forbids(board: &Board, now: &Position, mv: Move) -> Option<usize> {
    let rule = board.rules.options().repetition;
    if !forbids_moves(rule) {
        return None;
    }
    let earlier = occurrences_after(board, now, mv);
    let nearest = *earlier.first()?;
    if rule == RepetitionRule::Forbid {
        return Some(nearest);
    }
    if earlier.len() + 1 < LIMIT {
        return None;
    }
    (fault_after(board, rule, mv, nearest + 1) == Some(now.turn())).then_some(nearest)
}

/// Whether a rule can forbid a move, and not only end the game.
fn forbids_moves(rule: RepetitionRule) -> bool {
    matches!(rule, RepetitionRule::Forbid | RepetitionRule::Jcsa)
}

impl Board {
    /// What the rule on repetition (chapter 6) makes of a pseudo-legal move, without making it on this board.
    ///
    /// Almost every move is told apart from the positions of the game by its key alone.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::{Board, RepetitionProbe}, rules::RuleSet, text};
    ///
    /// let rules = RuleSet::named("tai")?;
    /// let lone_emperors = format!("24,e{}/E,24 b - 1", "/25".repeat(23));
    /// let parsed = text::parse_position(&rules, &lone_emperors)?;
    /// let mut board = Board::from_position(rules, parsed.position, parsed.number);
    /// for words in ["25y25x", "1a1b", "25x25y"] {
    ///     let mv = text::parse_usi(board.rules(), words)?;
    ///     assert_eq!(board.repetition_after(mv), RepetitionProbe::Free);
    ///     board.push_unchecked(mv);
    /// }
    /// let back = text::parse_usi(board.rules(), "1b1a")?;
    /// assert_eq!(board.repetition_after(back), RepetitionProbe::Forbidden);
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn repetition_after(&self, mv: Move) -> RepetitionProbe {
        let earlier = occurrences_after(self, &self.position(), mv);
        let Some(nearest) = earlier.first() else {
            return RepetitionProbe::Free;
        };
        let occurrences = earlier.len() + 1;
        let rule = self.rules.options().repetition;
        if rule == RepetitionRule::Forbid {
            return RepetitionProbe::Forbidden;
        }
        if !matches!(rule, RepetitionRule::Fourfold | RepetitionRule::Jcsa) || occurrences < LIMIT {
            return RepetitionProbe::Repeats { occurrences };
        }
        let loser = fault_after(self, rule, mv, nearest + 1);
        if rule == RepetitionRule::Jcsa && loser == Some(self.turn()) {
            return RepetitionProbe::Forbidden;
        }
        RepetitionProbe::Ends(Outcome { winner: loser.map(Side::other), termination: Termination::Repetition })
    }
}

/// Passes on the moves that the repetition rule allows.
pub(crate) struct Allowed<'a, S> {
    board: &'a Board,
    position: &'a Position,
    /// What could come back, `None` if nothing can.
    seen: Option<Seen>,
    sink: &'a mut S,
}

/// Words of the filter of keys: seven bits of a key choose the word, six the bit.
const KEY_WORDS: usize = 128;

/// Two early exits. A move can bring back a position only if its piece once left the square it goes to, within the quiet
/// run, and if its side's half key is among those of the run.
struct Seen {
    /// Squares that the mover's pieces left, a word a row.
    left: [u64; MAX_SIZE],
    /// A filter with one bit for each half key.
    half_keys: [u64; KEY_WORDS],
}

impl Seen {
    fn bit(half_key: u64) -> (usize, u64) {
        ((half_key >> 57) as usize, 1 << (half_key >> 51 & 63))
    }

    /// What could come back; `None` if nothing can. After a move to come the opponent's pieces stand as they stand now, so
    /// a position in which they stood otherwise cannot come back.
    fn new(board: &Board, now: &Placement) -> Option<Self> {
        let theirs = now.half_key(now.turn().other());
        // The last move was the opponent's: before it, and before every second one further back, the opponent was to move,
        // as after a move to come.
        let mut moves = board.quiet_moves().step_by(2);
        moves.find(|undo| undo.half_key == theirs)?;
        let mut seen = Self { left: [0; MAX_SIZE], half_keys: [0; KEY_WORDS] };
        for (_, [_, own]) in quiet_half_keys(board, now).step_by(2).filter(|(_, [half_key, _])| *half_key == theirs) {
            let (word, bit) = Self::bit(own);
            seen.half_keys[word] |= bit;
        }
        for undo in board.quiet_moves().skip(1).step_by(2) {
            let (row, column) = board.rules.geometry().place(undo.mv.from());
            seen.left[row] |= 1 << column;
        }
        Some(seen)
    }

    fn may_repeat(&self, rules: &RuleSet, now: &Placement, mv: Move) -> bool {
        let (row, column) = rules.geometry().place(mv.to());
        if self.left[row] >> column & 1 == 0 && !mv.is_pass() {
            return false;
        }
        let (word, bit) = Self::bit(now.half_key_after_quiet(rules, mv));
        self.half_keys[word] & bit != 0
    }
}

impl<'a, S: Sink> Allowed<'a, S> {
    pub(crate) fn new(board: &'a Board, position: &'a Position, sink: &'a mut S) -> Self {
        let asked = forbids_moves(board.rules.options().repetition);
        Self { board, position, seen: if asked { Seen::new(board, position) } else { None }, sink }
    }
}

impl<S: Sink> Sink for Allowed<'_, S> {
    const TELLS_TAKES: bool = S::TELLS_TAKES;
    const QUIETS: bool = S::QUIETS;
    const CAPTURES: bool = S::CAPTURES;

    #[inline]
    fn push(&mut self, mv: Move, takes: bool) {
        if let Some(seen) = &self.seen {
            let quiet = !takes && mv.change() == Change::None;
            if quiet
                && seen.may_repeat(&self.board.rules, self.position, mv)
                && forbids(self.board, self.position, mv).is_some()
            {
                return;
            }
        }
        self.sink.push(mv, takes);
    }

    #[inline]
    fn push_row(&mut self, from: Square, first: Square, columns: u64, takes: bool) {
        let doubtful = match &self.seen {
            Some(seen) if !takes => columns & seen.left[self.board.rules.geometry().place(first).0],
            _ => 0,
        };
        self.sink.push_row(from, first, columns & !doubtful, takes);
        for column in Position::bits(doubtful) {
            self.push(Move::new(from, first.along_row(column)), takes);
        }
    }

    #[inline]
    fn push_all(&mut self, moves: &[Move]) {
        if self.seen.is_none() {
            return self.sink.push_all(moves);
        }
        for mv in moves {
            self.push(*mv, false);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}
