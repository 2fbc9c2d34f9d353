"""The page in a real browser: what a person does with mouse, keyboard and finger, and what they then see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="needs Playwright")

from playwright.sync_api import Browser, expect

import mujo
from mujo.record import format_record, record_of
from web.browser import CHROMIUM, Open, middle
from web.served import Served, serving

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium on the path")

SMALL = Path(__file__).parents[1] / "repl" / "small.toml"


@pytest.mark.parametrize("rules", sorted(name for name in mujo.rule_set_names() if "/" not in name))
def test_every_game_is_shown(open_tab: Open, rules: str) -> None:
    tab = open_tab(rules=rules)
    expect(tab.page.locator(".mj-pieces > g")).to_have_count(len(mujo.Board(rules=rules).piece_map()))


def test_a_whole_game(open_tab: Open, tmp_path: Path) -> None:
    """Three plies of a small game, one of them after an illegal try, until the last royal is captured."""
    with serving(tmp_path, "--rules", str(SMALL)) as server:
        tab = open_tab(server.link)
        tab.choose("4d")
        assert tab.marks()["4a"] == ["quiet"]
        tab.click("3c")
        tab.text("#hint").to_contain_text("cannot go to 3c")
        tab.choose("4d")
        tab.click("3d")
        tab.expect_moves("R-3d")
        tab.text("#status").to_contain_text("White to move, in check")
        expect(tab.page.locator(".mj-danger")).to_have_count(1)
        tab.choose("3a")
        assert "3b" in tab.marks(), "a king may stay attacked in these games"
        tab.click("3b")
        tab.expect_moves("R-3d", "K-3b")
        tab.choose("3d")
        assert tab.marks()["3b"] == ["capture", "promote"]
        tab.click("3b")
        tab.text("#status").to_contain_text("Black wins")
        tab.text("#captured").to_contain_text("Black: 1")
        expect(tab.button("resign")).to_be_disabled()


def test_a_lion(open_tab: Open) -> None:
    """Double capture, igui and pass, each by clicking the squares in turn."""
    position = middle("9,p,p,8", "9,LN,9")
    tab = open_tab(rules="maka", position=position)
    tab.choose("10j")
    assert tab.marks()["10i"][0] == "step"
    assert tab.marks()["10h"] == ["quiet"]
    tab.click("10i")
    tab.text("#hint").to_contain_text("captures on 10i")
    assert tab.marks()["10i"] == ["stop"]
    assert tab.marks()["9i"][0] == "double"
    assert tab.marks()["11i"][0] == "quiet"
    assert tab.marks()["10j"][0] == "igui"
    tab.click("9i")
    tab.dialog("Become").click()
    tab.expect_moves("LNx10ix9i+")
    tab.text("#captured").to_contain_text("Black: 2")
    tab.button("undo").click()
    tab.expect_piece("10j", "Black lion")
    tab.choose("10j")
    tab.click("10i", "10j")
    tab.dialog("Stay").click()
    tab.expect_moves("LNx!10i=")
    tab.button("undo").click()
    tab.expect_piece("10i", "White pawn")
    tab.choose("10j")
    tab.click("10j")
    tab.dialog("Pass").click()
    tab.expect_moves("LN--")


def test_stopping_after_the_first_capture(open_tab: Open) -> None:
    tab = open_tab(rules="maka", position=middle("9,p,9", "9,LN,9"))
    tab.choose("10j")
    tab.click("10i", "10i")
    tab.dialog("Become").click()
    tab.expect_piece("10i", "Black furious fiend")
    tab.expect_piece("10j", "empty")


def test_a_hook_shows_its_corner(open_tab: Open) -> None:
    tab = open_tab(rules="maka", position=middle("9,HM,9"))
    tab.choose("10j")
    assert tab.marks()["10c"] == ["quiet"]
    assert tab.marks()["3c"] == ["hook"]
    tab.page.mouse.move(*tab.point("3c"))
    expect(tab.page.locator(".mj-arrow.mj-route")).to_have_count(2)
    tab.click("3c")
    tab.expect_piece("3c", "Black hook mover")


def test_promotion_asks_where_there_is_a_choice(open_tab: Open) -> None:
    position = middle("5,G,6", size=12).replace("12/12/12/12/12/", "12/12/12/12/", 1) + "/12"
    tab = open_tab(rules="chu", position=position)
    tab.choose("7e")
    tab.click("7d")
    expect(tab.page.locator("dialog button")).to_have_text(["Become rook (+G)", "Stay as it is"])
    tab.page.keyboard.press("Escape")
    tab.expect_piece("7e", "Black gold general")
    tab.choose("7e")
    tab.click("7d")
    tab.dialog("Become").click()
    tab.expect_piece("7d", "Black rook")


def test_a_refusal_names_its_rule(open_tab: Open) -> None:
    """An emperor may not capture a royal that is guarded (rule 5.4)."""
    tab = open_tab(rules="tai", position="12,e,r,11/" + "25/" * 23 + "12,E,12")
    tab.choose("13y")
    refused = [name for name, marks in tab.marks().items() if marks == ["refused"]]
    assert refused
    tab.page.mouse.move(*tab.point(refused[0]))
    tab.text("#hint").to_contain_text("5.4")
    tab.click(refused[0])
    tab.expect_piece("13y", "Black emperor")


def test_a_refusal_of_the_second_step(open_tab: Open) -> None:
    """After the pawn, the protected lion beyond it may still not be captured (rule 7.2)."""
    tab = open_tab(rules="chu", position="6,k,5/12/12/12/12/5,g,6/5,ln,6/5,p,6/5,LN,6/12/12/6,K,5 b")
    tab.choose("7i")
    assert tab.marks()["7g"] == ["refused"]
    tab.click("7h")
    tab.text("#hint").to_contain_text("captures on 7h")
    assert tab.marks()["7g"] == ["refused"]
    tab.page.mouse.move(*tab.point("7g"))
    tab.text("#hint").to_contain_text("7.2")
    tab.click("7g")
    tab.expect_piece("7i", "Black lion")
    # A square that the lion does not reach starts the move over.
    tab.click("12a")
    tab.text("#hint").to_contain_text("cannot go on to 12a")
    assert "step" in tab.marks()["7h"]


def test_the_list_says_moves_in_words(open_tab: Open) -> None:
    tab = open_tab(rules="maka", position=middle("9,p,p,8", "9,LN,9"))
    tab.choose("10j")
    tab.click("10i", "9i")
    tab.dialog("Become").click()
    words = "lion from 10j to 9i, taking pawn on 10i and pawn on 9i, becoming furious fiend"
    move = tab.page.get_by_role("button", name=f"LNx10ix9i+: {words}")
    expect(move).to_have_attribute("title", words)


def test_the_other_side_shows_its_moves_but_cannot_move(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.choose("10f")
    assert tab.marks() == {"10g": ["quiet"]}
    tab.text("#hint").to_contain_text("not to move now")
    tab.click("10g")
    tab.expect_piece("10f", "White pawn")


def test_holding_a_key_shows_attackers_and_guards(open_tab: Open) -> None:
    tab = open_tab(rules="maka", position=middle("9,p,9", "9,G,9", "9,K,9"))
    tab.page.mouse.move(*tab.point("10j"))
    tab.page.keyboard.down("a")
    expect(tab.page.locator(".mj-marks .mj-mark").first).to_be_attached()
    assert tab.marks() == {"10i": ["attacker"], "10k": ["guarded", "defender"]}
    tab.page.keyboard.up("a")
    expect(tab.page.locator(".mj-marks .mj-mark")).to_have_count(0)


def test_the_card_says_how_a_piece_moves(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.page.mouse.move(*tab.point("10q"))
    card = tab.page.locator("#card")
    expect(card.locator("h2")).to_have_text("LN lion")
    expect(card).to_contain_text("Captures a neighbour and returns to its own square (igui).")
    expect(card.locator("svg")).to_be_visible()
    card.get_by_role("button", name="furious fiend").click()
    expect(card.locator("h2")).to_have_text("+LN furious fiend")


def test_a_piece_is_looked_up_by_its_name(open_tab: Open) -> None:
    """It need not be found among the others on the board."""
    tab = open_tab(rules="maka")
    tab.page.get_by_label("Look up a piece").select_option(label="hook mover (HM)")
    card = tab.page.locator("#card")
    expect(card.locator("h2")).to_have_text("HM hook mover")
    expect(card).to_contain_text("turn")
    tab.page.mouse.move(*tab.point("10q"))
    expect(card.locator("select")).to_have_value("LN")


def test_a_reload_and_a_restart_keep_the_game(open_tab: Open, tmp_path: Path) -> None:
    with serving(tmp_path, "--rules", "maka") as server:
        tab = open_tab(server.link)
        tab.choose("10n")
        tab.click("10m")
        tab.expect_moves("P-10m")
        tab.page.reload()
        tab.ready()
        tab.expect_moves("P-10m")
        port = server.port
        assert server.interrupt() == 0
    with serving(tmp_path, "--rules", "chu", "--port", str(port)):
        tab.choose("10f")
        tab.click("10g")
        tab.expect_moves("P-10m", "P-10g")
    # The choice of the piece met a server that was gone for a moment, which the browser notes.
    tab.faults.clear()


def test_going_back_and_taking_another_line(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    for start, end in (("10n", "10m"), ("10f", "10g")):
        tab.choose(start)
        tab.click(end)
        tab.expect_piece(end, "Black pawn" if start == "10n" else "White pawn")
    tab.page.locator("#moves [data-ply='1']").click()
    tab.expect_piece("10f", "White pawn")
    tab.choose("9f")
    tab.click("9g")
    tab.expect_moves("P-10m", "P-9g")
    tab.page.locator("#moves .branch").click()
    tab.expect_moves("P-10m", "P-10g")
    expect(tab.page.locator("#moves .branch")).to_have_text(["(P-9g)"])


def test_the_keyboard_is_enough(open_tab: Open) -> None:
    tab = open_tab(rules="maka", position=middle("9,G,9"))
    keys = tab.page.keyboard
    for _ in range(30):
        keys.press("Tab")
        if tab.page.locator(".mj-board:focus").count():
            break
    expect(tab.page.locator(".mj-cursor")).to_be_attached()
    # The cursor begins in the middle, on the piece.
    keys.press("Enter")
    expect(tab.page.locator(".mj-picked")).to_have_count(1)
    keys.press("ArrowUp")
    keys.press("Enter")
    tab.expect_piece("10i", "Black gold general")
    tab.text("#announce").to_contain_text("G-10i")
    keys.press("u")
    tab.expect_piece("10j", "Black gold general")
    keys.press("r")
    tab.expect_piece("10i", "Black gold general")
    keys.press("?")
    expect(tab.page.locator("dialog")).to_contain_text("arrow keys")
    keys.press("Escape")
    expect(tab.page.locator("dialog")).to_have_count(0)


def test_the_board_turns_around(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    before = tab.point("10n")[1]
    tab.page.keyboard.press("f")
    assert tab.point("10n")[1] < before
    tab.page.reload()
    tab.ready()
    assert tab.point("10n")[1] < before


@pytest.mark.parametrize("style", ["kanji2", "ids", "mnemonic"])
def test_pieces_in_other_styles(open_tab: Open, style: str) -> None:
    tab = open_tab(rules="chu")
    first = tab.page.locator(".mj-pieces > g").first
    before = first.inner_html()
    tab.page.locator("#style").select_option(style)
    expect(first).not_to_have_js_property("innerHTML", before)
    expect(tab.page.locator(".mj-pieces > g")).to_have_count(92)


def test_dark_and_light(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    body = tab.page.locator("body")
    for theme in ("dark", "light"):
        before = body.evaluate("body => getComputedStyle(body).backgroundColor")
        tab.button("settings").click()
        tab.page.locator("dialog select").select_option(theme)
        tab.dialog("Done").click()
        expect(body).not_to_have_css("background-color", before)


@pytest.mark.parametrize("wide", [400, 1000, 2000])
def test_nothing_overflows(open_tab: Open, wide: int) -> None:
    tab = open_tab(wide=wide, high=900, rules="tai")
    root = tab.page.locator("html")
    assert root.evaluate("root => root.scrollWidth") <= wide
    box = tab.page.locator(".mj-board").bounding_box()
    assert box is not None
    assert box["width"] >= min(wide * 0.6, 600)


def test_a_file_is_dropped(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    board = mujo.Board(rules="maka")
    board.push("10n10m")
    record = format_record(record_of(board))
    tab.page.locator("body").evaluate(
        """(body, text) => {
            const files = new DataTransfer();
            files.items.add(new File([text], "game.json", { type: "application/json" }));
            body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
        }""",
        record,
    )
    tab.expect_moves("P-10m")
    tab.text("#title").to_have_text("Maka dai dai shogi")


def test_a_bad_file_is_explained(open_tab: Open) -> None:
    tab = open_tab(rules="chu")
    tab.page.locator("#file").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"[]"})
    tab.text("#toast").not_to_be_empty()
    expect(tab.page.locator(".mj-pieces > g")).to_have_count(92)
    # A refused request is a line in the console of the browser.
    assert [line for line in tab.faults if "422" not in line] == []
    tab.faults.clear()


@pytest.mark.parametrize(("form", "begins"), [("kif", b"\xe8"), ("svg", b"<svg"), ("png", b"\x89PNG")])
def test_games_and_pictures_are_saved(open_tab: Open, form: str, begins: bytes) -> None:
    tab = open_tab(rules="chu")
    tab.page.keyboard.press("s")
    tab.page.locator("dialog select").select_option(form)
    with tab.page.expect_download() as saved:
        tab.dialog("Save").click()
    assert Path(saved.value.path()).read_bytes().startswith(begins)


def test_a_position_is_pasted(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.button("position").click()
    tab.page.locator("dialog textarea").fill("9/9")
    tab.dialog("Set up").click()
    expect(tab.page.locator("dialog .fault")).not_to_be_empty()
    tab.page.locator("dialog textarea").fill(middle("9,LN,9"))
    tab.dialog("Set up").click()
    expect(tab.page.locator(".mj-pieces > g")).to_have_count(1)
    assert [line for line in tab.faults if "422" not in line] == []
    tab.faults.clear()


def test_a_new_game_with_an_option(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.page.keyboard.press("n")
    dialog = tab.page.locator("dialog")
    dialog.locator("select").first.select_option("chu")
    expect(dialog.locator("p.quiet")).to_contain_text("12 by 12")
    dialog.locator("summary").click()
    dialog.locator(".field", has_text="stalemate").locator("select").select_option("draw")
    tab.dialog("Start").click()
    expect(tab.page.locator(".mj-pieces > g")).to_have_count(92)
    tab.button("position").click()
    expect(tab.page.locator("dialog textarea")).to_be_visible()


def test_an_earlier_game_comes_back(open_tab: Open) -> None:
    tab = open_tab(rules="maka")
    tab.choose("10n")
    tab.click("10m")
    tab.expect_moves("P-10m")
    tab.page.keyboard.press("n")
    tab.dialog("Start").click()
    tab.text("#moves").to_contain_text("No move")
    tab.button("earlier").click()
    tab.page.locator("dialog button", has_text="maka, 1 move,").first.click()
    tab.expect_moves("P-10m")


def test_names_from_a_rule_file_are_text(open_tab: Open, tmp_path: Path) -> None:
    text = SMALL.read_text(encoding="utf-8")
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    text = text.replace("A small game", hostile, 1).replace('name = "rook"', f'name = "{hostile}"', 1)
    assert text.count(hostile) == 2
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with serving(tmp_path, "--rules", str(tmp_path / "own.toml")) as server:
        tab = open_tab(server.link)
        tab.text("#title").to_have_text(hostile)
        tab.choose("4d")
        tab.text("#card h2").to_contain_text(hostile)
        expect(tab.page.locator("img, main script, header script")).to_have_count(0)


def test_a_tab_without_the_token_can_look_only(open_tab: Open, served: Served, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{served.port}/")
    expect(page.locator("#status")).to_contain_text("open the link that 'mujo serve' printed")
    context.close()


def test_colours_have_contrast(open_tab: Open) -> None:
    """WCAG AA: 4.5 to 1 for text, 3 to 1 for marks on the board, in both themes."""
    tab = open_tab(rules="chu")
    pairs = [
        *(("--text", ground, 4.5) for ground in ("--ground", "--panel", "--button")),
        *(("--quiet", ground, 4.5) for ground in ("--ground", "--panel")),
        ("--accent", "--panel", 4.5),
        ("--on-accent", "--accent", 4.5),
        ("--fault", "--panel", 4.5),
        ("--label", "--wood", 4.5),
        ("--line", "--wood", 3.0),
        ("--edge", "--panel", 3.0),
        *(
            (mark, "--wood", 3.0)
            for mark in (
                "--quiet-mark",
                "--capture-mark",
                "--step-mark",
                "--hook-mark",
                "--refused-mark",
                "--guard-mark",
            )
        ),
    ]
    for theme in ("light", "dark"):
        found = tab.page.locator("html").evaluate(
            """(root, [theme, names]) => {
                root.dataset.theme = theme;
                const shown = (name) => {
                    root.style.backgroundColor = `var(${name})`;
                    return getComputedStyle(root).backgroundColor;
                };
                return Object.fromEntries(names.map((name) => [name, shown(name)]));
            }""",
            [theme, sorted({name for pair in pairs for name in pair[:2]})],
        )
        for ink, ground, least in pairs:
            assert contrast(found[ink], found[ground]) >= least, (theme, ink, ground)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG 2 defines it."""
    lights = []
    for text in (one, other):
        channels = [int(channel) / 255 for channel in re.findall(r"\d+", text)]
        assert len(channels) == 3, text
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)
