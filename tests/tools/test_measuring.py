"""The measuring scripts: their tables, and what they refuse. No test here depends on a time."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import mujo

ROOT = Path(__file__).parents[2]
PATH = "{http://www.w3.org/2000/svg}path"


def script(path: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load a script by its path, with its neighbours in reach."""
    monkeypatch.syspath_prepend(str((ROOT / path).parent))
    spec = importlib.util.spec_from_file_location(f"loaded_{Path(path).stem}", ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def measure(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return script("tools/measure.py", monkeypatch)


def test_best_of_rounds(measure: ModuleType) -> None:
    rounds = [{"list_full": 3.0, "made": 50.0}, {"list_full": 2.0, "made": 40.0}, {"empty": 9.0}]
    assert measure.better(rounds) == {"list_full": 2.0, "made": 50.0, "empty": 9.0}


def test_every_figure_is_a_time_or_a_rate_on_both_sides(measure: ModuleType) -> None:
    directions: dict[str, bool] = {}
    for bar in measure.TABLE:
        for name in (bar.ours, bar.theirs):
            assert directions.setdefault(name, bar.less) == bar.less, name
    assert len({bar.what for bar in measure.TABLE}) == len(measure.TABLE)


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [(2.0, 1.0, "goal"), (2.5, 1.0, "bar"), (3.5, 1.0, "**missed**")],
)
def test_verdicts_where_less_is_better(measure: ModuleType, ours: float, theirs: float, verdict: str) -> None:
    (line,) = [line for line in measure.lines({"push_pop": ours, "nothing": theirs}) if "do nothing" in line]
    assert line.endswith(f"| {ours / theirs:.3g} | at most 3 | 2 | {verdict} |")


@pytest.mark.parametrize(("ours", "verdict"), [(9.5, "goal"), (7.0, "bar"), (6.0, "**missed**")])
def test_verdicts_where_more_is_better(measure: ModuleType, ours: float, verdict: str) -> None:
    *_, line = measure.lines({"made": ours, "probe_made": 10.0})
    assert line.endswith(f"| at least 0.65 | 0.9 | {verdict} |")


def test_differences_and_large_ratios(measure: ModuleType) -> None:
    found = {"call_1": 21.5, "core_1": 1.0, "counted_two": 500000.0, "reference": 10.0}
    table = list(measure.lines(found))
    assert len(table) == 2 + 2
    assert "| 50000 | at least 2000 |  | bar |" in table[2]
    assert "| +20.50 us | at most 20 |  | **missed** |" in table[3]


def test_a_commit_is_compared_with_this_tree(measure: ModuleType) -> None:
    """A longer time and a lower rate are worse; of a difference both sides count."""
    new = {"list_full": 2.1, "playouts": 80.0, "call_1": 11.0, "core_1": 1.0, "import": 3.0}
    old = {"list_full": 2.0, "playouts": 100.0, "call_1": 9.0, "core_1": 1.0}
    _, _, *rows = measure.comparison(new, old, "abc")
    assert [row.rpartition(" | ")[2] for row in rows] == ["+5.0% |", "+25.0% |", "+25.0% |"]


def test_the_table_goes_between_the_marks(measure: ModuleType) -> None:
    page = f"before\n{measure.BEGIN}\nold\n{measure.END}\nafter\n"
    once = measure.insert(page, "new")
    assert once == f"before\n{measure.BEGIN}\nnew\n{measure.END}\nafter\n"
    assert measure.insert(once, "new") == once
    with pytest.raises(SystemExit):
        measure.insert("no marks", "new")


def test_the_page_has_the_marks(measure: ModuleType) -> None:
    page = (ROOT / "docs" / "explanation" / "benchmarks.md").read_text(encoding="utf-8")
    assert measure.BEGIN in page.partition(measure.END)[0]


def test_conditions_name_what_figures_depend_on(measure: ModuleType) -> None:
    verdict = measure.conditions(5, "0.1 and 0.9")
    assert "best of 5 rounds" in verdict
    assert "0.1 and 0.9" in verdict
    assert "Python 3." in verdict
    assert str(ROOT) not in verdict


def test_instructions_are_read_from_the_output_of_callgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = script("tools/instructions.py", monkeypatch)
    assert tool.collected("==1== Events    : Ir\n==1== Collected : 6945525\n==1==") == 6945525
    with pytest.raises(SystemExit):
        tool.collected("==1== Collected : 0\n")


def test_a_missing_valgrind_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = script("tools/instructions.py", monkeypatch)
    monkeypatch.setattr(sys, "argv", ["instructions.py"])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="valgrind is not installed"):
        tool.main()


def test_the_last_artifact_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    building = script("tools/building.py", monkeypatch)
    lines = [
        '{"reason":"compiler-artifact","target":{"name":"measure"},"filenames":["a"],"executable":null}',
        '{"reason":"compiler-artifact","target":{"name":"measure"},"filenames":["b"],"executable":"b"}',
        '{"reason":"compiler-artifact","target":{"name":"_core"},"filenames":["x.rlib","lib_core.so"],"executable":null}',
        '{"reason":"build-finished","success":true}',
    ]
    assert building.artifact("\n".join(lines), "measure", program=True) == Path("b")
    assert building.artifact("\n".join(lines), "_core") == Path("lib_core.so")
    with pytest.raises(SystemExit):
        building.artifact(lines[3], "_core")


def test_a_debug_build_is_refused(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    conftest = script("benches/conftest.py", monkeypatch)
    monkeypatch.setattr(mujo, "build_profile", lambda: "debug")
    with pytest.raises(pytest.UsageError, match="debug build"):
        conftest.pytest_configure(request.config)
    boundary = script("tools/measure_boundary.py", monkeypatch)
    with pytest.raises(SystemExit, match="release"):
        boundary.main()


def test_measuring_methods_are_not_shipped() -> None:
    assert not [name for name in dir(mujo.Board) if "nothing" in name]
    assert not hasattr(mujo._core, "perft_many_times")


def test_the_best_block_of_each_side_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    boundary = script("tools/measure_boundary.py", monkeypatch)
    ticks = iter([0.0, 4.0, 4.0, 5.0, 5.0, 7.0, 7.0, 10.0])
    assert boundary.best(lambda: 2, lambda: 1, clock=lambda: next(ticks), blocks=2) == [1.0, 1.0]


def test_the_plot_of_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    plot = script("tools/plot_lists.py", monkeypatch)
    boards = plot.positions("chu", 1, 40, 1)
    points = plot.measure(boards, 1)
    assert points[0].pieces == 92
    assert all(point.microseconds > 0 for point in points)
    picture = ElementTree.fromstring(plot.svg({"chu": points, "maka": [plot.Point(30, 1.0), plot.Point(60, 2.0)]}))
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"chu", "maka", "pieces on the board", "microseconds a list"} <= set(words)
    (dots,) = (
        path.get("d") for path in picture.iter(PATH) if path.get("stroke") == plot.SETS["maka"] and path.get("opacity")
    )
    (x, y), (x_twice, y_twice) = ((float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)h0", dots or ""))
    left, bottom = plot.LEFT, plot.HEIGHT - plot.BOTTOM
    assert x > left
    assert x_twice - left == pytest.approx(2 * (x - left), abs=0.2), "twice the pieces"
    assert bottom - y_twice == pytest.approx(2 * (bottom - y), abs=0.2), "twice the time"
    assert plot.means([plot.Point(24, 1.0), plot.Point(26, 3.0), plot.Point(40, 5.0)]) == [(25, 2.0), (40, 5.0)]
    assert plot.table({"chu": [plot.Point(24, 1.0)]}).splitlines()[-1] == "| chu | 24 | 1.00 |"
    assert plot.steps(3.9) == [0, 1, 2, 3, 4]


CALLGRIND = """fl=(1) here/rust/core/src/movegen/legal.rs
fn=(1) mujo_core::movegen::legal::legal_moves
10 5
+2 7
fi=(2) there/library/core/src/cmp.rs
30 11
fe=(1)
12 1
cfi=(3) here/rust/core/src/movegen/hook.rs
cfn=(2) mujo_core::movegen::hook::moves
calls=2 40
12 900

fl=(3)
fn=(2)
40 100
"""


def test_instructions_by_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function's own instructions count for its file; those of its callees do not."""
    instructions = script("tools/instructions.py", monkeypatch)
    found = instructions.by_file(CALLGRIND)
    assert {path.rpartition("/src/")[2]: count for path, count in found.items()} == {
        "movegen/legal.rs": 13,
        "cmp.rs": 11,
        "movegen/hook.rs": 100,
    }


def test_commits_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    compare = script("tools/compare_commits.py", monkeypatch)
    found = {"a": dict.fromkeys(compare.MODES, 4.0), "b": dict.fromkeys(compare.MODES, 2.0)}
    head, rule, *rows = compare.table(found, ["a", "b"])
    assert head.count("|") == rule.count("|") == rows[0].count("|") == 5
    assert len(rows) == len(compare.MODES)
    assert all(row.endswith("| 0.50 |") for row in rows)
