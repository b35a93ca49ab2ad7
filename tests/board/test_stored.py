"""What the browser stores for the page: damaged, refused or blocked, it stops no view."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

NAMES = (
    *(
        "analysis",
        "games",
        "lessons",
        "panels",
        "puzzle-log",
        "puzzles",
        "set",
        "signs",
        "solitaire",
    ),
    *("solitaire-deal", "solitaire-judging", "solitaire-tally", "strength", "theme"),
)
VIEWS = {
    "/#/": ".card-picture svg",
    "/#/play/nakatta:3/1b1/3:w": ".cell",
    "/#/setup/nakatta:bw1/3/3:w": ".cell",
    "/#/puzzles": ".puzzle-card",
    "/#/puzzles/nakatta/win-in/any/5": ".puzzles .cell",
    "/#/solitaire/sight-reduction+solitaire:wbw/www/wbb/bbb:w": ".solitaire .cell",
    "/#/learn": ".learn-games .card",
    "/#/learn/nakatta": ".lesson .cell",
}
ENTRY = {"at": "2026-03-14T12:00:00Z", "puzzle": "a", "grade": "constructor"}
LOG = json.dumps([{**ENTRY, "result": "solved", "seconds": 7}])
REFUSED = """
    Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError") };
"""
BLOCKED = """
    for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
            get() { throw new DOMException("", "SecurityError") },
        });
"""


def see(page: Page, views: dict[str, str]) -> None:
    """Go through views without loading the page again."""
    for address, shown in views.items():
        page.evaluate("document.title = ''")
        page.goto(address)
        expect(page.locator(shown).first).to_be_visible()
        expect(page).to_have_title(re.compile("."))


@pytest.mark.parametrize("text", ['{"a":1}', "5", "null", "[null]", "{"])
def test_damaged_values_count_as_empty_and_that_is_said_once(fresh: Page, text: str) -> None:
    fresh.goto("/manifest.webmanifest")
    put = "([names, text]) => names.forEach((n) => localStorage.setItem(`proofplay.${n}`, text))"
    fresh.evaluate(put, [NAMES, text])
    fresh.evaluate(put.replace("localStorage", "sessionStorage"), [["set"], text])
    see(fresh, VIEWS)
    notice = fresh.locator(".notice")
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text("damaged")
    notice.get_by_role("button", name="Close").click()
    fresh.reload()
    see(fresh, VIEWS)
    expect(notice).to_have_count(0)


def test_a_result_of_an_unknown_grade_does_not_spoil_the_rating(fresh: Page) -> None:
    fresh.goto("/manifest.webmanifest")
    fresh.evaluate("text => localStorage.setItem('proofplay.puzzle-log', text)", LOG)
    fresh.goto("/#/puzzles")
    expect(fresh.locator(".standing")).to_contain_text("1 solved")
    expect(fresh.locator(".standing")).not_to_contain_text("NaN")
    fresh.goto("/#/puzzles/nakatta/win-in/constructor/5")
    expect(fresh.get_by_role("button", name="Constructor")).to_be_visible()
    fresh.goto("/#/constructor")
    expect(fresh.locator(".card-picture svg").first).to_be_visible()


@pytest.mark.parametrize("script", [REFUSED, BLOCKED], ids=["full", "blocked"])
def test_a_browser_that_stores_nothing_shows_everything(fresh: Page, script: str) -> None:
    fresh.add_init_script(script)
    fresh.goto("/")
    see(fresh, VIEWS)
    fresh.goto("/#/puzzles/nakatta/win-in/any/5")
    fresh.get_by_role("button", name="Show the solution").click()
    expect(fresh.locator(".standing")).to_contain_text("1 failed")
    fresh.goto("/#/solitaire/sight-reduction+solitaire:wbw/www/wbb/bbb:w")
    fresh.locator(".solitaire .cell.legal").first.click()
    fresh.goto("/#/play/sight-reduction+solitaire:wbw/www/wbb/bbb:w")
    analysis = fresh.get_by_role("switch", name="Analysis")
    expect(analysis).not_to_be_checked()
    analysis.check()
    expect(fresh.locator(".moves .badge").first).to_be_visible()
    expect(analysis).to_be_checked()
    expect(fresh.locator(".notice")).to_have_count(1)
    expect(fresh.locator(".notice")).to_contain_text("full or blocked")
