"""Give damaged records to every reader of records, for a time.

    python tools/fuzz_records.py --seconds 600 --seed 1

Whatever the text, a reader returns games and faults or raises `MujoError`, within a second of processor time. The texts
are written games, cut, repeated, joined and with signs of the formats put in. Texts that break the promise are kept in
the folder of ``--keep``. Prints how many texts each reader was given.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from mujo import Board, MujoError, rule_set_names
from mujo.record import LOSSLESS, Format, format_game, record_of, scan_stream

#: Most characters of a text.
LONGEST = 4000
#: Processor seconds that a text may take.
MOST_SECONDS = 1.0
#: Pieces of text that mean something to one of the readers.
SIGNS = [
    *"{}()[];%*$!?.\"\\\n\r\t :,=+-/'|　（）←：　",
    *("1. ", "1... ", '[Rules "', '[FEN "', "規則：", "変化：", "手合割：", "まで", "投了", "同　", "成", "不成", "打"),
    *(
        "position sfen ",
        " moves ",
        "startpos",
        '{"',
        '":',
        "null",
        "\\u0000",
        "1e999",
        "\x1b",
        "\x85",
        "\u2028",
        "\ufeff",
    ),
]


def written_games(stream: random.Random) -> dict[Format, list[str]]:
    """Write random games of all rule sets in every format."""
    texts: dict[Format, list[str]] = {form: [] for form in Format}
    for name in rule_set_names():
        board = Board(rules=name)
        for _ in range(stream.randrange(12)):
            board.push(stream.choice(list(board.legal_moves)))
        game = record_of(board)
        for form in LOSSLESS:
            texts[form].append(format_game(game, form))
    texts[Format.XBOARD] = texts[Format.PGN]
    return texts


def damaged(text: str, others: Iterable[str], stream: random.Random) -> str:
    """Return the text with some changes."""
    for _ in range(stream.choice([1, 1, 2, 4, 8])):
        start, end = sorted(stream.randrange(len(text) + 1) for _ in range(2))
        match stream.randrange(7):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + stream.choice(SIGNS) * stream.choice([1, 1, 2, 50]) + text[start:]
            case 2:
                text = text[:start] + text[start : min(end, start + 60)] * stream.choice([2, 3, 20]) + text[end:]
            case 3:
                other = stream.choice(list(others))
                at = stream.randrange(len(other) + 1)
                text = text[:start] + other[at : at + stream.randrange(200)] + text[start:]
            case 4:
                text = (
                    text[:start]
                    + chr(stream.choice([stream.randrange(128), stream.randrange(0x3000, 0x9FFF)]))
                    + text[start + 1 :]
                )
            case 5:
                text = text[:start] + str(stream.randrange(10 ** stream.randrange(1, 30))) + text[start:]
            case _:
                lines = text.splitlines(keepends=True)
                stream.shuffle(lines)
                text = "".join(lines)
        text = text[:LONGEST]
    return text


def fault_of(form: Format, text: str) -> str | None:
    """Read a text; return what is wrong with the reader, if anything."""
    began = time.thread_time()
    try:
        for scan in scan_stream(text.splitlines(keepends=True), form):
            if scan.game is not None:
                list(scan.game.moves)
            if scan.fault is not None:
                str(scan.fault.error)
    except MujoError:
        pass
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    seconds = time.thread_time() - began
    return f"{seconds:.1f} s" if seconds > MOST_SECONDS else None


def fuzz(seconds: float, seed: int, keep: Callable[[Format, str, str], None]) -> Counter[Format]:
    """Read damaged texts for a time; return how many each reader was given."""
    stream = random.Random(seed)
    texts = written_games(stream)
    counts: Counter[Format] = Counter()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        form = stream.choice(list(Format))
        # Now and then the text of another format.
        source = texts[form if stream.random() < 0.9 else stream.choice(list(Format))]
        text = damaged(stream.choice(source), source, stream)
        if (fault := fault_of(form, text)) is not None:
            keep(form, text, fault)
        counts[form] += 1
    return counts


def main() -> None:
    """Fuzz and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-records"), help="folder of findings")
    options = parser.parse_args()
    findings = 0

    def keep(form: Format, text: str, fault: str) -> None:
        nonlocal findings
        findings += 1
        options.keep.mkdir(parents=True, exist_ok=True)
        (options.keep / f"{options.seed}-{findings}.{form}").write_text(text, encoding="utf-8", errors="surrogatepass")
        print(f"{form}: {fault}", flush=True)

    counts = fuzz(options.seconds, options.seed, keep)
    print(f"seed {options.seed}: " + ", ".join(f"{form} {count:,}" for form, count in sorted(counts.items())))
    print(f"{counts.total():,} texts, {findings} findings", flush=True)


if __name__ == "__main__":
    main()
