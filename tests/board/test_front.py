"""The front page: the games, one click to the usual things, and games to continue."""

import json
import re

import pytest
from board_seat import Seat, open_position
from playwright.sync_api import Browser, Page, expect
from service_tests import Server

WIDTHS = (360, 1280, 2560)


def front(page: Page) -> None:
    """Go to the front page, and wait for its pictures."""
    page.goto("/")
    expect(page.locator(".card-picture svg")).to_have_count(5)


def test_the_games_are_shown_with_pictures_and_links(page: Page) -> None:
    front(page)
    cards = page.locator("article.card")
    expect(cards.locator("h3").first).to_have_text("Sight Reduction")
    for card in cards.all():
        title = card.locator("h3").inner_text()
        expect(card.get_by_role("link", name=f"Puzzles: {title}")).to_be_visible()
        expect(card.get_by_role("link", name=f"Learn: {title}")).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_one_click_begins_a_game_against_the_computer(page: Page) -> None:
    front(page)
    page.get_by_role("button", name="Play the computer").click()
    expect(page).to_have_url(re.compile("#/play/sight-reduction:"))
    expect(page.get_by_role("combobox", name="Black")).to_have_value("computer")
    Seat(page).move()
    # The computer replies by itself.
    expect(page.locator(".ply")).to_have_count(2)


def test_solitaire_and_the_puzzle_of_the_day_are_one_click_away(page: Page) -> None:
    front(page)
    expect(page.get_by_role("link", name="Random solitaire")).to_have_attribute(
        "href", "#/solitaire"
    )
    expect(page.get_by_role("link", name="Puzzle of the day")).to_have_attribute(
        "href", "#/puzzles/today"
    )


# The first and the last hour of a day in Greenwich, and places where it is another day.
@pytest.mark.parametrize(
    "time", ["2026-12-01T00:30:00Z", "2026-12-01T02:00:00Z", "2026-12-01T23:30:00Z"]
)
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
def test_the_date_of_the_days_puzzle_is_that_of_its_card(
    browser: Browser, server: Server, zone: str, time: str
) -> None:
    context = browser.new_context(base_url=server.url, timezone_id=zone, service_workers="block")
    page = context.new_page()
    page.clock.set_fixed_time(time)
    page.goto("/")
    card = page.get_by_role("link", name="Puzzle of the day")
    expect(card).to_contain_text("December 1,")
    # The page may stay open overnight.
    page.clock.set_fixed_time(time.replace("12-01", "12-02"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(card).to_contain_text("December 2,")
    page.route("**/api/puzzle", lambda route: route.abort())
    card.click()
    expect(page).to_have_url(re.compile(r"/any/20261202(/|$)"))
    context.close()


def test_a_pasted_position_is_opened_or_its_flaws_are_shown(page: Page) -> None:
    front(page)
    page.get_by_role("button", name="Analyse a position").click()
    field = page.get_by_label("Bring your own")
    expect(field).to_be_focused()
    field.fill("nakatta:3/bw1/3:b")
    page.keyboard.press("Enter")
    flaws = page.locator(".paste .flaws li")
    expect(flaws).to_have_count(2)
    expect(flaws.first).to_contain_text("naked attachment")
    expect(flaws.first.get_by_role("link", name="NK3")).to_have_attribute("href", "#/learn/NK3")
    field.fill("nakatta:3/b:b")
    page.keyboard.press("Enter")
    expect(flaws.first).to_contain_text("expected 3")
    assert page.url.endswith("/")
    field.fill("nakatta:3/1b1/3:w")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/play/nakatta:3/1b1/3:w"))


GRID = "Sight Reduction, 3×2, White to move\nw b w\nw b b"
GAME = '[Position "nakatta:start:3x3"]\n[Black "Ann"]\n\n1. b2 {why not} a1'
PUZZLES = "\n".join(
    json.dumps({"position": position, "puzzle": "only-move", "solution": ["a1"]})
    for position in ("nakatta:3/1b1/3:w", "nakatta:4/4/1b2/4:w")
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (GRID, "sight-reduction:wbw/wbb:w"),
        (GAME, "nakatta:3/3/3:b"),
        ("http://elsewhere/#/play/nakatta:3/1b1/3:w", "nakatta:3/1b1/3:w"),
        ("http://elsewhere/?position=nakatta:3/1b1/3:w", "nakatta:3/1b1/3:w"),
    ],
)
@pytest.mark.parametrize("how", ["paste", "drop"])
def test_whatever_people_have_is_opened(page: Page, text: str, address: str, how: str) -> None:
    front(page)
    if how == "paste":
        page.get_by_label("Bring your own").fill(text)
        page.get_by_role("button", name="Open", exact=True).click()
    else:
        page.locator(".paste").evaluate(
            """(form, text) => {
                const data = new DataTransfer();
                data.items.add(new File([text], "any.txt"));
                form.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
            }""",
            text,
        )
    expect(page).to_have_url(re.compile(f"#/play/{re.escape(address)}$"))
    if text == GAME:
        expect(page.locator(".ply")).to_have_count(2)
        expect(page.get_by_role("combobox", name="Black (Ann)")).to_be_visible()


def test_a_file_of_puzzles_shows_each_to_be_opened(page: Page) -> None:
    front(page)
    field = page.get_by_label("Bring your own")
    field.fill(PUZZLES)
    page.get_by_role("button", name="Open", exact=True).click()
    found = page.locator(".found button")
    expect(found).to_have_text(["Nakatta, 3×3, White to move", "Nakatta, 4×4, White to move"])
    field.fill("what is this?")
    expect(found).to_have_count(0)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".paste .flaws li")).to_contain_text("what is this?")
    field.fill('{"position": "nakatta:3/zz/3:w"}')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".paste .flaws li")).to_contain_text("found 'z'")


@pytest.mark.parametrize("name", ["a position", "a board in letters", "a game"])
def test_examples_are_a_click_away_and_analysed(fresh: Page, name: str) -> None:
    front(fresh)
    fresh.get_by_role("button", name=name, exact=True).click()
    expect(fresh.locator(".cell .badge").first).to_be_visible()


def test_games_that_were_left_are_listed(page: Page) -> None:
    front(page)
    expect(page.locator(".kept")).to_be_hidden()
    open_position(page, "nakatta:start:3x3")
    Seat(page).pick("b2")
    expect(page.locator(".ply")).to_have_count(1)
    page.get_by_role("link", name="proofplay").click()
    kept = page.locator(".kept-game")
    expect(kept).to_have_count(1)
    expect(kept).to_contain_text("Nakatta")
    expect(kept).to_contain_text("1 move played")
    page.reload()
    kept.click()
    expect(page.locator(".ply")).to_have_count(1)


def test_the_front_page_can_be_used_by_keyboard_alone(page: Page) -> None:
    front(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.act") == "computer":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".cell").first).to_be_visible()


def test_old_addresses_still_work_and_the_name_leads_home(page: Page) -> None:
    page.goto("/?position=nakatta:3/1b1/3:w")
    expect(page.locator(".cell")).to_have_count(9)
    page.get_by_role("link", name="proofplay").click()
    expect(page.locator("article.card").first).to_be_visible()


def test_a_lost_service_is_reported(page: Page) -> None:
    page.route("**/api/courses", lambda route: route.abort())
    page.goto("/")
    expect(page.locator(".hero .trouble")).to_contain_text("You are offline")
    expect(page.locator("article.card")).to_have_count(5)
