"""Every view works for people with low vision or colour blindness, and without a mouse."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

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
        expect(page.locator(".card-picture svg")).to_have_count(5)
    elif view == "menu":
        expect(page.locator(".puzzle-card")).to_have_count(8)
    else:
        expect(page.locator(".cell").first).to_be_visible()


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_faults(page: Page, view: str) -> None:
    show(page, view)
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
    check(page)


def check(page: Page) -> None:
    """Check a page with axe, in the light and the dark theme."""
    for scheme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", scheme)
        found = Axe().run(page).response["violations"]
        assert not [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


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
    check(page)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_fits_a_narrow_screen(page: Page, view: str) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    show(page, view)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_link_that_skips_the_head_leads_to_the_current_view(page: Page) -> None:
    page.goto("/#/learn")
    expect(page.locator("h1")).to_have_text("Learn")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Learn")
    assert page.url.endswith("/#/learn")
