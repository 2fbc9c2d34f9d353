//! What the sessions of both protocols have in common.

use mujo_core::game::Board;
use mujo_core::moves::Move;
use mujo_engine::{Running, SearchResult};

use crate::output::Output;
use crate::player::Found;

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    /// The command has to wait until the search has ended; it is sent again then.
    Wait,
    Quit,
}

/// One side of a conversation.
pub(crate) trait Session {
    /// Obey a command.
    fn receive(&mut self, line: &str, output: &mut Output) -> Flow;

    /// A line was too long to be read.
    fn refuse_line(&mut self, length: usize, output: &mut Output);

    /// Report an iteration of the search.
    fn report(&mut self, found: &SearchResult, output: &mut Output);

    /// Report the state of an iteration that goes on.
    fn report_running(&mut self, state: &Running, output: &mut Output);

    /// Say what came of the search.
    fn finish(&mut self, found: Found, output: &mut Output);

    /// The input has ended: searches that only a command would end have to end.
    fn end_input(&mut self, output: &mut Output);

    /// Whether a search runs.
    fn is_searching(&self) -> bool;

    /// End the search as soon as possible.
    fn stop(&mut self);

    /// Take the engine back.
    fn take_back(&mut self, done: crate::player::Done) -> Found;
}

/// A legal move for when the engine has failed: any is better than none.
pub(crate) fn any_move(board: &Board) -> Option<Move> {
    board.legal_list().into_iter().next()
}
