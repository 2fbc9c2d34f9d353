"""The widget in a real JupyterLab and a real marimo: a click moves, and Python sees it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("anywidget", reason="needs the extra mujo[notebook]")

#: Milliseconds: these programs are large, and start a kernel each.
PATIENCE = 90_000

MARIMO = """
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    import mujo

    shown = mo.ui.anywidget(mujo.widget(mujo.Board(rules="chu"), size=480))
    shown
    return mo, shown


@app.cell
def _(mo, shown):
    mo.md(f"seen by Python: {shown.widget.moves}, ply {shown.widget.board.ply}")
    return
"""
JUPYTER = (
    """
import mujo
seen = []
shown = mujo.widget(mujo.Board(rules="chu"), size=480)
shown.observe(lambda change: seen.append(change["new"]), "moves")
shown
""",
    'print(f"seen by Python: {seen}, ply {shown.board.ply}")',
)


@contextmanager
def running(*words: str, folder: Path, address: str) -> Iterator[str]:
    """Run a server of notebooks, with its settings in a folder, and yield its address, which it prints."""
    private = {"JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"}
    homes = private | {"IPYTHONDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"}
    environment = os.environ | {name: str(folder / "home" / name) for name in homes}
    process = subprocess.Popen(
        [sys.executable, "-m", *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if (found := re.search(address, line)) is not None:
                break
        else:
            raise AssertionError("".join(said))
        # Otherwise it waits for a reader once the pipe is full.
        reader = threading.Thread(target=process.stdout.read, daemon=True)
        reader.start()
        # The address is printed before anything listens there.
        port = int(found[0].rpartition(":")[2])
        for _ in range(PATIENCE // 100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.1)
        yield found[0]
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    found = browser.new_page(viewport={"width": 1200, "height": 1000})
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


def play(page: Page, *squares: str) -> None:
    """Click squares, each after the board has shown what the last click led to."""
    for number, name in enumerate(squares):
        box = page.locator(f'[role="gridcell"][aria-label^="{name},"]').bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            page.locator(".mj-picked").first.wait_for(state="attached")
    page.locator(f'[aria-label="{squares[-1]}, Black pawn"]').wait_for(state="attached")


def run_cell(page: Page, number: int) -> None:
    """Run a cell of JupyterLab, which loses keys and redraws cells while it starts, whatever its state says."""
    from playwright.sync_api import TimeoutError, expect

    cell = page.locator(".jp-CodeCell").nth(number)
    for _ in range(30):
        try:
            cell.locator(".cm-content").click(timeout=3000)
            page.keyboard.press("Control+Enter")
            expect(cell.locator(".jp-InputPrompt")).not_to_have_text("[ ]:", timeout=3000)
        except (AssertionError, TimeoutError):
            continue
        return
    raise AssertionError("JupyterLab does not run the cell")


def test_jupyter(page: Page, tmp_path: Path) -> None:
    pytest.importorskip("jupyterlab", reason="needs jupyterlab")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text.strip()) for text in JUPYTER])
    # Without a kernel it asks for one.
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, tmp_path / "play.ipynb")
    options = ("--no-browser", "--allow-root", "--ServerApp.port=0", "--IdentityProvider.token=secret")
    with running(
        "jupyterlab", *options, f"--ServerApp.root_dir={tmp_path}", folder=tmp_path, address=r"http://127\.0\.0\.1:\d+"
    ) as address:
        page.goto(f"{address}/lab/tree/play.ipynb?token=secret")
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(state="attached")
        page.locator(".jp-Spinner").wait_for(state="detached")
        run_cell(page, 0)
        page.locator(".mj-board").wait_for()
        play(page, "5i", "5h")
        run_cell(page, 1)
        printed = page.locator(".jp-OutputArea-output", has_text="seen by Python")
        printed.wait_for()
        assert printed.inner_text().strip() == "seen by Python: [['5i5h']], ply 1"


def test_marimo(page: Page, tmp_path: Path) -> None:
    pytest.importorskip("marimo", reason="needs marimo")
    (tmp_path / "app.py").write_text(MARIMO, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ("--headless", "--no-token", "--port", str(port))
    with running(
        "marimo", "run", str(tmp_path / "app.py"), *options, folder=tmp_path, address=rf"http://\S+:{port}"
    ) as address:
        page.goto(address)
        page.locator(".mj-board").wait_for()
        play(page, "5i", "5h")
        # The cell that uses the widget runs again by itself.
        page.get_by_text("seen by Python: ['5i5h'], ply 1").wait_for()
