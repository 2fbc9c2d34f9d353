//! Promotions that a board has left out.
//!
//! QBoard sends a move of several steps without the `+` of its promotion. Where the rules leave the choice, the text is also
//! that of the move without a promotion, and only a later move of the piece shows that it has promoted.

use mujo_core::game::Board;
use mujo_core::moves::{Change, Move};
use mujo_core::text::{cecp_move_text, read_cecp_move};

/// Whether a move, read from this text, may be a promotion whose mark the board has left out.
pub(super) fn may_lack_promotion(board: &Board, mv: Move, text: &str) -> bool {
    let is_unmarked = text.contains(',') && !text.ends_with(['+', '=']) && mv.change() == Change::None;
    is_unmarked && read_cecp_move(board, &format!("{text}+")).is_ok()
}

/// The board with a promotion by the move at a place of the game, and the move that a text stands for there; `None` if a
/// later move or this one would not be legal.
pub(super) fn with_promotion(board: &Board, place: usize, text: &str) -> Option<(Board, Move)> {
    let moves: Vec<Move> = board.moves().collect();
    let mut corrected = board.clone();
    for _ in place..moves.len() {
        corrected.pop().ok()?;
    }
    for (number, mv) in moves.iter().enumerate().skip(place) {
        let mark = if number == place { "+" } else { "" };
        let written = cecp_move_text(board.rules(), *mv) + mark;
        let mv = read_cecp_move(&corrected, &written).ok()?;
        corrected.push_unchecked(mv);
    }
    let mv = read_cecp_move(&corrected, text).ok()?;
    Some((corrected, mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mujo_core::rules::RuleSet;
    use mujo_core::text::parse_position;

    /// A lion that can take two pawns; as a promoted one it moves as a furious fiend.
    fn board() -> Board {
        let rules = RuleSet::named("maka").unwrap();
        let text = "k,18/19/19/19/19/9,p,9/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19/19/18,K b";
        let parsed = parse_position(&rules, text).unwrap();
        Board::from_position(rules, parsed.position, 1)
    }

    #[test]
    fn a_later_move_shows_the_promotion() {
        let mut board = board();
        for text in ["j12j13,j13j14", "a19a18"] {
            let mv = read_cecp_move(&board, text).unwrap();
            assert_eq!(may_lack_promotion(&board, mv, text), text.contains(','));
            board.push_unchecked(mv);
        }
        // Three steps along a line: no lion has such a move.
        assert!(read_cecp_move(&board, "j14j17").is_err());
        let (corrected, mv) = with_promotion(&board, 0, "j14j17").unwrap();
        assert_eq!(corrected.ply(), 2);
        assert!(corrected.is_legal(mv));
        // No promotion makes this move legal, and a marked move was no slip.
        assert!(with_promotion(&board, 0, "j14a1").is_none());
        let marked = "j12j13,j13j14+";
        let start = self::board();
        assert!(!may_lack_promotion(&start, read_cecp_move(&start, marked).unwrap(), marked));
    }
}
