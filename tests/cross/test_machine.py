"""The engines side by side: a random run of the profile, and a fixed one that must see everything."""

from __future__ import annotations

from hypothesis.stateful import run_state_machine_as_test

from cross.machine import EnginesSideBySide
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
