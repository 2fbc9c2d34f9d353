//! Legal moves of a position: effects, promotion, and every rule that needs no history.

use crate::attacks::reach;
use crate::geometry::Square;
use crate::movegen::judge::{Judge, TrialBoard};
use crate::movegen::sink::{Count, FirstHit, Sink};
use crate::movegen::staging::{Quick, Room, Staged, Tally};
use crate::moves::Move;
use crate::position::Position;
use crate::position::neighbours::Rows;
use crate::position::promotion;
use crate::powers::{self, EffectSink, Mover, Power, Powers};
use crate::powers::{direct, route};
use crate::rules::power_tables::Ring;
use crate::rules::{LegalityShortcuts, MoveProfile, RuleSet, Side};

/// Buffers that generation keeps between calls: a board to try moves on, and lists.
#[derive(Debug, Default)]
pub struct Scratch {
    room: Room,
    piece_scratch: PieceScratch,
}

/// Buffers for one piece at a time.
#[derive(Debug, Default)]
struct PieceScratch {
    buffer: route::Buffer,
    trial: TrialBoard,
}

impl Scratch {
    /// A judge of the effects of a position.
    pub(crate) fn judge<'a>(&'a mut self, position: &'a Position, rules: &'a RuleSet) -> Judge<'a> {
        let trial = &mut self.piece_scratch.trial;
        trial.begin();
        Judge::new(position, rules, trial)
    }
}

/// Whether `side` has exactly one royal and the enemy could take it (rules 5.6 and 5.7).
pub fn is_exposed(position: &Position, rules: &RuleSet, side: Side, scratch: &mut Scratch) -> bool {
    scratch.judge(position, rules).is_exposed(side)
}

/// Turns the effects of one piece into legal moves; what the rule set and the kind decide is looked up once.
pub(crate) struct Legal<'a, S> {
    position: &'a Position,
    rules: &'a RuleSet,
    trial: &'a mut TrialBoard,
    sink: &'a mut S,
    shortcuts: LegalityShortcuts,
}

impl<S: Sink> Legal<'_, S> {
    /// Ends whose moves are not all legal as they are.
    #[inline(never)]
    fn row_one_by_one(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        for column in Position::bits(empty) {
            self.quiet(Move::new(from, first.along_row(column)));
        }
        for column in Position::bits(enemies) {
            self.capture(Move::new(from, first.along_row(column)));
        }
    }

    /// The general path.
    #[inline(never)]
    fn judged(&mut self, mv: Move, takes: bool, look: bool) {
        let Self { position, rules, trial, sink, shortcuts } = self;
        if look && !Judge::new(position, rules, trial).allows(mv) {
            return;
        }
        for change in promotion::choices(rules, position, mv, takes).as_slice() {
            let mv = mv.with_change(*change);
            if shortcuts.exposure && Judge::new(position, rules, trial).exposes(mv).is_some() {
                continue;
            }
            sink.push(mv, takes);
        }
    }
}

impl<S: Sink> EffectSink for Legal<'_, S> {
    const QUIETS: bool = S::QUIETS;
    const CAPTURES: bool = S::CAPTURES;

    #[inline]
    fn quiet(&mut self, mv: Move) {
        if !S::QUIETS {
            return;
        }
        if self.shortcuts.plain_quiet {
            self.sink.push(mv, false);
        } else {
            self.judged(mv, false, self.shortcuts.look_at_quiet);
        }
    }

    #[inline]
    fn capture(&mut self, mv: Move) {
        if !S::CAPTURES {
            return;
        }
        if let Some(victim) = self.position.victim_on_end_only(mv)
            && let Some(change) = self.rules.change_by_taking(self.shortcuts.capture_change, victim)
        {
            self.sink.push(mv.with_change(change), true);
            return;
        }
        self.judged(mv, true, self.shortcuts.look_at_captures);
    }

    /// Rows come from the universal move, whose captures of royals come one by one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the shortcuts are constant for the whole call")]
    fn row(&mut self, from: Square, first: Square, empty: u64, enemies: u64) {
        let (empty, enemies) = (if S::QUIETS { empty } else { 0 }, if S::CAPTURES { enemies } else { 0 });
        let (fast_empty, fast_enemies) = (
            if self.shortcuts.plain_quiet { empty } else { 0 },
            if self.shortcuts.plain_row_captures { enemies } else { 0 },
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
    let Scratch { room, piece_scratch } = scratch;
    if S::COUNT_ONLY {
        let mut tally = Tally::new(position, rules, room);
        each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
            if profile.quick {
                quick(mover, rules, profile, piece_scratch, &mut tally, sink);
            } else {
                any(mover, rules, profile, piece_scratch, sink);
            }
            true
        });
        sink.push_count(tally.take());
    } else if S::NEEDS_CAPTURE_FLAG || !S::QUIETS || !S::CAPTURES {
        each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
            any(mover, rules, profile, piece_scratch, sink);
            !sink.is_full()
        });
    } else {
        let mut staged = Staged::new(position, rules, room);
        each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
            if profile.quick {
                quick(mover, rules, profile, piece_scratch, &mut staged, sink);
            } else {
                staged.through(sink, |sink| any(mover, rules, profile, piece_scratch, sink));
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
        judge_captures(position, rules, profile.shortcuts, &[mv], piece_scratch, sink);
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
    let Scratch { room, piece_scratch } = scratch;
    let mut tally = Tally::new(position, rules, room);
    let mut total = 0;
    each_piece(position, rules, piece_scratch, &mut |mover, profile, piece_scratch| {
        let count = count_one(mover, rules, profile, piece_scratch, &mut tally);
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
    let Scratch { room, piece_scratch } = scratch;
    piece_scratch.trial.begin();
    let mut tally = Tally::new(position, rules, room);
    let mut total = 0;
    for square in squares {
        let code = position.at(square);
        if code.side() == Some(side) {
            let mover = Mover::alone(position, rules, square, side);
            total += count_one(&mover, rules, rules.profile(code), piece_scratch, &mut tally);
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
    tally: &mut Tally<'_>,
) -> u64 {
    let mut count = Count::default();
    if profile.quick {
        quick(mover, rules, profile, piece_scratch, tally, &mut count);
        count.0 + tally.take()
    } else {
        any(mover, rules, profile, piece_scratch, &mut count);
        count.0
    }
}

/// The moves of a quick piece: those that are legal as they are into `out`, the others judged and into `sink`.
#[inline]
fn quick<'a>(
    mover: &Mover,
    rules: &RuleSet,
    profile: &MoveProfile,
    piece_scratch: &mut PieceScratch,
    out: &mut impl Quick<'a>,
    sink: &mut impl Sink,
) {
    out.captures().begin(profile.shortcuts.capture_change);
    direct::moves(mover, profile, || rules.powers_of(mover.at(mover.from)), out);
    let set_aside = out.captures().set_aside();
    if !set_aside.is_empty() {
        judge_captures(mover.position, rules, profile.shortcuts, set_aside, piece_scratch, sink);
    }
}

/// Judge the captures that were set aside.
#[inline(never)]
fn judge_captures(
    position: &Position,
    rules: &RuleSet,
    shortcuts: LegalityShortcuts,
    captures: &[Move],
    piece_scratch: &mut PieceScratch,
    sink: &mut impl Sink,
) {
    let mut legal = Legal { position, rules, trial: &mut piece_scratch.trial, sink, shortcuts };
    for mv in captures {
        legal.judged(*mv, true, shortcuts.look_at_captures);
    }
}

/// Visit the pieces of the side to move that are not shut in, until `visit` returns `false`.
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
            let shut = own.ring(column);
            if profile.exits & !shut == 0 {
                continue;
            }
            let ring = Ring { shut, enemies: enemies.ring(column) };
            let mover = Mover::new(position, rules, from, ring, side);
            if !visit(&mover, profile, piece_scratch) {
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
    let profile = rules.profile(position.at(from));
    let mover = Mover::alone(position, rules, from, position.turn());
    if profile.exits & !mover.ring.shut == 0 {
        return;
    }
    let piece_scratch = &mut scratch.piece_scratch;
    piece_scratch.trial.begin();
    any(&mover, rules, profile, piece_scratch, sink);
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
pub fn legal_moves_to(
    position: &Position,
    rules: &RuleSet,
    target: Square,
    scratch: &mut Scratch,
    sink: &mut impl Sink,
) {
    if position.winner().is_some() {
        return;
    }
    let PieceScratch { buffer, trial } = &mut scratch.piece_scratch;
    trial.begin();
    let side = position.turn();
    for from in reach::candidates(position, rules, side, target) {
        let (profile, powers) = (rules.profile(position.at(from)), rules.powers_of(position.at(from)));
        let mover = Mover::alone(position, rules, from, side);
        if profile.exits & !mover.ring.shut != 0 {
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
    let mut first = FirstHit::default();
    legal_moves(position, rules, scratch, &mut first);
    first.0.is_some()
}

/// Run a generator of effects of one piece; its legal moves go into `sink`.
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

/// The moves of any piece.
#[inline(never)]
fn any(mover: &Mover, rules: &RuleSet, profile: &MoveProfile, piece_scratch: &mut PieceScratch, sink: &mut impl Sink) {
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
