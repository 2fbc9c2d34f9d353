//! Legal moves of a position: pseudo-legal moves, promotion, and every rule that needs no history.

use crate::attacks::reach;
use crate::geometry::Square;
use crate::movegen::legality::{Legality, TrialBoard};
use crate::movegen::sink::{ByEffect, Count, FirstMove, Sink};
use crate::movegen::staging::{StageBuffers, Staged, StagedCount, StagedSink};
use crate::moves::{Change, Move};
use crate::parallel;
use crate::position::Position;
use crate::position::neighbours::Rows;
use crate::position::promotion;
use crate::powers::{self, Mover, Power, Powers, PseudoLegalSink};
use crate::powers::{direct, route};
use crate::rules::power_tables::Neighbours;
use crate::rules::{LegalityShortcuts, MoveProfile, RuleSet, Side};

/// Buffers that generation keeps between calls: a board to try moves on, and lists.
#[derive(Debug, Default)]
pub struct Scratch {
    stage: StageBuffers,
    piece_scratch: PieceScratch,
}

/// Buffers for one piece at a time.
#[derive(Debug, Default)]
struct PieceScratch {
    buffer: route::Buffer,
    trial: TrialBoard,
}

impl Scratch {
    /// A legality test for the pseudo-legal moves of a position.
    pub(crate) fn legality<'a>(&'a mut self, position: &'a Position, rules: &'a RuleSet) -> Legality<'a> {
        let trial = &mut self.piece_scratch.trial;
        trial.begin();
        Legality::new(position, rules, trial)
    }
}

/// Whether `side` has exactly one royal and the enemy could take it (rules 5.6 and 5.7).
pub fn is_exposed(position: &Position, rules: &RuleSet, side: Side, scratch: &mut Scratch) -> bool {
    scratch.legality(position, rules).is_exposed(side)
}

/// Turns the pseudo-legal moves of one piece into legal moves; what depends only on the rule set and the kind is looked up
/// once.
pub(crate) struct Legal<'a, S> {
    position: &'a Position,
    rules: &'a RuleSet,
    trial: &'a mut TrialBoard,
    sink: &'a mut S,
    shortcuts: LegalityShortcuts,
}

impl<S: Sink> Legal<'_, S> {
    /// Moves along a row that need a test each.
    #[inline(never)]
    fn row_one_by_one(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        for column in Position::bits(empty) {
            self.quiet(Move::new(from, first.along_row(column)));
        }
        for column in Position::bits(enemies) {
            self.capture(Move::new(from, first.along_row(column)));
        }
    }

    /// Push a legal move whose change depends on whether it ends in the promotion zone.
    #[inline]
    fn push_by_end(&mut self, mv: Move, change: Change, is_capture: bool) {
        let in_zone =
            change != Change::None && self.rules.in_zone(self.rules.geometry().row(mv.to()), self.position.turn());
        self.sink.push(if in_zone { mv.with_change(change) } else { mv }, is_capture);
    }

    /// The general path. `check`: whether the emperor rule and the lion rules may forbid the move.
    #[inline(never)]
    fn push_if_legal(&mut self, mv: Move, is_capture: bool, check: bool) {
        parallel::step();
        let Self { position, rules, trial, sink, shortcuts } = self;
        if check && !Legality::new(position, rules, trial).allows(mv) {
            return;
        }
        for change in promotion::choices(rules, position, mv, is_capture).as_slice() {
            let mv = mv.with_change(*change);
            if shortcuts.exposure && Legality::new(position, rules, trial).is_exposing(mv) {
                continue;
            }
            sink.push(mv, if rules.burns() { position.effect(rules, mv).is_capture() } else { is_capture });
        }
    }
}

impl<S: Sink> PseudoLegalSink for Legal<'_, S> {
    const QUIETS: bool = S::QUIETS;
    const CAPTURES: bool = S::CAPTURES;

    #[inline]
    fn quiet(&mut self, mv: Move) {
        if !S::QUIETS {
            return;
        }
        if self.shortcuts.quiets_are_legal {
            self.sink.push(mv, false);
        } else if let Some(change) = self.shortcuts.change_in_zone {
            self.push_by_end(mv, change, false);
        } else {
            self.push_if_legal(mv, false, self.shortcuts.check_quiets);
        }
    }

    #[inline]
    fn capture(&mut self, mv: Move) {
        if !S::CAPTURES {
            return;
        }
        if self.shortcuts.victims_are_alike
            || self.position.victim_on_end_only(mv).is_some_and(|victim| !self.rules.profile(victim).relevant_victim)
        {
            if let Some(change) = self.shortcuts.capture_change {
                self.sink.push(mv.with_change(change), true);
                return;
            }
            if let Some(change) = self.shortcuts.change_in_zone {
                self.push_by_end(mv, change, true);
                return;
            }
        }
        self.push_if_legal(mv, true, self.shortcuts.check_captures);
    }

    /// Rows come from the universal move, whose captures of royals come one by one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the shortcuts are constant for the whole call")]
    fn row(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        let (empty, enemies) = (if S::QUIETS { empty } else { 0 }, if S::CAPTURES { enemies } else { 0 });
        let (fast_empty, fast_enemies) = (
            if self.shortcuts.quiets_are_legal { empty } else { 0 },
            if self.shortcuts.row_captures_are_legal { enemies } else { 0 },
        );
        if S::NEEDS_CAPTURE_FLAG {
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

/// Generate every legal move into `sink`, repetition not considered. There is none if just one side has no royal: that game
/// is over.
pub fn legal_moves<S: Sink>(position: &Position, rules: &RuleSet, scratch: &mut Scratch, sink: &mut S) {
    if rules.burns() && !(S::QUIETS && S::CAPTURES) {
        generate(position, rules, scratch, &mut ByEffect(sink));
    } else {
        generate(position, rules, scratch, sink);
    }
}

/// As [`legal_moves`], where pieces are known to take what their powers do.
#[inline]
fn generate<S: Sink>(position: &Position, rules: &RuleSet, scratch: &mut Scratch, sink: &mut S) {
    let Scratch { stage, piece_scratch } = scratch;
    if S::COUNT_ONLY {
        let mut counter = StagedCount::new(position, rules, stage);
        each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
            if profile.is_staged {
                stage_piece(mover, rules, profile, piece_scratch, &mut counter, sink);
            } else {
                piece_moves(mover, rules, profile, piece_scratch, sink);
            }
            true
        });
        sink.push_count(counter.take());
    } else if S::NEEDS_CAPTURE_FLAG || !S::QUIETS || !S::CAPTURES {
        each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
            piece_moves(mover, rules, profile, piece_scratch, sink);
            !sink.is_full()
        });
    } else {
        let mut staged = Staged::new(position, rules, stage);
        each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
            if profile.is_staged {
                stage_piece(mover, rules, profile, piece_scratch, &mut staged, sink);
            } else {
                staged.write_through(sink, |sink| piece_moves(mover, rules, profile, piece_scratch, sink));
            }
            let moves = staged.overflow();
            if !moves.is_empty() {
                sink.push_all(moves);
            }
            if staged.slides_overflow() {
                slides(&mut staged, position, rules, piece_scratch, sink);
            }
            !sink.is_full()
        });
        slides(&mut staged, position, rules, piece_scratch, sink);
        sink.push_all(staged.take());
    }
}

/// Make the staged slides.
#[inline]
fn slides<S: Sink>(
    staged: &mut Staged,
    position: &Position,
    rules: &RuleSet,
    piece_scratch: &mut PieceScratch,
    sink: &mut S,
) {
    staged.slide(sink, &mut |sink, profile, mv| {
        filter_captures(position, rules, profile.shortcuts, &[mv], piece_scratch, sink);
    });
}

/// Count the legal moves by piece, repetition not considered: the square of each piece that has one, and the sum so far.
pub(crate) fn sums_by_piece(
    position: &Position,
    rules: &RuleSet,
    scratch: &mut Scratch,
    sums: &mut Vec<(Square, u64)>,
) {
    sums.clear();
    let Scratch { stage, piece_scratch } = scratch;
    let mut counter = StagedCount::new(position, rules, stage);
    let mut total = 0;
    each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
        let count = count_one(mover, rules, profile, piece_scratch, &mut counter);
        if count > 0 {
            total += count;
            sums.push((mover.from, total));
        }
        true
    });
}

/// Count the legal moves that begin on some squares, repetition not considered.
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
    let Scratch { stage, piece_scratch } = scratch;
    piece_scratch.trial.begin();
    let mut counter = StagedCount::new(position, rules, stage);
    let mut total = 0;
    for square in squares {
        let cell = position.at(square);
        if cell.side() == Some(side) {
            let mover = Mover::alone(position, rules, square, side);
            total += count_one(&mover, rules, rules.profile(cell), piece_scratch, &mut counter);
        }
    }
    total
}

/// The number of moves of one piece.
#[inline]
fn count_one(
    mover: &Mover,
    rules: &RuleSet,
    profile: &MoveProfile,
    piece_scratch: &mut PieceScratch,
    counter: &mut StagedCount<'_>,
) -> u64 {
    let mut count = Count::default();
    if profile.is_staged {
        stage_piece(mover, rules, profile, piece_scratch, counter, &mut count);
        count.0 + counter.take()
    } else {
        piece_moves(mover, rules, profile, piece_scratch, &mut count);
        count.0
    }
}

/// Generate the moves of a staged piece into `out`. Captures that need a legality test go to `sink` if they pass it.
#[inline]
fn stage_piece<'a>(
    mover: &Mover,
    rules: &RuleSet,
    profile: &MoveProfile,
    piece_scratch: &mut PieceScratch,
    out: &mut impl StagedSink<'a>,
    sink: &mut impl Sink,
) {
    out.captures().begin(profile.shortcuts.capture_change);
    direct::moves(mover, profile, || rules.powers_of(mover.at(mover.from)), out);
    let set_aside = out.captures().set_aside();
    if !set_aside.is_empty() {
        filter_captures(mover.position, rules, profile.shortcuts, set_aside, piece_scratch, sink);
    }
}

/// Push those of the captures that are legal.
#[inline(never)]
fn filter_captures(
    position: &Position,
    rules: &RuleSet,
    shortcuts: LegalityShortcuts,
    captures: &[Move],
    piece_scratch: &mut PieceScratch,
    sink: &mut impl Sink,
) {
    let mut legal = Legal { position, rules, trial: &mut piece_scratch.trial, sink, shortcuts };
    for mv in captures {
        legal.push_if_legal(*mv, true, shortcuts.check_captures);
    }
}

/// Visit the pieces of the side to move that are not blocked on all sides, until `visit` returns `false`.
#[inline]
fn each_piece(
    position: &Position,
    rules: &RuleSet,
    piece_scratch: &mut PieceScratch,
    visit: &mut impl FnMut(&Mover, &MoveProfile, &mut PieceScratch) -> bool,
) {
    if position.winner().is_some() {
        return;
    }
    piece_scratch.trial.begin();
    let geometry = rules.geometry();
    let side = position.turn();
    let (mut own, mut enemies) = Rows::both(position, geometry, side);
    for row in 0..geometry.ranks() {
        own.next_row(position, row);
        enemies.next_row(position, row);
        let first = geometry.at(0, row);
        for column in Position::bits(own.may_move(position, row)) {
            let from = first.along_row(column);
            let profile = rules.profile(position.at(from));
            let blocked = own.mask_around(column);
            if profile.exit_mask & !blocked == 0 {
                continue;
            }
            let neighbours = Neighbours { blocked, enemies: enemies.mask_around(column) };
            let mover = Mover::new(position, rules, from, neighbours, side);
            if !visit(&mover, profile, piece_scratch) {
                return;
            }
        }
    }
}

/// As [`legal_moves`], of the piece on one square only.
pub fn legal_moves_from<S: Sink>(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    scratch: &mut Scratch,
    sink: &mut S,
) {
    if rules.burns() && !(S::QUIETS && S::CAPTURES) {
        generate_from(position, rules, from, scratch, &mut ByEffect(sink));
    } else {
        generate_from(position, rules, from, scratch, sink);
    }
}

/// As [`legal_moves_from`], where pieces are known to take what their powers do.
#[inline]
fn generate_from(position: &Position, rules: &RuleSet, from: Square, scratch: &mut Scratch, sink: &mut impl Sink) {
    if position.winner().is_some() || position.at(from).side() != Some(position.turn()) {
        return;
    }
    let profile = rules.profile(position.at(from));
    let mover = Mover::alone(position, rules, from, position.turn());
    if profile.exit_mask & !mover.neighbours.blocked == 0 {
        return;
    }
    let piece_scratch = &mut scratch.piece_scratch;
    piece_scratch.trial.begin();
    piece_moves(&mover, rules, profile, piece_scratch, sink);
}

/// As [`legal_moves`], of the moves that end on one square only: captures of the piece there, or moves to it if it is empty,
/// and a piece's own igui and passes.
///
/// Only the pieces that could come there generate moves, and of those only the powers that lead there.
///
/// ```
/// use mujo_core::movegen::{self, Scratch};
/// use mujo_core::moves::MoveList;
/// use mujo_core::position::Position;
/// use mujo_core::rules::RuleSet;
///
/// let rules = RuleSet::named("maka")?;
/// let position = Position::start(&rules);
/// let (mut scratch, mut all, mut found) = (Scratch::default(), MoveList::new(), MoveList::new());
/// let target = rules.geometry().parse("10m").unwrap();
/// movegen::legal_moves_to(&position, &rules, target, &mut scratch, &mut found);
/// movegen::legal_moves(&position, &rules, &mut scratch, &mut all);
/// all.retain(|mv| mv.to() == target);
/// found.sort();
/// all.sort();
/// assert_eq!(found, all);
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn legal_moves_to<S: Sink>(
    position: &Position,
    rules: &RuleSet,
    target: Square,
    scratch: &mut Scratch,
    sink: &mut S,
) {
    if rules.burns() && !(S::QUIETS && S::CAPTURES) {
        generate_to(position, rules, target, scratch, &mut ByEffect(sink));
    } else {
        generate_to(position, rules, target, scratch, sink);
    }
}

/// As [`legal_moves_to`], where pieces are known to take what their powers do.
#[inline]
fn generate_to(position: &Position, rules: &RuleSet, target: Square, scratch: &mut Scratch, sink: &mut impl Sink) {
    if position.winner().is_some() {
        return;
    }
    let PieceScratch { buffer, trial } = &mut scratch.piece_scratch;
    trial.begin();
    let side = position.turn();
    for from in reach::candidates(position, rules, side, target) {
        let (profile, powers) = (rules.profile(position.at(from)), rules.powers_of(position.at(from)));
        let mover = Mover::alone(position, rules, from, side);
        if profile.exit_mask & !mover.neighbours.blocked != 0 {
            let mut legal = Legal { position, rules, trial, sink, shortcuts: profile.shortcuts };
            Powers::moves_to(&mover, powers, target, buffer, &mut legal);
        }
        if sink.is_full() {
            return;
        }
    }
}

/// Whether there is a legal move, repetition not considered.
pub fn has_legal_move(position: &Position, rules: &RuleSet, scratch: &mut Scratch) -> bool {
    let mut first = FirstMove::default();
    legal_moves(position, rules, scratch, &mut first);
    first.0.is_some()
}

/// Run a generator of pseudo-legal moves of one piece; its legal moves go into `sink`.
#[inline]
pub(crate) fn legally<S: Sink>(
    mover: &Mover,
    rules: &RuleSet,
    profile: &MoveProfile,
    scratch: &mut Scratch,
    sink: &mut S,
    generate: impl FnOnce(&mut Legal<S>, &mut route::Buffer),
) {
    let PieceScratch { buffer, trial } = &mut scratch.piece_scratch;
    trial.begin();
    generate(&mut Legal { position: mover.position, rules, trial, sink, shortcuts: profile.shortcuts }, buffer);
}

/// Generate the moves of a piece one by one.
#[inline(never)]
fn piece_moves(
    mover: &Mover,
    rules: &RuleSet,
    profile: &MoveProfile,
    piece_scratch: &mut PieceScratch,
    sink: &mut impl Sink,
) {
    let PieceScratch { buffer, trial } = piece_scratch;
    let position = mover.position;
    let mut legal = Legal { position, rules, trial, sink, shortcuts: profile.shortcuts };
    powers::by_powers(mover, rules.powers_of(mover.at(mover.from)), buffer, &mut legal);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::movegen::{Captures, Quiets};
    use crate::moves::MoveList;
    use crate::random::playout::Player;
    use crate::rng::Stream;
    use crate::rules::{Cell, Kind, Side};
    use crate::text;

    /// Captures, quiet moves and moves to each square are parts of the list. Returns how many moves were compared.
    fn check_parts(position: &Position, rules: &RuleSet) -> usize {
        let mut scratch = Scratch::default();
        let [mut all, mut captures, mut quiets] = [const { MoveList::new() }; 3];
        legal_moves(position, rules, &mut scratch, &mut all);
        all.sort_unstable();
        legal_moves(position, rules, &mut scratch, &mut Captures(&mut captures));
        legal_moves(position, rules, &mut scratch, &mut Quiets(&mut quiets));
        let what = || text::position_text(rules, position, 1);
        captures.sort_unstable();
        quiets.sort_unstable();
        let (takes, rest): (MoveList, MoveList) = all.iter().partition(|mv| position.effect(rules, **mv).is_capture());
        assert_eq!(captures, takes, "{}", what());
        assert_eq!(quiets, rest, "{}", what());
        for square in rules.geometry().all() {
            let mut found = MoveList::new();
            legal_moves_to(position, rules, square, &mut scratch, &mut found);
            found.sort_unstable();
            let wanted: MoveList = all.iter().copied().filter(|mv| mv.to() == square).collect();
            assert_eq!(found, wanted, "{} of {}", rules.geometry().name(square), what());
        }
        all.len()
    }

    #[test]
    fn parts_of_the_list_in_games() {
        let changed =
            ["maka[hook_captures=2]", "maka[TK=free3]", "maka[promotion=optional]", "tai[exposure=forbidden]"];
        for name in crate::rules::data::rule_set_names().chain(changed) {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 30), (2, 300), (3, 1100)] {
                player.play(&start, seed, plies);
                check_parts(&player.board().to_position(), &rules);
            }
        }
    }

    /// Types that mix powers, on small boards where everything meets.
    #[test]
    fn parts_of_the_list_of_mixed_types() {
        let types = [
            "NQ",
            "DR",
            "HAB",
            "DHQ3",
            "fDfRB2",
            "RmasRN",
            "KHB",
            "NADaK",
            "KavKafavK",
            "NADaKafavK",
            "RmcasR",
            "U",
            "QaKaaK",
            "BrlRfpafBfA",
            "mWcF",
            "RbBfB2avWafavWbavFbafavF",
            "BmasBRDH",
        ];
        let line = |letter: char, rest: &str| {
            format!(
                "{letter} = {{ name = \"x\", kanji = \"x\", board = \"{letter}\", romaji = \"x\", source = \"x\", {rest} }}\n"
            )
        };
        let head = "format = 1\nname = \"mixed\"\ntitle = \"x\"\ndescription = \"x\"\nsource = \"x\"\n\
                    board = { files = 8, ranks = 9 }\n[setup]\narmy = [\"3,A,4\"]\n[pieces]\n";
        let pieces: String =
            ('B'..).zip(types).map(|(letter, betza)| line(letter, &format!("betza = \"{betza}\""))).collect();
        let text = [head, &line('A', "betza = \"K\", royal = \"king\""), &pieces].concat();
        let rules = RuleSet::from_toml("mixed", &text).unwrap();
        let kinds: Vec<Kind> = rules.all_kinds().collect();
        let mut stream = Stream::new(4);
        let mut compared = 0;
        for number in 0..400 {
            let mut position = Position::start(&rules);
            for square in rules.geometry().all() {
                if position.at(square).is_empty() && stream.below(2 + number % 9) == 0 {
                    position.put(
                        &rules,
                        square,
                        Cell::new(kinds[stream.below(kinds.len())], Side::BOTH[stream.below(2)]),
                    );
                }
            }
            compared += check_parts(&position, &rules);
        }
        assert!(compared > 40_000, "{compared}");
    }
}
