"""Write PGN as XBoard and WinBoard read it; `mujo.record.xboard` describes and reads the form."""

from __future__ import annotations

from collections.abc import Iterator

from mujo._core import Board, Move, RuleSet
from mujo.errors import MujoError
from mujo.notation.coordinates import format_a1
from mujo.notation.fen import format_fen
from mujo.notation.programs import letters_of
from mujo.record.game import Game, settle
from mujo.record.limits import check_encodable, refuse_writing
from mujo.record.pgn import fill_lines, move_number
from mujo.record.xboard import read_move

__all__ = ["format_xboard"]

#: Results by the colour that the form calls White, which is Black here.
_RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2"}
#: Tags that every PGN has.
_ROSTER = ("Event", "Site", "Date", "Round")


def format_xboard(game: Game, own: RuleSet | None = None) -> str:
    """Write a game as PGN with the squares and letters of XBoard, with a final line feed.

    Parameters
    ----------
    game
        The game.
    own
        As in `Game.rule_set`.

    Raises
    ------
    NotationError
        ``record.cannot_write``: the form has no place for variations, unplayed moves or braces in comments.
    MujoError
        ``no_letters``: the game has no letters in this form.
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> print(format_xboard(Game("chu", "startpos", ("7i7h", "6c6e"), result="draw")).splitlines()[-1])
    1. f5 Ng8 1/2-1/2
    """
    rules = game.rule_set(own)
    letters_of(rules)
    game = settle(game, own)
    if game.variations or game.rest:
        refuse_writing("the form xboard has no place for variations or for moves that cannot be played")
    first = Board(game.start, rules)
    result = _RESULTS.get(game.result or "", "*")
    names = {"Black": "White", "White": "Black"}
    tags = dict.fromkeys(_ROSTER, "?") | {"White": "?", "Black": "?"}
    tags |= {names.get(name, name): value for name, value in game.tags.items()}
    tags |= {"Result": result, "Variant": rules.game}
    if first != Board(rules=rules):
        tags |= {"SetUp": "1", "FEN": format_fen(first, "winboard")}
    if game.termination is not None:
        tags["Termination"] = game.termination
    head = "".join(f"[{name} {_quoted(name, value)}]\n" for name, value in tags.items())
    return check_encodable(f"{head}\n{fill_lines([*_moves(first, game), result])}\n")


def _moves(board: Board, game: Game) -> Iterator[str]:
    yield from _comment(game, 0)
    numbered = False
    for ply, text in enumerate(game.moves, 1):
        move = board.parse_move(text)
        if board.turn or not numbered:
            yield move_number(board, ply)
        yield format_algebraic(board, move)
        board.push_unchecked(move)
        notes = [*(f"${nag}" for nag in game.nags.get(ply, ())), *_comment(game, ply)]
        yield from notes
        numbered = not notes


def format_algebraic(board: Board, move: Move) -> str:
    """Write a legal move with its letter, and with as much of its start as the move needs.

    Examples
    --------
    >>> board = Board(rules="chu")
    >>> [format_algebraic(board, board.parse_move(text)) for text in ("7i7h", "7j6h")]
    ['f5', 'Ng5']
    """
    if move.is_pass:
        return "--"
    rules = board.rules
    piece = board.piece_at(move.from_square)
    assert piece is not None
    names = letters_of(rules)
    letter = ("+" if piece.promoted else "") + names.letters[piece.type]
    start = format_a1(rules, move.from_square)
    file = start.rstrip("0123456789")
    ways = [format_a1(rules, square) for square in (*move.via, move.to_square)]
    sign = "x" if move.is_capture else ""
    tail = sign + "-".join(ways) + ("+" if move.promotes else "")
    is_pawn = letter == names.pawn and not piece.promoted
    heads = [file] if is_pawn and sign else [""] if is_pawn else [letter, letter + file]
    for head in (*heads, letter + start):
        text = head + tail
        try:
            if read_move(board, text) == move:
                return text
        except MujoError:
            continue
    return ",".join(start + end for start, end in zip([start, *ways], ways, strict=False)) + (
        "+" if move.promotes else ""
    )


def _comment(game: Game, ply: int) -> Iterator[str]:
    text = game.comments.get(ply)
    if text is None:
        return
    if "}" in text:
        refuse_writing(f"the comment at ply {ply} has a closing brace, which the form xboard cannot write")
    yield "{" + " ".join(text.split()) + "}"


def _quoted(name: str, value: str) -> str:
    if not name.isidentifier() or not value.isprintable():
        refuse_writing(f"the form xboard cannot write the tag {name[:20]!a}")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
