"""Puzzles are judged at once and exactly, and an address or a date always brings the same one."""

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
