//! The interpreter: walks the legs of a move text literally (docs/reference/move-language.md), slow and obvious.
//!
//! The compiled powers are tested against it, it plays what no compiled power covers, and it counts by path (rule 8.3).

use crate::betza::{Atom, Modes, Term};
use crate::geometry::{Geometry, Square, Vector};
use crate::moves::Move;
use crate::parallel;
use crate::position::Position;
use crate::powers::power::{Mover, Power, PseudoLegalSink};
use crate::powers::route::{Buffer, Route};
use crate::powers::target::Target;
use crate::rules::power_tables::{PowerSet, PowerTables};
use crate::rules::{Cell, RuleSet, Side};

/// The legs of a type that no compiled power covers.
pub(crate) struct Interpreted;

impl Power for Interpreted {
    const SET: PowerSet = PowerSet::INTERPRETED;
    const ANYWHERE: PowerSet = Self::SET;

    #[inline]
    fn moves<S: PseudoLegalSink>(mover: &Mover, _powers: &PowerTables, buffer: &mut Buffer, out: &mut S) {
        pseudo_legal_moves(mover.position, mover.rules, mover.from, buffer, out);
    }

    #[inline]
    fn attacks(mover: &Mover, _powers: &PowerTables, target: &Target) -> bool {
        takes_on(mover.position, mover.rules, mover.from, target.square)
    }
}

/// How the board is read on a walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As it stands.
    Plain,
    /// A leap passes over empty squares too: by path (rule 8.3).
    LeapsOverNothing,
    /// Whatever stands on the square counts as an enemy (rule 5.3).
    Enemy(Square),
}

/// What a piece meets on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    Nothing,
    Enemy,
    /// An own piece or a stone.
    Other,
}

/// Walks all routes of one piece.
struct Walker<'a, F> {
    position: &'a Position,
    rules: &'a RuleSet,
    geometry: Geometry,
    from: Square,
    side: Side,
    reading: Reading,
    term: &'a Term,
    route: Route,
    visit: F,
}

impl<F: FnMut(&Route)> Walker<'_, F> {
    /// What stands on a square while the piece is on its way: its start and the squares it emptied are empty.
    fn at(&self, square: Square) -> Met {
        if square == self.from || self.route.victims.contains(square) {
            return Met::Nothing;
        }
        if self.reading == Reading::Enemy(square) {
            return Met::Enemy;
        }
        match self.position.at(square) {
            Cell::EMPTY => Met::Nothing,
            cell if cell.side() == Some(self.side.other()) => Met::Enemy,
            _ => Met::Other,
        }
    }

    fn walk(&mut self) {
        if self.term.atom == Atom::U {
            let (geometry, from) = (self.geometry, self.from);
            for to in geometry.all().filter(|to| *to != from) {
                self.land(0, to, Vector::new(0, 0), Modes::LAST);
            }
            return;
        }
        let term = self.term;
        for vector in &term.first {
            self.leg(0, self.from, *vector, term.modes);
        }
    }

    /// Leg number `number` from `at` along `vector`.
    fn leg(&mut self, number: usize, at: Square, vector: Vector, modes: Modes) {
        parallel::step();
        let (mut square, mut passed) = (at, 0);
        for count in 1..=self.term.reach {
            let Some(next) = self.geometry.step(square, vector, self.side == Side::Black) else {
                return;
            };
            square = next;
            // Path rule 2: a square hopped over is never entered again.
            if self.route.hopped.contains(square) {
                return;
            }
            let empty = self.at(square) == Met::Nothing;
            if count <= modes.skip {
                continue;
            }
            if empty || self.may_end(square, modes, passed > 0) {
                self.route.sweep = if modes.sweep && passed > 0 { usize::from(count) } else { 0 };
                self.land(number, square, vector, modes);
                self.route.sweep = 0;
            }
            if !empty {
                if !self.passes(square, modes, passed) {
                    return;
                }
                passed += 1;
            }
        }
    }

    /// Whether a leg that passed a piece or not may end on the piece on a square, its modes apart (rules 9.2 and 10.2).
    fn may_end(&self, square: Square, modes: Modes, has_passed: bool) -> bool {
        if modes.sweep {
            return self.ranks_below(square);
        }
        !modes.jump || !has_passed || self.may_take_by_jump(square)
    }

    /// Whether a leg passes the piece on a square, having passed `passed` others.
    fn passes(&self, square: Square, modes: Modes, passed: u8) -> bool {
        (modes.jump || modes.sweep) && self.ranks_below(square) || passed < modes.hops
    }

    /// Whether what stands on a square ranks lower than the mover. Where anything counts as an enemy, an own piece and an empty
    /// square are a pawn (rule 5.3).
    fn ranks_below(&self, square: Square) -> bool {
        let (mover, cell) = (self.position.at(self.from), self.position.at(square));
        let is_pawn = self.reading == Reading::Enemy(square) && cell.side() != Some(self.side.other());
        self.rules.outranks(mover, if is_pawn { Cell::EMPTY } else { cell })
    }

    /// Whether a jump over other pieces may end on what stands on `square` (rule 9.2).
    fn may_take_by_jump(&self, square: Square) -> bool {
        let code = self.position.at(square);
        // Where anything counts as an enemy, an own piece and an empty square are a pawn (rule 5.3).
        self.reading == Reading::Enemy(square) && code.side() != Some(self.side.other())
            || self.rules.may_take_by_jump(self.position.at(self.from), code)
    }

    /// End a leg on `square` in each way its modes allow.
    fn land(&mut self, number: usize, square: Square, vector: Vector, modes: Modes) {
        let met = self.at(square);
        self.route.squares.push(square);
        if modes.quiet && met == Met::Nothing {
            self.go_on(number, square, vector, false);
        }
        if modes.take && met == Met::Enemy {
            self.route.victims.push(square);
            self.go_on(number, square, vector, false);
            self.route.victims.pop();
        }
        let over_nothing = self.reading == Reading::LeapsOverNothing && square != self.from;
        if modes.hop && (met != Met::Nothing || over_nothing) {
            self.route.hopped.push(square);
            self.route.first_hops |= number == 0;
            self.go_on(number, square, vector, true);
            self.route.first_hops &= number != 0;
            self.route.hopped.pop();
        }
        self.route.squares.pop();
    }

    fn go_on(&mut self, number: usize, square: Square, vector: Vector, hopped: bool) {
        let term = self.term;
        let Some((turn, modes)) = term.later.get(number) else {
            // Path rule 3: back on the start only by single steps and without a hop.
            let back = square == self.from;
            if !back || term.single_steps() && self.route.hopped.as_slice().is_empty() {
                (self.visit)(&self.route);
            }
            return;
        };
        for next in turn.vectors(vector, &term.all) {
            // Path rule 1: no hop where the next leg goes straight back.
            if !(hopped && next == vector.back()) {
                self.leg(number + 1, square, next, *modes);
            }
        }
    }
}

fn walk_all(position: &Position, rules: &RuleSet, from: Square, reading: Reading, visit: &mut impl FnMut(&Route)) {
    let Some((kind, side)) = position.at(from).piece() else {
        return;
    };
    for term in rules.terms(kind) {
        let route = Route::default();
        let visit = |route: &Route| visit(route);
        let geometry = rules.geometry();
        Walker { position, rules, geometry, from, side, reading, term, route, visit }.walk();
    }
}

/// Every route of the piece on `from`, those of one effect side by side.
pub fn routes(position: &Position, rules: &RuleSet, from: Square, visit: &mut impl FnMut(&Route)) {
    walk_all(position, rules, from, Reading::Plain, visit);
}

/// Generate every pseudo-legal move of the piece on `from`, each once: the same as [`crate::powers::pseudo_legal_moves`].
pub fn pseudo_legal_moves<S: PseudoLegalSink>(
    position: &Position,
    rules: &RuleSet,
    from: Square,
    buffer: &mut Buffer,
    out: &mut S,
) {
    buffer.clear();
    walk_all(position, rules, from, Reading::Plain, &mut |route| push_route(from, route, buffer, out));
    push_moves(buffer, out);
}

/// Add a route to the buffer if the sink wants its move.
#[inline]
pub(crate) fn push_route<S: PseudoLegalSink>(from: Square, route: &Route, buffer: &mut Buffer, _out: &S) {
    let candidate = route.candidate(from);
    if if candidate.is_capture { S::CAPTURES } else { S::QUIETS } {
        buffer.push(candidate);
    }
}

/// Push the move of each effect in a buffer of routes once, by the route that rule 3.10 chooses.
pub(crate) fn push_moves(buffer: &mut Buffer, out: &mut impl PseudoLegalSink) {
    buffer.sort_unstable_by_key(|candidate| candidate.key);
    buffer.dedup_by_key(|candidate| candidate.identity());
    for candidate in buffer {
        if candidate.is_capture {
            out.capture(candidate.mv);
        } else {
            out.quiet(candidate.mv);
        }
    }
}

/// Every path of the piece on `from`: first-step square (none for a direct move), and effect (rule 8.3).
pub(crate) fn paths(position: &Position, rules: &RuleSet, from: Square, out: &mut impl FnMut(Option<Square>, Move)) {
    let mut found: Vec<(Option<Square>, Move)> = Vec::new();
    walk_all(position, rules, from, Reading::LeapsOverNothing, &mut |route| {
        found.push((route.first_step(), route.to_move(from)));
    });
    found.sort_unstable();
    found.dedup();
    for (first, mv) in found {
        out(first, mv);
    }
}

/// Whether some route of the piece on `from` takes on `target`, whatever stands there now being an enemy (rule 5.3).
pub(crate) fn takes_on(position: &Position, rules: &RuleSet, from: Square, target: Square) -> bool {
    let mut found = false;
    walk_all(position, rules, from, Reading::Enemy(target), &mut |route| {
        found |= route.takes(from, target);
    });
    found
}

/// The routes of the piece on `from` that take on `target`, whatever stands there now being an enemy (rule 5.3).
pub(crate) fn routes_taking(position: &Position, rules: &RuleSet, from: Square, target: Square) -> Vec<Route> {
    let mut found = Vec::new();
    walk_all(position, rules, from, Reading::Enemy(target), &mut |route| {
        if route.takes(from, target) {
            found.push(*route);
        }
    });
    found
}
