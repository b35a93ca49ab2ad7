"""Puzzles are judged at once and exactly, and an address or a date always brings the same one."""

import json
import re

import pytest
from board_seat import Seat
from playwright.sync_api import Page, expect
from service_tests import Server


def puzzle(server: Server, game: str, kind: str, seed: int) -> dict[str, object]:
    body = {"game": game, "puzzle": kind, "seed": seed, "wait": 10}
    found: dict[str, object] = server.client.post("/api/puzzle", json=body).json()
    return found


def show(page: Page, game: str, kind: str, seed: int) -> None:
    page.goto(f"/#/puzzles/{game}/{kind}/any/{seed}")
    expect(page.locator(".puzzles .cell").first).to_be_visible()


def test_a_wrong_try_is_told_and_a_right_one_made(page: Page, server: Server) -> None:
    made = puzzle(server, "nakatta", "only-move", 5)
    show(page, "nakatta", "only-move", 5)
    (right,) = made["solution"]
    wrong = page.locator(f'.cell.legal:not([data-square="{right}"])').first
    name = wrong.get_attribute("data-square")
    wrong.click()
    expect(page.locator(".feedback")).to_contain_text(f"Not {name}: it loses")
    Seat(page).pick(right)
    expect(page.locator(".feedback")).to_have_text(f"Solved: {right}.")
    expect(page.locator(".puzzles")).to_contain_text("So far 0 solved at once, 1 not.")


def test_a_line_is_played_against_the_best_answers(page: Page, server: Server) -> None:
    made = puzzle(server, "nakatta", "win-in", 5)
    show(page, "nakatta", "win-in", 5)
    seat = Seat(page)
    first, _, last = made["solution"]
    seat.pick(first)
    expect(page.locator(".feedback")).to_contain_text("Go on.")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".feedback")).to_have_text(f"Look at {last}.")
    seat.pick(last)
    expect(page.locator(".feedback")).to_contain_text("White has won.")


def test_the_puzzle_of_a_day_has_the_date_as_its_seed(page: Page) -> None:
    page.clock.set_fixed_time("2026-03-14T12:00:00Z")
    page.goto("/#/puzzles")
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    assert page.url.endswith("/20260314")
    goal = page.locator(".goal").inner_text()
    page.goto("about:blank")
    page.goto("/#/puzzles")
    expect(page.locator(".goal")).to_have_text(goal)


def options(page: Page, name: str) -> list[str]:
    """Return what a menu offers, an empty list where there is no such menu."""
    return page.get_by_role("combobox", name=name, exact=True).locator("option").all_inner_texts()


def test_the_menus_offer_what_exists_and_nothing_else(page: Page, server: Server) -> None:
    kinds = server.client.get("/api/puzzles").json()["kinds"]
    survive = next(kind for kind in kinds if kind["puzzle"] == "survive")
    by_size = {offer["size"]: offer["grades"] for offer in survive["offers"]}
    show(page, "minelayers", "survive", 5)
    sizes = [size.replace("x", "×") if size else "As usual" for size in by_size]
    assert options(page, "Board") == sizes
    assert options(page, "Grade") == ["Any", *map(str.capitalize, by_size[None])]
    assert options(page, "Variants") == []
    # What there is no puzzle of any more is given up for what there is.
    page.get_by_role("combobox", name="Grade").select_option("tricky")
    expect(page).to_have_url(re.compile(r"/survive/tricky/\d+$"))
    page.get_by_role("combobox", name="Board", exact=True).select_option("5x5")
    expect(page).to_have_url(re.compile(r"/survive/any/\d+/5x5$"))
    assert options(page, "Grade") == ["Any", *map(str.capitalize, by_size["5x5"])]
    page.get_by_role("combobox", name="Game").select_option("Nakatta")
    page.get_by_role("combobox", name="Kind").select_option("swap-or-not")
    expect(page).to_have_url(re.compile(r"/nakatta/swap-or-not/any/\d+/5x5$"))
    expect(page.locator(".goal")).to_contain_text("change seats")
    assert options(page, "Grade") == []
    page.get_by_role("combobox", name="Game").select_option("Sight Reduction")
    page.get_by_role("combobox", name="Variants").select_option("pairs")
    expect(page).to_have_url(re.compile(r"/sight-reduction\+pairs/solitaire/any/\d+$"))
    expect(page.locator(".title")).to_contain_text("pairs")
    expect(page.locator(".puzzles .trouble")).to_be_empty()


def test_while_a_puzzle_is_made_that_is_told_and_can_be_stopped(page: Page) -> None:
    show(page, "nakatta", "only-move", 5)
    goal = page.locator(".goal").inner_text()
    here = page.url
    job = {"job": "x", "state": "running", "share": 0.4, "nodes": 0, "result": None}
    events = f"retry: 60000\nevent: progress\ndata: {json.dumps(job)}\n\n"
    stream = {"content_type": "text/event-stream", "body": events}
    page.route("**/api/puzzle", lambda route: route.fulfill(status=202, json=job))
    page.route("**/api/jobs/x/events", lambda route: route.fulfill(**stream))
    page.route("**/api/jobs/x", lambda route: route.fulfill(json=job))
    page.get_by_role("button", name="Another puzzle").click()
    expect(page.locator(".puzzles .work")).to_contain_text("Making a puzzle, 40 % …")
    page.get_by_role("button", name="Stop: Making a puzzle").click()
    expect(page.locator(".feedback")).to_have_text("Stopped: no puzzle was made.")
    expect(page.locator(".puzzles .work")).to_be_hidden()
    # The puzzle that was there goes on.
    expect(page.locator(".goal")).to_have_text(goal)
    expect(page).to_have_url(here)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("chess/mate/any/7", "There are no puzzles of 'chess': sight-reduction, manhattan, "),
        ("nakatta/x/any/7", "Nakatta has no puzzles of the kind 'x': it has only-move, win-in"),
        ("nakatta/win-in", "There is no puzzle 'nakatta/win-in': an address ends with GAME/"),
        ("nakatta/win-in/mild/7", "found 'mild', expected 'gentle', 'steady', "),
    ],
)
def test_an_address_of_no_puzzle_is_told_in_one_sentence(page: Page, text: str, fault: str) -> None:
    page.goto(f"/#/puzzles/{text}")
    expect(page.locator(".puzzles .trouble")).to_contain_text(fault)
    expect(page.locator(".puzzles .work")).to_be_hidden()
    expect(page.locator(".puzzles .cell")).to_have_count(0)
    # From there on another one can be chosen.
    page.get_by_role("combobox", name="Game").select_option("Marvin")
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    expect(page.locator(".puzzles .trouble")).to_be_empty()
