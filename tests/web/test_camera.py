"""Zooming, panning and tapping, with a mouse and with fingers."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="needs Playwright")

from playwright.sync_api import expect

from web.browser import CHROMIUM, Open

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium on the path")


def test_zoom_pan_fit_and_map(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    board, small = tab.page.locator(".mj-board"), tab.page.locator(".mj-minimap")
    whole = board.get_attribute("viewBox") or ""
    expect(small).to_be_hidden()
    x, y = tab.point("10j")
    tab.page.mouse.move(x, y)
    tab.page.mouse.wheel(0, -500)
    expect(small).to_be_visible()
    assert tab.point("10j") == pytest.approx((x, y), abs=2), "the square under the pointer stays there"
    zoomed = board.get_attribute("viewBox")
    tab.page.mouse.down()
    tab.page.mouse.move(x + 80, y + 40, steps=4)
    tab.page.mouse.up()
    assert board.get_attribute("viewBox") != zoomed
    assert tab.point("10j") == pytest.approx((x + 80, y + 40), abs=8)
    expect(tab.page.locator(".mj-picked")).to_have_count(0)
    tab.page.keyboard.press("0")
    expect(board).to_have_attribute("viewBox", whole)


def test_a_finger_is_enough(open_tab: Open) -> None:
    tab = open_tab(wide=390, high=844, touch=True, rules="maka")
    tab.page.touchscreen.tap(*tab.point("10n"))
    expect(tab.page.locator(".mj-marks .mj-mark")).to_have_count(1)
    tab.page.touchscreen.tap(*tab.point("10m"))
    tab.expect_moves("P-10m")


def test_two_fingers_zoom(open_tab: Open) -> None:
    """Pinching zooms around the middle of the fingers, and plays nothing."""
    tab = open_tab(wide=390, high=844, touch=True, rules="maka")
    board = tab.page.locator(".mj-board")
    x, y = tab.point("10n")
    wide = tab.square("10n").bounding_box()
    assert wide is not None
    fingers = tab.page.context.new_cdp_session(tab.page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + side * half, "y": y, "id": number} for half in apart for number, side in enumerate((-1, 1))]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 20)
    for apart in (30, 40, 50, 60):
        touch("touchMove", apart)
    touch("touchEnd")
    expect(tab.page.locator(".mj-minimap")).to_be_visible()
    zoomed = tab.square("10n").bounding_box()
    assert zoomed is not None
    assert zoomed["width"] == pytest.approx(3 * wide["width"], rel=0.1)
    assert tab.point("10n") == pytest.approx((x, y), abs=4)
    expect(tab.page.locator(".mj-picked")).to_have_count(0)
    # One finger then moves the board.
    view = board.get_attribute("viewBox")
    for kind, at in (("touchStart", 0.0), ("touchMove", 30.0), ("touchMove", 60.0)):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + at, "y": y, "id": 0}]})
    touch("touchEnd")
    expect(board).not_to_have_attribute("viewBox", view or "")
    expect(tab.page.locator(".mj-picked")).to_have_count(0)
    touch("touchStart", 60)
    for apart in (30, 15, 10, 5):
        touch("touchMove", apart)
    touch("touchEnd")
    expect(tab.page.locator(".mj-minimap")).to_be_hidden()
