"""Values of moves, hints, solutions, the game against the proof, and stopped searches."""

import json
import re

from board_seat import Seat, analyse, open_position, play_fully
from playwright.sync_api import Page, Route, expect
from service_tests import HARD, Server
from waiting import eventually

DEAL = "sight-reduction+solitaire:wbb/bbw/www:w"


def test_a_deal_is_solved_with_hints(page: Page) -> None:
    open_position(page, DEAL)
    analyse(page)
    for number in range(7):
        expect(page.locator(".ply")).to_have_count(number)
        good = page.locator(".cell:has(.badge.solvable)").first
        expect(good).to_contain_text("✓")
        good.click()
    expect(page.locator(".status")).to_contain_text("Solved.")


def test_squares_show_the_values_of_their_moves(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    analyse(page)
    legal = page.locator(".cell.legal").first
    expect(legal).to_have_accessible_name("a3, empty, legal, loses in 4")
    expect(legal.locator(".badge")).to_have_text("▼4")
    page.goto("/#/play/marvin:wr1/1RW/3:w")
    lost = page.locator('[data-square="c3"]')
    expect(lost).to_have_accessible_name("c3, empty, legal, loses by 1")
    expect(lost.locator(".badge")).to_have_text("▼−1")
    page.goto("/#/play/sight-reduction+solitaire:wbb/bbw/www:w:keep=a1,b2")
    kept = page.locator('[data-square="b2"]')
    expect(kept).to_have_accessible_name("b2, black piece, marked")


def test_moves_are_shown_as_soon_as_they_are_solved(page: Page) -> None:
    """Of two moves, one is sent as an event and the other with the answer, as the service does."""
    entry = {"move": "a3", "result": "win", "distance": 5, "score": None, "value": None}
    moves = [entry | {"best": None}, {**dict.fromkeys(entry), "move": "c3", "best": None}]
    job = {"job": "x", "state": "running", "share": 0.5, "nodes": 9, "result": None}
    told = [("moves", moves), ("progress", job)]
    events = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in told)
    page.route("**/api/analyse", lambda route: route.fulfill(status=202, json=job))
    page.route(
        "**/api/jobs/x/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=events),
    )
    open_position(page, "nakatta:3/1b1/3:w")
    analyse(page)
    expect(page.locator('[data-square="a3"]')).to_have_accessible_name(
        "a3, empty, legal, wins in 5"
    )
    expect(page.locator('[data-square="c3"] .badge')).to_have_text("?")
    expect(page.get_by_role("button", name="c3, not known yet")).to_be_visible()
    expect(page.locator(".verdict")).to_have_text("1 of 2 moves solved so far.")


def test_analysis_stays_on_until_it_is_switched_off(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    analyse(page)
    expect(page.locator(".cell .badge").first).to_be_visible()
    page.get_by_role("button", name="a3, loses in 4").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".cell .badge").first).to_be_visible()
    # The keyboard's focus stays in the list, although its moves have changed.
    expect(page.locator(".moves button:focus")).to_have_count(1)
    page.reload()
    expect(page.locator(".cell .badge").first).to_be_visible()
    page.get_by_role("switch", name="Analysis").uncheck()
    expect(page.locator(".badge").filter(visible=True)).to_have_count(0)


def test_the_solution_is_shown(page: Page) -> None:
    open_position(page, DEAL)
    page.get_by_role("button", name="Show me the solution").click()
    expect(page.locator(".ply")).to_have_count(7)
    page.get_by_role("button", name="Last position").click()
    expect(page.locator(".status")).to_contain_text("Solved.")


def test_the_winning_side_answers_every_move(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    proof = page.get_by_role("button", name="Play through the proof")
    proof.press("Enter")
    expect(page.get_by_role("combobox", name="Black")).to_have_value("computer")
    # In a game, nothing is analysed unless asked: the button has gone, and the board has the focus.
    expect(page.locator(".cell:focus")).to_have_count(1)
    seat = Seat(page)
    for plies in (2, 4, 6):
        seat.pick(page.locator(".cell.legal").last.get_attribute("data-square") or "")
        expect(page.locator(".ply")).to_have_count(plies)
        if "over" in (page.locator(".status").get_attribute("class") or ""):
            break
    expect(page.locator(".status")).to_contain_text("Black has won")


def test_a_search_is_stopped(page: Page, server: Server) -> None:
    open_position(page, HARD)
    analyse(page)
    expect(page.locator(".work").filter(has_text="Analysing")).to_be_visible()
    page.get_by_role("switch", name="Analysis").uncheck()
    expect(page.locator(".work").first).to_be_hidden()
    assert idle(server)


def test_leaving_a_position_stops_its_search(page: Page, server: Server) -> None:
    open_position(page, HARD)
    analyse(page)
    expect(page.locator(".work").filter(has_text="Analysing")).to_be_visible()
    open_position(page, "nakatta:3/1b1/3:w")
    expect(page.locator(".verdict")).to_have_text("Black wins in 4 plies with best play.")
    assert idle(server)


def test_leaving_a_view_stops_its_search(page: Page, server: Server) -> None:
    play_fully(page, "manhattan")
    open_position(page, HARD)
    analyse(page)
    page.get_by_role("combobox", name="Red").select_option("Computer")
    expect(page.get_by_role("button", name="Stop: The computer is thinking")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("link", name="Learn").click()
    assert idle(server)
    assert not [url for url in asked if "analyse" in url]


def test_mistakes_are_marked(page: Page) -> None:
    open_position(page, "marvin:wr1/1RW/3:w")
    Seat(page).pick("c3")
    page.get_by_role("button", name="Find the mistakes").click()
    expect(page.locator(".ply .mark")).to_have_text("??")
    expect(page.locator(".note")).to_contain_text("Better was Ka2.")
    expect(page.locator(".graph svg")).to_have_accessible_name(
        "start White wins by 1, Kc3 Red wins by 1"
    )


def test_open_moves_look_different_from_good_ones(page: Page) -> None:
    """A limit leaves the first of two moves open."""

    def forget(route: Route) -> None:
        found = route.fetch().json()
        first, _ = found["moves"]
        first |= {"status": "unknown", "reason": "time", "detail": "the limit on time was reached"}
        for part in ("before", "after", "lost"):
            first[part] = dict.fromkeys(first[part])
        first |= {"mark": "", "only_move": False, "better": None, "line": []}
        found["players"][0] |= {"judged": 0, "measured": 0, "mistakes": None, "slips": None}
        route.fulfill(json=found | {"status": "unknown"})

    page.route("**/api/annotate", forget)
    open_position(page, "marvin:3/1RW/3:w")
    seat = Seat(page)
    seat.move()
    seat.move()
    expect(page.locator(".ply")).to_have_count(2)
    page.get_by_role("button", name="Find the mistakes").click()
    said = page.locator(".said").filter(visible=True)
    expect(said).to_contain_text("White: none of 1 move judged; Red: ")
    expect(said).to_contain_text("Not every move could be judged: the limit on time was reached.")
    graph = page.get_by_role("region", name="Value of the game")
    name = re.compile(r"start unknown, \S+ (White|Red) wins by \d+, \S+ (White|Red) wins by \d+")
    expect(graph.locator("svg")).to_have_accessible_name(name)
    expect(graph.locator("text.open")).to_have_text("?")


def idle(server: Server) -> bool:
    """Wait for all searches to end."""
    none = 'proofplay_searches_now{state="running"} 0.0'
    return eventually(lambda: none in server.client.get("/metrics").text)
