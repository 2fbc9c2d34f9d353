"""Moves in KIF text: one line a step, each with its start square."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from mujo._core import Board, Move
from mujo.errors import NotationError
from mujo.notation import parse_japanese
from mujo.notation.japanese import DECLINES, PROMOTES, piece_name
from mujo.notation.numerals import SQUARE, japanese_square, kanji_number, parse_japanese_square, refuse_zodiac
from mujo.record.kif_lines import LONGEST_MOVE, STEPS

__all__ = ["move_lines", "read_steps"]

_START = re.compile(rf"[（(]\s*←?\s*({SQUARE.pattern})\s*[）)]\s*$")
#: Characters; the last bracket of a line is not longer.
_LONGEST_START: Final = 20
_SAME = re.compile(r"[同仝]\s*")
_ENGINE_TEXT = re.compile(r"\d+[a-z]")
#: Ways to say that a piece ends where it began; lishogi also reads ``まで`` for the capture.
_HOW = re.compile(r"[（(](?:居食い|じっと)[）)]|居食い|じっと|まで")
_SIDES: Final = "▲△▼▽☗☖"


def read_steps(board: Board, texts: Sequence[str]) -> Move:
    """Read a move from the texts of its steps.

    Where the text has a start square, the name of the piece is only checked against other pieces of this game: programs
    have names of their own for promoted pieces.

    Parameters
    ----------
    board
        The position before the move.
    texts
        One text a step, as `classify` returns them.

    Raises
    ------
    MujoError
        As in `Board.parse_move` and `parse_japanese`.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> read_steps(board, ["▲10十三歩兵 （←10十四）"]).usi()
    '10n10m'
    """
    for text in texts:
        if len(text) > LONGEST_MOVE:
            raise NotationError(f"{text[:40]!r}... is longer than any move", code="notation.too_long")
    texts = [text.replace("\u3000", " ").strip().lstrip(_SIDES).lstrip() for text in texts]
    for text in texts:
        refuse_zodiac(text, 0)
    if len(texts) == 1 and _ENGINE_TEXT.match(texts[0]):
        return board.parse_move(texts[0])
    starts = [_START.search(text, max(0, len(text) - _LONGEST_START)) for text in texts]
    if len(texts) == 1 and starts[0] is None:
        return parse_japanese(board, _expand_same(board, texts[0]))
    name = board.rules.square_name
    squares = [_on_board(board, text, found) for text, found in zip(texts, starts, strict=True)]
    _check_joints(board, texts, squares)
    last = texts[-1][: starts[-1].start() if starts[-1] else None].strip()
    last = _expand_same(board, last)
    goal = SQUARE.match(last)
    end = _on_board(board, last, goal)
    mark = _mark(board, squares[0], last[goal.end() if goal else 0 :])
    return board.parse_move("".join(map(name, squares)) + name(end) + mark)


def _check_joints(board: Board, texts: Sequence[str], starts: Sequence[int]) -> None:
    """Refuse steps that do not start where the step before ends.

    A step to "the same square" is not checked: lishogi means the end of the whole move by it.
    """
    for text, start in zip(texts, starts[1:], strict=False):
        found = SQUARE.match(text)
        if found is not None and parse_japanese_square(board.rules, found) != start:
            raise NotationError(
                f"{text[:40]!r}: the next step starts from another square",
                code="notation.move_syntax",
                text=text,
                position=0,
            )


def _expand_same(board: Board, text: str) -> str:
    """Replace the sign for "the same square" by the destination of the move before."""
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
    """Return the promotion mark from what follows the destination: the name of the piece and ``成`` or ``不成``."""
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
                f"{named[:20]!r}: {rules.square_name(start)} holds {own}, not {bare}",
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


def move_lines(board: Board, text: str, ply: int, time: str = "") -> Iterator[str]:
    """Write a move, and play it on the board.

    Parameters
    ----------
    board
        The position before the move.
    text
        A legal move in engine notation.
    ply
        Its number.
    time
        What to write at the end of its last line.
    """
    move = board.parse_move(text)
    piece = board.piece_at(move.from_square)
    name = "?" if piece is None else piece_name(board.rules, piece)
    squares = [move.from_square, *move.via, move.to_square]
    how = "（居食い）" if move.is_igui else ""
    if move.is_pass:
        how = "（じっと）"
        squares.insert(1, _empty_neighbour(board, move))
    if move.promotes:
        infected = move.usi().partition("+")[2]
        how += PROMOTES + (board.rules.piece_types[infected].kanji if infected else "")
    steps = list(pairwise(squares))
    for number, (start, end) in enumerate(steps):
        last = number == len(steps) - 1
        head = f"{ply:4} " if number == 0 else " " * 5
        step = f"{STEPS[number]}歩目 " if len(steps) > 1 else ""
        yield (
            f"{head}{step}{_square(board, end)}{name}{how if last else ''} （←{_square(board, start)}）"
            f"{time if last else ''}"
        )
    board.push(move)


def _square(board: Board, square: int) -> str:
    rank, file = divmod(square, board.rules.files)
    return f"{file + 1}{kanji_number(rank + 1)}"


def _empty_neighbour(board: Board, move: Move) -> int:
    """Return an empty square beside the start, which a pass steps to and comes back from."""
    files = board.rules.files
    rank, file = divmod(move.from_square, files)
    for other_rank in range(max(0, rank - 1), min(board.rules.ranks, rank + 2)):
        for other_file in range(max(0, file - 1), min(files, file + 2)):
            square = other_rank * files + other_file
            if board.piece_at(square) is None:
                return square
    return move.from_square
