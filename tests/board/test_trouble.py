"""Answers that come late or not at all, and searches without a result."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from board_seat import Seat, open_position, open_records
from playwright.sync_api import Page, Route, expect
from service_tests import HARD, HARDER, Server


def test_a_late_answer_changes_nothing(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "a1" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    open_position(page, "nakatta:3/3/3:b")
    page.route("**/api/board", hold)
    seat = Seat(page)
    seat.pick("a1")
    seat.pick("c3")
    expect(page.locator(".status")).to_contain_text("Black plays c3.")
    assert held
    for route in held:
        route.continue_()
    seat.pick(page.locator(".cell.legal").first.get_attribute("data-square") or "")
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator(".ply").first).to_have_text("1. c3")


def test_a_lost_service_is_reported_and_may_come_back(page: Page) -> None:
    open_position(page, "nakatta:3/3/3:b")
    page.route("**/api/board", lambda route: route.abort())
    Seat(page).pick("a1")
    expect(page.locator(".play .trouble")).to_contain_text("You are offline")
    expect(page.locator(".ply")).to_have_count(0)
    page.unroute("**/api/board")
    Seat(page).pick("a1")
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".play .trouble")).to_be_empty()


def test_a_bad_set_up_is_reported_and_another_board_shown(page: Page) -> None:
    page.goto("/#/setup/chess:8/8:w")
    expect(page.locator(".setup .trouble")).to_contain_text("found 'chess'")
    expect(page.locator(".setup .cell").first).to_be_visible()


def test_work_that_is_not_done_is_not_at_100_percent(page: Page) -> None:
    page.goto("/")
    script = """async (share) => {
        const { Work } = await import("/js/common/work.js");
        const work = new Work("Solving", () => {});
        work.show({ state: "running", share, nodes: 0 });
        return work.element.textContent;
    }"""
    said = [page.evaluate(script, share) for share in (0.001, 0.5, 0.996)]
    assert said == [f"Solving, {percent} % …Stop" for percent in (1, 50, 99)]


@contextmanager
def serving(page: Page, seconds: str) -> Iterator[Server]:
    """Start a server for one test; the page leaves it before it is killed, to avoid errors."""
    one = Server("--workers", "1", "--time", seconds)
    try:
        yield one
        page.goto("about:blank")
    finally:
        one.end()


@pytest.fixture
def impatient(page: Page) -> Iterator[Server]:
    """Start a server that only searches for a moment."""
    with serving(page, "0.2") as one:
        yield one


@pytest.fixture
def brief(page: Page) -> Iterator[Server]:
    """Start a server that only searches for a second, and estimates every move in that time."""
    with serving(page, "1") as one:
        yield one


def test_open_moves_have_no_value(page: Page, brief: Server) -> None:
    page.goto(f"{brief.url}/#/play/manhattan:start:8x8")
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".verdict")).to_contain_text("Not proved yet: ")
    badges = page.locator(".moves .badge")
    expect(badges.first).to_be_visible()
    # On a very busy machine, a move without playouts has no estimate.
    assert "≈" in {text[0] for text in badges.all_inner_texts()} <= {"≈", "?"}
    expect(page.get_by_role("button", name="Keep analysing")).to_be_visible()
    page.get_by_role("button", name="Play through the proof").click()
    expect(page.locator(".said").filter(has_text="Unknown")).to_be_visible()


def test_a_review_without_results_counts_nothing(page: Page, impatient: Server) -> None:
    page.goto(f"{impatient.url}/#/play/manhattan:start:6x6")
    open_records(page)
    game = "1. b4-c4 c2-c3 2. d2-d3 d1-d2 3. xd3 xd2"
    text = page.get_by_role("textbox", name="Record of a game")
    text.fill(f'[Position "manhattan:start:6x6"]\n\n{game}')
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".ply")).to_have_count(6)
    page.get_by_role("button", name="Find the mistakes").click()
    said = page.locator(".said").filter(has_text="No move could be judged: time limit reached")
    expect(said).to_be_visible()
    expect(page.get_by_role("region", name="Value of the game")).to_be_hidden()
    page.locator(".ply").last.click()
    expect(page.locator(".note")).to_have_text("What xd2 gave away is unknown.")
    expect(page.locator(".ply .mark")).to_have_count(0)
    # The summary of the game is hidden when the game changes.
    page.get_by_role("button", name="Back a move").click()
    Seat(page).move()
    expect(page.locator(".variation")).to_be_visible()
    expect(said).to_be_hidden()


@pytest.fixture
def alone(page: Page) -> Iterator[Server]:
    """Start a server that runs one search at a time."""
    with serving(page, "60") as one:
        yield one


def test_a_buttons_request_does_not_wait_for_the_analysis(page: Page, alone: Server) -> None:
    page.goto(f"{alone.url}/#/play/{HARD}")
    page.get_by_role("switch", name="Analysis").check()
    work = page.locator(".work").filter(visible=True)
    expect(work).to_contain_text(re.compile(r"Analysing, [\d,]+ positions"))
    page.get_by_role("button", name="Show best play").click()
    expect(page.locator(".verdict")).to_have_text("The analysis continues afterwards.")
    expect(work).to_contain_text(re.compile(r"Solving, [\d,]+ positions"))
    alone.client.post("/api/solve", json={"position": HARDER, "wait": 0})
    page.get_by_role("button", name="Stop: Solving").click()
    expect(work).to_contain_text("Analysing: waiting for other searches to end")
