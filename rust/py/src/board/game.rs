//! A board of the core with recently generated lists of legal moves.
//!
//! Most moves pushed come from `legal_moves`. Such a move stores its index in that list, and the board keeps the list while its
//! position is on the board or can be reached by undoing. A lookup then replaces the legality test. The index is only a hint:
//! the list must contain the very move there. All other moves are tested by the core.

use std::ops::Deref;
use std::sync::Arc;

use mujo_core::error;
use mujo_core::game::Board as CoreBoard;
use mujo_core::moves::{Move as CoreMove, MoveList};
use pyo3::prelude::*;

use crate::move_value::Move;
use crate::signals::interruptible;

/// Number of lists kept: enough for a search of that depth to find its own again.
const KEPT: usize = 16;

/// Lists of legal moves by ply, lowest first, each of the current position or of one that undoing leads to.
#[derive(Default)]
struct Lists(Vec<(usize, Arc<MoveList>)>);

impl Lists {
    fn keep(&mut self, ply: usize, list: &Arc<MoveList>) {
        if self.0.last().is_some_and(|(kept, _)| *kept == ply) {
            self.0.pop();
        }
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push((ply, Arc::clone(list)));
    }

    fn forget_above(&mut self, ply: usize) {
        while self.0.last().is_some_and(|(kept, _)| *kept > ply) {
            self.0.pop();
        }
    }

    #[inline]
    fn hold(&self, ply: usize, mv: CoreMove, place: u32) -> bool {
        self.0
            .last()
            .is_some_and(|(kept, list)| *kept == ply && list.get(place as usize).is_some_and(|found| *found == mv))
    }
}

/// A board and its lists. Methods that generate moves end on a signal and then leave everything as it was. It derefs to the board; moves are made and undone through this type only.
pub(crate) struct Game {
    board: CoreBoard,
    lists: Lists,
    /// The move object pushed last, reused when the move is undone.
    pub(crate) last: Option<Py<Move>>,
}

impl Deref for Game {
    type Target = CoreBoard;

    fn deref(&self) -> &CoreBoard {
        &self.board
    }
}

impl Game {
    pub(crate) fn new(board: CoreBoard) -> Self {
        Self { board, lists: Lists::default(), last: None }
    }

    /// Generate and keep the legal moves.
    pub(crate) fn legal_moves(&mut self) -> PyResult<Arc<MoveList>> {
        let list = Arc::new(interruptible(|| self.board.legal_list())?);
        self.lists.keep(self.board.ply(), &list);
        Ok(list)
    }

    /// Whether the move is among the legal moves.
    pub(crate) fn is_legal(&mut self, mv: CoreMove, place: u32) -> PyResult<bool> {
        if self.lists.hold(self.board.ply(), mv, place) {
            return Ok(true);
        }
        interruptible(|| self.board.is_legal(mv))
    }

    /// Make a legal move.
    pub(crate) fn push(&mut self, mv: CoreMove, place: u32) -> PyResult<error::Result<()>> {
        if self.lists.hold(self.board.ply(), mv, place) {
            self.board.push_unchecked(mv);
            return Ok(Ok(()));
        }
        interruptible(|| self.board.push(mv))
    }

    /// Make a move that its piece can make.
    pub(crate) fn push_pseudo_legal(&mut self, mv: CoreMove, place: u32) -> PyResult<error::Result<()>> {
        if self.lists.hold(self.board.ply(), mv, place) {
            self.board.push_unchecked(mv);
            return Ok(Ok(()));
        }
        interruptible(|| self.board.push_pseudo_legal(mv))
    }

    /// Take the last move back.
    pub(crate) fn pop(&mut self) -> error::Result<CoreMove> {
        let mv = self.board.pop()?;
        self.lists.forget_above(self.board.ply());
        Ok(mv)
    }
}
