"""Beginning a game from its card: who plays, which colour, which board."""

import re
from typing import Any

import pytest
from board_seat import KeyboardSeat, Seat, check_access
from playwright.sync_api import Page, expect

GAMES = {
    "Sight Reduction": "sight-reduction",
    "Manhattan": "manhattan",
    "Marvin": "marvin",
    "Nakatta": "nakatta",
    "Manic Minelayers": "minelayers",
}


def ask_for_game(page: Page, title: str) -> None:
    """Press `Play` on the card of a game."""
    page.goto("/")
    page.get_by_role("button", name=f"Play: {title}", exact=True).click()
    expect(page.get_by_role("dialog", name=f"Play {title}")).to_be_visible()


@pytest.mark.parametrize("title", GAMES)
def test_two_clicks_lead_to_the_first_move_against_the_computer(fresh: Page, title: str) -> None:
    asked: list[Any] = []
    fresh.on(
        "request",
        lambda one: asked.append(one.post_data_json) if one.url.endswith("/opponent") else None,
    )
    valued: list[str] = []
    fresh.on("request", lambda one: valued.append(one.url) if "analyse" in one.url else None)
    ask_for_game(fresh, title)
    fresh.get_by_role("button", name="Start").click()
    expect(fresh).to_have_url(re.compile(f"#/play/{GAMES[title]}:"))
    expect(fresh.locator(".cell").first).to_be_visible()
    Seat(fresh).move()
    # The computer replies by itself, at the level of a first game.
    expect(fresh.locator(".ply")).to_have_count(2)
    assert [one["level"] for one in asked if one] == [2]
    # Nothing is valued while a game is played, until somebody asks.
    assert not valued
    expect(fresh.locator(".badge").filter(visible=True)).to_have_count(0)
    fresh.get_by_role("switch", name="Analysis").check()
    expect(fresh.locator(".cell .badge").first).to_be_visible()


def test_a_game_has_the_level_colour_and_board_that_were_chosen(fresh: Page) -> None:
    ask_for_game(fresh, "Nakatta")
    dialog = fresh.get_by_role("dialog")
    level = dialog.get_by_role("group", name="Level")
    expect(level).to_have_accessible_description(re.compile("^Easy: sees wins one move ahead"))
    level.get_by_role("button", name="3").click()
    expect(level).to_have_accessible_description(re.compile("^Casual"))
    dialog.get_by_role("button", name="White").click()
    dialog.get_by_role("button", name="7×7").click()
    dialog.get_by_role("combobox", name="Time for a move").select_option("1 second")
    check_access(fresh)
    dialog.get_by_role("button", name="Start").click()
    expect(fresh.locator(".cell")).to_have_count(49)
    # The computer begins, and the game lasts beyond the page.
    expect(fresh.locator(".ply")).to_have_count(1)
    fresh.reload()
    expect(fresh.get_by_role("combobox", name="Black")).to_have_value("computer")
    expect(fresh.get_by_role("combobox", name="White")).to_have_value("you")
    expect(fresh.get_by_role("combobox", name="Level")).to_have_value("3")
    expect(fresh.get_by_role("switch", name="Analysis")).not_to_be_checked()
    # The level is remembered for this game, and not for others.
    for title, kept in (("Nakatta", "3"), ("Marvin", "2")):
        ask_for_game(fresh, title)
        pressed = fresh.get_by_role("group", name="Level").locator("[aria-pressed=true]")
        expect(pressed).to_have_text(kept)
        fresh.keyboard.press("Escape")
        expect(fresh.get_by_role("dialog")).to_be_hidden()


def test_two_people_play_on_one_screen(fresh: Page) -> None:
    ask_for_game(fresh, "Nakatta")
    dialog = fresh.get_by_role("dialog")
    dialog.get_by_role("button", name="A friend").click()
    expect(dialog.get_by_role("group", name="Level")).to_be_hidden()
    # The button has the focus again, as at first.
    dialog.get_by_role("button", name="Start").press("Enter")
    for plies, square in enumerate(("c3", "b2"), 1):
        KeyboardSeat(fresh).pick(square)
        expect(fresh.locator(".ply")).to_have_count(plies)
    for player in ("Black", "White"):
        expect(fresh.get_by_role("combobox", name=player)).to_have_value("you")
    expect(fresh.locator(".badge").filter(visible=True)).to_have_count(0)


def test_a_refused_game_is_reported_in_the_dialog(fresh: Page) -> None:
    ask_for_game(fresh, "Manhattan")
    fresh.route("**/api/deal", lambda route: route.abort())
    fresh.get_by_role("button", name="Start").click()
    expect(fresh.get_by_role("dialog").locator(".trouble")).not_to_be_empty()
    fresh.unroute("**/api/deal")
    fresh.get_by_role("button", name="Start").click()
    expect(fresh).to_have_url(re.compile("#/play/manhattan:"))
