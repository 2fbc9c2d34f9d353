//! The editable board: anything may stand on it until it is turned into a [`Board`].

use std::sync::Arc;

use crate::error::{Error, Fault, Result, Slug};
use crate::game::Board;
use crate::geometry::Square;
use crate::position::Position;
use crate::rules::{Cell, RuleSet, Side};

/// A board that may hold anything, however illegal.
#[derive(Clone, Debug)]
pub struct Setup {
    rules: Arc<RuleSet>,
    /// Placement, side to move and the square of the lion just taken.
    position: Position,
    /// Move number.
    number: u32,
}

impl Setup {
    /// From a position.
    pub fn new(rules: Arc<RuleSet>, position: Position, number: u32) -> Self {
        Self { rules, position, number }
    }

    /// The rule set.
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Move number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The same position with the sides exchanged: the board by half a turn, owners and side to move the other way.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let geometry = self.rules.geometry();
        let mut mirrored = Self::new(Arc::clone(&self.rules), Position::empty(&self.rules), self.number);
        for square in geometry.all() {
            if let Some((kind, side)) = self.position.at(square).piece() {
                mirrored.put(geometry.half_turn(square), Cell::new(kind, side.other()));
            }
        }
        mirrored.set_turn(self.position.turn().other());
        mirrored.set_last_lion_capture(self.position.last_lion_capture().map(|square| geometry.half_turn(square)));
        mirrored
    }

    /// Put a piece on a square, replacing what stood there.
    pub fn put(&mut self, square: Square, cell: Cell) {
        self.position.lift(&self.rules, square);
        self.position.put(&self.rules, square, cell);
    }

    /// Remove the piece from a square and return it.
    pub fn remove(&mut self, square: Square) -> Cell {
        self.position.lift(&self.rules, square)
    }

    /// Remove every piece.
    pub fn clear(&mut self) {
        let (turn, state) = (self.position.turn(), self.position.last_lion_capture_square());
        self.position = Position::empty(&self.rules);
        self.position.set_turn(turn);
        self.position.set_last_lion_capture(&self.rules, state);
    }

    /// Set the side to move.
    pub fn set_turn(&mut self, side: Side) {
        self.position.set_turn(side);
    }

    /// Set or clear the square of a lion just taken (rule 7.3).
    pub fn set_last_lion_capture(&mut self, square: Option<Square>) {
        self.position.set_last_lion_capture(&self.rules, square.unwrap_or_default());
    }

    /// Set the move number.
    pub fn set_number(&mut self, number: u32) {
        self.number = number;
    }

    /// Every reason why this is not a board; none if it can be played on. Any number of royals may stand on it (rule 5.2).
    pub fn problems(&self) -> Vec<Fault> {
        let mut problems = Vec::new();
        if let Some(square) = self.position.last_lion_capture().filter(|_| !self.rules.tracks_lion_captures()) {
            let name = self.rules.geometry().name(square);
            problems
                .push(Fault::new(Slug::PositionState, format!("{name} is no state: {} has none", self.rules.name())));
        }
        if self.number == 0 {
            problems.push(Fault::new(Slug::PositionNumber, "0 is no move number: 1 or more"));
        }
        problems
    }

    /// The board.
    ///
    /// # Errors
    /// [`Error::Position`] with every problem.
    pub fn board(&self) -> Result<Board> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(Error::Position(problems));
        }
        let mut position = self.position.clone();
        position.settle(&self.rules);
        Ok(Board::from_position(Arc::clone(&self.rules), position, self.number))
    }
}
