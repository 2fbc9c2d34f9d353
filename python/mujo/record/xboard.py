"""Read PGN as XBoard, WinBoard and ChuShogiLite write it: squares from ``a1``, one letter a piece.

White is the player who begins, so the tag ``White`` names our Black and ``1-0`` is a win of Black.

==================  ==================================================================
text                move
==================  ==================================================================
``Sd3``, ``c5``     to an empty square; a pawn has no letter
``Fxb7``, ``bxb7``  with a capture; a pawn with its file
``Rh7xh9+``         with the start where it is needed, and a promotion
``Nxi6-h7``         XBoard: a move of two steps
``Nxc7,b8``         ChuShogiLite: the same
``--``              XBoard: the pass
``Ng7,f7``          ChuShogiLite: the pass of a lion on f7, over any empty square
==================  ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from mujo._core import Board, Move, RuleSet
from mujo.errors import AmbiguousMoveError, MujoError, NotationError
from mujo.notation.coordinates import LONGEST, parse_a1, parse_cecp, play_path
from mujo.notation.fen import parse_fen
from mujo.notation.programs import GameNames, find_variant, game_of_variant, letters_of
from mujo.record.fault import Fault
from mujo.record.game import Game, known_rules
from mujo.record.naming import default_rules
from mujo.record.pgn_read import Dialect, Header, read_game

__all__ = ["parse_xboard", "read_xboard"]

#: Plus, letter, file, rank, capture, first square, further squares, mark. A single ``x`` is never the file.
_MOVE: Final = re.compile(
    r"(\+?)([A-Z][!'~`]?)?([a-wy]|x(?=x))?([1-9][0-9]?)?(x?)([a-y][1-9][0-9]?)((?:[-,x][a-y][1-9][0-9]?){0,2})([+=]?)[#+]*"
)
_COORDINATES: Final = re.compile(r"(?:[a-y][1-9][0-9]?){2}.*")
_RESULTS: Final = {"1-0": "black", "0-1": "white", "1/2-1/2": "draw", "*": "*"}
#: Tags that name a colour, by the name that they have here.
_SWAPPED: Final = (("White", "Black"), ("WhiteElo", "BlackElo"), ("WhiteTitle", "BlackTitle"))


def parse_xboard(text: str, rules: RuleSet | None = None) -> Game:
    """Read one game. Everything from the first unreadable or illegal move on becomes `Game.rest`.

    Parameters
    ----------
    text
        The text of one game.
    rules
        The rules to play by (those of the tag ``Variant`` if left out).

    Raises
    ------
    NotationError
        ``record.other_game``: the variant is unknown or contradicts the rules; ``record.tag``, ``record.too_deep``,
        ``record.variation``.
    InvalidPositionError
        The start in the tag ``FEN`` is impossible.

    Examples
    --------
    >>> game = parse_xboard('[White "A"][Variant "chu"] 1. Nf5 {+1.07/4} Ng8 2. c5 1-0')
    >>> game.moves, game.result, game.tags
    (('7j7h', '6c6e', '10i10h'), 'black', {'Black': 'A'})
    """
    return read_xboard(text, rules)[0]


def read_xboard(text: str, rules: RuleSet | None = None) -> tuple[Game, Fault | None]:
    """Read one game as `parse_xboard` does; return it with its first fault."""
    return read_game(text, rules, _XBOARD)


def _header(reserved: dict[str, str], tags: dict[str, str], rules: RuleSet | None) -> Header:
    variant = reserved.get("Variant")
    known = find_variant(variant) if variant is not None else None
    if variant is not None and known is None:
        raise NotationError(f"[Variant {variant[:40]!r}] is not a game that mujo knows", code="record.other_game")
    own = known_rules(known) if known is not None and rules is None else default_rules(rules)
    if variant is not None and game_of_variant(variant) != own.game:
        raise NotationError(f"[Variant {variant!r:.40}] contradicts the rules {own.name}", code="record.other_game")
    letters_of(own)
    board = parse_fen(reserved["FEN"], own) if "FEN" in reserved else Board(rules=own)
    result = reserved.get("Result")
    return Header(board, _renamed(tags), None if result is None else _result(result), reserved.get("Termination"))


def _renamed(tags: dict[str, str]) -> dict[str, str]:
    """Name the players by our colours; drop the question marks that stand for unknown values."""
    names = dict(_SWAPPED) | {black: white for white, black in _SWAPPED}
    return {names.get(name, name): value for name, value in tags.items() if value not in ("?", "-", "????.??.??")}


def _result(word: str) -> str:
    if word not in _RESULTS:
        raise NotationError(f"{word[:40]!r} is not a result of XBoard: 1-0, 0-1, 1/2-1/2 or *", code="record.tag")
    return _RESULTS[word]


def read_move(board: Board, text: str) -> Move:
    """Read a move in algebraic notation, or in the coordinates of CECP.

    Raises
    ------
    NotationError
        ``notation.*``: the text is not a move, or no legal move fits.
    AmbiguousMoveError
        ``notation.ambiguous_move``: several legal moves fit.
    IllegalMoveError
        ``illegal_move.*``: only one piece fits, and a rule forbids its move.
    """
    if text in ("--", "@@@@"):
        return parse_cecp(board, "@@@@")
    found = _MOVE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or (found[3] and found[4] and not found[2] and _COORDINATES.fullmatch(text)):
        if found is not None or _COORDINATES.match(text[:LONGEST]):
            return parse_cecp(board, text.rstrip("#"))
        raise NotationError(
            f"{text[:40]!r} is not a move such as Nf5, bxb7, Nxi6-h7 or Rxc10+",
            code="notation.move_syntax",
            text=text[:LONGEST],
            position=0,
        )
    names = letters_of(board.rules)
    path = [parse_a1(board.rules, square) for square in re.findall(r"[a-y][1-9][0-9]?", found[6] + found[7])]
    if found[5] and not found[7] and board.piece_at(path[0]) is None:
        raise NotationError(
            f"{text!r}: there is nothing to capture on {found[6]}",
            code="notation.no_such_move",
            text=text,
            position=text.index("x") + 1,
        )
    starts = _starts(board, names, found)
    return _choose(board, text, starts, path, found[8])


def _starts(board: Board, names: GameNames, found: re.Match[str]) -> list[int]:
    """List the squares of the pieces that a move may mean."""
    plus, letter, file, rank = found[1], found[2], found[3], found[4]
    kind = names.ids.get(letter) if letter else names.pawn
    if kind is None:
        raise NotationError(
            f"{found[0]!r}: no piece of {board.rules.game} has the letter {letter}",
            code="notation.unknown_piece",
            text=found[0],
            position=0,
        )
    squares = board.pieces(plus + kind, board.turn)
    if plus and (other := next((kind for kind, text in names.promoted.items() if text == plus + letter), None)):
        squares = [*squares, *board.pieces(plus + other, board.turn)]
    columns, rows = board.rules.files, board.rules.ranks
    if file:
        squares = [square for square in squares if columns - 1 - square % columns == ord(file) - ord("a")]
    if rank:
        squares = [square for square in squares if rows - square // columns == int(rank)]
    return squares


def _choose(board: Board, text: str, starts: list[int], path: list[int], mark: str) -> Move:
    fitting: list[Move] = []
    refusals: list[MujoError] = []
    for start in starts:
        try:
            move = play_path(board, [start, *path], mark)
            if not board.is_legal(move):
                board.play(move)
        except MujoError as error:
            refusals.append(error)
        else:
            if move not in fitting:
                fitting.append(move)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        listed = " and ".join(move.usi() for move in fitting)
        raise AmbiguousMoveError(
            f"{text!r} fits {len(fitting)} moves: {listed}",
            code="notation.ambiguous_move",
            text=text,
            candidates=fitting,
        )
    if len(refusals) == 1:
        raise refusals[0]
    raise NotationError(
        f"{text!r}: no piece of that letter can make this move", code="notation.no_such_move", text=text, position=0
    )


_XBOARD: Final = Dialect(_header, read_move, _result)
