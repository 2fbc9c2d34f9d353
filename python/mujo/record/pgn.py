"""Write games as PGN text: tags in brackets, numbered moves in Hodges' letters, comments in braces.

The tag ``Rules`` names the rule set with its changes, ``SFEN`` the first position where it is not the start, ``Result``
the colour that has won (``black``, ``white``, ``draw``, ``*``), ``Termination`` how. Backslash escapes keep any text in
a tag or comment intact. docs/reference/records.md has the form.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from mujo._core import Board, RuleSet
from mujo.notation import format_hodges
from mujo.record.game import Game, Variation, settle
from mujo.record.limits import check_depth, check_encodable, refuse_writing
from mujo.record.notes import check_plies, split_playable

__all__ = ["JUDGEMENTS", "RESERVED", "fill_lines", "format_pgn", "move_number"]

#: Tags with a meaning of their own. A tag of `Game.tags` with such a name is written with an escape in the name.
RESERVED: Final = ("Rules", "SFEN", "Result", "Termination", "Variant", "SetUp", "FEN")
#: Signs that stand for annotation glyphs 1 to 6.
JUDGEMENTS: Final[Mapping[str, int]] = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
#: Columns of the move text.
WIDTH: Final = 100


def format_pgn(game: Game, own: RuleSet | None = None) -> str:
    r"""Write a game as PGN text, with a final line feed.

    Parameters
    ----------
    game
        The game.
    own
        As in `Game.rule_set`.

    Raises
    ------
    NotationError
        ``record.cannot_write``: a comment, glyph or variation belongs to a ply that its line does not have, a tag has
        no name, or a text is not Unicode.
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

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
    tags = [("Rules", rules.name)]
    if game.start not in ("startpos", rules.start):
        tags.append(("SFEN", game.start))
    tags += [(_tag_name(name), value) for name, value in game.tags.items()]
    tags.append(("Result", game.result or "*"))
    if game.termination is not None:
        tags.append(("Termination", game.termination))
    head = "".join(f"[{name} {_quoted(value)}]\n" for name, value in tags)
    words = [*_line(Board(game.start, rules), game, 1, 0), game.result or "*"]
    return check_encodable(f"{head}\n{fill_lines(words)}\n")


def move_number(board: Board, ply: int) -> str:
    """Return the number to write before a move; Black's move and White's answer share one."""
    white_began = board.turn != bool(ply % 2)
    return f"{(ply + white_began + 1) // 2}." + ("" if board.turn else "..")


def fill_lines(words: list[str]) -> str:
    """Join words to lines of at most `WIDTH` columns; no word is broken."""
    lines: list[list[str]] = [[]]
    used = 0
    for word in words:
        if used and used + 1 + len(word) > WIDTH:
            lines.append([])
            used = 0
        lines[-1].append(word)
        used += len(word) + (used > 0)
    return "\n".join(" ".join(line) for line in lines)


def _line(board: Board, line: Game | Variation, first: int, depth: int) -> Iterator[str]:
    """Write the moves of a line with its notes; the board is left after them."""
    check_depth(depth)
    check_plies(line, first, len(line.moves))
    others: dict[int, list[Variation]] = {}
    for other in line.variations:
        others.setdefault(other.ply, []).append(other)
    yield from _notes(line, first - 1, has_move=False)
    numbered = False
    for ply, text in enumerate(line.moves, first):
        move = board.parse_move(text)
        if board.turn or not numbered:
            yield move_number(board, ply)
        yield format_hodges(board, move)
        board.push(move)
        notes = list(_notes(line, ply, has_move=True))
        yield from notes
        numbered = not notes
        if ply in others:
            numbered = False
            board.pop()
            for other in others.pop(ply):
                yield from _variation(board, other, depth)
            board.push_unchecked(move)
    for other in others.pop(first + len(line.moves), ()):
        yield from _variation(board, other, depth)
    yield from (_quoted(text) for text in line.rest)


def _notes(line: Game | Variation, ply: int, has_move: bool) -> Iterator[str]:
    nags = line.nags.get(ply, ())
    if nags and not has_move:
        refuse_writing(f"annotation glyphs belong to ply {ply}, which is no move of their line")
    yield from (f"${nag}" for nag in nags)
    if ply in line.comments:
        yield "{" + _escaped(line.comments[ply], "}") + "}"


def _variation(board: Board, other: Variation, depth: int) -> Iterator[str]:
    """Write a variation; the board, which stands where it branches off, is left as it was."""
    playable = split_playable(board, other)
    yield "("
    # A variation without moves needs the number to keep its ply.
    if not playable.moves:
        yield move_number(board, other.ply)
    yield from _line(board, playable, other.ply, depth + 1)
    for _ in playable.moves:
        board.pop()
    yield ")"


def _tag_name(name: str) -> str:
    if not name:
        refuse_writing("a tag has an empty name")
    escape_first = name in RESERVED
    return "".join(
        f"\\u{ord(sign):04x}" if (escape_first and at == 0) or not (sign.isalnum() or sign in "_-") else sign
        for at, sign in enumerate(name)
        if _check_plane(sign, name)
    )


def _check_plane(sign: str, name: str) -> bool:
    if ord(sign) > 0xFFFF and not sign.isalnum():
        refuse_writing(f"the name of the tag {name[:20]!a} has a sign that cannot be escaped")
    return True


def _escaped(text: str, mark: str) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return text.replace(mark, "\\" + mark)


def _quoted(text: str) -> str:
    return '"' + _escaped(text, '"') + '"'
