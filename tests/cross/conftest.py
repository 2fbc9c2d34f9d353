"""Profiles of Hypothesis: ``MUJO_PROFILE=everyday`` (the default), ``ci`` or ``long``."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

COMMON = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    print_blob=True,
)
PHASES = [phase for phase in Phase if phase is not Phase.explain]
settings.register_profile("everyday", COMMON, max_examples=25, stateful_step_count=12, derandomize=True, phases=PHASES)
settings.register_profile("ci", COMMON, max_examples=200, stateful_step_count=25, phases=PHASES)
settings.register_profile("long", COMMON, max_examples=5_000, stateful_step_count=40, phases=PHASES)
settings.load_profile(os.environ.get("MUJO_PROFILE", "everyday"))
