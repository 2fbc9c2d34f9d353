#!/usr/bin/env python3
"""Break one atom of one type at a time and check that the comparison with the golden diagrams fails.

    python tools/atom_drill.py --seed 7 --count 20

Each round takes a game and a type and changes one power in one direction: a slide longer, shorter, turned or dropped, a
leap elsewhere, a hook or a line turned, cut or dropped. It writes the changed move as Betza into a copy of the game's
rule file, loads the copy with ``RuleSet.from_toml`` and runs the comparison of the tests against the unchanged facts,
which must report differences. Against the changed powers it must report none: the change arrived as meant.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The helpers of the tests instead of the folder of this script.
sys.path[0] = str(ROOT / "tests")

import mujo  # noqa: E402
from golden.atoms import NAMES, GameFacts, Part, effects, parts  # noqa: E402
from golden.check import differences, holder, scenes  # noqa: E402

RULES = ROOT / "python" / "mujo" / "data" / "rules"
BRACKETS = {"NE": "[fr]", "SE": "[br]", "SW": "[bl]", "NW": "[fl]", "N": "f", "E": "r", "S": "b", "W": "l"}
STEPS = {1: "", 2: "av", 3: "afav"}


def betza(powers: frozenset[Part]) -> str | None:
    """Write powers as Betza, one term a direction. None where the dialect cannot distinguish them."""
    terms: list[str] = []
    leaps = {part[1:] for part in powers if part[0] == "jump"}
    for pair, term in (((1, 2), "ffN"), ((1, -2), "bbN")):
        both = {pair, (-pair[0], pair[1])}
        if both <= leaps:
            terms.append(term)
            leaps -= both
    for dx, dy in sorted(leaps):
        longest = max(abs(dx), abs(dy))
        if (dx and dy and abs(dx) != abs(dy)) or (longest, bool(dx and dy)) not in {(2, True), (2, False), (3, False)}:
            return None
        name = ("N" if dy > 0 else "S" if dy < 0 else "") + ("E" if dx > 0 else "W" if dx < 0 else "")
        terms.append(BRACKETS[name] + ("A" if dx and dy else "D" if longest == 2 else "H"))
    for kind, first, second in sorted(powers):
        name = NAMES[first]
        rook, king = ("R", "W") if len(name) == 1 else ("B", "F")
        direction = BRACKETS[name]
        match kind:
            case "any":
                terms.append("U")
            case "free":
                if (first, second) != (2, 0):
                    return None
                terms.append("NADaK")
            case "slide":
                terms.append(f"{direction}{rook}{second or ''}")
            case "hook":
                terms += [f"{direction}{rook}", f"{direction}m{'c' * (second - 1)}as{rook}"]
            case "line":
                terms += [f"{direction}{STEPS[n]}{king}" for n in range(1, second + 1)]
            case "hop":
                return None
    return "".join(terms)


def mutate(source: random.Random, powers: frozenset[Part]) -> tuple[frozenset[Part], str] | None:
    """Change one part at random; return a description of the change."""
    part = source.choice(sorted(powers))
    kind, first, second = part
    rest = powers - {part}
    if kind in ("any", "free"):
        changed: Part | None = ("slide", source.randrange(8), 0)
    elif kind == "jump":
        changed = (kind, *source.choice([(-first, second), (first, -second), (second, first)]))
    elif source.random() < 0.25 and rest:
        changed = None
    elif source.random() < 0.5:
        changed = (kind, source.randrange(8), second)
    elif kind == "slide":
        changed = (kind, first, source.choice([0, 1, 2, 3, 4, 5]))
    elif kind == "line":
        changed = (kind, first, 5 - second)
    else:
        changed = ("slide", first, 0)
    result = rest | {changed} if changed else rest
    return (result, f"{part} -> {changed}") if result != powers else None


def changed_file(game: str, type_id: str, old: str, new: str) -> str:
    """Return the game's rule file with the type's move replaced, in its line and in the reading that is equal to it."""
    text = (RULES / f"{game}.toml").read_text(encoding="utf-8")
    text = text.replace(f'name = "{game}"', 'name = "drill"', 1)
    lines, table = [], ""
    for line in text.split("\n"):
        if line.startswith("["):
            table = line.strip("[]")
        if table == f"readings.{type_id}" or (
            table in ("pieces", "promoted") and re.match(rf"{type_id} *= ", line) is not None
        ):
            line = line.replace(f'betza = "{old}"', f'betza = "{new}"')
        if table == "options":
            line = re.sub(r'^(emperor *= \{ value = )"[a-z-]+"', r'\1"unrestricted"', line)
            line = re.sub(r'^(bare_king *= \{ value = )"[a-z-]+"', r'\1"off"', line)
        lines.append(line)
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the drill; the result is the number of changes that went unnoticed."""
    parser = argparse.ArgumentParser(description="break one atom at a time and see that the comparison notices")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--games", nargs="+", default=["tai", "maka", "chu"])
    options = parser.parse_args(arguments)
    source = random.Random(options.seed)
    games = [GameFacts(name) for name in options.games]
    done = missed = 0
    print(f"seed {options.seed}")
    while done < options.count:
        facts = source.choice(games)
        type_id = source.choice(sorted(facts.types))
        piece = holder(facts, facts.game, type_id)
        powers = parts(facts.types[type_id].atoms)
        mutation = mutate(source, powers)
        if piece is None or mutation is None:
            continue
        changed, what = mutation
        new = betza(changed)
        if new is None or all(
            effects(changed, scene) == effects(powers, scene) for scene in scenes(facts, _name(piece), 4)
        ):
            continue  # cannot be written, or moves as before
        done += 1
        old = mujo.RuleSet(facts.game).piece_types[type_id].betza
        rules = mujo.RuleSet.from_toml(changed_file(facts.game, type_id, old, new))
        against_facts = differences(facts, rules, piece, powers)
        against_change = differences(facts, rules, piece, changed)
        good = bool(against_facts) and not against_change
        missed += not good
        print(f"{'noticed' if good else 'MISSED'}  {facts.game} {type_id}: {what}; {old} -> {new}")
        for line in against_change[:2] if against_facts else ["no difference to the facts"]:
            print(f"    {line}")
    print(f"{done - missed} of {done} changes noticed")
    return missed


def _name(piece: tuple[str, bool]) -> str:
    return ("+" if piece[1] else "") + piece[0]


if __name__ == "__main__":
    sys.exit(main())
