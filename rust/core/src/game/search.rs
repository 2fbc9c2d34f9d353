//! Board methods for search: null moves, moves reported to an observer, and the pieces that the last move took.

use crate::error::Result;
use crate::game::Board;
use crate::game::board::nothing_to_undo;
use crate::geometry::Square;
use crate::moves::Move;
use crate::position::{PieceObserver, Undo, Victim};

impl Board {
    /// Make a null move: the side to move passes without moving, which no rule allows.
    ///
    /// It counts as a ply, [`Board::moves`] shows it as [`Move::NONE`], and repetition does not look past it. Take it back
    /// with [`Board::pop_null`] before the board is used as a game again.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::Board, rules::RuleSet};
    ///
    /// let mut board = Board::new(RuleSet::named("maka")?);
    /// let own = board.legal_list();
    /// board.push_null();
    /// let replies = board.legal_list();
    /// assert!(own != replies);
    /// board.pop_null()?;
    /// assert_eq!(board.legal_list(), own);
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn push_null(&mut self) {
        self.stack.push_null(&self.rules);
    }

    /// Take back a null move.
    ///
    /// # Errors
    /// `nothing_to_undo` if the last move was not a null move; the board is as before.
    pub fn pop_null(&mut self) -> Result<()> {
        if !self.stack.undos().next_back().is_some_and(Undo::is_null) {
            return Err(nothing_to_undo());
        }
        self.pop().map(|_| ())
    }

    /// As [`Board::push_unchecked`], reporting every change on the board to `observer`.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::geometry::Square;
    /// use mujo_core::position::PieceObserver;
    /// use mujo_core::rules::{Cell, RuleSet, Side};
    /// use mujo_core::game::Board;
    ///
    /// /// Black's pieces less White's.
    /// struct Balance(i32);
    ///
    /// impl PieceObserver for Balance {
    ///     fn added(&mut self, _square: Square, cell: Cell) {
    ///         self.0 += if cell.side() == Some(Side::Black) { 1 } else { -1 };
    ///     }
    ///
    ///     fn removed(&mut self, _square: Square, cell: Cell) {
    ///         self.0 -= if cell.side() == Some(Side::Black) { 1 } else { -1 };
    ///     }
    /// }
    ///
    /// let mut board = Board::new(RuleSet::named("tai")?);
    /// let mut balance = Balance(0);
    /// for mv in board.legal_list() {
    ///     board.push_observed(mv, &mut balance);
    ///     assert_eq!(balance.0, i32::try_from(board.last_victims().count()).unwrap());
    ///     board.pop_observed(&mut balance)?;
    ///     assert_eq!(balance.0, 0);
    /// }
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    #[inline]
    pub fn push_observed(&mut self, mv: Move, observer: &mut impl PieceObserver) {
        self.push_unchecked(mv);
        self.stack.observe_last(observer);
    }

    /// As [`Board::pop`], reporting every change on the board to `observer`.
    ///
    /// # Errors
    /// `nothing_to_undo` if no move was made.
    #[inline]
    pub fn pop_observed(&mut self, observer: &mut impl PieceObserver) -> Result<Move> {
        self.stack.observe_last_reverse(observer);
        self.pop()
    }

    /// The pieces that the last move took, in the order taken; none if no move was made.
    ///
    /// # Examples
    /// ```
    /// use mujo_core::{game::Board, rules::RuleSet, text};
    ///
    /// let rules = RuleSet::named("maka")?;
    /// let parsed = text::parse_position(&rules, "9,k,9/19/19/19/19/19/19/19/19/9,p,9/9,R,9/19/19/19/19/19/19/19/9,K,9 b - 1")?;
    /// let mut board = Board::from_position(rules, parsed.position, parsed.number);
    /// let takes = text::read_move(&board, "10k10j")?;
    /// board.push(takes)?;
    /// let [pawn] = board.last_victims().collect::<Vec<_>>()[..] else { panic!("one victim") };
    /// assert_eq!(pawn.square(), takes.to());
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn last_victims(&self) -> impl Iterator<Item = Victim> {
        self.stack.last().into_iter().flat_map(|(undo, captured)| undo.victims(captured))
    }

    /// Whether the last move took, changed or removed a piece, so that no position before it can come back.
    pub fn last_is_irreversible(&self) -> bool {
        self.stack.last().is_some_and(|(undo, _)| undo.is_irreversible())
    }

    /// The squares that the last move touched: its start, its end, and those of its victims.
    #[inline]
    pub(crate) fn last_touched(&self) -> impl Iterator<Item = Square> {
        self.stack.last().into_iter().flat_map(|(undo, captured)| undo.touched(captured))
    }
}
