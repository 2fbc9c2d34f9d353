"""What a screen shows of a board that does not fit: the last move, the own royals and army, how to see the rest."""

from __future__ import annotations

import random

import pytest

from mujo import Board, RuleSet, rule_set_names
from mujo.cells import cell_width
from mujo.diagrams import Style
from mujo.repl.layout import Fold, plan
from mujo.repl.marks import chosen_marks, standing_marks
from mujo.repl.picture import SPARE_ROWS
from mujo.repl.render import hint, render, welcome
from mujo.repl.reply import Reply
from mujo.repl.session import Session, View
from prompt_lines import say

SIZES = [(80, 24), (100, 40), (140, 60), (60, 16)]


def session_of(name: str, width: int, height: int, style: Style = Style.IDS) -> Session:
    return Session(Board(rules=name), View(style, width, height=height))


def shown_ranks(board: Board, view: View, focus: int | None, rows: int) -> set[int]:
    """Return the ranks that are drawn, the empty ones in a fold included."""
    chosen = plan(board, view, standing_marks(board).keys(), focus, rows)
    ranks = {row for row in chosen.rows if isinstance(row, int)}
    for row in chosen.rows:
        if isinstance(row, Fold) and row.is_empty:
            ranks |= set(range(row.first, row.last + 1))
    return ranks


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", ["tai", "maka", "chu"])
def test_the_opening_and_a_game_fit_the_screen(name: str, width: int, height: int) -> None:
    session = session_of(name, width, height)
    dice = random.Random(3)
    texts = [render(session, welcome(session))]
    for _ in range(30):
        session.play(dice.choice(list(session.board.legal_moves)))
        texts.append(render(session, Reply(game_changed=True)))
        if session.is_over:
            break
    for text in texts:
        lines = text.split("\n")
        assert len(lines) <= height - SPARE_ROWS + 1
        assert max(map(cell_width, lines)) <= width
    assert cell_width(hint(session)) < max(width, 80)


def test_the_whole_of_tai_is_visible_at_the_start_on_the_smallest_usual_terminal() -> None:
    text = render(session := session_of("tai", 80, 24), welcome(session))
    lines = text.split("\n")
    assert lines[0].split() == [str(file) for file in range(25, 0, -1)]
    drawn = [line.split()[0] for line in lines[1:-1] if not line.startswith("-")]
    assert drawn == list("abcdefgh") + list("rstuvwxy")
    assert any("ranks i to q: empty" in line for line in lines)
    # In ids, and named by the line below.
    assert " LN " in text
    assert lines[-1].startswith("Tai shogi. Move 1, Black to move.")


@pytest.mark.parametrize("name", ["tai", "maka", "hishigata"])
def test_last_move_and_own_royals_are_always_drawn(name: str) -> None:
    rules = RuleSet(name)
    board = Board(rules=rules)
    dice = random.Random(11)
    view = View(Style.IDS, 80, height=24)
    for _ in range(120):
        if board.is_game_over():
            break
        move = dice.choice(list(board.legal_moves))
        board.push(move)
        for rows in (9, 12, 15):
            ranks = shown_ranks(board, view, move.to_square, rows)
            assert move.to_square // rules.files in ranks
            for royal in board.royals(board.turn)[:2]:
                assert royal // rules.files in ranks


def test_the_chosen_piece_is_drawn() -> None:
    session = session_of("tai", 80, 24)
    board = session.board
    for square in sorted(board.piece_map())[::7]:
        marks = chosen_marks(board, square)
        rows = plan(board, session.view, marks.keys(), square, 8).rows
        assert square // 25 in rows


def test_scrolling_reaches_every_rank_and_file() -> None:
    session = session_of("tai", 40, 20)
    for back, forth, axis in (("up", "down", 0), ("left", "right", 1)):
        seen: set[str] = set()
        for word in (back, *[forth] * 6):
            text = say(session, word)
            board = [line for line in text.split("\n") if line[:1].isalpha() or line.startswith("  ")]
            seen |= set(board[0].split()) if axis else {line.split()[0] for line in board[1:] if len(line) > 20}
        wanted = {str(file) for file in range(1, 26)} if axis else set("abcdefghijklmnopqrstuvwxy")
        assert wanted <= seen, wanted - seen
    # A move shows what matters again.
    say(session, "8r8q")
    assert session.view.scroll is None


@pytest.mark.parametrize("name", rule_set_names())
def test_every_square_is_drawn_if_there_is_room(name: str) -> None:
    rules = RuleSet(name)
    chosen = plan(Board(rules=rules), View(Style.IDS, 200), (), None, None)
    assert len(chosen.files) == rules.files
    assert chosen.rows == tuple(range(rules.ranks))
    assert not chosen.is_partial


def test_the_style_stays_when_the_screen_changes() -> None:
    session = session_of("tai", 140, 60)
    for width, height in SIZES:
        session.view.width, session.view.height = width, height
        say(session, "board")
        assert session.view.style is Style.IDS
    session.view.can_kanji = False
    assert "cannot show kanji" in say_error(session, "board kanji")


def say_error(session: Session, line: str) -> str:
    from mujo.repl.dispatch import answer

    reply = answer(session, line)
    assert reply.is_error
    return reply.text
