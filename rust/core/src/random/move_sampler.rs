//! A uniformly random legal move without a list.
//!
//! What it speeds up: random games, to between a third and a half of their instructions. Every piece has slots, at least as
//! many as moves ([`move_by_index::slots`]), and every legal move has exactly one slot. A slot is drawn among those of all
//! the mover's pieces. If it holds a move that repetition does not forbid, that is the result; otherwise another slot is
//! drawn. After many misses, or if a piece has no bound, the moves are counted piece by piece instead. The simple path draws
//! from the list of legal moves.

use crate::game::Board;
use crate::game::repetition::{Allowed, Past};
use crate::geometry::{MAX_SIZE, Square};
use crate::movegen::{self, Scratch};
use crate::moves::{Move, MoveList};
use crate::position::{Position, Rows};
use crate::powers::Mover;
use crate::random::move_by_index;
use crate::rng::Stream;
use crate::rules::power_tables::Neighbours;
use crate::rules::{RuleSet, Side, UNBOUNDED};

/// Misses before the moves are counted.
const MISSES: usize = 96;

/// Counted draws that repetition may forbid before the legal moves are listed.
const REFUSALS: usize = 16;

/// Slots of the pieces of one side.
#[derive(Clone, Debug)]
struct Slots {
    squares: Box<[u32; Square::COUNT]>,
    rows: [u64; MAX_SIZE],
    all: u64,
}

impl Slots {
    fn new() -> Self {
        Self { squares: Box::new([0; Square::COUNT]), rows: [0; MAX_SIZE], all: 0 }
    }

    /// Set the slots of the piece on a square.
    #[inline]
    fn set(&mut self, row: usize, square: Square, slots: u32) {
        let before = std::mem::replace(&mut self.squares[square.index() % Square::COUNT], slots);
        let change = u64::from(slots).wrapping_sub(u64::from(before));
        // The change may be negative: the sums wrap, and come out right.
        self.rows[row] = self.rows[row].wrapping_add(change);
        self.all = self.all.wrapping_add(change);
        debug_assert!(self.rows[row] <= self.all);
    }

    /// Recount the slots of some columns of a row.
    #[inline]
    fn count(&mut self, position: &Position, rules: &RuleSet, side: Side, row: usize, columns: u64) {
        let geometry = rules.geometry();
        let first = geometry.at(0, row);
        let (own, enemies) = Rows::both_at(position, geometry, side, row);
        let pieces = position.row_bits(side, row);
        for column in Position::bits(columns) {
            let square = first.along_row(column);
            let slots = if pieces >> column & 1 == 0 {
                0
            } else {
                let neighbours = Neighbours { blocked: own.mask_around(column), enemies: enemies.mask_around(column) };
                let mover = Mover::new(position, rules, square, neighbours, side);
                move_by_index::slots(&mover, rules, rules.profile(position.at(square)))
            };
            self.set(row, square, slots);
        }
    }

    /// The piece that a slot belongs to, and the number of the slot among its own.
    #[inline]
    fn find(&self, position: &Position, rules: &RuleSet, side: Side, mut slot: u64) -> Option<(Square, u32)> {
        let mut row = 0;
        while slot >= *self.rows.get(row)? {
            slot -= self.rows[row];
            row += 1;
        }
        let first = rules.geometry().at(0, row);
        let mut slot = u32::try_from(slot).ok()?;
        for column in Position::bits(position.row_bits(side, row)) {
            let square = first.along_row(column);
            let own = self.squares[square.index() % Square::COUNT];
            if slot < own {
                return Some((square, slot));
            }
            slot -= own;
        }
        None
    }
}

/// Draws moves on a board. Must be notified of every move made there.
#[derive(Debug)]
pub(crate) struct MoveSampler {
    slots: [Slots; 2],
    list: MoveList,
    sums: Vec<(Square, u64)>,
}

impl MoveSampler {
    pub(crate) fn new(board: &Board) -> Self {
        let slots = [Slots::new(), Slots::new()];
        let mut draw = Self { slots, list: MoveList::new(), sums: Vec::new() };
        draw.reset(board);
        draw
    }

    /// Recount the slots of a board.
    pub(crate) fn reset(&mut self, board: &Board) {
        let (position, rules) = (board.position(), board.rules());
        let geometry = rules.geometry();
        for row in 0..geometry.ranks() {
            self.count(&position, rules, row, geometry.all_columns());
        }
    }

    /// A move was just made on the board: the pieces on and beside the squares where it changed something are counted anew.
    #[inline]
    pub(crate) fn made(&mut self, board: &Board) {
        let (position, rules) = (board.position(), board.rules());
        let geometry = rules.geometry();
        let mut changed = [0_u64; MAX_SIZE + 2];
        let mut rows = 0_u64;
        for square in board.last_touched() {
            let (row, column) = geometry.place(square);
            // The frame of one row and column is cut off below.
            rows |= 0b111 << row;
            for beside in &mut changed[row..row + 3] {
                *beside |= 0b111 << column;
            }
        }
        let all = geometry.all_columns();
        for row in Position::bits(rows >> 1).take_while(|row| *row < geometry.ranks()) {
            self.count(&position, rules, row, changed[row + 1] >> 1 & all);
        }
    }

    #[inline]
    fn count(&mut self, position: &Position, rules: &RuleSet, row: usize, columns: u64) {
        for side in Side::BOTH {
            self.slots[side.index()].count(position, rules, side, row, columns);
        }
    }

    /// Draw a legal move; `None` where there is none.
    pub(crate) fn draw(&mut self, board: &Board, stream: &mut Stream) -> Option<Move> {
        // The position and the scratch buffers are taken once for all attempts.
        board.with_scratch(|position, rules, scratch| {
            if board.ended_before_moves(position, scratch).is_some() {
                return None;
            }
            let (past, side) = (board.past(position), position.turn());
            let slots = &self.slots[side.index()];
            if slots.all < u64::from(UNBOUNDED) {
                for _ in 0..MISSES {
                    let slot = stream.below_u64(slots.all);
                    let (square, own) = slots.find(position, rules, side, slot)?;
                    let drawn = move_by_index::nth_move(position, rules, square, own, scratch);
                    if let Some(mv) = drawn.filter(|mv| past.forbids(*mv).is_none()) {
                        return Some(mv);
                    }
                }
            }
            self.counted(past, scratch, stream)
        })
    }

    /// Draw by counting the moves piece by piece, and generating only those of the drawn piece.
    fn counted(&mut self, past: Past<'_>, scratch: &mut Scratch, stream: &mut Stream) -> Option<Move> {
        let Past { now: position, rules, .. } = past;
        movegen::sums_by_piece(position, rules, scratch, &mut self.sums);
        let total = self.sums.last()?.1;
        for _ in 0..REFUSALS {
            let drawn = stream.below_u64(total);
            let at = self.sums.partition_point(|(_, sum)| *sum <= drawn);
            let before = if at == 0 { 0 } else { self.sums[at - 1].1 };
            self.list.clear();
            movegen::legal_moves_from(position, rules, self.sums[at].0, scratch, &mut self.list);
            let mv = self.list[usize::try_from(drawn - before).unwrap_or_default()];
            if past.forbids(mv).is_none() {
                return Some(mv);
            }
        }
        self.list.clear();
        movegen::legal_moves(position, rules, scratch, &mut Allowed::new(past, &mut self.list));
        if self.list.is_empty() { None } else { Some(self.list[stream.below(self.list.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::movegen::Count;
    use crate::random::playout::Player;
    use crate::text;

    fn slots(position: &Position, rules: &RuleSet, square: Square) -> u32 {
        let cell = position.at(square);
        move_by_index::slots(&Mover::alone(position, rules, square, cell.side().unwrap()), rules, rules.profile(cell))
    }

    /// No piece has more moves than slots, in games of every rule set and at its best alone on the board.
    #[test]
    fn no_piece_has_more_moves_than_slots() {
        let mut scratch = Scratch::default();
        let mut check = |position: &Position, rules: &RuleSet| {
            for square in position.squares(rules, position.turn()) {
                let mut count = Count::default();
                movegen::legal_moves_from(position, rules, square, &mut scratch, &mut count);
                assert!(count.0 <= u64::from(slots(position, rules, square)), "{}", rules.geometry().name(square));
            }
        };
        let changed = ["maka[hook_captures=2]", "maka[promotion=optional]", "tai[contagion_order=choice]"];
        for name in crate::rules::data::rule_set_names().chain(changed) {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(Arc::clone(&rules));
            let mut player = Player::new(&start);
            for (seed, plies) in [(1, 60), (2, 300), (3, 900)] {
                player.play(&start, seed, plies);
                check(&player.board().to_position(), &rules);
            }
            for kind in rules.all_kinds() {
                let mut position = Position::empty(&rules);
                let geometry = rules.geometry();
                let middle = geometry.at(geometry.files() / 2, geometry.ranks() / 2);
                position.put(&rules, middle, crate::rules::Cell::new(kind, Side::Black));
                // With enemies all around, lions take on every square.
                for filled in [false, true] {
                    let pawn = rules.all_kinds().next().unwrap();
                    for vector in crate::geometry::DIRECTIONS.into_iter().filter(|_| filled) {
                        let square = geometry.step(middle, vector, true).unwrap();
                        position.put(&rules, square, crate::rules::Cell::new(pawn, Side::White));
                    }
                    check(&position, &rules);
                }
            }
        }
    }

    /// Each move of a piece of the side to move has one of its slots, and all other slots are empty. Returns the number of
    /// pieces tested.
    fn check_slots(board: &Board, what: &str) -> usize {
        let rules = Arc::clone(board.rules());
        let squares: Vec<Square> = {
            let position = board.position();
            position.squares(&rules, position.turn()).collect()
        };
        let (mut looked_at, mut scratch) = (0, Scratch::default());
        for square in squares {
            let bound = slots(&board.position(), &rules, square);
            if bound == UNBOUNDED || board.position().winner().is_some() {
                continue;
            }
            let mut list = MoveList::new();
            let position = board.position();
            movegen::legal_moves_from(&position, &rules, square, &mut scratch, &mut list);
            let mut numbered: MoveList = (0..bound)
                .filter_map(|n| move_by_index::nth_move(&position, &rules, square, n, &mut scratch))
                .collect();
            list.sort_unstable();
            numbered.sort_unstable();
            assert_eq!(numbered, list, "{what}: {}", rules.geometry().name(square));
            looked_at += 1;
        }
        looked_at
    }

    /// In a user-defined game a type may leap and slide, so that a leap ends on the way of a slide.
    #[test]
    fn every_move_of_mixed_types_has_one_slot() {
        let head = "format = 1\nname = \"mixed\"\ntitle = \"x\"\ndescription = \"x\"\nsource = \"x\"\n\
                    board = { files = 9, ranks = 9 }\n[setup]\narmy = [\"4,K,4\"]\n[pieces]\n";
        let line = |letter: char, rest: &str| {
            format!(
                "{letter} = {{ name = \"x\", kanji = \"x\", board = \"{letter}\", romaji = \"x\", source = \"x\", {rest} }}\n"
            )
        };
        let types = ["NQ", "DR", "HAB", "DHQ3", "fDfRB2", "RmasRN", "KHB", "NADaK", "KavKafavK", "RmcasR", "U"];
        let types: String =
            ('L'..).zip(types).map(|(letter, betza)| line(letter, &format!("betza = \"{betza}\""))).collect();
        let text = [head, &line('K', "betza = \"K\", royal = \"king\""), &types].concat();
        let rules = RuleSet::from_toml("mixed", &text).unwrap();
        let kinds: Vec<_> = rules.all_kinds().collect();
        let mut stream = Stream::new(12);
        let mut looked_at = 0;
        for number in 0..300 {
            let mut position = Position::start(&rules);
            for square in rules.geometry().all() {
                if position.at(square).is_empty() && stream.below(2 + number % 9) == 0 {
                    let cell = crate::rules::Cell::new(kinds[stream.below(kinds.len())], Side::BOTH[stream.below(2)]);
                    position.put(&rules, square, cell);
                }
            }
            let board = Board::from_position(Arc::clone(&rules), position, 1);
            looked_at += check_slots(&board, &format!("position {number}"));
        }
        assert!(looked_at > 2000, "{looked_at}");
    }

    /// In games of every rule set.
    #[test]
    fn every_move_has_one_slot() {
        let changed = ["maka[hook_captures=2]", "maka[promotion=optional]", "tai[emperor=protected-square]"];
        for name in crate::rules::data::rule_set_names().chain(changed) {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(Arc::clone(&rules));
            let mut player = Player::new(&start);
            for (seed, plies) in [(4, 80), (5, 700)] {
                player.play(&start, seed, plies);
                check_slots(&player.board().clone(), name);
            }
        }
    }

    /// The slots are those of the board after every move of a game.
    #[test]
    fn slots_are_kept_with_the_board() {
        for name in ["tai", "maka", "chu", "hishigata", "tenjiku"] {
            let rules = RuleSet::named(name).unwrap();
            let mut board = Board::new(rules);
            let mut draw = MoveSampler::new(&board);
            let mut stream = Stream::new(11);
            for _ in 0..300 {
                let Some(mv) = draw.draw(&board, &mut stream) else { break };
                board.push_unchecked(mv);
                draw.made(&board);
                let fresh = MoveSampler::new(&board);
                for side in [0, 1] {
                    assert_eq!(draw.slots[side].squares, fresh.slots[side].squares, "{name}");
                    assert_eq!(draw.slots[side].rows, fresh.slots[side].rows, "{name}");
                    assert_eq!(draw.slots[side].all, fresh.slots[side].all, "{name}");
                }
            }
        }
    }

    /// Where nearly all slots are missed, or none is known, the moves are counted; and none is drawn where there is none.
    #[test]
    fn draws_without_slots_are_legal_too() {
        for (rules, position) in [
            ("maka[TK=free3]", "9,k,9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,K,9 b - 1"),
            ("chu", "startpos"),
        ] {
            let rules = RuleSet::named(rules).unwrap();
            let parsed = text::parse_position(&rules, position).unwrap();
            let board = Board::from_position(rules, parsed.position, 1);
            let legal = board.legal_list();
            let mut draw = MoveSampler::new(&board);
            let mut stream = Stream::new(3);
            for _ in 0..200 {
                let counted =
                    board.with_scratch(|now, _, scratch| draw.counted(board.past(now), scratch, &mut stream)).unwrap();
                let drawn = draw.draw(&board, &mut stream).unwrap();
                assert!(legal.contains(&drawn) && legal.contains(&counted));
            }
        }
    }
}
