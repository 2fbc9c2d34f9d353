"""What a screen shows of a board that does not fit: the last move, the own royals and army, how to see the rest."""

from __future__ import annotations

import random

import pytest

from mujo import Board, RuleSet, rule_set_names
from mujo.cells import cell_width
from mujo.diagrams import Style
from mujo.repl.dispatch import answer
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


def drawn_ranks(text: str) -> list[str]:
    """Return the names of the ranks that are drawn."""
    lines = [line for line in text.split("\n") if len(line) > 60]
    return [line.split()[0] for line in lines if line.split()[0] == line.split()[-1] and line[0].isalpha()]


def test_a_new_game_of_tai_shows_the_own_army_and_both_royals_at_80x24() -> None:
    """Also while another game is left for it, which takes lines for the answer, and after a move of either side."""
    session = session_of("chu", 80, 24)
    say(session, "7i7h")
    text = render(session, answer(session, "new tai"))
    assert len(text.split("\n")) <= 24 - SPARE_ROWS + 1
    assert "is kept" in text
    ranks = drawn_ranks(text)
    assert set("rstuvwxy") <= set(ranks), "Black's army"
    assert set("ab") <= set(ranks), "White's royals"
    for move, army, royals in (("12s12r", "abcdefgh", "rsxy"), ("14g14h", "rstuvwxy", "ghab")):
        text = render(session, answer(session, move))
        assert len(text.split("\n")) <= 24 - SPARE_ROWS + 1
        assert set(army + royals) <= set(drawn_ranks(text)), move


@pytest.mark.parametrize("rows", [7, 10, 13, 16])
@pytest.mark.parametrize("name", ["tai", "maka", "hishigata"])
def test_no_empty_rank_is_drawn_instead_of_a_royal_or_the_own_army(name: str, rows: int) -> None:
    rules = RuleSet(name)
    board = Board(rules=rules)
    dice = random.Random(5)
    for _ in range(80):
        if board.is_game_over():
            break
        move = dice.choice(list(board.legal_moves))
        board.push(move)
        marked = standing_marks(board)
        chosen = plan(board, View(Style.IDS, 80, height=24), marked.keys(), move.to_square, rows)
        drawn = {row for row in chosen.rows if isinstance(row, int)}
        hidden = {rank for row in chosen.rows if isinstance(row, Fold) for rank in range(row.first, row.last + 1)}
        full = {square // rules.files for square in (*board.piece_map(), *marked)}
        own = {square // rules.files for square, piece in board.piece_map().items() if piece.side == board.turn}
        royals = {square // rules.files for side in (True, False) for square in board.royals(side)}
        if hidden & (own | royals):
            # A rank alone between two drawn ones takes no more room than its fold.
            lone = {rank for rank in drawn - full if {rank - 1, rank + 1} <= drawn | {-1, rules.ranks}}
            assert drawn <= full | lone


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
    reply = answer(session, line)
    assert reply.is_error
    return reply.text


@pytest.mark.parametrize("name", rule_set_names())
def test_the_hint_line_names_commands_that_work_in_the_game(name: str) -> None:
    session = session_of(name, 140, 60)
    commands = [command for command in hint(session).partition("| ")[2].split("  ") if any(map(str.isdigit, command))]
    assert [command.split()[0] for command in commands] == ["show", "moves"]
    for command in commands:
        say(session, command)
    assert f"such as {commands[0].split()[1]}" in say_error(session, "show")
