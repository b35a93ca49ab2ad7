"""Every view works for people with low vision or colour blindness, and without a mouse."""

import json

import pytest
from board_seat import check_access
from playwright.sync_api import Page, expect

WIDTHS = (360, 2560, 1280)
VIEWS = {
    "play": "/#/play/sight-reduction+pairs:wbb/bbw/www:w",
    "setup": "/#/setup/nakatta:bw1/3/3:w",
    "puzzles": "/#/puzzles/nakatta/win-in/any/5",
    "menu": "/#/puzzles",
    "solitaire": "/#/solitaire/sight-reduction+solitaire:wbw/www/wbb/bbb:w",
    "review": "/#/play/nakatta:start:4x4?moves=b2,c1,c3,a1,a3",
    "tour": "/#/puzzles/minelayers/tour/any/7/5x5",
    "front": "/#/",
    "learn": "/#/learn",
    "lessons": "/#/learn/nakatta",
    "help": "/#/help",
}


def show(page: Page, view: str) -> None:
    """Go to a view, and wait until it is complete."""
    page.goto(VIEWS[view])
    expect(page.locator("h1")).to_be_visible()
    if view == "help":
        expect(page.get_by_role("dialog")).to_be_visible()
    elif view in ("front", "learn"):
        expect(page.locator(".card-picture svg").last).to_be_visible()
    elif view == "menu":
        expect(page.locator(".puzzle-card").last).to_be_visible()
    else:
        expect(page.locator(".cell").first).to_be_visible()


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_fits_any_screen_and_axe_finds_no_faults(page: Page, view: str) -> None:
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    # Only once: a second visit would first show what the first one left, whose buttons work.
    show(page, view)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    if view == "play":
        page.get_by_role("switch", name="Analysis").check()
        page.get_by_text("What the signs mean").click()
        page.locator(".move .badge").first.wait_for()
        page.locator(".move").first.click()
        expect(page.locator(".ply")).to_have_count(1)
    elif view == "review":
        page.get_by_role("button", name="Find the mistakes").click()
        page.locator(".mistakes button").first.click()
        expect(page.locator(".trial")).to_be_visible()
    check_access(page)


def test_axe_finds_no_faults_in_the_summary_of_a_set(page: Page) -> None:
    done = [
        {"wish": {"game": "nakatta", "puzzle": "only-move", "grade": "", "seed": seed}}
        | {"result": result, "seconds": 5}
        for seed, result in enumerate(("solved", "hinted", "failed", "solved"))
    ]
    last = {"game": "nakatta", "puzzle": "only-move", "grade": "", "seed": 5}
    kept = {"wishes": [*(one["wish"] for one in done), last], "before": 1500, "done": done}
    page.add_init_script(f"sessionStorage.setItem('proofplay.set', {json.dumps(kept)!r})")
    page.goto("/#/puzzles/nakatta/only-move/any/5")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("region", name="The set is done")).to_contain_text("2 of 5 solved")
    check_access(page)


def test_the_link_that_skips_the_head_leads_to_the_current_view(page: Page) -> None:
    page.goto("/#/learn")
    expect(page.locator("h1")).to_have_text("Learn")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Learn")
    assert page.url.endswith("/#/learn")
