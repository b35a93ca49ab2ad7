"""Four first visits, as film strips with the number of clicks: each gets to its end."""

import json
from pathlib import Path

from board_seat import Seat
from film import Film
from playwright.sync_api import Browser, Page, Route, expect
from service_tests import Server

# On 9×9, where no value is proved soon.
LARGE = "nakatta:1b3b1b1/2bbb4/bb7/5w3/3ww2w1/www2b2w/9/9/9:w"
GAME = "nakatta:start:5x5?moves=c3,b2,d2,d4"
MOST_BYTES = 300_000
# A deal that White wins.
SEED = 9


def test_a_newcomers_first_won_game(fresh: Page, server: Server, tmp_path: Path) -> None:
    def deal(route: Route) -> None:
        asked = route.request.post_data_json
        route.continue_(post_data=json.dumps({**asked, "seed": SEED}))

    fresh.route("**/api/deal", deal)
    film = Film(fresh, "newcomer", tmp_path)
    fresh.goto("/")
    expect(fresh.locator(".card-picture svg")).to_have_count(5)
    film.frame("the front page")
    assert film.weight < MOST_BYTES
    film.click(fresh.get_by_role("button", name="Play: Sight Reduction"))
    film.frame("a game to begin")
    film.click(fresh.get_by_role("button", name="Start"))
    expect(fresh.locator(".how-to-play")).to_contain_text("Whoever cannot move loses.")
    expect(fresh.locator(".cell.legal").first).to_be_visible()
    film.frame("ready for the first move")
    assert film.clicks == 2
    seat = Seat(fresh)
    finish = fresh.get_by_role("region", name="The end")
    while not finish.is_visible():
        position = fresh.url.partition("#/play/")[2]
        question = {"position": position, "level": 8, "seconds": 5}
        move = server.client.post("/api/opponent", json=question).json()["move"]
        plies = fresh.locator(".ply").count()
        seat.pick(move)
        expect(fresh.locator(".ply").nth(plies)).to_be_visible()
        fresh.locator(".strip.turn:has(option[value=you]:checked), .finish:visible").wait_for()
    expect(finish.get_by_role("heading")).to_have_text("You won!")
    film.frame("the first win")
    assert film.weight < MOST_BYTES


def test_a_puzzlers_first_ten_minutes(fresh: Page, tmp_path: Path) -> None:
    film = Film(fresh, "puzzler", tmp_path)
    fresh.goto("/")
    film.click(fresh.get_by_role("link", name="Puzzles: Nakatta"))
    film.click(fresh.locator('.puzzle-card[data-game="nakatta"] .button').first)
    goal = fresh.locator(".goal")
    expect(goal).to_contain_text("find the only move that wins.")
    expect(fresh.locator(".puzzles .cell.legal").first).to_be_visible()
    film.frame("the first puzzle")
    assert film.clicks == 2
    hint = fresh.get_by_role("button", name="Hint")
    said = fresh.locator(".feedback")
    for text in ("Look at ", "It is ", "The move is "):
        film.click(hint)
        expect(said).to_contain_text(text)
    film.frame("three hints")
    move = said.inner_text().removeprefix("The move is ").rstrip(".")
    film.click(fresh.locator(f'[data-square="{move}"]'))
    expect(said).to_contain_text("Solved!")
    film.frame("solved")
    film.click(fresh.get_by_role("button", name="Next puzzle"))
    expect(said).not_to_contain_text("Solved!")
    expect(fresh.locator(".puzzles .cell.legal").first).to_be_visible()
    film.frame("the next one")
    assert film.weight < MOST_BYTES


def test_an_analyst_with_a_pasted_position(fresh: Page, tmp_path: Path) -> None:
    film = Film(fresh, "analyst", tmp_path)
    fresh.goto("/")
    fresh.get_by_label("Bring your own").fill(LARGE)
    film.frame("a position is pasted")
    film.click(fresh.get_by_role("button", name="Open", exact=True))
    expect(fresh.locator(".cell .badge").first).to_be_visible()
    film.frame("the first values")
    assert film.clicks == 1
    expect(fresh.locator(".verdict")).not_to_be_empty()
    film.click(fresh.locator(".moves button").first)
    expect(fresh.locator(".ply")).to_have_count(1)
    film.frame("a move is tried")


def test_a_clubs_link_opened_on_a_phone(browser: Browser, server: Server, tmp_path: Path) -> None:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    )
    page = context.new_page()
    film = Film(page, "phone", tmp_path)
    page.goto(f"/#/play/{GAME}")
    expect(page.locator(".ply")).to_have_count(4)
    film.frame("the link's game")
    small = page.locator("main :is(button, select, summary):visible").evaluate_all(
        "all => all.filter(o => !o.matches('.cell') && o.getBoundingClientRect().height < 44)"
        ".map(o => o.outerHTML)"
    )
    assert not small
    film.click(page.get_by_role("button", name="First position"))
    film.click(page.get_by_role("button", name="Forward"))
    expect(page.locator(".status")).to_contain_text("Black plays c3.")
    film.frame("stepped through")
    film.click(page.get_by_role("button", name="How to play"))
    expect(page.get_by_role("dialog")).to_contain_text("NK5")
    film.frame("the rules")
    assert film.clicks == 3
    context.close()
