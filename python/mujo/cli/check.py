"""``mujo check``: look for faults in rule files."""

import argparse
import sys
from typing import Any

from mujo._core import RuleSet, check_rule_text
from mujo.cli.common import Commands, add_json_option, clean
from mujo.cli.output import emit, limited, say, to_json
from mujo.errors import MujoError
from mujo.files import read_text

__all__ = ["add_parser", "run"]

#: Bytes. The largest rule file of mujo is a fiftieth of it.
_LARGEST = 1024 * 1024

#: Faults of one file that are reported.
_MOST_FAULTS = 200


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "check",
        help="look for faults in a rule file",
        description="Look for all faults in rule files (see docs/reference/rule-files.md): file, line, what is wrong "
        "and what would be right.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a rule file")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the files."""
    results: list[dict[str, Any]] = []
    for path in options.files:
        name = clean(path)
        problems, summary = _check(name)
        results.append({"file": name, "problems": problems})
        if options.json:
            continue
        for problem in problems:
            # A file that could not be read is named by the reason.
            print(limited(_line("" if summary is None else name, problem)), file=sys.stderr)
        if not problems:
            say(f"{name}: {summary}")
    if options.json:
        emit(to_json("check", {"files": results}) + "\n")
    return 1 if any(result["problems"] for result in results) else 0


def _check(name: str) -> tuple[list[dict[str, Any]], str | None]:
    """Return the problems of a file, and what to say if there are none; ``None`` if it could not be read."""
    try:
        text = read_text(name, _LARGEST, code_too_long="data.too_long", code_bytes="data.syntax")
    except MujoError as error:
        return [{"line": None, "key": "", "code": error.code, "reason": limited(str(error))}], None
    found = check_rule_text(text, name)
    problems = [
        {
            "line": problem.line or None,
            "key": limited(problem.key),
            "code": problem.code,
            "reason": limited(problem.reason),
        }
        for problem in found[:_MOST_FAULTS]
    ]
    if len(found) > _MOST_FAULTS:
        reason = f"and {len(found) - _MOST_FAULTS} more faults"
        problems.append({"line": None, "key": "", "code": found[_MOST_FAULTS].code, "reason": reason})
    return problems, "" if problems else _summary(text)


def _line(name: str, problem: dict[str, Any]) -> str:
    line = f":{problem['line']}" if problem["line"] else ""
    place = f"{name}{line}: " if name else ""
    key = f"{problem['key']}: " if problem["key"] else ""
    return f"{place}{key}{problem['reason']} [{problem['code']}]"


def _summary(text: str) -> str:
    try:
        rules = RuleSet.from_toml(text)
    except MujoError as error:
        return f"no fault in itself, but it cannot be loaded: {limited(str(error))}"
    return f"good. {rules.name}: {rules.title}, {rules.files} x {rules.ranks}, {len(rules.piece_types)} types"
