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
