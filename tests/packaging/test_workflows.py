"""What can be said of the workflows without running them: pins, permissions, needs, versions that other files state."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the workflows are not in the source distribution")


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return found


def steps() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in FILES:
        for name, job in read(path.name)["jobs"].items():
            for step in job["steps"]:
                yield path.name, name, step


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def pythons() -> list[str]:
    """List the versions of Python that the classifiers name, the oldest first."""
    names = project()["project"]["classifiers"]
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", name) for name in names]
    return sorted((match[1] for match in found if match), key=lambda version: int(version.partition(".")[2]))


def test_actions_are_pinned_by_commit_with_their_version() -> None:
    pins: dict[str, set[str]] = {}
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if re.search(r"\buses:", line):
                match = re.search(r"uses: ([\w./-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$", line)
                assert match is not None, f"{path.name}: {line.strip()}"
                pins.setdefault(match[1], set()).add(match[2])
    assert pins
    assert {action: found for action, found in pins.items() if len(found) > 1} == {}


def test_no_permission_is_given_to_all_jobs() -> None:
    for path in FILES:
        workflow = read(path.name)
        assert workflow["permissions"] == {}
        for name, job in workflow["jobs"].items():
            assert "permissions" in job, f"{path.name}: {name}"
            assert name == "release" or "write" not in job["permissions"].values()
            assert job["timeout-minutes"] <= 120


def test_checkouts_keep_no_credentials() -> None:
    checkouts = [step for _, _, step in steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_a_release_needs_every_other_job() -> None:
    jobs = read("wheels.yml")["jobs"]
    assert set(jobs["release"]["needs"]) == set(jobs) - {"release"}
    assert "refs/tags/v" in jobs["release"]["if"]


def test_all_green_needs_every_job_of_a_change() -> None:
    jobs = read("ci.yml")["jobs"]
    assert set(jobs["all-green"]["needs"]) == {name for name, job in jobs.items() if "if" not in job}


def test_only_the_abi3_wheel_is_audited() -> None:
    (audit,) = [step for _, _, step in steps() if "abi3audit" in step.get("run", "")]
    assert audit["if"] == "matrix.abi.name == 'abi3'"
    names = [abi["name"] for abi in read("wheels.yml")["jobs"]["wheel"]["strategy"]["matrix"]["abi"]]
    assert "abi3" in names


def test_the_version_of_maturin_is_fixed_and_allowed() -> None:
    (build,) = [step for _, _, step in steps() if step.get("uses", "").startswith("PyO3/maturin-action@")]
    version = tuple(int(part) for part in build["with"]["maturin-version"].removeprefix("v").split("."))
    (required,) = [text for text in project()["build-system"]["requires"] if text.startswith("maturin")]
    bounds = re.fullmatch(r"maturin>=(\d+)\.(\d+),<(\d+)", required)
    assert bounds is not None
    assert (int(bounds[1]), int(bounds[2])) <= version[:2] < (int(bounds[3]), 0)


def test_tools_are_installed_in_one_version() -> None:
    """What the audit and the licence check find must not change from day to day."""
    lines = [line for _, _, step in steps() for line in step.get("run", "").splitlines()]
    assert [line for line in lines if "install abi3audit" in line and "==" not in line] == []
    assert [line for line in lines if "cargo install" in line and "--version" not in line] == []


def test_wheels_are_tried_on_the_oldest_the_newest_and_free_threaded_python() -> None:
    jobs = read("wheels.yml")["jobs"]
    tried = jobs["smoke"]["strategy"]["matrix"]["python"]
    oldest = project()["project"]["requires-python"].removeprefix(">=")
    assert pythons()[0] == oldest
    assert {oldest, pythons()[-1]} <= set(tried)
    assert any(version.endswith("t") for version in tried)
    platforms = {platform["name"] for platform in jobs["wheel"]["strategy"]["matrix"]["platform"]}
    assert {platform["name"] for platform in jobs["smoke"]["strategy"]["matrix"]["platform"]} <= platforms
    assert "wheel" in jobs["smoke"]["needs"]


def test_every_python_of_the_classifiers_is_tested() -> None:
    jobs = read("ci.yml")["jobs"]
    check = next(step for step in jobs["check"]["steps"] if "setup-python" in step.get("uses", ""))
    tested = {check["with"]["python-version"], *jobs["tests"]["strategy"]["matrix"]["python"]}
    assert set(pythons()) <= tested
    assert any(name.endswith("Free Threading :: 2 - Beta") for name in project()["project"]["classifiers"])


def test_scripts_that_jobs_start_exist() -> None:
    named = {word for _, _, step in steps() for word in re.findall(r"(?:tools|\.ci)/[\w./]+", step.get("run", ""))}
    assert {"tools/check.sh", "tools/release_version.py", ".ci/run"} <= named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_steps_of_the_checks_exist() -> None:
    script = (ROOT / "tools" / "check.sh").read_text(encoding="utf-8")
    for _, _, step in steps():
        for words in re.findall(r"tools/check\.sh ([a-z0-9 ]+)", step.get("run", "")):
            for name in words.split():
                assert f"step_{name}()" in script


@pytest.fixture
def release_version() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release_version", ROOT / "tools" / "release_version.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tag_is_compared_with_the_version(release_version: ModuleType) -> None:
    version = release_version.version()
    assert release_version.main(["--ref", f"refs/tags/v{version}"]) == 0
    assert release_version.main(["--ref", "refs/heads/main"]) == 0
    assert release_version.main(["--ref", f"refs/tags/v{version}.1"]) == 1
    assert release_version.main(["--ref", f"refs/tags/{version}"]) == 1
