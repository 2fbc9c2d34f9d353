"""Write the outlines of the kanji in pictures: python/mujo/svg/outlines.json.

    python tools/outlines.py FONT...

Each character is taken from the first font that has it; the committed file comes from HanaMinA.ttf and HanaMinB.ttf
(Debian's fonts-hanazono), whose licence allows any use. Needs fontTools.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import mujo

TARGET = Path(__file__).resolve().parents[1] / "python" / "mujo" / "svg" / "outlines.json"

#: Units of the em square in the file.
EM = 500


def characters() -> list[str]:
    """List the characters in the names of all types of all shipped rule sets."""
    found: set[str] = set()
    for name in mujo.rule_set_names():
        for kind in mujo.RuleSet(name).piece_types.values():
            found |= set(kind.kanji) | set(kind.board_kanji)
    return sorted(found)


def outline(font: Any, character: str) -> str | None:
    """Return the outline of a character as an SVG path with relative coordinates; ``None`` if the font lacks it."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # type: ignore[import-untyped,import-not-found,unused-ignore]

    glyph = font.getBestCmap().get(ord(character))
    if glyph is None:
        return None
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    scale = EM / font["head"].unitsPerEm
    here = (0, 0)
    parts: list[str] = []

    def step(point: tuple[float, float]) -> tuple[int, int]:
        return round(point[0] * scale) - here[0], -round(point[1] * scale) - here[1]

    def text(*steps: tuple[int, int]) -> str:
        return " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-")

    def go(by: tuple[int, int]) -> None:
        nonlocal here
        here = here[0] + by[0], here[1] + by[1]

    for command, points in pen.value:
        if command in ("moveTo", "lineTo"):
            by = step(points[0])
            if command == "moveTo" or by != (0, 0):
                parts.append(("m" if command == "moveTo" else "l") + text(by))
            if command == "moveTo":
                start = here[0] + by[0], here[1] + by[1]
            go(by)
        elif command == "qCurveTo":
            *controls, end = points
            for number, control in enumerate(controls):
                last = number == len(controls) - 1
                on = end if last else tuple((a + b) / 2 for a, b in zip(control, controls[number + 1], strict=True))
                by = step(on)
                parts.append("q" + text(step(control), by))
                go(by)
        elif command == "closePath":
            parts.append("z")
            here = start
        else:
            raise SystemExit(f"{character}: {command} is not handled")
    return "".join(parts)


def main() -> None:
    """Write the file."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped,import-not-found,unused-ignore]

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("fonts", metavar="FONT", nargs="+")
    fonts = [TTFont(path) for path in parser.parse_args().fonts]
    outlines: dict[str, str] = {}
    for character in characters():
        found = next((path for font in fonts if (path := outline(font, character)) is not None), None)
        if found is None:
            raise SystemExit(f"no font has {character}")
        outlines[character] = found
    lines = ",\n".join(f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(path)}" for key, path in outlines.items())
    TARGET.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(f"{len(outlines)} characters, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
