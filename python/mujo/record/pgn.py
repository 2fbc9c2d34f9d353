"""Games as text in the manner of PGN: tags in brackets, numbered moves in Hodges' letters, comments in braces.

The tag ``Rules`` names the rule set with its changes, ``SFEN`` the first position where it is not the start, ``Result``
the colour that has won (``black``, ``white``, ``draw``, ``*``), ``Termination`` how.
docs/reference/records.md has the form.
"""

from collections.abc import Iterator

from mujo._core import Board, RuleSet
from mujo.errors import MujoError
from mujo.notation import format_hodges
from mujo.record.game import Game, Variation, settle

__all__ = ["RESERVED", "format_pgn", "move_number"]

#: Tags that say what the other fields of a game say.
RESERVED = ("Rules", "SFEN", "Result", "Termination")
#: Columns of the move text.
WIDTH = 100


def format_pgn(game: Game, own: RuleSet | None = None) -> str:
    r"""Write a game as text in the manner of PGN, with a final line feed.

    Parameters
    ----------
    game
        The game. Tags called like the four that this format needs are left out.
    own
        As in `Game.rule_set`.

    Examples
    --------
    >>> print(format_pgn(Game("maka", "startpos", ("10n10m", "10f10g"), tags={"Black": "Ito"}, result="draw")), end="")
    [Rules "maka"]
    [Black "Ito"]
    [Result "draw"]
    <BLANKLINE>
    1. P-10m P-10g draw
    """
    rules = game.rule_set(own)
    game = settle(game, own)
    tags = {"Rules": rules.name}
    if game.start not in ("startpos", rules.start):
        tags["SFEN"] = game.start
    tags |= {name: value for name, value in game.tags.items() if name not in RESERVED}
    tags["Result"] = game.result or "*"
    if game.termination is not None:
        tags["Termination"] = game.termination
    head = "".join(f"[{_tag_name(name)} {_quoted(value)}]\n" for name, value in tags.items())
    words = [*_line(Board(game.start, rules), game, 1), game.result or "*"]
    return f"{head}\n{_filled(words)}\n"


def move_number(board: Board, ply: int) -> str:
    """Write the number of a move: Black's move and White's answer share one, whatever the first position says."""
    white_began = board.turn != bool(ply % 2)
    return f"{(ply + white_began + 1) // 2}." + ("" if board.turn else "..")


def _filled(words: list[str]) -> str:
    """Set words in lines; none is broken."""
    lines, used = [""], 0
    for word in words:
        if used and used + 1 + len(word) > WIDTH:
            lines.append("")
            used = 0
        lines[-1] += (" " if used else "") + word
        used = len(lines[-1])
    return "\n".join(lines)


def _line(board: Board, line: Game | Variation, first: int) -> Iterator[str]:
    """Write moves with what is said about them; the board is played on."""
    others: dict[int, list[Variation]] = {}
    for other in line.variations:
        others.setdefault(other.ply, []).append(other)
    before = first - 1
    if before in line.comments:
        yield _comment(line.comments[before])
    numbered = False
    for ply, text in enumerate(line.moves, first):
        move = board.parse_move(text)
        if board.turn or not numbered:
            yield move_number(board, ply)
        yield format_hodges(board, move)
        numbered = True
        previous = board.copy() if ply in others else None
        board.push(move)
        if ply in line.comments:
            yield _comment(line.comments[ply])
            numbered = False
        if previous is not None:
            for other in others.pop(ply):
                yield from _variation(previous.copy(), other)
            numbered = False
    for other in others.pop(first + len(line.moves), ()):
        yield from _variation(board.copy(), other)
    yield from (_token(text) for text in line.rest)


def _variation(board: Board, other: Variation) -> Iterator[str]:
    moves: list[str] = []
    trial = board.copy()
    for text in other.moves:
        try:
            moves.append(trial.push(text).usi())
        except MujoError:
            break
    rest = (*other.moves[len(moves) :], *other.rest)
    yield "("
    yield from _line(board, Variation(other.ply, tuple(moves), other.comments, other.variations, rest), other.ply)
    yield ")"


def _tag_name(name: str) -> str:
    return "".join("_" if character.isspace() or character in '[]"' else character for character in name) or "_"


def _escaped(text: str, *marks: str) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    for mark in marks:
        text = text.replace(mark, "\\" + mark)
    return text


def _quoted(text: str) -> str:
    return '"' + _escaped(text, '"') + '"'


def _comment(text: str) -> str:
    return "{" + _escaped(text, "}") + "}"


def _token(text: str) -> str:
    """Write a text that is no move, so that it is read back as one word."""
    plain = text and text.isprintable() and not any(character in ' {}();"\\[]' for character in text)
    return text if plain and not text[0].isdigit() and text not in ("black", "white", "draw", "*") else _quoted(text)
