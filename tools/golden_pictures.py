#!/usr/bin/env python3
"""Take the move diagrams out of the two encyclopedia texts and write them to ``tests/golden``.

    python tools/golden_pictures.py FOLDER [--out tests/golden]

FOLDER holds ``tai-es.txt`` (tai shogi, Spanish) and ``maka-ro.txt`` (maka dai dai and hishigata shogi, Romanian). The
script knows nothing of mujo. It writes one file for each picture, ``tests/golden/GAME/TYPE[.READING][-COPY].txt``:
header lines that begin with ``#`` (type, reading, source file and line, heading), an empty line, then the rows of the
picture exactly as the text has them. Set-up diagrams become ``setup-NAME.txt``.

What the symbols mean, after the keys of the two texts:

======  ===========================================================================================================
``○``   the piece may go here along the line, by a step or as part of a slide of limited length; pieces between stop it
``☆``   it may leap here over anything. Beside ``!`` it may also come here by several steps, taking on the way: the
        two stars of the keys differ by colour only, and colour is lost
``!``   a step here with the power of a lion: it may take here and stay at home (igui), or take here and go on
``│─``  a slide of any length along a file or a rank
``╲╱``  a slide of any length along a diagonal (``＼／`` in the maka text)
``╳┼``  the same, and on an empty square the piece may turn by 90 degrees (``✕┼`` in the maka text). In the tai text
        plain lines that lead away from such squares show the way after the turn; squares where two of them would
        cross are left blank
``∞``   any square of the board
======  ===========================================================================================================

A kanji stands where the piece stands. Pictures are 3, 7, 9 or 11 squares wide. In the tai text a square is one
character, in the maka text two (the second a space); spaces, many of them no-break spaces, are unreliable at the
end of a row. A centre of two kanji
is broken over two or three lines in places, or stands in one row and makes it one character longer.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

SYMBOLS = set("○☆!│─╲╱╳┼∞＼／✕")
KANJI = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
SOURCES = {"tai": "tai-es.txt", "maka": "maka-ro.txt"}

KINDS: dict[str, dict[str, str]] = {
    "tai": {
        "E": "自在天王", "CP": "太子", "HM": "鉤行", "LO": "天狗", "CA": "摩𩹄", "PC": "孔雀", "SE": "飛鷲",
        "HF": "角鷹", "Q": "奔王", "RB": "行鳥", "FR": "奔鬼", "FT": "奔獏", "WB": "水牛", "FO": "飛牛", "SO": "兵士",
        "DK": "龍王", "DH": "龍馬", "LN": "獅子", "SC": "走車", "R": "飛車", "B": "角行", "WH": "白駒", "W": "鯨鯢",
        "SB": "前旗", "VS": "朱雀", "TS": "玄武", "BD": "青龍", "WT": "白虎", "RC": "右車", "LC": "左車",
        "SI": "横龍", "D": "鳩槃", "SD": "夜叉", "GO": "金翅", "GD": "大龍", "WE": "白象", "LD": "狛犬", "WR": "力士",
        "GG": "金剛", "BU": "羅刹", "GL": "金鹿", "SV": "銀兎", "FE": "猛鷲", "OK": "古鵄", "VO": "猛牛",
        "FD": "飛龍", "OR": "老鼠", "EN": "変狸", "FH": "馬麟", "PR": "踊鹿", "VB": "猛熊", "SM": "横行",
        "VM": "竪行", "RV": "反車", "PH": "鳳凰", "KR": "麒麟", "PS": "毒蛇", "NB": "北狄", "SU": "南蛮",
        "EB": "東夷", "WS": "西戎", "BB": "盲熊", "DE": "酔象", "NK": "近王", "BT": "盲虎", "BM": "盲猿",
        "FL": "猛豹", "RD": "臥龍", "CC": "淮鶏", "OM": "古猿", "EW": "悪狼", "AB": "嗔猪", "CS": "猫刄",
        "CO": "蟠蛇", "DV": "提婆", "DS": "無明", "RG": "右将", "LG": "左将", "G": "金将", "S": "銀将", "C": "銅将",
        "T": "瓦将", "I": "鉄将", "WO": "木将", "SG": "石将", "EA": "土将", "GB": "仲人", "N": "桂馬", "HD": "𠵇犬",
        "DO": "驢馬", "RS": "羊兵", "L": "香車", "P": "歩兵", "TK": "教王", "BS": "法性", "FF": "奮迅", "GE": "大象",
        "WZ": "仙鶴", "MW": "山母", "FG": "香象", "SQ": "方行",
    },
    "maka": {
        "K": "玉将", "DV": "提婆", "DS": "無明", "G": "金将", "S": "銀将", "C": "銅将", "I": "鉄将", "T": "瓦将",
        "ST": "石将", "E": "土将", "L": "香車", "DE": "酔象", "BT": "盲虎", "FL": "猛豹", "CO": "蟠蛇", "RD": "臥龍",
        "CC": "淮鶏", "OM": "古猿", "CS": "猫刄", "RV": "反車", "LN": "獅子", "KR": "麒麟", "PH": "鳳凰",
        "EW": "悪狼", "BB": "盲熊", "AB": "嗔猪", "OR": "老鼠", "LD": "狛犬", "W": "力士", "GG": "金剛", "BD": "羅刹",
        "SD": "夜叉", "FD": "飛龍", "VO": "猛牛", "N": "桂馬", "DN": "驢馬", "Q": "奔王", "CA": "摩𩹄", "HM": "鉤行",
        "DK": "龍王", "DH": "龍馬", "B": "角行", "VM": "竪行", "SF": "横飛", "SM": "横行", "LC": "左車", "RC": "右車",
        "R": "飛車", "P": "歩兵", "GB": "仲人", "EM": "自在天王", "TK": "教王", "BSP": "法性", "FGO": "奔金",
        "FSI": "奔銀", "FCO": "奔銅", "FIR": "奔鉄", "FTI": "奔瓦", "FST": "奔石", "FEA": "奔土", "PR": "王子",
        "FT": "奔虎", "FLP": "奔豹", "FSE": "奔蛇", "FDR": "奔龍", "WS": "仙鶴", "MW": "山母", "FC": "奔猫",
        "FF": "奮迅", "GD": "大龍", "GBD": "金翅", "FW": "奔狼", "FBE": "奔熊", "FBO": "奔猪", "BAT": "蝙蝠",
        "FG": "奔人",
    },
}  # fmt: skip
"""Kanji as the headings write them."""

SHARED = {"tai": [("EA", "GB")], "maka": [("E", "GB"), ("FEA", "FG")]}
"""Two types that move alike and have one picture, headed with both names."""

READINGS: dict[tuple[str, str], list[str]] = {
    ("maka", "LD"): ["line", "limited"],
    ("maka", "FF"): ["limited", "liondog"],
    ("maka", "FDR"): ["sz", "srz"],
    ("maka", "FW"): ["sz", "srz"],
}
"""Types with several pictures under one heading, and what the line above or below each says it is."""

HEADING_WITHOUT_KANJI = {"Robă de măgar": "DN"}


@dataclass
class Picture:
    """One block of rows, with the heading above it."""

    line: int
    rows: list[str]
    heading: str = ""
    types: list[str] = field(default_factory=list)

    @property
    def kanji(self) -> str:
        """Return the kanji in the picture, in reading order."""
        return "".join(KANJI.findall("\n".join(self.rows)))


def is_row(line: str) -> bool:
    """Tell whether a line of text can be a row of a picture."""
    if not line.strip():
        return len(line) >= 3
    return all(c in SYMBOLS or c.isspace() or KANJI.match(c) for c in line)


def find_pictures(text: str) -> list[Picture]:
    """Return the move diagrams of a text in order, each with its heading."""
    found: list[Picture] = []
    heading = ""
    block: list[str] = []
    start = 0
    lines = text.split("\n")
    for number, line in enumerate([*lines, ""], 1):
        if is_row(line):
            if not block:
                start = number
            block.append(line)
            continue
        if block:
            picture = Picture(start, block, heading)
            block = []
            if 1 <= len(picture.kanji) <= 2 and SYMBOLS & set("".join(picture.rows)):
                found.append(picture)
        text_line = line.strip()
        named = KANJI.search(text_line) or any(part in text_line for part in HEADING_WITHOUT_KANJI)
        if named and not text_line.startswith(("•", "↑")) and len(text_line) < 140:
            heading = text_line
    return found


def heading_types(game: str, heading: str) -> list[str]:
    """Return the types a heading names, in order."""
    by_kanji = {kanji: name for name, kanji in KINDS[game].items()}
    places = [(heading.find(kanji), name) for kanji, name in by_kanji.items() if kanji in heading]
    for part, name in HEADING_WITHOUT_KANJI.items():
        if game == "maka" and part in heading:
            places.append((heading.find(part), name))
    return [name for _, name in sorted(places)]


def assign(game: str, pictures: list[Picture]) -> None:
    """Give every picture the types it belongs to: by its kanji, else by its place under the heading."""
    old = {"鐵": "鉄"}
    groups: dict[str, list[Picture]] = {}
    for picture in pictures:
        groups.setdefault(picture.heading, []).append(picture)
    for heading, group in groups.items():
        names = heading_types(game, heading)
        for place, picture in enumerate(group):
            centre = "".join(old.get(c, c) for c in picture.kanji)
            match = [name for name in names if all(c in KINDS[game][name] for c in centre)]
            if centre == "王":
                match = ["K"]
            if not match or len(match) > 1:
                match = names[min(place, len(names) - 1) :][:1]
            picture.types = match
        if len(group) == len(names) and len({tuple(picture.types) for picture in group}) < len(group):
            for name, picture in zip(names, group, strict=True):
                picture.types = [name]
    for picture in pictures:
        for first, second in SHARED[game]:
            if first in picture.types:
                picture.types = [first, second]


def write_pictures(game: str, pictures: list[Picture], source: str, out: Path) -> list[Path]:
    """Write one file for each picture and type."""
    written: list[Path] = []
    copies: dict[str, int] = {}
    for picture in pictures:
        for name in picture.types:
            count = copies.get(name, 0)
            copies[name] = count + 1
            names = READINGS.get((game, name))
            reading = names[count] if names and count < len(names) else None
            stem = f"{name}.{reading}" if reading else name if count == 0 else f"{name}-{count + 1}"
            head = [f"# type: {name}"]
            if reading:
                head.append(f"# reading: {reading}")
            head += [f"# source: {source}:{picture.line}", f"# heading: {picture.heading}", ""]
            path = out / game / f"{stem}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join([*head, *picture.rows]) + "\n", encoding="utf-8")
            written.append(path)
    return written


def write_setups(game: str, text: str, source: str, out: Path) -> list[Path]:
    """Write the set-up diagrams: kanji rows of maka and hishigata, letter rows of tai."""
    lines = text.replace("\u00a0", " ").split("\n")
    if game == "tai":
        row = re.compile(r"^ *[A-Z ]{4,}$")
        starts = {"tai": next(i for i, line in enumerate(lines) if re.fullmatch(r" +GB +GB *", line))}
    else:
        row = re.compile(r"^[ \u3400-\u9fff\U00020000-\U0003ffff]+$")
        first = [i for i, line in enumerate(lines) if len(KANJI.findall(line)) == 2 and line.split() == ["仲", "仲"]]
        diamond = [i for i, line in enumerate(lines) if line.split()[:2] == ["横", "左"]]
        starts = {"maka": first[0], "hishigata": diamond[0]}
    written: list[Path] = []
    for name, begin in starts.items():
        end = begin
        while row.match(lines[end]):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
        rows = lines[begin:end]
        head = [f"# setup: {name}", f"# source: {source}:{begin + 1}", ""]
        path = out / game / f"setup-{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
        written.append(path)
    return written


def main(arguments: list[str] | None = None) -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description="take the move diagrams out of the two texts")
    parser.add_argument("folder", type=Path, help="folder with tai-es.txt and maka-ro.txt")
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[1] / "tests" / "golden")
    options = parser.parse_args(arguments)
    for game, source in SOURCES.items():
        text = (options.folder / source).read_text(encoding="utf-8")
        pictures = find_pictures(text)
        assign(game, pictures)
        written = write_pictures(game, pictures, source, options.out) + write_setups(game, text, source, options.out)
        drawn = {name for picture in pictures for name in picture.types}
        missing = sorted(set(KINDS[game]) - drawn)
        print(f"{game}: {len(pictures)} pictures, {len(written)} files, no picture of: {', '.join(missing) or '-'}")
        for picture in pictures:
            if not picture.types:
                print(f"  {source}:{picture.line} belongs to no type: {picture.heading}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
