"""Both engines in the same games: random ones, and fixed ones in which every rule must come up."""

from __future__ import annotations

from hypothesis.stateful import run_state_machine_as_test

from cross.state_machine import EnginesSideBySide
from cross.steps import SEEN, fixed_run
from cross.tags import EXPECTED

#: Times that each tag must be seen in the fixed run.
ENOUGH = 50


def test_engines_side_by_side() -> None:
    run_state_machine_as_test(EnginesSideBySide)


def test_nothing_is_missed() -> None:
    SEEN.clear()
    fixed_run(1, 3_000, EXPECTED, ENOUGH)
    print(dict(SEEN.most_common()))
    rare = {tag: SEEN[tag] for tag in EXPECTED if SEEN[tag] < ENOUGH}
    assert not rare, f"seen fewer than {ENOUGH} times: {rare}"
