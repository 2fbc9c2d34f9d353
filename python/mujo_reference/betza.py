"""The move language: parsing text into terms, each a chain of legs, and the directions of a leg."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

Vector = tuple[int, int]
"""(right, forward) from the owner's side of the board."""

ORTHOGONAL: tuple[Vector, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT: tuple[Vector, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

VECTORS: dict[str, tuple[Vector, ...]] = {
    "W": ORTHOGONAL,
    "R": ORTHOGONAL,
    "D": tuple((2 * right, 2 * forward) for right, forward in ORTHOGONAL),
    "H": tuple((3 * right, 3 * forward) for right, forward in ORTHOGONAL),
    "F": DIAGONAL,
    "B": DIAGONAL,
    "A": tuple((2 * right, 2 * forward) for right, forward in DIAGONAL),
    "K": ORTHOGONAL + DIAGONAL,
    "Q": ORTHOGONAL + DIAGONAL,
    "N": KNIGHT,
    "U": (),
}
"""The vectors of each atom; U, the emperor's power, has none."""

FIRST_LETTERS = {
    **dict.fromkeys("WRDH", ("f", "b", "l", "r", "v", "s")),
    **dict.fromkeys("KQ", ("f", "b", "l", "r")),
    **dict.fromkeys("FBA", ("f", "b", "l", "r", "[fl]", "[fr]", "[bl]", "[br]")),
    "N": ("f", "b", "ff", "bb", "v", "s"),
    "U": (),
}
"""Direction letters allowed in the first leg of an atom."""

LATER_LETTERS = ("f", "b", "v", "s")
COUNTED = "WFKRBQ"
STEPS = "WFK"
SLIDES = "RBQ"
MOST_LEAPT = 35
"""The greatest number of pieces after h."""


class BetzaError(ValueError):
    """Text that is not a move of this language."""


@dataclass(frozen=True)
class Leg:
    """One leg: its direction letters (none means all) and how it may end: m empty, c capturing, p hopping.

    `skipped` squares at its beginning are passed, whatever stands there (o). If it `jumps`, it passes pieces of lower
    rank (j); if it `sweeps`, it passes and captures them (x). It passes `leapt` pieces at most (h), None for any
    number.
    """

    directions: tuple[str, ...]
    modes: str
    skipped: int = 0
    jumps: bool = False
    sweeps: bool = False
    leapt: int | None = 0

    @property
    def passes_pieces(self) -> bool:
        """Whether a piece in the way does not stop it."""
        return bool(self.skipped) or self.jumps or self.sweeps or self.leapt != 0


@dataclass(frozen=True)
class Term:
    """Legs of one atom; `limit` is the greatest distance of a leg, None for an unlimited slide."""

    legs: tuple[Leg, ...]
    atom: str
    limit: int | None

    @property
    def single_steps(self) -> bool:
        """Return whether every leg is a single step of W, F or K."""
        return self.atom in STEPS and self.limit == 1


@cache
def parse(text: str) -> tuple[Term, ...]:
    """Parse a move: one term after the other."""
    pieces = re.findall(r"([^A-Z]*)([A-Z])([0-9]*)", text)
    if not pieces or "".join(legs + atom + count for legs, atom, count in pieces) != text:
        raise BetzaError(f"{text!r}: each term ends with an atom in capitals and an optional number")
    before = ""
    for legs, atom, count in pieces:
        if atom == before and not legs:
            raise BetzaError(f"{atom}{atom} is a rider elsewhere: write R, B or Q for a slide, or {atom} once")
        before = "" if count else atom
    return tuple(_term(legs, atom, count) for legs, atom, count in pieces)


def _term(legs: str, atom: str, count: str) -> Term:
    """Parse one term: legs separated by the letter a, the atom, the number."""
    if atom not in VECTORS:
        raise BetzaError(f"there is no atom {atom!r}; atoms are {' '.join(VECTORS)}")
    if count and (atom not in COUNTED or int(count) < 1):
        raise BetzaError(f"{atom}{count}: a number from 1 on may follow {' '.join(COUNTED)}")
    texts = legs.split("a")
    if atom == "U" and legs.strip("mc"):
        raise BetzaError(f"{legs}U: U has one leg and no directions")
    limit = int(count) if count else None if atom in SLIDES else 1
    term = Term(tuple(_leg(leg, atom, number, len(texts)) for number, leg in enumerate(texts)), atom, limit)
    for leg in term.legs:
        if limit is not None and leg.skipped >= limit:
            raise BetzaError(f"{legs}{atom}{count}: o passes a square, so the slide needs more than {leg.skipped}")
        for letter, passes in (("j", leg.jumps), ("x", leg.sweeps), ("h", leg.leapt != 0)):
            if passes and limit == 1:
                raise BetzaError(
                    f"{legs}{atom}{count}: {letter} passes pieces, so it needs a slide of more than one square"
                )
        if leg.sweeps and len(texts) > 1:
            raise BetzaError(f"{legs}{atom}{count}: x needs a term of one leg")
    return term


def _leg(text: str, atom: str, number: int, of: int) -> Leg:
    """Parse one leg: directions, then modes. Default modes: mc for the last leg, mcp for the others."""
    match = re.fullmatch(r"((?:ff|bb|[fblrvs]|\[[fb][lr]\])*)((?:[ojx]|h[0-9]*)*)([mcp]*)", text)
    if match is None:
        raise BetzaError(f"{text!r} is not a leg: directions, then modes")
    directions = tuple(re.findall(r"ff|bb|[fblrvs]|\[..\]", match[1]))
    allowed = FIRST_LETTERS[atom] if number == 0 else LATER_LETTERS
    for letter in directions:
        if letter not in allowed:
            raise BetzaError(f"{text!r}: {letter!r} has no meaning here; allowed: {' '.join(allowed) or 'none'}")
    last = number == of - 1
    ways = match[2]
    hops = re.findall("h([0-9]*)", ways)
    modes = match[3] or ("mc" if last else "mcp")
    if last and "p" in modes:
        raise BetzaError(f"{text!r}: the last leg cannot hop")
    if (
        len(set(modes)) != len(modes)
        or len(set(directions)) != len(directions)
        or any(ways.count(letter) > 1 for letter in "jxh")
    ):
        raise BetzaError(f"{text!r}: a letter occurs twice")
    if any(letter in ways for letter in "xh") and len(set(ways) & set("ojxh")) > 1:
        raise BetzaError(f"{text!r}: neither x nor h goes with another letter for what a slide passes")
    if hops and hops[0] and not (re.fullmatch("[1-9][0-9]?", hops[0]) and int(hops[0]) <= MOST_LEAPT):
        raise BetzaError(f"{text!r}: h takes a number from 1 to {MOST_LEAPT}, or none")
    leapt = 0 if not hops else int(hops[0]) if hops[0] else None
    return Leg(directions, modes, ways.count("o"), "j" in ways, "x" in ways, leapt)


def directions(term: Term, number: int, before: Vector | None) -> list[Vector]:
    """Return the directions of a leg; `before` is the direction of the leg before it, None for the first leg."""
    letters = term.legs[number].directions
    vectors = VECTORS[term.atom]
    if not letters:
        return list(vectors)
    if before is None:
        return [vector for vector in vectors if any(_first_leg(term.atom, letter, vector) for letter in letters)]
    right, forward = before
    meaning = {
        "f": [before],
        "b": [(-right, -forward)],
        "v": [before, (-right, -forward)],
        "s": [(forward, -right), (-forward, right)],
    }
    chosen: list[Vector] = []
    for letter in letters:
        chosen += [vector for vector in meaning[letter] if vector not in chosen]
    return chosen


def _first_leg(atom: str, letter: str, vector: Vector) -> bool:
    """Whether a direction letter of a first leg means this direction, in the owner's view."""
    right, forward = vector
    if atom in "KQ" and letter in ("l", "r") and forward != 0:
        return False  # on K and Q these letters are the one sideways line
    if atom == "N" and letter in ("v", "s"):
        return abs(forward) == (2 if letter == "v" else 1)
    return {
        "v": right == 0,
        "s": forward == 0,
        "f": forward > 0,
        "b": forward < 0,
        "l": right < 0,
        "r": right > 0,
        "ff": forward == 2,
        "bb": forward == -2,
        "[fl]": forward > 0 and right < 0,
        "[fr]": forward > 0 and right > 0,
        "[bl]": forward < 0 and right < 0,
        "[br]": forward < 0 and right > 0,
    }[letter]


def is_hook(term: Term) -> bool:
    """Return whether a term is a hook (rule 3.4): a slide to an empty square, then a slide at a right angle."""
    return (
        term.atom in SLIDES
        and len(term.legs) == 2
        and term.legs[0].modes == "m"
        and term.legs[1].directions == ("s",)
        and not any(leg.passes_pieces for leg in term.legs)
    )


def with_two_captures(term: Term) -> Term:
    """Return the hook whose first leg may also end by capturing (rule 3.4, ``hook_captures = 2``)."""
    first, second = term.legs
    return Term((Leg(first.directions, "mc"), second), term.atom, term.limit)


def sweep_conflicts(terms: tuple[Term, ...]) -> bool:
    """Return whether start and end of a move may leave open whether it sweeps (rule 10.2).

    That is so if a move that sweeps also has a term of several legs, goes anywhere, or passes pieces otherwise in a
    direction that it sweeps.
    """

    def lines(term: Term) -> set[Vector]:
        """Return the directions of a single leg, each as a step to a neighbour."""
        return {
            ((right > 0) - (right < 0), (forward > 0) - (forward < 0)) for right, forward in directions(term, 0, None)
        }

    swept = {line for term in terms if term.legs[0].sweeps for line in lines(term)}
    others = [term for term in terms if not term.legs[0].sweeps]
    passing = [term for term in others if term.atom in "DAH" or term.legs[0].passes_pieces]
    return bool(swept) and (
        any(len(term.legs) > 1 or term.atom == "U" for term in others) or any(swept & lines(term) for term in passing)
    )


def walks(term: Term) -> int:
    """Return about how many walks a term has at most where many pieces stand.

    A leg counts as six squares if it has more, and twice if it is not the last and may both capture a piece and hop
    over it.
    """
    reach = 6 if term.limit is None else min(term.limit, 6)
    count = len(directions(term, 0, None)) * reach
    for leg in term.legs[1:]:
        choices = sum({"f": 1, "b": 1, "v": 2, "s": 2}[letter] for letter in leg.directions)
        count *= (choices or len(VECTORS[term.atom])) * reach
    either = sum("c" in leg.modes and "p" in leg.modes for leg in term.legs[:-1])
    return count << either
