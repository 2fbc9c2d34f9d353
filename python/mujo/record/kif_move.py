"""Moves in the manner of KIF: one line a step, each with the square it starts from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from mujo._core import Board, Move
from mujo.errors import NotationError
from mujo.notation import parse_japanese
from mujo.notation.japanese import DECLINES, PROMOTES, piece_name
from mujo.notation.numerals import SQUARE, japanese_square, kanji_number, parse_japanese_square

__all__ = ["STEP", "STEPS", "move_lines", "read_steps"]

STEPS: Final = "一二三四"
#: The head of a line that is one step of several.
STEP: Final = re.compile(rf"([{STEPS}])歩目\s*")
_START = re.compile(rf"[（(]\s*←?\s*({SQUARE.pattern})\s*[）)]\s*$")
_SAME = re.compile(r"[同仝]\s*")
_ENGINE_TEXT = re.compile(r"\d+[a-z]")
_HOW = re.compile(r"[（(](?:居食い|じっと)[）)]|居食い|じっと")


def read_steps(board: Board, lines: Sequence[str]) -> Move:
    """Read a move from the line, or the lines, that it takes.

    The name of the piece is not asked, where the line says where it starts, unless it is another piece of this game:
    other programs have their own names for promoted pieces.

    Raises
    ------
    MujoError
        As `Board.parse_move` and `parse_japanese` do.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> read_steps(board, ["10十三歩兵 （←10十四）"]).usi()
    '10n10m'
    """
    texts = [STEP.sub("", line, count=1).strip() for line in lines]
    starts = [_START.search(text) for text in texts]
    if len(texts) == 1 and _ENGINE_TEXT.match(texts[0]):
        return board.parse_move(texts[0])
    if len(texts) == 1 and starts[0] is None:
        return parse_japanese(board, _without_same(board, texts[0]))
    name = board.rules.square_name
    squares = [_on_board(board, text, found) for text, found in zip(texts, starts, strict=True)]
    last = texts[-1][: starts[-1].start() if starts[-1] else None].strip()
    last = _without_same(board, last)
    goal = SQUARE.match(last)
    end = _on_board(board, last, goal)
    mark = _mark(board, squares[0], last[goal.end() if goal else 0 :])
    return board.parse_move("".join(map(name, squares)) + name(end) + mark)


def _without_same(board: Board, text: str) -> str:
    """Write out the sign for the square where the move before ended."""
    found = _SAME.match(text)
    if found is None or not board.ply:
        return text
    return japanese_square(board.rules, board.peek().to_square) + text[found.end() :]


def _on_board(board: Board, text: str, found: re.Match[str] | None) -> int:
    inner = None if found is None else SQUARE.search(found[0])
    square = None if inner is None else parse_japanese_square(board.rules, inner)
    if square is None:
        code = "notation.move_syntax" if inner is None else "notation.off_board"
        what = "a square is missing" if inner is None else f"{inner[0]} is not on the board"
        raise NotationError(
            f"{text[:40]!r}: {what}, in a line like 10十三歩兵 （←10十四）", code=code, text=text, position=0
        )
    return square


def _mark(board: Board, start: int, named: str) -> str:
    """Read what stands after the end square: the name, and whether the piece promotes."""
    named = _HOW.sub("", named).strip()
    piece = board.piece_at(start)
    if piece is None:
        return ""
    rules = board.rules
    own = piece_name(rules, piece)
    if named.startswith(own):
        named = named[len(own) :]
    else:
        bare = named.removesuffix(DECLINES).removesuffix(PROMOTES)
        present = rules.moves_as(piece).kanji
        if bare != present and any(kind.kanji == bare for kind in rules.piece_types.values() if kind.is_initial):
            raise NotationError(
                f"{named[:20]!r}: on {rules.square_name(start)} stands {own}, not {bare}",
                code="notation.no_such_move",
                text=named,
                position=0,
            )
        named = named[len(bare) :]
    if named == DECLINES:
        return "="
    if not named.startswith(PROMOTES):
        return ""
    infected = [kind.id for kind in rules.piece_types.values() if kind.kanji == named[1:] and kind.is_initial]
    return "+" + "".join(infected)


def _square(board: Board, square: int) -> str:
    rank, file = divmod(square, board.rules.files)
    return f"{file + 1}{kanji_number(rank + 1)}"


def move_lines(board: Board, text: str, ply: int) -> Iterator[str]:
    """Write a move, and play it."""
    move = board.parse_move(text)
    piece = board.piece_at(move.from_square)
    name = "?" if piece is None else piece_name(board.rules, piece)
    squares = [move.from_square, *move.via, move.to_square]
    how = "（居食い）" if move.is_igui else ""
    if move.is_pass:
        how = "（じっと）"
        squares.insert(1, _empty_neighbour(board, move))
    if move.promotes:
        how += "成" + _infection(board, move)
    steps = list(pairwise(squares))
    for number, (start, end) in enumerate(steps):
        head = f"{ply:4} " if number == 0 else " " * 5
        step = f"{STEPS[number]}歩目 " if len(steps) > 1 else ""
        last = how if number == len(steps) - 1 else ""
        yield f"{head}{step}{_square(board, end)}{name}{last} （←{_square(board, start)}）"
    board.push(move)


def _infection(board: Board, move: Move) -> str:
    named = move.usi().partition("+")[2]
    return board.rules.piece_types[named].kanji if named else ""


def _empty_neighbour(board: Board, move: Move) -> int:
    """Find the square that a pass steps to and comes back from."""
    files = board.rules.files
    rank, file = divmod(move.from_square, files)
    for other_rank in range(max(0, rank - 1), min(board.rules.ranks, rank + 2)):
        for other_file in range(max(0, file - 1), min(files, file + 2)):
            square = other_rank * files + other_file
            if board.piece_at(square) is None:
                return square
    return move.from_square
