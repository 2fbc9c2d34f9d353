"""Measure mujo against throw-away yardsticks and print one table: ``python tools/measure.py FOLDER``.

FOLDER holds ``mailbox.rs`` with ``tables.rs``, ``limit_probe.c`` and ``positions-tai-{full,mid,thin,few}.txt``. The
yardsticks, the core's own benchmark and a copy of the package are built without options for the machine at hand, then
all are run in turn, five rounds (``--rounds``); the best figure of each side of each ratio counts. The reference
engine, whose count takes minutes, runs once. ``--write PAGE`` puts the table and the conditions between the marks of
that page. ``--against COMMIT`` builds that commit's benchmark and package too, runs them in the same rounds, and adds a
table of both. Run it on an idle machine; ``--cpu N`` keeps single-threaded work on one processor.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
import generated_page
from building import ROOT, benchmark, checkout, package, run, yardsticks

KINDS = ("full", "mid", "thin", "few")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"

PARTS = ("core", "python", "threads", "processes", "reference")

Figures = dict[str, float]


class Bar(NamedTuple):
    """One line of the table: a name, the two figures it divides, and the bar for their ratio."""

    what: str
    unit: str
    ours: str
    theirs: str
    bar: float
    goal: float | None = None
    #: Whether less is better.
    less: bool = True
    #: Whether the figures are subtracted instead.
    difference: bool = False


TABLE = [
    *(
        Bar(f"list of legal moves, `{kind}`, of the mailbox", "us", f"list_{kind}", f"mailbox_{kind}", bar, goal)
        for kind, bar, goal in zip(KINDS, (0.45, 0.55, 0.6, 0.6), (0.35, 0.4, 0.5, 0.5), strict=True)
    ),
    Bar("tai perft(2), every node made, of the probe", "M nodes/s", "made", "probe_made", 0.65, 0.9, less=False),
    Bar("tai perft(3), last ply counted, of the probe", "M nodes/s", "counted", "probe_counted", 3.5, 6, less=False),
    Bar("make + unmake with key and history, start, of the probe", "ns", "make_start", "probe_make_start", 3, 2),
    Bar("make + unmake with key and history, `mid`, of the probe", "ns", "make_mid", "probe_make_mid", 4, 2),
    Bar(
        "random games of 300 plies at most, of the probe", "k plies/s", "playouts", "probe_playouts", 2.5, 5, less=False
    ),
    Bar("list with 200 quiet plies behind it, of one without", "us", "list_history", "list_fresh", 1.3, 1.1),
    Bar("tai perft(2), of the reference", "k nodes/s", "counted_two", "reference", 2000, less=False),
    Bar("call of `perft(1)`, more than the core", "us", "call_1", "core_1", 20, difference=True),
    Bar("call of `perft(2)`, more than the core", "us", "call_2", "core_2", 20, difference=True),
    Bar("`push` + `pop`, `full`, of two methods that do nothing", "ns", "push_pop", "nothing", 3, 2),
    Bar("`list(board.legal_moves)`, of as many floats", "us", "list_python", "floats", 2),
    Bar("two threads, perft, of one", "M nodes/s", "perft_two", "perft_one", 1.8, less=False),
    Bar("two threads, random games, of one", "k plies/s", "plies_two", "plies_one", 1.8, less=False),
    Bar("`import mujo`, of an empty process", "ms", "import", "empty", 2, 1.5),
    Bar("compiling tai, of an empty process", "ms", "compile", "empty", 0.1),
]


def better(figures: Iterable[Figures]) -> Figures:
    """Take the best of each figure over rounds: the most of rates, the least of times."""
    most = {name for bar in TABLE if not bar.less for name in (bar.ours, bar.theirs)}
    found: Figures = {}
    for round_ in figures:
        for name, value in round_.items():
            found[name] = (max if name in most else min)(found.get(name, value), value)
    return found


def verdict(bar: Bar, ratio: float) -> str:
    """Say whether a ratio meets goal, bar or neither."""
    sign = 1 if bar.less else -1
    if bar.goal is not None and sign * ratio <= sign * bar.goal:
        return "goal"
    return "bar" if sign * ratio <= sign * bar.bar else "**missed**"


def lines(found: Figures) -> Iterator[str]:
    """Write the table; lines whose figures were not measured are left out."""
    yield "| what | unit | ours | yardstick | ratio | bar | goal | meets |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for bar in TABLE:
        if bar.ours not in found or bar.theirs not in found:
            continue
        ours, theirs = found[bar.ours], found[bar.theirs]
        ratio = ours - theirs if bar.difference else ours / theirs
        shown = f"{ratio:+.2f} us" if bar.difference else f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"
        sign = "at most" if bar.less else "at least"
        goal = "" if bar.goal is None else f"{bar.goal:g}"
        yield (
            f"| {bar.what} | {bar.unit} | {ours:.4g} | {theirs:.4g} | {shown} | {sign} {bar.bar:g} | {goal} "
            f"| {verdict(bar, ratio)} |"
        )
    if "push_pop_searched" in found:
        yield ""
        yield f"`push` + `pop` of a move that is not from the board's own list: {found['push_pop_searched']:.4g} ns."


def comparison(found: Figures, old: Figures, commit: str) -> Iterator[str]:
    """Write the figures of this tree beside those of another commit; a change for the worse has a plus."""
    yield f"| what | unit | {commit} | this tree | worse by |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for bar in TABLE:
        names = (bar.ours, bar.theirs) if bar.difference else (bar.ours,)
        if any(name not in figures for name in names for figures in (found, old)):
            continue
        before, after = ((f[bar.ours] - f[bar.theirs]) if bar.difference else f[bar.ours] for f in (old, found))
        what = bar.what.split(", of ")[0]
        worse = after / before - 1 if bar.less else before / after - 1
        yield f"| {what} | {bar.unit} | {before:.4g} | {after:.4g} | {worse:+.1%} |"


def last_line(text: str) -> Figures:
    """Read the last JSON line that a program printed."""
    found: Figures = json.loads(text.strip().splitlines()[-1])
    return found


def core_round(folder: Path, mailbox: Path, probe: Path, ours: Path) -> Figures:
    """Measure the core and its yardsticks once, in turn."""
    found: Figures = {}
    for kind in KINDS:
        positions = folder / f"positions-tai-{kind}.txt"
        found[f"mailbox_{kind}"] = last_line(run(mailbox, positions, "60"))["us_per_list"]
        found[f"list_{kind}"] = last_line(run(ours, "lists", positions))["us_per_list"]
    start, middle = (json.loads(line) for line in run(probe).strip().splitlines())
    found["probe_made"] = start["perft_made_nodes_per_s"] / 1e6
    found["made"] = last_line(run(ours, "made"))["nodes_per_s"] / 1e6
    found["probe_counted"] = start["perft_counted_nodes_per_s"] / 1e6
    found["counted"] = last_line(run(ours, "counted"))["nodes_per_s"] / 1e6
    found["probe_make_start"], found["probe_make_mid"] = start["make_unmake_ns"], middle["make_unmake_ns"]
    found["make_start"] = last_line(run(ours, "make"))["ns"]
    found["make_mid"] = last_line(run(ours, "make", folder / "positions-tai-mid.txt"))["ns"]
    found["probe_playouts"] = start["playout_plies_per_s"] / 1e3
    found["playouts"] = last_line(run(ours, "playouts"))["plies_per_s"] / 1e3
    quiet = last_line(run(ours, "repetition"))
    found["list_history"], found["list_fresh"] = quiet["us_per_list"], quiet["us_per_list"] / quiet["ratio"]
    return found


def process_seconds(*words: str, env: dict[str, str]) -> float:
    """Run a process to its end; return its processor time, or the time by the clock where that cannot be had."""
    began = time.perf_counter()
    if not hasattr(os, "wait4"):
        subprocess.run([sys.executable, *words], env=env, check=True)
        return time.perf_counter() - began
    child = os.posix_spawn(sys.executable, [sys.executable, *words], env)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"python {' '.join(words)} failed")
    return usage.ru_utime + usage.ru_stime


def process_round(env: dict[str, str], times: int = 20) -> Figures:
    """Alternate empty processes, such that import mujo, and such that compile tai too."""
    compiling = (
        "import mujo, time; began = time.process_time(); mujo.RuleSet('tai'); print(time.process_time() - began)"
    )
    rounds = []
    for _ in range(times):
        empty = process_seconds("-c", "pass", env=env)
        imported = process_seconds("-c", "import mujo", env=env)
        compiled = float(run(sys.executable, "-c", compiling, env=env))
        rounds.append({"empty": empty * 1e3, "import": imported * 1e3, "compile": compiled * 1e3})
    return better(rounds)


def python_round(tree: Path, positions: Path, env: dict[str, str]) -> Figures:
    """Measure the Python API of a tree once."""
    script = tree / "tools" / "measure_boundary.py"
    found = last_line(run(sys.executable, script, positions, env=env))
    names = {"list_us": "list_python", "floats_us": "floats"}
    return {names.get(name, name.rsplit("_", 1)[0]): value for name, value in found.items()}


def threads_round(tree: Path, positions: Path, env: dict[str, str]) -> Figures:
    """Measure two threads of a tree against one once."""
    script = tree / "tools" / "measure_boundary.py"
    found = last_line(run(sys.executable, script, positions, "threads", env=env))
    scale = {"perft": 1e6, "plies": 1e3}
    return {name.removesuffix("_per_s"): value / scale[name.split("_")[0]] for name, value in found.items()}


def reference(env: dict[str, str]) -> Figures:
    """Count perft(2) of tai by the reference, once, and by the core, which must agree."""
    code = (
        "import json, time, mujo\n"
        "from mujo_reference import Game\n"
        "def timed(work):\n"
        "    began = time.process_time()\n"
        "    nodes = work()\n"
        "    return nodes, time.process_time() - began\n"
        "board, game = mujo.Board(), Game(rules='tai')\n"
        "nodes, ours = min((timed(lambda: board.perft(2)) for _ in range(25)), key=lambda pair: pair[1])\n"
        "again, theirs = timed(lambda: game.perft(2))\n"
        "assert nodes == again, (nodes, again)\n"
        "print(json.dumps({'counted_two': nodes / ours / 1e3, 'reference': nodes / theirs / 1e3}))\n"
    )
    return last_line(run(sys.executable, "-c", code, env=env))


def first_line(*command: str) -> str:
    """Return the first line that a command prints, or nothing if there is no such command."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return (done.stdout.splitlines() or [""])[0]


def processor() -> str:
    """Name the processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def conditions(rounds: int, load: str) -> str:
    """Describe the machine, the commit and the tools."""
    changed = " with changes" if first_line("git", "status", "--porcelain", "--untracked-files=no") else ""
    parts = [
        f"{processor()}, {os.cpu_count()} processors, {platform.system()} {platform.release()}",
        f"commit {first_line('git', 'rev-parse', '--short=12', 'HEAD')}{changed}",
        first_line("rustc", "--version"),
        first_line("gcc", "--version"),
        f"Python {platform.python_version()}",
        f"best of {rounds} rounds, {datetime.now(tz=UTC):%Y-%m-%d %H:%M} UTC, load before and after {load}",
    ]
    return "Measured by `tools/measure.py`: " + "; ".join(line for line in parts if line) + "."


def insert(page: str, text: str) -> str:
    """Put a text between the marks of a page."""
    return generated_page.replace_between(page, BEGIN, END, text)


def load() -> str:
    """Return the load of the machine."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


@contextlib.contextmanager
def kept_on(cpu: int | None) -> Iterator[None]:
    """Keep this process and its children on one processor, where the system can."""
    if cpu is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


class Build(NamedTuple):
    """A checkout, its benchmark, and the environment that imports its package."""

    tree: Path
    core: Path
    env: dict[str, str]


def build(tree: Path, scratch: Path) -> Build:
    """Build the benchmark and the package of a checkout."""
    return Build(tree, benchmark(tree), {**os.environ, "PYTHONPATH": str(package(scratch, tree))})


def measured_round(
    built: Build, folder: Path, sticks: tuple[Path, Path], skip: Iterable[str], cpu: int | None
) -> Iterator[Figures]:
    """Measure all parts that are not skipped once."""
    positions = folder / "positions-tai-full.txt"
    with kept_on(cpu):
        if "core" not in skip:
            yield core_round(folder, *sticks, built.core)
        if "python" not in skip:
            yield python_round(built.tree, positions, built.env)
        if "processes" not in skip:
            yield process_round(built.env)
    if "threads" not in skip:
        yield threads_round(built.tree, positions, built.env)


def main() -> None:
    """Measure, print the table, and write it into a page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder of the yardsticks")
    parser.add_argument("--rounds", type=int, default=5, help="default: 5")
    parser.add_argument("--cpu", type=int, help="processor for single-threaded work")
    parser.add_argument("--skip", nargs="*", default=[], choices=PARTS)
    parser.add_argument("--against", metavar="COMMIT", help="measure this commit in the same rounds")
    parser.add_argument("--write", type=Path, help="page that holds the marks of the table")
    words = parser.parse_args()
    folder = words.folder.resolve()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        scratch = Path(name)
        sticks, before = yardsticks(folder, scratch), load()
        builds = [build(ROOT, scratch)]
        if words.against:
            builds.append(build(stack.enter_context(checkout(words.against, scratch)), scratch))
        rounds: list[list[Figures]] = [[] for _ in builds]
        for number in range(words.rounds):
            print(f"round {number + 1} of {words.rounds}", file=sys.stderr, flush=True)
            for built, figures in zip(builds, rounds, strict=True):
                figures.extend(measured_round(built, folder, sticks, words.skip, words.cpu))
        if "reference" not in words.skip:
            print("the reference, once", file=sys.stderr, flush=True)
            with kept_on(words.cpu):
                rounds[0].append(reference(builds[0].env))
        found, *others = (better(figures) for figures in rounds)
        text = conditions(words.rounds, f"{before} and {load()}") + "\n\n" + "\n".join(lines(found))
    print(text)
    for old in others:
        print("\n" + "\n".join(comparison(found, old, words.against)))
    if words.write:
        words.write.write_text(insert(words.write.read_text(encoding="utf-8"), text), encoding="utf-8")


if __name__ == "__main__":
    main()
