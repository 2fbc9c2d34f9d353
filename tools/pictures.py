"""Draw the pictures of docs/pictures: `python tools/pictures.py --write`.

`mujo.svg` writes the SVG files. `rsvg-convert` (Debian: librsvg2-bin) converts the PNG files from SVG.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from mujo import Board, svg

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def board_after_a_move() -> str:
    """Return a board of maka dai dai shogi with its first move marked."""
    board = Board(rules="maka")
    move = board.push("10n10m")
    return svg.board(board, last_move=move)


#: File names without their ending, and what draws each.
DIAGRAMS: dict[str, Callable[[], str]] = {
    "power-slide": lambda: svg.moves("R", "maka", size=420),
    "power-leap": lambda: svg.moves("KR", "maka", size=420),
    "power-hook": lambda: svg.moves("HM", "maka", size=420),
    "power-hook-peacock": lambda: svg.moves("PC", "tai", size=420),
    "power-lion": lambda: svg.moves("LN", "maka", size=420),
    "power-line-lion": lambda: svg.moves("LD", "maka", size=420),
    "power-falcon": lambda: svg.moves("HF", "tai", size=420),
    "power-emperor": lambda: svg.moves("E", "tai", size=420),
    "power-teaching-king": lambda: svg.moves("TK", "maka", size=420),
    "power-buddhist-spirit": lambda: svg.moves("BSP", "maka", size=420),
    "power-general": lambda: svg.moves("GG", "tenjiku", size=420),
    "power-demon": lambda: svg.moves("FI", "tenjiku", size=420),
    "power-tetrarch": lambda: svg.moves("HT", "tenjiku", size=420),
    "power-sweep": lambda: svg.moves("GG", "taikyoku", size=420),
    "power-hop": lambda: svg.moves("GO", "taikyoku", size=420),
    "power-onward": lambda: svg.moves("WO", "taikyoku", size=420),
}
#: The same for PNG files, with their width in pixels.
RASTERS: dict[str, tuple[Callable[[], str], int]] = {
    "board": (board_after_a_move, 800),
    "mnemonic": (lambda: svg.board(Board(rules="chu"), style=svg.PieceStyle("mnemonic")), 600),
    "lion-dog": (lambda: svg.moves("LD", "maka"), 480),
    "sheet-chu": (lambda: svg.sheet("chu"), 1000),
    "capricorn": (lambda: svg.moves("CA", "tai"), 480),
    "howling-dog": (lambda: svg.moves("HD", "tai"), 480),
}


def write_all() -> None:
    """Write every picture."""
    for name, draw in DIAGRAMS.items():
        (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8")
    converter = shutil.which("rsvg-convert")
    if converter is None:
        raise SystemExit("rsvg-convert is missing: the SVG files are written, the PNG files are not")
    for name, (draw, width) in RASTERS.items():
        command = [converter, "--width", str(width), "--output", str(FOLDER / f"{name}.png")]
        subprocess.run(command, input=draw(), encoding="utf-8", check=True)


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", required=True, help="write the files")
    parser.parse_args()
    write_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
