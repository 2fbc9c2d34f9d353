"""Both engines in the same games: random ones, and fixed ones in which every rule must come up."""

from __future__ import annotations

import pytest
from hypothesis.stateful import run_state_machine_as_test

from cross.state_machine import EnginesSideBySide
from cross.steps import SEEN, fixed_run
from cross.tags import EXPECTED


def test_engines_side_by_side() -> None:
    run_state_machine_as_test(EnginesSideBySide)


@pytest.mark.parametrize(
    ("seed", "times"), [(1, 10), pytest.param(3, 100, marks=[pytest.mark.long, pytest.mark.timeout(3600)])]
)
def test_every_rule_comes_up_and_the_engines_agree(seed: int, times: int) -> None:
    """Games from the positions that were made for one rule each, until each tag has been seen this often."""
    SEEN.clear()
    fixed_run(seed, 10_000, EXPECTED, times)
    print(dict(SEEN.most_common()))
    assert {tag: SEEN[tag] for tag in EXPECTED if SEEN[tag] < times} == {}
