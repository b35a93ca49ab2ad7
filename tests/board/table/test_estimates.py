"""Estimates on the board: how they look, and that they cannot be confused with proved values."""

import json
import re
from typing import Any

import pytest
from board_seat import analyse, check_access, open_position
from playwright.sync_api import Page, Route, expect

# Three games that take long to solve, and one with a margin.
OPEN = {
    "nakatta:start:9x9": r"(Black|White) wins about \d+ % of [\d,]+ trial games\.",
    "manhattan:start:8x8": r"(Red|Blue) wins about \d+ % of [\d,]+ trial games\.",
    "marvin:start:7x7": r"(White|Red) wins about \d+ % of [\d,]+ trial games, expected margin: "
    r"(none|(White|Red) by [\d.]+)\.",
}


@pytest.fixture
def hasty(page: Page) -> Page:
    """Return a page whose analyses only take a moment."""

    def shorten(route: Route) -> None:
        asked = route.request.post_data_json
        asked["time"] = 0.2
        if "estimate" in asked:
            asked["estimate"] = {"playouts": 300, "seed": 1}
        route.continue_(post_data=json.dumps(asked))

    page.route("**/api/analyse", shorten)
    return page


@pytest.mark.parametrize("position", OPEN)
def test_open_positions_have_estimates_that_are_marked(hasty: Page, position: str) -> None:
    open_position(hasty, position)
    analyse(hasty)
    said = rf"Not proved yet: {OPEN[position]}"
    expect(hasty.locator(".verdict")).to_have_text(re.compile(f"^{said}$"))
    for badges in (hasty.locator(".cell .badge"), hasty.locator(".moves .badge")):
        texts = badges.all_inner_texts()
        assert texts
        assert all(re.fullmatch(r"≈\d{1,3}", text) for text in texts)
    first = hasty.locator(".moves button").first
    expect(first).to_have_accessible_name(re.compile(r"^\S+, estimated: wins \d+ %"))
    square = hasty.locator(".cell:has(.badge.estimated)").first
    expect(square).to_have_accessible_name(re.compile(r", legal, estimated: wins \d+ %"))
    expect(hasty.get_by_role("button", name="Keep analysing")).to_be_visible()
    # The best move comes first, even if others were lucky; the others are sorted by their chances.
    _, *others = [int(text[1:]) for text in hasty.locator(".moves .badge").all_inner_texts()]
    assert others == sorted(others, reverse=True)


def test_an_estimate_differs_from_a_proof_in_colour_and_form(hasty: Page) -> None:
    open_position(hasty, "nakatta:start:9x9")
    analyse(hasty)
    hasty.get_by_text("What the signs mean").click()
    looks = {
        kind: hasty.locator(f".key .badge.{kind}").evaluate(
            "sign => ['backgroundColor', 'borderStyle', 'borderRadius', 'fontStyle']"
            ".map(name => getComputedStyle(sign)[name])"
        )
        for kind in ("estimated", "win", "draw", "loss", "solvable", "unsolvable", "unknown")
    }
    estimated = looks.pop("estimated")
    for look in looks.values():
        assert all(one != other for one, other in zip(estimated, look, strict=True))


def test_proved_positions_have_no_estimates(hasty: Page) -> None:
    asked: list[Any] = []
    hasty.on(
        "request", lambda one: asked.append(one.post_data_json) if "analyse" in one.url else None
    )
    open_position(hasty, "nakatta:3/1b1/3:w")
    analyse(hasty)
    expect(hasty.locator(".verdict")).to_have_text("Black wins in 4 plies with best play.")
    expect(hasty.locator(".badge.estimated").filter(visible=True)).to_have_count(0)
    assert len(asked) == 1
    # A solitaire has no estimates.
    open_position(hasty, "sight-reduction+solitaire:wbb/bbw/www:w")
    analyse(hasty)
    expect(hasty.locator(".verdict")).to_contain_text("It can be solved")
    assert "estimate" not in asked[-1]


ENTRY = dict.fromkeys(("result", "distance", "score", "value", "best", "estimate"))


def chances(win: float) -> dict[str, Any]:
    return {"win": win, "playouts": 5000, "best": None, "score": None}


def answer(moves: list[Any], **more: Any) -> dict[str, Any]:
    """Return an analysis ended by a limit, in the form of the service."""
    found = {"result": None, "winner": None, "score": None, "value": None, "distance": None}
    return {**found, "status": "unknown", "line": [], "detail": "", "moves": moves, **more}


def test_the_search_continues_after_an_estimate_and_its_proofs_are_kept(page: Page) -> None:
    """The short search proves one of three moves; the long one proves another, and is stopped."""
    win = {"move": "a3", **ENTRY, "result": "win", "distance": 5}
    one = {"move": "c3", **ENTRY, "estimate": chances(0.63)}
    other = {"move": "c1", **ENTRY, "estimate": chances(0.2)}
    lost = {"move": "c3", **ENTRY, "result": "loss", "distance": 4}
    first = answer([win, one, other], estimate=chances(0.63) | {"best": "c3"})
    job = {"job": "x", "state": "running", "share": 0.5, "nodes": 9, "result": None}
    moves = [lost, *({"move": move, **ENTRY} for move in ("a3", "c1"))]
    told = [("moves", moves), ("progress", job)]
    events = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in told)

    def reply(route: Route) -> None:
        is_short = "estimate" in route.request.post_data_json
        route.fulfill(status=200 if is_short else 202, json=first if is_short else job)

    page.route("**/api/analyse", reply)
    page.route(
        "**/api/jobs/x/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=events),
    )
    open_position(page, "nakatta:3/1b1/3:w")
    analyse(page)
    said = "White wins about 63 % of 5,000 trial games."
    expect(page.locator(".verdict")).to_have_text(
        f"Not proved yet: {said} 2 of 3 moves solved so far."
    )
    signs = {"a3": "▲5", "c3": "▼4", "c1": "≈20"}
    for square, sign in signs.items():
        expect(page.locator(f'[data-square="{square}"] .badge')).to_have_text(sign)
    # The order of the list does not change while more moves are proved.
    expect(page.locator(".moves .name")).to_have_text(["a3", "c3", "c1"])
    page.get_by_role("switch", name="Analysis").uncheck()
    expect(page.locator(".cell .badge").filter(visible=True)).to_have_count(0)


def test_the_graph_shows_no_estimates(hasty: Page) -> None:
    open_position(hasty, "manhattan:start:8x8")
    analyse(hasty)
    expect(hasty.locator(".moves .badge.estimated").first).to_be_visible()
    hasty.locator(".moves button").first.click()
    expect(hasty.locator(".ply")).to_have_count(1)
    expect(hasty.locator(".moves .badge.estimated").first).to_be_visible()
    expect(hasty.get_by_role("region", name="Value of the game")).to_be_hidden()


def test_estimates_and_levels_are_accessible(hasty: Page) -> None:
    open_position(hasty, "nakatta:start:9x9")
    hasty.set_viewport_size({"width": 360, "height": 700})
    analyse(hasty)
    hasty.get_by_text("What the signs mean").click()
    expect(hasty.locator(".moves .badge.estimated").first).to_be_visible()
    hasty.get_by_role("combobox", name="White").select_option("Computer")
    assert hasty.evaluate("document.documentElement.scrollWidth") <= 360
    check_access(hasty)
