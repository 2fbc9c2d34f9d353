//! Reads move text: start, victims before the end (or `:` if all on the way are swept), end, and `+` if the mover changes.

use crate::error::{Error, Refusal, Result, Slug, quoted};
use crate::game::Board;
use crate::game::explain;
use crate::geometry::Square;
use crate::moves::{Change, Move, MoveList};
use crate::notation::usi;
use crate::powers::{self, route};
use crate::rules::RuleSet;

/// Longest text accepted, in bytes; five squares and a mark have 24.
const MAX_LENGTH: usize = 64;
/// Most squares of a move.
const MAX_SQUARES: usize = 5;

/// The mark after the squares.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    None,
    Plus,
    Named(String),
    Declined,
}

/// A parsed text: squares with their offset in the text, and the mark.
struct MoveParts {
    squares: Vec<(Square, usize)>,
    /// Whether `:` stands between the two squares.
    sweeps: bool,
    mark: Mark,
    mark_at: usize,
}

fn notation<T>(slug: Slug, text: &str, position: usize, message: String) -> Result<T> {
    notation_of(None, slug, text, position, message)
}

/// As [`notation`], with the number of the rule.
fn notation_of<T>(rule: Option<&'static str>, slug: Slug, text: &str, position: usize, message: String) -> Result<T> {
    let text = quoted(text);
    Err(Error::Notation { slug, message, text, position, rule })
}

fn take_apart(rules: &RuleSet, text: &str) -> Result<MoveParts> {
    if text.len() > MAX_LENGTH {
        let message = format!("'{}': no move needs more than {MAX_LENGTH} characters", quoted(text));
        return notation(Slug::NotationTooLong, text, MAX_LENGTH, message);
    }
    let geometry = rules.geometry();
    let bytes = text.as_bytes();
    let syntax = |at: usize, what: &str| {
        let shown = quoted(text);
        let message = format!("'{shown}': {what}; a move is two to five squares and perhaps +, like 8n8m or 5e6f7g+");
        notation(Slug::NotationMoveSyntax, text, at, message)
    };
    if bytes.first().is_some_and(u8::is_ascii_lowercase) && bytes.get(1).is_some_and(u8::is_ascii_digit) {
        let shown = quoted(text);
        let message = format!("'{shown}': the file is a number and comes first: 1a, not a1");
        return notation(Slug::NotationCoordinatesSwapped, text, 0, message);
    }
    let mut squares = Vec::new();
    let (mut at, mut sweeps) = (0, false);
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        let start = at;
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let name = &text[start..at];
        if squares.len() == MAX_SQUARES {
            return syntax(start, &format!("there are more than {MAX_SQUARES} squares"));
        }
        if let Some(square) = geometry.parse(name) {
            squares.push((square, start));
            if squares.len() == 1 && bytes.get(at) == Some(&b':') {
                sweeps = true;
                at += 1;
            }
            continue;
        }
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let letters = name.len() - digits;
        let past_aj = letters == 2 && !name.ends_with(|last| ('a'..='j').contains(&last));
        if bytes[start] == b'0' || digits > 2 || !(1..=2).contains(&letters) || past_aj {
            return syntax(start, &format!("'{name}' is no square"));
        }
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let message = format!("'{name}' is not on the board of {} ({files} files, {ranks} ranks)", rules.name());
        return notation(Slug::NotationOffBoard, text, start, message);
    }
    if squares.len() < 2 {
        return syntax(at.min(bytes.len()), "there are fewer than two squares");
    }
    if sweeps && (squares.len() > 2 || Move::sweep_between(geometry, squares[0].0, squares[1].0).is_none()) {
        return syntax(squares[1].1, "after ':' one square stands, the end of a line over other squares (rule 10.2)");
    }
    let mark = match &text[at..] {
        "" => Mark::None,
        "+" => Mark::Plus,
        "=" => Mark::Declined,
        rest => match rest.strip_prefix('+') {
            Some(id) if id.len() <= 3 && id.bytes().all(|letter| letter.is_ascii_uppercase()) => {
                Mark::Named(id.to_owned())
            }
            _ => {
                return syntax(at, "after the squares only + (or + and an id, or =) may stand");
            }
        },
    };
    Ok(MoveParts { squares, sweeps, mark, mark_at: at })
}

fn change_of(rules: &RuleSet, text: &str, parts: &MoveParts) -> Result<Change> {
    Ok(match &parts.mark {
        Mark::None | Mark::Declined => Change::None,
        Mark::Plus => Change::Plus,
        Mark::Named(id) => {
            let index = rules.contagious().iter().position(|kind| rules.type_id(kind.type_index()) == id);
            if let Some(index) = index.and_then(|index| u8::try_from(index).ok()) {
                Change::Named(index)
            } else {
                let message =
                    format!("+{id}: only a contagious type can be named here, and {id} is none of {}", rules.name());
                return notation(Slug::NotationPromotionImpossible, text, parts.mark_at, message);
            }
        }
    })
}

/// The move of some squares, at least two.
fn assemble(squares: &[Square], change: Change) -> Move {
    let [from, before @ .., end] = squares else { return Move::NONE };
    let via = |index: usize| before.get(index).copied().unwrap_or_default();
    Move::via_three(*from, [via(0), via(1), via(2)], *end).with_change(change)
}

/// The sweep between two squares if the piece sweeps there and nothing else of it leads there, or the plain move if it passes
/// nothing there.
fn in_position(board: &Board, mv: Move) -> Move {
    let Some(sweep) = Move::sweep_between(board.rules().geometry(), mv.from(), mv.to()) else { return mv };
    let plain = Move::new(mv.from(), mv.to());
    let [plain, sweep] = [plain, sweep].map(|same| same.with_change(mv.change()));
    let passes_piece = sweep.swept().any(|square| !board.at(square).is_empty());
    if mv == plain && passes_piece && board.is_pseudo_legal(sweep) && !board.is_pseudo_legal(plain) {
        return sweep;
    }
    if mv == sweep && !passes_piece { plain } else { mv }
}

/// Read the canonical text of a move without a position. Does not check whether any piece can move so.
///
/// # Errors
/// [`Error::Notation`].
pub fn parse_usi(rules: &RuleSet, text: &str) -> Result<Move> {
    let parts = take_apart(rules, text)?;
    if parts.mark == Mark::Declined {
        let message = "'=' is read only where a position tells what is declined: leave it out".into();
        return notation(Slug::NotationMoveSyntax, text, parts.mark_at, message);
    }
    let change = change_of(rules, text, &parts)?;
    let squares: Vec<Square> = parts.squares.iter().map(|(square, _)| *square).collect();
    Ok(whole(rules, &parts, assemble(&squares, change)))
}

/// A move, as a sweep if the text says so.
fn whole(rules: &RuleSet, parts: &MoveParts, mv: Move) -> Move {
    let sweep = Move::sweep_between(rules.geometry(), mv.from(), mv.to()).filter(|_| parts.sweeps);
    sweep.map_or(mv, |sweep| sweep.with_change(mv.change()))
}

/// Read a move of this position: the canonical text, or one of the friendly forms of docs/reference/formats.md.
///
/// # Errors
/// [`Error::Notation`] if it cannot be read, [`Error::Illegal`] if it may not be played,
/// [`Error::Ambiguous`] for `pass` where several pieces can.
pub fn read_move(board: &Board, text: &str) -> Result<Move> {
    let text = text.trim();
    if text == "pass" {
        return read_pass(board);
    }
    let rules = std::sync::Arc::clone(board.rules());
    let parts = take_apart(&rules, text)?;
    let change = change_of(&rules, text, &parts)?;
    let running = board.outcome().is_none();
    let position = board.position();
    let (from, _) = parts.squares[0];
    let (end, _) = parts.squares[parts.squares.len() - 1];
    let mut squares = vec![from];
    for (square, at) in &parts.squares[1..parts.squares.len() - 1] {
        let side = position.at(*square).side();
        if *square == from || side.is_none() {
            continue;
        }
        if running && side == Some(position.turn()) && position.at(from).side() == side {
            let name = rules.geometry().name(*square);
            let message = format!("an own piece stands on {name}: only squares of victims stand between start and end");
            return notation(Slug::NotationOwnPieceOnRoute, text, *at, message);
        }
        squares.push(*square);
    }
    if squares.len() > 1 && squares.last() == Some(&end) {
        squares.pop();
    }
    squares.push(end);
    let mv = in_position(board, whole(&rules, &parts, assemble(&squares, change)));
    if parts.mark == Mark::Declined && running && board.refusal_by_powers(mv).is_none() && !can_decline(board, mv) {
        let message = format!("{text}: there is no promotion to decline: {}", usi(&rules, mv));
        return notation(Slug::NotationPromotionImpossible, text, parts.mark_at, message);
    }
    let refusal = if board.is_legal(mv) { None } else { board.refusal(mv) };
    let Some(refusal) = refusal else {
        return Ok(mv);
    };
    match refusal.slug {
        Slug::IllegalMoveMustPromote => {
            notation_of(refusal.rule, Slug::NotationPromotionMissing, text, parts.mark_at, refusal.message)
        }
        Slug::IllegalMoveCannotPromote => {
            notation_of(refusal.rule, Slug::NotationPromotionImpossible, text, parts.mark_at, refusal.message)
        }
        _ => Err(Error::Illegal { mv: Some(mv), refusal }),
    }
}

/// Whether the piece could also promote or change with this move, apart from the rules that forbid moves (rules 4.1, 4.5).
fn can_decline(board: &Board, mv: Move) -> bool {
    [Change::Plus, Change::Named(0), Change::Named(1)]
        .into_iter()
        .any(|change| board.refusal_by_powers(mv.with_change(change)).is_none())
}

/// Read `pass`: the only legal pass, or else the only pseudo-legal one, which is refused with its reason.
fn read_pass(board: &Board) -> Result<Move> {
    let illegal = |refusal| Error::Illegal { mv: None, refusal };
    if let Some(outcome) = board.outcome() {
        return Err(illegal(Refusal {
            slug: Slug::IllegalMoveGameOver,
            rule: None,
            message: format!("pass: the game is over: {}", explain::outcome_sentence(outcome)),
            squares: Vec::new(),
        }));
    }
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    list.retain(|mv| mv.is_pass());
    if list.is_empty() {
        list = passes_by_powers(board);
    }
    match list.as_slice() {
        [mv] => board.refusal(*mv).map_or(Ok(*mv), |why| Err(illegal(why))),
        [] => {
            let side = explain::side_name(board.turn());
            notation(Slug::NotationNoPass, "pass", 0, format!("pass: no piece of {side} can pass here (rule 3.8)"))
        }
        many => {
            let rules = board.rules();
            let texts: Vec<String> = many.iter().map(|mv| usi(rules, *mv)).collect();
            let message = format!("pass fits several moves: {}", texts.join(", "));
            Err(Error::Ambiguous { text: "pass".into(), message, candidates: many.to_vec() })
        }
    }
}

fn passes_by_powers(board: &Board) -> MoveList {
    let (position, rules) = (board.position(), board.rules());
    let mut list = MoveList::new();
    for from in position.squares(rules, position.turn()) {
        powers::pseudo_legal_moves(
            &position,
            rules,
            from,
            &mut route::Buffer::new(),
            &mut powers::PseudoLegalFn(|mv: Move, _| {
                if mv.is_pass() {
                    list.push(mv);
                }
            }),
        );
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;
    use crate::position::Position;
    use crate::random::playout::Player;
    use crate::rules::{Cell, Side};

    /// Check that each legal move has a text of its own that is read back, by a board and without. Returns how many name a
    /// type after `+`.
    fn check_texts(board: &Board) -> usize {
        let (rules, list) = (board.rules(), board.legal_list());
        let mut texts = HashSet::new();
        for mv in &list {
            let text = usi(rules, *mv);
            assert_eq!(parse_usi(rules, &text).unwrap(), *mv, "{text}");
            assert_eq!(read_move(board, &text).unwrap(), *mv, "{text}");
            assert!(texts.insert(text));
        }
        list.iter().filter(|mv| matches!(mv.change(), Change::Named(_))).count()
    }

    #[test]
    fn moves_are_read_back_from_their_text() {
        for name in ["tai", "maka[contagion_order=choice]", "hishigata", "chu"] {
            let start = Board::new(RuleSet::named(name).unwrap());
            let mut player = Player::new(&start);
            for seed in 0..4 {
                player.play(&start, seed, 150);
                check_texts(player.board());
            }
        }
    }

    /// A lion that captures contagious pieces of two types may choose which of them it becomes.
    #[test]
    fn named_changes_are_read_back_from_their_text() {
        let rules = RuleSet::named("maka[contagion_order=choice]").unwrap();
        let contagious = rules.contagious();
        let mut position = Position::empty(&rules);
        let lion = rules.kind_of("LN", false).unwrap();
        position.put(&rules, rules.geometry().at(9, 9), Cell::new(lion, Side::Black));
        for (column, row, index) in [(8, 8, 0), (8, 7, 1), (10, 8, 1), (10, 7, 0)] {
            position.put(&rules, rules.geometry().at(column, row), Cell::new(contagious[index], Side::White));
        }
        let board = Board::from_position(Arc::clone(&rules), position, 1);
        assert_eq!(check_texts(&board), 2, "over either pair, ending on the second piece");
    }
}
