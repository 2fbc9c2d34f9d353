"""How a piece moves, in words, derived from what the engine lets it do on study positions."""

import textwrap
from collections.abc import Iterable
from functools import lru_cache

from mujo._core import BLACK, WHITE, Piece, PieceType, RuleSet, Setup
from mujo.diagrams.marks import Mark, marks
from mujo.diagrams.movement import movement
from mujo.diagrams.study import DIRECTIONS, Step, distance

__all__ = ["has_power", "power_words", "sentences", "titled"]

_NAMES: dict[Step, str] = {
    (0, -1): "forward",
    (0, 1): "backward",
    (-1, 0): "left",
    (1, 0): "right",
    (-1, -1): "forward left",
    (1, -1): "forward right",
    (-1, 1): "backward left",
    (1, 1): "backward right",
}

#: Sets of directions that have a name of their own, the larger ones first.
_GROUPS: tuple[tuple[frozenset[Step], str], ...] = (
    (frozenset(DIRECTIONS), "in all eight directions"),
    (frozenset({(0, -1), (0, 1), (-1, 0), (1, 0)}), "forward, backward and sideways"),
    (frozenset({(-1, -1), (1, -1), (-1, 1), (1, 1)}), "diagonally"),
    (frozenset({(0, -1), (-1, -1), (1, -1)}), "forward, straight and diagonally"),
    (frozenset({(0, 1), (-1, 1), (1, 1)}), "backward, straight and diagonally"),
    (frozenset({(-1, -1), (1, -1)}), "diagonally forward"),
    (frozenset({(-1, 1), (1, 1)}), "diagonally backward"),
    (frozenset({(-1, 0), (1, 0)}), "sideways"),
    (frozenset({(0, -1), (0, 1)}), "forward and backward"),
)

#: Squares around a piece that a lion power may reach.
_NEAR = 4


def titled(kind: PieceType, *, ascii_only: bool = False) -> str:
    """Return id, name and kanji of a type, as in ``LN lion 獅子``.

    Examples
    --------
    >>> titled(RuleSet("maka").piece_types["LN"]), titled(RuleSet("maka").piece_types["LN"], ascii_only=True)
    ('LN lion 獅子', 'LN lion')
    """
    return f"{kind.id} {kind.name}" + ("" if ascii_only else f" {kind.kanji}")


def has_power(rules: RuleSet, piece: Piece, mark: str) -> bool:
    """Return whether a piece has the power that a mark stands for.

    Examples
    --------
    >>> rules = RuleSet("maka")
    >>> [mark for mark in ("line", "turn", "onward", "pass") if has_power(rules, Piece("LN", BLACK), mark)]
    ['onward', 'pass']
    """
    how = movement(rules, piece)
    match mark:
        case "line":
            return None in how.lines.values()
        case "jump":
            return bool(how.jumps)
        case "turn":
            return bool(how.turns)
        case "onward":
            return bool(how.onward)
        case "igui":
            return bool(how.igui)
        case "pass":
            return how.can_pass
    return how.is_universal


def sentences(rules: RuleSet, piece: Piece) -> list[str]:
    """Describe how a piece moves, one sentence for each power.

    Examples
    --------
    >>> rules = RuleSet("maka")
    >>> sentences(rules, Piece("R", BLACK))
    ['Slides any distance forward, backward and sideways.']
    >>> for line in sentences(rules, Piece("LN", BLACK)):
    ...     print(line)
    Steps one square in all eight directions.
    Jumps to any square two squares away.
    Captures up to 2 pieces in one move: a neighbour on the way (in all eight directions), and then one where it ends.
    Captures a neighbour and returns to its own square (igui).
    Can pass: it steps to an empty neighbouring square and back.
    """
    how = movement(rules, piece)
    if how.is_universal:
        return ["Goes to any square that its own side does not occupy; rule 5.4 limits what it may capture."]
    found = []
    # What turns also slides in these directions.
    for way in ("one", "some", "any"):
        by_count: dict[int | None, list[Step]] = {}
        for step, count in how.lines.items():
            if count != 0 and _reach(count) == way:
                by_count.setdefault(count, []).append(step)
        for count, steps in sorted(by_count.items(), key=lambda item: item[0] or 0):
            found.append(f"{_verb(count)} {directions(steps)}.")
    if how.jumps:
        found.append(f"Jumps to {_jumps(how.jumps)}.")
    walked = [distance(step) for step, mark in marks(how, 35) if mark is Mark.STEPS]
    if walked:
        found.append(f"Makes up to {max(walked)} steps in any directions over empty squares; a capture ends the move.")
    for count in sorted(set(how.skips.values()), key=lambda count: count or 99):
        ways = directions(way for way, last in how.skips.items() if last == count)
        where = "on from there, any distance" if count is None else f"on to square {count} at most"
        found.append(f"Slides {where}: {ways}.")
    if how.over:
        found.append(f"Captures over any number of pieces of lower rank (rule 9.2): {directions(how.over)}.")
    if how.sweeps:
        found.append(
            "Passes pieces of lower rank, of both sides, and captures every one of them (rule 10.2): "
            f"{directions(how.sweeps)}."
        )
    for hopped in sorted(set(how.hops.values()), key=lambda count: count or 99):
        ways = directions(way for way, count in how.hops.items() if count == hopped)
        number = "any number of" if hopped is None else f"up to {hopped}"
        found.append(f"Slides over {number} pieces, and takes none of them (rule 10.3): {ways}.")
    if how.burns:
        found.append("Burns every enemy beside the square where it stops (rule 9.4).")
    if how.turns:
        most = _most_captures(rules, piece)
        limit = "It captures one piece at most." if most == 1 else f"It captures up to {most} pieces in one move."
        found.append(
            f"Hooks: it slides {directions(how.turns)}, and may turn once by a right angle on an empty square and "
            f"slide on. {limit}"
        )
    if how.onward:
        most = _most_captures(rules, piece)
        way = directions(how.onward)
        if most > 2:
            found.append(f"Captures up to {most} pieces in one move, in a row from the nearest on ({way}).")
        else:
            found.append(
                f"Captures up to {most} pieces in one move: a neighbour on the way ({way}), and then one where it ends."
            )
    if how.igui:
        found.append("Captures a neighbour and returns to its own square (igui).")
    if how.can_pass:
        found.append("Can pass: it steps to an empty neighbouring square and back.")
    return found or ["Cannot move."]


def power_words(rules: RuleSet, piece: Piece, width: int) -> list[str]:
    """Return the sentences on how a piece moves, as lines of at most `width` columns."""
    return [
        line
        for text in sentences(rules, piece)
        for line in textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False)
    ]


def directions(steps: Iterable[Step]) -> str:
    """Name a set of directions.

    Examples
    --------
    >>> directions([(0, -1), (0, 1), (-1, 1), (1, 1)])
    'backward, straight and diagonally, and forward'
    """
    left = set(steps)
    words = []
    for group, name in _GROUPS:
        if group <= left:
            words.append(name)
            left -= group
    words += [_NAMES[step] for step in DIRECTIONS if step in left]
    return ", and ".join(words)


def _reach(count: int | None) -> str:
    return "any" if count is None else "one" if count == 1 else "some"


def _verb(count: int | None) -> str:
    if count is None:
        return "Slides any distance"
    return "Steps one square" if count == 1 else f"Slides up to {count} squares"


def _jumps(jumps: Iterable[Step]) -> str:
    """Name the squares that a piece jumps to."""
    left = set(jumps)
    ring = {(right, down) for right in range(-2, 3) for down in range(-2, 3) if max(abs(right), abs(down)) == 2}
    words = []
    if ring <= left:
        words.append("any square two squares away")
        left -= ring
    lines: dict[int, list[Step]] = {}
    others = set()
    for right, down in left:
        far = max(abs(right), abs(down))
        if right == 0 or down == 0 or abs(right) == abs(down):
            lines.setdefault(far, []).append((_sign(right), _sign(down)))
        else:
            way = "forward" if down < 0 else "backward"
            others.add((abs(down), way, abs(right)))
    for far, steps in sorted(lines.items()):
        ordinal = {1: "the next square", 2: "the second square", 3: "the third square"}.get(far, f"square {far}")
        words.append(f"{ordinal} {directions(steps)}")
    words += [f"the squares {down} {way} and {right} to the side" for down, way, right in sorted(others)]
    return ", and to ".join(words)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


@lru_cache(maxsize=1024)
def _most_captures(rules: RuleSet, piece: Piece) -> int:
    """Return the most pieces that a piece can capture in one move, in a crowd of enemies."""
    near = range(-_NEAR, _NEAR + 1)
    crowd = [(right, down) for right in near for down in near if (right, down) != (0, 0)]
    return max((len(victims) for victims in _captures(rules, piece, crowd)), default=1)


def _captures(rules: RuleSet, piece: Piece, enemies: Iterable[Step]) -> list[tuple[int, ...]]:
    """List the victims of every capture by a piece in the centre, with enemies around it."""
    initial = [kind for kind in rules.piece_types.values() if kind.is_initial]
    plain = min(initial, key=lambda kind: kind.royal is not None).id
    files, centre_file, centre_rank = rules.files, rules.files // 2, rules.ranks // 2
    centre = centre_rank * files + centre_file
    setup = Setup(None, rules)
    setup.clear()
    setup.turn = BLACK
    for right, down in enemies:
        if 0 <= centre_file - right < files and 0 <= centre_rank + down < rules.ranks:
            setup.put(centre + down * files - right, Piece(plain, WHITE))
    setup.put(centre, Piece(piece.type, BLACK, piece.promoted))
    if rules.moves_as(piece).royal is not None:
        # The game goes on only while the enemy has a royal as well.
        setup.put(0, Piece(max(initial, key=lambda kind: kind.royal is not None).id, WHITE))
    board = setup.board()
    return [victims for move in board.legal_moves_from(centre) if (victims := move.captures)]
