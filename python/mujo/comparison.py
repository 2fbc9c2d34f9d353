"""Differences between two rule sets: as data, in words, and as move diagrams side by side."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from mujo._core import Board, PieceType, RuleSet, option_specs
from mujo.cells import cell_width, pad_right

__all__ = ["Comparison", "Difference", "Statement", "compare"]

#: The radius of a move diagram: the smallest that shows a difference, within these limits.
_SMALLEST_RADIUS, _LARGEST_RADIUS = 3, 12

#: Longer values are cut.
_LONGEST = 60

_Types = Mapping[str, PieceType]

_ALIKE = "The two reach the same squares; they differ in what they may capture."

#: The noun for each kind of difference in the first line.
_COUNTED = {
    "board": "board size",
    "setup": "setup",
    "start": "further start",
    "option": "option",
    "list": "list",
    "type": "type",
    "move": "move",
    "promotion": "promotion",
    "royal": "royal",
    "last_rank": "last-rank promotion",
    "rank": "rank",
    "burns": "burning",
    "order": "order of types",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """The value that one of the two rule sets has.

    Attributes
    ----------
    value
        The value; ``None`` if the set has none.
    meaning
        The value in words; empty if it explains itself.
    source
        The citation for it, if known.
    name
        The name of the reading, if the value is a move that has one.
    """

    value: str | int | None
    meaning: str = ""
    source: str = ""
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two rule sets.

    Attributes
    ----------
    kind
        ``board``, ``setup``, ``start``, ``option``, ``list`` (of contagious, exempt and the like), ``type`` (only one
        of the sets has it), ``move``, ``promotion``, ``royal``, ``last_rank``, ``rank``, ``burns`` or ``order`` (of the
        types in the file).
    key
        Name of the option, list or start, or id of the type; empty for the board and its setup.
    title
        A description in words.
    rule
        Number of the rule in docs/reference/rules.md, if there is one.
    sides
        The value in each of the two sets.

    Examples
    --------
    >>> from mujo import compare
    >>> difference = compare("maka", "maka/western").of_kind("move")["LD"]
    >>> difference.kind, difference.key
    ('move', 'LD')
    """

    kind: str
    key: str
    title: str
    rule: str | None
    sides: tuple[Statement, Statement]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences between two rule sets that affect play. It is true if there are any.

    Attributes
    ----------
    sets
        The two rule sets.
    differences
        Board and starts first, then options, lists, and types with their moves in the order of the rule file.

    Examples
    --------
    >>> from mujo import compare
    >>> comparison = compare("maka", "maka/western")
    >>> bool(comparison), comparison.differences[0].kind
    (True, 'move')
    """

    sets: tuple[RuleSet, RuleSet]
    differences: tuple[Difference, ...]

    def __bool__(self) -> bool:
        return bool(self.differences)

    def of_kind(self, kind: str) -> dict[str, Difference]:
        """Return the differences of one kind by their keys.

        Parameters
        ----------
        kind
            A kind, see `Difference.kind`; one that does not occur has no differences.

        Examples
        --------
        >>> from mujo import compare
        >>> sorted(compare("maka", "maka/western").of_kind("move"))
        ['DN', 'LD', 'TK']
        """
        return {difference.key: difference for difference in self.differences if difference.kind == kind}

    def diagrams(self, type_id: str) -> tuple[str, str] | None:
        """Draw how a type moves under either set, as text.

        Parameters
        ----------
        type_id
            Id of a type.

        Returns
        -------
        tuple of str, or None
            The two diagrams, just large enough to show a difference; ``None`` if one of the sets has no piece that
            moves as that type.

        Examples
        --------
        >>> from mujo import compare
        >>> first, second = compare("maka", "maka/western").diagrams("DN")
        >>> first == second
        False
        """
        from mujo.diagrams import moves_grid, piece_moving_as

        first, second = (piece_moving_as(rules, type_id) for rules in self.sets)
        if first is None or second is None:
            return None
        smallest = None
        for radius in range(_SMALLEST_RADIUS, _LARGEST_RADIUS + 1):
            drawn = tuple(
                moves_grid(rules, piece, radius=radius) for rules, piece in zip(self.sets, (first, second), strict=True)
            )
            if drawn[0] != drawn[1]:
                return drawn[0], drawn[1]
            smallest = smallest or (drawn[0], drawn[1])
        return smallest

    def text(self, *, diagrams: bool = True, width: int = 100) -> str:
        """Describe the differences in words.

        Parameters
        ----------
        diagrams
            Whether to draw the moves that differ.
        width
            Columns a line; diagrams that do not fit side by side are drawn one below the other.

        Examples
        --------
        >>> from mujo import compare
        >>> print(compare("tai", "tai[stalemate=draw]").text())
        tai and tai[stalemate=draw]: 1 option differs.
        <BLANKLINE>
        stalemate: result when the side to move has no legal move and is not in check (rule 5.8)
          tai                  loss: that side loses [The Chess Variant Pages, for chu and dai; older
                               sources are silent]
          tai[stalemate=draw]  draw: the game is a draw [chosen by the user]
        """
        names = [rules.name for rules in self.sets]
        if not self.differences:
            return f"{names[0]} and {names[1]}: no difference that affects play."
        blocks = [textwrap.fill(f"{names[0]} and {names[1]}: {self._count()}.", width, break_on_hyphens=False)]
        drawn: list[str] = []
        for difference in self.differences:
            heading = textwrap.fill(self._heading(difference), width, break_on_hyphens=False)
            lines = [heading, *self._sides(difference, names, width)]
            pair = self.diagrams(difference.key) if diagrams and difference.kind == "move" else None
            if pair is not None:
                lines += ["", _side_by_side(names, pair, width)]
                if pair[0] == pair[1]:
                    lines.append(textwrap.fill(_ALIKE, width, initial_indent="  ", subsequent_indent="  "))
                drawn += pair
            blocks.append("\n".join(lines))
        if drawn:
            from mujo.diagrams import legend_for

            blocks.append("\n".join(textwrap.fill(line, width, subsequent_indent="  ") for line in legend_for(drawn)))
        return "\n\n".join(blocks)

    def fields(self, *, diagrams: bool = True) -> dict[str, Any]:
        """Return the comparison as plain values, for JSON; the keys are described in docs/reference/cli.md.

        Parameters
        ----------
        diagrams
            Whether to draw the types that move in different ways.

        Examples
        --------
        >>> from mujo import compare
        >>> sorted(compare("maka", "maka/western").fields(diagrams=False))
        ['differences', 'sets']
        """
        listed = []
        for difference in self.differences:
            pair = self.diagrams(difference.key) if diagrams and difference.kind == "move" else None
            listed.append(
                {
                    "kind": difference.kind,
                    "key": difference.key,
                    "title": difference.title,
                    "rule": difference.rule,
                    "sides": [
                        {"value": side.value, "meaning": side.meaning, "source": side.source, "reading": side.name}
                        for side in difference.sides
                    ],
                    "diagrams": None if pair is None else list(pair),
                }
            )
        return {"sets": [rules.name for rules in self.sets], "differences": listed}

    def _count(self) -> str:
        counts: dict[str, int] = {}
        for difference in self.differences:
            counts[difference.kind] = counts.get(difference.kind, 0) + 1
        parts = [f"{number} {_plural(_COUNTED[kind], number)}" for kind, number in counts.items()]
        joined = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
        return f"{joined} {'differs' if len(self.differences) == 1 else 'differ'}"

    @staticmethod
    def _heading(difference: Difference) -> str:
        what = {
            "type": ": in one of the sets only",
            "move": ": move",
            "promotion": ": promotion",
            "royal": ": royal role",
            "last_rank": ": promotion on the last rank",
            "rank": ": rank",
            "burns": ": burning",
        }.get(difference.kind, "")
        title = f"{difference.key} {difference.title}" if what else f"{difference.key}: {difference.title}".lstrip(": ")
        rule = f" (rule {difference.rule})" if difference.rule else ""
        return f"{title}{what}{rule}"

    @staticmethod
    def _sides(difference: Difference, names: list[str], width: int) -> Iterator[str]:
        column = max(map(cell_width, names)) + 2
        own_line = column > width // 2
        indent = " " * (4 if own_line else column + 2)
        for name, side in zip(names, difference.sides, strict=True):
            value = _shortened("-" if side.value is None else str(side.value))
            text = f"{side.name}, {value}" if side.name else value
            text += f": {side.meaning}" if side.meaning else ""
            text += f" [{side.source}]" if side.source else ""
            if own_line:
                yield f"  {name}"
            first = indent if own_line else f"  {pad_right(name, column)}"
            # Move texts and options are never broken at a hyphen.
            yield textwrap.fill(
                text,
                width,
                initial_indent=first,
                subsequent_indent=indent,
                break_on_hyphens=False,
                break_long_words=False,
            )


def compare(first: RuleSet | str, second: RuleSet | str) -> Comparison:
    """Find all differences between two rule sets that affect play.

    Parameters
    ----------
    first, second
        Rule sets, or names of rule sets.

    Returns
    -------
    Comparison
        Empty (false) if both play alike. Names, kanji, values and sources of types are not compared. Two types are
        the same type if they have the same id and the same kanji.

    Raises
    ------
    RuleSetError
        A name is unknown (``rules.*``).

    Examples
    --------
    >>> from mujo import compare
    >>> comparison = compare("tai/tsa", "tai/gcsa")
    >>> [(difference.kind, difference.key) for difference in comparison.differences]
    [('promotion', 'CP'), ('royal', '+CP')]
    >>> [side.value for side in comparison.differences[0].sides]
    [None, 'E']
    """
    one, two = (RuleSet(rules) if isinstance(rules, str) else rules for rules in (first, second))
    found = [*_boards(one, two), *_options(one, two), *_lists(one, two), *_types(one, two)]
    if not found and one != two:
        found.append(
            Difference("order", "", "the order of the types in the file", None, (Statement(None), Statement(None)))
        )
    return Comparison((one, two), tuple(found))


def _boards(one: RuleSet, two: RuleSet) -> Iterator[Difference]:
    sizes = [f"{rules.files} x {rules.ranks}" for rules in (one, two)]
    if sizes[0] != sizes[1]:
        yield Difference(
            "board", "", "size of the board, files by ranks", "2.1", (Statement(sizes[0]), Statement(sizes[1]))
        )
    elif one.start != two.start:
        maps = [Board(rules=rules).piece_map() for rules in (one, two)]
        squares = [square for square in range(one.files * one.ranks) if maps[0].get(square) != maps[1].get(square)]
        places = ", ".join(map(one.square_name, squares[:12])) + (", ..." if len(squares) > 12 else "")
        title = f"setup, on {len(squares)} squares: {places}" if squares else "which side begins"
        yield Difference("setup", "", title, "2.2", (Statement(one.start), Statement(two.start)))
    starts = [rules.starts for rules in (one, two)]
    for name in sorted(starts[0].keys() | starts[1].keys()):
        texts = [side.get(name) for side in starts]
        if texts[0] != texts[1]:
            sides = [
                Statement(text, rules.start_descriptions.get(name, ""), rules.start_sources.get(name, ""))
                for text, rules in zip(texts, (one, two), strict=True)
            ]
            yield Difference("start", name, "a further start", None, (sides[0], sides[1]))


def _options(one: RuleSet, two: RuleSet) -> Iterator[Difference]:
    for option, spec in option_specs().items():
        values = one.options[option], two.options[option]
        if values[0] == values[1]:
            continue
        sides = [
            Statement(value, spec.values.get(str(value), ""), rules.option_sources[option])
            for value, rules in zip(values, (one, two), strict=True)
        ]
        yield Difference("option", option, spec.summary, spec.rule, (sides[0], sides[1]))


def _lists(one: RuleSet, two: RuleSet) -> Iterator[Difference]:
    for key, title, rule in (
        ("contagious", "contagious types", "4.3"),
        ("exempt", "types exempt from contagion", "4.4"),
        ("lions", "types that count as lions", "7.2"),
        ("worthless", "types too small to justify a lion trade", "7.2"),
    ):
        ids = [getattr(rules, key) for rules in (one, two)]
        if set(ids[0]) != set(ids[1]):
            first, second = (Statement(" ".join(own) or None) for own in ids)
            yield Difference("list", key, title, rule, (first, second))


def _types(one: RuleSet, two: RuleSet) -> Iterator[Difference]:
    # Each access to `piece_types` makes a new dictionary.
    kinds = one.piece_types, two.piece_types
    for type_id in [*kinds[0], *(other for other in kinds[1] if other not in kinds[0])]:
        first, second = (own.get(type_id) for own in kinds)
        if first is None or second is None or first.kanji != second.kanji:
            for kind in filter(None, (first, second)):
                own = Statement(kind.betza, _stands(kind), kind.source, kind.reading)
                sides = (own, Statement(None)) if kind is first else (Statement(None), own)
                yield Difference("type", type_id, kind.name, None, sides)
            continue
        yield from _type(kinds, first, second)


def _type(kinds: tuple[_Types, _Types], first: PieceType, second: PieceType) -> Iterator[Difference]:
    both = first, second
    if first.is_initial != second.is_initial:
        stands = [Statement(_stands(kind), source=kind.source) for kind in both]
        yield Difference("type", first.id, first.name, None, (stands[0], stands[1]))
    if first.betza != second.betza:
        moves = [
            Statement(kind.betza, "", kind.reading_sources.get(kind.reading or "", kind.source), kind.reading)
            for kind in both
        ]
        yield Difference("move", first.id, first.name, None, (moves[0], moves[1]))
    if first.promotes_to != second.promotes_to:
        becomes = [
            Statement(kind.promotes_to, types[kind.promotes_to].name if kind.promotes_to else "never", kind.source)
            for kind, types in zip(both, kinds, strict=True)
        ]
        yield Difference("promotion", first.id, first.name, "4.1", (becomes[0], becomes[1]))
    for title, plus in ((first.name, ""), (f"promoted {first.name}", "+")):
        roles = [_role(kind, types, plus) for kind, types in zip(both, kinds, strict=True)]
        if roles[0] != roles[1]:
            yield Difference("royal", plus + first.id, title, "2.4", (Statement(roles[0]), Statement(roles[1])))
    if first.last_rank != second.last_rank:
        words = [Statement("yes" if kind.last_rank else "no", source=kind.source) for kind in both]
        yield Difference("last_rank", first.id, first.name, "7.1", (words[0], words[1]))
    if first.rank != second.rank:
        words = [Statement(str(kind.rank)) for kind in both]
        yield Difference("rank", first.id, first.name, "9.1", (words[0], words[1]))
    if first.burns != second.burns:
        words = [Statement("yes" if kind.burns else "no") for kind in both]
        yield Difference("burns", first.id, first.name, "9.4", (words[0], words[1]))


def _role(kind: PieceType, types: _Types, plus: str) -> str | None:
    if not kind.is_initial:
        return None
    if plus:
        return types[kind.promotes_to].royal if kind.promotes_to else None
    return kind.royal


def _shortened(value: str) -> str:
    """Shorten a value that is too long for a line, such as the text of a position."""
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 3]}..."


def _stands(kind: PieceType) -> str:
    return "may stand on the board" if kind.is_initial else "exists by promotion only"


def _plural(word: str, number: int) -> str:
    if number == 1 or word == "order of types":
        return word
    return "further starts" if word == "further start" else f"{word}s"


def _side_by_side(names: list[str], texts: tuple[str, str], width: int) -> str:
    rows = [text.splitlines() for text in texts]
    columns = [max(map(cell_width, [name, *lines])) for name, lines in zip(names, rows, strict=True)]
    if sum(columns) + 6 > width:
        return "\n\n".join(
            "\n".join(f"  {line}".rstrip() for line in [name, *lines]) for name, lines in zip(names, rows, strict=True)
        )
    pairs = zip_longest([names[0], *rows[0]], [names[1], *rows[1]], fillvalue="")
    return "\n".join(f"  {pad_right(left, columns[0])}    {right}".rstrip() for left, right in pairs)
