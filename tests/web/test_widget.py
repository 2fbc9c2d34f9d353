"""The widget of notebooks: its Python side, and its script in a browser with this process as the kernel."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("anywidget", reason="needs the extra mujo[notebook]")

import mujo
from mujo.notebook import BoardWidget
from mujo.web.bundle import modules, script, style_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MIDDLE = "/".join(["19"] * 8 + ["9,p,p,8", "9,LN,9"] + ["19"] * 9)

PAGE = """<!doctype html><div id="host"></div><style>{style}</style><script type="module">
{script}
const state = {state};
const listeners = {{}};
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; model.fire(`change:${{name}}`); }},
  save_changes: () => {{}},
  on: (name, call) => (listeners[name] ??= []).push(call),
  fire: (name, data) => (listeners[name] ?? []).forEach((call) => call(data)),
  send: async (message) => {{
    const answer = JSON.parse(await window.kernel(JSON.stringify(message)));
    Object.assign(state, answer.state);
    for (const name of Object.keys(answer.state)) model.fire(`change:${{name}}`);
    for (const each of answer.messages) model.fire("msg:custom", each);
  }},
}};
render({{ model, el: document.getElementById("host") }});
</script>"""


def test_moves_are_observed() -> None:
    shown = mujo.widget(mujo.Board(rules="maka"))
    seen: list[list[str]] = []
    shown.observe(lambda change: seen.append(change["new"]), "moves")
    shown.push("10n10m")
    shown.undo()
    assert seen == [["10n10m"], []]
    assert shown.board == mujo.Board(rules="maka")


def test_the_board_is_a_copy() -> None:
    board = mujo.Board(rules="maka")
    shown = mujo.widget(board)
    shown.push("10n10m")
    assert board.ply == 0
    shown.board.push("10f10g")
    assert shown.moves == ["10n10m"]
    shown.board = mujo.Board(rules="chu")
    assert (shown.moves, shown.board.rules.name) == ([], "chu")
    assert shown._set["name"] == "chu"


def test_a_refused_move_changes_nothing() -> None:
    shown = mujo.widget(mujo.Board(rules="maka"))
    before = shown.position
    with pytest.raises(mujo.IllegalMoveError):
        shown.push("10n10l")
    with pytest.raises(mujo.MujoError):
        shown.undo()
    assert shown.position == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"size": 0}, mujo.MujoError), ({"style": "wood"}, mujo.MujoError), ({"board": "x"}, TypeError)],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        mujo.widget(**arguments)


@pytest.mark.parametrize(
    "message", [None, {}, {"kind": "square", "square": 361}, {"kind": "square", "square": "a"}, {"kind": "action"},
                {"kind": "action", "action": "load", "content": "", "name": "x.json"}]
)  # fmt: skip
def test_strange_messages_are_ignored(message: object) -> None:
    shown = mujo.widget(mujo.Board(rules="maka"))
    before = shown.position
    shown._answer(None, message, [])
    assert shown.position == before


@pytest.mark.parametrize("entry", ["page", "widget"])
def test_the_script_has_every_module_after_those_that_it_imports(entry: str) -> None:
    folder = resources.files("mujo.web") / "static" / "js"
    names = modules(entry)
    assert len(names) == len(set(names))
    for at, name in enumerate(names):
        text = (folder / f"{name}.js").read_text(encoding="utf-8")
        assert " as " not in "".join(re.findall(r"^import [^;]*;", text, re.MULTILINE)), "names are the same everywhere"
        assert set(re.findall(r'from "\./(\w+)\.js";', text)) <= set(names[:at]), name
    assert ' from "./' not in script(entry)


def test_every_module_is_of_the_page_or_the_widget() -> None:
    folder = resources.files("mujo.web") / "static" / "js"
    # types.js has comments only.
    used = {f"{name}.js" for entry in ("page", "widget") for name in modules(entry)} | {"types.js"}
    assert {entry.name for entry in folder.iterdir()} == used


def test_colours_hold_inside_the_widget_alone() -> None:
    assert ":root" not in style_sheet("widget")


class Kernel:
    """A widget whose messages to the page are collected instead of sent."""

    def __init__(self, shown: BoardWidget) -> None:
        self.shown = shown
        self.messages: list[Any] = []

    def state(self) -> dict[str, Any]:
        names = ("_view", "_set", "_sprites", "flip", "size")
        return {name: getattr(self.shown, name) for name in names}

    def __call__(self, text: str) -> str:
        self.messages.clear()
        self.shown._answer(None, json.loads(text), [])
        return json.dumps({"messages": self.messages, "state": {"_view": self.shown._view}})


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    found = Kernel(mujo.widget(mujo.Board(MIDDLE, "maka"), size=500))
    monkeypatch.setattr(found.shown, "send", lambda content: found.messages.append(content))
    return found


def test_a_lion_captures_twice_in_a_notebook(kernel: Kernel, browser: Browser) -> None:
    from playwright.sync_api import expect

    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.expose_function("kernel", kernel)
    page.set_content(
        PAGE.format(style=style_sheet("widget"), script=script("widget"), state=json.dumps(kernel.state()))
    )

    def click(name: str) -> None:
        box = page.locator(f'[role="gridcell"][aria-label^="{name},"]').bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    expect(page.locator(".mj-pieces > g")).to_have_count(3)
    click("10j")
    expect(page.locator(".mj-marks .mj-step").first).to_be_attached()
    click("10i")
    expect(page.locator(".mj-marks .mj-double").first).to_be_attached()
    click("9i")
    page.get_by_role("button", name="Become").click()
    expect(page.locator(".mj-pieces > g")).to_have_count(1)
    assert kernel.shown.moves == ["10j10i9i+"]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".mj-pieces > g")).to_have_count(3)
    assert kernel.shown.moves == []
    assert faults == []
    page.close()
