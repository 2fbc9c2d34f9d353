"""Games on the page against the computer and by the clock, and what it says about them."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="needs Playwright")

from playwright.sync_api import expect

from web.browser import CHROMIUM, Open

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium on the path")


def test_what_the_computer_says_needs_no_letters(open_tab: Open) -> None:
    """Pieces are named, for those who do not know their symbols yet; moves have the numbers that the status has."""
    tab = open_tab(rules="chu", position="6,k,5/12/12/p,11/12/5,r,6/5,G,6/12/12/12/12/6,K,5 b")
    tab.page.get_by_role("button", name="Hint").click()
    tab.text("#computer").to_contain_text("Your gold general from 7g to 7f, taking rook on 7f")
    tab.choose("7g")
    tab.click("7f")
    tab.text("#status").to_contain_text("Move 2, White")
    tab.text("#moves .turn").to_contain_text("1.")


def test_resigning(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.button("resign").click()
    tab.dialog("Resign").click()
    tab.text("#status").to_have_text("White wins: resignation")
    tab.button("resume").click()
    tab.text("#status").to_contain_text("Black to move")


def test_the_computer_answers(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.page.get_by_role("button", name="Play against it").click()
    tab.dialog("Start").click()
    for number, (start, end) in enumerate((("10n", "10m"), ("9n", "9m"), ("8n", "8m")), 1):
        tab.choose(start)
        tab.click(end)
        expect(tab.page.locator("#moves [data-ply]")).to_have_count(2 * number)
        tab.text("#hint").to_contain_text("Black (at the bottom, pointing up): click a piece")
    tab.button("undo").click()
    expect(tab.page.locator("#moves [data-ply='4']")).to_have_attribute("aria-current", "true")
    tab.page.get_by_role("button", name="Hint").click()
    expect(tab.page.locator(".mj-arrow.mj-best")).to_have_count(1)
    tab.text("#computer").to_contain_text("Your ")


def test_the_computer_begins_as_black(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    tab.page.keyboard.press("n")
    tab.page.locator("dialog .field", has_text="Opponent").locator("select").select_option("1")
    tab.page.locator("dialog .field", has_text="You play").locator("select").select_option("white")
    tab.dialog("Start").click()
    expect(tab.page.locator("#moves [data-ply]")).to_have_count(1)
    tab.text("#status").to_contain_text("White to move")


def test_an_analysis_is_shown_and_stopped(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    analyse = tab.page.get_by_role("button", name="Analyse")
    analyse.click()
    expect(tab.page.locator("#computer li")).to_have_count(3)
    expect(tab.page.locator(".mj-arrow")).to_have_count(3)
    expect(tab.page.locator("#gauge")).to_be_visible()
    tab.choose("6i")
    tab.click("6h")
    tab.expect_moves("P-6h")
    expect(tab.page.locator("#computer li")).to_have_count(3)
    analyse.click()
    expect(tab.page.locator("#computer li")).to_have_count(0)
    expect(tab.page.locator("#gauge")).to_be_hidden()


def test_a_review_draws_a_graph(open_tab: Open) -> None:
    tab = open_tab(rules="chu", position="10,k,1/12/r,11/12/12/12/12/12/12/12/10,R,1/K,11 b")
    tab.choose("2k")
    tab.click("3k")
    tab.expect_piece("3k", "Black rook")
    tab.page.get_by_role("button", name="Review game").click()
    tab.text("#moves").to_contain_text("??")
    expect(tab.page.locator("svg.graph .graph-line")).to_be_attached()


def test_a_clock_is_chosen_and_runs(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    expect(tab.page.locator("#clocks")).to_be_hidden()
    tab.page.keyboard.press("n")
    choice = tab.page.locator("dialog .field", has_text="Clock").locator("select")
    choice.select_option("own")
    tab.page.get_by_label("Minutes for the game").fill("90")
    tab.page.get_by_label("byoyomi").fill("20")
    tab.dialog("Start").click()
    white = tab.page.get_by_role("timer", name="White's clock")
    expect(white).to_have_text("White 1:30:00 + 20 s")
    tab.choose("6i")
    tab.click("6h")
    expect(tab.page.locator(".clock.runs")).to_have_count(1)
    expect(white).to_contain_text("1:29:5")
    tab.page.reload()
    tab.ready()
    expect(white).to_contain_text("1:29:5")
    # The clock stands still while somebody looks at an earlier position.
    tab.button("undo").click()
    expect(tab.page.locator(".clock.runs")).to_have_count(0)


def test_the_page_sees_that_the_time_is_up(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    tab.page.keyboard.press("n")
    tab.page.locator("dialog .field", has_text="Clock").locator("select").select_option("own")
    tab.page.get_by_label("Minutes for the game").fill("0")
    tab.page.get_by_label("byoyomi").fill("1")
    tab.dialog("Start").click()
    tab.choose("6i")
    tab.click("6h")
    tab.text("#status").to_have_text("Black wins: time")
    expect(tab.page.locator(".clock.runs")).to_have_count(0)
    expect(tab.button("resume")).to_be_visible()
