"""Every view works for people with low vision or colour blindness, and without a mouse."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

VIEWS = {
    "play": "/#/play/sight-reduction+pairs:wbb/bbw/www:w",
    "setup": "/#/setup/nakatta:bw1/3/3:w",
    "puzzles": "/#/puzzles/nakatta/win-in/any/5",
    "tour": "/#/puzzles/minelayers/tour/any/7/5x5",
    "front": "/#/",
    "learn": "/#/learn",
    "lessons": "/#/learn/nakatta",
    "help": "/#/help",
}
SERIOUS = ("serious", "critical")


def show(page: Page, view: str) -> None:
    """Go to a view, and wait until it is complete."""
    page.goto(VIEWS[view])
    expect(page.locator("h1")).to_be_visible()
    if view == "help":
        expect(page.get_by_role("dialog")).to_be_visible()
    elif view == "front":
        expect(page.locator(".card-picture svg")).to_have_count(5)
    elif view != "learn":
        expect(page.locator(".cell").first).to_be_visible()


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(page: Page, view: str) -> None:
    show(page, view)
    if view == "play":
        page.get_by_role("switch", name="Analysis").check()
        page.get_by_text("What the signs mean").click()
        page.locator(".move .badge").first.wait_for()
        page.locator(".move").first.click()
        expect(page.locator(".ply")).to_have_count(1)
    for scheme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", scheme)
        found = Axe().run(page).response["violations"]
        serious = [fault for fault in found if fault["impact"] in SERIOUS]
        assert not [(fault["id"], fault["nodes"][0]["html"]) for fault in serious]


@pytest.mark.parametrize("view", VIEWS)
def test_a_narrow_screen_is_enough(page: Page, view: str) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    show(page, view)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_link_that_skips_the_head_leads_to_the_view_that_is_shown(page: Page) -> None:
    page.goto("/#/learn")
    expect(page.locator("h1")).to_have_text("Learn")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Learn")
    assert page.url.endswith("/#/learn")
