"""Rule sets of the reference by name, each read from its files once in a run."""

from __future__ import annotations

from functools import cache

import mujo_reference
from mujo_reference import Rules


@cache
def load(name: str) -> Rules:
    """Return a rule set of the reference; games do not change it."""
    return mujo_reference.load(name)
