"""The front page: the games, one click to the usual things, and games to continue."""

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


@pytest.mark.parametrize(
    ("title", "game"), [("Sight Reduction", "sight-reduction"), ("Marvin", "marvin")]
)
def test_a_card_begins_a_game(page: Page, title: str, game: str) -> None:
    front(page)
    page.locator("article", has_text=title).get_by_text("Play", exact=True).click()
    expect(page).to_have_url(re.compile(f"#/play/{game}:"))
    expect(page.locator(".cell").first).to_be_visible()


def test_one_click_begins_a_game_against_the_computer(page: Page) -> None:
    front(page)
    page.get_by_role("button", name="Play the computer").click()
    expect(page).to_have_url(re.compile("#/play/sight-reduction:"))
    expect(page.locator(".play")).to_contain_text(re.compile("computer", re.IGNORECASE))
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
    field = page.get_by_label("Analyse a position")
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
    expect(page.locator(".hero .trouble")).to_contain_text("is not responding")
    expect(page.locator("article.card")).to_have_count(5)
