"""The computer at the table: its levels, its thinking time, and how sure it is of its moves."""

import re
from typing import Any

from board_seat import KeyboardSeat, analyse, open_position, play_fully
from playwright.sync_api import Page, Route, expect


def test_the_browser_remembers_the_computers_level_and_time(page: Page) -> None:
    asked: list[Any] = []
    page.on(
        "request",
        lambda one: (
            asked.append(one.post_data_json)
            if one.url.endswith("/api/opponent") and one.method == "POST"
            else None
        ),
    )
    open_position(page, "nakatta:start:5x5")
    strength = page.get_by_role("group", name="How strong the computer plays")
    expect(strength).to_be_hidden()
    page.get_by_role("combobox", name="White").select_option("Computer")
    level = page.get_by_role("combobox", name="Level")
    seconds = page.get_by_role("combobox", name="Time for a move")
    expect(level).to_have_value("2")
    expect(level).to_have_accessible_description(re.compile("^Easy: sees wins one move ahead"))
    expect(seconds).to_have_value("3")
    assert (
        max(map(int, seconds.locator("option").evaluate_all("all => all.map(o => o.value)"))) == 20
    )
    level.press("1")
    expect(level).to_have_accessible_description(re.compile("^A first game: "))
    expect(page.locator("#announcement")).to_have_text(re.compile("^A first game: "))
    seconds.press("Home")
    KeyboardSeat(page).pick("c3")
    expect(page.locator(".ply")).to_have_count(2)
    assert [(one["level"], one["seconds"]) for one in asked] == [(1, 1)]
    for address in ("nakatta:start:4x4", "nakatta:start:5x5"):
        open_position(page, address)
        page.get_by_role("combobox", name="White").select_option("Computer")
        expect(level).to_have_value("1")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.get_by_role("combobox", name="White").select_option("Computer")
    expect(level).to_have_value("1")
    expect(seconds).to_have_value("1")


def test_the_computer_moves_in_time_in_an_unproved_position(page: Page) -> None:
    open_position(page, "nakatta:start:9x9")
    page.get_by_role("combobox", name="White").select_option("Computer")
    page.get_by_role("combobox", name="Time for a move").select_option("1 second")
    KeyboardSeat(page).pick("e5")
    expect(page.locator(".ply")).to_have_count(2)
    said = page.locator(".said").filter(has_text="The computer's last move")
    expect(said).to_have_text(
        re.compile(
            r"^The computer's last move is not proved to be best\."
            r" (White|Black) wins about \d+ % of [\d,]+ trial games\.$"
        )
    )
    open_position(page, "nakatta:3/1b1/3:b")
    expect(said).to_be_hidden()
    page.get_by_role("combobox", name="Black").select_option("Computer")
    expect(said).to_have_text("The computer's last move is proved to be best.")


def test_changing_the_level_restarts_a_thinking_computer(page: Page) -> None:
    levels: list[int] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            levels.append(route.request.post_data_json["level"])
        else:
            route.continue_()

    page.route("**/api/opponent", hold)
    play_fully(page, "manhattan")
    open_position(page, "manhattan:start:8x8")
    page.get_by_role("combobox", name="Red").select_option("Computer")
    stop = page.get_by_role("button", name="Stop: The computer is thinking")
    expect(stop).to_be_visible()
    page.get_by_role("combobox", name="Level").select_option("4")
    expect(stop).to_be_visible()
    assert levels == [8, 4]
    stop.press("Enter")
    expect(stop).to_be_hidden()
    # A waiting computer keeps waiting.
    page.get_by_role("combobox", name="Level").select_option("3")
    expect(stop).to_be_hidden()
    page.get_by_role("button", name="Move now").press("Enter")
    expect(stop).to_be_visible()
    assert levels == [8, 4, 3]


def test_the_proof_is_played_at_full_strength_and_then_the_level_is_restored(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    page.get_by_role("combobox", name="Black").select_option("Computer")
    level = page.get_by_role("combobox", name="Level")
    level.select_option("3")
    page.get_by_role("button", name="Play through the proof").press("Enter")
    expect(level).to_have_value("8")
    expect(page.get_by_role("combobox", name="Time for a move")).to_have_value("20")
    page.reload()
    expect(level).to_have_value("8")
    open_position(page, "nakatta:start:4x4")
    page.get_by_role("combobox", name="Black").select_option("Computer")
    expect(level).to_have_value("3")


def test_the_graph_continues_while_the_computer_replies(page: Page) -> None:
    """The value of a move in an analysis is that of the position that it leads to."""
    open_position(page, "marvin:wr1/1RW/3:w")
    page.get_by_role("combobox", name="Red").select_option("Computer")
    analyse(page)
    page.locator(".moves .badge").first.wait_for()
    page.locator(".moves button").last.click()
    expect(page.locator(".ply")).to_have_count(2)
    graph = page.get_by_role("region", name="Value of the game")
    name = re.compile(r"start White wins by 1, Kc3 Red wins by 1, \S+ Red wins by 1")
    expect(graph.locator("svg")).to_have_accessible_name(name)


def test_a_game_against_a_beginner_reaches_its_end(page: Page) -> None:
    open_position(page, "nakatta:start:3x3")
    page.get_by_role("combobox", name="White").select_option("Computer")
    page.get_by_role("combobox", name="Level").select_option("1")
    seat = KeyboardSeat(page)
    mine = page.locator(".cell.legal, .table .acts button, .status.over").first
    while not page.locator(".status.over").count():
        plies = page.locator(".ply").count()
        seat.move()
        expect(page.locator(".ply").nth(plies)).to_be_visible()
        mine.wait_for()
    expect(page.locator(".status")).to_contain_text("has won")


def test_two_computers_play_each_other(page: Page) -> None:
    open_position(page, "nakatta:start:3x3")
    page.get_by_role("combobox", name="White").select_option("Computer")
    page.get_by_role("combobox", name="Level").select_option("1")
    page.get_by_role("combobox", name="Black").select_option("Computer")
    expect(page.locator(".status.over")).to_contain_text("has won")


def test_a_computer_without_an_answer_reports_it_and_can_try_again(page: Page) -> None:
    open_position(page, "nakatta:start:3x3")
    page.route("**/api/opponent", lambda route: route.abort())
    page.get_by_role("combobox", name="Black").select_option("Computer")
    expect(page.locator(".play .trouble")).to_contain_text("You are offline")
    expect(page.locator(".ply")).to_have_count(0)
    page.unroute("**/api/opponent")
    page.get_by_role("button", name="Move now").press("Enter")
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".play .trouble")).to_be_empty()
