"""Benchmarks: run them with ``python -m pytest benches --benchmark-enable``. A debug build is refused."""

from __future__ import annotations

import os
import platform
from typing import Any

import pytest

import mujo


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to measure a debug build."""
    if mujo.build_profile() != "release":
        raise pytest.UsageError("this is a debug build: install it with pip, which builds for release")


def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    """Record what a figure depends on beside the machine."""
    machine_info["mujo"] = {
        "version": mujo.__version__,
        "build": mujo.build_profile(),
        "data": mujo.data_digest()[:12],
        "stream": mujo.STREAM_VERSION,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
