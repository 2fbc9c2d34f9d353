//! A board of the core with the lists of legal moves that were asked for on the way to where it stands.
//!
//! Who pushes a move has mostly just taken it from `legal_moves`. Such a move knows its place in that list, and the list is
//! kept as long as the position it belongs to is on the board or below it on the stack: then one look tells that the move
//! is legal. Every other move is asked of the core. A place is a hint only: the list must hold the very move there.

use std::ops::Deref;
use std::sync::Arc;

use mujo_core::error;
use mujo_core::game::Board as CoreBoard;
use mujo_core::moves::{Move as CoreMove, MoveList};
use pyo3::prelude::*;

use crate::move_value::Move;

/// Lists that are kept: a search this deep finds its own again.
const KEPT: usize = 16;

/// Lists of legal moves by ply, lowest first; each is of a position that is on the board or that undoing leads to.
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

/// A board and the lists known of it. It can be looked at as the board it is; moves are made and taken back here alone.
pub(crate) struct Game {
    board: CoreBoard,
    lists: Lists,
    /// The object of this rule set that was pushed last: taking that move back needs no new one.
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

    /// Every legal move, generated anew and kept.
    pub(crate) fn legal_moves(&mut self) -> Arc<MoveList> {
        let list = Arc::new(self.board.legal_list());
        self.lists.keep(self.board.ply(), &list);
        list
    }

    /// Whether the move is among the legal moves.
    pub(crate) fn is_legal(&mut self, mv: CoreMove, place: u32) -> bool {
        self.lists.hold(self.board.ply(), mv, place) || self.board.is_legal(mv)
    }

    /// Make a legal move.
    pub(crate) fn push(&mut self, mv: CoreMove, place: u32) -> error::Result<()> {
        if self.lists.hold(self.board.ply(), mv, place) {
            self.board.push_unchecked(mv);
            return Ok(());
        }
        self.board.push(mv)
    }

    /// Make a move that its piece can make.
    pub(crate) fn push_pseudo_legal(&mut self, mv: CoreMove, place: u32) -> error::Result<()> {
        if self.lists.hold(self.board.ply(), mv, place) {
            self.board.push_unchecked(mv);
            return Ok(());
        }
        self.board.push_pseudo_legal(mv)
    }

    /// Take the last move back.
    pub(crate) fn pop(&mut self) -> error::Result<CoreMove> {
        let mv = self.board.pop()?;
        self.lists.forget_above(self.board.ply());
        Ok(mv)
    }
}
